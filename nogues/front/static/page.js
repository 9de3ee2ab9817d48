// The page's transport: a WebSocket that comes back, to the game of this tab.

import { mount } from "./face.js";

const KEY = "nogues-session";
const SHORTEST_WAIT = 200; // ms
const LONGEST_WAIT = 4000; // ms

const root = document.getElementById("nogues");
const query = new URLSearchParams(location.search);
let socket = null;
let waiting = []; // said while there was no socket
let wait = SHORTEST_WAIT;
let face = null;

function send(message) {
  const text = JSON.stringify(message);
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  else if (message.do !== "hello") waiting.push(text);
  waiting = waiting.slice(-20);
}

function link({ query: made }) {
  return `${location.origin}/?${made}`;
}

// What a shared link asks for.
function wished() {
  const daily = query.get("daily");
  if (daily) return { daily };
  const wishes = {};
  for (const name of ["size", "logic", "search", "safe"]) {
    if (query.has(name)) wishes[name] = query.get(name);
  }
  if (query.has("seed")) wishes.seed = Number(query.get("seed"));
  if (query.has("start")) wishes.start = query.get("start").split(",").map(Number);
  if (query.has("relocate")) wishes.relocate = query.get("relocate") === "True";
  return wishes;
}

function hear(message) {
  const { link: linked } = root.dataset;
  if (message.kind !== "session") {
    // Before a session all that can come is why there is none, again at each try.
    if (linked !== "refused") face.hear(message);
    if (linked !== "up") root.dataset.link = "refused";
    return;
  }
  wait = SHORTEST_WAIT;
  root.dataset.link = "up";
  const known = message.name === sessionStorage.getItem(KEY);
  sessionStorage.setItem(KEY, message.name);
  root.dataset.session = message.name;
  const gone = !known && face.forget();
  if (!known) waiting = []; // they were of a game that is gone
  if (query.size) {
    socket.send(JSON.stringify({ do: "new", ...wished() }));
    // Nothing is left to ask for after a reload: the game goes on.
    history.replaceState(null, "", location.pathname);
    for (const name of [...query.keys()]) query.delete(name);
    face.menu.close();
  } else if (!known && !message.given && !gone) {
    face.menu.open(matchMedia("(prefers-reduced-motion: reduce)").matches);
  }
  if (!face.menu.isOpen && document.activeElement === document.body) face.focus();
  waiting.splice(0).forEach((text) => socket.send(text));
}

function connect() {
  const name = sessionStorage.getItem(KEY) ?? "";
  socket = new WebSocket(`ws://${location.host}/play?session=${encodeURIComponent(name)}`);
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (root.dataset.link !== "refused") {
      if (root.dataset.link !== "down") face.say("No connection; trying again.");
      root.dataset.link = "down";
    }
    setTimeout(connect, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  });
}

face = mount(root, send, { link });
root.face = face; // for whoever looks with the browser's own tools
connect();
