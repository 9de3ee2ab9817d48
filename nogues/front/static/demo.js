// The demonstration: nine scenes that play by themselves on the player's board.
//
// The session sends a scene in beats, on demand: timed messages of a real game, and some
// of the demonstration alone.  They are fed to the view at their times, by a clock that
// can be stopped and set.  What is drawn depends on the scene, its seed and that clock
// only.  The player's own game waits in the session.

import { Clock, SceneClock } from "./clock.js";
import { DemoBar, SCENES } from "./demo_bar.js";
import { Hand } from "./hand.js";
import { OF_THE_CELL } from "./keys.js";
import { leave } from "./opening.js";
import { scan } from "./scan.js";
import { sonar } from "./sonar.js";

const REST = 1600; // ms between scenes
const SOON = 600; // ms of a thing that N shows while the clock stands
const RIPPLE = 100; // ms per step of an opening

export class Demo {
  constructor(view) {
    this.view = view;
    this.clock = new SceneClock((ms) => this.#frame(ms));
    this.hand = new Hand();
    this.bar = null;
    this.isOn = false;
    this.feeding = false; // the view shows a message of the scene, not of the session
    this.#drop();
  }

  // Forget the scene.
  #drop() {
    this.number = 0;
    this.scene = null; // the first beat: title, text, starts, until
    this.messages = [];
    this.beats = 0; // that have come
    this.asked = false; // for the next one
    this.fed = 0;
    this.goal = null; // {ms, done}: a time to be set, once the beats have come
    this.taking = null; // what to do once the game is the player's
  }

  // Play a scene; its seed is the usual one by default.
  start(number = 1, seed = null) {
    if (!this.isOn) this.#open();
    const { board, fit } = this.view;
    this.#drop();
    this.number = number;
    this.seed = seed;
    board.calm = fit.calm;
    this.#rewind();
    if (fit.calm) this.goal = { ms: Infinity };
    else this.clock.run();
    this.#ask();
  }

