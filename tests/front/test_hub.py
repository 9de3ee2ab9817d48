"""Games of a page's visitors: names, tabs and how many are kept."""

import asyncio
import threading

import pytest

import nogues
from nogues.front.hub import MOST_TABS, Hub
from nogues.front.new_game import check_new_game


def tab_into(received):
    async def tab(message):
        received.append(message)

    return tab


def hub_of(most):
    return Hub(check_new_game({"size": "5x5/3"}), most)


def test_a_name_is_a_game():
    hub = hub_of(3)
    first = hub.join(None, tab_into([]))
    assert hub.join(first.name, tab_into([])) is first
    other = hub.join("no such name", tab_into([]))
    assert other is not first and other.name != first.name
    assert hub.join("A" * 22, tab_into([])).name != "A" * 22
    assert len(hub) == 3


def test_the_game_least_recently_used_goes_first():
    hub = hub_of(2)
    tab = tab_into([])
    first, second = hub.join(None, tab), hub.join(None, tab)
    with pytest.raises(nogues.LimitError):
        hub.join(None, tab)
    for room in (second, first):
        hub.leave(room, tab)
    hub.leave(hub.join(second.name, tab), tab)
    third = hub.join(None, tab)
    assert len(hub) == 2
    assert hub.join(second.name, tab) is second
    assert third is not first


def test_tabs_are_limited():
    hub = hub_of(1)
    room = hub.join(None, tab_into([]))
    for _ in range(MOST_TABS - 1):
        hub.join(room.name, tab_into([]))
    with pytest.raises(nogues.LimitError):
        hub.join(room.name, tab_into([]))


def test_answers_go_to_the_tab_that_asked():
    """And the socket of another tab, if closed, is not its affair."""
    hub, one, other = hub_of(1), [], []
    asking = tab_into(one)
    room = hub.join(None, asking)
    hub.join(room.name, tab_into(other))

    async def closed(message):
        raise ConnectionError

    hub.join(room.name, closed)
    asyncio.run(room.answer({"do": "hello"}, asking))
    assert [m["kind"] for m in one] == ["state"] and other == []
    asyncio.run(room.answer({"do": "nonsense"}, asking))
    assert len(one) == 2 and other == []
    with pytest.raises(ConnectionError):
        asyncio.run(room.answer({"do": "hello"}, closed))


def test_busy_games_keep_nobody_waiting():
    """As while kernels are compiled: more games than cores, and one more tab."""
    hub, go, begun = hub_of(20), threading.Event(), threading.Semaphore(0)
    answers, received = [], []
    asking = tab_into(answers)
    calm = hub.join(None, asking)
    rooms = [hub.join(None, tab_into([])) for _ in range(15)]
    late, first = [], tab_into(received)
    busy = hub.join(rooms[0].name, first)
    hub.join(busy.name, tab_into(late))
    handle = busy.session.handle

    def slow(message):
        begun.release()
        assert go.wait(20)
        return handle(message)

    async def play():
        for room in rooms:
            room.session.handle = slow
        click = {"do": "open", "game": 1, "at": 12}
        clicks = [asyncio.create_task(room.answer(click, first)) for room in rooms]
        await asyncio.to_thread(lambda: [begun.acquire() for _ in rooms])
        await calm.answer({"do": "flag", "game": 1, "at": 0}, asking)
        await busy.answer({"do": "hello"}, asking)
        assert [m["kind"] for m in answers] == ["changed", "state"]
        assert answers[1]["status"] == "ready"
        assert received == late == []
        go.set()
        await asyncio.gather(*clicks)
        assert late[0]["kind"] == "changed"

    asyncio.run(play())


def test_a_busy_game_is_shown_with_its_clock():
    hub = hub_of(1)
    room = hub.join(None, tab_into([]))

    async def play():
        answers = []
        tab = tab_into(answers)
        await room.answer({"do": "open", "game": 1, "at": 12}, tab)
        room._seen |= {"status": "playing", "elapsed": 5000}
        room._since -= 7
        async with room._turn:
            await room.answer({"do": "hello"}, tab)
        assert 12_000 <= answers[-1]["elapsed"] < 15_000

    asyncio.run(play())
