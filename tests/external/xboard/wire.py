"""What XBoard's board must show, and what a ply does to it: the tests' own model.

It is written from XBoard's behaviour, not from the engine's code, so that the two can be compared.
A picture is the rows of the board from the top down, each a list of XBoard's names of what stands
there: `N`, `n'`, `+p`, `*` for a hole, `.` for nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Picture = list[list[str]]
CELL = re.compile(r"\d+|\*|\+?[A-Za-z]['!]?")


def rows(board: str) -> Picture:
    """The cells of a FEN's board, XBoard's or ours."""
    picture: Picture = []
    for row in board.split("[")[0].split("/"):
        cells: list[str] = []
        for token in CELL.findall(row):
            cells += ["."] * int(token) if token.isdigit() else [token]
        picture.append(cells)
    return picture


def fen_of(picture: Picture, side: str) -> str:
    """A FEN that XBoard reads."""
    lines = []
    for row in picture:
        line, gap = "", 0
        for cell in [*row, "$"]:
            if cell == ".":
                gap += 1
                continue
            line += (str(gap) if gap else "") + cell
            gap = 0
        lines.append(line.removesuffix("$"))
    return f"{'/'.join(lines)} {side} - - 0 1"


@dataclass
class Setup:
    """The engine's `setup` line: which piece XBoard shows by which glyph and name."""

    ids: dict[str, int] = field(default_factory=dict)
    # The piece that a suffix letter means, and the partner that `+` means; White's names.
    letters: dict[str, str] = field(default_factory=dict)
    partners: dict[str, str] = field(default_factory=dict)
    files: int = 0
    ranks: int = 0
    fen: str = ""

    @classmethod
    def read(cls, line: str) -> Setup:
        """Reads `setup (TABLE) WxH+0_parent FEN`."""
        found = re.match(r"setup \((\S+)\) (\d+)x(\d+)\+0_\S+ (.*)$", line)
        if not found:
            raise ValueError(f"not a setup line: {line}")
        table, files, ranks, fen = found.groups()
        setup = cls(files=int(files), ranks=int(ranks), fen=fen)
        entries = re.findall(r"(\^?)([A-Za-z.])(['!]?)(?:=(.))?", table)
        half = len(entries) // 2
        assert len(entries) == 2 * half, f"not the same number of pieces a side: {table}"
        for slot, (partner, letter, suffix, nickname) in enumerate(entries[:half]):
            if letter == ".":
                continue
            name = letter + suffix
            if partner:
                setup.partners[name] = name = f"+{name}"
            setup.ids[name] = 65 if slot == half - 1 else slot
            if not partner and not suffix:
                setup.letters[letter] = name
            if nickname:
                setup.letters[nickname.upper()] = name
        return setup

    def promoted(self, piece: str, suffix: str) -> str:
        """What a piece becomes by the suffix of a move."""
        upper = piece.upper()
        name = self.partners[upper] if suffix in ("+", "=+") else self.letters[suffix.upper()]
        return name if piece == upper else name.lower()


class Mirror:
    """XBoard's board after plies, in a game without castling rights and without legality tests."""

    def __init__(self, setup: Setup, board: str, white: bool, first_rank: int) -> None:
        self.setup = setup
        self.picture = rows(board)
        self.white = white
        self.first_rank = first_rank

    def _at(self, square: str) -> tuple[int, int]:
        return len(self.picture) - 1 - (int(square[1:]) - self.first_rank), ord(square[0]) - 97

    @staticmethod
    def _white(piece: str) -> bool:
        """Holes are Black's."""
        return piece.isupper() if piece != "*" else False

    def ply(self, text: str) -> None:
        """A ply as it stands in a `move` or `usermove` line."""
        mover, self.white = self.white, not self.white
        if text == "@@@@":
            return
        legs = re.findall(r"([a-p]\d+)([a-p]\d+)(=?\+|[a-z])?(?:,|$)", text)
        assert legs, f"not a ply: {text}"
        (y, x), suffix = self._at(legs[0][0]), legs[-1][2]
        piece = self.picture[y][x]
        assert piece != "." and self._white(piece) == mover, f"{text}: moves {piece}"
        if len(legs) == 2 and legs[1][0] != legs[0][1]:
            # King and rook together.
            for start, end, _ in legs:
                (y, x), (down, across) = self._at(start), self._at(end)
                self.picture[down][across] = self.picture[y][x]
                self.picture[y][x] = "."
            return
        for _, middle, _ in legs[:-1]:
            down, across = self._at(middle)
            self.picture[down][across] = "."
        down, across = self._at(legs[-1][1])
        there = self.picture[down][across]
        if (down, across) != (y, x):
            swaps = there != "." and self._white(there) == mover
            self.picture[y][x] = there if swaps else "."
        self.picture[down][across] = self.setup.promoted(piece, suffix) if suffix else piece


def differences(shown: Picture, wanted: Picture, first_rank: int) -> list[str]:
    """Where two pictures differ, in words."""
    if [len(row) for row in shown] != [len(row) for row in wanted]:
        return [f"another shape: {shown}"]
    return [
        f"{chr(97 + x)}{first_rank + len(wanted) - 1 - y} shows {cell}, not {wanted[y][x]}"
        for y, row in enumerate(shown) for x, cell in enumerate(row) if cell != wanted[y][x]
    ]
