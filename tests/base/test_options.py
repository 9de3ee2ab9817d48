"""Each option is the same in the API, on the command line, on the page, in files."""

import inspect
import json
import re

import click
import pytest

import nogues
from nogues.base import options
from nogues.base.options import (
    BOARDS,
    DATASETS,
    GAMES,
    MOST_THREADS,
    RANDOM_BOARDS,
    RUN_OPTIONS,
    SEARCH_OPTIONS,
    SIMULATIONS,
    Option,
)
from nogues.base.search import REFERENCE, Search, ask_random, ask_search
from nogues.base.spec import LARGEST, Limits, check_spec
from nogues.base.threads import check_threads
from nogues.cli.main import main
from nogues.dataset.plan import Plan, Run
from nogues.front.new_game import PAGE_OPTIONS, NewGame, check_new_game
from nogues.front.server import STATIC
from nogues.front.session import ACTIONS
from nogues.game.first_click import ARGUMENTS, GAME_OPTIONS, options_of

#: Which options each function takes.
SEARCHED = {*SEARCH_OPTIONS}
FUNCTIONS = {
    "generate_board": (BOARDS, SEARCHED | {"start", "seed", "time_budget"}),
    "generate_boards": (BOARDS, SEARCHED | {*RUN_OPTIONS} - {"seed", "count"}),
    "generate_random_board": (
        RANDOM_BOARDS,
        {"start", "seed", "density", "safe", "relocate"},
    ),
    "generate_random_boards": (
        RANDOM_BOARDS,
        {"start", "seeds", "density", "safe", "relocate", "threads", "progress"},
    ),
    "simulate": (
        SIMULATIONS,
        {"start", "seeds", "safe", "threads", "progress", "max_states"},
    ),
    "write_dataset": (
        DATASETS,
        {*DATASETS} - {"seed", "count", "time_budget"},
    ),
    "Game": (GAMES, SEARCHED | {"seed", "relocate"}),
    "Widget": (GAMES, {"start", "seed", *PAGE_OPTIONS}),
}

#: What functions take that is no option of the tables.
OTHERS = {
    *("width", "height", "mines", "rng", "path", "policy", "storage_options", "daily"),
}

#: Which options each command takes.
COMMANDS = {
    "generate": (DATASETS, {*DATASETS}),
    "show": (
        {**BOARDS, "seed": GAMES["seed"]},
        SEARCHED - {"max_attempts", "max_passes"} | {"start", "seed"},
    ),
    "random": (
        RANDOM_BOARDS,
        {*RANDOM_BOARDS} - {"time_budget", "skip_failures"},
    ),
    "play": (GAMES, {"start", "seed", *PAGE_OPTIONS}),
}

TABLES = {
    name: table
    for name, table in vars(options).items()
    if name.isupper() and hasattr(table, "values")
}


def test_tables():
    assert {*TABLES} == {
        *("SEARCH_OPTIONS", "RUN_OPTIONS", "BOARDS", "RANDOM_BOARDS", "GAMES"),
        *("SIMULATIONS", "DATASETS"),
    }


@pytest.mark.parametrize("table", TABLES)
def test_an_option_is_whole(table):
    for name, option in TABLES[table].items():
        assert option.name == name
        assert re.fullmatch(r"[^.]{8,90}\.", option.help.replace("tcp://", "")), name
        # None is a default that says what it stands for.
        assert bool(option.unset) or option.default is not None or name == "seeds"
        if option.kind is str:
            assert option.choices
            assert option.default in (None, *option.choices)
        if option.default is not None and option.metavar is None:
            assert option.check(option.default) == option.default
        if option.low is not None and option.high is not None:
            assert option.low < option.high
        with pytest.raises(AttributeError):
            option.default = 1


def test_an_option_means_the_same_in_all_tables():
    """The default, the choices and their help may differ, and nothing else."""
    for table in TABLES.values():
        for name, option in table.items():
            first = next(t[name] for t in TABLES.values() if name in t)
            for part in ("kind", "low", "high", "metavar", "repeats"):
                assert getattr(option, part) == getattr(first, part), name


@pytest.mark.parametrize("function", FUNCTIONS)
def test_signatures(function):
    table, names = FUNCTIONS[function]
    made = getattr(nogues, function)
    parameters = inspect.signature(made).parameters
    assert {*parameters} - OTHERS == names
    section = r"Parameters\n\s*-+\n(.*?)\n\s*(Returns|Raises|Examples)\n"
    listed = re.search(section, doc(made), re.S)
    for name in names:
        default = parameters[name].default
        option = table[name]
        if default is inspect.Parameter.empty:
            assert option.default is None, name
        else:
            assert (type(default), default) == (type(option.default), option.default)
        assert re.search(rf"\b{name}\b", listed[1]), f"{function} does not say {name}"


def doc(made):
    return inspect.getdoc(made).replace("\\\n", " ") + "\n"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_docstrings_list_the_choices(function):
    table, names = FUNCTIONS[function]
    text = doc(getattr(nogues, function))
    for name in names:
        listed = re.search(rf"^{name} : \{{(.*?)\}}", text, re.M)
        if listed:
            found = re.findall(r'"(\w+)"', listed[1])
            assert {*found} == {*table[name].choices}, (function, name)


@pytest.mark.parametrize("asked", [ask_search, ask_random])
def test_checks_have_the_defaults(asked):
    table = RANDOM_BOARDS if asked is ask_random else BOARDS
    for name, parameter in inspect.signature(asked).parameters.items():
        assert parameter.default == table[name].default


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command):
    table, names = COMMANDS[command]
    about = {p.name: p for p in main.commands[command].params}
    found = {name for name in about if name in DATASETS | RANDOM_BOARDS}
    assert found == names
    given = main.commands[command].make_context(command, ["9x9/10"]).params
    for name in names:
        check_command_option(about[name], table[name])
        # None says that it is not given.
        default = None if name in ("layout", "metrics") else table[name].default
        assert (given[name] or None) == (default or None), name
    assert all(given[name] == () for name in ["starts"] if name in names)


