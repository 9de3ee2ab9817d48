"""The tables at the end: what jobs took beside the JavaScript reference and a peer."""

import pytest

TABLE = pytest.StashKey[dict[str, dict[str, float]]]()
PEER_TABLE = pytest.StashKey[dict[str, dict[str, float]]]()


def pytest_configure(config):
    config.stash[TABLE] = {}
    config.stash[PEER_TABLE] = {}


@pytest.fixture
def table(request):
    """Rows of the final table, by job."""
    return request.config.stash[TABLE]


@pytest.fixture
def peer_table(request):
    """Rows of the final table of probabilities, by job."""
    return request.config.stash[PEER_TABLE]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    if rows := config.stash[TABLE]:
        write_boards(terminalreporter, rows)
    if rows := config.stash[PEER_TABLE]:
        write_probabilities(terminalreporter, rows)


def write_boards(terminalreporter, rows):
    write = terminalreporter.write_line
    terminalreporter.section("boards a second, and times the JavaScript reference")
    write(
        f"{'job':14} {'reference':>10} {'one thread':>11} {'times':>7} "
        f"{'all threads':>12} {'times one':>10}"
    )
    for job, row in rows.items():
        write(
            f"{job:14} {row.get('reference', 0):10,.1f} {row.get('one', 0):11,.0f} "
            f"{row.get('ratio', 0):7,.0f} {row.get('all', 0):12,.0f} "
            f"{row.get('speedup', 0):10.2f}"
        )


def write_probabilities(terminalreporter, rows):
    write = terminalreporter.write_line
    terminalreporter.section("microseconds a position, and times ms_toollib")
    write(f"{'job':22} {'ms_toollib':>10} {'ours':>8} {'times':>7} {'least':>7}")
    for job, row in rows.items():
        write(
            f"{job:22} {row['peer']:10,.1f} {row['ours']:8,.1f} "
            f"{row['ratio']:7,.1f} {row['least']:7,.1f}"
        )
