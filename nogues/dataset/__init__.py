"""Data sets of boards: a folder of Parquet shards.

``plan`` says what a data set holds and how it is cut into shards, ``columns`` what a
shard's columns are, ``shard`` makes one, ``store`` keeps them, ``write`` and
``cluster`` make all that are missing, ``read`` gives the boards back, ``verify`` checks
them, ``card`` writes the manifest and the card that lie beside them.
"""
