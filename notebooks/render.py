"""Run the notebooks and write them as HTML; the notebooks stay as they are.

A page loads nothing from elsewhere, so it can be read offline and sent as one file.

python notebooks/render.py [--scale 1] [--out html] [names...]
"""

import argparse
import math
import os
import time
from pathlib import Path

import nbformat
from jinja2 import DictLoader
from nbclient import NotebookClient
from nbconvert import HTMLExporter

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))

# nbconvert's page without the scripts that it loads for formulas, diagrams and widgets:
# our notebooks have none of these.  Its pictures get the text that their cell has.
PAGE = """\
{%- extends "lab/index.html.j2" -%}
{%- block html_head_js -%}{%- endblock html_head_js -%}
{%- block html_head_js_mathjax -%}{%- endblock html_head_js_mathjax -%}
{%- block html_head_js_mermaidjs -%}{%- endblock html_head_js_mermaidjs -%}
{%- block data_png scoped -%}
<div class="jp-RenderedImage jp-OutputArea-output" tabindex="0">
<img src="data:image/png;base64,{{ output.data['image/png'] | escape_html }}"
{%- if cell.metadata.alt %} alt="{{ cell.metadata.alt | escape_html }}"{% endif %}>
</div>
{%- endblock data_png -%}
"""


def run(notebook, scale, timeout=None):
    """Run a notebook from top to bottom, in a kernel of this Python, and return it."""
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=timeout,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(FOLDER)}},
    )
    # Draw inside the page, whatever backend the shell sets.
    backend = "module://matplotlib_inline.backend_inline"
    return client.execute(
        env={**os.environ, "SCALE": str(scale), "MPLBACKEND": backend}
    )


def render(name, scale, out):
    """Write one notebook, images inside; the file appears whole or not at all."""
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    run(notebook, scale)
    exporter = HTMLExporter(
        extra_loaders=[DictLoader({"page.html.j2": PAGE})], template_file="page.html.j2"
    )
    body, _ = exporter.from_notebook_node(
        notebook, resources={"metadata": {"name": name}}
    )
    path = out / f"{name}.html"
    part = path.with_suffix(".part")
    part.write_text(body, encoding="utf-8")
    part.replace(path)
    return path


def scale_of(text):
    """A scale above 0, or an error that the parser reports."""
    try:
        scale = float(text)
    except ValueError:
        scale = math.nan
    if not 0 < scale < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0 is needed, not {text!r}")
    return scale


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Run notebooks, write them as HTML.")
    parser.add_argument("names", nargs="*", metavar="name", help="default: all")
    parser.add_argument("--scale", type=scale_of, default=1.0, help="1: full samples")
    parser.add_argument("--out", type=Path, default=FOLDER / "html")
    options = parser.parse_args(arguments)
    names = [name.removesuffix(".ipynb") for name in options.names]
    if unknown := sorted(set(names) - set(NAMES)):
        parser.error(f"no notebook {', '.join(unknown)}; there are {', '.join(NAMES)}")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--out {options.out} cannot be a folder: {error.strerror}")
    for name in names or NAMES:
        begin = time.perf_counter()
        path = render(name, options.scale, options.out)
        print(f"{path}  {time.perf_counter() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
