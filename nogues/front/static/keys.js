// The keyboard.

import { capital, lookName, placeName } from "./words.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// What each key does; letters and signs work on the whole page.
function actionOf(view, key) {
  const { advice, fit, actions } = view;
  const keys = {
    Enter: () => view.click(view.cursor),
    " ": () => view.click(view.cursor),
    f: () => view.flag(view.cursor),
    h: actions.hint,
    n: () => advice.next(),
    p: () => advice.showMap(!advice.mapped),
    c: () => advice.count(),
    u: actions.undo,
    r: actions.renew,
    "?": actions.help,
    "+": () => fit.larger(),
    "=": () => fit.larger(),
    "-": () => fit.smaller(),
    0: () => fit.whole(),
  };
  return keys[key];
}

export const OF_THE_CELL = ["Enter", " ", "f", "c"]; // these need a cell, so they show where we are
const WITHOUT_PLAY = ["?", "+", "=", "-", "0"]; // these leave the game as it is

function step(view, arrow) {
  const { width, height } = view.board;
  const middle = view.state.start ?? Math.floor(height / 2) * width + Math.floor(width / 2);
  const fresh = view.cursor < 0;
  if (fresh) view.cursor = middle;
  if (arrow && !fresh) {
    const row = Math.min(height - 1, Math.max(0, Math.floor(view.cursor / width) + arrow[0]));
    const column = Math.min(width - 1, Math.max(0, (view.cursor % width) + arrow[1]));
    view.cursor = row * width + column;
  }
  view.go(view.cursor, true);
}

function onKey(view, event) {
  const { menu, parts, board, dialogs } = view;
  // A notebook has its own shortcuts; D D, for one, deletes the cell.
  if (view.options.notebook && event.key !== "Tab") event.stopPropagation();
  if (dialogs.isOpen) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const writes = event.target.matches("select, input, textarea");
  if ((event.ctrlKey || event.metaKey) && !event.altKey && key === "z" && !writes) {
    event.preventDefault();
    if (view.state && !menu.isOpen) view.play(view.actions.undo);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (view.demo.isOn && view.demo.key(key, event)) return;
  if (key === "Escape" && menu.isOpen) {
    view.leaveMenu();
    return;
  }
  if (!view.state || menu.isOpen || writes) return;
  const arrow = ARROWS[key];
  const action = actionOf(view, key);
  if (!arrow && !action) return;
  if (event.target !== parts.field && (key.length > 1 || key === " ")) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.repeat && !arrow && !WITHOUT_PLAY.includes(key)) return; // a held key acts once
  if (arrow || OF_THE_CELL.includes(key)) step(view, arrow);
  if (arrow) view.say(`${capital(placeName(board, view.cursor))}: ${lookName(board.look[view.cursor])}.`);
  else if (WITHOUT_PLAY.includes(key)) action();
  else view.play(action);
}

export function listenKeys(view) {
  view.parts.root.addEventListener("keydown", (event) => onKey(view, event));
}
