// What a new game can be, and how the page calls it.

const SIZES = [
  ["beginner", "Beginner: 9 x 9, 10 mines"],
  ["intermediate", "Intermediate: 16 x 16, 40 mines"],
  ["expert", "Expert: 30 x 16, 99 mines"],
  ["fácil", "Fácil: 10 x 8, 10 mines"],
  ["médio", "Médio: 18 x 14, 40 mines"],
  ["difícil", "Difícil: 24 x 20, 99 mines"],
  ["especialista", "Especialista: 30 x 20, 120 mines"],
  ["mestre", "Mestre: 40 x 24, 192 mines"],
  ["extremo", "Extremo: 50 x 30, 300 mines"],
  ["custom", "Custom"],
];
const LOGICS = [
  ["elementary", "Easy"],
  ["subset", "Medium"],
  ["complete", "Hard logic"],
];
const SEARCHES = [
  ["repair", "No guessing"],
  ["uniform", "No guessing, unbiased"],
  ["random", "Random"],
];
const FIRSTS = [
  ["", "Default"],
  ["diamond", "Wide opening"],
  ["block", "Opening"],
  ["cell", "Safe cell only"],
  ["relocate", "Safe: mines move away"],
];

export const CHOICES = { size: SIZES, logic: LOGICS, search: SEARCHES, first: FIRSTS };

export const PRESETS = new Map([
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

export const LARGEST_SIDE = 100; // columns and rows of a board that is drawn

// How hard a board was, in the words of its end.
export const DIFFICULTIES = { easy: "Easy", medium: "Medium", hard: "Hard logic", guess: "Needs guessing" };

const called = (list, value) => list.find(([name]) => name === value)?.[1];

// The three numbers of "30x16/99".
export function numbersOf(size) {
  return size.split(/[x/]/).map(Number);
}

// The type of a board in words; boards of one type share their best times.
export function typeName({ size, search, logic, safe, relocate, daily }) {
  if (daily) return "Board of the day";
  const [width, height, mines] = numbersOf(size);
  const board = called(SIZES, PRESETS.get(size)) ?? `${width} x ${height}, ${mines} mines`;
  const kind = [called(SEARCHES, search)];
  if (search !== "random") kind.push(called(LOGICS, logic));
  if (relocate || safe) kind.push(called(FIRSTS, relocate ? "relocate" : safe));
  return `${board}. ${kind.filter(Boolean).join(", ")}`;
}

// The same as a short key.
export function typeKey({ size, search, logic, safe, relocate, daily }) {
  if (daily) return "daily";
  const parts = [size, search, search === "random" ? "" : logic, relocate ? "relocate" : safe];
  return parts.filter(Boolean).join(" ");
}
