"""Levels of deduction beside a slow twin, exhaustive counts, soundness and proofs."""

import itertools
import json
from dataclasses import replace

import ms_toollib
import numpy as np
import pytest
from level_twin import LEVELS, RULES, Twin, clues_of, random_clues

import nogues
from nogues import LimitError, MinesweeperError, ProofError
from nogues.solving import levels as module
from nogues.solving.proof import Proof


def test_layouts_are_counted_as_the_package_does():
    for grid in random_clues(9, 7, 12, (3, 4), 20, 0):
        assert nogues.count_clues(grid == -1).tolist() == grid.tolist()


#: Width, height, mines, start, reach, boards.
SHAPES = [
    (4, 4, 4, (0, 0), 1, 60),
    (5, 5, 5, (2, 2), 1, 60),
    (6, 5, 8, (2, 3), 0, 60),
    (7, 3, 6, (1, 1), 0, 60),
    (9, 1, 3, (0, 4), 0, 60),
    (1, 9, 3, (0, 0), 0, 60),
    (14, 1, 5, (0, 7), 1, 60),
    (2, 6, 3, (5, 1), 0, 60),
    (9, 9, 10, (4, 4), 1, 60),
    (9, 9, 10, (0, 8), 0, 60),
    (8, 8, 14, (3, 3), 1, 60),
    (16, 16, 40, (8, 8), 1, 6),
]


NAMES = [f"{s[0]}x{s[1]}-{s[2]}-{s[4]}" for s in SHAPES]


@pytest.mark.parametrize("shape", SHAPES, ids=NAMES)
@pytest.mark.parametrize("counted", [True, False], ids=["count", "no count"])
def test_twin(shape, counted):
    width, height, mines, start, reach, n = shape
    boards = random_clues(width, height, mines, start, n, mines, reach)
    for logic in LEVELS:
        many = nogues.solve_boards(boards, start, logic=logic, use_mine_count=counted)
        for k, grid in enumerate(boards):
            twin = Twin(grid, start, logic, counted)
            one = nogues.solve(grid, start, logic=logic, use_mine_count=counted)
            assert one.solvable == twin.solvable == many.solvable[k]
            assert one.rounds == twin.rounds, (logic, grid.tolist())
            assert one.decided == twin.decided, (logic, grid.tolist())
            assert one.cells.tolist() == twin.known().tolist()
            if logic == "elementary":
                assert not many.rounds[k].any() and not many.decided[k].any()
            else:
                assert many.rounds[k].tolist() == list(twin.rounds.values())
                assert many.decided[k].tolist() == list(twin.decided.values())


@pytest.mark.parametrize("logic", LEVELS[1:])
@pytest.mark.parametrize("size", [(2, 2), (70, 40)])
def test_lone_start(logic, size):
    """A start from which nothing follows is an elementary round of one cell."""
    width, height = size
    mask = np.zeros((height, width), bool)
    mask[0, 1] = True
    grid = nogues.count_clues(mask)
    wanted = dict.fromkeys(RULES, 0) | {"elementary": 1}
    one = nogues.solve(grid, (0, 0), logic=logic, use_mine_count=False)
    assert one.decided == wanted
    assert one.rounds == wanted
    many = nogues.solve_boards(grid[None], (0, 0), logic=logic, use_mine_count=False)
    assert many.decided[0].tolist() == list(wanted.values())
    assert many.rounds[0].tolist() == list(wanted.values())


