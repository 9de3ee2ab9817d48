"""The pictures of the README and the guides, from real runs.

``python bench/pictures.py`` writes all of them, ``python bench/pictures.py board`` one.
The speed chart takes a minute, and needs Node.js for the reference.
"""

import io
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt
from jobs import JOBS, make, reference_seconds, seconds
from PIL import Image

import nogues
from nogues.base.files import atomic_file
from nogues.base.threads import check_threads

FOLDER = Path(__file__).parent / "pictures"
ROUNDS = 5

#: A random expert board, and how far complete logic comes on it.
STUCK_SEED = 328


class Spread(NamedTuple):
    """The median and the range of some runs."""

    median: float
    low: float
    high: float


class Speed(NamedTuple):
    """Boards per second of a job, and the ratios to the reference, run by run."""

    job: str
    reference: Spread
    one: Spread
    every: Spread
    one_ratio: Spread
    every_ratio: Spread


def board():
    """Draw an expert board."""
    found = nogues.generate_board(30, 16, 99, start=(8, 15), seed=20261027)
    return nogues.plot.board(found).figure


def probabilities():
    """Draw the probabilities where nothing is certain any more."""
    dealt = nogues.generate_random_board(30, 16, 99, seed=STUCK_SEED)
    known = nogues.solve(dealt, logic="complete").cells
    position = nogues.Position.from_board(
        dealt, known == nogues.SAFE, known == nogues.MINE
    )
    return nogues.plot.probabilities(position).figure


def measure(job, rounds=ROUNDS):
    """Time a job, the reference and the engine in turn, as the benchmarks do."""
    threads = check_threads(None)
    make(job, 1, 1)  # compile outside the clock
    rows = []
    for _ in range(rounds):
        boards = job.reference_boards
        reference = boards / reference_seconds(job, boards)
        one = job.boards / seconds(make, job, job.boards, 1)
        every = job.boards / seconds(make, job, job.boards, threads)
        rows.append((reference, one, every, one / reference, every / reference))
    return Speed(job.name, *map(spread, zip(*rows, strict=True)))


def spread(values):
    """Return the median and the range."""
    return Spread(statistics.median(values), min(values), max(values))


def chart(rows, rounds=ROUNDS):
    """Draw boards per second, the reference's and ours, on a log axis.

    Error bars are ranges of the runs; ranges of the ratios are in parentheses.
    """
    figure, ax = plt.subplots(figsize=(8, 0.55 * len(rows) + 1.4), layout="constrained")
    kinds = (
        ("reference", "JavaScript reference", "o", "#767676", 7),
        ("one", "nogues, one thread", "D", "#08519c", 6),
        ("every", f"nogues, all {check_threads(None)} threads", "s", "none", 11),
    )
    for y, row in enumerate(rows):
        ends = (row.reference.median, max(row.one.median, row.every.median))
        ax.plot(ends, (y, y), color="#d0d0d0", linewidth=2, zorder=1)
        last = max(row.one.high, row.every.high)
        ax.annotate(
            f"{_ratio_text(row.one_ratio)}\n{_ratio_text(row.every_ratio)}",
            (last, y),
            (10, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    for name, label, marker, colour, size in kinds:
        spreads = [getattr(row, name) for row in rows]
        rates = [found.median for found in spreads]
        reach = [
            [found.median - found.low for found in spreads],
            [found.high - found.median for found in spreads],
        ]
        look = {"markerfacecolor": colour, "markersize": size, "label": label}
        edge = "#b00000" if colour == "none" else colour
        bars = {"ecolor": edge, "elinewidth": 1, "capsize": 5, "xerr": reach}
        ax.errorbar(
            rates, range(len(rows)), fmt=marker, markeredgecolor=edge, **look, **bars
        )
    ax.set_xscale("log")
    ax.set_xlim(right=max(max(row.one.high, row.every.high) for row in rows) * 50)
    ax.set_yticks(range(len(rows)), [_size(row.job) for row in rows])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel(
        f"boards per second, log scale: median and range of {rounds} runs of n boards "
        "(reference; nogues), in turn\nbeside: times the reference in the same run, "
        "one and all threads",
        fontsize="small",
    )
    ax.grid(axis="x", color="#ececec")
    ax.set_axisbelow(True)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.tick_params(axis="y", length=0)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    return figure


def _ratio_text(ratio):
    """Return a ratio as text, with its range."""
    return f"{ratio.median:,.0f} times ({ratio.low:,.0f} to {ratio.high:,.0f})"


def _size(name):
    """Return what a job makes, and how many boards of each per run."""
    (job,) = (job for job in JOBS if job.name == name)
    text = "{}x{}/{}".format(*job.size)
    text = text if name == text else f"{name} {text}"
    return f"{text}\nn = {job.reference_boards:,}; {job.boards:,}"


def speed():
    """Measure, and draw it."""
    return chart([measure(job) for job in JOBS])


PICTURES = {"board": board, "probabilities": probabilities, "speed": speed}


def write(name, figure):
    """Write a picture with few colours: smaller, with the same look."""
    with io.BytesIO() as buffer:
        figure.savefig(buffer, format="png", dpi=100)
        few = Image.open(buffer).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    FOLDER.mkdir(exist_ok=True)
    with atomic_file(FOLDER / f"{name}.png") as file:
        few.save(file, format="png", optimize=True)
    plt.close(figure)


if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        write(name, PICTURES[name]())
