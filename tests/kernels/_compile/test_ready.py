"""Machine code that came with the package: used, or else compiled."""

import json
import zlib

import pytest
from processes import COUNT, COUNTED, compiled, copy_package, start

import nogues
from nogues.kernels._compile import pack, ready
from nogues.kernels._compile.cache import code_in_package, python_tag

ENTRY = "nogues.kernels.boards.clues.count_mines"
LEVELS = ready.levels_here()
BASE = next(iter(LEVELS))  # every machine of the kind can run it


@pytest.fixture(scope="module")
def records():
    """The records of one entry, for the lowest level."""
    nogues.count_clues([[True, False]])
    entries = [entry for entry in pack.list_entries() if entry[1] == "count_mines"]
    made = pack.compile_for_level(BASE, entries)
    assert [name.split("(")[0] for name in made] == [ENTRY] * len(made)
    return made


@pytest.fixture(scope="module")
def written(records, tmp_path_factory):
    """A file of them, which tests do not change."""
    return pack.write(tmp_path_factory.mktemp("code"), {BASE: records})


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """A copy of the package, and its folder for such files."""
    folder = copy_package(tmp_path_factory.mktemp("package"))
    return folder, folder / "nogues" / "kernels" / "_compile" / "code"


@pytest.fixture
def install(written, shipped):
    """Return a function that puts a file into the package and returns its path."""
    code = shipped[1]
    code.mkdir(exist_ok=True)

    def put(text, name=written.name):
        path = code / name
        path.write_bytes(text)
        return path

    yield put
    for path in code.iterdir():
        path.unlink()


def test_nothing_is_compiled(written, shipped, install, tmp_path):
    install(written.read_bytes())
    assert compiled(COUNT, tmp_path, shipped[0]) == (COUNTED, [])
    where = "from nogues.kernels._compile.cache import code_in_package as c; print(c())"
    assert start(where, tmp_path, shipped[0])[0] == BASE
    assert start(where, tmp_path, shipped[0], NOGUES_CACHE="0")[0] == "None"


def test_none_came_with_this_package():
    assert code_in_package() in (None, *LEVELS)


def damage(text):
    """Yield broken copies: cut short, and with a byte flipped in each part."""
    size = len(ready.MAGIC)
    header = text.index(b"\n", size) + 1
    yield "empty", b""
    yield "cut in the header", text[: header + 5]
    yield "cut in the code", text[:-20]
    for part, at in (
        ("mark", 3),
        ("digest", size + 4),
        ("header", header + 30),
        ("code", len(text) - 40),
    ):
        yield (
            f"a byte of the {part}",
            text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :],
        )


def test_damage_is_warned_of_once(written, shipped, install, tmp_path):
    for number, (name, text) in enumerate(damage(written.read_bytes())):
        path = install(text)
        cache = tmp_path / str(number)
        printed, log = start(COUNT, cache, shipped[0])
        assert printed == COUNTED, name
        assert log.count("RuntimeWarning") == 1, (name, log)
        assert f"{path} is damaged; kernels are compiled instead" in log


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("another digest of the kernels", lambda name: name.replace("-", "-0", 1)),
        ("another Python", lambda name: "pypy310" + name[name.index("-") :]),
    ],
)
def test_code_for_something_else_is_not_read(
    written, shipped, install, tmp_path, what, change
):
    install(written.read_bytes(), change(written.name))
    printed, names = compiled(COUNT, tmp_path, shipped[0])
    assert printed == COUNTED
    assert ENTRY in names


def test_an_edited_kernel_does_not_use_it(written, tmp_path):
    folder = copy_package(tmp_path / "edited")
    code = folder / "nogues" / "kernels" / "_compile" / "code"
    code.mkdir()
    (code / written.name).write_bytes(written.read_bytes())
    codes = folder / "nogues" / "kernels" / "codes.py"
    codes.write_text(codes.read_text().replace("MINE = -1", "MINE = -7"))
    assert start(COUNT, tmp_path / "cache", folder) == ("[[-7, 1]]", "")


def test_a_level_that_the_cpu_has_not(records, written, shipped, install, tmp_path):
    """Its code would crash; the level below is used, if there is one."""
    text = written.read_bytes()
    start_of_header = text.index(b"\n", len(ready.MAGIC)) + 1
    size = int(text[len(ready.MAGIC) : start_of_header].split()[1])
    header = json.loads(zlib.decompress(text[start_of_header:][:size]))
    code = text[start_of_header + size :]
    entries = header[BASE]["entries"]
    header["x86-64-v9"] = {"features": ["telepathy"], "entries": entries}

    def with_header(changed):
        packed = zlib.compress(json.dumps(changed).encode())
        line = f"{ready.digest_of(packed)} {len(packed)}\n".encode()
        return ready.MAGIC + line + packed + code

    install(with_header(header))
    assert compiled(COUNT, tmp_path / "a", shipped[0]) == (COUNTED, [])
    del header[BASE]
    install(with_header(header))
    printed, names = compiled(COUNT, tmp_path / "b", shipped[0])
    assert printed == COUNTED
    assert ENTRY in names


@pytest.mark.parametrize(
    "environment", [{"NUMBA_CPU_NAME": "generic"}, {"NUMBA_OPT": "1"}]
)
def test_who_asks_for_other_code_gets_it(
    written, shipped, install, tmp_path, environment
):
    install(written.read_bytes())
    printed, names = compiled(COUNT, tmp_path, shipped[0], **environment)
    assert printed == COUNTED
    assert ENTRY in names
    assert compiled(COUNT, tmp_path, shipped[0]) == (COUNTED, [])


def test_the_name_of_a_file():
    name = ready.file_name(python_tag())
    assert name.startswith(f"{python_tag()}-numba")
    assert name.endswith(".code")
