"""Random legal moves in the real program, relayed through XBoard from one engine to another.

The referee draws the moves; each is played by the engine whose turn it is, told by `exclude all`
and `include MOVE` that it has no other, so that what goes over the wire is its own doing. The
opponent, a second process, has to understand it from what XBoard sends on, or it would not have
the next move. Again and again XBoard's own position must be the game's, cell by cell.
"""

from __future__ import annotations

import queue
import random
import re
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Self

from gui import SECONDS, Failure, XBoard, need
from referee import BOARDS, MATCH, Game, arguments, names_in, need_shown, on_wire
from relay import Relay
from scenes import CASTLING
from wire import Picture, fen_of, rows

BARRIER = "90001"
COMPARE_EVERY = 25
Event = tuple["Player", str, str]


# A move that is told by its squares alone.
PLAIN = re.compile(r"[a-p]\d+[a-p]\d+")


def is_pawn(board: Picture, move: str) -> bool:
    """Whether a move is one of a pawn of any kind."""
    found = re.match(r"([a-p])(\d+)", move)
    assert found
    return board[-int(found[2])][ord(found[1]) - ord("a")] in "PpOo"


# Pawns that soon promote, among promoted pieces that soon are taken and come back.
LATE = ("r'n'b'l'c'1k1h't'g'r!/12/12/12/P1P1O2O1P1P/12/12/12/12/12/12/p1p1o2o1p1p/12/12/12/"
        "R'N'B'L'C'1K1H'T'G'R! w - - 0 1")


# Moves hardly found by chance: both players castle.
OPENINGS = {"short-sliders": tuple(move for pair in CASTLING for move in pair)}


