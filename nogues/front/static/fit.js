// The board's size in its window, its theme, and what is in view.

import { PALETTES } from "./colours.js";

const LARGEST_CELL = 32;
const FULL_CELL = 32;

export class Fit {
  constructor(view) {
    this.view = view;
    this.full = false;
    this.width = 0;
  }

  get calm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  get dark() {
    const body = document.body.dataset;
    if (body.jpThemeLight) return body.jpThemeLight === "false";
    if (body.vscodeThemeKind) return body.vscodeThemeKind.includes("dark");
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  toggle() {
    this.full = !this.full;
    this.view.parts.zoom.setAttribute("aria-pressed", String(this.full));
    this.measure();
  }

  measure() {
    const { parts, board, state } = this.view;
    const theme = this.dark ? "dark" : "light";
    parts.root.dataset.theme = theme;
    this.width = parts.field.clientWidth;
    if (!state || !this.width) return;
    const fit = Math.min(LARGEST_CELL, this.width / board.width);
    parts.zoom.hidden = fit >= 24;
    board.calm = this.calm;
    board.resize(this.full ? FULL_CELL : fit, PALETTES[theme]);
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
    const { field } = this.view.parts;
    this.watcher = new ResizeObserver(() => {
      if (Math.abs(field.clientWidth - this.width) > 1) this.measure();
    });
    this.watcher.observe(field);
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
