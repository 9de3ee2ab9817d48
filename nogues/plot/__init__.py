"""Pictures of boards, positions and solutions, with matplotlib.

``pip install 'nogues[plot]'`` installs matplotlib, imported on first use.  Each
function draws into ``ax``, or into a new figure, and returns the axes; no screen is
needed.  Colour bars and legends are outside the axes: for several plots in a figure,
``subplots(..., layout="compressed")`` leaves room for them.  Drawing into the same
``ax`` again replaces what these functions drew there, and sets title, limits and labels
again.  Everything else on the axes is kept.

>>> import nogues
>>> ax = nogues.plot.board(nogues.generate_board(30, 16, 99, seed=1))
>>> ax.figure.savefig("board.png")  # doctest: +SKIP
>>> import matplotlib.pyplot as plt
>>> plt.close(ax.figure)
"""

from nogues.plot.animation import Animation, animate_reveal, animate_solution
from nogues.plot.boards import board, gallery
from nogues.plot.heat_maps import density, probabilities
from nogues.plot.solution import steps

__all__ = [
    "Animation",
    "animate_reveal",
    "animate_solution",
    "board",
    "density",
    "gallery",
    "probabilities",
    "steps",
]
