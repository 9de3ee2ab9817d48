// Animations of the board: ripple, flags, shock wave, mines moving away, marks in turn.
//
// The state has already changed when an animation starts.  An animation only paints its
// cells late, and leaves each one at rest when it is done.

import { turnTo } from "./elements.js";
import { BARE_FLAG, BARE_MINE, FLAG, HIDDEN, MINE, STAGES } from "./tiles.js";

const OPENING = 170; // ms per cell
const PLANTING = 420;
const ROLLING = 200;
const WAVE = 55; // ms that the shock wave takes per cell

// Cells that change, each at its own time; `paint(board, cell, share, x, y)` draws one
// while it changes.
class Turns {
  constructor(begin, cells, starts, lasting, paint) {
    const order = [...cells.keys()].sort((a, b) => starts[a] - starts[b]);
    this.cells = order.map((k) => cells[k]);
    this.starts = order.map((k) => starts[k]);
    this.lasting = lasting;
    this.paint = paint;
    this.next = 0;
    this.active = [];
    this.begin = begin;
  }

  frame(now, board) {
    const time = now - this.begin;
    while (this.next < this.cells.length && this.starts[this.next] <= time) {
      this.active.push(this.next++);
    }
    this.active = this.active.filter((k) => {
      const at = this.cells[k];
      const share = (time - this.starts[k]) / this.lasting;
      if (share >= 1) {
        board.rest(at);
        return false;
      }
      this.paint(board, at, Math.max(share, 0), ...board.place(at));
      return true;
    });
    return this.active.length > 0 || this.next < this.cells.length;
  }
}

// Marks that appear in turn.
class Steps {
  marks = true; // stopped when the marks are cleared

  constructor(begin, steps, gap) {
    this.steps = steps;
    this.gap = gap;
    this.begin = begin;
    this.next = 0;
  }

  frame(now) {
    while (this.next < this.steps.length && now - this.begin >= this.next * this.gap) {
      this.steps[this.next++]();
    }
    return this.next < this.steps.length;
  }

  finish() {
    while (this.next < this.steps.length) this.steps[this.next++]();
  }
}

export function inTurn(board, steps, gap) {
  if (board.calm || document.hidden) steps.forEach((step) => step());
  else board.move(new Steps(board.clock.now(), steps, gap));
}

function turns(board, cells, starts, lasting, paint) {
  if (board.calm || document.hidden) cells.forEach((at) => board.rest(at));
  else board.move(new Turns(board.clock.now(), cells, starts, lasting, paint));
}

// The digits of a counter roll to a number.
export function roll(board, counter, number) {
  const from = counter.places;
  const begin = board.clock.now();
  if (board.calm || document.hidden || !from) {
    turnTo(counter, number, from, 1);
    return;
  }
  const turn = (share) => turnTo(counter, number, from, 1 - (1 - share) ** 2);
  const part = {
    frame(now) {
      const share = Math.min(1, Math.max(0, now - begin) / ROLLING);
      turn(share);
      return share < 1;
    },
    finish: () => turn(1),
  };
  turn(0);
  board.move(part);
}

// The opening spreads from the click; `distance` is the number of steps to each cell.
export function ripple(board, cells, distance, delay = 0) {
  const far = distance.reduce((most, d) => Math.max(most, d), 0);
  const step = Math.min(30, 750 / Math.max(far, 1));
  const starts = distance.map((d) => delay + d * step);
  const painted = new Map();
  turns(board, cells, starts, OPENING, (b, at, share, x, y) => {
    const stage = Math.floor(share * STAGES);
    if (painted.get(at) === stage && !b.restored) return; // already painted
    painted.set(at, stage);
    b.tiles.drawStage(b.pen, b.look[at], stage, x, y);
  });
}

// A flag drops in and swings to rest.
export function plant(board, cells, starts = cells.map(() => 0)) {
  turns(board, cells, starts, PLANTING, (b, at, share, x, y) => {
    const swing = 1 + 0.5 * Math.exp(-6 * share) * Math.cos(15 * share);
    const up = -0.5 * b.size * Math.exp(-9 * share) * (1 - share);
    b.tiles.draw(b.pen, HIDDEN, x, y);
    b.pen.save();
    b.pen.beginPath();
    b.pen.rect(x, y, b.size, b.size);
    b.pen.clip();
    b.tiles.drawScaled(b.pen, BARE_FLAG, x, y + up, swing, Math.min(1, share * 5));
    b.pen.restore();
  });
}

