"""The widget without a notebook: its messages, its code, and what it asks for."""

import subprocess
import sys

import anywidget
import nbconvert
import nbformat
import pytest
from browser import chromium
from fake_compiler import compiling

import nogues
from nogues import MinesweeperError
from nogues.base.notice import notice
from nogues.front.joined import STATIC, one_module
from nogues.front.new_game import check_new_game
from nogues.front.session import Session


class Wire:
    """What a widget sends, and a way to talk to it as its view does."""

    def __init__(self, widget, monkeypatch):
        self.widget = widget
        self.answers = []
        self.notices = []
        monkeypatch.setattr(widget, "send", self.send)

    def send(self, message):
        notice = message["kind"] == "compiling"
        (self.notices if notice else self.answers).append(message)

    def ask(self, message):
        self.widget._handle_custom_msg(message, [])
        return self.answers[-1]


@pytest.fixture
def wire(monkeypatch):
    return Wire(nogues.Widget(9, 9, 10, seed=1), monkeypatch)


def test_a_widget_plays(wire):
    assert isinstance(wire.widget, anywidget.AnyWidget)
    state = wire.ask({"do": "hello"})
    assert (state["kind"], state["width"], state["status"]) == ("state", 9, "ready")
    changed = wire.ask({"do": "open", "game": 1, "at": 40})
    assert changed["status"] == "playing"
    assert wire.widget.game.history == [("open", (4, 4))]
    assert wire.ask({"do": "open", "game": 1, "at": 1000})["kind"] == "error"
    assert wire.ask(None)["kind"] == "error"
    assert len(wire.answers) == 4


def test_a_widget_shows_that_kernels_are_compiled(wire, monkeypatch):
    def handle(message):
        with compiling():
            return {"kind": "state"}

    monkeypatch.setattr(wire.widget._session, "handle", handle)
    assert wire.ask({"do": "hello"}) == {"kind": "state"}
    shown = [message["text"] for message in wire.notices]
    assert shown == ["Compiling kernels for this machine; this happens once.", ""]
    assert notice._places == []


def test_what_is_kept_of_a_widget_has_no_seed(wire):
    state = wire.widget.get_state()
    assert "seed" not in "".join(map(str, state))
    assert "_session" not in state


def test_what_a_saved_notebook_shows(wire):
    wire.ask({"do": "open", "game": 1, "at": 40})
    data, _ = wire.widget._repr_mimebundle_()
    view = "application/vnd.jupyter.widget-view+json"
    assert list(data) == ["text/plain", view, "text/html"]
    assert data[view]["model_id"] == wire.widget.model_id
    assert data["text/plain"] == repr(wire.widget) == "<nogues.Widget 9x9/10 playing>"
    assert data["text/html"] == wire.widget.game._repr_html_()
    saved = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell(
                outputs=[nbformat.v4.new_output("display_data", data)]
            )
        ]
    )
    page, _ = nbconvert.HTMLExporter().from_notebook_node(saved)
    assert ">9x9, 10 mines, playing, 0 flags</caption>" in page
    assert wire.widget.model_id not in page and "nogues.Widget" not in page


def test_widgets_have_games_of_their_own(wire):
    other = nogues.Widget(9, 9, 10, seed=1)
    wire.ask({"do": "open", "game": 1, "at": 40})
    assert other.game.status == "ready"


def test_what_a_widget_is_asked_for():
    game = nogues.Widget().game
    assert (game.width, game.height, game.mines) == (30, 16, 99)
    game = nogues.Widget(16, 16, 60, seed=3, search="random", relocate=True).game
    assert game.arguments["relocate"] is True
    assert game.seed == 3
    widget = nogues.Widget(9, 9, 10, seed=1, start=(0, 0), logic="subset", safe="cell")
    assert widget._session.handle({"do": "hello"})["start"] == 0
    daily = nogues.Widget(daily="2026-10-27")
    assert daily.game.board == nogues.generate_daily_board("2026-10-27")


