"""Data sets of boards: a folder of Parquet shards.

``plan`` defines a data set and its shards, ``columns`` the columns of a shard.
``shard`` makes one shard and ``store`` keeps it; ``write`` and ``cluster`` make all
missing shards.  ``read`` returns the boards and ``verify`` checks them.  ``manifest``
and ``card`` write the files beside the shards.
"""
