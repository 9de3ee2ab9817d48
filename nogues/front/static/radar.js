// The start page's picture: a radar sweep over a dark board.

const SIDE = 15;
const TURN = 5200; // ms
const BLIPS = [[2, 9], [3, 4], [4, 11], [6, 2], [6, 9], [8, 5], [9, 12], [10, 8], [11, 3], [12, 10], [5, 6]];

export class Radar {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.request = 0;
    this.blips = new Set(BLIPS.map(([row, column]) => row * SIDE + column));
  }

  // Start the sweep, or draw one still picture if `calm`.  stop() ends it.
  start(calm) {
    this.stop();
    const ratio = window.devicePixelRatio || 1;
    const side = this.canvas.clientWidth || 280;
    this.canvas.width = this.canvas.height = Math.round(side * ratio);
    if (calm || document.hidden) {
      this.#draw(0.9);
      return;
    }
    const begin = performance.now() - 0.15 * TURN;
    const frame = (now) => {
      this.#draw((((now - begin) % TURN) / TURN) * 2 * Math.PI);
      this.request = requestAnimationFrame(frame);
    };
    this.request = requestAnimationFrame(frame);
  }

  stop() {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  #draw(angle) {
    const { pen } = this;
    const size = this.canvas.width;
    const cell = size / SIDE;
    const middle = size / 2;
    pen.fillStyle = "#0c1218";
    pen.fillRect(0, 0, size, size);
    for (let at = 0; at < SIDE * SIDE; at++) {
      const [row, column] = [Math.floor(at / SIDE), at % SIDE];
      const [x, y] = [(column + 0.5) * cell - middle, (row + 0.5) * cell - middle];
      const far = Math.hypot(x, y) / middle;
      const turn = 2 * Math.PI;
      const behind = (((angle - Math.atan2(y, x)) % turn) + turn) % turn;
      const light = Math.exp(-behind * 1.5) * Math.max(0, 1 - far * 0.55);
      const blip = this.blips.has(at) && far < 0.95 ? Math.exp(-behind * 0.55) : 0;
      const gap = cell * 0.06;
      pen.fillStyle = `rgb(${24 + 26 * light}, ${36 + 120 * light}, ${46 + 96 * light})`;
      pen.beginPath();
      pen.roundRect(column * cell + gap, row * cell + gap, cell - 2 * gap, cell - 2 * gap, cell * 0.16);
      pen.fill();
      if (blip > 0.03) {
        pen.globalAlpha = blip;
        pen.fillStyle = "#b8ffe0";
        pen.beginPath();
        pen.arc(middle + x, middle + y, cell * 0.2, 0, 7);
        pen.fill();
        pen.globalAlpha = 1;
      }
    }
    pen.strokeStyle = "rgba(160, 255, 214, 0.16)";
    pen.lineWidth = Math.max(1, size / 400);
    for (const share of [0.33, 0.64, 0.95]) {
      pen.beginPath();
      pen.arc(middle, middle, middle * share, 0, 7);
      pen.stroke();
    }
    pen.strokeStyle = "rgba(190, 255, 228, 0.85)";
    pen.lineWidth = Math.max(1.5, size / 180);
    pen.beginPath();
    pen.moveTo(middle, middle);
    pen.lineTo(middle + Math.cos(angle) * middle * 0.95, middle + Math.sin(angle) * middle * 0.95);
    pen.stroke();
  }
}