  #open() {
    const { view } = this;
    const { board, parts, menu, advice } = view;
    this.bar ??= new DemoBar(this, parts);
    const { status, help } = view.state ?? {};
    this.leaves = status === "playing" && !help.includes("demo"); // the player's own game
    this.isOn = true;
    this.fromMenu = menu.isOpen;
    menu.close();
    if (advice.mapped) advice.showMap(false);
    parts.said.setAttribute("aria-live", "off");
    board.stop();
    board.clock = this.clock;
    board.rippleStep = RIPPLE;
    this.bar.open();
    view.focus();
  }

  #close() {
    const { board, parts, advice } = this.view;
    this.clock.pause();
    this.isOn = false;
    this.#drop();
    board.stop();
    board.clock = new Clock();
    board.rippleStep = null;
    advice.mapped = false;
    parts.said.setAttribute("aria-live", "polite");
    this.bar.close();
    this.#leaveState();
  }

  // Back to the player's own game, or to the menu.
  stop() {
    if (!this.isOn) return;
    const { view, fromMenu } = this;
    this.#close();
    view.ask("hello");
    if (fromMenu) view.menu.open(view.fit.calm);
    else view.focus();
  }

  // The game of the scene becomes the player's as it stands; `then` is done after that.
  takeOver(then = () => {}) {
    if (!this.isOn || this.taking) return;
    if (!this.scene) {
      this.stop();
      return;
    }
    this.clock.pause();
    if (this.leaves) {
      this.#paint();
      this.view.dialogs.ask("Leave your own game for this one?", "Play from here", () => {
        this.leaves = false;
        this.takeOver(then);
      });
      return;
    }
    this.taking = then;
    const clock = Math.floor(Math.min(this.clock.now(), this.scene.until));
    const { number, scene } = this;
    this.view.ask("take_over", { number, seed: scene.seed, clock });
  }

  // Look at a message of the session; returns whether the view should not see it.
  withholds(message) {
    if (!this.isOn || this.feeding) return false;
    if (message.kind === "beat") {
      this.receive(message);
      return true;
    }
    if (message.kind === "error") {
      this.stop();
      return false;
    }
    if (message.kind === "state" && !this.taking) this.asked = false; // connected again
    if (message.kind === "compiling" && !this.scene) this.bar.say(message.text);
    if (message.kind !== "state" || !this.taking) return message.kind !== "compiling";
    const then = this.taking;
    this.#close();
    this.view.receive(message);
    this.view.focus();
    then();
    return true;
  }

  receive(beat) {
    if (!this.isOn || beat.scene !== this.number || beat.beat !== this.beats) return;
    if (this.seed !== null && beat.seed !== this.seed) return;
    if (!this.scene) {
      this.scene = beat;
      this.bar.scene(this.number, beat.title);
    }
    this.beats += 1;
    this.asked = false;
    this.messages.push(...beat.messages);
    if (this.goal) this.#seek();
    else if (!this.clock.runs) this.#show(this.clock.now());
  }

  // Ask for the beat that the clock has reached; a client holds nothing of later ones.
  #ask() {
    if (this.asked) return;
    this.asked = true;
    const { number, seed, beats } = this;
    this.view.send({ do: "scene", number, beat: beats, ...(seed === null ? {} : { seed }) });
  }

  // Feed the messages up to a time.  Returns whether all of them have come.
  #play(to) {
    if (!this.scene) return false;
    const { starts } = this.scene;
    const known = this.beats < starts.length ? starts[this.beats] : Infinity;
    const limit = Math.min(to, known - 0.001); // that moment needs the beat
    while (this.fed < this.messages.length && this.messages[this.fed][0] <= limit) {
      const [at, message] = this.messages[this.fed++];
      this.clock.set(at);
      this.view.board.advance(at);
      this.#feed(at, message);
    }
    this.clock.set(limit);
    if (to >= known) this.#ask();
    return to < known;
  }

  #feed(at, message) {
    const { view, hand } = this;
    const { board, advice } = view;
    const own = {
      caption: () => this.bar.say(message.text),
      pointer: () => hand.go(board, message.at, this.#arrival(at)),
      leave: () => leave(board, message.from, message.to),
      scan: () => scan(board, message.cells, message.each),
      sonar: () => sonar(board, message.turn),
    }[message.kind];
    if (own) {
      own();
      return;
    }
    this.feeding = true;
    if (message.kind === "probabilities") advice.mapped = true;
    else if (message.kind === "changed") this.#move(at);
    view.receive(structuredClone(message)); // the view keeps and changes it
    advice.asked = false;
    if (message.kind === "state") board.move(hand);
    this.feeding = false;
  }

  // A move is seen: the odds were those before it.
  #move(at) {
    const { board, advice } = this.view;
    this.hand.press(at);
    advice.mapped = false;
    board.setProbabilities(new Map(), []);
  }

  // When the hand is where it goes: at the next move.
  #arrival(now) {
    const move = this.messages.slice(this.fed).find(([at, { kind }]) => kind === "changed" && at > now);
    const start = this.scene.starts.find((at) => at > now);
    return Math.min(move?.[0] ?? Infinity, start ?? Infinity, now + 1500);
  }

  // One frame of the running clock.
  #frame(ms) {
    if (!this.scene) return;
    const { until } = this.scene;
    const ended = this.clock.now() >= until;
    this.#show(ms);
    if (!ended && this.clock.now() >= until) this.bar.speak(this.scene.text);
    if (ms >= until + REST) this.start((this.number % SCENES) + 1);
  }

  #show(ms) {
    const done = this.#play(ms);
    this.#paint();
    return done;
  }

  #paint() {
    const { view, clock, bar } = this;
    view.board.draw(clock.now());
    view.dials.tick();
    bar.show(this.scene ? clock.now() / this.scene.until : 0, clock.runs || view.board.calm);
  }

  // Paint exactly the moment `ms` of the scene, from its begin.  Resolves when painted.
  set(ms) {
    this.clock.pause();
    this.#rewind();
    return new Promise((done) => {
      this.goal = { ms, done };
      this.#seek();
    });
  }

  #seek() {
    if (!this.scene) return;
    const { goal } = this;
    const ms = Math.min(goal.ms, this.scene.until);
    if (!this.#play(ms)) return; // a beat will come
    this.goal = null;
    this.#paint();
    if (ms >= this.scene.until) this.bar.speak(this.scene.text);
    goal.done?.();
  }

  #rewind() {
    this.fed = 0;
    this.clock.set(0);
    this.hand.forget();
    this.view.board.stop();
    this.view.parts.counter.places = null;
    this.#leaveState();
    this.bar.say("");
    this.bar.speak("");
  }

  // The next state begins another game.
  #leaveState() {
    this.view.state = null;
    this.view.status.answered();
  }

  // What the buttons and keys do.

  toggle() {
    if (this.view.board.calm) return;
    if (this.clock.runs) this.clock.pause();
    else this.clock.run();
    this.#paint();
  }

  restart() {
    if (this.view.board.calm) {
      this.start(this.number, this.seed);
      return;
    }
    this.#rewind();
    this.clock.run();
  }

  // Go on to the next step: what a caption or a beat begins with.
  next() {
    if (!this.scene) return;
    const now = this.clock.now();
    const { starts, until } = this.scene;
    if (this.view.board.calm || now >= until) {
      const { runs } = this.clock;
      this.start((this.number % SCENES) + 1);
      if (!runs) this.clock.pause();
      return;
    }
    const captions = this.messages.filter(([, { kind }]) => kind === "caption");
    const times = [...captions.map(([at]) => at), ...starts, until].sort((a, b) => a - b);
    const gap = 350; // what follows at once belongs to the thing before
    const then = times.find((at) => at > now + (this.clock.runs ? 1 : gap)) ?? until;
    const after = times.find((at) => at > then + gap) ?? until;
    const to = this.clock.runs ? then : Math.min(then + SOON, Math.max(then, after - 1));
    if (this.clock.runs) {
      this.#show(to);
      return;
    }
    this.goal = { ms: to };
    this.#seek();
  }

  // Returns whether the key is one of the demonstration.
  key(key, event) {
    const keys = {
      Escape: () => this.stop(),
      p: () => this.toggle(),
      n: () => this.next(),
      r: () => this.restart(),
    };
    const scene = /^[1-9]$/.test(key) ? () => this.start(Number(key)) : null;
    const ofCell = OF_THE_CELL.includes(key) || key.startsWith("Arrow");
    const onBoard = event.target === this.view.parts.field;
    const action = keys[key] ?? scene ?? (ofCell && onBoard ? () => this.#point() : null);
    if (!action) return false;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) action();
    return true;
  }

  // Take over with a key that needs a cell: show where the player is, as arrows do.
  #point() {
    const { field } = this.view.parts;
    const event = new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true });
    this.takeOver(() => field.dispatchEvent(event));
  }
}
