"""What the documents show is true: docstrings, README, guides, benchmarks."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import tomllib

import pytest
from paths import ROOT

import nogues

README = ROOT / "README.md"
GUIDES = sorted((ROOT / "notebooks" / "guides").glob("*.md"))
BENCH = ROOT / "bench" / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
#: What users read: every example in it runs.
EXAMPLES = [README, *GUIDES]
DOCUMENTS = [*EXAMPLES, BENCH, CONTRIBUTING, ROOT / "CHANGELOG.md"]
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(nogues.__path__, "nogues.")
    if not name.endswith("__main__")
]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def read(path):
    return path.read_text(encoding="utf-8")


def blocks(path, language):
    return re.findall(rf"```{language}\n(.*?)```", read(path), re.DOTALL)


def prose(path):
    """The text outside fenced blocks."""
    return re.sub(r"```.*?```", "", read(path), flags=re.DOTALL)


def anchors(path):
    """The anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


every_example = pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)


@pytest.mark.parametrize("name", ["nogues", *MODULES])
def test_docstrings(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some write files
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


def test_public_functions_have_an_example():
    for name in nogues.__all__:
        value = getattr(nogues, name)
        if callable(value) and not isinstance(value, type):
            assert ">>>" in value.__doc__, name


def test_readme_is_short():
    assert len(read(README)) <= 10_000


def test_readme_has_examples():
    assert len(blocks(README, "python")) >= 4
    assert re.search(r"!\[.+\]\(.+\.png\)", read(README))


@pytest.mark.parametrize("path", [README, *GUIDES], ids=lambda path: path.stem)
def test_pictures_are_described(path):
    for text in re.findall(r"!\[(.*?)\]\(", read(path)):
        assert len(text) >= 20, text
    assert "<img" not in read(path)


def test_readme_links_to_every_guide():
    for guide in GUIDES:
        assert f"]({name_of(guide)})" in read(README), guide.name


@every_example
def test_python(path, tmp_path, monkeypatch):
    """The blocks of a document run in order, in one namespace."""
    monkeypatch.chdir(tmp_path)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    names = {}
    for block in blocks(path, "python"):
        # The loader for PyTorch runs in tests/dataset/test_read_elsewhere.py.
        assert ">>>" in block or "IterableDataset" in block
        test = parser.get_doctest(block, names, path.name, path.name, 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0


@every_example
def test_commands(path, tmp_path, monkeypatch):
    """Everything typed at a prompt runs as it stands, in an empty folder."""
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    # Data sets of the blocks above: what is typed later may continue them.
    monkeypatch.chdir(tmp_path)
    for block in blocks(path, "python"):
        for call in re.findall(r"nogues\.write_dataset\(.*\)$", block, re.MULTILINE):
            eval(call, {"nogues": nogues})
    for block in blocks(path, "console"):
        if "dask scheduler" in block:  # a cluster; tests/dataset/test_cluster.py
            continue
        commands = re.findall(r"^\$ nogues (.*)$", block, re.MULTILINE)
        assert len(commands) == block.count("$")
        for command in commands:
            done = subprocess.run(
                [sys.executable, "-m", "nogues", *command.split()],
                cwd=tmp_path,
                env=env,
                capture_output=True,
                text=True,
                encoding="utf-8",
            )
            assert done.returncode == 0, (command, done.stderr)


@every_document
def test_links(path):
    """Relative links and pictures lead to a file, and to a heading in it."""
    for target in re.findall(r"\]\((?!https?:)([^)\s]*)\)", prose(path)):
        name, _, anchor = target.partition("#")
        file = path.parent / name if name else path
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


@every_document
def test_named_files(path):
    """Files of the repository that the text names in full exist."""
    rooms = r"`((?:bench|kernels|nogues|notebooks|tests)/[\w./]*)`"
    for name in re.findall(rooms, prose(path)):
        made = "NAME" in name or name == "notebooks/html/"  # by who reads this
        assert made or (ROOT / name).exists(), name


@every_example
def test_named_attributes(path):
    """What the text calls ``nogues.something`` is there."""
    for name in re.findall(r"`(?:help\()?nogues\.([\w.]*\w)", prose(path)):
        value = nogues
        for part in name.split("."):
            value = getattr(value, part)


@every_document
def test_shell_lines(path):
    """Extras, scripts and benchmark files of the commands exist."""
    extras = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]
    for names in re.findall(r"pip install (?:-e )?'\.\[(.*?)\]'", read(path)):
        assert set(names.split(",")) <= set(extras["optional-dependencies"]), names
    for name in re.findall(r"python ((?:bench|notebooks)/\S+\.py)", read(path)):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"-m pytest ((?:bench|tests)/?\S*)", read(path)):
        assert (ROOT / name).exists(), name


def run_bench(*options):
    """Run pytest on the benchmarks.  That process is no worker of this run."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "bench", "-q", *options],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )


def test_named_benchmarks():
    """Each ``-k`` of the documents chooses some benchmarks."""
    done = run_bench("--collect-only")
    assert done.returncode == 0, done.stdout[-3000:]
    ids = re.findall(r"^bench/\S+::.+$", done.stdout, re.MULTILINE)
    assert len(ids) > 50
    found = {
        quoted or word
        for path in DOCUMENTS
        for quoted, word in re.findall(r'-k (?:"(.+?)"|(\w+))', read(path))
    }
    assert len(found) >= 5
    for expression in found:
        code = re.sub(
            r"\b(?!(?:and|or|not)\b)\w+",
            lambda m: f"({m[0].lower()!r} in name)",
            expression,
        )
        assert any(eval(code, {"name": name.lower()}) for name in ids), expression


def test_readme_main_job(tmp_path):
    """The first command of the README, for fewer boards."""
    (line,) = re.findall(r"&& nogues (generate expert .*)$", read(README), re.MULTILINE)
    command = line.replace("1000000", "20000").split()
    done = subprocess.run(
        [sys.executable, "-m", "nogues", *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "20,000 of 20,000 boards" in done.stderr
    assert len(nogues.Boards.load(tmp_path / "expert.npz")) == 20_000


def test_readme_has_the_test_command():
    assert "python -m pip install '.[test]' && python -m pytest\n" in read(README)
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert run.rstrip().endswith('"$python" -m pytest')


def test_contributing_maps_every_package():
    """The map names every sub-package, so that a new one is not forgotten."""
    text = read(CONTRIBUTING)
    for top in ("kernels", "nogues"):
        for folder in sorted((ROOT / top).iterdir()):
            if (folder / "__init__.py").exists() and folder.name != "kernels":
                assert re.search(rf"^ +{folder.name}/ ", text, re.MULTILINE), folder


def test_benchmarks_run():
    """Each once, untimed; the empty cache has its own tests."""
    options = ("-p", "no:cacheprovider", "--benchmark-disable", "-k", "not cold")
    done = run_bench(*options)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "times the JavaScript reference" in done.stdout
