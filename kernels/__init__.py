"""Compiled kernels; import them as ``nogues.kernels``.

Data flows down this list; no file imports one below it.

=============  =============================================================
``_jit``       the one decorator, and where machine code is kept
``codes``      what the numbers in a grid mean
``bits``       one-line helpers on 64-bit words
``vector``     a whole plane of a board as one value in registers
``rng``        mulberry32, counted draws
``rows``       a board of any size as 64-bit words in memory
``flood``      opening cells: a click, and floods on rows
``play``       opening cells in a game, where some are open or flagged
``clues``      counting mines, writing and checking clues
``metrics``    measures of a board, and bounds on them
``place``      what to search, and laying the mines of one attempt
``pick``       the n-th set bit of many words
``closure``    the elementary rules, all cells at once, with a sweep bound
``sweeps``     the elementary rules in the reference's order, with its cap
``repair``     the reference search on planes: boards of up to 64x32 cells
``wide``       the reference search on rows: boards of any size, or by steps
``masks``      the neighbours of a cell as a byte
``check``      whether the clues of many boards are right
``steps``      a record of deductions
``grid``       a position as bytes: what is known of cells and their neighbours
``single``     the elementary rules on a grid
``subset``     two clues compared
``web``        clues and boxes, what exact counting works on
``order``      components, and the order of their boxes
``layers``     states layer by layer, and what is certain
``share``      what the mine count allows
``values``     probabilities
``exact``      probabilities of positions, one or many
``certain``    what is certain by exact counting
``headstart``  the elementary rules on whole boards, on planes
``levels``     whole boards at a level of deduction
``deal``       plain random boards
``zini``       clicks that a player with flags needs
``census``     all measures of many boards
``survey``     the same on planes
``playouts``   games played to the end
``pairs``      two clues compared, all pairs of a board on planes
``scratch``    a layout solved from scratch, by one clue and by two
``local``      what is certain of components with few states
``finish``     a layout solved from scratch at any level
``workbench``  what the two searches that follow share
``uniform``    uniform boards by rejection
``shake``      our own repair search, for the higher levels
``tiles``      large boards through windows of planes
``large``      our own repair search on boards of any size
``uniform_large``  uniform boards of any size
=============  =============================================================
"""

if __name__ != "nogues.kernels":
    raise ImportError(
        f"imported as {__name__!r}; the kernels are nogues.kernels "
        "(install the project: python -m pip install -e .)"
    )
