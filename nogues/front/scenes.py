"""The nine scenes of the demonstration, played on demand and handed out in beats."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from nogues.base.errors import GenerationError
from nogues.base.spec import check_integer
from nogues.front import scripts
from nogues.front.answers import Message
from nogues.front.stage import Recording, Stage

#: Seeds that are tried, from the given one on, until one has what a scene shows.
MOST_SEEDS = 4000


class Scene(NamedTuple):
    """A scene: what it is called, what is seen in it, and its usual seed."""

    title: str
    text: str
    script: Callable[[int], Stage | None]
    seed: int


SCENES: tuple[Scene, ...] = (
    Scene(
        "Ripple",
        "An opening spreads from the click by distance and stops at numbers.",
        scripts.ripple,
        6,
    ),
    Scene(
        "Safe first click",
        "Three mines leave the nine cells around the first click, which then open.",
        scripts.safe_first_click,
        1,
    ),
    Scene(
        "Count",
        "A frame passes over all cells, and each shows how many mines are around it.",
        scripts.count_scan,
        39,
    ),
    Scene(
        "Chord",
        "A click on a number with all its flags opens the rest; with a wrong flag it "
        "explodes.",
        scripts.chord,
        2,
    ),
    Scene(
        "Hint",
        "Six hints in a row compare two numbers each, and are carried out.",
        scripts.hints,
        19,
    ),
    Scene(
        "Mine odds",
        "Nothing is certain, so the cell with the lowest probability of a mine is "
        "opened.",
        scripts.odds,
        15,
    ),
    Scene(
        "Shock wave",
        "A mine explodes, and a wave sets off all others and pushes the cells.",
        scripts.shock_wave,
        2,
    ),
    Scene(
        "Flag counter",
        "The counter goes below zero with 20 flags for 18 mines; wrong flags get a "
        "cross.",
        scripts.flag_counter,
        1,
    ),
    Scene(
        "Sonar",
        "A beam turns over the board; numbers light up under it, and mines blink.",
        scripts.sonar,
        2,
    ),
)


def check_scene(number: object, seed: object, name: str = "number") -> tuple[int, int]:
    """Return the number of a scene and its seed; None stands for the usual seed.

    Examples
    --------
    >>> check_scene(4, 11)
    (4, 11)
    """
    checked = check_integer(name, number, 1, len(SCENES))
    if seed is None:
        return checked, SCENES[checked - 1].seed
    return checked, check_integer("seed", seed, -(2**53), 2**53)


@lru_cache(maxsize=18)
def record(number: int, seed: int) -> Recording:
    """Play a scene on the first board from a seed on that has what it shows.

    Examples
    --------
    >>> recording = record(1, 1)
    >>> recording.starts[0], 6000 < recording.until < 14000
    (0.0, True)
    """
    for other in range(seed, seed + MOST_SEEDS):
        stage = SCENES[number - 1].script(other)
        if stage is not None:
            return stage.recording()
    raise GenerationError(f"no board for scene {number} was found from seed {seed} on")


def beat_of(number: int, seed: int, beat: object) -> Message:
    """Return a beat of a scene as a message."""
    recording = record(number, seed)
    scene = SCENES[number - 1]
    k = check_integer("beat", beat, 0, len(recording.starts) - 1)
    return {
        "kind": "beat",
        "scene": number,
        "seed": seed,
        "beat": k,
        "starts": list(recording.starts),
        "until": recording.until,
        "title": scene.title,
        "text": scene.text,
        "messages": [list(pair) for pair in recording.beat(k)],
    }
