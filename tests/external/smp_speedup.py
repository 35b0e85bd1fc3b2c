#!/usr/bin/env python3
"""How much sooner several threads reach the depth of one.

For each of 20 positions (the first of benches/positions.tsv, then some after random moves, round robin
over the games) one thread searches for a given time first; the last depth it completed is the
depth to reach. Then one thread and several search to that depth, each with an empty table, and
the ratio of their times is printed, and at the end the mean. With more than one thread the
search is not deterministic: --repeat takes the mean of several runs. Nothing else should run on
the machine: figures from one that is busy say nothing.

A position passes when both reach the depth; --most RATIO makes a larger mean a failure.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from engines import ROOT, Lost, Uci, add_binary_option, need_binary, random_openings, verdict

RANDOM_PLIES = 12
PATIENCE = 600.0
DEEPEST = 60


def positions(binary: Path, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Games and FENs: first those of the bench, then as many after random moves as are wanted."""
    found = []
    for line in (ROOT / "benches/positions.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        game, _, fen = line.split("\t")
        found.append((game, fen))
        yield game, fen
    for game in itertools.cycle(dict.fromkeys(game for game, _ in found)):
        opening = random_openings(binary, game, rng, 1, RANDOM_PLIES)[0]
        referee = Uci(binary, game)
        try:
            referee.position(opening)
            fen = referee.fen()
        finally:
            referee.close()
        yield game, fen


def depth_within(engine: Uci, fen: str, seconds: float) -> int | None:
    """The last depth that is completed in the time; None if that tells nothing: the search was
    through (a mate was found) or had hardly begun."""
    engine.position([], fen)
    thought = engine.go(f"movetime {int(seconds * 1000)}", seconds + 10)
    info = re.compile(r"info depth (\d+) .*? time (\d+)")
    done = [(int(f[1]), int(f[2]) / 1000) for line in thought.lines if (f := info.match(line))]
    if not done or thought.seconds < seconds * 0.9:
        return None
    depth, reached = done[-1]
    return depth if 0.1 * seconds < reached and depth < DEEPEST else None


def seconds_to(engine: Uci, fen: str, depth: int) -> float:
    """The time to a depth with an empty table."""
    engine.set("Clear Hash", "")
    engine.new_game()
    engine.position([], fen)
    # The table is cleared when a search begins; that is not to be measured.
    engine.go("depth 1", PATIENCE)
    thought = engine.go(f"depth {depth}", PATIENCE)
    if not any(line.startswith(f"info depth {depth} ") for line in thought.lines):
        raise Lost(f"depth {depth} was not reached")
    return thought.seconds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_binary_option(parser)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3.0, help="one thread's first search")
    parser.add_argument("--repeat", type=int, default=3, help="runs to take the mean of")
    parser.add_argument("--hash", type=int, default=64, help="table in MB")
    parser.add_argument("--most", type=float, help="fail if the mean ratio is larger")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    need_binary(args.binary)
    ratios: list[float] = []
    failed = 0
    busy = os.getloadavg()[0]
    if busy > 0.5:
        print(f"warning: the machine is busy (load {busy:.1f}); the figures will be too large")
    tried = 0
    for game, fen in positions(args.binary, random.Random(args.seed)):
        if len(ratios) + failed >= args.positions or tried >= 5 * args.positions:
            break
        tried += 1
        one, several = (
            Uci(args.binary, game, Hash=args.hash, Threads=n) for n in (1, args.threads)
        )
        try:
            depth = depth_within(one, fen, args.seconds)
            if depth is None:
                continue
            alone = statistics.mean(seconds_to(one, fen, depth) for _ in range(args.repeat))
            together = statistics.mean(seconds_to(several, fen, depth) for _ in range(args.repeat))
            ratios.append(together / alone)
            print(
                f"{game} depth {depth}: {alone:.2f} s alone, {together:.2f} s with "
                f"{args.threads} threads, ratio {ratios[-1]:.2f}: {fen}",
                flush=True,
            )
        except Lost as reason:
            failed += 1
            print(f"{game} {fen}: {reason}", flush=True)
        finally:
            one.close()
            several.close()
    if ratios:
        mean, middle = statistics.mean(ratios), statistics.geometric_mean(ratios)
        print(f"mean ratio {mean:.3f} (geometric {middle:.3f}) over {len(ratios)} positions")
        if args.most is not None and mean > args.most:
            print(f"the mean is larger than {args.most}")
            failed += 1
    return verdict(len(ratios), failed)


if __name__ == "__main__":
    sys.exit(main())