@pytest.mark.parametrize(
    "call",
    [
        "nogues.Widget(9, 9, 10, seed=5, start=(3, 6), search='random')",
        "nogues.Widget(daily='2026-10-27')",
    ],
)
def test_a_link_is_a_call(call):
    session = eval(call, {"nogues": nogues})._session
    assert session.handle({"do": "share"})["code"] == call


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"width": 9}, TypeError, "height must be an integer, not None"),
        ({"width": 200, "height": 9, "mines": 9}, MinesweeperError, "width must be 1"),
        ({"width": -1, "height": 9, "mines": 9}, MinesweeperError, "width must be at"),
        ({"daily": "2026-13-01"}, MinesweeperError, "date must be a day"),
        ({"daily": "2026-01-01", "seed": 1}, MinesweeperError, "the board of a day"),
        ({"search": "best"}, MinesweeperError, "search must be one of"),
    ],
)
def test_bad_arguments(arguments, error, text):
    with pytest.raises(error, match=text):
        nogues.Widget(**arguments)


def test_a_missing_anywidget_is_named():
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import nogues\n"
        "try: nogues.Widget(9, 9, 10)\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    text = "this needs anywidget: python -m pip install 'nogues[widget]'"
    assert done.stdout.strip() == text, done.stderr


@pytest.fixture
def browser():
    with chromium() as running:
        yield running


def test_the_widget_in_a_bare_page(browser):
    """Its one module in a bare page, with a model that is the session here."""
    session = Session(check_new_game({"size": "beginner", "seed": 1}))
    page = browser.new_page()
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.expose_function("handle", session.handle)
    page.set_content("<body><div id='cell'></div></body>")
    page.add_style_tag(content=(STATIC / "style.css").read_text(encoding="utf-8"))
    code = """async (text) => {
      const url = URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
      const widget = (await import(url)).default;
      const received = new Set();
      const model = {
        on: (name, receive) => {
          if (name === "msg:custom") received.add(receive);
          else window.change = receive; // whether the kernel is there
        },
        off: (name, receive) => received.delete(receive),
        send: async (message) => {
          const told = await handle(message);
          received.forEach((receive) => receive(told));
        },
      };
      window.received = received;
      window.end = widget.render({ model, el: document.getElementById('cell') });
    }"""
    page.clock.install()
    page.evaluate(code, one_module("widget.js"))
    canvas = page.locator(".field canvas")
    page.wait_for_function("document.querySelector('.nogues').view.state")
    canvas.click()
    page.wait_for_function("document.querySelector('.said').textContent.includes('53')")
    assert session.game.history == [("open", (4, 4))]
    page.focus(".field")
    page.keyboard.press("h")
    page.wait_for_function("document.querySelector('.nogues').view.advice.hint")
    assert page.locator(".nogues").get_attribute("data-lm-suppress-shortcuts") == "true"
    page.keyboard.press("Escape")
    page.evaluate("(window.kept = [...received], received.clear(), change())")
    page.clock.run_for(5000)
    gone = "The kernel is gone. Run the cell again."
    assert page.text_content(".said").startswith(gone)
    page.keyboard.press("h")
    page.clock.run_for(2000)
    assert page.text_content(".said").strip() == gone
    page.evaluate("(kept.forEach((receive) => received.add(receive)), change())")
    page.wait_for_function(
        "document.querySelector('.said').textContent.includes('continues')"
    )
    assert gone not in page.text_content(".said")
    page.evaluate("window.end()")
    assert page.evaluate("window.received.size") == 0
    assert troubles == []
    page.close()


def test_a_demonstration():
    widget = nogues.demo(scene=4, seed=11)
    sent = []
    widget.send = sent.append
    widget._receive(None, {"do": "hello"}, [])
    widget._receive(None, {"do": "scene", "number": 4, "seed": 11}, [])
    assert [m["kind"] for m in sent] == ["state", "beat"]
    assert (sent[0]["demo"], sent[0]["demo_seed"]) == (4, 11)
    with pytest.raises(nogues.MinesweeperError, match="scene must be 1 to 9, not 10"):
        nogues.demo(10)
    with pytest.raises(TypeError, match="seed must be an integer, not 'x'"):
        nogues.demo(seed="x")
