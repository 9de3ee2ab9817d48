"""The game in a notebook: the same front end as an anywidget widget."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from nogues.base.notice import notice
from nogues.base.optional import need
from nogues.base.options import GAMES
from nogues.base.spec import check_integer
from nogues.front.joined import STATIC, one_module

if TYPE_CHECKING:
    from nogues.front.session import Session


@cache
def _make_class() -> type[Any]:
    """Make the class on first use, which imports anywidget."""
    anywidget: Any = need("anywidget", "widget")
    from nogues.front.session import compiling

    class Widget(anywidget.AnyWidget):  # type: ignore[misc]
        """See ``nogues.Widget``."""

        _esm = one_module("widget.js")
        _css = (STATIC / "style.css").read_text(encoding="utf-8")

        def __init__(self, session: Session) -> None:
            super().__init__()
            self._session = session
            self.on_msg(self._receive)

        @property
        def game(self) -> Any:
            """The current ``nogues.Game``."""
            return self._session.game

        def __repr__(self) -> str:
            game = self.game
            size = f"{game.width}x{game.height}/{game.mines}"
            return f"<nogues.Widget {size} {game.status}>"

        def _repr_mimebundle_(self, **options: Any) -> Any:
            # The picture is for readers of a saved notebook, who have no widget: the
            # first type that a viewer knows is the one that it shows.
            bundle = super()._repr_mimebundle_(**options)
            if bundle is not None:
                bundle[0]["text/html"] = self.game._repr_html_()
            return bundle

        def _receive(self, view: object, message: object, buffers: object) -> None:
            # All views receive the answer, even to a hint or a link that one of them
            # asked for: they show one game, usually to one player.
            with notice.shown_by(self._show_notice):
                answer = self._session.handle(message)
            self.send(answer)

        def _show_notice(self, text: str) -> None:
            self.send(compiling(text))

    return Widget


def Widget(
    width: int | None = None,
    height: int | None = None,
    mines: int | None = None,
    *,
    seed: int | None = None,
    start: tuple[int, int] | None = None,
    logic: str = "elementary",
    search: str = "repair",
    safe: str | None = None,
    relocate: bool = False,
    daily: str | None = None,
) -> Any:
    """Return a game to play in a notebook: Jupyter, VS Code or marimo.

    Click to open, right-click or long-press to flag, and click a number to open the
    rest around it.  Or use the arrow keys, Enter and F.  It needs anywidget
    (``python -m pip install 'nogues[widget]'``).

    Parameters
    ----------
    width, height, mines : int, optional
        As in ``Game``, at most 100 per side; default: an expert board.
    seed, logic, search, safe, relocate
        As in ``Game``.
    start : tuple of int, optional
        (row, column) where the game must start; default: anywhere.
    daily : str, optional
        A day as YYYY-MM-DD: play the board of that day instead.

    Returns
    -------
    anywidget.AnyWidget
        Its ``game`` is the current ``Game``.

    Raises
    ------
    ImportError
        When anywidget is not installed.
    MinesweeperError
        When an argument is out of range, or arguments contradict each other.
    TypeError
        When an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> widget = nogues.Widget(30, 16, 99, seed=1)
    >>> widget.game
    <Game 30x16/99 ready, 0 open, 0 flags>
    """
    # Here, not above: this module is imported with the package.
    from nogues.front.findable import check_findable
    from nogues.front.new_game import PAGE_OPTIONS, check_new_game
    from nogues.front.page_session import PageSession

    wanted: dict[str, Any] = {
        "seed": seed,
        "start": start,
        "logic": logic,
        "search": search,
        "safe": safe,
        "relocate": relocate,
    }
    given = {name: value for name, value in wanted.items() if value is not None}
    numbers = {"width": width, "height": height, "mines": mines}
    if any(number is not None for number in numbers.values()):
        checked = [check_integer(name, number, 0) for name, number in numbers.items()]
        given["size"] = "{}x{}/{}".format(*checked)
    if daily is not None:
        default = {name: GAMES[name].default for name in PAGE_OPTIONS}
        given = {k: v for k, v in given.items() if default.get(k) != v}
        given["daily"] = daily
    new_game = check_new_game(given)
    check_findable(new_game)
    session = PageSession(new_game)
    return _make_class()(session)


def demo(scene: int = 1, seed: int | None = None) -> Any:
    """Return the game for a notebook, beginning with the demonstration.

    Nine short scenes play by themselves: ripple, safe first click, count, chord, hint,
    mine odds, shock wave, flag counter and sonar.  P pauses, N does the next step, R
    restarts a scene, and a click on the board takes its game over.  It needs
    anywidget (``python -m pip install 'nogues[widget]'``).

    Parameters
    ----------
    scene : int, optional
        The scene to begin with, 1 to 9.
    seed : int, optional
        Its seed; default: one that each scene has.

    Returns
    -------
    anywidget.AnyWidget
        As ``Widget``.

    Raises
    ------
    ImportError
        When anywidget is not installed.
    MinesweeperError
        When there is no such scene.
    TypeError
        When an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> widget = nogues.demo(scene=4)
    >>> widget.game
    <Game 30x16/99 ready, 0 open, 0 flags>
    """
    from nogues.front.page_session import PageSession
    from nogues.front.scenes import check_scene

    check_scene(scene, seed, "scene")
    return _make_class()(PageSession(demo=(scene, seed)))
