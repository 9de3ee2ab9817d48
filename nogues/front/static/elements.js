// The elements of the page.  They are built once and found by name.

const KEYS =
  "Arrow keys move, Enter opens or chords, F flags, H hint, N next step, " +
  "P probabilities, C counts, R new game.";

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

function choice(name, label, options) {
  const made = options.map(([value, text]) => element("option", { value }, text));
  const select = element("select", { name }, ...made);
  return [select, element("label", { "data-of": name }, element("span", {}, label), select)];
}

const SIZES = [
  ["beginner", "Beginner, 9x9/10"],
  ["intermediate", "Intermediate, 16x16/40"],
  ["expert", "Expert, 30x16/99"],
  ["fácil", "Fácil, 10x8/10"],
  ["médio", "Médio, 18x14/40"],
  ["difícil", "Difícil, 24x20/99"],
  ["especialista", "Especialista, 30x20/120"],
  ["mestre", "Mestre, 40x24/192"],
  ["extremo", "Extremo, 50x30/300"],
  ["custom", "Custom"],
];
const LOGICS = [
  ["elementary", "Basic"],
  ["subset", "Pairs"],
  ["complete", "Complete"],
];
const SEARCHES = [
  ["repair", "No guess, repaired"],
  ["uniform", "No guess, uniform"],
  ["random", "Random, may need guesses"],
];
const FIRSTS = [
  ["", "Default"],
  ["diamond", "Wide opening"],
  ["block", "Opening"],
  ["cell", "Safe"],
  ["relocate", "Safe: mines move away"],
];

function menu() {
  const [size, sizeRow] = choice("size", "Board", SIZES);
  const custom = element("input", { name: "custom", placeholder: "30x16/99", "aria-label": "Width x height / mines", autocomplete: "off", spellcheck: "false", hidden: true });
  sizeRow.append(custom);
  const [search, searchRow] = choice("search", "Generator", SEARCHES);
  const [logic, logicRow] = choice("logic", "Logic", LOGICS);
  const [safe, safeRow] = choice("safe", "First click", FIRSTS);
  const seed = element("input", { name: "seed", inputmode: "numeric", placeholder: "any", autocomplete: "off" });
  const seedRow = element("label", {}, element("span", {}, "Seed"), seed);
  const play = button("play", "Play", "Start a new game", { class: "main", type: "submit" });
  const daily = button("daily", "Board of the day", "Today's 12x12 board, the same for everyone");
  const back = button("back", "Back", "Back to the game (Escape)");
  const radar = element("canvas", { class: "radar", role: "img", "aria-label": "A sonar beam that turns over a board" });
  const form = element(
    "form",
    {},
    element("h2", {}, "nogues"),
    element("p", {}, "Minesweeper without guessing."),
    sizeRow,
    searchRow,
    logicRow,
    safeRow,
    seedRow,
    element("div", { class: "row" }, play, daily, back),
  );
  const panel = element("section", { class: "menu", "aria-label": "New game", hidden: true }, radar, form);
  return { panel, radar, form, size, custom, search, logic, logicRow, safe, seed, play, daily, back };
}

export function build(root) {
  root.classList.add("nogues");
  const parts = {
    root,
    counter: element("div", { class: "digits", role: "img", title: "Mines minus flags" }),
    clock: element("div", { class: "digits clock", role: "timer", title: "Seconds", "aria-label": "Seconds", "aria-live": "off" }, "000"),
    fresh: button("fresh", "New game", "Choose a new game"),
    restart: button("restart", "Restart", "Play this board again"),
    hint: button("hint", "Hint", "Show what is certain and why (H)"),
    next: button("next", "Next", "Follow the hint and show the next one (N)"),
    probabilities: button("probabilities", "Probabilities", "Show the probability of a mine in each cell (P)", { "aria-pressed": "false" }),
    count: button("count", "Count", "Count mines and flags around the last clicked number (C)"),
    share: button("share", "Share", "Copy a link to this board"),
    zoom: button("zoom", "Full size", "Switch between full size and the whole board", { "aria-pressed": "false", hidden: true }),
    canvas: element("canvas"),
    spot: element("span", { class: "spot" }),
    said: element("p", { class: "said", role: "status", "aria-live": "polite" }),
    menu: menu(),
  };
  // A page may have several widgets, and each loads its own copy of this code.
  const id = `nogues-keys-${Math.random().toString(36).slice(2)}`;
  const keys = element("span", { id, hidden: true }, KEYS);
  parts.field = element("div", { class: "field", role: "application", tabindex: "0", "aria-label": "Minesweeper board", "aria-describedby": id }, parts.canvas, parts.spot);
  const head = element("header", {}, parts.counter, element("div", { class: "row" }, parts.fresh, parts.restart), parts.clock);
  const tools = element("nav", { class: "row", "aria-label": "Help" }, parts.hint, parts.next, parts.probabilities, parts.count, parts.share, parts.zoom);
  root.replaceChildren(parts.menu.panel, element("div", { class: "game" }, head, keys, parts.field, parts.said, tools));
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
