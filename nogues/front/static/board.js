// The board on one canvas, at rest and with animations.
//
// `look` is the state of the game, and `shown` what each cell shows at rest.  A frame
// first repaints the cells that the last frame painted over (`dirty`), then the animations
// paint.  So a frame costs only what moves, and its picture depends on the state and the
// clock alone, not on the frames before.  No frame is requested when nothing moves.

import { arrowOf, strokeArrow } from "./arrows.js";
import { Clock } from "./clock.js";
import { tint } from "./colours.js";
import { BARE_FLAG, FLAG, HIDDEN, PRESS, Tiles } from "./tiles.js";

const MOST_PIXELS = 16e6;

export class Board {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d", { alpha: false });
    this.clock = new Clock();
    this.width = this.height = 0;
    this.rippleStep = null; // ms per step of an opening; null: by its size
    this.calm = false; // reduced motion: no animations
    this.palette = null;
    this.moving = []; // animations, the lower layers first; see move()
    this.dirty = new Set(); // cells to paint again in the next frame
    this.restored = this.dirty; // cells that were painted again in this frame
    this.request = 0;
    this.frames = 0; // total drawn, for tests
    this.#forget();
  }

  #forget() {
    this.marks = new Map(); // cell -> {kind, text}
    this.fills = new Map(); // cell -> "shared" or "only", under its mark
    this.arrows = new Map(); // cell -> arrows that pass it
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
    // A board of many cells has fewer pixels than the screen, not smaller cells.
    const most = Math.floor(Math.sqrt(MOST_PIXELS / (this.width * this.height)));
    const ratio = Math.min(window.devicePixelRatio || 1, most / side);
    const size = Math.max(4, Math.floor(side * ratio + 1e-6));
    const [w, h] = [size * this.width, size * this.height];
    this.palette = palette;
    this.tiles = new Tiles(size, palette);
    this.size = size;
    this.ratio = ratio;
    [this.canvas.width, this.canvas.height] = [w, h];
    this.canvas.style.width = `${w / ratio}px`;
    this.canvas.style.height = `${h / ratio}px`;
    this.paintAll();
    if (this.moving.length) this.draw(this.clock.now());
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

  // The cells on the way from one to another, without the first.
  line(one, other) {
    const far = this.steps(one, other);
    const [row, column] = [Math.floor(one / this.width), one % this.width];
    const [down, right] = [Math.floor(other / this.width) - row, (other % this.width) - column];
    return Array.from({ length: far }, (_, k) => {
      const share = (k + 1) / far;
      return (row + Math.round(down * share)) * this.width + column + Math.round(right * share);
    });
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

  // Paint a cell: now, or in the next frame if there is one.
  repaint(at) {
    if (!this.tiles) return;
    if (this.moving.length || this.drawing || !this.clock.live) this.dirty.add(at);
    else this.paintCell(at, ...this.place(at));
  }

  paintAll() {
    if (!this.tiles) return;
    this.dirty.clear();
    for (let at = 0; at < this.look.length; at++) {
      this.paintCell(at, ...this.place(at));
      if (this.moving.length) this.dirty.add(at); // the animations paint again too
    }
  }

  // End all animations at once.
  settle() {
    const parts = this.moving;
    this.stop();
    parts.forEach((part) => part.finish?.());
    this.shown.set(this.look);
    this.paintAll();
  }

  mark(at, kind, text = "") {
    this.marks.set(at, { kind, text });
    this.repaint(at);
  }

  clearMarks() {
    const old = [...this.marks.keys(), ...this.fills.keys()];
    this.marks.clear();
    this.fills.clear();
    this.moving = this.moving.filter((part) => !part.marks); // pending marks
    old.forEach((at) => this.repaint(at));
  }

  fill(at, kind) {
    this.fills.set(at, kind);
    this.repaint(at);
  }

  // Thin arrows from cell to cell: where mines went.
  setArrows(pairs) {
    const arrows = pairs.map(([from, to]) => arrowOf(this, from, to));
    this.arrows = new Map();
    for (const arrow of arrows) {
      for (const at of arrow.cells) {
        this.arrows.set(at, [...(this.arrows.get(at) ?? []), arrow]);
      }
    }
    [...this.arrows.keys()].forEach((at) => this.repaint(at));
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

  // Paint a cell as it is at rest, here or elsewhere.
  paintCell(at, x, y) {
    const { pen } = this;
    const look = this.shown[at];
    this.tiles.draw(pen, look === HIDDEN && this.pressed.has(at) ? PRESS : look, x, y);
    if (this.probabilities.has(at) && (look === HIDDEN || look === FLAG)) this.#probability(pen, at, x, y);
    if (this.best.has(at) && look === HIDDEN) this.#ring(pen, x, y, this.palette.tintBest, 0.06, 0.07);
    if (this.fills.has(at)) this.#fill(pen, this.fills.get(at), x, y);
    const mark = this.marks.get(at);
    if (mark) this.#mark(pen, mark, x, y);
    if (this.arrows.has(at)) this.#arrows(pen, at, x, y);
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

  // Hatched: cells next to both numbers.  Plain: cells next to one of them.
  #fill(pen, kind, x, y) {
    const s = this.size;
    pen.save();
    pen.beginPath();
    pen.roundRect(x + s * 0.04, y + s * 0.04, s * 0.89, s * 0.89, s * 0.1);
    pen.clip();
    pen.fillStyle = pen.strokeStyle = this.palette[kind];
    pen.globalAlpha = kind === "shared" ? 0.25 : 0.5;
    pen.fillRect(x, y, s, s);
    if (kind === "shared") {
      pen.globalAlpha = 0.9;
      pen.lineWidth = s * 0.07;
      pen.beginPath();
      for (let k = -1; k <= 1; k += 0.25) {
        pen.moveTo(x + k * s, y + s);
        pen.lineTo(x + (k + 1) * s, y);
      }
      pen.stroke();
    }
    pen.restore();
  }

  #arrows(pen, at, x, y) {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, this.size, this.size);
    pen.clip();
    pen.translate(x - this.place(at)[0], y - this.place(at)[1]);
    for (const arrow of this.arrows.get(at)) strokeArrow(pen, arrow, this.size, this.palette);
    pen.restore();
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

  // Whether there are none: the player wants none, or nobody looks.
  get quiet() {
    return this.calm || (document.hidden && this.clock.live);
  }

  // An animation has advance(now, board), which changes the state and returns whether it
  // continues.  It may have paint(now, board); cover(now, board, cells), which adds the
  // cells that it paints over whole; finish(); and a layer: cells are on layer 0, what is
  // painted over several cells is on 1, the hand on 2.
  move(part) {
    this.moving = inLayers([...this.moving, part]);
    this.#wake();
  }

  stop() {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.moving = [];
  }

  // Ask for a frame; a scene's clock draws by itself.
  #wake() {
    if (this.request || !this.clock.live) return;
    this.request = requestAnimationFrame((now) => this.draw(now));
  }

  // An animation has painted here, so the next frame must paint these cells again.
  touch(x, y, width, height) {
    const cell = (place, most) => Math.max(0, Math.min(most - 1, Math.floor(place / this.size)));
    const [left, right] = [cell(x, this.width), cell(x + width, this.width)];
    const [top, bottom] = [cell(y, this.height), cell(y + height, this.height)];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) this.dirty.add(row * this.width + column);
    }
  }

  // Change the state to that of a moment, without painting.
  advance(now) {
    this.drawing = true;
    const parts = this.moving;
    this.moving = [];
    const left = parts.filter((part) => part.advance(now, this));
    this.moving = inLayers([...left, ...this.moving]);
    this.drawing = false;
  }

  // Draw the frame of a moment at once.
  draw(now) {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.frames += 1;
    this.advance(now);
    this.restored = this.dirty;
    this.dirty = new Set();
    if (this.tiles) {
      const covered = new Set();
      for (const part of this.moving) part.cover?.(now, this, covered);
      for (const at of this.restored) {
        if (!covered.has(at)) this.paintCell(at, ...this.place(at));
      }
      for (const part of this.moving) part.paint?.(now, this);
    }
    if (this.moving.length || this.dirty.size) this.#wake();
  }
}

function inLayers(parts) {
  return parts.sort((one, other) => (one.layer ?? 0) - (other.layer ?? 0));
}
