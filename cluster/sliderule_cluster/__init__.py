"""Sliderule's long counts and matches on one machine, an SSH cluster or a Slurm cluster.

`cli` reads the arguments, `clusters` starts or finds the workers that one of them names,
`dispatch` has tasks done by workers that may die or answer nonsense, `checkpoint` keeps what is
done, `binary` runs the program `sliderule`, which stays in a `session`, and `perft` and `match`
are what is done.
"""


class ClusterError(Exception):
    """What ends a run, with a message of one line for the user."""
