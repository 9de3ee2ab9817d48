// What buttons and keys do, by name.

import { element, iconButton } from "./elements.js";
import { helpContent } from "./help.js";

// Ask first if a running game would be lost.
function sure(view, question, yes, then) {
  const { state, demo, dialogs } = view;
  if (state?.status === "playing" && !demo.isOn) dialogs.ask(question, yes, then);
  else then();
}

const canFill = (root) => Boolean(document.fullscreenEnabled && root.requestFullscreen);

function fill(root) {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen().catch(() => {}); // the browser may refuse
}

// The panel of what is needed seldom.
function more(view) {
  const { actions, dialogs, parts } = view;
  const items = [
    iconButton("share", "share", "Share this board", ""),
    iconButton("statistics", "statistics", "Statistics", ""),
    iconButton("settings", "settings", "Settings", ""),
    iconButton("watch", "watch", "Watch the demonstration", ""),
  ];
  if (canFill(parts.root)) {
    const text = document.fullscreenElement ? "Leave full screen" : "Full screen";
    items.push(iconButton("full", "full", text, ""));
  }
  for (const item of items) {
    item.addEventListener("click", () => {
      dialogs.close();
      actions[item.name]();
    });
  }
  dialogs.open("more", "More", element("div", { class: "list" }, ...items));
}

export function makeActions(view) {
  const { parts } = view;
  return {
    hint: () => view.ask("hint"),
    undo: () => view.state && view.ask("undo", { game: view.state.game }),
    restart: () => sure(view, "Restart this board?", "Restart", () => view.ask("restart")),
    renew: () => sure(view, "Leave this game for a new one?", "New game", () => view.ask("new", view.menu.same())),
    begin: (newGame) => sure(view, "Leave the running game?", "New game", () => view.begin(newGame)),
    fresh: () => view.openMenu(),
    share: () => view.ask("share"),
    help: () => {
      view.demo.clock.pause();
      view.dialogs.open("help", "Help", ...helpContent());
    },
    statistics: () => view.statistics.open(),
    settings: () => view.dialogs.open("settings", "Settings", ...view.settings.content()),
    watch: () => view.demo.start(1),
    full: () => fill(parts.root),
    more: () => more(view),
    mode: () => {
      view.flagMode = !view.flagMode;
      parts.mode.setAttribute("aria-pressed", String(view.flagMode));
      view.say(view.flagMode ? "A tap sets a flag, a long press opens." : "A tap opens, a long press sets a flag.");
    },
  };
}

// Let the buttons of the page do what they are named for.
export function listenButtons(view) {
  const { parts, advice, fit, actions } = view;
  const { menu } = parts;
  const on = (name, action) => parts[name].addEventListener("click", action);
  for (const name of ["fresh", "help", "more", "mode"]) on(name, actions[name]);
  for (const name of ["hint", "undo", "restart"]) on(name, () => view.play(actions[name]));
  on("next", () => view.play(() => advice.next()));
  on("probabilities", () => view.play(() => advice.showMap(!advice.mapped)));
  on("count", () => view.play(() => advice.count()));
  on("smaller", () => fit.smaller());
  on("larger", () => fit.larger());
  menu.back.addEventListener("click", () => view.leaveMenu());
  menu.watch.addEventListener("click", actions.watch);
  menu.records.addEventListener("click", actions.statistics);
  menu.help.addEventListener("click", actions.help);
}
