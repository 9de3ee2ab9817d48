// The view of a game: it shows what the session sends, and asks for what the player does.
//
// `mount(root, send)` builds it in an element and returns the view; call its `receive`
// with each message of the session.  No rule of the game is here.  Parts with names of
// their own: the status line (status.js), hints and odds (advice.js), what buttons do
// (actions.js), the keyboard (keys.js), mouse and touch (pointer.js), size and theme
// (fit.js), counter and clock (dials.js), the end of a game (ending.js), best times
// (records.js), the choice of a new game (menu.js), and panels over the page (dialogs.js).

import { listenButtons, makeActions } from "./actions.js";
import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { Demo } from "./demo.js";
import { Dialogs } from "./dialogs.js";
import { Dials } from "./dials.js";
import { build } from "./elements.js";
import { explode, revealEnd, showMoved } from "./ending.js";
import { Fit } from "./fit.js";
import { plant, pullOut } from "./flags.js";
import { listenKeys } from "./keys.js";
import { Menu, buildMenu } from "./menu.js";
import { makeWay, ripple } from "./opening.js";
import { listenPinch } from "./pinch.js";
import { listenPointer } from "./pointer.js";
import { Questions } from "./questions.js";
import { Records } from "./records.js";
import { Settings } from "./settings.js";
import { shareContent } from "./share.js";
import { Statistics } from "./statistics.js";
import { Status } from "./status.js";
import { FLAG, HIDDEN, MINE, QUESTION, isNumber } from "./tiles.js";
import { celebrate } from "./wave.js";
import { capital, counted, lookName, placeName, resultText } from "./words.js";

// What the player waits for, if it takes long.
const WAITING = {
  new: "Making a new board.",
  restart: "Making the board again.",
  open: "Making the board.",
  hint: "Looking for a hint.",
  probabilities: "Working out the odds.",
  share: "Getting the link.",
  undo: "Undoing the move.",
};

class View {
  // `options`: notebook, whether the page is a cell of one; link(message), the address
  // of a board; start, whether to begin with the menu.
  constructor(root, send, options) {
    this.send = send;
    this.options = options;
    this.ending = new AbortController();
    const { signal } = this.ending;
    const parts = buildMenu();
    this.parts = build(root, parts.panel);
    this.parts.menu = parts;
    root.dataset.place = options.notebook ? "notebook" : "page";
    this.board = new Board(this.parts.canvas);
    this.settings = new Settings(() => this.#set(), signal);
    this.dialogs = new Dialogs(root, () => this.focus());
    this.actions = makeActions(this);
    this.menu = new Menu(root, parts, this.actions.begin);
    this.status = new Status(this.parts.said);
    this.dials = new Dials(this);
    this.advice = new Advice(this);
    this.questions = new Questions(this);
    this.records = new Records();
    this.statistics = new Statistics(this.records, this.dialogs);
    this.fit = new Fit(this);
    this.demo = new Demo(this);
    this.state = null;
    this.watched = false; // the demonstration that the session wants has been shown
    this.gone = false; // the last game is lost, and the player does not know yet
    this.flagMode = false; // a tap sets a flag
    this.cursor = -1;
    this.#listen(signal);
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
      link: () => this.dialogs.open("share", "Share this board", ...shareContent(message, this.options.link)),
      error: () => this.#refuse(message),
    };
    this.status.answered();
    handlers[message.kind]?.();
    if (message.help && this.state) this.state.help = message.help;
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

  #refuse(message) {
    if (this.menu.pending) this.menu.refuse(capital(message.text), message.field);
    else this.say(capital(message.text));
  }