@pytest.mark.parametrize(
    ("width", "height", "mines", "start", "layouts", "counted", "uncounted"),
    [
        (4, 4, 3, (0, 0), 220, 181, 126),
        (5, 5, 5, (2, 2), 4368, 2836, 2396),
        (5, 4, 4, (0, 0), 1820, 1032, 678),
        (9, 1, 3, (0, 0), 35, 1, None),
    ],
)
def test_all_layouts(width, height, mines, start, layouts, counted, uncounted):
    free = [
        cell
        for cell in range(width * height)
        if max(abs(cell // width - start[0]), abs(cell % width - start[1])) > 1
    ]
    picks = np.array(list(itertools.combinations(free, mines)))
    mask = np.zeros((len(picks), width * height), bool)
    np.put_along_axis(mask, picks, True, axis=1)
    boards = clues_of(mask, width, height)
    assert len(boards) == layouts
    found = nogues.solve_boards(boards, start, logic="complete")
    assert found.solvable.sum() == counted
    found = nogues.solve_boards(boards, start, logic="complete", use_mine_count=False)
    assert uncounted is None or found.solvable.sum() == uncounted
    assert not found.rounds[:, 3].any()


@pytest.fixture(scope="module")
def expert():
    return random_clues(30, 16, 99, (8, 15), 2_000, 1)


def test_sound_and_nested(expert):
    weaker_cells = np.zeros((150, 480), np.int8)
    weaker = np.zeros(len(expert), bool)
    truth = np.where(expert == -1, -1, 1).reshape(len(expert), -1)
    for logic in LEVELS:
        many = nogues.solve_boards(expert, logic=logic)
        assert many.logic == logic
        assert not (weaker & ~many.solvable).any()
        weaker = many.solvable
        for k in range(150):
            one = nogues.solve(expert[k], logic=logic)
            assert ((one.cells == 0) | (one.cells == truth[k])).all()
            assert one.solvable == many.solvable[k]
            assert ((weaker_cells[k] == 0) | (weaker_cells[k] == one.cells)).all()
            weaker_cells[k] = one.cells
            assert sum(one.decided.values()) == np.count_nonzero(one.cells)
            if logic != "elementary":
                assert list(one.rounds.values()) == many.rounds[k].tolist()
                assert list(one.decided.values()) == many.decided[k].tolist()
    assert 0 < weaker.sum() < len(expert)


def test_sound_in_bulk(expert):
    """What the kernel of many boards knows of each, which no result shows."""
    truth = np.where(expert == -1, -1, 1).reshape(len(expert), -1)
    clue = expert.reshape(len(expert), -1)
    for level in range(3):
        n = len(clue)
        starts = np.full(n, 8 * 30 + 15, np.int64)
        cells = np.full(clue.shape, nogues.HIDDEN, np.int8)
        solvable = np.zeros(n, bool)
        counts = [np.zeros((n, 4), np.int32) for _ in range(2)]
        stop, report = np.zeros(1, bool), np.zeros((n, 2), np.int64)
        from nogues.kernels.rules.trace import new_log
        from nogues.kernels.solving.levels_position import solve_boards

        where = clue, 30, 16, starts, level, True, 4_000_000, stop, new_log()
        solve_boards(*where, cells, solvable, *counts, report)
        assert ((cells == 0) | (cells == truth)).all()
        assert (solvable == ((cells == 1).sum(axis=1) == 480 - 99)).all()
        assert (counts[1].sum(axis=1) == np.count_nonzero(cells, axis=1)).all()


def test_the_peer_agrees(expert):
    """It deduces from all clues, and makes no use of the mine count."""
    theirs = [ms_toollib.is_solvable(grid.tolist(), 8, 15) for grid in expert[:400]]
    found = nogues.solve_boards(expert[:400], logic="complete", use_mine_count=False)
    assert found.solvable.tolist() == theirs
    assert 20 < sum(theirs) < 100


@pytest.mark.parametrize("logic", LEVELS)
def test_threads_agree(expert, logic, monkeypatch):
    monkeypatch.setattr(module, "CHUNK_CELLS", 480 * 150)
    one, two = (
        nogues.solve_boards(expert[:700], logic=logic, threads=threads)
        for threads in (1, 2)
    )
    assert (one.solvable == two.solvable).all()
    assert (one.rounds == two.rounds).all()
    assert (one.decided == two.decided).all()


@pytest.mark.parametrize("logic", LEVELS)
def test_start_on_a_mine(logic):
    boards = random_clues(9, 9, 10, (4, 4), 300, 4)
    found = nogues.solve_boards(boards, (0, 0), logic=logic)
    mined = boards[:, 0, 0] == -1
    assert 0 < mined.sum() < 300
    assert not found.solvable[mined].any() and found.solvable[~mined].any()
    assert not found.rounds[mined].any() and not found.decided[mined].any()
    one = nogues.solve(boards[mined][0], (0, 0), logic=logic, proof=True)
    assert (one.hit_mine, one.solvable, one.proof) == (True, False, None)
    assert not any(one.rounds.values())
    all_mines = np.full((2, 1, 1), -1)
    assert not nogues.solve_boards(all_mines, logic=logic).solvable.any()


def test_no_boards():
    found = nogues.solve_boards(np.zeros((0, 4, 5), int), logic="complete")
    assert (found.solvable.shape, found.rounds.shape) == ((0,), (0, 4))


@pytest.mark.parametrize("logic", LEVELS)
def test_no_shape_fits(logic):
    boards = random_clues(70, 40, 400, (20, 35), 12, 5)
    found = nogues.solve_boards(boards, logic=logic)
    for k, grid in enumerate(boards):
        one = nogues.solve(grid, logic=logic)
        assert one.solvable == found.solvable[k]
        if logic != "elementary":
            assert list(one.rounds.values()) == found.rounds[k].tolist()
            assert list(one.decided.values()) == found.decided[k].tolist()


def test_generated_boards_and_progress():
    boards = nogues.generate_boards(9, 9, 10, (2, 3), seeds=range(50))
    calls = []
    for logic in LEVELS:
        found = nogues.solve_boards(
            boards, logic=logic, progress=lambda *state: calls.append(state)
        )
        assert found.solvable.all()
    assert calls


def test_bad_arguments():
    board = nogues.generate_board(9, 9, 10, seed=1)
    grid = np.array(board.grid, int)
    for function in (nogues.solve, nogues.is_solvable):
        with pytest.raises(MinesweeperError, match="logic must be one of elementary"):
            function(board, logic="magic")
    with pytest.raises(MinesweeperError, match="not 'mine_count'"):
        nogues.solve_boards(grid[None], logic="mine_count")
    with pytest.raises(TypeError, match="logic must be one of"):
        nogues.solve_boards(grid[None], logic=2)
    with pytest.raises(TypeError, match="solve takes one Board"):
        nogues.solve_boards(board)
    for wrong in (grid, grid[None].astype(float), "board", None, [[[1], [1, 2]]]):
        with pytest.raises(TypeError, match="boards must be"):
            nogues.solve_boards(wrong)
    with pytest.raises(MinesweeperError, match="start row must be 0 to 8, not 9"):
        nogues.solve_boards(grid[None], (9, 0))
    with pytest.raises(MinesweeperError, match="max_states must be 16 to"):
        nogues.solve_boards(grid[None], max_states=1)
    with pytest.raises(MinesweeperError, match="width must be 1 to"):
        nogues.solve_boards(np.zeros((2, 3, 0), int))


def test_a_contradiction_names_the_board():
    boards = random_clues(9, 9, 10, (4, 4), 5, 7).astype(int)
    boards[3, 4, 4] = 8
    message = r"board 3 is not consistent: cell \(4, 4\) says 8, which"
    with pytest.raises(MinesweeperError, match=message):
        nogues.solve_boards(boards)


@pytest.mark.parametrize("value", [9, 300, -2, -257])
def test_a_number_that_is_no_clue_names_the_board(value):
    boards = random_clues(9, 9, 10, (4, 4), 5, 7).astype(int)
    boards[3, 4, 4] = value
    message = rf"board 3 must have .* each cell, not {value} at \(4, 4\)"
    with pytest.raises(MinesweeperError, match=message):
        nogues.solve_boards(boards)


def test_too_many_states_name_the_board(expert):
    found = nogues.solve_boards(expert[:200], logic="complete")
    assert found.rounds[:, 2].any()
    easy = nogues.generate_boards(30, 16, 99, seeds=[1]).clue.reshape(1, 16, 30)
    hard = expert[:200][found.rounds[:, 2].argmax()]
    boards = np.stack([easy[0], hard])
    with pytest.raises(LimitError, match="board 1 takes more than max_states = 16"):
        nogues.solve_boards(boards, logic="complete", max_states=16)
    assert nogues.solve_boards(boards, logic="subset", max_states=16).solvable[0]


@pytest.mark.parametrize(
    ("size", "share"), [((9, 9, 10), 0.905), ((30, 16, 99), 0.157)]
)
def test_share_of_random_boards(size, share):
    width, height, mines = size
    start = height // 2, width // 2
    boards = random_clues(width, height, mines, start, 3_000, 8)
    found = nogues.solve_boards(boards, logic="complete")
    assert abs(found.solvable.mean() - share) < 0.03


@pytest.mark.parametrize("logic", LEVELS)
@pytest.mark.parametrize("counted", [True, False], ids=["count", "no count"])
def test_proofs(logic, counted):
    boards = random_clues(16, 16, 40, (8, 8), 60, 9)
    boards = [*boards, *random_clues(9, 9, 16, (4, 4), 40, 9, reach=0)]
    seen = set()
    for grid in boards:
        one = nogues.solve(grid, logic=logic, use_mine_count=counted, proof=True)
        assert one.proof.solvable == one.solvable
        assert nogues.verify(grid, one.proof) is True
        again = Proof.from_json(one.proof.to_json())
        assert again == one.proof
        assert nogues.verify(grid, again) is True
        plain = nogues.solve(grid, logic=logic, use_mine_count=counted)
        assert plain.cells.tolist() == one.cells.tolist()
        assert (plain.rounds, plain.decided) == (one.rounds, one.decided)
        assert plain.proof is None
        decided = dict.fromkeys(RULES, 0) | {"elementary": 1}
        for step in one.proof.steps:
            decided[step.level] += len(step.cells)
        if logic != "elementary":
            assert decided == one.decided
        seen |= {step.level for step in one.proof.steps}
    top = len(RULES) if counted else len(LEVELS)
    wanted = RULES[:top] if logic == "complete" else RULES[: LEVELS.index(logic) + 1]
    assert seen == set(wanted)


@pytest.mark.parametrize("logic", LEVELS)
def test_flipped_verdicts_are_refused(logic):
    rng = np.random.default_rng(10)
    for grid in random_clues(16, 16, 40, (8, 8), 30, 11):
        proof = nogues.solve(grid, logic=logic, proof=True).proof
        k = int(rng.integers(len(proof.steps)))
        step = replace(proof.steps[k], mine=not proof.steps[k].mine)
        steps = (*proof.steps[:k], step, *proof.steps[k + 1 :])
        with pytest.raises(ProofError, match=f"step {k + 1}: "):
            nogues.verify(grid, replace(proof, steps=steps))
        data = json.loads(proof.to_json())
        verdict = data["steps"][k]["verdict"]
        data["steps"][k]["verdict"] = "safe" if verdict == "mine" else "mine"
        with pytest.raises(ProofError, match=f"step {k + 1}: "):
            nogues.verify(grid, Proof.from_json(json.dumps(data)))
