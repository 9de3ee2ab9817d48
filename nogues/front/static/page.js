// The page's transport: a WebSocket that reconnects to this tab's game.

import { mount } from "./view.js";

const KEY = "nogues-session";
const SHORTEST_WAIT = 200; // ms
const LONGEST_WAIT = 4000; // ms

const root = document.getElementById("nogues");
const query = new URLSearchParams(location.search);
let socket = null;
let waiting = []; // messages to send once the socket is open
let wait = SHORTEST_WAIT;
let view = null;

function send(message) {
  const text = JSON.stringify(message);
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  else if (message.do !== "hello") waiting.push(text);
  waiting = waiting.slice(-20);
}

function link({ query: search }) {
  return `${location.origin}/?${search}`;
}

// The options of a shared link.
function linkedOptions() {
  const daily = query.get("daily");
  if (daily) return { daily };
  const options = {};
  for (const name of ["size", "logic", "search", "safe"]) {
    if (query.has(name)) options[name] = query.get(name);
  }
  if (query.has("seed")) options.seed = Number(query.get("seed"));
  if (query.has("start")) options.start = query.get("start").split(",").map(Number);
  if (query.has("relocate")) options.relocate = query.get("relocate") === "True";
  return options;
}

function receive(message) {
  const { link: linked } = root.dataset;
  if (message.kind !== "session") {
    // Before the session starts, the server can only say why it refuses one.
    if (linked !== "refused") view.receive(message);
    if (linked !== "up") root.dataset.link = "refused";
    return;
  }
  wait = SHORTEST_WAIT;
  root.dataset.link = "up";
  const known = message.name === sessionStorage.getItem(KEY);
  sessionStorage.setItem(KEY, message.name);
  root.dataset.session = message.name;
  const gone = !known && view.forget();
  if (!known) waiting = []; // they belong to a game that is gone
  if (query.size) {
    socket.send(JSON.stringify({ do: "new", ...linkedOptions() }));
    // After a reload the game continues, and must not start again from the link.
    history.replaceState(null, "", location.pathname);
    for (const name of [...query.keys()]) query.delete(name);
    view.menu.close();
  } else if (!known && !message.given && !gone) {
    view.menu.open(matchMedia("(prefers-reduced-motion: reduce)").matches);
  }
  if (!view.menu.isOpen && document.activeElement === document.body) view.focus();
  waiting.splice(0).forEach((text) => socket.send(text));
}

function connect() {
  const name = sessionStorage.getItem(KEY) ?? "";
  socket = new WebSocket(`ws://${location.host}/play?session=${encodeURIComponent(name)}`);
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (root.dataset.link !== "refused") {
      view.notice(""); // nobody would say that it is over
      if (root.dataset.link !== "down") view.say("Connection lost. Reconnecting...");
      root.dataset.link = "down";
    }
    setTimeout(connect, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  });
}

view = mount(root, send, { link });
root.view = view; // for tests and the browser's developer tools
connect();
