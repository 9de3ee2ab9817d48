// The board's size in the room that it has, its theme, and what is in view.
//
// In a page the field takes what the head, the status line and the tools leave of the
// window.  In a notebook the field is as high as its board, and all of it at most a
// share of the window.  Cells are as large as there is room for.  Where that would be
// too small to play, the field scrolls.

import { PALETTES } from "./colours.js";

const SMALLEST_CELL = 18; // CSS pixels that a cell has unless the player wants less
const LARGEST_CELL = 96;
const EASY_CELL = 30; // large enough where the field scrolls anyway
const SHARE = 0.8; // of the window's height, in a notebook
const EDGE = 4; // CSS pixels around the board, for its outline
const STEP = 1.25; // of a zoom button

function between(low, high, number) {
  return Math.min(high, Math.max(low, number));
}

export class Fit {
  constructor(view) {
    this.view = view;
    this.zoomed = null; // the side of a cell that the player chose; null: what fits
    this.side = 0;
    this.room = { width: 0, height: 0 };
    this.bar = 0;
  }

  get calm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  get dark() {
    const { theme } = this.view.settings.values;
    if (theme !== "system") return theme === "dark";
    const body = document.body.dataset;
    if (body.jpThemeLight) return body.jpThemeLight === "false";
    if (body.vscodeThemeKind) return body.vscodeThemeKind.includes("dark");
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  // How much room the board has, in CSS pixels.
  #measureRoom() {
    const { field, game, root } = this.view.parts;
    const width = field.offsetWidth - 2 * EDGE;
    const whole = root.dataset.place === "page" || document.fullscreenElement === root;
    if (whole) return { width, height: field.offsetHeight - 2 * EDGE };
    const others = game.offsetHeight - field.offsetHeight;
    return { width, height: Math.max(160, SHARE * innerHeight - others) - 2 * EDGE };
  }

  // The side of a cell if the player does not zoom.
  #fitting({ width, height }) {
    const { board } = this.view;
    const whole = Math.min(width / board.width, height / board.height);
    if (whole >= SMALLEST_CELL) return Math.min(whole, LARGEST_CELL);
    // It scrolls: one way only, if the other can be seen whole.
    const across = (height - this.bar) / board.height;
    const down = (width - this.bar) / board.width;
    return between(SMALLEST_CELL, EASY_CELL, Math.max(across, down));
  }

  // The smallest cells that the player can have: those of the whole board.
  #smallest({ width, height }) {
    const { board } = this.view;
    return Math.min(SMALLEST_CELL, width / board.width, height / board.height);
  }

  measure() {
    const { parts, board, state } = this.view;
    const theme = this.dark ? "dark" : "light";
    parts.root.dataset.theme = theme;
    const room = this.#measureRoom();
    this.room = room;
    if (!state || room.width <= 0 || room.height <= 0) return;
    const middle = this.#middle();
    const [low, fitting] = [this.#smallest(room), this.#fitting(room)];
    this.side = this.zoomed === null ? fitting : between(low, LARGEST_CELL, this.zoomed);
    board.calm = this.calm;
    board.resize(this.side, PALETTES[theme]);
    const wide = parts.canvas.offsetWidth;
    const tall = parts.canvas.offsetHeight;
    const { style } = parts.field;
    const sideways = wide > room.width + 0.5;
    const upright = tall > room.height + 0.5;
    style.overflowX = sideways || (upright && wide > room.width - this.bar) ? "scroll" : "hidden";
    style.overflowY = upright || (sideways && tall > room.height - this.bar) ? "scroll" : "hidden";
    parts.root.dataset.pans = String(sideways || upright);
    parts.game.style.setProperty("--board", `${wide + 2 * EDGE}px`);
    parts.smaller.disabled = this.side <= low + 0.01;
    parts.larger.disabled = this.side >= LARGEST_CELL;
    if (middle) this.#center(...middle);
  }

  // A new game: all of the board as it fits, from its middle.
  reset() {
    const { spot } = this.view.parts;
    this.zoomed = null;
    spot.style.cssText = "left: 0; top: 0; width: 0; height: 0";
    this.measure();
    this.#center(0.5, 0.5);
  }

  // Where the middle of the view is on the board, as shares of it.
  #middle() {
    const { field, canvas } = this.view.parts;
    if (!canvas.offsetWidth || !this.side) return null;
    const x = field.scrollLeft + field.clientWidth / 2 - canvas.offsetLeft;
    const y = field.scrollTop + field.clientHeight / 2 - canvas.offsetTop;
    return [between(0, 1, x / canvas.offsetWidth), between(0, 1, y / canvas.offsetHeight)];
  }

  #center(x, y) {
    const { field, canvas } = this.view.parts;
    field.scrollLeft = canvas.offsetLeft + x * canvas.offsetWidth - field.clientWidth / 2;
    field.scrollTop = canvas.offsetTop + y * canvas.offsetHeight - field.clientHeight / 2;
  }

  // Change the size of the cells; the point of the window keeps its place on the board.
  zoom(factor, point = null) {
    if (!this.view.state) return;
    const { field, canvas } = this.view.parts;
    const low = this.#smallest(this.room);
    const old = canvas.getBoundingClientRect();
    const fitting = this.#fitting(this.room);
    const side = between(low, LARGEST_CELL, this.side * factor);
    // Near the size that fits, it snaps to it.
    this.zoomed = Math.abs(side / fitting - 1) < 0.03 ? null : side;
    this.measure();
    if (!point) return;
    const now = canvas.getBoundingClientRect();
    const [x, y] = point;
    field.scrollLeft += now.left + ((x - old.left) / old.width) * now.width - x;
    field.scrollTop += now.top + ((y - old.top) / old.height) * now.height - y;
  }

  larger() {
    this.zoom(STEP);
  }

  smaller() {
    this.zoom(1 / STEP);
  }

  whole() {
    this.zoomed = null;
    this.measure();
  }

  // Scroll a cell into view, whichever element scrolls.
  bring(at) {
    const { board, parts } = this.view;
    const side = parts.canvas.offsetWidth / board.width;
    const { style } = parts.spot;
    style.width = style.height = style.scrollMargin = `${side}px`;
    style.left = `${parts.canvas.offsetLeft + (at % board.width) * side}px`;
    style.top = `${parts.canvas.offsetTop + Math.floor(at / board.width) * side}px`;
    parts.spot.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Measure again when the window or the theme changes; `changed` is called then.
  listen(signal, changed) {
    const { field, root } = this.view.parts;
    this.bar = barOf(field);
    const again = () => {
      const { width, height } = this.#measureRoom();
      if (Math.abs(width - this.room.width) > 1 || Math.abs(height - this.room.height) > 1) this.measure();
    };
    this.watcher = new ResizeObserver(again);
    for (const part of [field, root]) this.watcher.observe(part);
    addEventListener("resize", again, { signal });
    // Notebooks give their theme in these attributes.
    this.themes = new MutationObserver(() => this.measure());
    const attributeFilter = ["data-jp-theme-light", "data-vscode-theme-kind"];
    this.themes.observe(document.body, { attributeFilter });
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
      matchMedia(query).addEventListener("change", () => {
        this.measure();
        changed();
      }, { signal });
    }
  }

  stop() {
    this.watcher.disconnect();
    this.themes.disconnect();
  }
}

// How thick a scroll bar is.
function barOf(field) {
  const before = field.style.overflowY;
  field.style.overflowY = "scroll";
  const bar = field.offsetWidth - field.clientWidth;
  field.style.overflowY = before;
  return bar;
}
