// A sonar over a board: a beam turns, numbers under it light up and fade with the angle
// behind it, and mines blink.  The start page shows it, and the ninth scene.
//
// A cell is painted again only when its light reaches another of a few levels.  So a
// frame costs some hundred copies from a sheet, even on a board of 100 by 100.

import { Board } from "./board.js";
import { PALETTES, mix } from "./colours.js";
import { FLAG, HIDDEN, HIT, MINE, WRONG } from "./tiles.js";

export const SONAR_TURN = 5500; // ms
const LEVELS = 20;
const LARGE = 2500; // cells of a board with half as many levels
const AT_ONCE = 700; // cells that such a board paints in a frame when the beam begins
const ROWS = 11;
const ANGLES = 2048; // of the tables of light

// The board of the ninth scene: # hidden, F a mine with its flag.  A test compares it.
export const SONAR_ROWS = [
  "001F100001#2100",
  "0133200001FF311",
  "23FF1122113F3F1",
  "FF4#21FF1123#21",
  "F32F12#311F2F21",
  "111122F101232#F",
  "00001F21002F321",
  "00112110002FF10",
  "012F21100013320",
  "01F#3F201111F10",
  "02222F201F1#121",
  "12F11110112111F",
  "F2#21000001F222",
  "112F200011223F1",
  "002F20001F11F21",
];

const NIGHT = { ground: "#0b141b", hidden: "#14212b", mint: "#8df5cf", coral: "#ff7d6b" };

// The light of what is behind the beam, by its angle: of grounds and numbers, and of mines.
function lightsOf(angle) {
  const number = Math.exp(-angle * 0.75);
  const blink = 0.5 + 0.5 * Math.cos(angle * 7);
  return [number, Math.exp(-angle * 0.5) * (0.2 + 0.8 * blink)];
}

const isMine = (look) => look === FLAG || look === MINE || look === HIT || look === WRONG;

export class Sweep {
  layer = 0.5; // over cells that open

  constructor(begin, turn, board) {
    this.begin = begin;
    this.turn = turn;
    this.large = board.width * board.height > LARGE;
    this.levels = this.large ? LEVELS / 2 : LEVELS;
    const tables = [0, 1].map(() => new Uint8Array(ANGLES));
    for (let k = 0; k < ANGLES; k++) {
      const lights = lightsOf((2 * Math.PI * k) / ANGLES);
      lights.forEach((light, t) => (tables[t][k] = Math.min(this.levels - 1, Math.floor(light * this.levels))));
    }
    [this.numbers, this.mines] = tables;
    const { width, height } = board;
    this.angles = Uint16Array.from({ length: width * height }, (_, at) => {
      const x = (at % width) + 0.5 - width / 2;
      const y = Math.floor(at / width) + 0.5 - height / 2;
      const part = Math.atan2(y, x) / (2 * Math.PI) + 1;
      return Math.floor(part * ANGLES) % ANGLES;
    });
    this.painted = new Int16Array(width * height);
  }

  advance() {
    return true;
  }

  paint(now, board) {
    if (this.size !== board.size) this.#prepare(board);
    const { pen, size: s, look, shown, restored } = board;
    const share = ((((now - this.begin) / this.turn - 0.25) % 1) + 1) % 1;
    const beam = Math.floor(share * ANGLES);
    let fresh = 0;
    for (let at = 0; at < look.length; at++) {
      if (this.painted[at] < 0 && ++fresh > AT_ONCE && this.large) break;
      const behind = (beam - this.angles[at] + ANGLES) % ANGLES;
      const row = rowOf(look[at]);
      const level = (row === 1 ? this.mines : this.numbers)[behind];
      const tile = row * this.levels + level;
      if (this.painted[at] === tile && shown[at] === look[at] && !restored.has(at)) continue;
      this.painted[at] = tile;
      pen.drawImage(this.sheet, level * s, row * s, s, s, ...board.place(at), s, s);
    }
    this.#beam(board, share * 2 * Math.PI);
  }

