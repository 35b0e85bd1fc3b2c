#!/usr/bin/env python3
"""python-chess (PyPI `chess`) drives the engine as one of its users would.

Its engine client is strict: it complains about lines that it cannot read, moves that are illegal
and answers that nobody asked for. Here it lists the options, plays whole games of the engine
against itself under limits of all kinds, plays special moves (castling to both sides, en passant,
promotion and under-promotion, for both colours), analyses with several lines, lets the engine
ponder, and configures it. Every move must be legal for python-chess, the results must agree with
its own view of the game, and its log must stay free of warnings.

Needs: pip install chess==1.11.2
"""

from __future__ import annotations

import argparse
import logging
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from engines import add_binary_option, need_binary, verdict

try:
    import chess
    import chess.engine
except ImportError:
    sys.exit("error: python-chess is missing; pip install chess==1.11.2")

TIMEOUT = 20.0
MOST_PLIES = 600

OPTION_TYPES = {
    "UCI_Variant": "combo", "VariantPath": "string", "Hash": "spin", "Clear Hash": "button",
    "Threads": "spin", "MultiPV": "spin", "Ponder": "check", "Move Overhead": "spin",
    "UCI_AnalyseMode": "check", "UCI_LimitStrength": "check", "UCI_Elo": "spin",
    "Skill Level": "spin", "UCI_ShowWDL": "check", "Log File": "string",
}

# Positions whose best move (mate, the only legal move, the only one that wins) is special, and
# the move. Each is tried for the other colour too.
BEST_MOVES = [
    ("castling long mates", "8/2R5/4b3/2Q5/8/2Nk1N2/8/R3K3 w Q - 0 1", "e1c1"),
    ("castling short mates", "6B1/3nR3/8/N7/8/5k2/6R1/4K2R w K - 0 1", "e1g1"),
    ("en passant is the only move", "8/8/R7/7k/6Pp/8/3B4/4K1R1 b - g3 0 1", "h4g3"),
    ("a new knight mates", "6nr/5Ppk/7p/8/8/8/8/2K5 w - - 0 1", "f7f8n"),
    ("a new queen would stalemate", "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", "c7c8r"),
    ("a new queen mates", "k7/3P4/1K6/8/8/8/8/8 w - - 0 1", "d7d8q"),
]

