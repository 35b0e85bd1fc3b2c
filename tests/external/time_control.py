#!/usr/bin/env python3
"""The engine plays itself against the clock and must never overstep it.

Games go round robin over all games of the engine, two processes a game, random openings. A move
costs the time from sending `position` and `go` to the arrival of `bestmove`, measured here: a
graphical program measures the same. A side forfeits as soon as its clock is below zero by more
than the allowance for pipes and this script (30 ms by default); what it overdraws within the
allowance stays taken off its clock. Illegal moves and silence are forfeits too. Games are cut
off after so many plies, to bound the run; in CI (the default) 20 games at 1 s + 50 ms.

Prints each game with the smallest reserve left on a clock after a move, before its increment.

A report on fast games: time_control.py --games 200 --base 100 --increment 10
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from engines import (
    Lost, Uci, add_binary_option, in_parallel, is_over, need_binary, random_openings, verdict,
)

OPENING_PLIES = 4


@dataclass
class Control:
    binary: Path
    base: float
    increment: int
    allowance: float
    most_plies: int


@dataclass
class Played:
    """How a game went; `forfeit` is empty if nobody did. Reserves and moves in milliseconds."""

    game: str
    moves: list[str]
    ending: str
    forfeit: str
    reserve: float
    longest: float


def think(engine: Uci, moves: list[str], clocks: list[float], control: Control) -> tuple[str, float]:
    """A move and the milliseconds it took."""
    white, black = (max(1, int(clock)) for clock in clocks)
    begin = time.monotonic()
    engine.position(moves)
    engine.process.send(
        f"go wtime {white} btime {black} winc {control.increment} binc {control.increment}"
    )
    line = engine.process.wait("bestmove", clocks[len(moves) % 2] / 1000 + 10)
    return line.split()[1], (engine.process.arrived - begin) * 1000


def play(control: Control, game: str, opening: list[str]) -> Played:
    referee = Uci(control.binary, game)
    players = [Uci(control.binary, game) for _ in range(2)]
    clocks = [control.base] * 2
    played = Played(game, list(opening), "cut off", "", control.base, 0.0)
    moves = played.moves
    try:
        for player in players:
            player.new_game()
        while len(moves) < control.most_plies:
            mover = len(moves) % 2
            status = referee.status(moves)
            if is_over(status):
                played.ending = status
                break
            legal = referee.legal_here()
            try:
                move, took = think(players[mover], moves, clocks, control)
                clocks[mover] -= took
                played.reserve = min(played.reserve, clocks[mover])
                played.longest = max(played.longest, took)
                if clocks[mover] < -control.allowance:
                    raise Lost(f"out of time by {-clocks[mover]:.0f} ms, a move of {took:.0f} ms")
                if move not in legal:
                    raise Lost(f"illegal move {move}")
            except Lost as reason:
                side = "White" if mover == 0 else "Black"
                played.ending = "forfeit"
                played.forfeit = f"{side}: {reason}, after {' '.join(moves)}"
                break
            clocks[mover] += control.increment
            moves.append(move)
    finally:
        for engine in (referee, *players):
            engine.close()
    return played


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_binary_option(parser)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--base", type=float, default=1000, help="milliseconds for the game")
    parser.add_argument("--increment", type=int, default=50, help="milliseconds for each move")
    parser.add_argument("--allowance", type=float, default=30, help="milliseconds for the pipe")
    parser.add_argument("--plies", type=int, default=120, help="cut games off after so many")
    parser.add_argument("--concurrency", type=int, default=2, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    need_binary(args.binary)
    control = Control(args.binary, args.base, args.increment, args.allowance, args.plies)
    asked = Uci(args.binary)
    games = asked.games()
    asked.close()
    rng = random.Random(args.seed)
    each = -(-args.games // len(games))
    openings = {g: random_openings(args.binary, g, rng, each, OPENING_PLIES) for g in games}
    jobs = [
        (games[n % len(games)], openings[games[n % len(games)]][n // len(games)])
        for n in range(args.games)
    ]

    def one(job: tuple[str, list[str]]) -> Played:
        played = play(control, *job)
        print(
            f"{played.game}: {played.forfeit or played.ending}, {len(played.moves)} plies, "
            f"reserve {played.reserve:.0f} ms, longest move {played.longest:.0f} ms",
            flush=True,
        )
        return played

    results = in_parallel(one, jobs, args.concurrency)
    forfeits = sum(1 for played in results if played.forfeit)
    smallest = min((played.reserve for played in results), default=0.0)
    moves = sum(max(0, len(played.moves) - OPENING_PLIES) for played in results)
    print(
        f"{len(results)} games at {args.base:g} + {args.increment} ms, {moves} moves: "
        f"{forfeits} forfeits, smallest reserve {smallest:.0f} ms"
    )
    return verdict(len(results) - forfeits, forfeits)


if __name__ == "__main__":
    sys.exit(main())
