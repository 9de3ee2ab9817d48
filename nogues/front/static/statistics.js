// The panel of best times and statistics.

import { typeName } from "./choices.js";
import { button, element } from "./elements.js";
import { checkRecords } from "./records.js";

const COLUMNS = ["Board", "Games", "Won", "Streak", "Best times", "3BV/s", "With help"];
const LARGEST_FILE = 1e6; // characters

function recordRow(type) {
  const share = type.games ? `${type.won} (${Math.round((100 * type.won) / type.games)} %)` : "0";
  const times = type.times.map((ms) => (ms / 1000).toFixed(2));
  const texts = [
    String(type.games),
    share,
    `${type.streak}, longest ${type.longest}`,
    times.length ? `${times.join(", ")} s` : "none yet",
    type.speeds.length ? type.speeds[0].toFixed(2) : "",
    type.helped ? `${type.helped}, won ${type.helped_won}` : "0",
  ];
  const cells = texts.map((text, k) => element("td", { "data-of": COLUMNS[k + 1] }, text));
  return element("tr", {}, element("th", { scope: "row" }, typeName(type.board)), ...cells);
}

function tableOf(records) {
  const types = Object.values(records.types);
  if (!types.length) return element("p", {}, "No game has ended yet. Best times and streaks appear here; they stay in this browser.");
  types.sort((a, b) => b.games + b.helped - (a.games + a.helped));
  const head = COLUMNS.map((text) => element("th", { scope: "col" }, text));
  const table = element("table", { class: "records" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...types.map(recordRow)));
  return element("div", { class: "wide" }, table);
}

function download(records) {
  const { version, types } = records;
  const blob = new Blob([JSON.stringify({ version, types }, null, 1)], { type: "application/json" });
  const url = URL.createObjectURL(blob);
  element("a", { href: url, download: "nogues-records.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Fill a panel, again after each change.
export class Statistics {
  constructor(records, dialogs) {
    this.records = records;
    this.dialogs = dialogs;
  }

  open(done = "") {
    const records = this.records.read();
    const some = Object.keys(records.types).length > 0;
    const out = button("export", "Export", "Save them to a file");
    const get = button("import", "Import", "Replace them with those of a file");
    const wipe = button("erase", "Erase", "Erase all of them");
    out.disabled = wipe.disabled = !some;
    const file = element("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "File of statistics" });
    const note = element("p", { role: "status", class: "note" }, done);
    const row = element("div", { class: "row" }, out, get, wipe, file);
    this.dialogs.open("statistics", "Statistics", tableOf(records), note, row);
    out.addEventListener("click", () => download(this.records.read()));
    get.addEventListener("click", () => file.click());
    file.addEventListener("change", () => this.#take(file.files[0], note));
    wipe.addEventListener("click", () => {
      this.dialogs.ask("Erase all statistics?", "Erase", () => {
        this.records.erase();
        this.open("Erased.");
      });
    });
  }

  async #take(file, note) {
    if (!file) return;
    let found = null;
    try {
      const text = await file.text();
      if (text.length <= LARGEST_FILE) found = checkRecords(JSON.parse(text));
    } catch {
      // Not JSON, or not a file that can be read.
    }
    if (!found) {
      note.textContent = `${file.name} is not a file of nogues statistics.`;
      return;
    }
    const replace = () => {
      const { seen } = this.records.read();
      const stored = this.records.write({ ...found, seen });
      this.open(stored ? "Imported." : "Imported, but this browser does not keep them.");
    };
    const some = Object.keys(this.records.read().types).length > 0;
    if (some) this.dialogs.ask("Replace the statistics kept here?", "Replace", replace);
    else replace();
  }
}
