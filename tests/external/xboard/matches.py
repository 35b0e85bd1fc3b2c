"""Matches that XBoard plays by itself: the engine against itself and against other programs.

Every game is read back from XBoard's debug file and given to the referee: it must have ended by
the rules of the game, with the result that XBoard has written down, and no engine may have been
told of an illegal move, have lost on time or have gone.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from gui import Failure, Log, XBoard, need
from referee import BOARDS, MATCH, Game, Names, arguments, is_over, names_in, on_wire
from wire import Mirror

# The king's files: at first, and after castling on either side.
CASTLING = {"chess": "ecg", "capablanca": "fci", "knightmate": "ecg"}
# The games in which a player without a move loses though he is not in check.
STALEMATE_LOSES = ("shatranj", "courier")
MISTAKES = re.compile(
    r"illegal|forfeit|exited|flag|crash|invalid|unexpected|adjudicat|timeout|overstepped", re.I)


@dataclass
class Played:
    """A game as XBoard saw it: the lines of each move, and what it says of the end."""

    moves: list[list[str]] = field(default_factory=list)
    result: str = "*"
    why: str = ""


# Debian's fairymax crashes in chess at most places where the system may load it.
UNSHUFFLED = "env -i setarch -R " if shutil.which("setarch") else ""


def games_of(log: Log) -> list[Played]:
    """All finished games of a match."""
    games: list[Played] = []
    game, mover = Played(), ""
    # What an engine says before it has answered all pings is about the game before.
    pings = {"first": 0, "second": 0}
    for line in log.read():
        word, _, rest = line.text.partition(" ")
        if not line.engine:
            continue
        if line.to and word == "ping":
            pings[line.engine] += 1
        elif line.to and word == "new":
            game, mover = Played(), ""
        elif line.to and (found := re.match(r"result (\S+) \{(.*)\}", line.text)):
            if game.moves:
                game.result, game.why = found.groups()
                games.append(game)
            game, mover = Played(), ""
        elif not line.to and word == "pong":
            pings[line.engine] -= 1
        elif not line.to and word == "move" and not pings[line.engine]:
            if line.engine != mover:
                game.moves.append([])
            mover = line.engine
            game.moves[-1].append(rest)
    return games


def need_clean(log: Log, ours: tuple[str, ...]) -> None:
    """Our engines have nothing to complain of, and do not resign."""
    for line in log.lines:
        bad = line.engine in ours and not line.to and re.match(
            r"Illegal move|Error|tellusererror|resign", line.text)
        need(not bad, f"in the debug file: {line}")


class Reader:
    """Finds the moves of the game in what XBoard was sent."""

    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.names = names

    def own_move(self, lines: list[str]) -> str:
        """The move of the game that these lines show."""
        if self.names.setup is None:
            legal = self.game.legal()
            if lines[0].startswith("O-O"):
                lines = [self._castling(lines[0])]
            told = {on_wire(move, self.game.first_rank): move for move in legal}
            need(len(lines) == 1 and lines[0] in told,
                 f"'{', '.join(lines)}' is not legal in {self.game.fen()}")
            return told[lines[0]]
        before = self.names.picture(self.game.fen())
        mirror = Mirror(self.names.setup, "", self.game.white(), self.game.first_rank)
        mirror.picture = [row[:] for row in before]
        for line in lines:
            mirror.ply(line)
        need(mirror.white != self.game.white(), f"an even number of plies: {lines}")
        # Most often it is a move with the same squares: those first.
        legal = sorted(self.game.legal(), key=lambda move: not self._alike(move, lines[0]))
        for move in legal:
            if self.names.picture(self.game.fen(move)) == mirror.picture:
                return move
        raise Failure(f"'{', '.join(lines)}' shows no legal move of {self.game.fen()}")

    def _castling(self, line: str) -> str:
        """The king's move that castling is."""
        king, queenside, kingside = CASTLING[self.game.name]
        rank = 1 if self.game.white() else 8
        return f"{king}{rank}{queenside if line == 'O-O-O' else kingside}{rank}"

    def _alike(self, move: str, line: str) -> bool:
        squares = re.match(r"[a-p]\d+[a-p]\d+", on_wire(move, self.game.first_rank))
        return squares is not None and line.startswith(squares[0])


