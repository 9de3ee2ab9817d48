// Question marks: the player's own notes.  The session knows nothing of them; the tab
// keeps them for its game, also over a reload.

import { HIDDEN, QUESTION } from "./tiles.js";

const QUESTIONS_KEY = "nogues-questions";

export class Questions {
  constructor(view) {
    this.view = view;
    this.cells = new Set();
    this.coming = new Set(); // flags that are removed to make room for a mark
  }

  // The name of the game, so that no other one gets its marks.
  #game() {
    const { state, parts } = this.view;
    return `${parts.root.dataset.session ?? ""}:${state.game}`;
  }

  // Show the marks of the game that begins or goes on.
  begin(fresh) {
    this.coming.clear();
    if (fresh) this.cells = this.#read();
    const { look, shown } = this.view.board;
    for (const at of [...this.cells]) {
      if (look[at] === HIDDEN && !this.view.state.end) look[at] = shown[at] = QUESTION;
      else this.cells.delete(at);
    }
  }

  #read() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(QUESTIONS_KEY) ?? "{}");
      if (kept.game !== this.#game() || !Array.isArray(kept.cells)) return new Set();
      return new Set(kept.cells.filter((at) => Number.isInteger(at) && at >= 0 && at < this.view.board.look.length));
    } catch {
      return new Set(); // no storage, or not ours
    }
  }

  #write() {
    if (!this.view.parts.root.dataset.session) return; // a notebook: each view its own
    try {
      sessionStorage.setItem(QUESTIONS_KEY, JSON.stringify({ game: this.#game(), cells: [...this.cells] }));
    } catch {
      // They hold until the page is closed.
    }
  }

  // The flag of this cell will make room for a mark.
  expect(at) {
    this.coming.add(at);
  }

  // A flag was removed: returns whether a mark takes its place.
  follow(at) {
    if (!this.coming.delete(at)) return false;
    this.#set(at, true);
    return true;
  }

  // Remove a mark; returns whether there was one.
  remove(at) {
    if (!this.cells.has(at)) return false;
    this.#set(at, false);
    return true;
  }

  // A move has changed these cells.
  forget(cells) {
    if (!this.cells.size) return;
    cells.forEach((at) => this.cells.delete(at));
    this.#write();
  }

  #set(at, on) {
    const { board } = this.view;
    on ? this.cells.add(at) : this.cells.delete(at);
    board.look[at] = on ? QUESTION : HIDDEN;
    board.rest(at);
    this.#write();
  }
}
