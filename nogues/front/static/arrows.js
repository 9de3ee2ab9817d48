// Arrows from cell to cell, which show where mines went.

// An arrow in cells, and the cells that it passes.
export function arrowOf(board, from, to) {
  const middle = (at) => [(at % board.width) + 0.485, Math.floor(at / board.width) + 0.485];
  const [[x, y], [tx, ty]] = [middle(from), middle(to)];
  const long = Math.hypot(tx - x, ty - y) || 1;
  const [dx, dy] = [(tx - x) / long, (ty - y) / long];
  const cells = new Set();
  for (let k = 0; k <= long + 0.1; k += 0.1) {
    for (const side of [-0.25, 0, 0.25]) {
      const row = Math.floor(y + dy * k + dx * side);
      const column = Math.floor(x + dx * k - dy * side);
      const inside = row >= 0 && row < board.height && column >= 0 && column < board.width;
      if (inside) cells.add(row * board.width + column);
    }
  }
  return { x, y, dx, dy, long, cells };
}

// Draw a share of it: a ring where it begins, a line, and a head.
export function strokeArrow(pen, { x, y, dx, dy, long }, size, palette, share = 1) {
  const reach = Math.max(0.3, (long - 0.3) * share);
  const [ax, ay] = [x + dx * 0.24, y + dy * 0.24];
  const [bx, by] = [x + dx * reach, y + dy * reach];
  const trace = () => {
    pen.beginPath();
    pen.arc(x * size, y * size, 0.16 * size, 0, 7);
    pen.moveTo(ax * size, ay * size);
    pen.lineTo(bx * size, by * size);
    for (const side of [-1, 1]) {
      pen.moveTo(bx * size, by * size);
      pen.lineTo((bx - dx * 0.22 + dy * side * 0.15) * size, (by - dy * 0.22 - dx * side * 0.15) * size);
    }
    pen.stroke();
  };
  pen.lineCap = pen.lineJoin = "round";
  pen.strokeStyle = palette.open;
  pen.lineWidth = size * 0.15;
  trace();
  pen.strokeStyle = palette.arrow;
  pen.lineWidth = size * 0.07;
  trace();
}