  #beam(board, angle) {
    const { pen, size, width, height } = board;
    const [x, y] = [(width * size) / 2, (height * size) / 2];
    const long = Math.hypot(x, y);
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    pen.strokeStyle = NIGHT.mint;
    pen.lineCap = "round";
    for (const [thick, alpha] of [[0.34, 0.16], [0.09, 0.85]]) {
      pen.globalAlpha = alpha;
      pen.lineWidth = Math.max(1.5, size * thick);
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(x + dx * long, y + dy * long);
      pen.stroke();
    }
    pen.globalAlpha = 1;
    const wide = size * 0.3;
    for (let far = 0; far <= long; far += size / 2) {
      const [px, py] = [x + dx * far, y + dy * far];
      if (px < -size || py < -size || px > 2 * x + size || py > 2 * y + size) break;
      board.touch(px - wide, py - wide, 2 * wide, 2 * wide);
    }
  }

  // Mix each look at each level of light: hidden, mine, 0 to 8.
  #prepare(board) {
    const s = (this.size = board.size);
    const sheets = [this.levels, 2].map((columns) => new OffscreenCanvas(s * columns, s * ROWS));
    const [pen, ends] = sheets.map((sheet) => sheet.getContext("2d", { alpha: false }));
    for (let row = 0; row < ROWS; row++) {
      for (const light of [0, 1]) {
        ends.save();
        ends.translate(light * s, row * s);
        paintNight(ends, s, row, light);
        ends.restore();
      }
    }
    for (let level = 0; level < this.levels; level++) {
      pen.drawImage(sheets[1], 0, 0, s, s * ROWS, level * s, 0, s, s * ROWS);
      pen.globalAlpha = (level + 0.5) / this.levels;
      pen.drawImage(sheets[1], s, 0, s, s * ROWS, level * s, 0, s, s * ROWS);
      pen.globalAlpha = 1;
    }
    this.sheet = sheets[0].transferToImageBitmap();
    this.painted.fill(-1);
  }
}

const rowOf = (look) => (look === HIDDEN ? 0 : isMine(look) ? 1 : 2 + Math.max(0, look % 9));

function paintNight(pen, s, row, light) {
  const gap = Math.max(1, s * 0.05);
  const covered = row < 2;
  pen.fillStyle = NIGHT.ground;
  pen.fillRect(0, 0, s, s);
  const glow = covered ? 0.26 : 0.22;
  pen.fillStyle = mix(covered ? NIGHT.hidden : NIGHT.ground, row === 1 ? NIGHT.coral : NIGHT.mint, glow * light);
  pen.beginPath();
  pen.roundRect(gap, gap, s - 2 * gap, s - 2 * gap, s * 0.14);
  pen.fill();
  if (row === 1) {
    const ink = mix(NIGHT.hidden, NIGHT.coral, 0.14 + 0.86 * light);
    pen.fillStyle = pen.strokeStyle = ink;
    pen.lineWidth = s * 0.07;
    pen.lineCap = "round";
    pen.beginPath();
    for (let k = 0; k < 4; k++) {
      const [x, y] = [Math.cos((k * Math.PI) / 4) * s * 0.31, Math.sin((k * Math.PI) / 4) * s * 0.31];
      pen.moveTo(s / 2 - x, s / 2 - y);
      pen.lineTo(s / 2 + x, s / 2 + y);
    }
    pen.stroke();
    pen.beginPath();
    pen.arc(s / 2, s / 2, s * 0.21, 0, 7);
    pen.fill();
  } else if (row > 2) {
    const colour = PALETTES.dark.numbers[row - 3];
    pen.fillStyle = mix(mix(NIGHT.ground, colour, 0.16 + 0.84 * light), "#ffffff", 0.55 * light * light);
    pen.font = `700 ${Math.round(s * 0.58)}px ui-rounded, "Segoe UI", system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    const up = pen.measureText(String(row - 2)).actualBoundingBoxAscent;
    pen.fillText(String(row - 2), s / 2, s / 2 + up / 2);
  }
}

// The beam turns over a board until the board begins anew.
export function sonar(board, turn = SONAR_TURN) {
  board.move(new Sweep(board.clock.now(), turn, board));
}

const STILL = { live: false, now: () => 0.62 * SONAR_TURN };
const SONAR_SIGNS = { "#": HIDDEN, F: FLAG };

// The picture of the start page.
export class Sonar {
  constructor(canvas) {
    this.canvas = canvas;
    this.board = new Board(canvas);
    this.live = this.board.clock;
  }

  get request() {
    return this.board.request;
  }

  // Start the beam, or draw one still picture if `calm`.  stop() ends it.
  start(calm) {
    const { board, canvas } = this;
    const looks = [...SONAR_ROWS.join("")].map((sign) => SONAR_SIGNS[sign] ?? Number(sign));
    canvas.style.width = canvas.style.height = "";
    const side = canvas.clientWidth || 300;
    board.begin(SONAR_ROWS[0].length, SONAR_ROWS.length, looks);
    board.resize(side / board.width, PALETTES.dark);
    const still = calm || document.hidden;
    board.clock = still ? STILL : this.live;
    const begin = still ? 0 : this.live.now() - 0.62 * SONAR_TURN;
    board.move(new Sweep(begin, SONAR_TURN, board));
    if (still) board.draw(STILL.now());
  }

  stop() {
    this.board.stop();
  }
}
