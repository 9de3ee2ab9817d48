// The start page, where a new game is chosen.

import { CHOICES, LARGEST_SIDE, PRESETS, numbersOf } from "./choices.js";
import { button, element, newId } from "./elements.js";
import { Sonar } from "./sonar.js";

function choice(name, label, options) {
  const made = options.map(([value, text]) => element("option", { value }, text));
  const select = element("select", { name }, ...made);
  return [select, element("label", { "data-of": name }, element("span", {}, label), select)];
}

function numberField(name, label) {
  const input = element("input", { name, inputmode: "numeric", autocomplete: "off", maxlength: "6", required: true });
  return [input, element("label", {}, element("span", {}, label), input)];
}

function customFields() {
  const [width, widthRow] = numberField("width", "Width");
  const [height, heightRow] = numberField("height", "Height");
  const [mines, minesRow] = numberField("mines", "Mines");
  const limits = element("p", { class: "limits", id: newId("limits") });
  for (const input of [width, height, mines]) input.setAttribute("aria-describedby", limits.id);
  const rows = element("div", { class: "numbers" }, widthRow, heightRow, minesRow);
  const custom = element("div", { class: "custom", role: "group", "aria-label": "Custom size", hidden: true }, rows, limits);
  return { custom, width, height, mines, limits };
}

// Build the menu's elements, by name.
export function buildMenu() {
  const [size, sizeRow] = choice("size", "Board", CHOICES.size);
  const fields = customFields();
  const [search, searchRow] = choice("search", "Board type", CHOICES.search);
  const [logic, logicRow] = choice("logic", "Difficulty", CHOICES.logic);
  const [safe, safeRow] = choice("safe", "First click", CHOICES.first);
  const seed = element("input", { name: "seed", inputmode: "numeric", placeholder: "any (used once)", autocomplete: "off" });
  const seedRow = element("label", { "data-of": "seed" }, element("span", {}, "Seed"), seed);
  const play = button("play", "Play", "Start a new game", { class: "main", type: "submit" });
  const daily = button("daily", "Board of the day", "Today's 12 x 12 board, the same for everyone");
  const back = button("back", "Back", "Back to the game (Escape)");
  const watch = button("watch_menu", "Watch", "Watch nine short scenes");
  const records = button("statistics_menu", "Statistics", "Best times and statistics");
  const help = button("help_menu", "Help", "How to play, and all keys");
  const sonar = element("canvas", { class: "sonar", role: "img", "aria-label": "A sonar beam that turns over a board" });
  const fault = element("p", { class: "fault", role: "alert", id: newId("fault"), hidden: true });
  const form = element(
    "form",
    { novalidate: true },
    element("h2", {}, "nogues"),
    element("p", { class: "lead" }, "Minesweeper without guessing."),
    sizeRow,
    fields.custom,
    searchRow,
    logicRow,
    safeRow,
    seedRow,
    fault,
    element("div", { class: "row" }, play, daily, back),
    element("div", { class: "row quiet" }, watch, records, help),
  );
  const panel = element("section", { class: "menu", "aria-label": "New game", hidden: true }, element("div", { class: "inner" }, sonar, form));
  return { panel, sonar, form, ...fields, sizeRow, seedRow, size, search, logic, logicRow, safe, safeRow, seed, play, daily, back, watch, records, help, fault };
}

export class Menu {
  // `begin` is called with the options of the new game.
  constructor(root, parts, begin) {
    this.root = root;
    this.parts = parts;
    this.begin = begin;
    this.sonar = new Sonar(parts.sonar);
    this.current = {};
    this.pending = false; // a new game is asked for, and has not begun
    const { form, size, search, safe, width, height, daily } = parts;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const fault = this.#check();
      if (fault) this.refuse(...fault);
      else begin(this.#newGame());
    });
    daily.addEventListener("click", () => begin({ daily: today() }));
    for (const select of [size, search, safe]) select.addEventListener("change", () => this.#fit());
    for (const input of [width, height]) input.addEventListener("input", () => this.#limit());
    form.addEventListener("input", () => this.#accept());
    this.#fit();
  }

  get isOpen() {
    return !this.parts.panel.hidden;
  }

  open(calm) {
    this.parts.panel.hidden = false;
    this.root.dataset.menu = "open";
    this.#accept();
    this.turn(calm);
  }

  close() {
    this.parts.panel.hidden = true;
    delete this.root.dataset.menu;
    this.#wait(false);
    this.sonar.stop();
  }

  turn(calm) {
    this.sonar.start(calm);
  }

  // A new game was asked for: the menu stays until it begins, or is refused.
  wait() {
    this.#accept();
    this.#wait(true);
  }

  // The new game has begun.  A typed seed was for this one only.
  begun() {
    this.parts.seed.value = "";
    this.close();
  }

  #wait(on) {
    const { play, daily } = this.parts;
    this.pending = on;
    play.disabled = daily.disabled = on;
    play.textContent = on ? "Making the board" : "Play";
  }

  // Say what is wrong, beside the field that it is about.
  refuse(text, field = "") {
    this.#wait(false);
    const { fault, form, custom, sizeRow, seedRow, logicRow, safeRow } = this.parts;
    const places = { size: sizeRow, seed: seedRow, logic: logicRow, search: logicRow, safe: safeRow, relocate: safeRow, start: seedRow };
    const sized = ["width", "height", "mines"].includes(field);
    const row = sized && !custom.hidden ? custom : (places[sized ? "size" : field] ?? seedRow);
    row.after(fault);
    fault.textContent = text;
    fault.hidden = false;
    const input = form.elements[field];
    if (!input || !input.checkVisibility()) return;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-errormessage", fault.id);
    input.focus();
  }

  #accept() {
    const { fault, form } = this.parts;
    fault.hidden = true;
    for (const input of form.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-errormessage");
    }
  }

