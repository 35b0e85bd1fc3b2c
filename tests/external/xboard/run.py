#!/usr/bin/env python3
"""Sliderule under the real XBoard 4.9.1, on a display without a screen.

| test | what is done | what must come of it |
|---|---|---|
| human GAME | games of a person played with the mouse, for each of the four games: ordinary moves, captures, the choice what a pawn becomes, every special move by the engine and by the person | marks on the squares, XBoard's position after each move, no complaint of the engine |
| match GAME | four games of the engine against itself, of two levels, by XBoard alone | each game, read back from XBoard's debug file, ends by the rules, with the right result |
| soak GAME | 300 random legal plies from one engine through XBoard to another | XBoard's own position is the game's, cell by cell and piece by piece |
| half-way gestures | a question is closed, a piece put back, a shift made and taken back by one person who plays both sides | the board stays usable and right |
| own game | a game of a file of one's own: a capture on the way, chosen among five | marks, the question, XBoard's position |
| longest game | sliders are shifted until XBoard's list of moves is nearly full | the game is drawn, with the reason, and nothing breaks |
| in place | a pawn of Black's changes in place, as another engine may show it | the receiver understands what XBoard makes of it |
| PEER GAME | two games against fairymax and sjaakii of those they know: chess, Capablanca chess, Knightmate, Shatranj, Makruk, Grand Chess, Courier Chess | as for match |

XBoard's debug files, screenshots and outputs are kept in target/xboard/TEST/. Needs the Debian
packages xboard xvfb xdotool imagemagick xclip fairymax sjaakii, and a release build.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines import add_binary_option, need_binary, verdict  # noqa: E402
from gui import Failure  # noqa: E402
from halfway import halfway, own_game  # noqa: E402
from human import human  # noqa: E402
from matches import against, match  # noqa: E402
from referee import FOUR  # noqa: E402
from soak import LATE, in_place, longest_game, soak  # noqa: E402

Test = Callable[[Path], str]

# Sjaak II starts Courier Chess after the prescribed moves, against XBoard's own start.
PEERS = {
    # Not Capablanca chess: Debian's fairymax crashes there when its clock is set.
    "fairymax": ("chess", "knightmate", "shatranj", "makruk", "courier"),
    "sjaakii": ("chess", "capablanca", "knightmate", "shatranj", "makruk", "grand"),
}


def tests() -> dict[str, Test]:
    """All tests by their names, the long ones first."""
    found: dict[str, Test] = {}
    for game in (*FOUR, "chess"):
        found[f"human {game}"] = partial(human, game=game)
    for game in FOUR:
        found[f"match {game}"] = partial(match, game=game)
        found[f"soak {game}"] = partial(soak, game=game)
    found["soak short-sliders, late"] = partial(soak, game="short-sliders", fen=LATE)
    found["longest game"] = longest_game
    found["half-way gestures"] = halfway
    found["own game"] = own_game
    found["in place"] = in_place
    for peer, games in PEERS.items():
        for game in games:
            found[f"{peer} {game}"] = partial(against, game=game, peer=peer)
    return found


def passes(binary: Path, name: str, test: Test) -> bool:
    """Runs a test and says how it went."""
    begin = time.monotonic()
    try:
        text, passed = test(binary), True
    except Failure as failure:
        text, passed = f"FAILED: {failure}", False
    except Exception:  # whatever else breaks is a failed test, too, and the others go on
        text, passed = f"FAILED: {traceback.format_exc()}", False
    print(f"{name} ({time.monotonic() - begin:.0f} s): {text}", flush=True)
    return passed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_binary_option(parser)
    parser.add_argument("--only", default="", help="the tests with this in their names")
    parser.add_argument("--jobs", type=int, default=2, help="so many at a time (default: 2)")
    arguments = parser.parse_args()
    need_binary(arguments.binary)
    binary = arguments.binary.resolve()
    chosen = [(name, test) for name, test in tests().items() if arguments.only in name]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        passed = list(pool.map(lambda each: passes(binary, *each), chosen))
    return verdict(sum(passed), len(passed) - sum(passed))


if __name__ == "__main__":
    sys.exit(main())
