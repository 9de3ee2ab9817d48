// The help: how to play, and what mouse, fingers and keys do.

import { element } from "./elements.js";

const ACTIONS = [
  ["Open a cell", "Click", "Tap", "Enter"],
  ["Set or remove a flag", "Right click", "Long press", "F"],
  ["Chord: open all around a number whose mines are flagged", "Click the number, or middle click", "Tap the number", "Enter"],
  ["Flag several cells", "Drag with the right button", "Flag mode, then tap", ""],
  ["Move", "", "One finger", "Arrow keys"],
  ["Larger or smaller cells", "Ctrl and wheel", "Two fingers", "+ and -"],
  ["Undo", "Undo", "Undo", "U, or Ctrl Z"],
  ["Hint", "Hint", "Hint", "H"],
  ["Do what the hint says", "Do it", "Do it", "N"],
  ["Mine odds", "Mine odds", "Mine odds", "P"],
  ["Count around a number", "Count", "Count", "C"],
  ["New board of this type", "", "", "R"],
  ["This help", "Help", "Help", "?"],
];

const RULES = [
  "A number says how many of the eight cells around it are mines. Open all cells that are not mines.",
  "A board without guessing can be solved by logic alone from its first click. Hint shows the next step and why it is certain.",
  "Games with hints, odds, undo or a board seen before are kept apart: they do not count for best times.",
];

export function helpContent() {
  const head = ["", "Mouse", "Touch", "Keys"].map((text) => element(text ? "th" : "td", text ? { scope: "col" } : {}, text));
  const rows = ACTIONS.map(([action, ...ways]) =>
    element("tr", {}, element("th", { scope: "row" }, action), ...ways.map((way, k) => element("td", { "data-of": ["Mouse", "Touch", "Keys"][k] }, way))),
  );
  const table = element("table", { class: "ways" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  return [...RULES.map((text) => element("p", {}, text)), element("div", { class: "wide" }, table)];
}
