"""``python -m nogues``."""

from nogues.cli import main

main(prog_name="nogues")
