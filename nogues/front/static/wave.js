// The shock wave of a mine, and the wave of light of a win.
//
// The ring runs from the mine that was hit and sets off each mine when it arrives.  Cells
// near the ring are pushed outward and come back: by a Gaussian around it, which fades
// with exp(-1.6 t).  Only the cells around the ring are painted, by their distance.

import { spring } from "./motion.js";
import { BARE_CROSS, FLAG, WRONG } from "./tiles.js";

const SPEED = 170 / 28; // cells per second
const LASTING = 3; // seconds, on every board
const FLASH = 0.34;
const WIDEST_FLASH = 4; // cells behind the ring
const CROSSING = 0.45;
const PUSH = 0.62; // cells
const SPREAD = 0.95; // cells, of the Gaussian
const FAINTEST = 0.02; // a ring that is too faint to be seen
const LEAST = 0.03; // a push that is too small to be seen

// All cells by their distance from the nearest of some cells, nearest first.
function byDistance(board, from) {
  const { width, height } = board;
  const count = width * height;
  const [far, dx, dy] = [0, 1, 2].map(() => new Float32Array(count));
  for (let at = 0; at < count; at++) {
    let best = Infinity;
    for (const one of from) {
      const x = (at % width) - (one % width);
      const y = Math.floor(at / width) - Math.floor(one / width);
      const long = Math.hypot(x, y);
      if (long >= best) continue;
      best = long;
      [far[at], dx[at], dy[at]] = [long, long ? x / long : 0, long ? y / long : 0];
    }
  }
  // Numbers sort faster than by a function: the distance, then the cell.
  const keys = Float64Array.from(far, (long, at) => Math.round(long * 4096) * count + at);
  const order = Uint32Array.from(keys.sort(), (key) => key % count);
  return { far, dx, dy, order };
}

// The cells of `order` whose distance is within `reach` of `radius`.
function* band({ far, order }, radius, reach) {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (far[order[middle]] < radius - reach) low = middle + 1;
    else high = middle;
  }
  for (let k = low; k < order.length && far[order[k]] <= radius + reach; k++) yield order[k];
}

class Wave {
  layer = 1;

  constructor(begin, board, hit, cells) {
    this.begin = begin;
    this.hit = hit;
    this.places = byDistance(board, hit);
    const { far } = this.places;
    this.cells = [...cells].sort((one, other) => far[one] - far[other] || one - other);
    const last = this.cells.length ? far[this.cells.at(-1)] : 0;
    this.speed = Math.max(SPEED, last / (LASTING - CROSSING - 0.05));
    this.flash = Math.min(FLASH, WIDEST_FLASH / this.speed); // many at once cost too much
    this.next = this.first = 0;
  }

  arrival(at) {
    return this.places.far[at] / this.speed;
  }

  advance(now, board) {
    const time = (now - this.begin) / 1000;
    const { cells } = this;
    while (this.next < cells.length && this.arrival(cells[this.next]) <= time) {
      board.rest(cells[this.next++]);
    }
    return time < LASTING;
  }

  paint(now, board) {
    const time = Math.max(0, (now - this.begin) / 1000);
    this.#push(time, board);
    this.#ring(time, board);
    this.#flashes(time, board);
  }

  // The pushed cells leave a gap that hides what was there.
  cover(now, board, covered) {
    const time = Math.max(0, (now - this.begin) / 1000);
    const most = PUSH * Math.exp(-1.6 * time);
    this.pushed = [];
    if (most <= LEAST) return;
    const radius = time * this.speed;
    const reach = SPREAD * Math.sqrt(2 * Math.log(most / LEAST));
    for (const at of band(this.places, radius, reach + most + 0.75)) {
      board.dirty.add(at);
      if (Math.abs(this.places.far[at] - radius) >= reach) continue;
      this.pushed.push(at);
      covered.add(at);
    }
  }

  #push(time, board) {
    const { pen, size } = board;
    pen.fillStyle = board.palette.gap;
    for (const at of this.pushed) pen.fillRect(...board.place(at), size, size);
    for (const at of this.pushed) board.paintCell(at, ...this.#pushedPlace(time, at, board));
  }

