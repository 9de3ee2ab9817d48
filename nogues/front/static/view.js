// The view of a game: it shows what the session sends, and asks for what the player does.
//
// `mount(root, send)` builds it in an element and returns the view; call its `receive`
// with each message of the session.  No rule of the game is here.  Parts with names of
// their own: the status line (status.js), hints and odds (advice.js), the keyboard
// (keys.js), mouse and touch (pointer.js), size and theme (fit.js), counter and clock
// (dials.js), the end of a game (ending.js), the choice of a new one (menu.js).

import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { Demo } from "./demo.js";
import { Dials } from "./dials.js";
import { build } from "./elements.js";
import { explode, revealEnd, showMoved } from "./ending.js";
import { Fit } from "./fit.js";
import { plant, pullOut } from "./flags.js";
import { listenKeys } from "./keys.js";
import { Menu } from "./menu.js";
import { makeWay, ripple } from "./opening.js";
import { listenPointer } from "./pointer.js";
import { Status } from "./status.js";
import { FLAG, HIDDEN, MINE } from "./tiles.js";
import { counted, lookName, placeName, resultText } from "./words.js";

class View {
  constructor(root, send, options) {
    this.send = send;
    this.options = options;
    this.parts = build(root);
    this.board = new Board(this.parts.canvas);
    this.menu = new Menu(this.parts, (newGame) => this.begin(newGame));
    this.status = new Status(this.parts.said);
    this.dials = new Dials(this);
    this.advice = new Advice(this);
    this.fit = new Fit(this);
    this.demo = new Demo(this);
    this.state = null;
    this.gone = false; // the last game is lost, and the player does not know yet
    this.cursor = -1;
    this.ending = new AbortController();
    this.#listen();
    if (options.start) this.menu.open(this.fit.calm);
  }

  // Messages from the session.

  receive(message) {
    if (this.demo.withholds(message)) return;
    if (message.kind === "compiling") {
      this.notice(message.text); // the answer is still to come
      return;
    }
    const old = message.game && this.state && message.game < this.state.game;
    if (old && message.kind !== "state") return; // the state has the current game
    const handlers = {
      state: () => this.#begin(message),
      changed: () => this.#change(message),
      hint: () => this.advice.showHint(message),
      probabilities: () => this.advice.showProbabilities(message),
      link: () => this.#showLink(message),
      error: () => this.say(message.text),
    };
    this.status.answered();
    handlers[message.kind]?.();
    const { dataset } = this.parts.root;
    dataset.received = String(Number(dataset.received ?? 0) + 1);
  }

  // Show a text in the status line, which screen readers speak.
  say(text) {
    this.status.say(text);
  }

  // Add a notice to the status line; "" removes it.
  notice(text) {
    this.status.notice(text);
  }

  // Take the keyboard focus; the browser draws no focus ring until a key is pressed.
  focus() {
    this.parts.field.focus({ preventScroll: true, focusVisible: false });
  }

  // Drop the game, as after a restart of the server, whose games count from 1 again.
  // Returns whether there was a game.
  forget() {
    this.gone = this.state !== null;
    this.state = null;
    this.status.answered();
    return this.gone;
  }

