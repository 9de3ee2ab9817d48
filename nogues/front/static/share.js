// The panel with what makes this board again.

import { button, element } from "./elements.js";

function shareRow(name, label, text) {
  const shown = element("input", { name, readonly: true, value: text, spellcheck: "false" });
  const copy = button(`copy_${name}`, "Copy", `Copy the ${name}`);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      shown.select(); // the browser refuses: the player copies it
    }
  });
  shown.addEventListener("focus", () => shown.select());
  const title = element("span", {}, label);
  return element("div", { class: "share" }, element("label", {}, title, shown), copy);
}

// `link` makes an address of the message's query, on the page.
export function shareContent(message, link) {
  const rows = [];
  if (message.command) rows.push(shareRow("command", "In a terminal, on any machine", message.command));
  if (link) rows.push(shareRow("link", "On this machine, while the page is served", link(message)));
  else rows.push(shareRow("code", "In a notebook", message.code));
  return [...rows, element("p", {}, "They contain the seed, so they give the same mines.")];
}
