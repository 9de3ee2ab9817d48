// Best times and statistics, kept by the browser, for each type of board.
//
// Tabs share them: each reads, adds its game and writes at once, and a game that several
// tabs show, or that a reload shows again, counts once, by its id.

import { typeKey } from "./choices.js";

const RECORDS_KEY = "nogues-records";
const MOST_BEST = 5;
const MOST_SEEN = 400; // ids of games that have been counted
const MOST_TYPES = 200;
const MOST_VALUE = 1e9; // ms of a game, or 3BV/s

const NUMBERS = ["games", "won", "streak", "longest", "helped", "helped_won"];
const LISTS = ["times", "speeds"];

function emptyType() {
  return { games: 0, won: 0, streak: 0, longest: 0, helped: 0, helped_won: 0, times: [], speeds: [] };
}

// A checked copy of what was stored or imported, or null if it is not ours.
export function checkRecords(given) {
  if (given === null || typeof given !== "object" || typeof given.types !== "object" || !given.types) return null;
  const types = {};
  const entries = Object.entries(given.types);
  if (Array.isArray(given.types) || entries.length > MOST_TYPES) return null;
  for (const [key, kept] of entries) {
    if (!kept || typeof kept !== "object" || key.length > 80) return null;
    const made = emptyType();
    for (const name of NUMBERS) {
      if (!Number.isSafeInteger(kept[name]) || kept[name] < 0) return null;
      made[name] = kept[name];
    }
    if (made.won > made.games || made.helped_won > made.helped) return null;
    if (made.streak > made.longest || made.longest > made.won) return null;
    for (const name of LISTS) {
      const list = kept[name];
      if (!Array.isArray(list) || !list.every((n) => typeof n === "number" && n >= 0 && n < MOST_VALUE)) return null;
      made[name] = list.slice(0, MOST_BEST);
    }
    const { board } = kept;
    if (!board || typeof board !== "object" || typeKey(board) !== key) return null;
    const { size, search, logic, safe, relocate, daily } = board;
    const texts = [size, search, logic, safe ?? "", daily ?? ""];
    if (!texts.every((text) => typeof text === "string" && text.length < 40)) return null;
    made.board = { size, search, logic, safe, relocate: relocate === true, daily };
    types[key] = made;
  }
  const seen = Array.isArray(given.seen) ? given.seen.filter((id) => typeof id === "string") : [];
  return { version: 1, types, seen: seen.slice(-MOST_SEEN) };
}

// Add a game: {id, board, won, helped, time in ms, speed in 3BV/s}.  Returns whether its
// time is the best of its type, or null if it has been counted before.
export function addGame(records, { id, board, won, helped, time, speed }) {
  if (records.seen.includes(id)) return null;
  records.seen = [...records.seen, id].slice(-MOST_SEEN);
  const type = (records.types[typeKey(board)] ??= { ...emptyType(), board });
  if (helped) {
    type.helped += 1;
    type.helped_won += won;
    return false;
  }
  type.games += 1;
  type.won += won;
  type.streak = won ? type.streak + 1 : 0;
  type.longest = Math.max(type.longest, type.streak);
  if (!won) return false;
  const best = !type.times.length || time < type.times[0];
  type.times = [...type.times, time].sort((a, b) => a - b).slice(0, MOST_BEST);
  type.speeds = [...type.speeds, speed].sort((a, b) => b - a).slice(0, MOST_BEST);
  return best && type.won > 1;
}

export class Records {
  constructor() {
    this.kept = null; // while the browser stores nothing
  }

  read() {
    let text = null;
    try {
      text = localStorage.getItem(RECORDS_KEY);
    } catch {
      // A private window, for example.
    }
    try {
      const found = text === null ? this.kept : checkRecords(JSON.parse(text));
      if (found) return found;
    } catch {
      // Damaged: begin anew.
    }
    return { version: 1, types: {}, seen: [] };
  }

  write(records) {
    this.kept = records;
    try {
      localStorage.setItem(RECORDS_KEY, JSON.stringify(records));
      return true;
    } catch {
      return false; // full, or forbidden: they hold until the page is closed
    }
  }

  // Add a game; a promise of what addGame() returns.  The lock keeps two tabs apart.
  async add(game) {
    const add = () => {
      const records = this.read();
      const best = addGame(records, game);
      if (best !== null) this.write(records);
      return best;
    };
    return navigator.locks ? navigator.locks.request(RECORDS_KEY, add) : add();
  }

  // Forget all games, but not that they have been counted.
  erase() {
    const { seen } = this.read();
    this.write({ version: 1, types: {}, seen });
  }
}
