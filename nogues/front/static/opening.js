// An opening: mines leave the first click, then the cells open from it.

import { arrowOf, strokeArrow } from "./arrows.js";
import { ease, turns } from "./motion.js";
import { BARE_MINE, STAGES } from "./tiles.js";

const OPENING = 170; // ms per cell
const LONGEST_OPENING = 750; // ms until the farthest cell begins

// The opening spreads from the click; `distance` is the number of steps to each cell, and
// `step` the ms that one takes (by default less for far openings).
export function ripple(board, cells, distance, delay = 0, step = null) {
  const far = distance.reduce((most, d) => Math.max(most, d), 1);
  const each = step ?? Math.min(30, LONGEST_OPENING / far);
  const starts = distance.map((d) => delay + d * each);
  const painted = new Map();
  turns(board, cells, starts, OPENING, (b, at, share, x, y) => {
    const stage = Math.floor(share * STAGES);
    if (painted.get(at) === stage && !b.restored.has(at)) return; // already painted
    painted.set(at, stage);
    b.tiles.drawStage(b.pen, b.look[at], stage, x, y);
  });
}

// A mine in the air, on a light disc.
function drawMine(b, x, y, scale, alpha) {
  const { pen, size } = b;
  const [px, py] = [x * size, y * size];
  pen.globalAlpha = 0.85 * alpha;
  pen.fillStyle = b.palette.open;
  pen.beginPath();
  pen.arc(px + size / 2, py + size / 2, size * 0.5 * scale, 0, 7);
  pen.fill();
  b.tiles.drawScaled(pen, BARE_MINE, px, py, scale, alpha);
  b.touch(px - size, py - size, 3 * size, 3 * size);
}

const column = (board, at) => at % board.width;
const row = (board, at) => Math.floor(at / board.width);

// Mines at the first click rise and fly off; where they go is hidden from the page.
// Returns how many ms the opening should wait.
export function makeWay(board, start, from) {
  if (board.quiet || !from.length) return 0;
  const begin = board.clock.now();
  const lasting = 900;
  const ways = from.map((at, k) => {
    const [x, y] = [column(board, at), row(board, at)];
    const [dx, dy] = [x - column(board, start), y - row(board, start)];
    const angle = dx || dy ? Math.atan2(dy, dx) : k * 2.4 - 1.2;
    return [x, y, Math.cos(angle), Math.sin(angle)];
  });
  board.move({
    layer: 1,
    advance: (now) => now - begin < lasting,
    paint(now, b) {
      const share = Math.max(0, (now - begin) / lasting);
      const show = Math.min(1, share * 5);
      const go = Math.max(0, (share - 0.35) / 0.65) ** 2;
      for (const [x, y, dx, dy] of ways) {
        drawMine(b, x + dx * go * 5, y + dy * go * 5, 0.4 + 0.85 * show, show * (1 - go));
      }
    },
  });
  return 560;
}

const LEAVING = 1500; // ms

// Mines are seen leaving, and where they go: they rise, fly there and sink in.  Their
// ways are left as arrows.
export function leave(board, from, to) {
  const ways = from.map((at, k) => [at, to[k]]);
  if (board.quiet) {
    board.setArrows(ways);
    return;
  }
  const begin = board.clock.now();
  const arrows = ways.map(([one, other]) => arrowOf(board, one, other));
  board.move({
    layer: 1,
    advance(now, b) {
      if (now - begin < LEAVING) return true;
      b.setArrows(ways);
      return false;
    },
    paint(now, b) {
      const time = Math.max(0, (now - begin) / LEAVING);
      ways.forEach(([one, other], k) => {
        const late = 0.12 * (k / Math.max(1, ways.length - 1));
        const go = ease((time - 0.2 - late) / 0.52);
        const sink = Math.min(1, Math.max(0, (time - 0.75 - late) / 0.13));
        const x = column(b, one) + (column(b, other) - column(b, one)) * go;
        const y = row(b, one) + (row(b, other) - row(b, one)) * go;
        const up = Math.sin(Math.PI * go) * Math.min(1.5, 0.12 * arrows[k].long);
        const rise = Math.min(1, time * 7);
        if (go > 0.02) {
          strokeArrow(b.pen, arrows[k], b.size, b.palette, go);
          arrows[k].cells.forEach((at) => b.dirty.add(at));
        }
        if (sink < 1) {
          const scale = (0.4 + 0.7 * rise + 0.5 * Math.sin(Math.PI * go)) * (1 - 0.5 * sink);
          drawMine(b, x, y - up, scale, rise * (1 - sink));
        }
      });
    },
  });
}