  // Show the options of the current game.
  show(newGame) {
    this.current = newGame;
    if (newGame.daily) return;
    const { size, width, height, mines, search, logic, safe } = this.parts;
    size.value = PRESETS.get(newGame.size) ?? "custom";
    [width.value, height.value, mines.value] = numbersOf(newGame.size);
    search.value = newGame.search;
    logic.value = newGame.logic;
    safe.value = newGame.relocate ? "relocate" : (newGame.safe ?? "");
    this.#fit();
  }

  // The options of the current game, for another game like it.
  same() {
    const { size, search, logic, safe, relocate, daily } = this.current;
    if (daily) return { daily };
    return { size, search, logic, relocate, ...(safe ? { safe } : {}) };
  }

  #fit() {
    const { size, custom, search, logicRow, safe } = this.parts;
    custom.hidden = size.value !== "custom";
    const random = search.value === "random";
    logicRow.hidden = random;
    const moving = [...safe.options].find((option) => option.value === "relocate");
    moving.hidden = moving.disabled = !random;
    if (!random && safe.value === "relocate") safe.value = "";
    this.#limit();
  }

  // The most mines that leave room for the first click, or null where it is unknown.
  #mostMines() {
    const { width, height, search, safe } = this.parts;
    const sides = [width, height].map((input) => whole(input.value));
    if (!sides.every((side) => side >= 1 && side <= LARGEST_SIDE)) return null;
    const [w, h] = sides;
    const zone = safe.value || (search.value === "random" ? "cell" : "diamond");
    const room = { cell: 1, relocate: 1, block: Math.min(3, w) * Math.min(3, h), diamond: diamond(w, h) };
    return Math.max(0, w * h - room[zone]);
  }

  #limit() {
    const most = this.#mostMines();
    const sides = `Width and height: 1 to ${LARGEST_SIDE}.`;
    this.parts.limits.textContent = most === null ? sides : `${sides} Mines: 1 to ${most}.`;
  }

  // What is wrong with the fields: [text, name of the field], or null.
  #check() {
    const { size, width, height, mines, seed } = this.parts;
    const outside = (input, name, low, high) => {
      const number = whole(input.value);
      if (number >= low && number <= high) return null;
      const typed = input.value.trim();
      const text = `${name} must be a whole number, ${low} to ${high}${typed ? `, not ${typed}` : ""}.`;
      return [text, input.name];
    };
    if (size.value === "custom") {
      const fault = outside(width, "Width", 1, LARGEST_SIDE) ?? outside(height, "Height", 1, LARGEST_SIDE);
      if (fault) return fault;
      const most = this.#mostMines();
      if (most < 1) return ["A board must have room for a mine beside the first click.", "width"];
      const wrong = outside(mines, "Mines", 1, most);
      if (wrong) return wrong;
    }
    const typed = seed.value.trim();
    if (typed && !/^-?\d{1,15}$/.test(typed)) return [`Seed must be a whole number, not ${typed}.`, "seed"];
    return null;
  }

  #newGame() {
    const { size, width, height, mines, search, logic, safe, seed } = this.parts;
    const numbers = [width, height, mines].map((input) => whole(input.value));
    const custom = `${numbers[0]}x${numbers[1]}/${numbers[2]}`;
    const newGame = { size: size.value === "custom" ? custom : size.value, search: search.value };
    if (search.value !== "random") newGame.logic = logic.value;
    if (safe.value === "relocate") newGame.relocate = true;
    else if (safe.value) newGame.safe = safe.value;
    const text = seed.value.trim();
    if (text) newGame.seed = Number(text);
    return newGame;
  }
}

// A typed whole number, or NaN.
function whole(text) {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : NaN;
}

// Cells within two steps of the middle of a board.
function diamond(width, height) {
  let cells = 0;
  const [row, column] = [height >> 1, width >> 1];
  for (let r = Math.max(0, row - 2); r <= Math.min(height - 1, row + 2); r++) {
    for (let c = Math.max(0, column - 2); c <= Math.min(width - 1, column + 2); c++) {
      cells += Math.abs(r - row) + Math.abs(c - column) <= 2;
    }
  }
  return cells;
}

function today() {
  const now = new Date();
  const pad = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