  // Where a cell is at a time, in pixels.
  #pushedPlace(time, at, board) {
    const { far, dx, dy } = this.places;
    const off = (far[at] - time * this.speed) / SPREAD;
    const push = PUSH * Math.exp(-1.6 * time - 0.5 * off * off) * board.size;
    const [x, y] = board.place(at);
    return [Math.round(x + dx[at] * push), Math.round(y + dy[at] * push)];
  }

  #ring(time, board) {
    const { pen, size } = board;
    const fade = Math.exp(-1.6 * time) * Math.min(1, (LASTING - time) * 4);
    const radius = (time * this.speed + 0.3) * size;
    pen.strokeStyle = board.palette.wave;
    let widest = 0;
    for (const [thick, alpha] of [[0.9, 0.2], [0.22, 0.65]]) {
      if (alpha * fade < FAINTEST) continue;
      widest = Math.max(widest, thick);
      pen.globalAlpha = alpha * fade;
      pen.lineWidth = size * thick;
      for (const at of this.hit) {
        const [x, y] = board.place(at);
        pen.beginPath();
        pen.arc(x + size / 2, y + size / 2, radius, 0, 7);
        pen.stroke();
      }
    }
    pen.globalAlpha = 1;
    if (widest) for (const at of this.hit) touchRing(board, at, radius / size, widest / 2);
  }

  #flashes(time, board) {
    const { cells } = this;
    while (this.first < this.next && time - this.arrival(cells[this.first]) > CROSSING) this.first++;
    for (let k = this.first; k < this.next; k++) {
      const since = time - this.arrival(cells[k]);
      const [x, y] = this.#pushedPlace(time, cells[k], board);
      if (board.look[cells[k]] === WRONG) drawCross(board, x, y, since / CROSSING);
      else if (since < this.flash) drawFlash(board, x, y, since / this.flash, this.flash < FLASH);
    }
  }
}

// Mark the cells that a ring around a cell crosses.
function touchRing(board, at, radius, thick) {
  const { width, height } = board;
  const [cx, cy] = [at % width, Math.floor(at / width)];
  const [inner, outer] = [radius - thick - 0.8, radius + thick + 0.8];
  for (let y = Math.max(0, Math.ceil(cy - outer)); y <= Math.min(height - 1, cy + outer); y++) {
    const wide = Math.sqrt(Math.max(0, outer ** 2 - (y - cy) ** 2));
    const hole = inner > Math.abs(y - cy) ? Math.sqrt(inner ** 2 - (y - cy) ** 2) : 0;
    for (let x = Math.max(0, Math.ceil(cx - wide)); x <= Math.min(width - 1, cx + wide); x++) {
      if (Math.abs(x - cx) >= hole) board.dirty.add(y * width + x);
    }
  }
}

function drawFlash(board, x, y, share, small) {
  const { pen, size } = board;
  const [cx, cy] = [x + size * 0.485, y + size * 0.485];
  pen.globalAlpha = 0.9 * (1 - share) ** 1.5;
  pen.fillStyle = board.palette.wave;
  pen.beginPath();
  pen.arc(cx, cy, size * (0.3 + (small ? 0.18 : 0.45) * share), 0, 7);
  pen.fill();
  pen.fillStyle = board.palette.flash;
  pen.globalAlpha = (1 - share) ** 3;
  pen.beginPath();
  pen.arc(cx, cy, size * (0.3 - 0.2 * share), 0, 7);
  pen.fill();
  pen.globalAlpha = 1;
  const over = small ? 0 : size * 0.3;
  board.touch(x - over, y - over, size - 1 + 2 * over, size - 1 + 2 * over);
}

function drawCross(board, x, y, share) {
  const { pen, size, tiles } = board;
  tiles.draw(pen, FLAG, x, y);
  tiles.drawScaled(pen, BARE_CROSS, x, y, spring(share) + 0.8 * Math.exp(-9 * share), Math.min(1, share * 6));
  board.touch(x - size * 0.6, y - size * 0.6, size * 2.2, size * 2.2);
}

// Mines explode and wrong flags are crossed out when the ring arrives.
export function blast(board, hit, cells) {
  if (board.quiet || !hit.length) {
    [...hit, ...cells].forEach((at) => board.rest(at));
    return;
  }
  hit.forEach((at) => board.rest(at));
  board.move(new Wave(board.clock.now(), board, hit, [...new Set([...hit, ...cells])]));
}

// How many ms a wave takes.
export const WAVE_LASTS = 1000 * LASTING;

const SHINING = 1.3; // seconds
const LIFT = 0.2; // cells

// A win: light runs over the board from a cell, and the cells that it passes hop.
export function celebrate(board, from) {
  if (board.quiet) return;
  const begin = board.clock.now() + 200; // after the last opening
  const places = byDistance(board, [from]);
  const wide = 3.2;
  const speed = (places.far[places.order.at(-1)] + 2 * wide) / SHINING;
  board.move({
    layer: 1,
    advance: (now) => now - begin < 1000 * SHINING,
    paint(now, b) {
      const radius = (Math.max(0, now - begin) / 1000) * speed - wide;
      const { pen, size } = b;
      const cells = [...band(places, radius, wide)].sort((one, other) => one - other);
      for (const at of cells) {
        const near = Math.cos(((places.far[at] - radius) / wide) * (Math.PI / 2)) ** 2;
        const [x, y] = b.place(at);
        const up = Math.round(near * LIFT * size);
        if (up) {
          pen.fillStyle = b.palette.gap;
          pen.fillRect(x, y, size, size);
          b.paintCell(at, x, y - up);
        }
        pen.globalAlpha = 0.34 * near;
        pen.fillStyle = b.palette.shining;
        pen.fillRect(x, y - up, size, size);
        pen.globalAlpha = 1;
        b.dirty.add(at);
        if (at >= b.width) b.dirty.add(at - b.width);
      }
    },
  });
}
