#!/usr/bin/env python3
"""Compare sliderule with Fairy-Stockfish, move by move, where both know the game.

Sliderule's own tests were written by the people who wrote its rules; a misreading would be in
both. Fairy-Stockfish was written by others, so this script holds the two against each other
through `pyffish`, Fairy-Stockfish's Python binding (`pip install pyffish`).

For chess, capablanca, battery-standard and battery it plays random games in pyffish, from the
start position and from positions chosen for promotion, en passant, castling, mate and stalemate.
It then compares

* the legal moves of every position (`sliderule moves GAME --stdin`, one process a game),
* the FEN after every move played (`sliderule play-moves`),
* the status of every sixth position and of every game's last (`sliderule status`),
* perft at a small depth (`sliderule perft`).

Where the two differ by design:

* Battery: a pawn may become a Terror only on the last rank. Fairy-Stockfish cannot say that; the
  one kind of move it has too many, a Terror made on rank 9 (2), is left out of its lists, in
  games and perft alike. All else (limits, waiting pawns, corners) pyffish_variants.ini expresses.
* FEN: sliderule names the en passant square after every double step, Fairy-Stockfish only if a
  pawn stands ready to capture there. The square is added to Fairy-Stockfish's FEN.
* Draws by 100 plies or repetition end nothing in pyffish; only the status knows about the first.

Nothing is ever skipped: a missing pyffish or binary is a failure, too.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
VARIANTS_INI = HERE / "pyffish_variants.ini"
DEFAULT_BINARY = HERE.parents[1] / "target" / "release" / "sliderule"

PLIES_A_GAME = 60
STATUS_EVERY_PLIES = 6
FAILURES_SHOWN_A_GAME = 20
PROCESS_TIMEOUT_S = 60

MOVE = re.compile(r"([a-l])(\d+)([a-l])(\d+)([a-z]?)")
TERROR_BEFORE_LAST_RANK = re.compile(r"[a-e]\d+[a-e](?:9|2)t")


@dataclass(frozen=True)
class Game:
    """A game both programs know (by the same name), and the positions to look at."""

    name: str
    perft_depth: int
    """Depth from the start position. At most 30,000 nodes: a call of pyffish takes 2 to 5 ms."""
    more_positions: tuple[str, ...]
    """Where random games start, besides the start position; perft from here goes to depth 2."""
    left_out: re.Pattern[str] | None = None
    """Moves that Fairy-Stockfish has and the rules do not."""


GAMES = (
    Game(
        "chess",
        3,
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",  # en passant would open the rank to the rook
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",  # mate
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 96 90",  # soon 100 plies, castling meanwhile
        ),
    ),
    Game(
        "capablanca",
        3,
        (
            "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1",
            "r4k3r/pp1p1p1ppp/10/2p1pPp3/10/10/PPPPP1PPPP/R4K3R w KQkq e6 0 9",
            "k9/3PPPPPPP/10/10/10/10/3ppppppp/K9 w - - 0 1",
            "r4k3r/10/10/10/10/1b8/10/R4K3R w KQkq - 0 1",  # a bishop's line over the castling path
        ),
    ),
    Game(
        "battery-standard",
        3,
        (
            "*1k1*/5/PPPPP/5/5/5/5/ppppp/5/*1K1* w - - 0 1",
            "*2k*/5/5/5/5/1pPp1/5/5/K4/*3* b - c4 0 1",
            "*2k*/1n3/P2P1/5/5/5/5/5/5/*1K1* w - - 0 1",
            "*k2*/1Q3/1K3/5/5/4p/5/5/5/*3* b - - 0 1",  # mate
        ),
    ),
    Game(
        "battery",
        3,
        (
            "*1k1*/5/PPPPP/5/5/5/5/ppppp/5/*1K1* w - - 0 1",
            "*2k*/5/5/5/5/1pPp1/5/5/K4/*3* b - c4 0 1",
            "*2k*/5/P1P2/5/5/4p/5/5/MAKAM/*QT1* w - - 0 1",  # only a Queen is available
            "*1ak*/1P3/5/5/5/4p/5/5/M1KAM/*Q1Q* w - - 0 1",  # Archbishop or Terror
            "*2k*/5/1P3/5/5/4p/5/5/MAKAM/*Q1Q* w - - 4 1",  # waits on b9 for the Terror
            "*3*/1k3/P4/5/5/4p/5/5/MAKAM/*QTQ* b - - 0 1",  # cannot promote, gives check
            "*3*/kP3/5/5/5/5/5/5/MAKAM/*QTQ* w - - 0 1",  # nothing available on the last rank
        ),
        left_out=TERROR_BEFORE_LAST_RANK,
    ),
)


@dataclass
class Tally:
    """Counts comparisons; prints the first failures of each game, one line each."""

    passed: int = 0
    failed: int = 0
    failed_by_game: dict[str, int] = field(default_factory=dict)

    def check(self, game: str, ok: bool, failure: str) -> None:
        if ok:
            self.passed += 1
            return
        self.failed += 1
        nth = self.failed_by_game[game] = self.failed_by_game.get(game, 0) + 1
        if nth <= FAILURES_SHOWN_A_GAME:
            print(f"FAILED {game}: {failure}")
        elif nth == FAILURES_SHOWN_A_GAME + 1:
            print(f"FAILED {game}: more failures are counted but not shown")


class Reference:
    """Fairy-Stockfish, made to speak sliderule's rules and FENs."""

    def __init__(self, pyffish: ModuleType, game: Game) -> None:
        self._pyffish = pyffish
        self._game = game
        self.start_fen: str = pyffish.start_fen(game.name)

    def moves(self, fen: str, played: Sequence[str] = ()) -> list[str]:
        """The legal moves after `played` from `fen`, sorted."""
        moves = self._pyffish.legal_moves(self._game.name, fen, list(played))
        left_out = self._game.left_out
        return sorted(m for m in moves if left_out is None or not left_out.fullmatch(m))

    def fen_after(self, fen: str, move: str) -> str:
        fields = self._pyffish.get_fen(self._game.name, fen, [move]).split()
        file, rank, _, to_rank, _ = split_move(move)
        if read_board(fen)[file, rank] in "Pp" and abs(to_rank - rank) == 2:
            fields[3] = f"{file}{(rank + to_rank) // 2}"
        return " ".join(fields)

    def status(self, fen: str, moves: Sequence[str]) -> str:
        """The status word of a position whose legal moves are known."""
        check = self._pyffish.gives_check(self._game.name, fen, [])
        if not moves:
            return "checkmate" if check else "stalemate"
        if int(fen.split()[4]) >= 100:
            return "draw-100-plies"
        return "check" if check else "ongoing"

    def perft(self, fen: str, depth: int, played: tuple[str, ...] = ()) -> int:
        moves = self.moves(fen, played)
        if depth == 1:
            return len(moves)
        return sum(self.perft(fen, depth - 1, (*played, move)) for move in moves)


