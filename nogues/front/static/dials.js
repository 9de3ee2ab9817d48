// The two dials above the board: mines left, and the game's time.

import { roll } from "./motion.js";
import { counted } from "./words.js";

export class Dials {
  constructor(view) {
    this.view = view;
    this.base = 0; // when the game began
    this.timer = 0;
  }

  show(message) {
    const { parts, board } = this.view;
    roll(board, parts.counter, message.remaining);
    parts.counter.setAttribute("aria-label", `${counted(message.remaining, "mine")} left`);
    this.base = board.clock.now() - message.elapsed;
    this.tick();
  }

  // The clock runs only while the page is visible.
  tick() {
    clearTimeout(this.timer);
    const { state, parts, board } = this.view;
    if (!state) return;
    const running = state.status === "playing";
    const shown = running ? board.clock.now() - this.base : state.elapsed;
    const seconds = Math.max(0, Math.floor(shown / 1000));
    parts.clock.textContent = String(seconds).padStart(3, "0");
    if (running && !document.hidden && board.clock.live) {
      this.timer = setTimeout(() => this.tick(), 1000 - (shown % 1000) + 5);
    }
  }

  stop() {
    clearTimeout(this.timer);
  }
}
