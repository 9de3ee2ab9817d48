"""The jobs compile what the commands run."""

from paths import DATA
from processes import start

# Lists the entries that commands need and the jobs have not called.
CODE = """
import contextlib, io, os, sys
os.chdir(sys.argv[1])
from nogues.compiling.jobs import JOBS
from nogues.kernels._compile.pack import list_entries
for job in JOBS.values():
    job()
known = {(module, name, str(types)) for module, name, types in list_entries()}
from nogues.cli.main import main
for line in sys.stdin:
    try:
        main(line.split())
    except SystemExit as end:
        assert end.code in (None, 0, 1), line
import nogues
nogues.simulate(30, 16, 99, seeds=range(3))
for entry in list_entries():
    key = (entry[0], entry[1], str(entry[2]))
    if key not in known:
        print(*key, file=sys.stderr)
"""

COMMANDS = """
generate beginner --count 2 --out a.txt
generate expert --count 2 --logic subset --out b.npz
generate 30x20/100 --logic complete --search uniform --out c.txt
generate 64x32/250 --logic complete --accept bbbv=10:900 --out d.txt
generate 100x100/1500 --logic complete --out e.npz
generate 40x40/200 --seed 1 --search uniform --out f.txt
generate expert --seeds 0:3 --out set/ --metrics bbbv
verify set/
random 30x16 --density 0.2 --safe cell --out g.txt
random expert --relocate --out h.npz
daily 2026-10-27
show 9x9/10 --start 0,0 --needs subset --logic subset
convert a.txt a.json
metrics a.txt
metrics b.npz
metrics e.npz --no-zini
solve a.txt
solve d.txt --logic complete
prob {position}
hint {position}
"""


def test_commands_need_no_more(tmp_path):
    position = DATA / "positions" / "mstdemo_7x8_10.mine"
    code = tmp_path / "code.py"
    code.write_text(CODE)
    commands = COMMANDS.format(position=position).strip()
    runner = (
        "import io, runpy, sys\n"
        f"sys.argv[1:] = [{str(tmp_path)!r}]\n"
        f"sys.stdin = io.StringIO({commands!r})\n"
        f"runpy.run_path({str(code)!r}, run_name='__main__')\n"
    )
    _, log = start(runner, None, NOGUES_QUIET="1")
    assert "nogues.kernels" not in log, log
