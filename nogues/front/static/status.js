// The status line under the board, which screen readers speak.

const PATIENCE = 700; // ms until the line says what it waits for

export class Status {
  constructor(said) {
    this.said = said;
    this.lost = this.text = this.waiting = this.compiling = ""; // the parts of the line
    this.moment = 0;
    this.pause = 0;
  }

  say(text) {
    this.text = text;
    this.waiting = "";
    this.#show();
  }

  #all() {
    return [this.lost, this.text, this.waiting, this.compiling].filter(Boolean).join("  ");
  }

  #show() {
    const { said } = this;
    const all = this.#all();
    // A screen reader ignores an unchanged text, so a repeated text gets a space.
    said.textContent = all && all === said.textContent ? `${all}\u00a0` : all;
    // A long text gets smaller letters: its place is kept, so the board never jumps.
    for (const size of ["", "small", "smaller"]) {
      said.dataset.size = size;
      if (said.scrollHeight <= said.clientHeight + 1) break;
    }
  }

  // Add a notice to the line; "" removes it.
  notice(text) {
    this.compiling = text;
    clearTimeout(this.pause);
    const show = () => this.said.textContent.trim() !== this.#all() && this.#show();
    // Kernels are compiled one after the other: no flicker between them.
    this.pause = setTimeout(show, text ? 0 : 300);
  }

  // An answer is awaited: say for what if it takes long.
  wait(text) {
    clearTimeout(this.moment);
    this.moment = setTimeout(() => {
      if (this.lost) return; // that says more
      this.waiting = text;
      this.#show();
    }, PATIENCE);
  }

  answered() {
    clearTimeout(this.moment);
    if (!this.waiting) return;
    this.waiting = "";
    this.#show();
  }

  // The connection is lost; "" when it is back.
  lose(text) {
    if (text === this.lost) return;
    this.lost = text;
    this.say("");
  }

  stop() {
    clearTimeout(this.moment);
    clearTimeout(this.pause);
  }
}
