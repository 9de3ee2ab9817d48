// The published search in plain JavaScript: the second twin, and the yardstick for speed.
//
//   node reference.mjs generate < specs     a JSON spec a line in, a JSON board (or null) a line out
//   node reference.mjs time WIDTH HEIGHT MINES ROW COLUMN FIRST_SEED COUNT
//                                           prints {boards, failed, ms, checksum}
import { createInterface } from 'node:readline';

const SAFE_DISTANCE = 2, MAX_REPAIRS = 100;

// mulberry32: floats in [0, 1)
function mulberry(seed) {
  let counter = seed >>> 0;
  return function draw() {
    counter = (counter + 0x6d2b79f5) >>> 0;
    let t = counter;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// Neighbour lists of every cell, row-major.
function grid(width, height) {
  const near = new Array(width * height);
  for (let i = 0; i < near.length; i++) {
    const row = Math.floor(i / width), column = i % width;
    near[i] = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++)
      for (let c = Math.max(0, column - 1); c <= Math.min(width - 1, column + 1); c++)
        if (r !== row || c !== column) near[i].push(r * width + c);
  }
  return near;
}

const UNKNOWN = 0, OPENED = 1, FLAGGED = 2;

// The elementary rules from a safe start: the state of every cell and the number of opened ones.
function solve(near, mine, clue, start, maxPasses) {
  const state = new Uint8Array(mine.length);
  let opened = 0;
  const click = (first) => {
    const stack = [first];
    state[first] = OPENED;
    opened++;
    while (stack.length) {
      const cell = stack.pop();
      if (clue[cell] > 0) continue;
      for (const n of near[cell]) if (state[n] === UNKNOWN) { state[n] = OPENED; opened++; stack.push(n); }
    }
  };
  click(start);
  for (let pass = 0; pass < maxPasses; pass++) {
    let changed = false;
    for (let cell = 0; cell < mine.length; cell++) {
      if (state[cell] !== OPENED || clue[cell] === 0) continue;
      let unknown = 0, flags = 0;
      for (const n of near[cell]) { if (state[n] === UNKNOWN) unknown++; else if (state[n] === FLAGGED) flags++; }
      if (unknown === 0) continue;
      if (flags === clue[cell]) { for (const n of near[cell]) if (state[n] === UNKNOWN) click(n); }
      else if (flags + unknown === clue[cell]) { for (const n of near[cell]) if (state[n] === UNKNOWN) state[n] = FLAGGED; }
      else continue;
      changed = true;
    }
    if (!changed) break;
  }
  return { state, opened };
}

function generate({ width, height, mines, row, column, seed, maxAttempts = 300, maxPasses = 60 }, near) {
  const cells = width * height, start = row * width + column, draw = mulberry(seed);
  const below = (n) => Math.floor(draw() * n);
  const zone = new Uint8Array(cells), candidates = [];
  for (let i = 0; i < cells; i++) {
    zone[i] = Math.abs(Math.floor(i / width) - row) + Math.abs((i % width) - column) <= SAFE_DISTANCE ? 1 : 0;
    if (!zone[i]) candidates.push(i);
  }
  const count = Math.min(mines, candidates.length);

  for (let attempts = 1; attempts <= maxAttempts; attempts++) {
    const order = candidates.slice(), mine = new Uint8Array(cells), clue = new Int8Array(cells);
    for (let k = 0; k < count; k++) {
      const other = k + below(order.length - k), cell = order[other];
      order[other] = order[k];
      order[k] = cell;
      mine[cell] = 1;
    }
    const recount = () => { for (let i = 0; i < cells; i++) { let sum = 0; for (const n of near[i]) sum += mine[n]; clue[i] = sum; } };
    recount();
    let enclosed = false;
    for (let i = 0; i < cells; i++) if (!mine[i] && near[i].length > 0 && clue[i] === near[i].length) enclosed = true;
    if (enclosed) continue;

    for (let repairs = 0; repairs <= MAX_REPAIRS; repairs++) {
      const { state, opened } = solve(near, mine, clue, start, maxPasses);
      if (opened === cells - count) {
        for (let i = 0; i < cells; i++) if (mine[i]) clue[i] = -1;
        return { clue, attempts, repairs };
      }
      if (repairs === MAX_REPAIRS) break;
      const frontier = [], hidden = [], remote = [];
      for (let i = 0; i < cells; i++) {
        if (state[i] !== UNKNOWN) continue;
        const touches = near[i].some((n) => state[n] === OPENED);
        if (mine[i]) { if (touches) frontier.push(i); }
        else if (!zone[i]) { hidden.push(i); if (!touches) remote.push(i); }
      }
      if (frontier.length === 0 || hidden.length === 0) break;
      const source = frontier[below(frontier.length)];
      const pool = remote.length > 0 ? remote : hidden;
      const target = pool[below(pool.length)];
      mine[source] = 0;
      mine[target] = 1;
      recount();
    }
  }
  return null;
}

const [job, ...rest] = process.argv.slice(2);
if (job === 'generate') {
  for await (const line of createInterface({ input: process.stdin })) {
    const spec = JSON.parse(line), board = generate(spec, grid(spec.width, spec.height));
    console.log(JSON.stringify(board && { ...board, clue: Array.from(board.clue) }));
  }
} else if (job === 'time') {
  const [width, height, mines, row, column, first, boards] = rest.map(Number);
  const near = grid(width, height), spec = { width, height, mines, row, column };
  for (let k = 0; k < Math.min(boards, 50); k++) generate({ ...spec, seed: 3e9 + k }, near); // let the JIT settle
  let failed = 0, checksum = 0;
  const begin = performance.now();
  for (let k = 0; k < boards; k++) {
    const board = generate({ ...spec, seed: first + k }, near);
    if (board === null) { failed++; continue; }
    for (const clue of board.clue) checksum = (Math.imul(checksum, 31) + clue) | 0;
  }
  console.log(JSON.stringify({ boards, failed, ms: performance.now() - begin, checksum }));
} else {
  console.error('usage: node reference.mjs generate | time WIDTH HEIGHT MINES ROW COLUMN FIRST_SEED COUNT');
  process.exit(2);
}
