// The end of a lost game on the board.

import { blast } from "./motion.js";
import { FLAG, HIT, MINE, WRONG } from "./tiles.js";

// Show the mines and the wrong flags of a game that is over.
export function revealEnd(board, end) {
  const { look } = board;
  const flagged = (at) => look[at] === FLAG;
  const mines = end.mines.filter((at) => !flagged(at));
  const far = new Map(end.mines.map((at, k) => [at, Math.max(0, end.blast[k])]));
  mines.forEach((at) => (look[at] = MINE));
  end.hit.forEach((at) => (look[at] = HIT));
  end.wrong.forEach((at) => (look[at] = WRONG));
  board.shown.set(look);
  return { mines, far };
}

// The same, set off by the shock wave.
export function explode(board, end) {
  const shown = board.shown.slice();
  const { mines, far } = revealEnd(board, end);
  board.shown.set(shown);
  const near = (at) => Math.min(...end.hit.map((hit) => board.steps(at, hit)));
  const cells = [...mines, ...end.wrong];
  const steps = [...mines.map((at) => far.get(at)), ...end.wrong.map(near)];
  blast(board, end.hit, cells, steps);
}
