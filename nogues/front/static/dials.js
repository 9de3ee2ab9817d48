// The two dials above the board: mines left, and the game's time.

import { roll } from "./elements.js";
import { counted } from "./words.js";

export class Dials {
  constructor(view) {
    this.view = view;
    this.base = 0; // when the game began
    this.timer = 0;
  }

  show(message, calm) {
    const { parts } = this.view;
    roll(parts.counter, message.remaining, calm);
    parts.counter.setAttribute("aria-label", `${counted(message.remaining, "mine")} left`);
    this.base = performance.now() - message.elapsed;
    this.tick();
  }

  // The clock runs only while the page is visible.
  tick() {
    clearTimeout(this.timer);
    const { state, parts } = this.view;
    if (!state) return;
    const running = state.status === "playing";
    const shown = running ? performance.now() - this.base : state.elapsed;
    const seconds = Math.max(0, Math.floor(shown / 1000));
    parts.clock.textContent = String(seconds).padStart(3, "0");
    if (running && !document.hidden) {
      this.timer = setTimeout(() => this.tick(), 1000 - (shown % 1000) + 5);
    }
  }

  stop() {
    clearTimeout(this.timer);
  }
}
