"""What the games are on XBoard's wire, and a referee that knows how each of them stands."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines import Uci, is_over  # noqa: E402
from gui import XBoard, need  # noqa: E402
from tables import NAMES  # noqa: E402
from wire import Picture, Setup, differences, rows  # noqa: E402

# Files, ranks and the number of the lowest rank on the wire.
BOARDS = {
    "short-sliders": (12, 16, 0), "opposition": (7, 7, 1), "battery": (5, 10, 0),
    "battery-standard": (5, 10, 0), "chess": (8, 8, 1), "capablanca": (10, 8, 1),
    "knightmate": (8, 8, 1), "shatranj": (8, 8, 1), "makruk": (8, 8, 1),
    "grand": (10, 10, 0), "courier": (12, 8, 1),
}
FOUR = tuple(BOARDS)[:4]
# What XBoard calls a game, where that is another name.
XBOARD_NAMES = {"chess": "normal"}
# Where XBoard starts a game, if elsewhere.
XBOARD_STARTS = {
    "courier": "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1",
}


def arguments(game: str, *more: str) -> list[str]:
    """XBoard's arguments for a game."""
    words = ["-variant", XBOARD_NAMES.get(game, game)]
    if game in FOUR:
        words += ["-testLegality", "false"]
    if BOARDS[game][1] == 16:
        words += ["-rankOffset", "1"]
    return [*words, *more]


# XBoard does not end a match's games by rules of its own.
MATCH = ("-ruleMoves", "0", "-repeatsToDraw", "0", "-testClaims", "false", "-checkMates", "false",
         "-materialDraws", "false", "-trivialDraws", "false")


class Game:
    """A game as the referee sees it, in Sliderule's own words."""

    def __init__(self, binary: Path, game: str, fen: str | None = None) -> None:
        self.name = game
        self.referee = Uci(binary, game)
        self.first_rank = BOARDS[game][2]
        self.start(fen)

    def start(self, fen: str | None = None) -> None:
        fen = fen or XBOARD_STARTS.get(self.name)
        self.begin = fen
        self.moves: list[str] = []
        self.referee.position([], fen)
        self._now(self.referee.fen(), {})

    def _now(self, fen: str, seen: dict[str, int]) -> None:
        self._fen = fen
        self._seen = seen
        place = " ".join(fen.split()[:3])
        seen[place] = seen.get(place, 0) + 1
        # A long game would take long to repeat for every question; its moves only matter for
        # what may be a repetition.
        self._repeated = seen[place] >= 3

    def play(self, move: str) -> None:
        legal = self.legal()
        need(move in legal, f"{move} is not legal in {self._fen} ({' '.join(legal)})")
        after = self.fen(move)
        self.moves.append(move)
        self._now(after, self._seen)

    def legal(self) -> list[str]:
        """The legal moves; none when the game is over on the board."""
        return self.referee.legal([], self._fen)

    def fen(self, *more: str) -> str:
        """The FEN, perhaps after more moves."""
        if not more:
            return self._fen
        self.referee.position(more, self._fen)
        return self.referee.fen()

    def status(self, *more: str) -> str:
        """How the game stands, perhaps after more moves."""
        if self._repeated or more:
            return self.referee.status([*self.moves, *more], self.begin)
        return self.referee.status([], self._fen)

    def over(self, *more: str) -> bool:
        return is_over(self.status(*more))

    def white(self) -> bool:
        """Whether White is to move."""
        return self.fen().split()[1] == "w"

    def close(self) -> None:
        self.referee.close()


def on_wire(text: str, first_rank: int) -> str:
    """Squares or a move of ours with the ranks that XBoard counts."""
    return re.sub(r"(?<=[a-p])\d+", lambda rank: str(int(rank[0]) + first_rank - 1), text)


class Names:
    """Sliderule's ids and what XBoard calls the same pieces."""

    def __init__(self, setup: Setup | None, table: dict[str, str]) -> None:
        """`table` has the ids whose name on the wire is another one, in upper case.

        Without a setup XBoard knows the game by itself.
        """
        self.setup = setup
        self.table = table

    def of(self, id: str) -> str:
        if id in ("*", "."):
            return id
        name = self.table.get(id.upper(), id.upper())
        need(self.setup is None or name in self.setup.ids, f"XBoard was not told of {id.upper()} (as {name})")
        return name if id == id.upper() else name.lower()

    def picture(self, fen: str) -> Picture:
        """What XBoard must show for a FEN of ours."""
        return [[self.of(id) for id in row] for row in rows(fen.split()[0])]


def names_in(xboard: XBoard, game: str) -> Names:
    """What XBoard calls the pieces, by the engine's `setup` line."""
    if game not in FOUR:
        return Names(None, {})
    setup = Setup.read(xboard.log.wait(r"^<first: (setup .*)")[1])
    return Names(setup, NAMES.get(game, {}))


def need_shown(xboard: XBoard, names: Names, fen: str, when: str) -> None:
    """XBoard's own position must be this one, cell by cell."""
    shown = rows(xboard.position().split()[0])
    wrong = differences(shown, names.picture(fen), xboard.board.first_rank)
    need(not wrong, f"{when}: {'; '.join(wrong[:8])} (should be {fen})")
