// Mouse and touch on the board: a click, a long press, or a press that is cancelled.

import { HIDDEN } from "./tiles.js";

const LONG_PRESS = 500; // ms
const SLIP = 10; // CSS pixels that a finger may move during a press

// `actions` has go(cell), click(cell), flag(cell) and playing().
export function listenPointer(canvas, board, actions) {
  let down = null; // {id, at, x, y, timer}
  let lastTouch = false;
  const cellOf = (event) => (board.look ? board.cellAt(event.clientX, event.clientY) : -1);
  const release = () => {
    if (down) clearTimeout(down.timer);
    down = null;
    if (board.look) board.press([]);
  };
  canvas.addEventListener("pointerdown", (event) => {
    lastTouch = event.pointerType !== "mouse";
    if (down || event.button !== 0) {
      release(); // a second finger: the player zooms
      return;
    }
    const at = cellOf(event);
    if (at < 0) return;
    actions.go(at);
    // Report a mouse release outside the canvas too; touches are captured anyway.
    if (!lastTouch) canvas.setPointerCapture(event.pointerId);
    down = { id: event.pointerId, at, x: event.clientX, y: event.clientY };
    if (lastTouch) {
      down.timer = setTimeout(() => {
        navigator.vibrate?.(12);
        actions.flag(at);
        release();
      }, LONG_PRESS);
    }
    const over = board.look[at] > 0 ? board.around(at) : [at];
    if (actions.playing()) board.press(over.filter((cell) => board.look[cell] === HIDDEN));
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!down || event.pointerId !== down.id) return;
    const slipped = Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP;
    if (slipped && (lastTouch || cellOf(event) !== down.at)) release();
  });
  canvas.addEventListener("pointerup", (event) => {
    const at = down && event.pointerId === down.id ? down.at : -1;
    release();
    if (at >= 0) actions.click(at);
  });
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const at = cellOf(event);
    if (at < 0 || lastTouch) return; // touch: the long press has already set the flag
    actions.go(at);
    actions.flag(at);
  });
}
