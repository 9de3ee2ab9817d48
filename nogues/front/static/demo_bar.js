// The bar of the demonstration: what is seen, and the buttons that drive it.

import { button, element } from "./elements.js";

export const SCENES = 9;

export class DemoBar {
  constructor(demo, parts) {
    this.root = parts.root;
    this.count = element("span", { class: "demo-count" });
    this.name = element("strong");
    this.title = element("div", { class: "demo-title" }, this.count, this.name);
    this.caption = element("p", { class: "demo-caption" });
    this.done = element("div", { class: "demo-done" });
    this.dots = Array.from({ length: SCENES }, (_, k) =>
      button("scene", String(k + 1), `Scene ${k + 1} (${k + 1})`, { class: "demo-dot" }));
    this.pause = button("pause", "Pause", "Pause or resume (P)");
    const next = button("skip", "Next", "The next step (N)");
    const restart = button("again", "Restart", "Restart this scene (R)");
    const take = button("take", "Play from here", "Take the game over as it stands", { class: "main" });
    const close = button("leave", "Close", "Back to your own game (Escape)");
    // It says one sentence at the end of each scene; what happens before is not spoken.
    this.spoken = element("p", { class: "unseen", role: "status", "aria-live": "polite" });
    this.panel = element(
      "section",
      { class: "demo", "aria-label": "Demonstration", hidden: true },
      element("div", { class: "demo-line" }, this.done),
      this.caption,
      element("div", { class: "demo-tools" },
        element("div", { class: "demo-dots", role: "group", "aria-label": "Scenes" }, ...this.dots),
        element("div", { class: "row" }, this.pause, next, restart, take, close)),
      this.spoken,
    );
    parts.counter.after(this.title);
    parts.field.after(this.panel);
    const on = (part, act) => part.addEventListener("click", act);
    this.dots.forEach((dot, k) => on(dot, () => demo.start(k + 1)));
    on(this.pause, () => demo.toggle());
    on(next, () => demo.next());
    on(restart, () => demo.restart());
    on(take, () => demo.takeOver());
    on(close, () => demo.stop());
  }

  open() {
    this.panel.hidden = false;
    this.root.dataset.demo = "on";
  }

  close() {
    this.panel.hidden = true;
    this.spoken.textContent = "";
    delete this.root.dataset.demo;
  }

  scene(number, title) {
    this.count.textContent = `${number} of ${SCENES}`;
    this.name.textContent = title;
    this.dots.forEach((dot, k) => {
      if (k + 1 === number) dot.setAttribute("aria-current", "step");
      else dot.removeAttribute("aria-current");
    });
  }

  say(caption) {
    this.caption.textContent = caption;
  }

  // `share` is how much of the scene has been played.
  show(share, running) {
    this.done.style.transform = `scaleX(${Math.min(1, share)})`;
    const label = running ? "Pause" : "Resume";
    if (this.pause.textContent !== label) this.pause.textContent = label;
  }

  speak(text) {
    this.spoken.textContent = text;
  }
}
