// The end of a game on the board.

import { later } from "./motion.js";
import { FLAG, HIT, MINE, WRONG } from "./tiles.js";
import { WAVE_LASTS, blast } from "./wave.js";

// Show the mines and the wrong flags of a game that is over.  Returns their cells.
function reveal({ look }, end) {
  const mines = end.mines.filter((at) => look[at] !== FLAG);
  mines.forEach((at) => (look[at] = MINE));
  end.hit.forEach((at) => (look[at] = HIT));
  end.wrong.forEach((at) => (look[at] = WRONG));
  return [...mines, ...end.wrong];
}

// The same, with arrows to where mines went at the first click, at once.
export function revealEnd(board, end) {
  reveal(board, end);
  board.shown.set(board.look);
  board.setArrows(end.moved ?? []);
}

// The same, set off by the shock wave.
export function explode(board, end) {
  blast(board, end.hit, reveal(board, end));
  showMoved(board, end, WAVE_LASTS);
}

// Show where mines went at the first click, now that the game is over.
export function showMoved(board, end, wait = 0) {
  if (end.moved?.length) later(board, wait, () => board.setArrows(end.moved));
}
