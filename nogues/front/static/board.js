// The board on one canvas, at rest and with animations.
//
// `look` is the current state.  `still` is a hidden canvas with the board at rest.  Each
// frame restores from it what the last frame painted over, then lets the animations
// paint.  So a frame costs only what moves.  No frame is requested when nothing moves.

import { Clock } from "./clock.js";
import { tint } from "./colours.js";
import { BARE_FLAG, FLAG, HIDDEN, PRESS, Tiles } from "./tiles.js";

const MOST_PIXELS = 16e6;

export class Board {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.still = document.createElement("canvas");
    this.stillPen = this.still.getContext("2d", { alpha: false });
    this.clock = new Clock();
    this.width = this.height = 0;
    this.calm = false; // reduced motion: no animations
    this.palette = null;
    this.moving = []; // animations: frame(now) returns whether it continues
    this.touched = [];
    this.request = 0;
    this.frames = 0; // total drawn, for tests
    this.#forget();
  }

  #forget() {
    this.marks = new Map(); // cell -> {kind, text}
    this.probabilities = new Map(); // cell -> probability
    this.best = new Set();
    this.focus = -1;
    this.pressed = new Set();
  }

  begin(width, height, looks) {
    this.stop();
    this.#forget();
    this.width = width;
    this.height = height;
    this.look = Int8Array.from(looks);
    this.shown = Int8Array.from(looks);
  }

  // `side` is the largest side of a cell in CSS pixels; cells take whole device pixels.
  resize(side, palette) {
    const ratio = window.devicePixelRatio || 1;
    const most = Math.sqrt(MOST_PIXELS / (this.width * this.height));
    const size = Math.max(4, Math.min(Math.floor(side * ratio), Math.floor(most)));
    const [w, h] = [size * this.width, size * this.height];
    this.palette = palette;
    this.tiles = new Tiles(size, palette);
    this.size = size;
    this.ratio = ratio;
    for (const canvas of [this.canvas, this.still]) [canvas.width, canvas.height] = [w, h];
    this.canvas.style.width = `${w / ratio}px`;
    this.canvas.style.height = `${h / ratio}px`;
    this.settle();
  }

  // The cell under a point of the page, or -1.
  cellAt(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * this.width);
    const row = Math.floor(((y - box.top) / box.height) * this.height);
    const inside = row >= 0 && row < this.height && column >= 0 && column < this.width;
    return inside ? row * this.width + column : -1;
  }

  around(at) {
    const [row, column] = [Math.floor(at / this.width), at % this.width];
    const turns = [[-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1]];
    return turns
      .map(([r, c]) => [row + r, column + c])
      .filter(([r, c]) => r >= 0 && r < this.height && c >= 0 && c < this.width)
      .map(([r, c]) => r * this.width + c);
  }

  steps(one, other) {
    const rows = Math.floor(one / this.width) - Math.floor(other / this.width);
    return Math.max(Math.abs(rows), Math.abs((one % this.width) - (other % this.width)));
  }

  place(at) {
    return [(at % this.width) * this.size, Math.floor(at / this.width) * this.size];
  }

  // At rest.

  // Show the current state of a cell.
  rest(at) {
    this.shown[at] = this.look[at];
    this.repaint(at);
  }

  repaint(at) {
    if (!this.tiles) return;
    const [x, y] = this.place(at);
    // Paint twice instead of copying: if a canvas is written and read in turn, the browser
    // keeps a copy of all of it.
    this.#paint(this.stillPen, at, x, y);
    this.#paint(this.pen, at, x, y);
  }

  // End all animations at once.
  settle() {
    this.moving.forEach((part) => part.finish?.());
    this.stop();
    this.shown.set(this.look);
    if (!this.tiles) return;
    for (let at = 0; at < this.look.length; at++) {
      this.#paint(this.stillPen, at, ...this.place(at));
    }
    this.pen.drawImage(this.still, 0, 0);
  }

  mark(at, kind, text = "") {
    this.marks.set(at, { kind, text });
    this.repaint(at);
  }

  clearMarks() {
    const old = [...this.marks.keys()];
    this.marks.clear();
    this.moving = this.moving.filter((part) => !part.marks); // pending marks
    old.forEach((at) => this.repaint(at));
  }

  setProbabilities(probabilities, best) {
    const changed = new Set([...this.probabilities.keys(), ...probabilities.keys()]);
    this.probabilities = probabilities;
    this.best = new Set(best);
    changed.forEach((at) => this.repaint(at));
  }

  setFocus(at) {
    const old = this.focus;
    this.focus = at;
    if (old >= 0 && old < this.look.length) this.repaint(old);
    if (at >= 0) this.repaint(at);
  }

  press(cells) {
    const changed = [...this.pressed, ...cells];
    this.pressed = new Set(cells);
    changed.forEach((at) => this.repaint(at));
  }

  #paint(pen, at, x, y) {
    const look = this.shown[at];
    const s = this.size;
    this.tiles.draw(pen, look === HIDDEN && this.pressed.has(at) ? PRESS : look, x, y);
    if (this.probabilities.has(at) && (look === HIDDEN || look === FLAG)) this.#probability(pen, at, x, y);
    if (this.best.has(at) && look === HIDDEN) this.#ring(pen, x, y, this.palette.safe, 0.08, 0.06);
    const mark = this.marks.get(at);
    if (mark) this.#mark(pen, mark, x, y);
    if (at === this.focus) {
      this.#ring(pen, x, y, this.palette.open, 0.1, 0.16);
      this.#ring(pen, x, y, this.palette.focus, 0.06, 0.1);
    }
  }

  #probability(pen, at, x, y) {
    const s = this.size;
    const probability = this.probabilities.get(at);
    pen.fillStyle = tint(probability);
    pen.beginPath();
    pen.roundRect(x, y, s - 1, s - 1, s * 0.12);
    pen.fill();
    if (this.shown[at] === FLAG) this.tiles.draw(pen, BARE_FLAG, x, y);
    if (s / this.ratio < 19 || this.shown[at] === FLAG || this.marks.has(at)) return;
    const sure = probability === 0 || probability === 1;
    const percent = Math.min(99, Math.max(1, Math.round(100 * probability)));
    pen.fillStyle = this.palette.tintText;
    pen.font = `600 ${Math.round(s * 0.36)}px system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(sure ? String(100 * probability) : String(percent), x + s / 2, y + s * 0.52);
  }

  #ring(pen, x, y, colour, inset, thick, dash = []) {
    const s = this.size;
    const gap = s * (inset + thick / 2);
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(1.5, s * thick);
    pen.setLineDash(dash.map((part) => part * s));
    pen.beginPath();
    pen.roundRect(x + gap - s * 0.03, y + gap - s * 0.03, s - 2 * gap, s - 2 * gap, s * 0.12);
    pen.stroke();
    pen.setLineDash([]);
  }

  #mark(pen, { kind, text }, x, y) {
    const s = this.size;
    const colour = { clue: "clue", safe: "safe", mine: "danger", guess: "guess", start: "safe" }[kind];
    const ink = this.palette[colour ?? "count"];
    this.#ring(pen, x, y, ink, 0.05, 0.09, kind === "guess" || kind === "mine" ? [0.2, 0.12] : []);
    const filled = kind === "count" && text && text !== "?"; // keep the flag visible
    const [middle, base] = [x + s * (filled ? 0.7 : 0.485), y + s * (filled ? 0.66 : 0.485)];
    if (kind === "safe" || kind === "start") {
      pen.fillStyle = ink;
      pen.beginPath();
      pen.arc(middle, base, s * 0.13, 0, 7);
      pen.fill();
    } else if (text || kind === "mine" || kind === "guess") {
      const sign = text || (kind === "mine" ? "!" : "?");
      pen.font = `700 ${Math.round(s * (filled ? 0.4 : 0.46))}px system-ui, "DejaVu Sans", sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.lineWidth = s * 0.14;
      pen.lineJoin = "round";
      pen.strokeStyle = this.palette.open;
      pen.strokeText(sign, middle, base + s * 0.03);
      pen.fillStyle = ink;
      pen.fillText(sign, middle, base + s * 0.03);
    }
  }

  // Animations.

  move(part) {
    this.moving.push(part);
    this.#wake();
  }

  // Ask for a frame; a scene's clock draws by itself.
  #wake() {
    if (this.request || !this.clock.live) return;
    this.request = requestAnimationFrame((now) => this.draw(now));
  }

  stop() {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.moving = [];
    this.touched = [];
  }

  // An animation has painted here, so the next frame must restore it.
  touch(x, y, width, height) {
    this.touched.push([x, y, width, height]);
  }

  // Draw one frame at once.
  draw(now) {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.frames += 1;
    const { width, height } = this.canvas;
    for (const [x, y, w, h] of this.touched) {
      const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
      const right = Math.min(width, Math.ceil(x + w));
      const bottom = Math.min(height, Math.ceil(y + h));
      if (right <= left || bottom <= top) continue;
      const box = [left, top, right - left, bottom - top];
      this.pen.drawImage(this.still, ...box, ...box);
    }
    this.restored = this.touched.length > 0; // what was painted there was erased
    this.touched = [];
    const parts = this.moving;
    this.moving = [];
    const left = parts.filter((part) => part.frame(now, this));
    this.moving = [...left, ...this.moving];
    if (this.moving.length || this.touched.length) this.#wake();
  }
}
