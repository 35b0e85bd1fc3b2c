"""Perft in parts: the positions some plies deep, each counted once however many ways lead to it.

The way to a position matters to perft only by what its FEN says, and the counters of plies and
moves do not matter to it at all. So positions are merged if all but the counters is the same; the
en passant field may differ if the key does not, since a key holds it only if the capture is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from . import ClusterError
from .binary import Binary
from .session import session

EN_PASSANT = 3


@dataclass(frozen=True)
class Parts:
    """Positions with the number of ways to each, and the number of ways to every ply above."""

    multiplicities: dict[str, int]
    above: list[int]


def without_counters(fen: str) -> str:
    """The FEN with the counters of a first move."""
    return " ".join([*fen.split(" ")[:-2], "0", "1"])


def split(binary: Binary, game: str, fen: str, plies: int, tell: Callable[[str], None]) -> Parts:
    """The positions so many plies after a FEN."""
    level = {without_counters(fen): 1}
    above = []
    for ply in range(1, plies + 1):
        level = _next_level(binary, game, level)
        above.append(sum(level.values()))
        tell(f"ply {ply}: {above[-1]} ways to {len(level)} positions")
    return Parts(level, above)


def _next_level(binary: Binary, game: str, level: dict[str, int]) -> dict[str, int]:
    fens = list(level)
    legal = binary.moves(game, fens)
    pairs = [(fen, move) for fen, moves in zip(fens, legal, strict=True) for move in moves]
    # The first FEN of those that merge stands for them all, so that a run that is resumed has
    # the same positions.
    names: dict[tuple[str, ...], str] = {}
    merged: dict[str, int] = {}
    for (parent, _), (fen, key) in zip(pairs, binary.after(game, pairs), strict=True):
        fen = without_counters(fen)
        fields = fen.split(" ")
        del fields[EN_PASSANT]
        name = names.setdefault((*fields, key), fen)
        merged[name] = merged.get(name, 0) + level[parent]
    return merged


@dataclass(frozen=True)
class Count:
    """How a worker counts a position."""

    binary: Binary
    game: str
    depth: int
    fingerprint: tuple[tuple[str, str], ...]
    hash: int
    threads: int
    seconds: float

    def __call__(self, fen: str) -> Any:
        """On a worker: the program's answer, as it is."""
        self.binary.expect(self.game, self.fingerprint)
        options = ["--hash", str(self.hash), "--threads", str(self.threads)]
        perft = ["perft", self.game, str(self.depth), "--stdin", "--json"]
        program = session(self.binary.command(*perft, *options))
        try:
            answer = self.binary.parse(program.ask(fen, self.seconds))
            self.check(fen, answer)
        except ClusterError:
            # What it says next could be the answer to this.
            program.close()
            raise
        return answer

    def check(self, fen: str, answer: Any) -> list[int]:
        """The counts in an answer, if it can be that of this position."""
        try:
            game, echo, depths = answer["game"], answer["fen"], answer["depths"]
            counts = [entry["nodes"] for entry in depths]
            numbers = [entry["depth"] for entry in depths]
        except (TypeError, KeyError) as error:
            raise ClusterError(f"nonsense instead of an answer: {str(answer)[:60]!r}") from error
        if (game, echo) != (self.game, fen):
            raise ClusterError(f"an answer for {game} {echo}")
        if numbers != list(range(1, self.depth + 1)):
            raise ClusterError(f"an answer for the depths {numbers}")
        return self.check_counts(counts)

    def check_counts(self, counts: Any) -> list[int]:
        """The counts, if they can be those of a position to this depth."""
        if not isinstance(counts, list) or len(counts) != self.depth:
            raise ClusterError(f"not {self.depth} counts: {str(counts)[:60]}")
        if any(type(n) is not int or n < 0 for n in counts):
            raise ClusterError(f"counts that are none: {str(counts)[:60]}")
        # Without a move there is none after it either.
        if any(n > 0 and before == 0 for before, n in pairwise(counts)):
            raise ClusterError(f"counts that do not fit together: {str(counts)[:60]}")
        return counts


def total(parts: Parts, counts: dict[str, list[int]]) -> list[int]:
    """The number of sequences of each length, from the counts of all positions."""
    below = zip(
        *([ways * n for n in counts[fen]] for fen, ways in parts.multiplicities.items()),
        strict=True,
    )
    return parts.above + [sum(column) for column in below]
