"""The daily board: dates of every kind, and the second seed."""

import datetime

import pytest

import nogues
from nogues import MinesweeperError
from nogues.making.daily import _search, daily_seed


def test_dates_of_every_kind():
    board = nogues.generate_daily_board("2026-10-27")
    assert (board.width, board.height, board.mines) == (12, 12, 25)
    assert board.start == (6, 5)
    assert nogues.generate_daily_board(datetime.date(2026, 10, 27)) == board
    moment = datetime.datetime(2026, 10, 27, 23, 59, tzinfo=datetime.UTC)
    assert nogues.generate_daily_board(moment) == board
    assert nogues.generate_daily_board("2026-10-28") != board


@pytest.mark.parametrize(
    "date",
    [
        "2026-13-01",
        "2026-02-29",
        "20261027",
        "2026-1-1",
        "",
        "2026-10-27 ",
        "٢٠٢٦-10-27",
    ],
)
def test_text_that_is_no_date(date):
    with pytest.raises(MinesweeperError, match="date must be a day as YYYY-MM-DD"):
        nogues.generate_daily_board(date)


@pytest.mark.parametrize("date", [None, 20261027, 1.5, ("2026", 1, 1)])
def test_wrong_types(date):
    with pytest.raises(TypeError, match="date must be"):
        nogues.generate_daily_board(date)


def test_second_seed():
    """With a cap of one attempt the first seed fails for many dates."""
    second = 0
    for day in range(1, 29):
        seed = daily_seed(f"2027-02-{day:02}")
        board = _search(seed, max_attempts=1)
        if board.seed == seed:
            assert board.attempts == 1
        else:
            second += 1
            assert board.seed == seed ^ 0x9E3779B9
            spec = dict(nogues.DAILY_PUZZLE)
            assert board == nogues.generate_board(**spec, seed=seed ^ 0x9E3779B9)
    assert 0 < second < 28