export function pullOut(board, cells) {
  turns(board, cells, cells.map(() => 0), 140, (b, at, share, x, y) => {
    b.tiles.draw(b.pen, HIDDEN, x, y);
    b.tiles.drawScaled(b.pen, BARE_FLAG, x, y, 1 - 0.6 * share, 1 - share);
  });
}

// Mines explode in order of distance; the wave crosses out wrong flags as it passes.
export function blast(board, hit, cells, steps) {
  const starts = steps.map((far) => far * WAVE);
  turns(board, cells, starts, 260, (b, at, share, x, y) => {
    b.tiles.draw(b.pen, b.look[at], x, y);
    const { pen, size } = b;
    pen.globalAlpha = 1 - share;
    pen.fillStyle = b.palette.wave;
    pen.beginPath();
    pen.arc(x + size / 2, y + size / 2, size * (0.25 + 0.6 * share), 0, 7);
    pen.fill();
    pen.globalAlpha = 1;
    b.touch(x - size, y - size, 3 * size, 3 * size);
  });
  if (board.calm || document.hidden || !hit.length) return;
  const far = Math.max(...steps, 4);
  const [begin, [left, top]] = [board.clock.now(), board.place(hit[0])];
  board.move({
    frame(now, b) {
      const radius = ((now - begin) / WAVE + 0.5) * b.size;
      const share = Math.max(0, now - begin) / ((far + 1) * WAVE);
      if (share >= 1) return false;
      const [x, y] = [left + b.size / 2, top + b.size / 2];
      const thick = b.size * (0.9 - 0.6 * share);
      b.pen.strokeStyle = b.palette.wave;
      b.pen.globalAlpha = 0.55 * (1 - share);
      b.pen.lineWidth = thick;
      b.pen.beginPath();
      b.pen.arc(x, y, Math.max(0, radius), 0, 7);
      b.pen.stroke();
      b.pen.globalAlpha = 1;
      const reach = radius + thick;
      b.touch(x - reach, y - reach, 2 * reach, 2 * reach);
      return true;
    },
  });
}

// Mines at the first click rise and fly off; where they go is hidden from the page.
// Returns how many ms the opening should wait.
export function makeWay(board, start, from) {
  if (board.calm || document.hidden || !from.length) return 0;
  const begin = board.clock.now();
  const lasting = 900;
  const [sx, sy] = board.place(start);
  const ways = from.map((at, k) => {
    const [x, y] = board.place(at);
    const angle = x === sx && y === sy ? k * 2.4 - 1.2 : Math.atan2(y - sy, x - sx);
    return [x, y, Math.cos(angle), Math.sin(angle)];
  });
  board.move({
    frame(now, b) {
      const share = Math.max(0, (now - begin) / lasting);
      if (share >= 1) return false;
      const show = Math.min(1, share * 5);
      const go = Math.max(0, (share - 0.35) / 0.65) ** 2;
      for (const [x, y, dx, dy] of ways) {
        const way = go * b.size * 5;
        const [px, py] = [x + dx * way, y + dy * way];
        const scale = 0.4 + 0.85 * show;
        b.pen.globalAlpha = 0.8 * show * (1 - go);
        b.pen.fillStyle = b.palette.open;
        b.pen.beginPath();
        b.pen.arc(px + b.size / 2, py + b.size / 2, b.size * 0.5 * scale, 0, 7);
        b.pen.fill();
        b.tiles.drawScaled(b.pen, BARE_MINE, px, py, scale, show * (1 - go));
        b.touch(px - b.size, py - b.size, 3 * b.size, 3 * b.size);
      }
      return true;
    },
  });
  return 560;
}

// Mark the cells around an open number one by one; returns how many mines or flags, and
// how many hidden cells, there are.
export function count(board, at) {
  const cells = board.around(at);
  const is = (look) => cells.filter((cell) => look(board.look[cell]));
  const found = is((look) => look === FLAG || look === MINE || look === 9);
  const hidden = is((look) => look === HIDDEN);
  board.clearMarks();
  let seen = 0;
  const steps = cells.map((cell) => () => {
    const one = found.includes(cell);
    if (one) seen += 1;
    board.mark(cell, "count", one ? String(seen) : hidden.includes(cell) ? "?" : "");
  });
  inTurn(board, [() => board.mark(at, "clue"), ...steps], 170);
  return { found: found.length, hidden: hidden.length };
}
