"""The notebooks: kept clean, and run from top to bottom on small samples."""

import importlib.util
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import nbclient
import nbformat
import pytest
from browser import chromium
from paths import ROOT

FOLDER = ROOT / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
SCALE = 0.01
NAMES = [path.stem for path in PATHS]

# Warnings of the libraries that drive a kernel, not of ours.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:::{module}")
    for module in ("jupyter_client", "nbclient", "nbconvert", "zmq", "tornado")
]


def cells(path, kind):
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == kind]


def load_render():
    """Import notebooks/render.py, which is a script and no module of ours."""
    spec = importlib.util.spec_from_file_location("render", FOLDER / "render.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_six():
    assert [name[:2] for name in NAMES] == ["01", "02", "03", "04", "05", "06"]


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_kept_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.metadata.kernelspec.name == "python3"
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    for cell in cells(path, "code"):
        assert cell.outputs == [] and cell.execution_count is None, cell.id
        assert set(cell.metadata) <= {"alt"}, cell.id


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_in_the_same_order(path):
    """A title and the conclusions first, then SCALE; their numbers again at the end."""
    notebook = nbformat.read(path, as_version=4)
    title, conclusions, setup, *_, again, evidence = notebook.cells
    assert title.cell_type == "markdown" and title.source.startswith("# ")
    assert conclusions.source.startswith("## Conclusions\n")
    assert setup.cell_type == "code"
    assert '\nSCALE = float(os.environ.get("SCALE", "1"))  # ' in setup.source
    assert again.source.startswith("## The figures of this run\n")
    assert evidence.cell_type == "code" and "assert" in evidence.source
    # Each numbered statement has a number in what the last cell prints.
    stated = re.findall(r"^\d+\. ", conclusions.source, re.MULTILINE)
    assert stated
    for mark in stated:
        assert f'"{mark}' in evidence.source, mark


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_text_is_readable_without_a_script(path):
    """Formulas are letters and signs: TeX needs a script from elsewhere."""
    for cell in cells(path, "markdown"):
        assert not re.search(r"\$|\\[a-zA-Z(\[]", cell.source), cell.id


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_figures_are_described(path):
    texts = []
    for cell in cells(path, "code"):
        draws = "plt.show()" in cell.source or "= show_borders(" in cell.source
        assert draws == ("alt" in cell.metadata), cell.id
        texts += [cell.metadata.alt] if draws else []
    assert texts and len(set(texts)) == len(texts)
    for text in texts:
        assert len(text) >= 60 and text.endswith("."), text


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_runs(path):
    render = load_render()
    notebook = render.run(nbformat.read(path, as_version=4), SCALE, timeout=600)
    outputs = [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    told = "".join(
        output.text for output in notebook.cells[-1].outputs if "text" in output
    )
    assert "1. " in told
    setup = "".join(output.get("text", "") for output in notebook.cells[2].outputs)
    assert "SCALE is 0.01. The text has the figures of a full run" in setup.replace(
        "1:\n", "1."
    )
    errors = [output.text for output in outputs if output.get("name") == "stderr"]
    assert not any("Warning" in text for text in errors), errors


def test_the_kernel_is_this_python():
    render = load_render()
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("import sys; print(sys.executable)")]
    )
    (output,) = render.run(notebook, SCALE, timeout=120).cells[0].outputs
    assert Path(output.text.strip()).samefile(sys.executable)


class Parts(HTMLParser):
    """What a page loads, and the texts of its images."""

    def __init__(self):
        super().__init__()
        self.loads, self.alts, self.code = [], [], False

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.code = tag in ("script", "style")
        if tag == "img":
            self.alts.append(given.get("alt"))
        for name in ("src", "srcset", "data", "poster", "href"):
            if name in given and not (tag == "a" and name == "href"):
                self.loads.append(given[name])

    def handle_data(self, data):
        if self.code:
            data = re.sub(r"/\*.*?\*/", "", data, flags=re.DOTALL)
            self.loads += re.findall(
                r"(?:url\(|import[ (]|fetch\()\s*[^)\s]{1,20}", data
            )
        self.code = False


def test_render(tmp_path):
    """A page is one file: it loads nothing, and each picture has its text."""
    render = load_render()
    out = tmp_path / "html"
    out.mkdir()
    text = render.render("01_quickstart", SCALE, out).read_text(encoding="utf-8")
    assert [path.name for path in out.iterdir()] == ["01_quickstart.html"]
    page = Parts()
    page.feed(text)
    assert [load for load in page.loads if "data:" not in load] == []
    alts = [cell.metadata.get("alt") for cell in cells(PATHS[0], "code")]
    assert page.alts == [alt for alt in alts if alt]
    with chromium() as browser:
        view, asked = browser.new_page(), []
        view.on("request", lambda request: asked.append(request.url))
        view.goto((out / "01_quickstart.html").as_uri())
        others = [url for url in asked if not url.startswith("data:")]
        assert others == [(out / "01_quickstart.html").as_uri()]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--scale", "0"], "a number above 0 is needed, not '0'"),
        (["--scale=-1"], "a number above 0 is needed, not '-1'"),
        (["--scale", "nan"], "a number above 0 is needed, not 'nan'"),
        (["--scale", "inf"], "a number above 0 is needed, not 'inf'"),
        (["--scale", "all"], "a number above 0 is needed, not 'all'"),
        (["99_none"], "no notebook 99_none; there are 01_quickstart, "),
        (["--out", __file__], "cannot be a folder: "),
        (["--out", f"{__file__}/html"], "cannot be a folder: "),
    ],
)
def test_render_refuses(arguments, told, capsys):
    with pytest.raises(SystemExit) as stop:
        load_render().main(arguments)
    assert stop.value.code == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert "error: " in last and told in last


def test_render_takes_file_names(monkeypatch, tmp_path, capsys):
    render, calls = load_render(), []
    monkeypatch.setattr(render, "render", lambda *call: calls.append(call))
    render.main(["01_quickstart.ipynb", "--scale", "0.5", "--out", str(tmp_path)])
    assert calls == [("01_quickstart", 0.5, tmp_path)]


def test_a_cell_shows_that_kernels_are_compiled():
    """Its output has a line meanwhile, and an empty one afterwards."""
    code = """if True:
        import time, nogues.kernels._jit
        from nogues.base import notice
        notice.DELAY = 0.1
        notice.notice(True)
        time.sleep(0.5)
        notice.notice(False)
    """
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    shown = []

    class Client(nbclient.NotebookClient):
        def process_message(self, message, cell, cell_index):
            shown.append((message["msg_type"], message["content"].get("data")))
            return super().process_message(message, cell, cell_index)

    Client(notebook, kernel_name="python3").execute()
    text = "nogues: compiling kernels for this machine; this happens once"
    assert [(kind, data) for kind, data in shown if data] == [
        ("display_data", {"text/plain": text, "text/html": text}),
        ("update_display_data", {"text/plain": "", "text/html": ""}),
    ]
    (output,) = notebook.cells[0].outputs
    assert output.data == {"text/plain": "", "text/html": ""}
