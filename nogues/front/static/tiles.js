// The looks of a cell.  Each is painted once per size and theme, and then copied.

export const HIDDEN = -2;
export const FLAG = -3;
export const MINE = -1;
export const HIT = 9;
export const WRONG = 10;
export const PRESS = 11;
export const BARE_FLAG = 12; // the flag alone, for its animation
export const BARE_MINE = 13;
export const QUESTION = 14;
export const BARE_CROSS = 15;

const BARE = [BARE_FLAG, BARE_MINE, BARE_CROSS];
const COVERED = [HIDDEN, FLAG, WRONG, PRESS, QUESTION];
const LOOKS = [MINE, 0, 1, 2, 3, 4, 5, 6, 7, 8, HIT, ...COVERED, ...BARE];

// Whether a look is a number, on which a click chords.
export const isNumber = (look) => look >= 1 && look <= 8;

export const STAGES = 6; // frames of a cell that opens

export class Tiles {
  // `size` is the side of a cell in device pixels.
  constructor(size, palette) {
    this.size = size;
    this.palette = palette;
    const sheet = new OffscreenCanvas(size * LOOKS.length, size);
    this.at = new Map(LOOKS.map((look, k) => [look, k * size]));
    const pen = sheet.getContext("2d");
    for (const look of LOOKS) {
      pen.save();
      pen.translate(this.at.get(look), 0);
      this.#paint(pen, look);
      pen.restore();
    }
    this.sheet = sheet.transferToImageBitmap(); // faster to copy from than a canvas
  }

  // The stages between hidden and a number, one row per number.  They are painted ahead:
  // shrinking and fading hundreds of cells in every frame would take too long.
  #paintStages() {
    const sheet = new OffscreenCanvas(this.size * STAGES, this.size * 9);
    const pen = sheet.getContext("2d", { alpha: false });
    for (let look = 0; look < 9; look++) {
      for (let stage = 0; stage < STAGES; stage++) {
        const share = (stage + 0.5) / STAGES;
        const [x, y] = [stage * this.size, look * this.size];
        this.draw(pen, look, x, y);
        this.drawScaled(pen, HIDDEN, x, y, 1 - 0.45 * share, 1 - share);
      }
    }
    return sheet.transferToImageBitmap();
  }

  drawStage(pen, look, stage, x, y) {
    this.stages ??= this.#paintStages();
    const s = this.size;
    pen.drawImage(this.stages, stage * s, look * s, s, s, x, y, s, s);
  }

  draw(pen, look, x, y) {
    const s = this.size;
    pen.drawImage(this.sheet, this.at.get(look), 0, s, s, x, y, s, s);
  }

  // Draw a look scaled around the middle of the cell, and transparent.
  drawScaled(pen, look, x, y, scale, alpha) {
    const s = this.size;
    const gap = (s * (1 - scale)) / 2;
    pen.globalAlpha = alpha;
    pen.drawImage(this.sheet, this.at.get(look), 0, s, s, x + gap, y + gap, s * scale, s * scale);
    pen.globalAlpha = 1;
  }

  #paint(pen, look) {
    if (COVERED.includes(look)) this.#cover(pen, look === PRESS);
    else if (!BARE.includes(look)) this.#ground(pen, look === HIT);
    if (isNumber(look)) this.#number(pen, look);
    if (look === MINE || look === HIT || look === BARE_MINE) this.#mine(pen);
    if (look === FLAG || look === WRONG || look === BARE_FLAG) this.#flag(pen);
    if (look === WRONG || look === BARE_CROSS) this.#cross(pen);
    if (look === QUESTION) this.#sign(pen, "?", this.palette.question);
  }

  #ground(pen, hit) {
    const s = this.size;
    pen.fillStyle = this.palette.line;
    pen.fillRect(0, 0, s, s);
    pen.fillStyle = hit ? this.palette.hit : this.palette.open;
    const line = Math.max(1, Math.round(s / 32));
    pen.fillRect(0, 0, s - line, s - line);
  }

  #cover(pen, pressed) {
    const s = this.size;
    const p = this.palette;
    pen.fillStyle = p.line;
    pen.fillRect(0, 0, s, s);
    const line = Math.max(1, Math.round(s / 32));
    const inner = s - line;
    const radius = s * 0.12;
    const fill = pen.createLinearGradient(0, 0, 0, s);
    fill.addColorStop(0, pressed ? p.press : p.shine);
    fill.addColorStop(0.18, pressed ? p.press : p.hidden);
    fill.addColorStop(0.9, pressed ? p.press : p.hidden);
    fill.addColorStop(1, pressed ? p.press : p.shade);
    pen.fillStyle = fill;
    pen.beginPath();
    pen.roundRect(0, 0, inner, inner, radius);
    pen.fill();
  }

  #number(pen, value) {
    this.#sign(pen, String(value), this.palette.numbers[value - 1]);
  }

  #sign(pen, sign, colour) {
    const s = this.size;
    pen.fillStyle = colour;
    pen.font = `700 ${Math.round(s * 0.6)}px ui-rounded, "Segoe UI", system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    const box = pen.measureText(sign);
    const up = box.actualBoundingBoxAscent;
    pen.fillText(sign, s / 2 - s / 64, s / 2 + up / 2 - s / 64);
  }

  #mine(pen) {
    const s = this.size;
    const middle = s * 0.485;
    pen.fillStyle = pen.strokeStyle = this.palette.mine;
    pen.lineWidth = s * 0.07;
    pen.lineCap = "round";
    pen.beginPath();
    for (let k = 0; k < 4; k++) {
      const [x, y] = [Math.cos((k * Math.PI) / 4) * s * 0.32, Math.sin((k * Math.PI) / 4) * s * 0.32];
      pen.moveTo(middle - x, middle - y);
      pen.lineTo(middle + x, middle + y);
    }
    pen.stroke();
    pen.beginPath();
    pen.arc(middle, middle, s * 0.22, 0, 7);
    pen.fill();
    pen.fillStyle = this.palette.open;
    pen.beginPath();
    pen.arc(middle - s * 0.07, middle - s * 0.07, s * 0.05, 0, 7);
    pen.fill();
  }

  #flag(pen) {
    const s = this.size;
    pen.strokeStyle = this.palette.pole;
    pen.lineWidth = s * 0.07;
    pen.lineCap = "round";
    pen.beginPath();
    pen.moveTo(s * 0.38, s * 0.22);
    pen.lineTo(s * 0.38, s * 0.78);
    pen.moveTo(s * 0.27, s * 0.78);
    pen.lineTo(s * 0.51, s * 0.78);
    pen.stroke();
    pen.fillStyle = this.palette.flag;
    pen.beginPath();
    pen.moveTo(s * 0.4, s * 0.18);
    pen.lineTo(s * 0.76, s * 0.34);
    pen.lineTo(s * 0.4, s * 0.51);
    pen.closePath();
    pen.fill();
  }

  #cross(pen) {
    const s = this.size;
    pen.strokeStyle = this.palette.cross;
    pen.lineWidth = s * 0.1;
    pen.lineCap = "round";
    pen.beginPath();
    pen.moveTo(s * 0.2, s * 0.2);
    pen.lineTo(s * 0.78, s * 0.78);
    pen.moveTo(s * 0.78, s * 0.2);
    pen.lineTo(s * 0.2, s * 0.78);
    pen.stroke();
  }
}
