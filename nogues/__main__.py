"""``python -m nogues``."""

from nogues.cli.main import main

main(prog_name="nogues")
