#!/usr/bin/env python3
"""Play games of Sliderule (UCI) against another engine (CECP), colours swapped.

Each pair of games starts from the same random opening. Sliderule itself is the referee: it knows
which moves are legal and how a game stands. Prints the result of every game and, last, wins,
draws, losses and the score of Sliderule. A game is lost by whoever makes an illegal move, exceeds
his time by more than the margin, or stops answering.

Example: match_peers.py --opponent /usr/games/sjaakii --game chess --games 100
"""

from __future__ import annotations

import argparse
import queue
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_PLIES = 400
TIME_MARGIN_MS = 300
KING_FILES = {"chess": ("e", "g", "c"), "capablanca": ("f", "i", "c")}
OVER = ("checkmate", "stalemate", "bare", "draw")


class Lost(Exception):
    """The engine forfeits; the text says why."""


class Process:
    """An engine process whose lines can be waited for with a time limit."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, bufsize=1,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line: str) -> None:
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Lost(f"gone: {error}") from error

    def wait(self, prefix: str, seconds: float) -> str:
        """The next line that starts with one of the prefixes (separated by |)."""
        end = time.monotonic() + seconds
        prefixes = tuple(prefix.split("|"))
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Lost(f"no '{prefix}' in {seconds:.1f} s") from None
            if line is None:
                raise Lost("the process has ended")
            if line.startswith(prefixes):
                return line

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class Uci:
    """Sliderule as a player and as the referee."""

    def __init__(self, binary: Path, game: str) -> None:
        self.process = Process([str(binary)])
        self.process.send("uci")
        self.process.wait("uciok", 10)
        self.process.send("setoption name Hash value 32")
        self.process.send(f"setoption name UCI_Variant value {game}")
        self.process.send("isready")
        self.process.wait("readyok", 10)

    def position(self, moves: list[str]) -> None:
        self.process.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def status(self, moves: list[str]) -> str:
        self.position(moves)
        self.process.send("d")
        return self.process.wait("Status:", 10).removeprefix("Status: ")

    def legal(self, moves: list[str]) -> list[str]:
        self.position(moves)
        self.process.send("go perft 1")
        found = []
        while not (line := self.process.wait("", 10)).startswith("Nodes searched"):
            if ": " in line:
                found.append(line.split(":")[0])
        return found

    def start(self, opening: list[str]) -> None:
        self.process.send("ucinewgame")

    def think(self, moves: list[str], clocks: list[float], increment: int) -> str:
        self.position(moves)
        white, black = (max(1, int(c)) for c in clocks)
        self.process.send(f"go wtime {white} btime {black} winc {increment} binc {increment}")
        mine = clocks[len(moves) % 2]
        return self.process.wait("bestmove", mine / 1000 + 10).split()[1]


class Cecp:
    """The opponent."""

    def __init__(self, command: str, game: str, base: int, increment: int) -> None:
        self.process = Process(command.split())
        self.process.send("xboard\nprotover 2")
        try:
            self.process.wait("feature done=1", 3)
        except Lost:
            pass  # an old engine says nothing
        self.game, self.base, self.increment = game, base, increment
        self.told = 0

    def start(self, opening: list[str]) -> None:
        self.process.send("new\neasy\nnopost")
        if self.game != "chess":
            self.process.send(f"variant {self.game}")
        minutes, seconds = divmod(max(1, self.base // 1000), 60)
        self.process.send(f"level 0 {minutes}:{seconds:02} {self.increment / 1000}\nforce")
        for move in opening:
            self.process.send(move)
        self.told = len(opening)
        self.forced = True

    def think(self, moves: list[str], clocks: list[float], increment: int) -> str:
        me = len(moves) % 2
        self.process.send(f"time {int(clocks[me] / 10)}\notim {int(clocks[1 - me] / 10)}")
        for move in moves[self.told:]:
            self.process.send(move)
        if self.forced:
            self.process.send("go")
            self.forced = False
        line = self.process.wait("move |resign|Illegal|Error|tellusererror", clocks[me] / 1000 + 10)
        if not line.startswith("move "):
            raise Lost(line)
        self.told = len(moves) + 1
        return castling_as_king_move(self.game, line.split()[1].lower(), me)


def castling_as_king_move(game: str, move: str, color: int) -> str:
    """Some engines write O-O whatever they are told; the referee wants the king's move."""
    king, short, long = KING_FILES[game]
    rank = "18"[color]
    targets = {"o-o": short, "o-o-o": long}
    return f"{king}{rank}{targets[move]}{rank}" if move in targets else move


@dataclass
class Options:
    binary: Path
    opponent: str
    game: str
    base: int
    increment: int


def play(options: Options, opening: list[str], ours: int, referee: Uci) -> tuple[float, str]:
    """One game; the score of Sliderule, who plays colour `ours`, and how it ended."""
    us = Uci(options.binary, options.game)
    them = Cecp(options.opponent, options.game, options.base, options.increment)
    players = [us, them] if ours == 0 else [them, us]
    try:
        for player in players:
            player.start(opening)
        moves = list(opening)
        clocks = [float(options.base)] * 2
        while len(moves) < MOST_PLIES:
            mover = len(moves) % 2
            status = referee.status(moves)
            if status.startswith(OVER):
                if status == "checkmate":
                    return (0.0 if mover == ours else 1.0), f"{status}, {len(moves)} plies"
                return 0.5, f"{status}, {len(moves)} plies"
            begin = time.monotonic()
            try:
                move = players[mover].think(moves, clocks, options.increment)
                clocks[mover] -= (time.monotonic() - begin) * 1000
                if clocks[mover] < -TIME_MARGIN_MS:
                    raise Lost(f"out of time by {-clocks[mover]:.0f} ms")
                clocks[mover] += options.increment
                if move not in referee.legal(moves):
                    raise Lost(f"illegal move {move}")
            except Lost as reason:
                who = "Sliderule" if mover == ours else "the opponent"
                return (0.0 if mover == ours else 1.0), f"{who}: {reason} after {' '.join(moves)}"
            moves.append(move)
        return 0.5, "too long"
    finally:
        us.process.close()
        them.process.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--binary", type=Path, default=ROOT / "target/release/sliderule")
    parser.add_argument("--opponent", required=True, help="command of a CECP engine")
    parser.add_argument("--game", default="chess", choices=KING_FILES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--base", type=int, default=3000, help="milliseconds for the game")
    parser.add_argument("--increment", type=int, default=30, help="milliseconds a move")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    options = Options(args.binary, args.opponent, args.game, args.base, args.increment)
    rng = random.Random(args.seed)
    referee = Uci(args.binary, args.game)
    openings = []
    for _ in range((args.games + 1) // 2):
        opening: list[str] = []
        while len(opening) < 6 and (legal := referee.legal(opening)):
            opening.append(rng.choice(legal))
        openings.append(opening)

    def one(number: int) -> tuple[float, str]:
        judge = Uci(args.binary, args.game)
        try:
            return play(options, openings[number // 2], number % 2, judge)
        finally:
            judge.process.close()

    scores = []
    with ThreadPoolExecutor(args.concurrency) as pool:
        for number, (score, reason) in enumerate(pool.map(one, range(args.games))):
            scores.append(score)
            colour = "white" if number % 2 == 0 else "black"
            print(f"game {number + 1} as {colour}: {score} ({reason})", flush=True)
    wins, draws, losses = (scores.count(s) for s in (1.0, 0.5, 0.0))
    share = 100 * sum(scores) / len(scores)
    print(f"{args.game} against {args.opponent}: +{wins} ={draws} -{losses}, {share:.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
