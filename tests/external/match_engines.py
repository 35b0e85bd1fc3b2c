#!/usr/bin/env python3
"""Let `sliderule match` play fast games against Fairy-Max and Sjaak II, and find no faults.

Each pair of engines plays a few games of fixed depth from random openings. The referee must not
find an engine at fault: the games are those for which the engines have the same rules, so a fault
would be one in how they are spoken to.

Example: match_engines.py --games 20
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from engines import add_binary_option, need_binary

OURS_UCI = ["name=ours-uci", "cmd=self", "proto=uci"]
OURS_XBOARD = ["name=ours-xboard", "cmd=self", "proto=xboard"]
FAIRYMAX = ["cmd=fairymax", "proto=xboard"]
SJAAK_UCI = ["name=sjaak-uci", "cmd=sjaakii", "proto=uci"]
SJAAK_XBOARD = ["name=sjaak-xboard", "cmd=sjaakii", "proto=xboard"]

MATCHES = {
    "chess": (FAIRYMAX, SJAAK_XBOARD, SJAAK_UCI, OURS_UCI),
    "capablanca": (FAIRYMAX, SJAAK_XBOARD, OURS_XBOARD),
    "knightmate": (FAIRYMAX, SJAAK_XBOARD, OURS_UCI),
    "berolina": (FAIRYMAX, OURS_XBOARD),
    "janus": (FAIRYMAX, OURS_UCI),
    "courier": (FAIRYMAX, OURS_UCI),
    "grand": (SJAAK_XBOARD, OURS_XBOARD),
    "short-sliders": (OURS_UCI, OURS_XBOARD),
}


def play(binary: Path, game: str, engines: tuple[list[str], ...], games: int, seed: int) -> list[str]:
    """Plays a tournament; what is wrong with it."""
    command = [str(binary), "match", "--json", "--variant", game]
    for engine in engines:
        command += ["--engine", *engine]
    command += ["--each", "depth=3", "--games", str(games), "--random-plies", "6"]
    command += ["--seed", str(seed), "--maxmoves", "60", "--patience", "20s"]
    # Debian installs games where not every user looks for programs.
    paths = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=os.environ | {"PATH": paths}
    )
    if done.returncode != 0:
        return [f"{game}: {done.stderr.strip()}"]
    report = json.loads(done.stdout)
    wanted = games * len(engines) * (len(engines) - 1) // 2
    wrong = []
    if report["games"] != wanted:
        wrong.append(f"{game}: {report['games']} games instead of {wanted}")
    for engine in report["engines"]:
        if engine["faults"]:
            wrong.append(f"{game}: {engine['name']} is charged {engine['faults']}")
        print(f"{game}: {engine['name']} +{engine['wins']} -{engine['losses']} ={engine['draws']}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    add_binary_option(parser)
    parser.add_argument("--games", type=int, default=2, help="games of each pair of engines")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    need_binary(args.binary)
    wrong = []
    for game, engines in MATCHES.items():
        wrong += play(args.binary, game, engines, args.games, args.seed)
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
