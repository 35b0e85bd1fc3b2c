#!/usr/bin/env python3
"""Each band of `Skill Level` plays the next lower one and must beat it.

Levels promise that a higher one plays better. Here each of a list of levels plays the next lower
one of the list, in pairs of games from the same short random opening with colours swapped. The
level itself ends the search by its budget of nodes, so that the result does not depend on the
machine; movetime 20000 only bounds it. Games without an end are draws.

Prints the score of each pair; one passes if the stronger level scores above 50 %.

Example: level_ladder.py --game chess --levels 1 5 9 --games 40 --concurrency 2
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from engines import (
    Lost, Uci, add_binary_option, in_parallel, is_over, need_binary, random_openings, verdict,
)

BOUND = "movetime 20000"
PATIENCE = 30.0


def ending(status: str, mover: int) -> float:
    """White's points for a game that is over, `mover` (0 is White) being the side to move."""
    if status == "checkmate":
        return float(mover)
    if status.endswith(("-loses", "-wins")):
        return float(("white" in status) == status.endswith("-wins"))
    return 0.5


def play(players: list[Uci], opening: list[str], referee: Uci, most_plies: int) -> float:
    """White's points."""
    moves = list(opening)
    for player in players:
        player.new_game()
    while len(moves) < most_plies:
        mover = len(moves) % 2
        status = referee.status(moves)
        if is_over(status):
            return ending(status, mover)
        players[mover].position(moves)
        move = players[mover].go(BOUND, PATIENCE).move
        if move not in referee.legal_here():
            raise Lost(f"illegal move {move} after {' '.join(moves)}")
        moves.append(move)
    return 0.5


def pair_of_games(
    binary: Path, game: str, high: int, low: int, opening: list[str], most_plies: int
) -> list[float]:
    """The stronger level's points, first with White."""
    referee = Uci(binary, game)
    strong, weak = (Uci(binary, game, Hash=16, Skill_Level=level) for level in (high, low))
    try:
        with_white = play([strong, weak], opening, referee, most_plies)
        with_black = 1.0 - play([weak, strong], opening, referee, most_plies)
        return [with_white, with_black]
    finally:
        for engine in (referee, strong, weak):
            engine.close()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_binary_option(parser)
    parser.add_argument("--game", default="battery")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 3, 5, 7, 9, 11])
    parser.add_argument("--games", type=int, default=100, help="for each pair of levels")
    parser.add_argument("--opening", type=int, default=4, help="random plies at the start")
    parser.add_argument("--plies", type=int, default=300, help="then a game is a draw")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    need_binary(args.binary)
    levels = sorted(set(args.levels))
    if len(levels) < 2:
        parser.error("at least two levels are needed")
    rng = random.Random(args.seed)
    count = (args.games + 1) // 2
    openings = random_openings(args.binary, args.game, rng, count, args.opening)
    passed = failed = 0
    for low, high in zip(levels, levels[1:]):

        def one(opening: list[str]) -> list[float]:
            return pair_of_games(args.binary, args.game, high, low, opening, args.plies)

        try:
            points = [p for pair in in_parallel(one, openings, args.concurrency) for p in pair]
        except Lost as reason:
            print(f"{args.game}: level {high} against {low}: {reason}", flush=True)
            failed += 1
            continue
        share = 100 * sum(points) / len(points)
        wins, draws, losses = (points.count(p) for p in (1.0, 0.5, 0.0))
        print(
            f"{args.game}: level {high} against {low}: +{wins} ={draws} -{losses}, {share:.1f} %",
            flush=True,
        )
        passed, failed = (passed + 1, failed) if share > 50 else (passed, failed + 1)
    return verdict(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
