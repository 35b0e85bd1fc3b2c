"""Sliderule's long counts on one machine, an SSH cluster or a Slurm cluster.

`cli` reads the arguments, `clusters` starts or finds the workers that one of them names,
`dispatch` has tasks done by workers that may die or answer nonsense, `checkpoint` keeps what is
done, `binary` talks with the program `sliderule`, and `perft` is what is counted.
"""


class ClusterError(Exception):
    """What ends a run, with a message of one line for the user."""
