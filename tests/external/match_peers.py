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
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from engines import Lost, Process, Uci, add_binary_option, is_over, need_binary, random_opening

MOST_PLIES = 400
TIME_MARGIN_MS = 300
KING_FILES = {"chess": ("e", "g", "c"), "capablanca": ("f", "i", "c")}


class Sliderule(Uci):
    """Our player."""

    def start(self, opening: list[str]) -> None:
        self.process.send("ucinewgame")

    def think(self, moves: list[str], clocks: list[float], increment: int) -> str:
        self.position(moves)
        white, black = (max(1, int(c)) for c in clocks)
        limits = f"wtime {white} btime {black} winc {increment} binc {increment}"
        return self.go(limits, clocks[len(moves) % 2] / 1000 + 10).move


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
    us = Sliderule(options.binary, options.game)
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
            if is_over(status):
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
        us.close()
        them.process.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--opponent", required=True, help="command of a CECP engine")
    parser.add_argument("--game", default="chess", choices=KING_FILES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--base", type=int, default=3000, help="milliseconds for the game")
    parser.add_argument("--increment", type=int, default=30, help="milliseconds a move")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    need_binary(args.binary)
    options = Options(args.binary, args.opponent, args.game, args.base, args.increment)
    rng = random.Random(args.seed)
    referee = Uci(args.binary, args.game)
    openings = [random_opening(referee, rng, 6) for _ in range((args.games + 1) // 2)]
    referee.close()

    def one(number: int) -> tuple[float, str]:
        judge = Uci(args.binary, args.game)
        try:
            return play(options, openings[number // 2], number % 2, judge)
        finally:
            judge.close()

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
