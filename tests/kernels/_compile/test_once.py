"""The compiler that takes each kernel through LLVM once."""

import pickle
import sys
import threading

import numba
import numpy as np
import pytest
from processes import COUNT, COUNTED, start

from nogues.kernels._compile.once import EntryLibrary, LoweredLibrary
from nogues.kernels._jit import kernel
from nogues.kernels.boards.clues import count_mines


def make_pair():
    """Return a kernel, and one that calls it."""

    @kernel(_nrt=False)
    def inside(values, n=1):
        total = 0
        for i in range(values.size):
            total += values[i] * n
        return total

    @kernel()
    def entry(values):
        return inside(values) + inside(values, 2)

    return inside, entry


VALUES = np.arange(5)


def test_a_callee_is_lowered_and_the_entry_emitted():
    inside, entry = make_pair()
    assert entry(VALUES) == 30
    assert not inside.overloads
    assert "lowered" not in vars(entry)
    (emitted,) = entry.overloads.values()
    assert isinstance(emitted.library, EntryLibrary)
    lowered = [result.library for result in inside.lowered.overloads.values()]
    assert len(lowered) == 2  # with the default, and with a number
    for library in lowered:
        assert isinstance(library, LoweredLibrary)
        assert library.get_pointer_to_function("any") == 0
    defined = [f.name for f in emitted.library.get_defined_functions()]
    assert not any("inside" in name for name in defined)  # inlined, then dropped


def test_python_calls_a_callee_after_all():
    inside, entry = make_pair()
    assert entry(VALUES) == 30
    assert inside(VALUES) == 10
    assert inside(VALUES, 3) == 30
    assert entry(VALUES.astype(np.int8)) == 30
    assert len(inside.overloads) == 2


def test_an_entry_is_called_by_a_kernel_after_all():
    inside, entry = make_pair()
    assert inside(VALUES) == 10
    assert entry(VALUES) == 30


def test_code_of_others_calls_a_kernel():
    _, entry = make_pair()

    @numba.njit
    def outside(values):
        return entry(values) + 12

    assert outside(VALUES) == 42


def test_errors_pass_through():
    @kernel()
    def divide(a, b):
        return a // b

    @kernel()
    def outer(a, b):
        return divide(a, b)

    with pytest.raises(ZeroDivisionError):
        outer(1, 0)
    with pytest.raises(numba.TypingError):
        outer("a", 1)


def test_threads_that_compile_together():
    pairs = [make_pair() for _ in range(3)]
    results = []

    def work(k):
        for _, entry in pairs[k:] + pairs[:k]:
            results.append(entry(VALUES.astype((np.int8, np.int16, np.int32)[k])))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [30] * 9


PROCESSES = """
import multiprocessing
import nogues
def work(k):
    return nogues.count_clues([[True, False]]).tolist()
if __name__ == "__main__":
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        results = pool.map(work, range(2))
    print(results[0] if results[0] == results[1] else results)
"""


# A fork with threads about is not safe on macOS.
METHODS = ["spawn", *(["fork"] if sys.platform == "linux" else [])]


@pytest.mark.parametrize("method", METHODS)
def test_other_processes(tmp_path, method):
    script = tmp_path / "script.py"
    script.write_text(PROCESSES.format(method=method))
    code = f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')"
    printed, _ = start(code, tmp_path)
    assert printed == COUNTED


def test_a_kernel_is_pickled_by_name():
    assert pickle.loads(pickle.dumps(count_mines)) is count_mines


TRACED = """
import sys
seen = set()
def trace(frame, event, arg):
    seen.add(event)
    return trace
sys.settrace(trace)
"""


@pytest.mark.parametrize(
    ("prelude", "environment"),
    [
        (TRACED, {}),
        ("", {"NUMBA_DEBUGINFO": "1"}),
        ("", {"NUMBA_DEBUGINFO": "1", "NUMBA_OPT": "0"}),
        ("", {"NUMBA_ENABLE_SYS_MONITORING": "1"}),
        ("", {"NUMBA_DISABLE_JIT": "1"}),
        ("", {"NUMBA_LLVM_REFPRUNE_PASS": "0"}),
    ],
    ids=[
        "tracing",
        "debug info",
        "debug info, slow",
        "monitoring",
        "no JIT",
        "pruning",
    ],
)
def test_under_debuggers_and_other_switches(tmp_path, prelude, environment):
    assert start(prelude + COUNT, tmp_path, **environment)[0] == COUNTED


MADE = (
    "import nogues; b = nogues.generate_boards(9, 9, 10, seeds=range(300), threads=2); "
    "print(hash(b.clue.tobytes()), b.attempts.sum(), b.repairs.sum())"
)


def test_both_ways_make_the_same_boards(tmp_path):
    made = {
        start(MADE, tmp_path, NOGUES_COMPILE=way, PYTHONHASHSEED="0", NOGUES_QUIET="1")
        for way in ("once", "plain")
    }
    assert len(made) == 1
