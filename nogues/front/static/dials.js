// The two dials above the board: mines left, and the game's time.

import { roll } from "./motion.js";
import { remainingText } from "./words.js";

export class Dials {
  constructor(view) {
    this.view = view;
    this.base = 0; // when the game began
    this.timer = 0;
  }

  show(message) {
    const { parts, board } = this.view;
    roll(board, parts.counter, message.remaining);
    parts.counter.setAttribute("aria-label", remainingText(message.remaining));
    this.base = board.clock.now() - message.elapsed;
    this.tick();
  }

  // The clock runs only while the page is visible.
  tick() {
    clearTimeout(this.timer);
    const { state, parts, board, settings } = this.view;
    if (!state) return;
    const running = state.status === "playing";
    const shown = Math.max(0, running ? board.clock.now() - this.base : state.elapsed);
    const { tenths } = settings.values;
    const step = tenths ? 100 : 1000;
    const whole = String(Math.floor(shown / 1000)).padStart(3, "0");
    parts.clock.textContent = tenths ? `${whole}.${Math.floor((shown % 1000) / 100)}` : whole;
    if (running && !document.hidden && board.clock.live) {
      this.timer = setTimeout(() => this.tick(), step - (shown % step) + 5);
    }
  }

  stop() {
    clearTimeout(this.timer);
  }
}
