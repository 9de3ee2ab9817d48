// The elements of the page.  They are built once and found by name.

import { icon } from "./icons.js";

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export function button(name, label, title, more = {}) {
  return element("button", { type: "button", name, title, ...more }, label);
}

// A button with a picture above or beside its label.
export function iconButton(name, picture, label, title, more = {}) {
  const made = button(name, icon(picture), title, more);
  made.append(element("span", { class: "label" }, label));
  return made;
}

// Ids differ between the widgets of one notebook; each loads its own copy of this code.
export function newId(name) {
  return `nogues-${name}-${Math.random().toString(36).slice(2)}`;
}

function head(parts) {
  parts.counter = element("div", { class: "digits", role: "img", title: "Mines minus flags" });
  parts.clock = element("div", { class: "digits clock", role: "timer", title: "Seconds", "aria-label": "Seconds", "aria-live": "off" }, "000");
  parts.fresh = button("fresh", "New game", "Choose a new game");
  parts.restart = iconButton("restart", "restart", "Restart this board", "Restart this board");
  const middle = element("div", { class: "row" }, parts.fresh, parts.restart);
  return element("div", { class: "head" }, parts.counter, middle, parts.clock);
}

function tools(parts) {
  parts.hint = iconButton("hint", "hint", "Hint", "Show what is certain and why (H)", { class: "first" });
  parts.next = iconButton("next", "next", "Do it", "Do what the hint says and show the next one (N)", { class: "first" });
  parts.probabilities = iconButton("probabilities", "odds", "Mine odds", "Show how likely each cell is a mine (P)", { class: "first", "aria-pressed": "false" });
  parts.count = iconButton("count", "count", "Count", "Count mines and flags around the last clicked number (C)");
  parts.undo = iconButton("undo", "undo", "Undo", "Take back the last move (U)");
  parts.mode = iconButton("mode", "flag", "Flag mode", "A tap sets a flag, a long press opens", { "aria-pressed": "false" });
  parts.smaller = iconButton("smaller", "smaller", "Zoom out", "Smaller cells (-)");
  parts.larger = iconButton("larger", "larger", "Zoom in", "Larger cells (+)");
  parts.help = iconButton("help", "help", "Help", "How to play, and all keys (?)");
  parts.more = iconButton("more", "more", "More", "Share, statistics, settings", { "aria-haspopup": "dialog" });
  const names = ["hint", "next", "probabilities", "count", "undo", "mode", "smaller", "larger", "help", "more"];
  return element("nav", { class: "tools", "aria-label": "Tools" }, ...names.map((name) => parts[name]));
}

// `panel` is the menu's element.
export function build(root, panel) {
  root.classList.add("nogues");
  root.lang = "en"; // the texts are English, whatever the page around them
  root.dir = "ltr";
  const parts = {
    root,
    canvas: element("canvas"),
    spot: element("span", { class: "spot" }),
    said: element("p", { class: "said", role: "status", "aria-live": "polite" }),
  };
  const id = newId("keys");
  const keys = element("span", { id, hidden: true }, "Arrow keys move, Enter opens or chords, F flags, U undoes, H gives a hint, question mark opens the help.");
  parts.field = element("div", { class: "field", role: "application", tabindex: "0", "aria-label": "Minesweeper board", "aria-describedby": id }, parts.canvas, parts.spot);
  parts.game = element("section", { class: "game", "aria-label": "Game" }, head(parts), keys, parts.field, parts.said, tools(parts));
  root.replaceChildren(panel, parts.game);
  return parts;
}

const SIGNS = "0123456789-";

// Show a number on a counter (010, 000, -002), a share of the way from the places
// `from` of its digits.
export function turnTo(counter, number, from, share) {
  const text = `${number < 0 ? "-" : ""}${String(Math.abs(number)).padStart(3, "0")}`;
  while (counter.children.length < text.length) {
    const strip = [...SIGNS].map((sign) => element("span", {}, sign));
    counter.prepend(element("span", { class: "digit", "aria-hidden": "true" }, element("span", { class: "strip" }, ...strip)));
  }
  while (counter.children.length > text.length) counter.firstChild.remove();
  counter.places = [...text].map((sign, k) => {
    const to = SIGNS.indexOf(sign);
    const begin = from?.at(k - text.length) ?? to;
    return begin + (to - begin) * share;
  });
  counter.places.forEach((place, k) => {
    counter.children[k].firstChild.style.transform = `translateY(${-place}em)`;
  });
  counter.dataset.value = text;
}
