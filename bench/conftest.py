"""The final tables: times of jobs compared with the JavaScript reference and peers."""

from typing import NamedTuple

import pytest


class SearchTables(NamedTuple):
    """Rows of the tables of searches."""

    speed: dict[tuple[str, str, str], dict[str, float]]  # by size, search and peer
    quality: dict[tuple[str, str], dict[str, float]]  # by size and maker


TABLE = pytest.StashKey[dict[str, dict[str, float]]]()
PEER_TABLE = pytest.StashKey[dict[str, dict[str, float]]]()
DATASET_TABLE = pytest.StashKey[dict[str, dict[str, float]]]()
SEARCH_TABLES = pytest.StashKey[SearchTables]()


def pytest_xdist_auto_num_workers():
    """No workers: what runs beside a benchmark would change its time."""
    return 0


def pytest_configure(config):
    config.stash[TABLE] = {}
    config.stash[PEER_TABLE] = {}
    config.stash[DATASET_TABLE] = {}
    config.stash[SEARCH_TABLES] = SearchTables({}, {})


@pytest.fixture
def table(request):
    """Rows of the final table, by job."""
    return request.config.stash[TABLE]


@pytest.fixture
def peer_table(request):
    """Rows of the final table of probabilities, by job."""
    return request.config.stash[PEER_TABLE]


@pytest.fixture
def dataset_table(request):
    """Rows of the final table of data sets, by job."""
    return request.config.stash[DATASET_TABLE]


@pytest.fixture
def search_tables(request):
    """Rows of the final tables of searches."""
    return request.config.stash[SEARCH_TABLES]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config):
    if rows := config.stash[TABLE]:
        write_boards(terminalreporter, rows)
    if rows := config.stash[PEER_TABLE]:
        write_probabilities(terminalreporter, rows)
    if rows := config.stash[DATASET_TABLE]:
        write_datasets(terminalreporter, rows)
    tables = config.stash[SEARCH_TABLES]
    if tables.speed:
        write_searches(terminalreporter, tables.speed)
    if tables.quality:
        write_quality(terminalreporter, tables.quality)


def write_boards(terminalreporter, rows):
    write = terminalreporter.write_line
    terminalreporter.section("boards per second, and times the JavaScript reference")
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
    terminalreporter.section("microseconds per position, and times ms_toollib")
    write(f"{'job':22} {'ms_toollib':>10} {'ours':>8} {'times':>7} {'least':>7}")
    for job, row in rows.items():
        write(
            f"{job:22} {row['peer']:10,.1f} {row['ours']:8,.1f} "
            f"{row['ratio']:7,.1f} {row['least']:7,.1f}"
        )


def write_datasets(terminalreporter, rows):
    write = terminalreporter.write_line
    terminalreporter.section(
        "data sets: boards per second, and their share of memory's"
    )
    write(
        f"{'job':24} {'other':>12} {'this':>12} {'share':>7} {'least':>7} "
        f"{'bytes per board':>14}"
    )
    for job, row in rows.items():
        write(
            f"{job:24} {row['other']:12,.0f} {row['this']:12,.0f} {row['share']:7.2f} "
            f"{row['least']:7.2f} {row.get('bytes', 0):14.1f}"
        )


def write_searches(terminalreporter, rows):
    write = terminalreporter.write_line
    terminalreporter.section("CPU microseconds per board, and times a peer")
    write(
        f"{'boards':16} {'search':16} {'peer':24} {'peer':>11} {'ours':>9} "
        f"{'times':>7} {'least':>7}"
    )
    for (size, search, peer), row in rows.items():
        write(
            f"{size:16} {search:16} {peer:24} {row['peer']:11,.0f} {row['ours']:9,.1f} "
            f"{row['ratio']:7,.0f} {row['least']:7,.0f}"
        )


def write_quality(terminalreporter, rows):
    write = terminalreporter.write_line
    terminalreporter.section("what the boards are like; rates of mines, 1 inside")
    write(
        f"{'boards':16} {'maker':24} {'number':>7} {'3BV':>8} {'buried %':>9} "
        f"{'edge':>7} {'corner':>7}"
    )
    for size, maker in sorted(rows, key=lambda key: int(key[0].split("/")[1])):
        row = rows[size, maker]
        write(
            f"{size:16} {maker:24} {row['boards']:7,} {row['bbbv']:8,.1f} "
            f"{row['buried']:9.3f} {row['edge']:7.3f} {row['corner']:7.3f}"
        )