class Sliderule:
    """The binary under test."""

    def __init__(self, binary: Path, game: str) -> None:
        self._binary = binary
        self._game = game

    def run(self, command: str, *arguments: str, stdin: str = "") -> str:
        """The standard output, or a line that begins with `error:` (so it equals no right answer)."""
        call = [str(self._binary), command, self._game, *arguments]
        try:
            done = subprocess.run(
                call, input=stdin, capture_output=True, text=True, timeout=PROCESS_TIMEOUT_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"error: {error}"
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip().replace("\n", " / ")
            return f"error: exit code {done.returncode}: {said}"
        return done.stdout.removesuffix("\n")


def split_move(move: str) -> tuple[str, int, str, int, str]:
    """File and rank it leaves, file and rank it goes to, promotion letter or nothing."""
    match = MOVE.fullmatch(move)
    if match is None:
        raise ValueError(f"pyffish's move has an unknown form: {move}")
    file, rank, to_file, to_rank, promotion = match.groups()
    return file, int(rank), to_file, int(to_rank), promotion


def read_board(fen: str) -> dict[tuple[str, int], str]:
    """The pieces of a FEN by file and rank."""
    board = {}
    ranks = fen.split()[0].split("/")
    for rank, row in zip(range(len(ranks), 0, -1), ranks, strict=True):
        column = 0
        for token in re.findall(r"\d+|.", row):
            if token.isdigit():
                column += int(token)
            else:
                board[chr(ord("a") + column), rank] = token
                column += 1
    return board


def is_special(fen: str, move: str) -> bool:
    """Promotion, double step, en passant or castling: what random games would see too rarely."""
    board = read_board(fen)
    file, rank, to_file, to_rank, promotion = split_move(move)
    piece = board[file, rank].upper()
    if piece == "P":
        en_passant = file != to_file and (to_file, to_rank) not in board
        return bool(promotion) or abs(to_rank - rank) == 2 or en_passant
    return piece == "K" and abs(ord(to_file) - ord(file)) > 1


@dataclass(frozen=True)
class Step:
    """A position of a game: its legal moves, the move played and the FEN after that (both empty at the end)."""

    fen: str
    moves: list[str]
    move: str = ""
    fen_after: str = ""


def random_game(reference: Reference, fen: str, rng: random.Random) -> Iterator[Step]:
    for _ in range(PLIES_A_GAME):
        moves = reference.moves(fen)
        if not moves:
            break
        special = [move for move in moves if is_special(fen, move)]
        move = rng.choice(special if special and rng.random() < 0.3 else moves)
        fen_after = reference.fen_after(fen, move)
        yield Step(fen, moves, move, fen_after)
        fen = fen_after
    yield Step(fen, reference.moves(fen))


def check_moves(game: Game, sliderule: Sliderule, expected: dict[str, list[str]], tally: Tally) -> None:
    """The legal moves of all positions, asked of one process."""
    output = sliderule.run("moves", "--stdin", stdin="".join(f"{fen}\n" for fen in expected))
    lines = output.split("\n")
    if len(lines) != len(expected):
        failure = f"moves --stdin: {len(expected)} FENs in, {len(lines)} lines out, the first: {lines[0]}"
        tally.check(game.name, False, failure)
        return
    for (fen, moves), line in zip(expected.items(), lines, strict=True):
        if line.startswith("error:"):
            failure = f"moves of {fen}: {line}"
        else:
            found = set(line.split())
            missing = " ".join(sorted(set(moves) - found))
            extra = " ".join(sorted(found - set(moves)))
            difference = f"missing [{missing}], too many [{extra}]"
            failure = f"moves of {fen}: {difference if missing or extra else f'not sorted or not unique: {line}'}"
        tally.check(game.name, line == " ".join(moves), failure)


def check_perft(game: Game, reference: Reference, sliderule: Sliderule, tally: Tally) -> None:
    """Node counts from the start position and, less deep, from the others."""
    cases = [(reference.start_fen, game.perft_depth, ())]
    cases += [(fen, 2, ("--fen", fen)) for fen in game.more_positions]
    for fen, depth, fen_arguments in cases:
        expected = {d: reference.perft(fen, d) for d in range(1, depth + 1)}
        output = sliderule.run("perft", str(depth), *fen_arguments)
        pairs = re.findall(r"^(\d+) (\d+)$", output, re.MULTILINE)
        found = {int(d): int(nodes) for d, nodes in pairs}
        ok = depth in found and all(expected.get(d) == nodes for d, nodes in found.items())
        said = " / ".join(output.splitlines())
        tally.check(game.name, ok, f"perft {depth} of {fen}: expected {expected[depth]}, sliderule says [{said}]")


def check_game(
    pyffish: ModuleType, game: Game, binary: Path, random_games: int, seed: int, tally: Tally
) -> None:
    """All comparisons of one game, and a line that sums them up."""
    reference = Reference(pyffish, game)
    sliderule = Sliderule(binary, game.name)
    rng = random.Random(f"{seed} {game.name}")
    starts = (reference.start_fen, *game.more_positions)
    passed_before, failed_before = tally.passed, tally.failed
    expected: dict[str, list[str]] = {}
    for number in range(random_games):
        start = starts[number % len(starts)]
        for ply, step in enumerate(random_game(reference, start, rng)):
            expected[step.fen] = step.moves
            if ply % STATUS_EVERY_PLIES == 0 or not step.move:
                status = reference.status(step.fen, step.moves)
                found = sliderule.run("status", "--fen", step.fen)
                tally.check(game.name, found == status, f"status of {step.fen}: expected {status}, found {found}")
            if step.move:
                found = sliderule.run("play-moves", "--fen", step.fen, step.move)
                failure = f"{step.move} in {step.fen}: expected {step.fen_after}, found {found}"
                tally.check(game.name, found == step.fen_after, failure)
    check_moves(game, sliderule, expected, tally)
    check_perft(game, reference, sliderule, tally)
    print(
        f"{game.name}: {random_games} random games, {len(expected)} positions, "
        f"{tally.passed - passed_before} passed, {tally.failed - failed_before} failed"
    )


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Compare sliderule's moves, FENs, statuses and perft with Fairy-Stockfish's (pyffish).",
        epilog="Exit code 0 if all agree, 1 on any difference or if pyffish or the binary is missing.",
    )
    parser.add_argument(
        "--binary", type=Path, default=DEFAULT_BINARY, help="the sliderule binary (default: target/release/sliderule)"
    )
    parser.add_argument(
        "--games", type=positive, default=10, metavar="N", help="random games per game (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the random games (default: %(default)s)")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=[game.name for game in GAMES],
        default=[game.name for game in GAMES],
        help="check these games only (default: all)",
    )
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    print(f"seed {arguments.seed}")
    tally = Tally()
    has_pyffish = importlib.util.find_spec("pyffish") is not None
    tally.check("setup", has_pyffish, "pyffish is missing: pip install pyffish")
    binary = arguments.binary.absolute()
    tally.check("setup", shutil.which(binary) is not None, f"no such program: {arguments.binary}")
    if tally.failed == 0:
        pyffish = importlib.import_module("pyffish")
        pyffish.load_variant_config(VARIANTS_INI.read_text(encoding="ascii"))
        for game in GAMES:
            if game.name in arguments.only:
                check_game(pyffish, game, binary, arguments.games, arguments.seed, tally)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
