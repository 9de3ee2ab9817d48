// Words of the status line.

import { DIFFICULTIES } from "./choices.js";
import { FLAG, HIDDEN, HIT, MINE, QUESTION, WRONG } from "./tiles.js";

export function counted(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function placeName(board, at) {
  return `row ${Math.floor(at / board.width) + 1}, column ${(at % board.width) + 1}`;
}

// What a cell shows, in words.
export function lookName(look) {
  const words = { [HIDDEN]: "hidden", [FLAG]: "flag", [MINE]: "mine", [HIT]: "mine", [WRONG]: "wrong flag", [QUESTION]: "question mark" };
  return words[look] ?? (look === 0 ? "empty" : String(look));
}

// How many mines are left, or how many flags there are too many.
export function remainingText(remaining) {
  return remaining < 0 ? `${counted(-remaining, "flag")} too many` : `${counted(remaining, "mine")} left`;
}

const HELPS = { demo: "the demonstration", hint: "hints", odds: "odds", restart: "a board seen before", undo: "undo" };

// With what help a game was played; "" without any.
function helpText(help = []) {
  const names = help.map((name) => HELPS[name] ?? name);
  if (!names.length) return "";
  const last = names.pop();
  const all = names.length ? `${names.join(", ")} and ${last}` : last;
  return `  With ${all}: does not count for best times.`;
}

export function resultText(board, { status, elapsed, end, help }) {
  const percent = Math.round(100 * end.efficiency);
  const seconds = (elapsed / 1000).toFixed(2);
  const solved = end.solved < end.bbbv ? `${end.solved} of ${end.bbbv}` : end.bbbv;
  const speed = end.bbbv_per_second ?? (elapsed ? (1000 * end.solved) / elapsed : 0);
  const hard = DIFFICULTIES[end.difficulty];
  const measured = [
    ...(hard ? [hard] : []),
    `3BV ${solved}`,
    `${speed.toFixed(2)} 3BV/s`,
    counted(end.clicks, "click"),
    `efficiency ${percent} %.`,
  ].join(", ");
  if (status === "won") return `Won in ${seconds} s.  ${measured}${helpText(help)}`;
  const wrong = end.wrong.length;
  const flags = wrong ? `, ${counted(wrong, "wrong flag")}` : "";
  return `Lost after ${seconds} s: ${placeName(board, end.hit[0])} is a mine${flags}.  ${measured}`;
}