class Player(Relay):
    """An engine that only moves when and what the test wants; tells the test what happens."""

    # Whether the test speaks for the engine, which hears nothing of XBoard.
    deaf = False

    def __init__(self, binary: Path, events: queue.Queue[Event]) -> None:
        self.events = events
        super().__init__([str(binary)])

    def from_gui(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word != "go" and not self.deaf:
            self.to_engine(line)
        if word == "new":
            # From here on it is the test that says when to move.
            self.to_engine("force")
        if word in ("go", "usermove"):
            self.events.put((self, word, rest))

    def from_engine(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line == f"pong {BARRIER}":
            self.events.put((self, "pong", ""))
            return
        if word in ("1-0", "0-1", "1/2-1/2"):
            self.events.put((self, "end", line))
        if word in ("Illegal", "Error", "tellusererror", "telluser", "resign"):
            self.events.put((self, "trouble", line))
        if word == "move":
            self.events.put((self, "move", rest))
        self.to_gui(line)


class Soak:
    """Both engines, XBoard between them, and the referee."""

    def __init__(
        self, name: str, binary: Path, game: str, seed: int = 1, fen: str | None = None
    ) -> None:
        """`name` is the test's. Every game begins with the position, if there is one, else with
        the opening that is given for the game.
        """
        self.begin = fen
        self.opening = OPENINGS.get(game, ()) if fen is None else ()
        self.rng = random.Random(f"{game} {seed}")
        self.events: queue.Queue[Event] = queue.Queue()
        # What has happened and was not asked for yet.
        self.pending: list[Event] = []
        with ExitStack() as stack:
            self.game = stack.enter_context(closing(Game(binary, game)))
            self.players = [
                stack.enter_context(closing(Player(binary, self.events))) for _ in range(2)]
            match = [] if fen else ["-mg", "99"]
            self.xboard = stack.enter_context(XBoard(
                f"{name}-{game}", self.players[0].command,
                *arguments(game, *MATCH, "-tc", "60", "-depth", "1", *match),
                second=self.players[1].command, board=BOARDS[game], size=25,
            ))
            self.names = names_in(self.xboard, game)
            # Until here a failure ends all that runs; from here on leaving the context does.
            self._running = stack.pop_all()
        self.plies = self.lines = self.compared = self.games = 0

    def start(self) -> None:
        """Begins a game from its position; one from the start is begun by XBoard."""
        self.game.start(self.begin)
        self.games += 1
        if self.begin is None:
            return
        since = self.xboard.log.mark()
        picture = self.names.picture(self.begin)
        self.xboard.paste_position(fen_of(picture, self.begin.split()[1]))
        self.xboard.log.wait("^>first: setboard", since)
        self.xboard.press("ctrl+t")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._running.__exit__(*error)  # type: ignore[arg-type]

    def event(self, wanted: str) -> Event:
        """The next event that is one of these words; others are kept for later."""
        words = wanted.split("|")
        while True:
            for event in self.pending:
                if event[1] in words:
                    self.pending.remove(event)
                    return event
            try:
                event = self.events.get(timeout=SECONDS)
            except queue.Empty:
                for player in self.players:
                    player.check()
                raise Failure(f"no {wanted} in {SECONDS:.0f} s after {self.told()}") from None
            need(event[1] != "trouble", f"{event[2]} after {self.told()}")
            self.pending.append(event)

    def name_of(self, player: Player) -> str:
        """What the debug file calls an engine."""
        return ("first", "second")[self.players.index(player)]

    def told(self) -> str:
        return f"{self.game.begin or 'the start'} {' '.join(self.game.moves[-6:])}"

    def play(self, player: Player, move: str) -> int:
        """Has the engine play a move; the number of lines it takes to show it."""
        player.to_engine("exclude all")
        player.to_engine(f"include {on_wire(move, self.game.first_rank)}")
        player.to_engine("go")
        self.event("move")
        player.to_engine("force")
        player.to_engine(f"ping {BARRIER}")
        lines = 1
        while self.event("move|pong")[1] == "move":
            lines += 1
        return lines

    def choose(self, legal: list[str]) -> str:
        """The move to play next: any, but what is special more often than it comes up."""
        if len(self.game.moves) < len(self.opening):
            return self.opening[len(self.game.moves)]
        pick = self.rng.random()
        board = rows(self.game.fen().split()[0])
        if pick < 0.2:
            legal = [move for move in legal if not PLAIN.fullmatch(move)] or legal
        elif pick < 0.4:
            legal = [move for move in legal if is_pawn(board, move)] or legal
        return self.rng.choice(legal)

    def ended(self) -> str | None:
        """What the engine has said of the end of the game."""
        while not self.events.empty():
            self.pending.append(self.events.get())
        return next((event[2] for event in self.pending if event[1] == "end"), None)

    def one_game(self, plies: int) -> None:
        """Plays until the game ends or so many plies have been played in all."""
        self.start()
        mover = self.event("go")[0]
        self.pending.clear()
        other = next(player for player in self.players if player is not mover)
        while self.plies < plies and (legal := self.game.legal()) and not self.game.over():
            move = self.choose(legal)
            lines = self.play(mover, move)
            self.game.play(move)
            self.plies += 1
            self.lines += lines
            if self.game.over() or self.ended():
                return
            for _ in range(lines):
                self.event("usermove")
            if len(self.game.moves) == 1:
                self.event("go")
            other.to_engine(f"ping {BARRIER}")
            self.event("pong")
            mover, other = other, mover
            if self.plies % COMPARE_EVERY == 0 or lines > 1 or self.plies == plies:
                self.compared += 1
                need_shown(self.xboard, self.names, self.game.fen(), f"after {self.told()}")

    def run(self, plies: int) -> str:
        while self.plies < plies:
            self.one_game(plies)
        self.xboard.screenshot("end")
        return (f"{self.plies} plies in {self.lines} lines and {self.games} games, "
                f"compared {self.compared} times")


class Shifting(Soak):
    """Shifts sliders whenever that does not end the game, to fill XBoard's list of moves."""

    def choose(self, legal: list[str]) -> str:
        shifts = [move for move in legal if move.endswith("s")]
        others = [move for move in legal if not move.endswith("s")]
        self.rng.shuffle(shifts)
        self.rng.shuffle(others)
        # Before 100 plies have passed without it, a pawn must advance or something be taken.
        late = int(self.game.fen().split()[4]) >= 90
        for move in [*others, *shifts] if late else [*shifts, *others]:
            resets = self.game.fen(move).split()[4] == "0"
            if (resets or not late) and not self.game.over(move):
                return move
        return shifts[0] if shifts else others[0]


def longest_game(binary: Path) -> str:
    """A game of Opposition chess that must end because XBoard's list of moves is full."""
    with Shifting("longest", binary, "opposition") as soaked:
        soaked.one_game(1000)
        told = f"{soaked.lines} lines and {soaked.plies} moves: {soaked.ended()}"
        need(not soaked.game.over(), f"the game ended by its rules after {told}")
        need(soaked.lines > 900, f"ended too early, after {told}")
        need((soaked.ended() or "").startswith("1/2-1/2 {"), f"not drawn after {told}")
        need(soaked.xboard.log.wait(r"^>second: result 1/2-1/2 \{"), told)
        soaked.xboard.screenshot("end")
        return told


def soak(
    binary: Path, game: str, plies: int = 300, seed: int = 1, fen: str | None = None
) -> str:
    """So many random plies of a game; what was done, in words."""
    name = "soak" if fen is None else "soak-late"
    with Soak(name, binary, game, seed, fen) as soaked:
        return soaked.run(plies)


def in_place(binary: Path) -> str:
    """A move of White by which a waiting pawn of Black's becomes a Monk, shown as an engine of
    another kind may show it: the pawn changes in place, by way of an empty square. XBoard passes
    that on as if it were castling, and not what the pawn becomes.
    """
    fen = "1kh1***/m6/7/2m4/3P1h1/7/***p1K1 w - - 0 1"
    plies, move = ("@@@@", "d1d2,d2d1m", "d3c4"), "d3c4"
    with Soak("in-place", binary, "opposition", fen=fen) as soaked:
        xboard, told = soaked.xboard, soaked.game
        soaked.start()
        mover = soaked.event("go")[0]
        soaked.pending.clear()
        other = next(player for player in soaked.players if player is not mover)
        since = xboard.log.mark()
        mover.deaf = True
        for ply in plies:
            mover.to_gui(f"move {ply}")
        told.play(move)
        for _ in plies:
            soaked.event("usermove")
        heard = xboard.log.said(soaked.name_of(other), True, since)
        need("usermove d1d1,d2c1" in heard, f"XBoard passed on {heard}")
        need_shown(xboard, soaked.names, told.fen(), f"after {move}")
        # The other engine knows that it has a Monk there, and moves it.
        reply = "d1c2"
        soaked.play(other, reply)
        told.play(reply)
        need_shown(xboard, soaked.names, told.fen(), f"after {reply}")
    return f"{move} in {len(plies)} lines, {reply}"