def need_right(game: Game, played: Played, names: Names) -> str:
    """The game must have ended by the rules, with this result; the referee's word for the end."""
    reader = Reader(game, names)
    game.start()
    for lines in played.moves:
        need(not game.over(), f"played on after {game.status()}: {game.fen()}")
        game.play(reader.own_move(lines))
    status = game.status()
    if not is_over(status) and played.result == "1/2-1/2" and claimed(game, played.why):
        return "draw-claimed"
    told = f"{played.result} {{{played.why}}} after {len(played.moves)} plies, {game.fen()}"
    need(not MISTAKES.search(played.why), told)
    if not is_over(status):
        need(foregone(game, played.result), f"ended though the game goes on: {told}")
        return "foregone"
    expected = result(status, game.white(), game.name in STALEMATE_LOSES)
    need(played.result == expected, f"{status}, but {told}")
    return status


def claimed(game: Game, why: str) -> bool:
    """Whether a player may claim a draw by the move he intends, as some programs do, or because
    fifty moves have passed or nothing but the kings is left, which others hold for a draw in
    every game."""
    board, _, _, _, plies, _ = game.fen().split()
    fifty = re.search(r"50|fifty", why, re.I) and int(plies) >= 99
    bare = "insufficient material" in why and sum(map(str.isalpha, board)) == 2
    return bool(fifty) or bare or any(
        game.status(move).startswith("draw") for move in game.legal())


def foregone(game: Game, told: str) -> bool:
    """Whether every move ends the game with this result: Sjaak II claims the win as soon as a
    bared king cannot bare the other one, our rules after his move."""
    over = [game.status(move) for move in game.legal()]
    return bool(over) and all(
        is_over(status) and told == result(status, not game.white(), game.name in STALEMATE_LOSES)
        for status in over)


def result(status: str, white_to_move: bool, stalemate_loses: bool) -> str:
    """The result that a status of the referee means."""
    if status == "checkmate" or status == "stalemate" and stalemate_loses:
        return "0-1" if white_to_move else "1-0"
    if found := re.match(r"(?:bare-king|extinction)-(white|black)-loses", status):
        return "0-1" if found[1] == "white" else "1-0"
    return "1/2-1/2"


def match(binary: Path, game: str, games: int = 4) -> str:
    """Games of the engine against itself, of two strengths; how they ended."""
    with XBoard(
        f"match-{game}", str(binary),
        *arguments(game, *MATCH, "-mg", str(games), "-tc", "5", "-inc", "1", "-depth", "4",
                   "-firstOptions", "Skill Level=14", "-secondOptions", "Skill Level=6"),
        second=str(binary), board=BOARDS[game], size=25,
    ) as xboard:
        names = names_in(xboard, game)
        xboard.wait_exit()
        return judge(xboard, ("first", "second"), binary, game, games, names)


def against(binary: Path, game: str, peer: str, games: int = 2) -> str:
    """Games against another program; how they ended."""
    with XBoard(
        f"{peer}-{game}", str(binary),
        *arguments(game, *MATCH, "-mg", str(games), "-tc", "1", "-inc", "1", "-depth", "5"),
        second=f"{UNSHUFFLED}/usr/games/{peer}", board=BOARDS[game], size=25,
    ) as xboard:
        xboard.wait_exit()
        return judge(xboard, ("first",), binary, game, games, Names(None, {}))


def judge(
    xboard: XBoard, ours: tuple[str, ...], binary: Path, game: str, games: int,
    names: Names,
) -> str:
    """Checks every game of a match that is over."""
    played = games_of(xboard.log)
    need_clean(xboard.log, ours)
    need(len(played) == games, f"{len(played)} games instead of {games}")
    referee = Game(binary, game)
    try:
        ends = [need_right(referee, each, names) for each in played]
    finally:
        referee.close()
    plies = "+".join(str(len(each.moves)) for each in played)
    return f"{plies} plies: {', '.join(ends)}"
