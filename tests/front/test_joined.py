"""The front end as one module, for the page and for the widget."""

import subprocess

import pytest

from nogues.front.joined import STATIC, one_module


@pytest.mark.parametrize("name", ["widget.js", "page.js"])
def test_the_code_is_one_module(name):
    text = one_module(name)
    assert "\nimport " not in text
    assert text.count("export ") == text.count("export default") == (name[0] == "w")
    for path in STATIC.glob("*.js"):
        if path.name not in ("page.js", "widget.js"):  # the transports
            assert path.read_text(encoding="utf-8").splitlines()[-2] in text
    done = subprocess.run(
        ["node", "--check", "--input-type=module", "-"],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
