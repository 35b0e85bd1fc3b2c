#!/usr/bin/env python3
"""Count every perft case of tests/data with the release build.

`cargo test` counts the smaller cases in a build with debug assertions, which is too slow for
those over 20 million nodes. Here the program that users run counts all of them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES_OF_PEERS = {"chess", "capablanca"}


def cases() -> list[tuple[str, str, str, str]]:
    """All lines (game, FEN or startpos, depth, nodes) whose game is built in."""
    found = []
    for file in ("perft.tsv", "peers.tsv"):
        for line in (ROOT / "tests/data" / file).read_text().splitlines():
            game, fen, depth, nodes = line.split("\t")
            if file == "perft.tsv" or game in GAMES_OF_PEERS:
                found.append((game, fen, depth, nodes))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=ROOT / "target/release/sliderule", type=Path)
    binary = parser.parse_args().binary
    failed = passed = 0
    for game, fen, depth, nodes in cases():
        command = [binary, "perft", game, depth, "--fen", fen]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except (OSError, subprocess.TimeoutExpired) as error:
            sys.exit(f"error: {error}")
        last = (run.stdout.splitlines() or [run.stderr.strip()])[-1]
        if run.returncode == 0 and last == f"{depth} {nodes}":
            passed += 1
        else:
            failed += 1
            print(f"{game} {fen}: expected '{depth} {nodes}', found '{last}'")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
