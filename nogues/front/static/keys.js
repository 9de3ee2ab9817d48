// The keyboard.

import { lookName, placeName } from "./words.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function actionsOf(view) {
  return {
    Enter: () => view.click(view.cursor),
    " ": () => view.click(view.cursor),
    f: () => view.move("flag", view.cursor),
    h: () => view.ask("hint"),
    n: () => view.advice.next(),
    p: () => view.advice.showMap(!view.advice.mapped),
    c: () => view.advice.count(),
    r: () => view.ask("new", view.menu.same()),
  };
}

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
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { menu, parts, board } = view;
  const inField = event.target === parts.field;
  const writes = event.target.matches("select, input");
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Escape" && menu.isOpen) {
    menu.close();
    parts.field.focus();
    return;
  }
  if (!view.state || menu.isOpen || writes) return;
  const actions = actionsOf(view);
  const arrow = ARROWS[key];
  if (!arrow && !actions[key]) return;
  // Letters work on the whole page, so also after a click on a button.
  if (!inField && !/^[a-z]$/.test(key)) return;
  event.preventDefault();
  // Jupyter has its own shortcuts.
  event.stopPropagation();
  if (event.repeat && !arrow) return; // a held key acts once
  step(view, arrow);
  if (arrow) view.say(`${placeName(board, view.cursor)}: ${lookName(board.look[view.cursor])}.`);
  else actions[key]();
}

export function listenKeys(view) {
  view.parts.root.addEventListener("keydown", (event) => onKey(view, event));
}
