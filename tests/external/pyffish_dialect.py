#!/usr/bin/env python3
"""Compare the built-in games with Fairy-Stockfish, which reads the very same engine.ini.

The keys of the dialect are meant to do here what they do there. This script gives the sections of
engine.ini to `pyffish` (Fairy-Stockfish's Python binding), without the keys that are ours alone and
under names of its own, and plays random games there. For every position it compares

* the legal moves, where the game has not ended on the board (`sliderule moves GAME --stdin`),
* every few plies and at the end the FEN after a move (`sliderule play-moves`): all fields but the
  one of en passant, which Fairy-Stockfish fills only if a capture is possible,
* and the result (`sliderule status --json`),

and perft from the start position up to 30,000 nodes (a call of pyffish takes milliseconds; `--nodes`
and `--games` ask for less).

Left out are the games that pyffish cannot have: boards beyond 12x10, and keys of ours that change
the rules. Nothing else is skipped: a missing pyffish or binary is a failure, too.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import importlib.util
import json
import random
import re
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from pyffish_check import DEFAULT_BINARY, Sliderule, Tally, positive

ENGINE_INI = Path(__file__).resolve().parents[2] / "engine.ini"
PREFIX = "same-"
PLIES_A_GAME = 50
LOOK_CLOSER_EVERY_PLIES = 7
MOST_NODES = 30_000

NAMES_ONLY = {"title", "aliases", "pieceNames", "xboardVariant", "xboardFen", "glyphs"}
"""Keys of ours that say nothing about the rules."""
OURS = {
    "extinctionBothDraw", "promotionTypeRegionWhite", "sliderWhite", "promotionFromPool", "stopAura", "castlingText",
}  # fmt: skip
"""Keys of ours that do: their games are not for pyffish."""
MOST_FILES, MOST_RANKS = 12, 10


def read_sections() -> dict[str, tuple[str | None, list[tuple[str, str]]]]:
    """The sections of engine.ini: name, parent and entries."""
    sections: dict[str, tuple[str | None, list[tuple[str, str]]]] = {}
    entries: list[tuple[str, str]] = []
    for line in ENGINE_INI.read_text(encoding="ascii").splitlines():
        if header := re.fullmatch(r"\[([^:\]]+)(?::([^\]]+))?\]", line):
            entries = []
            sections[header[1]] = (header[2], entries)
        elif line and not line.startswith("#"):
            key, value = line.split("=", 1)
            entries.append((key.strip(), value.strip()))
    return sections


def comparable(sections: dict[str, tuple[str | None, list[tuple[str, str]]]]) -> list[str]:
    """The games that pyffish can have, with their ancestors among them."""

    def fits(name: str) -> bool:
        parent, entries = sections[name]
        keys = dict(entries)
        large = int(keys.get("maxFile", 8)) > MOST_FILES or int(keys.get("maxRank", 8)) > MOST_RANKS
        return not large and not OURS & keys.keys() and (parent is None or fits(parent))

    return [name for name in sections if fits(name)]


def config(sections: dict[str, tuple[str | None, list[tuple[str, str]]]], names: list[str]) -> str:
    """The same sections for pyffish. One that starts from nothing there is here, too."""
    lines = []
    for name in names:
        parent, entries = sections[name]
        lines.append(f"[{PREFIX}{name}:{PREFIX}{parent}]" if parent else f"[{PREFIX}{name}]")
        lines += [f"{key} = {value}" for key, value in entries if key not in NAMES_ONLY]
    return "\n".join(lines) + "\n"


class Reference:
    """Fairy-Stockfish, asked about one game."""

    def __init__(self, pyffish: ModuleType, name: str) -> None:
        self._pyffish = pyffish
        self._name = PREFIX + name
        self.start_fen: str = pyffish.start_fen(self._name)

    def moves(self, fen: str) -> list[str]:
        """The legal moves, sorted; none after the end of the game."""
        if self.has_ended(fen):
            return []
        return sorted(self._pyffish.legal_moves(self._name, fen, []))

    def has_ended(self, fen: str) -> bool:
        return self._pyffish.is_immediate_game_end(self._name, fen, [])[0]

    def after(self, fen: str, move: str) -> str:
        return without_own_square(self._pyffish.get_fen(self._name, fen, [move]))

    def result(self, fen: str, moves: list[str]) -> str:
        """The result as PGN writes it."""
        if moves:
            halfmoves = int(fen.split()[-2])
            over, value = self._pyffish.is_optional_game_end(self._name, fen, [])
            if not over and halfmoves < 100:
                return "*"
        else:
            ended, value = self._pyffish.is_immediate_game_end(self._name, fen, [])
            if not ended:
                value = self._pyffish.game_result(self._name, fen, [])
        if value == self._pyffish.VALUE_DRAW:
            return "1/2-1/2"
        for_white = (value > 0) == (fen.split()[1] == "w")
        return "1-0" if for_white else "0-1"

    def perft(self, fen: str, depth: int) -> int:
        moves = self.moves(fen)
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.after(fen, move), depth - 1) for move in moves)


def without_own_square(fen: str) -> str:
    """A FEN whose square for en passant is the one passed over alone.

    After a double step of any type but that of the key `pawn` Fairy-Stockfish also names the square
    where the piece stands. Sliderule does where the step may be oblique, and only there.
    """
    fields = fen.split()
    ranks = re.fullmatch(r"([a-z])(\d+)\1(\d+)", fields[3])
    if ranks:
        passed = (max if fields[1] == "w" else min)(int(ranks[2]), int(ranks[3]))
        fields[3] = f"{ranks[1]}{passed}"
    return " ".join(fields)


def without_en_passant(fen: str) -> str:
    fields = fen.split()
    return " ".join(fields[:3] + fields[4:])


def check_closely(
    name: str, reference: Reference, sliderule: Sliderule, fen: str, moves: list[str], move: str, tally: Tally
) -> None:
    said = sliderule.run("status", "--json", "--fen", fen)
    found = json.loads(said)["result"] if said.startswith("{") else said
    expected = reference.result(fen, moves)
    tally.check(name, found == expected, f"result of {fen}: expected {expected}, found {found}")
    if move:
        expected = without_en_passant(reference.after(fen, move))
        found = without_en_passant(sliderule.run("play-moves", "--fen", fen, move))
        tally.check(name, found == expected, f"{move} in {fen}: expected {expected}, found {found}")


@dataclass(frozen=True)
class Task:
    """A game to be checked, and how much of it."""

    name: str
    config: str
    binary: Path
    random_games: int
    nodes: int
    seed: int


@functools.cache
def pyffish_with(config: str) -> ModuleType:
    """The module, with these games, once in each process."""
    pyffish = importlib.import_module("pyffish")
    pyffish.load_variant_config(config)
    return pyffish


def check_game(task: Task) -> Tally:
    """Checks a game in a process of its own, and prints a line."""
    tally, name = Tally(), task.name
    reference, sliderule = Reference(pyffish_with(task.config), name), Sliderule(task.binary, name)
    rng = random.Random(f"{task.seed} {name}")
    expected: dict[str, list[str]] = {}
    for _ in range(task.random_games):
        fen = reference.start_fen
        for ply in range(PLIES_A_GAME):
            moves = reference.moves(fen)
            expected[fen] = moves
            move = rng.choice(moves) if moves else ""
            # Berolina pawns' en passant has two squares here, one there.
            if not move or ply % LOOK_CLOSER_EVERY_PLIES == 0:
                check_closely(name, reference, sliderule, fen, moves, move, tally)
            if not move:
                break
            fen = reference.after(fen, move)
    output = sliderule.run("moves", "--stdin", stdin="".join(f"{fen}\n" for fen in expected)).split("\n")
    tally.check(name, len(output) == len(expected), f"moves --stdin: {len(output)} lines, the first: {output[0]}")
    for (fen, moves), line in zip(expected.items(), output, strict=False):
        missing = " ".join(sorted(set(moves) - set(line.split())))
        extra = " ".join(sorted(set(line.split()) - set(moves)))
        tally.check(name, not missing and not extra, f"moves of {fen}: missing [{missing}], too many [{extra}]")
    depth = 1
    nodes = reference.perft(reference.start_fen, 1)
    branching = max(nodes, 2)
    while nodes * branching <= task.nodes:
        depth += 1
        nodes = reference.perft(reference.start_fen, depth)
    said = sliderule.run("perft", str(depth))
    tally.check(name, f"{depth} {nodes}" in said.split("\n"), f"perft {depth}: expected {nodes}, sliderule says {said}")
    print(
        f"{name}: {len(expected)} positions, perft {depth} = {nodes}, {tally.passed} passed, {tally.failed} failed",
        flush=True,
    )
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=DEFAULT_BINARY, help="the sliderule binary")
    parser.add_argument("--games", type=positive, default=6, metavar="N", help="random games per game")
    parser.add_argument("--nodes", type=positive, default=MOST_NODES, metavar="N", help="the most nodes of a perft")
    parser.add_argument("--jobs", type=positive, default=2, metavar="N", help="so many games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", metavar="GAME", help="these games only")
    arguments = parser.parse_args()
    tally = Tally()
    has_pyffish = importlib.util.find_spec("pyffish") is not None
    tally.check("setup", has_pyffish, "pyffish is missing: pip install pyffish")
    binary = arguments.binary.absolute()
    tally.check("setup", shutil.which(binary) is not None, f"no such program: {arguments.binary}")
    sections = read_sections()
    names = comparable(sections)
    wanted = [name for name in names if not arguments.only or name in arguments.only]
    tally.check("setup", arguments.only is not None or len(wanted) >= 25, f"only {len(wanted)} games")
    if tally.failed == 0:
        texts = config(sections, names)
        tasks = [Task(name, texts, binary, arguments.games, arguments.nodes, arguments.seed) for name in wanted]
        with ProcessPoolExecutor(arguments.jobs) as pool:
            for found in pool.map(check_game, tasks):
                tally.passed += found.passed
                tally.failed += found.failed
    print(f"{len(wanted)} games, {tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