# The engine is told by searchmoves to play the move, and the game goes on to its end.
FORCED_MOVES = [
    ("castling short", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8", "e1g1"),
    ("castling long", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8", "e1c1"),
    ("en passant", "4k3/p3p3/8/3pP3/8/8/P3P3/4K3 w - d6 0 10", "e5d6"),
    ("promotion to a queen", "4k2r/P7/8/8/8/8/7p/R3K3 w Q - 0 1", "a7a8q"),
    ("promotion to a rook", "4k2r/P7/8/8/8/8/7p/R3K3 w Q - 0 1", "a7a8r"),
    ("promotion to a bishop", "4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1", "a7a8b"),
    ("promotion to a knight", "1r2k3/P7/8/8/8/8/4P3/4K3 w - - 0 1", "a7b8n"),
]

# Games that the stronger side must win.
ENDINGS = [
    "4k3/8/8/8/8/8/8/4K2Q w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/8/8/3k4/8/8/3PP3/4K3 w - - 0 1",
]

# Games that are over: there is no move to play.
FINISHED = [
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
]


class Checks:
    """Counts what holds; prints what does not."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def that(self, holds: bool, what: str) -> None:
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}", flush=True)


class Complaints(logging.Handler):
    """Keeps what python-chess has to say about the engine's lines."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


def mirrored(fen: str, move: str) -> tuple[str, str]:
    """The same for the other colour."""
    flipped = chess.Board(fen).mirror()
    original = chess.Move.from_uci(move)
    other = chess.Move(
        chess.square_mirror(original.from_square), chess.square_mirror(original.to_square),
        original.promotion,
    )
    return flipped.fen(), other.uci()


def both_colours(cases: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    found = []
    for what, fen, move in cases:
        found.append((what, fen, move))
        found.append((f"{what}, colours swapped", *mirrored(fen, move)))
    return found


class Client:
    """One engine under python-chess and what is checked with it."""

    # How python-chess starts an engine.
    popen = chess.engine.SimpleEngine.popen_uci
    option_types = OPTION_TYPES
    # The methods that are the parts of the test.
    parts = (
        "options", "games", "endings", "finished", "special_moves", "analysis", "pondering",
        "configuring", "quitting",
    )
    # Parts of what python-chess says about any engine.
    harmless: tuple[str, ...] = ()

    def __init__(self, binary: Path, checks: Checks, rng: random.Random) -> None:
        self.binary, self.checks, self.rng = binary, checks, rng
        self.engine = type(self).popen(str(binary), timeout=TIMEOUT)

    def status(self, board: chess.Board) -> str:
        """How the engine sees a game."""
        command = [
            str(self.binary), "status", "chess", "--fen", board.root().fen(),
            "--moves", " ".join(move.uci() for move in board.move_stack),
        ]
        run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        return run.stdout.strip() or run.stderr.strip()

    def agrees(self, board: chess.Board) -> bool:
        """Whether the engine sees the same end of a game as python-chess, or none as well.

        For the engine the third repetition and the 100th ply end the game without a claim, and
        kings that cannot mate play on.
        """
        status = self.status(board)
        if board.is_checkmate():
            return status == "checkmate"
        if board.is_stalemate():
            return status == "stalemate"
        draws = []
        if board.is_repetition(3):
            draws.append("draw-repetition")
        if board.halfmove_clock >= 100:
            draws.append("draw-100-plies")
        return status in (draws or ["check" if board.is_check() else "ongoing"])

    def over(self, board: chess.Board) -> bool:
        return board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()

    def play_on(
        self, board: chess.Board, limit: Callable[[], chess.engine.Limit], what: str,
        ponder: bool = False,
    ) -> None:
        """Plays a game to its end. python-chess raises an error for an illegal move."""
        game = object()
        while not self.over(board) and len(board.move_stack) < MOST_PLIES:
            result = self.engine.play(board, limit(), game=game, ponder=ponder)
            if result.move is None or result.move not in board.legal_moves:
                self.checks.that(False, f"{what}: {result.move} in {board.fen()}")
                return
            board.push(result.move)
            if len(board.move_stack) % 16 == 0 and not self.agrees(board):
                self.checks.that(False, f"{what}: {self.status(board)} in {board.fen()}")
                return
        self.checks.that(self.over(board), f"{what}: no end after {MOST_PLIES} plies")
        self.checks.that(
            self.agrees(board),
            f"{what}: {self.status(board)}, but {board.outcome(claim_draw=True)}: {board.fen()}",
        )

    def play_games(
        self, limits: list[tuple[str, Callable[[], chess.engine.Limit]]]
    ) -> None:
        """A game under each of the limits, from a random opening."""
        for what, make in limits:
            board = chess.Board()
            for _ in range(4):
                board.push(self.rng.choice(list(board.legal_moves)))
            self.play_on(board, make, f"game with {what}")

    def win_endings(self, limit: chess.engine.Limit) -> None:
        for fen in ENDINGS:
            board = chess.Board(fen)
            self.play_on(board, lambda: limit, f"ending {fen}")
            self.checks.that(board.is_checkmate(), f"ending {fen}: no mate but {board.fen()}")

    def find_best_moves(self) -> None:
        for what, fen, move in both_colours(BEST_MOVES):
            result = self.engine.play(chess.Board(fen), chess.engine.Limit(depth=12, time=5))
            self.checks.that(str(result.move) == move, f"{what}: {result.move}, not {move}: {fen}")

    def break_off(self, lines: int | None = None) -> None:
        """An endless analysis is left; the engine must be ready for other things at once."""
        with self.engine.analysis(chess.Board(), multipv=lines) as analysis:
            seen = 0
            for info in analysis:
                seen += "pv" in info
                if info.get("depth", 0) >= 8:
                    break
            self.checks.that(seen > 2, f"an endless analysis told of {seen} lines")
        self.engine.ping()

    def mates_in_one(self, limit: chess.engine.Limit) -> None:
        mate = self.engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), limit)
        self.checks.that(mate["score"].relative == chess.engine.Mate(1), f"mate in 1: {mate}")

    # What follows are the parts of the test.

    def options(self) -> None:
        name = self.engine.id.get("name", "")
        self.checks.that(name.startswith("Sliderule"), f"name '{name}'")
        for option, kind in self.option_types.items():
            found = self.engine.options.get(option)
            self.checks.that(
                found is not None and found.type == kind, f"option {option}: {found}"
            )
        self.other_options()

    def other_options(self) -> None:
        variants = self.engine.options["UCI_Variant"]
        self.checks.that(variants.default == "chess", f"default variant {variants.default}")
        for spin in (o for o in self.engine.options.values() if o.type == "spin"):
            inside = spin.min is not None and spin.min <= spin.default <= spin.max
            self.checks.that(inside, f"option {spin.name}: default outside its limits")

    def games(self) -> None:
        limit = chess.engine.Limit
        clock = 0.4

        def by_clock() -> chess.engine.Limit:
            return limit(white_clock=clock, black_clock=clock, white_inc=0.01, black_inc=0.01)

        limits: list[tuple[str, Callable[[], chess.engine.Limit]]] = [
            ("nodes 300", lambda: limit(nodes=300)),
            ("depth 3", lambda: limit(depth=3)),
            ("depth 1 or 2", lambda: limit(depth=self.rng.randint(1, 2))),
            ("movetime 4", lambda: limit(time=0.004)),
            ("clock", by_clock),
        ]
        self.play_games(limits)

    def endings(self) -> None:
        self.win_endings(chess.engine.Limit(nodes=5000))

    def finished(self) -> None:
        for fen in FINISHED:
            board = chess.Board(fen)
            self.checks.that(self.agrees(board), f"{fen}: {self.status(board)}")
            result = self.engine.play(board, chess.engine.Limit(depth=3))
            self.checks.that(result.move is None, f"{fen}: {result.move} in a finished game")

    def special_moves(self) -> None:
        self.find_best_moves()
        for what, fen, move in both_colours(FORCED_MOVES):
            board = chess.Board(fen)
            wanted = chess.Move.from_uci(move)
            result = self.engine.play(
                board, chess.engine.Limit(nodes=200), root_moves=[wanted], game=object()
            )
            self.checks.that(result.move == wanted, f"{what}: {result.move}, not {move}: {fen}")
            board.push(wanted)
            self.checks.that(self.agrees(board), f"{what}: {self.status(board)}")
            # From here on `position` contains the special move.
            self.play_on(board, lambda: chess.engine.Limit(nodes=200), what)

    def analysis(self) -> None:
        for fen in (chess.STARTING_FEN, BEST_MOVES[4][1], FORCED_MOVES[0][1]):
            board = chess.Board(fen)
            for lines in (1, 3, 500):
                wanted = min(lines, board.legal_moves.count())
                infos = self.engine.analyse(board, chess.engine.Limit(depth=6), multipv=lines)
                self.checks.that(len(infos) == wanted, f"multipv {lines}: {len(infos)} lines")
                scores = [info["score"].relative for info in infos]
                self.checks.that(
                    all(a >= b for a, b in zip(scores, scores[1:])), f"multipv order: {scores}"
                )
                firsts = {info["pv"][0] for info in infos}
                self.checks.that(len(firsts) == wanted, f"multipv {lines}: the same move twice")
                for info in infos:
                    self.checks.that(legal_line(board, info["pv"]), f"pv of {info} in {fen}")
        self.break_off(lines=2)
        self.mates_in_one(chess.engine.Limit(mate=1))

    def pondering(self) -> None:
        """Each game has a pondering engine against random moves and his expected ones."""
        hits = misses = 0
        for number in range(2):
            board, game = chess.Board(), object()
            while not self.over(board) and len(board.move_stack) < 60:
                result = self.engine.play(
                    board, chess.engine.Limit(time=0.02), game=game, ponder=True
                )
                if result.move not in board.legal_moves:
                    self.checks.that(False, f"ponder: {result.move} in {board.fen()}")
                    return
                board.push(result.move)
                if self.over(board):
                    break
                replies = list(board.legal_moves)
                if result.ponder is not None and self.rng.random() < 0.5:
                    legal = result.ponder in replies
                    self.checks.that(legal, f"ponder move {result.ponder}: {board.fen()}")
                    board.push(result.ponder if legal else replies[0])
                    hits += 1
                else:
                    board.push(self.rng.choice(replies))
                    misses += 1
        self.checks.that(hits > 5 and misses > 5, f"ponder: {hits} hits, {misses} misses")
        self.play_on(
            chess.Board(), lambda: chess.engine.Limit(nodes=100), "ponder against itself", True
        )

    def configuring(self) -> None:
        options = self.engine.options
        level, elo = options["Skill Level"], options["UCI_Elo"]
        board = chess.Board()
        for setting in (
            {"Hash": 1}, {"Hash": 32, "Threads": 2}, {"Threads": 1, "Clear Hash": None},
            {"Skill Level": level.min}, {"Skill Level": level.max},
            {"UCI_LimitStrength": True, "UCI_Elo": elo.min}, {"UCI_Elo": elo.max},
            {"UCI_LimitStrength": False, "Move Overhead": 0}, {"UCI_AnalyseMode": True},
        ):
            self.engine.configure(setting)
            result = self.engine.play(board, chess.engine.Limit(time=0.02))
            self.checks.that(result.move in board.legal_moves, f"{setting}: {result.move}")
        for bad in ({"Hash": 0}, {"No Such": 1}):
            try:
                self.engine.configure(bad)
                self.checks.that(False, f"{bad} was accepted")
            except chess.engine.EngineError:
                self.checks.that(True, "")
        self.engine.configure({"UCI_ShowWDL": True, "UCI_AnalyseMode": False})
        for fen in (chess.STARTING_FEN, FORCED_MOVES[2][1]):
            info = self.engine.analyse(chess.Board(fen), chess.engine.Limit(depth=5))
            wdl = info.get("wdl")
            self.checks.that(wdl is not None and sum(wdl.relative) == 1000, f"wdl: {info}")
        self.engine.configure({"UCI_ShowWDL": False})

    def quitting(self) -> None:
        self.engine.quit()
        code = self.engine.returncode.result(TIMEOUT)
        self.checks.that(code == 0, f"exit code {code}")


def legal_line(board: chess.Board, line: list[chess.Move]) -> bool:
    board = board.copy()
    for move in line:
        if move not in board.legal_moves:
            return False
        board.push(move)
    return bool(line)


def run(client_type: type[Client], description: str | None) -> int:
    """All parts of a client's test."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_binary_option(parser)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    need_binary(args.binary)
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    checks = Checks()
    client = client_type(args.binary, checks, random.Random(args.seed))
    try:
        for part in client.parts:
            before = checks.passed + checks.failed
            getattr(client, part)()
            print(f"{part}: {checks.passed + checks.failed - before} checks", flush=True)
    except (chess.engine.EngineError, TimeoutError) as error:
        checks.that(False, f"{part}: {type(error).__name__}: {error}")
    finally:
        client.engine.close()
    texts = [t for t in complaints.texts if not any(known in t for known in client.harmless)]
    checks.that(not texts, f"python-chess complains: {texts[:10]}")
    return verdict(checks.passed, checks.failed)


if __name__ == "__main__":
    sys.exit(run(Client, __doc__))
