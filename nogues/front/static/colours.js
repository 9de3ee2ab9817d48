// Colours of the board, light and dark.  A test computes their contrasts.

export const PALETTES = {
  light: {
    open: "#f3f5f8",
    line: "#d6dde5",
    hidden: "#b9c7d6",
    shine: "#cfdae6",
    shade: "#a3b4c6",
    press: "#a9bacb",
    numbers: ["#0b3fd1", "#00621f", "#b00020", "#1b1f87", "#7b1300", "#005c63", "#111418", "#4f565f"],
    flag: "#c2182b",
    pole: "#27303a",
    mine: "#20262d",
    hit: "#e5484d",
    cross: "#b00020",
    clue: "#0b57d0",
    safe: "#00794c",
    danger: "#b00020",
    guess: "#8a5a00",
    focus: "#10161c",
    wave: "#ff6b3d",
    flash: "#fff3d6",
    gap: "#8b9bad",
    shining: "#ffe9a8",
    scan: "#0a7bd6",
    shared: "#5b3fd1",
    only: "#ffc93c",
    arrow: "#5b3fd1",
    question: "#3d4a58",
    count: "#5b3fd1",
    tintText: "#10161c",
    tintBest: "#08306b",
  },
  dark: {
    open: "#1a2028",
    line: "#2a333e",
    hidden: "#3d4b5c",
    shine: "#4b5b6e",
    shade: "#303c4a",
    press: "#33404f",
    numbers: ["#82b6ff", "#79d796", "#ff9a9a", "#bfb1ff", "#ffb27a", "#66d9d9", "#f2f4f7", "#b9c2cc"],
    flag: "#ff6b76",
    pole: "#dfe6ee",
    mine: "#e8edf3",
    hit: "#c9303a",
    cross: "#ff8a8a",
    clue: "#8ab4ff",
    safe: "#5fd39c",
    danger: "#ff8f8f",
    guess: "#f0c36a",
    focus: "#ffffff",
    wave: "#ffa070",
    flash: "#fff3d6",
    gap: "#0b0f14",
    shining: "#fff0c2",
    scan: "#6cc3ff",
    shared: "#c3b3ff",
    only: "#d9a21b",
    arrow: "#c3b3ff",
    question: "#dfe6ee",
    count: "#c3b3ff",
    tintText: "#10161c",
    tintBest: "#08306b",
  },
};

// Mix two #rrggbb colours; share 0 gives the first, 1 the second.
export function mix(first, second, share) {
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const both = (at) => Math.round(part(first, at) * (1 - share) + part(second, at) * share);
  return "#" + [1, 3, 5].map((at) => both(at).toString(16).padStart(2, "0")).join("");
}

// The odds of a mine, the same in both themes and in plots (nogues/base/colours.py, which
// a test compares).  What is certain lies beyond the ends of the scale.
export const ODDS = [
  [0, "#6ab4ee"],
  [0.25, "#bcdcf2"],
  [0.5, "#f6e9c0"],
  [0.75, "#f8ba66"],
  [1, "#ef7d4a"],
];
export const SURELY = { safe: "#3f9be6", mine: "#e2512f" };

// The background of a hidden cell with this probability of a mine.
export function tint(probability) {
  if (probability <= 0) return SURELY.safe;
  if (probability >= 1) return SURELY.mine;
  const k = ODDS.findIndex(([stop]) => probability <= stop);
  const [[low, first], [high, second]] = ODDS.slice(k - 1, k + 1);
  return mix(first, second, (probability - low) / (high - low));
}