  #begin(message) {
    const fresh = !this.state || message.game !== this.state.game;
    this.state = message;
    this.advice.hint = null;
    this.board.begin(message.width, message.height, message.cells);
    if (message.end) revealEnd(this.board, message.end);
    if (fresh) this.cursor = -1;
    const size = `${message.width} by ${message.height}, ${counted(message.mines, "mine")}`;
    this.parts.field.setAttribute("aria-label", `Minesweeper board, ${size}`);
    this.menu.show(message.new_game);
    this.fit.measure();
    this.#standing(message);
    if (message.status === "ready" && message.start !== null) {
      this.board.mark(message.start, "start");
    }
    if (message.end) this.say(resultText(this.board, message));
    else if (message.status === "playing") this.say("The game continues.");
    else if (message.status === "ready") this.#greet(message);
    this.gone = false;
    this.advice.refresh();
  }

  #greet({ start }) {
    const gone = this.gone ? "The previous game was lost.  " : "";
    this.say(gone + (start === null ? "Open any cell." : "Open the marked cell."));
  }

  #change(message) {
    const state = this.state;
    // A message is missing: ask for the whole state.
    if (!state || message.game !== state.game || message.revision > state.revision + 1) {
      this.ask("hello");
      return;
    }
    const { board } = this;
    const first = state.status === "ready" && message.status !== "ready";
    const done = message.cells.length > 0;
    Object.assign(state, message);
    if (done) this.advice.clear();
    message.cells.forEach((at, k) => (board.look[at] = message.values[k]));
    board.calm = this.fit.calm;
    if (message.move === "flag") {
      const on = message.values[0] === FLAG;
      if (done) (on ? plant : pullOut)(board, message.cells);
      if (done) this.say(`${on ? "Flag placed on" : "Flag removed from"} ${placeName(board, message.at)}.`);
    } else if (done) {
      this.#opened(message, first);
    }
    this.#standing(message);
    if (done && message.end) this.say(resultText(board, message));
    if (done) this.advice.refresh(message.end !== null);
  }

  #opened(message, first) {
    const { board } = this;
    const wait = first ? makeWay(board, message.at, message.moved ?? []) : 0;
    if (message.status === "lost") {
      const safe = message.cells.map((at, k) => [at, message.distance[k]]);
      const kept = safe.filter(([at]) => board.look[at] !== MINE);
      ripple(board, kept.map(([at]) => at), kept.map(([, far]) => far));
      explode(board, message.end);
      return;
    }
    ripple(board, message.cells, message.distance, wait, board.rippleStep);
    if (message.flagged.length) {
      message.flagged.forEach((at) => (board.look[at] = FLAG));
      const from = message.at;
      plant(board, message.flagged, message.flagged.map((at) => 25 * board.steps(at, from)));
    }
    const moved = message.moved?.length;
    const away = moved ? `${counted(moved, "mine")} moved away.  ` : "";
    const cells = message.cells.length;
    this.say(
      cells === 1
        ? `${away}${placeName(board, message.at)}: ${lookName(board.look[message.cells[0]])}.`
        : `${away}${cells} cells opened.`,
    );
  }

  #standing(message) {
    this.dials.show(message);
    this.parts.root.dataset.status = message.status;
  }

  async #showLink(message) {
    const text = this.options.link ? this.options.link(message) : message.code;
    try {
      await navigator.clipboard.writeText(text);
      this.say(`Copied: ${text}`);
    } catch {
      this.say(text);
    }
  }

  // Actions of the player.

  ask(action, more = {}) {
    if (this.demo.feeding) return; // the scene has its own answers
    this.status.wait();
    this.send({ do: action, ...more });
  }

  begin(newGame) {
    this.menu.close();
    this.ask("new", newGame);
    this.parts.field.focus({ preventScroll: true });
  }

  move(action, at, more = {}) {
    if (this.state) this.ask(action, { game: this.state.game, at, ...more });
  }

  // A click opens a hidden cell and chords on an open number.
  click(at) {
    const look = this.board.look[at];
    if (look === HIDDEN) this.move("open", at);
    else if (look > 0 && look < 9) this.move("chord", at);
    else if (look === FLAG) this.say(`${placeName(this.board, at)} has a flag.`);
  }

  go(at, shown) {
    this.cursor = at;
    this.board.setFocus(shown ? at : -1);
    if (shown) this.fit.bring(at);
  }

  // The element was removed: end all timers and listeners.
  stop() {
    this.ending.abort();
    this.fit.stop();
    this.dials.stop();
    this.status.stop();
    this.board.stop();
    this.menu.close();
  }

  #listen() {
    const { parts, advice, fit } = this;
    const { signal } = this.ending;
    const turn = () => this.menu.isOpen && this.menu.turn(fit.calm);
    const on = (part, action) => part.addEventListener("click", action);
    on(parts.restart, () => this.ask("restart"));
    on(parts.fresh, () => {
      this.menu.open(fit.calm);
      parts.menu.size.focus(); // the button is hidden now
    });
    on(parts.hint, () => this.ask("hint"));
    on(parts.next, () => advice.next());
    on(parts.probabilities, () => advice.showMap(!advice.mapped));
    on(parts.count, () => advice.count());
    on(parts.share, () => this.ask("share"));
    on(parts.zoom, () => fit.toggle());
    listenPointer(parts.canvas, this.board, {
      playing: () => Boolean(this.state && !this.state.end),
      go: (at) => this.go(at, false),
      click: (at) => this.click(at),
      flag: (at) => this.move("flag", at),
    });
    listenKeys(this);
    parts.field.addEventListener("blur", () => this.board.look && this.board.setFocus(-1));
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.state && this.board.clock.live) this.board.settle();
      this.dials.tick();
      turn();
    }, { signal });
    fit.listen(signal, turn);
  }
}

export function mount(root, send, options = {}) {
  return new View(root, send, options);
}
