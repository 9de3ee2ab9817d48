// The hand of the demonstration: it glides from cell to cell and presses.

import { ease } from "./motion.js";

const PRESSING = 320; // ms

// The outline of a pointer whose tip is at 0, 0; its height is about 1.
const OUTLINE = [[0, 0], [0, 0.82], [0.19, 0.65], [0.31, 0.95], [0.44, 0.9], [0.32, 0.6], [0.57, 0.58]];

export class Hand {
  layer = 2;

  constructor() {
    this.forget();
  }

  // The hand rests out of sight.
  forget() {
    this.from = this.to = null; // [column, row], in cells
    this.begin = this.arrive = 0;
    this.pressed = -Infinity;
  }

  // Glide to a cell of the board, from now until a time.
  go(board, at, arrive) {
    const now = board.clock.now();
    const begin = this.to ? this.placeAt(now) : [board.width * 0.6, board.height + 0.4];
    this.from = begin;
    this.to = [(at % board.width) + 0.5, Math.floor(at / board.width) + 0.52];
    this.begin = now;
    this.arrive = Math.max(now + 1, arrive);
  }

  press(now) {
    this.pressed = now;
  }

  placeAt(now) {
    const share = ease((now - this.begin) / (this.arrive - this.begin));
    return [0, 1].map((k) => this.from[k] + (this.to[k] - this.from[k]) * share);
  }

  advance() {
    return true;
  }

  paint(now, board) {
    if (!this.to || board.calm) return;
    const { pen } = board;
    const unit = Math.max(board.size, 15 * board.ratio); // a hand that can be seen
    const [x, y] = this.placeAt(now).map((place) => place * board.size);
    const since = (now - this.pressed) / PRESSING;
    if (since >= 0 && since < 1) {
      pen.globalAlpha = 0.75 * (1 - since);
      pen.strokeStyle = board.palette.focus;
      pen.lineWidth = unit * 0.08;
      pen.beginPath();
      pen.arc(x, y, unit * (0.15 + 0.55 * ease(since)), 0, 7);
      pen.stroke();
      pen.globalAlpha = 1;
    }
    const down = since >= 0 && since < 1 ? 0.12 * Math.sin(Math.PI * since) : 0;
    const long = unit * (1 - down);
    pen.beginPath();
    for (const [px, py] of OUTLINE) pen.lineTo(x + px * long, y + py * long);
    pen.closePath();
    pen.lineJoin = "round";
    pen.lineWidth = Math.max(3, unit * 0.13);
    pen.strokeStyle = "#ffffff";
    pen.stroke();
    pen.fillStyle = "#10161c";
    pen.fill();
    board.touch(x - unit, y - unit, 2.1 * unit, 2.1 * unit);
  }
}
