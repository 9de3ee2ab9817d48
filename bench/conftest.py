"""The table at the end: what each job took beside the JavaScript reference."""

import pytest

TABLE = pytest.StashKey[dict[str, dict[str, float]]]()


def pytest_configure(config):
    config.stash[TABLE] = {}


@pytest.fixture
def table(request):
    """Rows of the final table, by job."""
    return request.config.stash[TABLE]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    rows = config.stash[TABLE]
    if not rows:
        return
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
