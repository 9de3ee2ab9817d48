"""The local page: who is served, whose game it is, and what bad messages do."""

import json
import threading

import numpy as np
import pytest
from fake_compiler import compiling
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import nogues
from nogues.base.notice import notice
from nogues.front import hub, server
from nogues.front.new_game import check_new_game

HERE = "http://127.0.0.1:8123"
HOST = {"host": "127.0.0.1:8123"}
ORIGIN = {**HOST, "origin": HERE}


def client_of(**wanted):
    new_game = check_new_game({"size": "beginner", "seed": 1} | wanted)
    app = server.build_app(new_game, warm=False)
    client = TestClient(app, base_url=HERE)
    client.hub = app._app.state.hub
    return client


@pytest.fixture
def client():
    """All its sockets share one event loop, as on the server."""
    with client_of() as running:
        yield running


class Tab:
    """A socket of a page; the first two messages are taken."""

    def __init__(self, client, name=""):
        self.context = client.websocket_connect(f"/play?session={name}", headers=ORIGIN)

    def __enter__(self):
        self.socket = self.context.__enter__()
        self.name = self.socket.receive_json()["name"]
        self.state = self.receive()
        return self

    def __exit__(self, *error):
        self.context.__exit__(*error)

    def ask(self, action, **more):
        self.socket.send_text(json.dumps({"do": action} | more))
        return self.receive()

    def receive(self):
        """Return the next message that is no notice of the compiler."""
        while (message := self.socket.receive_json())["kind"] == "compiling":
            pass
        return message


def test_the_files_are_served(client):
    page = client.get("/")
    assert page.status_code == 200
    assert "/page.js" in page.text
    assert "\nimport " not in client.get("/page.js").text
    for path in server.STATIC.iterdir():
        file = client.get(f"/static/{path.name}")
        assert file.status_code == 200
        assert file.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in file.headers["content-security-policy"]
        if path.suffix == ".js":
            assert file.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/static/../session.py", "/static/%2e%2e/hub.py"])
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


def test_no_file_names_another_place():
    for path in server.STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        assert "https://" not in text
        assert "http://" not in text


@pytest.mark.parametrize("host", ["127.0.0.1:8123", "localhost:8123", "[::1]:80"])
def test_this_machine_is_served(client, host):
    assert client.get("/", headers={"host": host}).status_code == 200
    headers = {"host": host, "origin": f"http://{host}"}
    with client.websocket_connect("/play", headers=headers) as socket:
        assert socket.receive_json()["kind"] == "session"


@pytest.mark.parametrize(
    "host",
    [
        "example.com",
        "127.0.0.1.example.com:8123",
        "127.0.0.1:80@example.com",
        "::1",
        "localhost:",
        "localhost:x",
        "",
        "[::1].example.com",
        "192.168.0.2:8123",
    ],
)
def test_other_hosts_are_not(client, host):
    assert client.get("/", headers={"host": host}).status_code == 403
    headers = {"host": host, "origin": f"http://{host}"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/play", headers=headers),
    ):
        pass


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://example.com"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "https://127.0.0.1:8123"},
        {"origin": "http://localhost:8123"},
        {"origin": "null"},
        {},
    ],
)
def test_a_socket_needs_a_page_of_ours(client, headers):
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/play", headers=HOST | headers),
    ):
        pass
    assert client.get("/", headers=headers).status_code == (403 if headers else 200)
    assert len(client.hub) == 0


def test_a_game_goes_on_after_a_reload(client):
    with Tab(client) as tab:
        opened = tab.ask("open", game=1, at=40)
        name = tab.name
    with Tab(client, name) as tab:
        assert tab.name == name
        assert tab.state["status"] == "playing"
        assert np.count_nonzero(np.array(tab.state["cells"]) >= 0) == len(
            opened["cells"]
        )
    assert len(client.hub) == 1


def test_two_tabs_of_one_game(client):
    with Tab(client) as one, Tab(client, one.name) as two:
        assert two.name == one.name
        changed = one.ask("open", game=1, at=40)
        assert two.receive() == changed
        assert one.ask("hint")["kind"] == "hint"
        flagged = two.ask("flag", game=1, at=0)  # the hint was not for it
        assert flagged["move"] == "flag"
        assert one.receive() == flagged


def test_games_of_others_are_not_revealed(client):
    with Tab(client) as one, Tab(client) as two:
        assert one.name != two.name
        one.ask("open", game=1, at=40)
        assert set(two.ask("hello")["cells"]) == {nogues.HIDDEN}


@pytest.mark.parametrize("name", ["x", "../..", "a" * 22, "a" * 3000, "%00"])
def test_an_unknown_name_begins_a_game(client, name):
    with Tab(client, name) as tab:
        assert tab.name != name
        assert tab.state["status"] == "ready"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[" * 2000,
        '{"do": 1}',
        "NaN",
        '"open"',
        "1" * 4000,
        '{"do": "hello"}' + " " * 5000,
        '{"do": "open", "game": 1, "at": 1e999}',
        '{"do": "open", "game": 1, "at": 99}',
    ],
)
def test_bad_messages_are_answered(client, text):
    with Tab(client) as tab:
        tab.socket.send_text(text)
        assert tab.receive()["kind"] == "error"
        tab.socket.send_bytes(b"\x00\xff")
        assert tab.receive()["kind"] == "error"
        assert tab.ask("hello") == tab.state


def test_games_are_limited(client, monkeypatch):
    client.hub._most = 2
    with Tab(client) as one:
        with Tab(client) as two:
            first = two.name
            with client.websocket_connect("/play", headers=ORIGIN) as socket:
                assert "at most 2 games" in socket.receive_json()["text"]
        with Tab(client) as three:  # in the place of the game that nobody looks at
            assert three.name not in (first, one.name)
        with Tab(client, first) as again:
            assert again.name != first
    assert len(client.hub) == 2
    monkeypatch.setattr(hub, "MOST_TABS", 1)
    with (
        Tab(client, one.name) as tab,
        client.websocket_connect(f"/play?session={tab.name}", headers=ORIGIN) as socket,
    ):
        assert "at most 1 tab" in socket.receive_json()["text"]


def test_a_tab_that_is_gone_is_not_in_the_way(client):
    with Tab(client) as one:
        with Tab(client, one.name):
            pass
        assert one.ask("open", game=1, at=40)["kind"] == "changed"
        assert one.ask("hint")["kind"] == "hint"


def test_all_tabs_show_that_the_server_compiles(client):
    text = "Compiling kernels for this machine; this happens once."
    begun, over = ({"kind": "compiling", "text": text} for text in (text, ""))
    with Tab(client) as one:
        with compiling():
            assert one.socket.receive_json() == begun
            with client.websocket_connect("/play", headers=ORIGIN) as late:
                kinds = {late.receive_json()["kind"] for _ in range(3)}
                assert kinds == {"session", "compiling", "state"}
            with Tab(client, one.name) as other:
                pass
        assert one.socket.receive_json() == over
        with compiling():
            assert one.socket.receive_json() == begun
    assert other.state["kind"] == "state"
    assert notice._places == []


def test_the_server_compiles_at_once(client, monkeypatch):
    warmed = threading.Event()
    monkeypatch.setattr(server, "warm_up", lambda new_game: warmed.set())
    server.build_app(check_new_game({"size": "beginner"}))
    assert warmed.wait(10)
