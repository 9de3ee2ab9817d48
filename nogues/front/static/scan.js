// Looking at the neighbours of cells: counting, the scan of a whole board, and the
// comparison of two numbers.

import { inTurn } from "./motion.js";
import { FLAG, HIDDEN, HIT, MINE } from "./tiles.js";

// Mark the cells around an open number one by one; returns how many mines or flags, and
// how many hidden cells, there are.
export function count(board, at) {
  const cells = board.around(at);
  const is = (look) => cells.filter((cell) => look(board.look[cell]));
  const found = is((look) => look === FLAG || look === MINE || look === HIT);
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

const TRAIL = 5; // cells behind the frame that still glow

// A frame passes over cells, one per `each` ms, and lights their eight neighbours.
export function scan(board, cells, each) {
  if (board.quiet) return;
  const begin = board.clock.now();
  board.move({
    layer: 1,
    advance: (now) => (now - begin) / each < cells.length,
    paint(now, b) {
      const at = Math.min(cells.length - 1, Math.floor(Math.max(0, now - begin) / each));
      const { pen, size, palette } = b;
      pen.fillStyle = palette.scan;
      for (let k = Math.max(0, at - TRAIL); k < at; k++) {
        const [x, y] = b.place(cells[k]);
        pen.globalAlpha = (0.3 * (k - at + TRAIL + 1)) / (TRAIL + 1);
        pen.fillRect(x, y, size, size);
        b.dirty.add(cells[k]);
      }
      for (const cell of b.around(cells[at])) {
        const [x, y] = b.place(cell);
        const mine = b.look[cell] === FLAG || b.look[cell] === MINE;
        pen.globalAlpha = mine ? 0.5 : 0.24;
        pen.fillRect(x, y, size, size);
        b.dirty.add(cell);
      }
      pen.globalAlpha = 1;
      const [x, y] = b.place(cells[at]);
      const thick = Math.max(2, size * 0.11);
      pen.lineWidth = thick;
      pen.strokeStyle = palette.scan;
      pen.beginPath();
      pen.roundRect(x - thick / 2, y - thick / 2, size - 1 + thick, size - 1 + thick, size * 0.14);
      pen.stroke();
      b.touch(x - thick, y - thick, size + 2 * thick, size + 2 * thick);
    },
  });
}

const QUICK = 90; // ms per mark
const LONGEST = 700; // ms until the last mark
const STAGE = 350; // ms per step of a comparison

// Mark a hint: the numbers that prove it, then what follows.  For two numbers, first the
// cells next to both, then those next to one of them.
export function prove(board, { clues, cells, of, shared, only, alike }) {
  const frame = clues.map((at) => () => board.mark(at, "clue"));
  const end = cells.map((at) => () => board.mark(at, of));
  if (alike) {
    end.forEach((step) => step());
  } else if (shared) {
    const all = (some, kind) => () => some.forEach((at) => board.fill(at, kind));
    const both = () => frame.forEach((step) => step());
    const marks = () => end.forEach((step) => step());
    inTurn(board, [both, all(shared, "shared"), all(only.flat(), "only"), marks], STAGE);
  } else {
    const steps = [...frame, ...end];
    inTurn(board, steps, Math.min(QUICK, LONGEST / steps.length));
  }
}
