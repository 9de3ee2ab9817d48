// The status line under the board, which screen readers speak.

export class Status {
  constructor(said) {
    this.said = said;
    this.text = this.compiling = ""; // the two parts of the line
    this.moment = 0;
    this.pause = 0;
  }

  say(text) {
    this.text = text;
    const all = this.#all();
    // A screen reader ignores an unchanged text, so a repeated text gets a space.
    this.said.textContent = all && all === this.said.textContent ? `${all}\u00a0` : all;
  }

  #all() {
    return [this.text, this.compiling].filter(Boolean).join("  ");
  }

  // Add a notice to the line; "" removes it.
  notice(text) {
    this.compiling = text;
    clearTimeout(this.pause);
    const show = () => this.said.textContent.trim() !== this.#all() && this.say(this.text);
    // Kernels are compiled one after the other: no flicker between them.
    this.pause = setTimeout(show, text ? 0 : 300);
  }

  // An answer is awaited: say so if it takes long.
  wait() {
    clearTimeout(this.moment);
    this.moment = setTimeout(() => this.say("One moment."), 700);
  }

  answered() {
    clearTimeout(this.moment);
  }

  stop() {
    clearTimeout(this.moment);
    clearTimeout(this.pause);
  }
}
