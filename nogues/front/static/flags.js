// Flags are planted and pulled out.

import { spring, turns } from "./motion.js";
import { BARE_FLAG, HIDDEN } from "./tiles.js";

const PLANTING = 420; // ms
const PULLING = 140;

// A flag drops in and springs to rest.
export function plant(board, cells, starts = cells.map(() => 0)) {
  turns(board, cells, starts, PLANTING, (b, at, share, x, y) => {
    const up = -0.5 * b.size * Math.exp(-9 * share) * (1 - share);
    b.tiles.draw(b.pen, HIDDEN, x, y);
    b.pen.save();
    b.pen.beginPath();
    b.pen.rect(x, y, b.size, b.size);
    b.pen.clip();
    b.tiles.drawScaled(b.pen, BARE_FLAG, x, y + up, spring(share), Math.min(1, share * 5));
    b.pen.restore();
  });
}

export function pullOut(board, cells) {
  turns(board, cells, cells.map(() => 0), PULLING, (b, at, share, x, y) => {
    b.tiles.draw(b.pen, HIDDEN, x, y);
    b.tiles.drawScaled(b.pen, BARE_FLAG, x, y, 1 - 0.6 * share, 1 - share);
  });
}
