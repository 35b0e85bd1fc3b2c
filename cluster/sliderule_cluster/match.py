"""A match in slices: each is played by one worker, and the program itself merges their states.

The state of a slice has all of its games, so it is what a worker sends back and what a checkpoint
keeps. A slice that was broken off is played anew, and its games count only as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from . import ClusterError
from .binary import Binary

# Options of `sliderule match` that are ours, too.
OURS = ("--variant", "--concurrency", "--state", "--pgnout", "--json")
# Those for which there is no use in a slice.
USELESS = ("--slice", "--merge", "--epdout", "--log")


def check_words(words: Iterable[str]) -> None:
    """Refuses options of `sliderule match` that a slice cannot have."""
    for word in words:
        name = word.partition("=")[0]
        if name in OURS:
            raise ClusterError(f"{name}: must stand before the '--'")
        if name in USELESS:
            raise ClusterError(f"{name}: not for a match in slices")


def _decided(answer: Any) -> bool:
    """Whether the test of a match has come to something."""
    tests = [pairing["sprt"] for pairing in answer["pairings"]]
    return any(test and test["verdict"] for test in tests)


@dataclass(frozen=True)
class Play:
    """How a worker plays a slice."""

    binary: Binary
    game: str
    words: tuple[str, ...]
    fingerprint: tuple[tuple[str, str], ...]
    seconds: float

    def __call__(self, part: str) -> str:
        """On a worker: the state of the slice after its last game."""
        self.binary.expect(self.game, self.fingerprint)
        with TemporaryDirectory(prefix="sliderule-") as folder:
            state = Path(folder, "state")
            own = ["--slice", part, "--state", str(state)]
            answer = self.binary.json("match", *self.words, *own, seconds=self.seconds)
            try:
                whole = answer["games"] == answer["of"] or _decided(answer)
            except (TypeError, KeyError) as error:
                said = str(answer)[:60]
                raise ClusterError(f"nonsense instead of an answer: {said!r}") from error
            if not whole:
                raise ClusterError(f"broken off after {answer['games']} of {answer['of']} games")
            try:
                return state.read_text()
            except (OSError, UnicodeDecodeError) as error:
                raise ClusterError(f"the state of the slice cannot be read: {error}") from error


class Merged:
    """All slices so far as one state, in a file."""

    def __init__(self, binary: Binary, folder: Path) -> None:
        """Without slices."""
        self._binary = binary
        self._folder = folder
        self._state = folder / "merged"
        self._answer: Any = None

    def check(self, part: str, state: Any) -> str:
        """Merges the state of a slice, if it can be one."""
        try:
            found = json.loads(state.partition("\n")[0])["settings"]["slice"] or "1/1"
        except (AttributeError, TypeError, KeyError, ValueError) as error:
            raise ClusterError(f"no state of a match: {str(state)[:60]!r}") from error
        if found != part:
            raise ClusterError(f"a state of the slice {found}")
        file = self._folder / f"slice-{part.replace('/', '-of-')}"
        file.write_text(state)
        words = ["--merge", str(file), "--state", str(self._state)]
        self._answer = self._binary.json("match", *words, seconds=None)
        file.unlink()
        return state

    def is_decided(self) -> bool:
        """Whether the test is, by the slices so far."""
        return self._answer is not None and _decided(self._answer)

    def report(self, options: list[str]) -> str:
        """What the match has come to, as the program says it, which also writes files."""
        return self._binary.output("match", "--merge", str(self._state), *options, seconds=None)
