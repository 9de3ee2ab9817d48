// Panels over the page: help, statistics, settings, and short questions.
//
// The browser's own dialog keeps the focus inside, and closes on Escape.

import { button, element, newId } from "./elements.js";
import { icon } from "./icons.js";

export class Dialogs {
  // `otherwise` takes the focus when the element that had it is gone.
  constructor(root, otherwise) {
    this.root = root;
    this.otherwise = otherwise;
    this.panel = null;
  }

  get isOpen() {
    return this.panel !== null;
  }

  // Show a panel; another one that is open closes first.
  open(name, title, ...content) {
    const before = this.panel?.before ?? this.root.ownerDocument.activeElement;
    this.close();
    const id = newId("title");
    const shut = button("close", icon("close"), "Close (Escape)", { "aria-label": "Close" });
    const top = element("div", { class: "top" }, element("h2", { id }, title), shut);
    const panel = element("dialog", { class: "panel", "data-panel": name, "aria-labelledby": id }, top, ...content);
    panel.before = before;
    this.panel = panel;
    this.root.append(panel);
    shut.addEventListener("click", () => this.close());
    panel.addEventListener("click", (event) => event.target === panel && this.#isOutside(event) && this.close());
    panel.addEventListener("close", () => this.#closed(panel));
    panel.showModal();
    panel.querySelector("[data-focus]")?.focus();
    return panel;
  }

  close() {
    if (!this.panel) return;
    const { panel } = this;
    panel.close();
    this.#closed(panel);
  }

  // The close event comes late, so close() does not wait for it.
  #closed(panel) {
    if (!panel.isConnected) return;
    panel.remove();
    if (this.panel !== panel) return;
    this.panel = null;
    const { before } = panel;
    const back = before?.isConnected && before !== document.body && before.checkVisibility();
    if (back && this.root.contains(before)) before.focus({ preventScroll: true, focusVisible: false });
    else this.otherwise();
  }

  #isOutside({ clientX: x, clientY: y }) {
    const box = this.panel.getBoundingClientRect();
    return x < box.left || x > box.right || y < box.top || y > box.bottom;
  }

  // Ask before something is lost; `then` runs if the player agrees.
  ask(question, yes, then) {
    const go = button("yes", yes, "", { class: "main", "data-focus": true });
    const stay = button("no", "Cancel", "");
    const row = element("div", { class: "row" }, go, stay);
    this.open("question", question, row);
    stay.addEventListener("click", () => this.close());
    go.addEventListener("click", () => {
      this.close();
      then();
    });
  }
}
