// The time by which everything on the page moves.
//
// A game runs by the real clock.  A demonstration runs by a clock that can be stopped and
// set: what is drawn depends on its time only, so the same time shows the same picture.

export class Clock {
  live = true; // the board asks for frames itself

  now() {
    return performance.now();
  }
}

const LONGEST_STEP = 50; // ms that a frame may advance a scene

// It advances with the frames of the browser, and only while the page is visible.  A
// hidden or slow page catches nothing up.  `frame` is called after each advance.
export class SceneClock {
  live = false;

  constructor(frame) {
    this.frame = frame;
    this.time = 0;
    this.request = 0;
    this.last = null;
  }

  get runs() {
    return this.request !== 0;
  }

  now() {
    return this.time;
  }

  set(ms) {
    this.time = ms;
  }

  run() {
    if (this.request) return;
    this.last = null;
    this.request = requestAnimationFrame((stamp) => this.#advance(stamp));
  }

  pause() {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  #advance(stamp) {
    const step = this.last === null || document.hidden ? 0 : stamp - this.last;
    this.last = stamp;
    this.request = requestAnimationFrame((next) => this.#advance(next));
    if (document.hidden) return;
    this.frame(this.time + Math.min(LONGEST_STEP, Math.max(0, step)));
  }
}