  #begin(message) {
    const { board, parts } = this;
    const fresh = !this.state || message.game !== this.state.game;
    this.state = message;
    this.advice.hint = null;
    board.begin(message.width, message.height, message.cells);
    if (message.end) revealEnd(board, message.end);
    this.questions.begin(fresh);
    if (fresh) this.cursor = -1;
    const size = `${message.width} by ${message.height}, ${counted(message.mines, "mine")}`;
    parts.field.setAttribute("aria-label", `Minesweeper board, ${size}`);
    if (fresh && this.menu.pending) {
      this.menu.begun();
      this.focus();
    }
    this.menu.show(message.new_game);
    if (fresh) this.fit.reset();
    else this.fit.measure();
    this.#standing(message);
    if (message.status === "ready" && message.start !== null) {
      board.mark(message.start, "start");
      this.fit.bring(message.start);
    }
    this.#greet(message);
    this.gone = false;
    this.advice.refresh();
    if (message.end) this.#count(message);
    if (message.demo && !this.watched) {
      this.watched = true;
      this.demo.start(message.demo, message.demo_seed);
    }
  }

  #greet(message) {
    if (message.end) this.say(resultText(this.board, message));
    else if (message.undone) this.say("Move undone.");
    else if (message.status === "playing") this.say("The game continues.");
    else if (message.status === "ready") {
      const gone = this.gone ? "The previous game is gone.  " : "";
      this.say(gone + (message.start === null ? "Open any cell." : "Open the marked cell."));
    }
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
    this.questions.forget(message.cells);
    board.calm = this.fit.calm;
    if (message.move === "flag") {
      if (done) this.#flagged(message);
    } else if (done) {
      this.#opened(message, first);
    }
    this.#standing(message);
    if (done && message.end) this.#finish(message);
    if (done) this.advice.refresh(message.end !== null);
  }

  #flagged({ at, cells, values }) {
    const { board } = this;
    const on = values[0] === FLAG;
    if (!on && this.questions.follow(at)) {
      this.say(`Question mark on ${placeName(board, at)}.`);
      return;
    }
    (on ? plant : pullOut)(board, cells);
    this.say(`${on ? "Flag placed on" : "Flag removed from"} ${placeName(board, at)}.`);
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
      this.questions.forget(message.flagged);
      const from = message.at;
      plant(board, message.flagged, message.flagged.map((at) => 25 * board.steps(at, from)));
    }
    const moved = message.moved?.length;
    const away = moved ? `${counted(moved, "mine")} moved away.  ` : "";
    const cells = message.cells.length;
    this.say(
      cells === 1
        ? `${away}${capital(placeName(board, message.at))}: ${lookName(board.look[message.cells[0]])}.`
        : `${away}${cells} cells opened.`,
    );
  }

  #standing(message) {
    this.dials.show(message);
    this.parts.root.dataset.status = message.status;
  }

  // The game has just ended.
  #finish(message) {
    this.say(resultText(this.board, message));
    if (message.status === "won") {
      celebrate(this.board, message.at);
      showMoved(this.board, message.end);
    }
    this.#count(message);
  }

  // Add the game to the statistics, once.
  async #count({ game, status, end, elapsed, help }) {
    if (this.demo.isOn || end.clicks < 2) return; // a board that opens at one click
    const { session } = this.parts.root.dataset;
    const { daily } = this.state.new_game;
    const best = await this.records.add({
      // A day has one board: it counts once, however often it is played.
      id: daily ? `daily ${daily}` : `${session ?? end.mines.join()}:${game}`.slice(-200),
      board: this.state.new_game,
      won: status === "won",
      helped: (help ?? []).length > 0,
      time: elapsed,
      speed: end.bbbv_per_second ?? 0,
    });
    if (best && this.state?.end === end) this.say(`${this.status.text}  Best time!`);
  }

  // Actions of the player.

  ask(action, more = {}) {
    if (this.demo.feeding) return; // the scene has its own answers
    this.status.wait(WAITING[action] ?? "Waiting for an answer.");
    this.send({ do: action, ...more });
  }

  // Do what belongs to play.  During a demonstration, the player takes over first.
  play(action) {
    if (this.demo.isOn) this.demo.takeOver(action);
    else action();
  }

  // Begin another game.  The menu is closed once it begins.
  begin(newGame) {
    if (this.menu.isOpen) this.menu.wait();
    this.ask("new", newGame);
  }

  openMenu() {
    if (this.demo.isOn) this.demo.stop();
    this.menu.open(this.fit.calm);
    this.parts.menu.size.focus({ focusVisible: false }); // the button is hidden now
  }

  leaveMenu() {
    this.menu.close();
    this.fit.measure();
    this.parts.field.focus({ preventScroll: true });
  }

  move(action, at, more = {}) {
    if (this.state) this.ask(action, { game: this.state.game, at, ...more });
  }

  // A click opens a hidden cell and chords on an open number.
  click(at) {
    const look = this.board.look[at];
    if (look === HIDDEN || look === QUESTION) this.move("open", at);
    else if (isNumber(look)) this.move("chord", at);
    else if (look === FLAG) this.say(`${capital(placeName(this.board, at))} has a flag.`);
  }

  chord(at) {
    if (isNumber(this.board.look[at])) this.move("chord", at);
  }

  // Set or remove a flag, or make it a question mark if the player wants these.
  flag(at, on) {
    const { board, questions, settings } = this;
    const look = board.look[at];
    if (!this.state || this.state.end) return;
    if (look >= 0 && look < 9) {
      this.say(`${capital(placeName(board, at))} is open: only hidden cells take a flag.`);
    } else if (on === undefined && questions.remove(at)) {
      this.say(`Question mark removed from ${placeName(board, at)}.`);
    } else {
      if (look === FLAG && on === undefined && settings.values.questions) questions.expect(at);
      this.move("flag", at, on === undefined ? {} : { on });
    }
  }

  // A tap, and a long press: in flag mode they change their parts.
  tap(at) {
    if (this.flagMode && this.#isCovered(at)) this.flag(at);
    else this.click(at);
  }

  hold(at) {
    if (this.flagMode && this.#isCovered(at)) this.click(at);
    else this.flag(at);
  }

  #isCovered(at) {
    return [HIDDEN, FLAG, QUESTION].includes(this.board.look[at]);
  }

  go(at, shown) {
    this.cursor = at;
    this.board.setFocus(shown ? at : -1);
    if (shown) this.fit.bring(at);
  }

  // A setting has changed.
  #set() {
    this.fit.measure();
    this.dials.tick();
  }

  // The element was removed: end all timers and listeners.
  stop() {
    this.ending.abort();
    this.demo.clock.pause();
    this.fit.stop();
    this.dials.stop();
    this.status.stop();
    this.board.stop();
    this.dialogs.close();
    this.menu.close();
  }

  #listen(signal) {
    const { parts, fit } = this;
    const turn = () => this.menu.isOpen && this.menu.turn(fit.calm);
    listenButtons(this);
    listenPointer(parts.canvas, this.board, {
      playing: () => Boolean(this.state && !this.state.end),
      go: (at) => this.go(at, false),
      click: (at) => this.play(() => this.click(at)),
      tap: (at) => this.play(() => this.tap(at)),
      hold: (at) => this.play(() => this.hold(at)),
      chord: (at) => this.play(() => this.chord(at)),
      flag: (at, on) => this.play(() => this.flag(at, on)),
    });
    listenPinch(parts.field, parts.canvas, fit);
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
