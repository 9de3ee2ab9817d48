// The page's transport: a WebSocket that reconnects to this tab's game.

import { mount } from "./view.js";

const SESSION_KEY = "nogues-session";
const SHORTEST_WAIT = 200; // ms
const LONGEST_WAIT = 4000; // ms

const root = document.getElementById("nogues");
const query = new URLSearchParams(location.search);
let socket = null;
let waiting = []; // messages to send once the socket is open
let wait = SHORTEST_WAIT;
let view = null;
let following = false; // a link's board is asked for

// The name of this tab's game, kept over a reload where the browser allows it.
let kept = "";

function keptName() {
  try {
    return sessionStorage.getItem(SESSION_KEY) ?? kept;
  } catch {
    return kept;
  }
}

function keepName(name) {
  kept = name;
  try {
    sessionStorage.setItem(SESSION_KEY, name);
  } catch {
    // Storage is blocked: the game is kept until the page is left.
  }
}

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
  const options = Object.fromEntries(query);
  // What cannot be read is sent as it is: the server says what is wrong with it.
  if (/^-?\d{1,15}$/.test(options.seed)) options.seed = Number(options.seed);
  if (/^\d+,\d+$/.test(options.start)) options.start = options.start.split(",").map(Number);
  if (/^(True|False)$/.test(options.relocate)) options.relocate = options.relocate === "True";
  return options;
}

function receive(message) {
  const { link: linked } = root.dataset;
  if (message.kind !== "session") {
    // Before the session starts, the server can only say why it refuses one.
    if (message.kind === "error" && following) message.text = `This link cannot be used: ${message.text}.`;
    if (message.kind === "error" || message.game > 1) following = false;
    if (linked !== "up") view.status.lose("");
    if (linked !== "refused") view.receive(message);
    if (linked !== "up") root.dataset.link = "refused";
    return;
  }
  wait = SHORTEST_WAIT;
  root.dataset.link = "up";
  view.status.lose("");
  const known = message.name === keptName();
  keepName(message.name);
  root.dataset.session = message.name;
  const gone = !known && view.forget();
  if (!known) waiting = []; // they belong to a game that is gone
  if (query.size) {
    following = true;
    socket.send(JSON.stringify({ ...linkedOptions(), do: "new" }));
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
  const name = keptName();
  socket = new WebSocket(`ws://${location.host}/play?session=${encodeURIComponent(name)}`);
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (root.dataset.link !== "refused") {
      view.notice(""); // nobody would say that it is over
      view.status.lose("Connection lost. Reconnecting...");
      root.dataset.link = "down";
    }
    setTimeout(connect, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  });
}

view = mount(root, send, { link });
root.view = view; // for tests and the browser's developer tools
connect();
