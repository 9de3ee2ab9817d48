"""Frames as HTML: a picture, and buttons to play the frames.

The page has the last frame as one picture, and each frame as what it changes in the one
before it.  A board changes in few cells per frame, so this is far smaller than all
frames as pictures.  Where scripts do not run, the last frame remains, with its text.
"""

from __future__ import annotations

import base64
import html
import io
import json
import uuid
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Colours of one picture, besides the transparent one.
MOST_COLOURS = 255


def player(
    frames: Iterable[tuple[NDArray[np.uint8], str]], name: str, fps: float
) -> str:
    """Return HTML that plays frames: pixels (height, width, 3), and a text for each.

    ``name`` says what is played, in front of the text of a frame.
    """
    steps: list[list[Any]] = []
    shown: NDArray[np.uint8] | None = None
    for pixels, text in frames:
        changed = np.ones(pixels.shape[:2], np.bool_)
        if shown is not None:
            changed = (pixels != shown).any(axis=2)
        steps.append([*_changes(pixels, changed), text])
        shown = pixels
    assert shown is not None
    last = _address(shown, np.ones(shown.shape[:2], np.bool_))
    # No text can end the script that it is in.
    data = json.dumps(steps, separators=(",", ":")).replace("<", "\\u003c")
    return _PLAYER.format(
        id="nogues-" + uuid.uuid4().hex,
        name=html.escape(name),
        text=html.escape(steps[-1][3]),
        image=last,
        width=shown.shape[1],
        height=shown.shape[0],
        last=len(steps) - 1,
        pause=1000 / fps,
        steps=data,
    )


def _changes(
    pixels: NDArray[np.uint8], changed: NDArray[np.bool_]
) -> tuple[int, int, str]:
    """Return left, top and picture of the part of a frame that changed."""
    if not changed.any():
        return 0, 0, ""
    rows, columns = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
    top, left = int(rows[0]), int(columns[0])
    part = slice(top, rows[-1] + 1), slice(left, columns[-1] + 1)
    return left, top, _address(pixels[part], changed[part])


def _address(pixels: NDArray[np.uint8], opaque: NDArray[np.bool_]) -> str:
    """Return a PNG of at most 256 colours as an address; the rest is transparent."""
    from PIL import Image

    places, palette = _paletted(pixels[opaque])
    indices = np.full(opaque.shape, len(palette), np.uint8)
    indices[opaque] = places
    image = Image.fromarray(indices)
    image.putpalette(np.vstack([palette, [(0, 0, 0)]]).astype(np.uint8).tobytes())
    clear = {} if opaque.all() else {"transparency": len(palette)}
    file = io.BytesIO()
    image.save(file, "png", optimize=True, **clear)
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode("ascii")


def _paletted(
    colours: NDArray[np.uint8],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return indices of colours (n, 3), and the colours; rare ones become near ones.

    The frequent colours, those of the cells, stay exact: what one picture paints over
    another does not show.
    """
    packed = colours.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    found, places, counts = np.unique(packed, return_inverse=True, return_counts=True)
    parts = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1)
    kept = np.sort(np.argsort(-counts, kind="stable")[:MOST_COLOURS])
    near = np.empty(len(found), np.uint8)
    for k, colour in enumerate(parts.astype(np.int32)):
        far = np.abs(parts[kept].astype(np.int32) - colour).sum(axis=1)
        near[k] = far.argmin()
    return near[places.reshape(-1)], parts[kept].astype(np.uint8)


_PLAYER = """\
<figure id="{id}" style="margin:0;max-width:{width}px">
<img src="{image}" alt="{name}. {text}" width="{width}" height="{height}" \
style="max-width:100%;height:auto;display:block">
<div style="display:none;gap:.5em;align-items:center;font:14px sans-serif">
<button type="button" aria-label="First frame">|◀</button>
<button type="button" aria-label="Previous frame">◀</button>
<button type="button" aria-label="Play">Play</button>
<button type="button" aria-label="Next frame">▶</button>
<input type="range" aria-label="Frame" min="0" max="{last}" value="{last}" \
style="flex:1">
</div>
<script>
(() => {{
  const steps = {steps};
  const figure = document.getElementById("{id}");
  const still = figure.querySelector("img");
  const bar = figure.querySelector("div");
  const [first, back, play, next] = bar.querySelectorAll("button");
  const range = bar.querySelector("input");
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const pictures = steps.map(([, , source]) => {{
    const picture = new Image();
    picture.src = source;
    return source && picture;
  }});
  let at = steps.length - 1, drawn = -1, timer = 0;
  const show = (k) => {{
    at = Math.min(Math.max(k, 0), steps.length - 1);
    if (at < drawn) drawn = -1;
    while (drawn < at) {{
      drawn += 1;
      const [left, top] = steps[drawn];
      if (pictures[drawn]) pen.drawImage(pictures[drawn], left, top);
    }}
    range.value = at;
    range.setAttribute("aria-valuetext", steps[at][3]);
    canvas.setAttribute("aria-label", "{name}. " + steps[at][3]);
  }};
  const stop = () => {{
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    play.setAttribute("aria-label", "Play");
  }};
  const start = () => {{
    if (at === steps.length - 1) show(0);
    timer = setInterval(() => (at < steps.length - 1 ? show(at + 1) : stop()), {pause});
    play.textContent = "Pause";
    play.setAttribute("aria-label", "Pause");
  }};
  const go = (where) => () => {{
    stop();
    show(where());
  }};
  first.onclick = go(() => 0);
  back.onclick = go(() => at - 1);
  next.onclick = go(() => at + 1);
  range.oninput = go(() => Number(range.value));
  play.onclick = () => (timer ? stop() : start());
  Promise.all(pictures.map((picture) => picture && picture.decode())).then(() => {{
    [canvas.width, canvas.height] = [{width}, {height}];
    canvas.setAttribute("role", "img");
    canvas.style.cssText = still.style.cssText;
    show(at);
    still.replaceWith(canvas);
    bar.style.display = "flex";
  }});
}})();
</script>
</figure>
"""
