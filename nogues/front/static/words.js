// Words of the status line.

import { FLAG, HIDDEN, HIT, MINE, WRONG } from "./tiles.js";

export function counted(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

export function placeName(board, at) {
  return `(${Math.floor(at / board.width)}, ${at % board.width})`;
}

// What a cell shows, in words.
export function lookName(look) {
  const words = { [HIDDEN]: "hidden", [FLAG]: "flag", [MINE]: "mine", [HIT]: "mine", [WRONG]: "wrong flag" };
  return words[look] ?? (look === 0 ? "empty" : String(look));
}

export function resultText(board, { status, elapsed, end }) {
  const percent = Math.round(100 * end.efficiency);
  const seconds = (elapsed / 1000).toFixed(2);
  const solved = end.solved < end.bbbv ? `${end.solved} of ${end.bbbv}` : end.bbbv;
  const measured = `3BV ${solved}, ${counted(end.clicks, "click")}, efficiency ${percent} %.`;
  if (status === "won") return `Won in ${seconds} s.  ${measured}`;
  const wrong = end.wrong.length;
  const flags = wrong ? `, ${counted(wrong, "wrong flag")}` : "";
  return `Lost after ${seconds} s: ${placeName(board, end.hit[0])} is a mine${flags}.  ${measured}`;
}
