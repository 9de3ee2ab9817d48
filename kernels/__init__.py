"""Compiled kernels; import them as ``nogues.kernels``.

A kernel takes arrays and integers and knows nothing of the rest of the package.

=============  =============================================================
``_jit``       the one decorator
``_compile``   how kernels become machine code, and where it is kept
``codes``      what the numbers in a grid mean; levels, rules, results
``bundle``     workspaces: many arrays, passed as one pointer
``bits``       one-line helpers on 64-bit words
``rng``        mulberry32, counted draws, unbiased dice
``boards``     boards and positions in memory: planes, rows, bytes, clues, openings
``rules``      the rules of deduction: one clue alone, two clues compared
``counting``   exact counting of mine layouts: probabilities, and what is certain
``solving``    whole boards at a level of deduction; games played to the end
``search``     the searches for no-guess boards
``measures``   3BV, openings, ZiNi of boards in bulk
=============  =============================================================

Most jobs are done up to three times.  The end of a file's name says on what:

=============  =============================================================
``_planes``    whole boards as registers; knows where the mines are; up to 64x32 cells
``_rows``,     whole boards as 64-bit words, or windows of them as planes; knows where
``_tiles``     the mines are; boards of any size
``_position``  one byte per cell; knows what a player sees; logs each deduction
=============  =============================================================

Inside a package no file imports one below it:

``_compile``   stamp, library, record, ready, switch, cache, once, watch, pack
``boards``     planes, rows, neighbours, position, select, clues, check, reveal,
               metrics, placement, random
``rules``      trace, single_planes, single_rows, single_position, pair_planes,
               pair_position, deduce_planes
``counting``   constraints, elimination_order, states, frontier, mine_count, marginals,
               probabilities, forced, forced_small
``solving``    elementary_planes, levels_planes, levels_position, playouts
``search``     results, reference_planes, reference_rows, attempts, uniform_planes,
               repair_planes, tiles, repair_tiles, uniform_tiles, packed
``measures``   zini, all_bytes, all_planes
"""

if __name__ != "nogues.kernels":
    raise ImportError(
        f"imported as {__name__!r}; the kernels are nogues.kernels "
        "(install the project: python -m pip install -e .)"
    )
