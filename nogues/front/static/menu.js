// The start page, where a new game is chosen.

import { Sonar } from "./sonar.js";

const PRESETS = new Map([
  ["9x9/10", "beginner"],
  ["16x16/40", "intermediate"],
  ["30x16/99", "expert"],
  ["10x8/10", "fácil"],
  ["18x14/40", "médio"],
  ["24x20/99", "difícil"],
  ["30x20/120", "especialista"],
  ["40x24/192", "mestre"],
  ["50x30/300", "extremo"],
]);

export class Menu {
  // `begin` is called with the options of the new game.
  constructor(parts, begin) {
    this.root = parts.root;
    this.parts = parts.menu;
    this.radar = new Sonar(this.parts.radar);
    this.current = {};
    const { form, size, search, daily, back } = this.parts;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      begin(this.#newGame());
    });
    daily.addEventListener("click", () => begin({ daily: today() }));
    back.addEventListener("click", () => {
      this.close();
      parts.field.focus({ preventScroll: true });
    });
    for (const select of [size, search]) select.addEventListener("change", () => this.#fit());
    this.#fit();
  }

  get isOpen() {
    return !this.parts.panel.hidden;
  }

  open(calm) {
    this.parts.panel.hidden = false;
    this.root.dataset.menu = "open";
    this.turn(calm);
  }

  close() {
    this.parts.panel.hidden = true;
    delete this.root.dataset.menu;
    this.radar.stop();
  }

  turn(calm) {
    this.radar.start(calm);
  }

  // Show the options of the current game.
  show(newGame) {
    this.current = newGame;
    if (newGame.daily) return;
    const { size, custom, search, logic, safe } = this.parts;
    size.value = PRESETS.get(newGame.size) ?? "custom";
    custom.value = newGame.size;
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
  }

  #newGame() {
    const { size, custom, search, logic, safe, seed } = this.parts;
    const newGame = { size: size.value === "custom" ? custom.value.trim() : size.value, search: search.value };
    if (search.value !== "random") newGame.logic = logic.value;
    if (safe.value === "relocate") newGame.relocate = true;
    else if (safe.value) newGame.safe = safe.value;
    const text = seed.value.trim();
    if (text) newGame.seed = /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    return newGame;
  }
}

function today() {
  const now = new Date();
  const pad = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
