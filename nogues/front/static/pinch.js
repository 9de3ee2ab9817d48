// Zooming the board with two fingers, or with the wheel and Ctrl.

export function listenPinch(field, canvas, fit) {
  let pinch = null; // {far, x, y, scale}
  let wheel = null; // {factor, x, y} until the next frame

  const middleOf = ([one, other]) => [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
  const farOf = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

  field.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2) return;
    const [x, y] = middleOf(event.touches);
    const box = canvas.getBoundingClientRect();
    canvas.style.transformOrigin = `${x - box.left}px ${y - box.top}px`;
    pinch = { far: Math.max(1, farOf(event.touches)), x, y, scale: 1 };
  }, { passive: true });

  field.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault(); // the page itself keeps its size
    // The picture is stretched until the fingers are lifted; then it is drawn anew.
    pinch.scale = farOf(event.touches) / pinch.far;
    canvas.style.transform = `scale(${pinch.scale})`;
  }, { passive: false });

  const end = () => {
    if (!pinch) return;
    const { scale, x, y } = pinch;
    pinch = null;
    canvas.style.transform = "";
    fit.zoom(scale, [x, y]);
  };
  field.addEventListener("touchend", end);
  field.addEventListener("touchcancel", end);

  field.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const step = Math.min(25, Math.max(-25, -event.deltaY)) * 0.01;
    if (!wheel) {
      requestAnimationFrame(() => {
        const { factor, x, y } = wheel;
        wheel = null;
        fit.zoom(factor, [x, y]);
      });
    }
    wheel = { factor: (wheel?.factor ?? 1) * Math.exp(step), x: event.clientX, y: event.clientY };
  }, { passive: false });
}
