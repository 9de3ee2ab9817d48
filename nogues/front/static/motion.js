// What the animations share: cells that change in turn, steps in turn, the counter.
//
// The state has already changed when an animation starts.  An animation only paints its
// cells late, and leaves each one at rest when it is done.  What it paints depends on the
// time of the board's clock alone.

import { turnTo } from "./elements.js";

const ROLLING = 200; // ms

// Cells that change, each at its own time; `paint(board, cell, share, x, y)` draws one
// while it changes.
class Turns {
  constructor(begin, cells, starts, lasting, paint) {
    const order = [...cells.keys()].sort((a, b) => starts[a] - starts[b]);
    this.cells = order.map((k) => cells[k]);
    this.starts = order.map((k) => starts[k]);
    this.lasting = lasting;
    this.paintCell = paint;
    this.next = 0;
    this.active = [];
    this.begin = begin;
  }

  advance(now, board) {
    const time = now - this.begin;
    while (this.next < this.cells.length && this.starts[this.next] <= time) {
      this.active.push(this.next++);
    }
    this.active = this.active.filter((k) => {
      const goesOn = time - this.starts[k] < this.lasting;
      if (!goesOn) board.rest(this.cells[k]);
      return goesOn;
    });
    return this.active.length > 0 || this.next < this.cells.length;
  }

  paint(now, board) {
    for (const k of this.active) {
      const at = this.cells[k];
      const share = Math.max(0, (now - this.begin - this.starts[k]) / this.lasting);
      this.paintCell(board, at, share, ...board.place(at));
    }
  }
}

export function turns(board, cells, starts, lasting, paint) {
  if (board.quiet) cells.forEach((at) => board.rest(at));
  else board.move(new Turns(board.clock.now(), cells, starts, lasting, paint));
}

// Steps that are done in turn, such as marks that appear.
class Steps {
  marks = true; // stopped when the marks are cleared

  constructor(begin, steps, gap) {
    this.steps = steps;
    this.gap = gap;
    this.begin = begin;
    this.next = 0;
  }

  advance(now) {
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
  if (board.quiet) steps.forEach((step) => step());
  else board.move(new Steps(board.clock.now(), steps, gap));
}

// One step after some ms.
export function later(board, wait, step) {
  if (board.quiet) {
    step();
    return;
  }
  const begin = board.clock.now();
  board.move({
    advance(now) {
      if (now - begin < wait) return true;
      step();
      return false;
    },
    finish: step,
  });
}

// The digits of a counter roll to a number.
export function roll(board, counter, number) {
  const from = counter.places;
  if (from && counter.goal === number) return;
  counter.goal = number;
  if (board.quiet || !from) {
    turnTo(counter, number, from, 1);
    return;
  }
  const begin = board.clock.now();
  const show = (share) => turnTo(counter, number, from, 1 - (1 - share) ** 2);
  board.moving = board.moving.filter((part) => part.counter !== counter);
  show(0);
  board.move({
    counter,
    advance(now) {
      const share = Math.min(1, Math.max(0, now - begin) / ROLLING);
      show(share);
      return share < 1;
    },
    finish: () => show(1),
  });
}

// The size of a flag or cross that springs in, at a share of its time.
export function spring(share) {
  return 1 + 0.5 * Math.exp(-6 * share) * Math.cos(15 * share);
}

// 0 to 1, slow at both ends.
export function ease(share) {
  const s = Math.min(1, Math.max(0, share));
  return s * s * (3 - 2 * s);
}
