"""Random legal moves in the real program, relayed through XBoard from one engine to another.

The referee draws the moves; each is played by the engine whose turn it is, told by `exclude all`
and `include MOVE` that it has no other, so that what goes over the wire is its own doing. The
opponent, a second process, has to understand it from what XBoard sends on, or it would not have
the next move. Again and again XBoard's own position must be the game's, cell by cell.
"""

from __future__ import annotations

import queue
import random
from pathlib import Path

from gui import SECONDS, Failure, XBoard, need
from referee import BOARDS, MATCH, Game, arguments, names_in, need_shown
from relay import Relay

BARRIER = "90001"
COMPARE_EVERY = 25
Event = tuple["Player", str, str]


class Player(Relay):
    """An engine that only moves when and what the test wants; tells the test what happens."""

    def __init__(self, binary: Path, events: queue.Queue[Event]) -> None:
        self.events = events
        super().__init__([str(binary)])

    def from_gui(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word != "go":
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

    def __init__(self, binary: Path, game: str, seed: int) -> None:
        self.rng = random.Random(f"{game} {seed}")
        self.events: queue.Queue[Event] = queue.Queue()
        # What has happened and was not asked for yet.
        self.pending: list[Event] = []
        self.game = Game(binary, game)
        self.players = [Player(binary, self.events) for _ in range(2)]
        self.xboard = XBoard(
            f"{type(self).__name__.lower()}-{game}", self.players[0].command,
            *arguments(game, *MATCH, "-mg", "99", "-tc", "60"),
            second=self.players[1].command, board=BOARDS[game], size=25,
        )
        self.names = names_in(self.xboard, game)
        self.plies = self.lines = self.compared = self.games = 0

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

    def told(self) -> str:
        return f"{self.game.begin or 'the start'} {' '.join(self.game.moves[-6:])}"

    def play(self, player: Player, move: str) -> int:
        """Has the engine play a move; the number of lines it takes to show it."""
        player.to_engine("exclude all")
        player.to_engine(f"include {move}")
        player.to_engine("go")
        self.event("move")
        player.to_engine("force")
        player.to_engine(f"ping {BARRIER}")
        lines = 1
        while self.event("move|pong")[1] == "move":
            lines += 1
        return lines

    def choose(self, legal: list[str]) -> str:
        """The move to play next."""
        return self.rng.choice(legal)

    def ended(self) -> str | None:
        """What the engine has said of the end of the game."""
        while not self.events.empty():
            self.pending.append(self.events.get())
        return next((event[2] for event in self.pending if event[1] == "end"), None)

    def one_game(self, plies: int) -> None:
        """Plays until the game ends or so many plies have been played in all."""
        mover = self.event("go")[0]
        self.pending.clear()
        other = next(player for player in self.players if player is not mover)
        self.game.start()
        self.games += 1
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

    def close(self) -> None:
        self.xboard.close()
        for player in self.players:
            player.close()
        self.game.close()


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
            after = self.game.fen(move)
            self.game.moves.append(move)
            over = self.game.over()
            self.game.moves.pop()
            if not over and (not late or after.split()[4] == "0"):
                return move
        return shifts[0] if shifts else others[0]


def longest_game(binary: Path) -> str:
    """A game of Opposition chess that must end because XBoard's list of moves is full."""
    soaked = Shifting(binary, "opposition", 1)
    try:
        soaked.one_game(1000)
        told = f"{soaked.lines} lines and {soaked.plies} moves: {soaked.ended()}"
        need(not soaked.game.over(), f"the game ended by its rules after {told}")
        need(soaked.lines > 900, f"ended too early, after {told}")
        need((soaked.ended() or "").startswith("1/2-1/2 {"), f"not drawn after {told}")
        need(soaked.xboard.log.wait(r"^>second: result 1/2-1/2 \{"), told)
        soaked.xboard.screenshot("end")
        return told
    finally:
        soaked.close()


def soak(binary: Path, game: str, plies: int = 300, seed: int = 1) -> str:
    """So many random plies of a game; what was done, in words."""
    soaked = Soak(binary, game, seed)
    try:
        return soaked.run(plies)
    finally:
        soaked.close()
