// Hints, odds and counting: what the player can ask about the board.

import { count, prove } from "./scan.js";
import { FLAG, isNumber } from "./tiles.js";
import { counted, placeName } from "./words.js";

export class Advice {
  constructor(view) {
    this.view = view;
    this.hint = null;
    this.mapped = false; // the odds are shown
    this.asked = false; // the player asked for them, so their text is shown too
  }

  clear() {
    this.hint = null;
    this.view.board.clearMarks();
  }

  showHint(message) {
    const { view } = this;
    this.clear();
    if (message.of === "none") return; // keep the result of the game in the status line
    view.board.calm = view.fit.calm;
    this.hint = message;
    prove(view.board, message);
    if (message.cells.length && !message.alike) view.fit.bring(message.cells[0]);
    view.say(message.text);
  }

  // Do what the hint says, then ask for the next one.
  next() {
    const { view, hint } = this;
    if (!view.state || view.state.end) return;
    if (hint?.of === "guess") {
      view.say("No move is certain: choose a cell yourself.");
      return;
    }
    if (hint && hint.of !== "none") {
      hint.cells.forEach((at) => {
        if (view.board.look[at] === FLAG && hint.of === "safe") view.move("flag", at, { on: false });
        if (hint.of === "safe") view.move("open", at);
        else view.move("flag", at, { on: true });
      });
    }
    view.ask("hint");
  }

  showMap(on) {
    const { view } = this;
    const off = this.mapped && !on;
    this.mapped = this.asked = on;
    view.parts.probabilities.setAttribute("aria-pressed", String(on));
    if (on) {
      view.ask("probabilities");
      return;
    }
    view.board.setProbabilities(new Map(), []);
    if (off && !view.state?.end) view.say("Mine odds are off.");
  }

  // After a move the odds are others.
  refresh(over = false) {
    if (this.mapped) over ? this.showMap(false) : this.view.ask("probabilities");
  }

  showProbabilities(message) {
    if (!this.mapped) return;
    const cells = message.cells ?? [];
    const odds = new Map(cells.map((at, k) => [at, message.mine[k]]));
    this.view.board.setProbabilities(odds, message.best);
    // They also come after each move, where their text would hide what the move did.
    if (this.asked) this.view.say(message.text);
    this.asked = false;
  }

  count() {
    const { view } = this;
    const { board, cursor: at } = view;
    if (at < 0 || !view.state || !isNumber(board.look[at])) {
      view.say("Click an open number first, then count.");
      return;
    }
    this.hint = null;
    board.calm = view.fit.calm;
    const clue = board.look[at];
    const { found, hidden } = count(board, at);
    const known = counted(found, view.state.end ? "mine" : "flag");
    const left = view.state.end ? "" : ` and ${counted(hidden, "hidden cell")}: ${clue - found} left to find`;
    view.say(`The ${clue} at ${placeName(board, at)} has ${known}${left}.`);
  }
}
