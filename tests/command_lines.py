"""Command lines of any kind, drawn from a ``random.Random``, and files for them."""

import random

import click
from mutations import valid, wrong_file

import nogues
from nogues.cli.main import main

#: Commands that serve a page, or compile for minutes.
LEFT_OUT = ("play", "compile")

SIZES = (
    *("5x5/3", "5x5/3", "6x4/5", "9x9/10", "4X4/3", "beginner", "facil"),
    *("1x1/0", "1x1/1", "3x3/9", "3x3/5", "1x30/5", "0x0/0", "5x5/25", "5x5/26"),
    *("5\N{MULTIPLICATION SIGN}5/2", "9x9", "5x5", "x", "", "-5x5/3"),
    *("1000001x1/0", "1000x1001/0", "\u0663x3/1"),
)
STARTS = ("0,0", "2,2", "1,3", " 1 , 1 ", "4", "-1,0", "9,9", "1,2,3", "x,y", "99999,0")
NUMBERS = (
    *("0", "1", "2", "3", "1e0", "2_0", "-1", "x", "", "1.5", "1e99", "1e400", "nan"),
    *("2147483648", "9" * 20, "9" * 5000, "inf"),
)
#: What options take; others take ``NUMBERS``.
VALUES = {
    "start": STARTS,
    "seed": ("0", "1", "7", "-3", "1e3", "x", "1e30", "4294967296"),
    "count": ("1", "2", "3e0", "0", "-1", "x", "1e30"),
    "seeds": ("0:2", "3:5", "-1:1", "0:1e0", "5:5", "5:", ":", "x:y", "0:1e30", "2"),
    "threads": ("1", "2", "0", "x", "1025"),
    "accept": ("bbbv=1:9", "opening=:20", "bbbv=9:1", "bbbv=1", "x=1:2", "bbbv=:"),
    "max_attempts": ("1", "5", "60", "0", "x"),
    "density": ("0", "0.2", "0.9", "1", "-1", "nan", "inf", "x", "1e-300"),
    "time_budget": ("50", "1e2", "0", "-1", "nan", "inf", "x"),
    "starts": ("0,0=0:2", "1,1=0:1", "0,0", "0,0=", "x=0:2", "0,0=2:0"),
    "metrics": ("bbbv", "bbbv,openings", "x", ",", "all"),
    "sample": ("0", "0.5", "1", "2", "nan", "x"),
    "shard_boards": ("1", "2", "0", "x"),
    "read_as": ("text", "json", "npz", "mbf", "evf", "gif", ""),
    "write_as": ("text", "json", "npz", "mbf", "evf", "gif", ""),
    "mines": ("0", "1", "10", "1e1", "-1", "x", "2147483648"),
}
OUTS = (
    *(
        "-",
        "-",
        "out.txt",
        "out.npz",
        "out.NPZ",
        "out.gif",
        "no/out.txt",
        "set/",
        "set",
    ),
    *(
        "",
        "~/home.txt",
        "out",
        "http://127.0.0.1:9/x/",
        "out.jsonl",
        "out.mbf",
        "out\0",
    ),
)
DATES = ("2026-10-27", "2026-02-30", "", "today", "2026-10", "9999-12-31", "0001-1-1")


def make_files(folder):
    """Write files of all kinds, and data sets; return what a command may be given."""
    names = [
        "-",
        "none.txt",
        "",
        ".",
        "https://example.com/x.txt",
        "~/home.txt",
        "a\0b",
    ]
    rng = random.Random(1)
    contents = [*valid(), *(wrong_file(rng) for _ in range(60))]
    for k, (name, data) in enumerate(contents):
        suffixes = next(f.suffixes for f in nogues.formats() if f.name == name)
        path = folder / f"file{k}{suffixes[0] if suffixes and k % 3 else '.dat'}"
        raw = data if isinstance(data, bytes) else data.encode("utf-8", "replace")
        path.write_bytes(raw)
        names.append(path.name)
    nogues.write_dataset(folder / "small", 5, 5, 3, seeds=range(6), shard_boards=3)
    nogues.write_dataset(folder / "broken", 5, 5, 3, seeds=range(6), shard_boards=3)
    shard = sorted((folder / "broken" / "data").iterdir())[0]
    shard.write_bytes(shard.read_bytes()[:-9])
    return [*names, "small", "small/", "broken"]


def command_line(rng, files):
    """Return the arguments of a command, and what is on stdin."""
    names = sorted(set(main.commands) - {*LEFT_OUT})
    name = rng.choice(names)
    line = []
    for parameter in main.commands[name].params:
        if isinstance(parameter, click.Argument):
            if rng.randrange(40):
                line.append(_argument(rng, parameter.name, files))
        elif parameter.name == "dask":  # would wait for a scheduler
            continue
        elif rng.randrange(5) == 0:
            line += _option(rng, parameter)
    if name in ("generate", "show") and rng.randrange(20):
        line += ["--max-attempts", "20"]
    if rng.randrange(40) == 0:
        line.insert(
            rng.randint(0, len(line)), rng.choice(("--x", "-h", "--", "-", "x"))
        )
    if rng.randrange(20) == 0:
        rng.shuffle(line)
    stdin = rng.choice(valid() if rng.randrange(2) else [wrong_file(rng)])[1]
    before = ["--quiet"] * (rng.randrange(20) == 0)
    return [*before, name, *line], stdin


def _argument(rng, name, files):
    if name == "size":
        return rng.choice(SIZES)
    if name == "date":
        return rng.choice(DATES)
    if name == "target":
        return rng.choice(OUTS)
    return rng.choice(files)


def _option(rng, parameter):
    flag = rng.choice([*parameter.opts, *parameter.secondary_opts])
    if parameter.is_flag:
        return [flag]
    if parameter.name == "out":
        value = rng.choice(OUTS)
    elif isinstance(parameter.type, click.Choice) and rng.randrange(8):
        value = rng.choice(parameter.type.choices)
    else:
        value = rng.choice(VALUES.get(parameter.name, NUMBERS))
    return [flag, value] if rng.randrange(30) else [flag]