def check_command_option(parameter, option):
    name, dashed = option.name, f"--{option.name.replace('_', '-')}"
    if option.kind is bool and option.default:
        assert parameter.opts == ["--no-mine-count"]
        assert (parameter.help, parameter.is_flag) == (option.off, True)
        return
    assert parameter.opts == [dashed]
    assert parameter.help.startswith(option.help)
    assert parameter.is_flag == (option.kind is bool or name == "progress")
    if isinstance(parameter.type, click.Choice):
        assert tuple(parameter.type.choices) == option.choices
    else:
        assert option.kind is not str
    if isinstance(parameter.type, click.IntRange):
        high = None if option.high == LARGEST else option.high
        assert (parameter.type.min, parameter.type.max) == (option.low, high)
    else:
        assert option.low is None
    if name == "layout":
        assert parameter.show_default == option.default
    elif option.default and not parameter.is_flag:
        assert parameter.show_default is True
    elif option.unset and name != "progress" and not option.repeats:
        assert parameter.show_default == option.unset


def lists_of_the_page():
    text = (STATIC / "choices.js").read_text(encoding="utf-8")
    found = re.findall(r"^const (\w+) = (\[\n.*?\n\]);", text, re.M | re.S)
    return {name: json.loads(re.sub(r",\s*\]$", "]", rows)) for name, rows in found}


def test_the_page_offers_the_choices():
    lists = lists_of_the_page()
    values = {name: [value for value, _ in rows] for name, rows in lists.items()}
    assert all(label.strip() for rows in lists.values() for _, label in rows)
    assert values["LOGICS"] == [*GAMES["logic"].choices]
    assert values["SEARCHES"] == [*GAMES["search"].choices]
    # Its first choice is the default.  On the page, "any" is reached by moving mines.
    zones = [zone for zone in GAMES["safe"].choices if zone != "any"]
    assert values["FIRSTS"] == ["", *zones, "relocate"]
    assert values["LOGICS"][0] == GAMES["logic"].default
    assert values["SEARCHES"][0] == GAMES["search"].default
    assert GAMES["safe"].default is None
    sizes = {**nogues.PRESETS, **nogues.CAMPO_MINADO_LEVELS}
    assert values["SIZES"] == [*sizes, "custom"]
    for (name, label), size in zip(lists["SIZES"], sizes.values(), strict=False):
        shown = "{width} x {height}, {mines} mines".format(**size)
        assert label == f"{name.capitalize()}: {shown}"


def test_the_menu_knows_the_sizes():
    text = (STATIC / "choices.js").read_text(encoding="utf-8")
    found = dict(re.findall(r'\["(\d+x\d+/\d+)", "(\w+)"\]', text))
    sizes = {**nogues.PRESETS, **nogues.CAMPO_MINADO_LEVELS}
    assert found == {
        "{width}x{height}/{mines}".format(**size): name for name, size in sizes.items()
    }


def test_messages_of_the_page():
    needed, allowed = ACTIONS["new"]
    assert not needed
    assert allowed == {"size", "seed", "start", "daily", *PAGE_OPTIONS}
    asked = check_new_game({}).options()
    assert asked == {name: GAMES[name].default for name in PAGE_OPTIONS}
    assert NewGame((9, 9, 10)).options() == asked


def test_arguments_of_a_game():
    game = nogues.Game(9, 9, 10, seed=1)
    assert tuple(game.arguments) == ARGUMENTS
    assert ARGUMENTS == ("width", "height", "mines", "seed", *GAME_OPTIONS)
    assert {*ARGUMENTS} == {*inspect.signature(nogues.Game).parameters}
    for name in GAME_OPTIONS:
        assert game.arguments[name] == GAMES[name].default
    assert options_of(ask_search()) == {
        name: GAMES[name].default for name in GAME_OPTIONS[:-2]
    }


def test_files_have_the_names():
    """Of a data set's manifest; ``search`` is the name, and ``version`` its own."""
    spec = check_spec(30, 16, 99, None)
    plan = Plan(
        spec=spec,
        limits=Limits(300, BOARDS["max_passes"].default),
        search=REFERENCE,
        runs=(Run(spec.start, 0, 10),),
        layout=DATASETS["layout"].default,
        metrics=DATASETS["metrics"].default,
        shard_boards=10,
        skip_failures=DATASETS["skip_failures"].default,
        pyarrow="1",
        unique=True,
    )
    written = plan.to_json()
    stored = {*DATASETS} - {"start", "seed", "count", "time_budget", "threads"}
    for name in stored - {"progress", "dask"}:
        assert name in written, name
    fields = {*Search._fields} - {"name", "version"} | {"search"}
    assert fields <= {*BOARDS, *RANDOM_BOARDS} & {*written}
    assert {*Limits._fields} == {"max_attempts", "max_passes"} <= {*BOARDS}


def test_checks():
    count = Option(name="count", help="", unset="none", low=1, high=3, kind=int)
    assert count.check(None) is None
    assert count.check(3) == 3
    for value, error in [(0, nogues.MinesweeperError), (1.5, TypeError)]:
        with pytest.raises(error, match="count must be"):
            count.check(value)
    with pytest.raises(TypeError):
        count.require(None)
    assert check_threads(MOST_THREADS) == MOST_THREADS
    with pytest.raises(nogues.MinesweeperError, match="threads must be 1 to"):
        check_threads(MOST_THREADS + 1)
