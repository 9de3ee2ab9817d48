// Mouse and touch on the board.
//
// Left: open or chord, when the button goes up.  Right: flag, at once; held and drawn
// over cells, it flags them all.  Middle, or left and right together: chord.  A finger:
// tap, or long press.

import { FLAG, HIDDEN, isNumber } from "./tiles.js";

const LONG_PRESS = 500; // ms
const SLIP = 10; // CSS pixels that a finger may move during a press

// `actions` has go(cell), click(cell), tap(cell), hold(cell), flag(cell, on or undefined),
// chord(cell) and playing().
export function listenPointer(canvas, board, actions) {
  let down = null; // {id, at, x, y, timer, chord}: a press that acts when it ends
  let drag = null; // {id, on, at}: flags drawn with the right button
  let lastTouch = false;
  let flagged = false; // the right button has set a flag: no menu, no second flag
  const cellOf = (event) => (board.look ? board.cellAt(event.clientX, event.clientY) : -1);
  const release = () => {
    if (down) clearTimeout(down.timer);
    down = drag = null;
    if (board.look) board.press([]);
  };
  const press = (at, chord) => {
    const over = chord || isNumber(board.look[at]) ? [...board.around(at), at] : [at];
    if (actions.playing()) board.press(over.filter((cell) => board.look[cell] === HIDDEN));
  };
  const begin = (event, at, chord) => {
    actions.go(at);
    down = { id: event.pointerId, at, x: event.clientX, y: event.clientY, chord };
    // Report a mouse release outside the canvas too; touches are captured anyway.
    if (!lastTouch) canvas.setPointerCapture(event.pointerId);
    press(at, chord);
  };

  canvas.addEventListener("pointerdown", (event) => {
    lastTouch = event.pointerType !== "mouse";
    flagged = false;
    if (down || drag) {
      release(); // a second finger: the player zooms
      return;
    }
    const at = cellOf(event);
    if (at < 0) return;
    if (event.button === 1) begin(event, at, true);
    else if (event.button === 2) draw(event, at);
    else if (event.button === 0) begin(event, at, false);
    if (lastTouch && down) {
      down.timer = setTimeout(() => {
        navigator.vibrate?.(12);
        actions.hold(at);
        release();
      }, LONG_PRESS);
    }
  });

  const draw = (event, at) => {
    actions.go(at);
    flagged = true;
    drag = { id: event.pointerId, on: board.look[at] !== FLAG, at };
    canvas.setPointerCapture(event.pointerId);
    actions.flag(at);
  };

  canvas.addEventListener("pointermove", (event) => {
    const at = cellOf(event);
    if (drag && event.pointerId === drag.id) {
      // The left button joins the right one on a number.
      if (event.buttons === 3 && at >= 0 && isNumber(board.look[at])) {
        drag = null;
        begin(event, at, true);
      } else if (at >= 0 && at !== drag.at) {
        // A quick mouse skips cells: flag those on the way, too.
        for (const cell of board.line(drag.at, at)) {
          if (board.look[cell] === (drag.on ? HIDDEN : FLAG)) actions.flag(cell, drag.on);
        }
        drag.at = at;
      }
      return;
    }
    if (!down || event.pointerId !== down.id) return;
    if (event.buttons === 3 && !down.chord) {
      down.chord = flagged = true; // the right button joins the left one
      press(down.at, true);
    }
    const slipped = Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP;
    if (slipped && (lastTouch || at !== down.at)) release();
    else if (down.chord && event.buttons !== 3 && event.button >= 0) finish(); // one went up
  });

  const finish = () => {
    const { at, chord } = down;
    release();
    if (chord) actions.chord(at);
    else if (lastTouch) actions.tap(at);
    else actions.click(at);
  };
  canvas.addEventListener("pointerup", (event) => {
    if (down && event.pointerId === down.id) finish();
    else release();
  });
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("mousedown", (event) => {
    if (event.button === 1) event.preventDefault(); // no scrolling by the middle button
  });
  canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const at = cellOf(event);
    // Touch: the long press has acted.  Mouse: the right button has, unless it was Ctrl
    // and a click that asked for the menu.
    if (at < 0 || lastTouch || flagged) return;
    release();
    actions.go(at);
    actions.flag(at);
  });
}
