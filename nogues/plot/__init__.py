"""Pictures of boards, positions and solutions, with matplotlib.

matplotlib comes with ``pip install 'nogues[plot]'``, and is imported when something is
drawn.  Each function draws into the ``ax`` it is given, or else into a new figure, and
returns the axes; no screen is needed.  Bars and legends stand outside the axes: for
several in a figure, ``subplots(..., layout="compressed")`` leaves room for them.

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
