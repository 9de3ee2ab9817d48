// The view of a game: buttons, clicks, keys and the status line.
//
// `mount(root, send)` builds it in an element and returns the view; call its `receive`
// with each message of the session.  No rule of the game is here: the view only shows
// what the session sends.

import { Board } from "./board.js";
import { PALETTES } from "./colours.js";
import { build, roll } from "./elements.js";
import { blast, count, inTurn, makeWay, plant, pullOut, ripple } from "./motion.js";
import { Menu } from "./menu.js";
import { listenPointer } from "./pointer.js";
import { FLAG, HIDDEN, HIT, MINE, WRONG } from "./tiles.js";

const LARGEST_CELL = 32;
const FULL_CELL = 32;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class View {
  constructor(root, send, options) {
    this.send = send;
    this.options = options;
    this.parts = build(root);
    this.board = new Board(this.parts.canvas);
    this.menu = new Menu(this.parts, (newGame) => this.#new(newGame));
    this.state = null;
    this.moment = 0;
    this.text = this.compiling = ""; // the two parts of the status line
    this.pause = 0;
    this.gone = false; // the last game is lost, and the player does not know yet
    this.cursor = -1;
    this.hint = null;
    this.mapped = false; // the probabilities are shown
    this.asked = false; // the player asked for them, so their text is shown too
    this.full = false;
    this.clockBase = 0;
    this.timer = 0;
    this.ending = new AbortController();
    this.width = 0;
    this.#listen();
    if (options.start) this.menu.open(this.#calm());
  }

  // Messages from the session.

  receive(message) {
    if (message.kind === "compiling") {
      this.notice(message.text); // the answer is still to come
      return;
    }
    const old = message.game && this.state && message.game < this.state.game;
    if (old && message.kind !== "state") return; // the state has the current game
    const handlers = {
      state: () => this.#begin(message),
      changed: () => this.#change(message),
      hint: () => this.#showHint(message),
      probabilities: () => this.#showProbabilities(message),
      link: () => this.#showLink(message),
      error: () => this.say(message.text),
    };
    clearTimeout(this.moment);
    handlers[message.kind]?.();
    this.parts.root.dataset.received = String(Number(this.parts.root.dataset.received ?? 0) + 1);
  }

  // Show a text in the status line, which screen readers speak.
  say(text) {
    const { said } = this.parts;
    this.text = text;
    const all = this.#all();
    // A screen reader ignores an unchanged text, so a repeated text gets a space.
    said.textContent = all && all === said.textContent ? `${all}\u00a0` : all;
  }

  #all() {
    return [this.text, this.compiling].filter(Boolean).join("  ");
  }

  // Add a notice to the status line; "" removes it.
  notice(text) {
    this.compiling = text;
    clearTimeout(this.pause);
    const show = () => this.parts.said.textContent.trim() !== this.#all() && this.say(this.text);
    // Kernels are compiled one after the other: no flicker between them.
    this.pause = setTimeout(show, text ? 0 : 300);
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
    clearTimeout(this.moment);
    return this.gone;
  }

  #begin(message) {
    const fresh = !this.state || message.game !== this.state.game;
    this.state = message;
    this.hint = null;
    this.board.begin(message.width, message.height, message.cells);
    if (message.end) this.#reveal(message.end);
    if (fresh) this.cursor = -1;
    const size = `${message.width} by ${message.height}, ${counted(message.mines, "mine")}`;
    this.parts.field.setAttribute("aria-label", `Minesweeper board, ${size}`);
    this.menu.show(message.new_game);
    this.#measure();
    this.#standing(message);
    if (message.status === "ready" && message.start !== null) {
      this.board.mark(message.start, "start");
    }
    if (message.end) this.say(this.#result(message));
    else if (message.status === "playing") this.say("The game continues.");
    else if (message.status === "ready") this.#greet(message);
    this.gone = false;
    if (this.mapped) this.#ask("probabilities");
  }

  #greet({ start }) {
    const gone = this.gone ? "The previous game was lost.  " : "";
    this.say(gone + (start === null ? "Open any cell." : "Open the marked cell."));
  }

  #change(message) {
    const state = this.state;
    // A message is missing: ask for the whole state.
    if (!state || message.game !== state.game || message.revision > state.revision + 1) {
      this.#ask("hello");
      return;
    }
    const { board } = this;
    const first = state.status === "ready" && message.status !== "ready";
    const done = message.cells.length > 0;
    Object.assign(state, message);
    if (done) this.#clearHint();
    message.cells.forEach((at, k) => (board.look[at] = message.values[k]));
    board.calm = this.#calm();
    if (message.move === "flag") {
      const on = message.values[0] === FLAG;
      if (done) (on ? plant : pullOut)(board, message.cells);
      if (done) this.say(`${on ? "Flag placed on" : "Flag removed from"} ${this.#name(message.at)}.`);
    } else if (done) {
      this.#opened(message, first);
    }
    this.#standing(message);
    if (done && message.end) this.say(this.#result(message));
    if (this.mapped && done) message.end ? this.#showMap(false) : this.#ask("probabilities");
  }

  #opened(message, first) {
    const { board } = this;
    const wait = first ? makeWay(board, message.at, message.moved ?? []) : 0;
    if (message.status === "lost") {
      const safe = message.cells.map((at, k) => [at, message.distance[k]]);
      const kept = safe.filter(([at]) => board.look[at] !== MINE);
      ripple(board, kept.map(([at]) => at), kept.map(([, far]) => far));
      this.#explode(message.end);
      return;
    }
    ripple(board, message.cells, message.distance, wait);
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
        ? `${away}${this.#name(message.at)}: ${this.#seen(message.cells[0])}.`
        : `${away}${cells} cells opened.`,
    );
  }

  // Show the mines and the wrong flags of a lost game.
  #reveal(end) {
    const { look } = this.board;
    const flagged = (at) => look[at] === FLAG;
    const mines = end.mines.filter((at) => !flagged(at));
    const far = new Map(end.mines.map((at, k) => [at, Math.max(0, end.blast[k])]));
    mines.forEach((at) => (look[at] = MINE));
    end.hit.forEach((at) => (look[at] = HIT));
    end.wrong.forEach((at) => (look[at] = WRONG));
    this.board.shown.set(look);
    return { mines, far };
  }

  #explode(end) {
    const shown = this.board.shown.slice();
    const { mines, far } = this.#reveal(end);
    this.board.shown.set(shown);
    const near = (at) => Math.min(...end.hit.map((hit) => this.board.steps(at, hit)));
    const cells = [...mines, ...end.wrong];
    const steps = [...mines.map((at) => far.get(at)), ...end.wrong.map(near)];
    blast(this.board, end.hit, cells, steps);
  }

  #standing(message) {
    const { parts } = this;
    roll(parts.counter, message.remaining, this.#calm());
    parts.counter.setAttribute("aria-label", `${counted(message.remaining, "mine")} left`);
    this.clockBase = performance.now() - message.elapsed;
    parts.root.dataset.status = message.status;
    this.#tick();
  }

  // The clock runs only while the page is visible.
  #tick() {
    clearTimeout(this.timer);
    if (!this.state) return;
    const running = this.state.status === "playing";
    const shown = running ? performance.now() - this.clockBase : this.state.elapsed;
    const seconds = Math.max(0, Math.floor(shown / 1000));
    this.parts.clock.textContent = String(seconds).padStart(3, "0");
    if (running && !document.hidden) {
      this.timer = setTimeout(() => this.#tick(), 1000 - (shown % 1000) + 5);
    }
  }

  #result({ status, elapsed, end }) {
    const percent = Math.round(100 * end.efficiency);
    const seconds = (elapsed / 1000).toFixed(2);
    const solved = end.solved < end.bbbv ? `${end.solved} of ${end.bbbv}` : end.bbbv;
    const measured = `3BV ${solved}, ${counted(end.clicks, "click")}, efficiency ${percent} %.`;
    if (status === "won") return `Won in ${seconds} s.  ${measured}`;
    const wrong = end.wrong.length;
    const flags = wrong ? `, ${counted(wrong, "wrong flag")}` : "";
    return `Lost after ${seconds} s: ${this.#name(end.hit[0])} is a mine${flags}.  ${measured}`;
  }

  #name(at) {
    return `(${Math.floor(at / this.board.width)}, ${at % this.board.width})`;
  }

  #seen(at) {
    const look = this.board.look[at];
    const words = { [HIDDEN]: "hidden", [FLAG]: "flag", [MINE]: "mine", [HIT]: "mine", [WRONG]: "wrong flag" };
    return words[look] ?? (look === 0 ? "empty" : String(look));
  }

  // Hints, probabilities, counting, links.

  #clearHint() {
    this.hint = null;
    this.board.clearMarks();
  }

  #showHint(message) {
    this.#clearHint();
    if (message.of === "none") return; // keep the result of the game in the status line
    this.board.calm = this.#calm();
    this.hint = message;
    const clues = message.clues.map((at) => () => this.board.mark(at, "clue"));
    const cells = message.cells.map((at) => () => this.board.mark(at, message.of));
    inTurn(this.board, [...clues, ...cells], 90);
    if (message.cells.length) this.#bring(message.cells[0]);
    this.say(message.text);
  }

  // Follow the hint, then ask for the next one.
  #next() {
    const { hint, state } = this;
    if (!state || state.end) return;
    if (hint && hint.of !== "guess" && hint.of !== "none") {
      const open = (at) => this.#move("open", at);
      const flag = (at) => this.#move("flag", at, { on: true });
      hint.cells.forEach((at) => {
        if (this.board.look[at] === FLAG && hint.of === "safe") this.#move("flag", at, { on: false });
        hint.of === "safe" ? open(at) : flag(at);
      });
    }
    this.#ask("hint");
  }

  #showMap(on) {
    this.mapped = this.asked = on;
    this.parts.probabilities.setAttribute("aria-pressed", String(on));
    if (on) this.#ask("probabilities");
    else this.board.setProbabilities(new Map(), []);
  }

  #showProbabilities(message) {
    if (!this.mapped) return;
    const cells = message.cells ?? [];
    this.board.setProbabilities(new Map(cells.map((at, k) => [at, message.mine[k]])), message.best);
    // They also come after each move, where their text would hide what the move did.
    if (this.asked) this.say(message.text);
    this.asked = false;
  }

  #count() {
    const at = this.cursor;
    if (at < 0 || !this.state || this.board.look[at] < 1 || this.board.look[at] > 8) {
      this.say("Click an open number first, then count.");
      return;
    }
    this.hint = null;
    this.board.calm = this.#calm();
    const clue = this.board.look[at];
    const { found, hidden } = count(this.board, at);
    const known = counted(found, this.state.end ? "mine" : "flag");
    const left = this.state.end ? "" : ` and ${counted(hidden, "hidden cell")}: ${clue - found} left to find`;
    this.say(`The ${clue} at ${this.#name(at)} has ${known}${left}.`);
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

  #ask(action, more = {}) {
    clearTimeout(this.moment);
    this.moment = setTimeout(() => this.say("One moment."), 700);
    this.send({ do: action, ...more });
  }

  #new(newGame) {
    this.menu.close();
    this.#ask("new", newGame);
    this.parts.field.focus({ preventScroll: true });
  }

  #move(action, at, more = {}) {
    if (this.state) this.#ask(action, { game: this.state.game, at, ...more });
  }

  // A click opens a hidden cell and chords on an open number.
  #click(at) {
    const look = this.board.look[at];
    if (look === HIDDEN) this.#move("open", at);
    else if (look > 0 && look < 9) this.#move("chord", at);
    else if (look === FLAG) this.say(`${this.#name(at)} has a flag.`);
  }

  #go(at, shown) {
    this.cursor = at;
    this.board.setFocus(shown ? at : -1);
    if (shown) this.#bring(at);
  }

  // Scroll a cell into view, whichever element scrolls.
  #bring(at) {
    const { board, parts } = this;
    const side = parts.canvas.offsetWidth / board.width;
    const { style } = parts.spot;
    style.width = style.height = style.scrollMargin = `${side}px`;
    style.left = `${parts.canvas.offsetLeft + (at % board.width) * side}px`;
    style.top = `${parts.canvas.offsetTop + Math.floor(at / board.width) * side}px`;
    parts.spot.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // The element was removed: end all timers and listeners.
  stop() {
    this.ending.abort();
    this.watcher.disconnect();
    this.themes.disconnect();
    clearTimeout(this.timer);
    clearTimeout(this.moment);
    clearTimeout(this.pause);
    this.board.stop();
    this.menu.close();
  }

  #listen() {
    const { parts } = this;
    const { signal } = this.ending;
    const on = (part, action) => part.addEventListener("click", action);
    on(parts.restart, () => this.#ask("restart"));
    on(parts.fresh, () => {
      this.menu.open(this.#calm());
      parts.menu.size.focus(); // the button is hidden now
    });
    on(parts.hint, () => this.#ask("hint"));
    on(parts.next, () => this.#next());
    on(parts.probabilities, () => this.#showMap(!this.mapped));
    on(parts.count, () => this.#count());
    on(parts.share, () => this.#ask("share"));
    on(parts.zoom, () => {
      this.full = !this.full;
      parts.zoom.setAttribute("aria-pressed", String(this.full));
      this.#measure();
    });
    listenPointer(parts.canvas, this.board, {
      playing: () => Boolean(this.state && !this.state.end),
      go: (at) => this.#go(at, false),
      click: (at) => this.#click(at),
      flag: (at) => this.#move("flag", at),
    });
    parts.root.addEventListener("keydown", (event) => this.#key(event));
    parts.field.addEventListener("blur", () => this.board.look && this.board.setFocus(-1));
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.state) this.board.settle();
      this.#tick();
      if (this.menu.isOpen) this.menu.turn(this.#calm());
    }, { signal });
    this.watcher = new ResizeObserver(() => {
      if (Math.abs(parts.field.clientWidth - this.width) > 1) this.#measure();
    });
    this.watcher.observe(parts.field);
    // Notebooks give their theme in these attributes.
    this.themes = new MutationObserver(() => this.#measure());
    const attributeFilter = ["data-jp-theme-light", "data-vscode-theme-kind"];
    this.themes.observe(document.body, { attributeFilter });
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
      matchMedia(query).addEventListener("change", () => {
        this.#measure();
        if (this.menu.isOpen) this.menu.turn(this.#calm());
      }, { signal });
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inField = event.target === this.parts.field;
    const writes = event.target.matches("select, input");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Escape" && this.menu.isOpen) {
      this.menu.close();
      this.parts.field.focus();
      return;
    }
    if (!this.state || this.menu.isOpen || writes) return;
    const actions = {
      Enter: () => this.#click(this.cursor),
      " ": () => this.#click(this.cursor),
      f: () => this.#move("flag", this.cursor),
      h: () => this.#ask("hint"),
      n: () => this.#next(),
      p: () => this.#showMap(!this.mapped),
      c: () => this.#count(),
      r: () => this.#ask("new", this.menu.same()),
    };
    const arrow = ARROWS[key];
    if (!arrow && !actions[key]) return;
    // Letters work on the whole page, so also after a click on a button.
    if (!inField && !/^[a-z]$/.test(key)) return;
    event.preventDefault();
    // Jupyter has its own shortcuts.
    event.stopPropagation();
    if (event.repeat && !arrow) return; // a held key acts once
    const { width, height } = this.board;
    const middle = this.state.start ?? Math.floor(height / 2) * width + Math.floor(width / 2);
    const fresh = this.cursor < 0;
    if (fresh) this.cursor = middle;
    if (arrow && !fresh) {
      const row = Math.min(height - 1, Math.max(0, Math.floor(this.cursor / width) + arrow[0]));
      const column = Math.min(width - 1, Math.max(0, (this.cursor % width) + arrow[1]));
      this.cursor = row * width + column;
    }
    this.#go(this.cursor, true);
    if (arrow) this.say(`${this.#name(this.cursor)}: ${this.#seen(this.cursor)}.`);
    else actions[key]();
  }

  // Size and theme.

  #calm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  #dark() {
    const body = document.body.dataset;
    if (body.jpThemeLight) return body.jpThemeLight === "false";
    if (body.vscodeThemeKind) return body.vscodeThemeKind.includes("dark");
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  #measure() {
    const { parts, board } = this;
    const dark = this.#dark();
    parts.root.dataset.theme = dark ? "dark" : "light";
    this.width = parts.field.clientWidth;
    if (!this.state || !this.width) return;
    const fit = Math.min(LARGEST_CELL, this.width / board.width);
    parts.zoom.hidden = fit >= 24;
    board.calm = this.#calm();
    board.resize(this.full ? FULL_CELL : fit, PALETTES[dark ? "dark" : "light"]);
  }
}

function counted(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

export function mount(root, send, options = {}) {
  return new View(root, send, options);
}
