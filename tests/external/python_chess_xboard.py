#!/usr/bin/env python3
"""python-chess (PyPI `chess`) drives the engine in the XBoard protocol.

Like python_chess_client.py, which does it in UCI: whole games under limits of all kinds, special
moves, analysis that is broken off, pondering, options, a resigned game. Every move must be legal
for python-chess, and its log must stay free of warnings.

Needs: pip install chess==1.11.2
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
from collections.abc import Callable
from pathlib import Path

from engines import add_binary_option, need_binary, verdict
from python_chess_client import (
    BEST_MOVES, ENDINGS, MOST_PLIES, TIMEOUT, Checks, Complaints, both_colours, legal_line,
)

import chess
import chess.engine

# python-chess reads only names without blanks.
OPTION_TYPES = {
    "VariantPath": "file", "MultiPV": "spin", "UCI_LimitStrength": "check", "UCI_Elo": "spin",
    "Resign": "check",
}

# What python-chess says about any engine: it does not know the answer to its own `.`, and
# refuses a feature that is no matter.
HARMLESS = ("Unexpected engine output: 'stat01: ", "Rejecting feature sigterm=0")


class Client:
    """One engine under python-chess and what is checked with it."""

    def __init__(self, binary: Path, checks: Checks, rng: random.Random) -> None:
        self.checks, self.rng = checks, rng
        self.engine = chess.engine.SimpleEngine.popen_xboard(str(binary), timeout=TIMEOUT)

    def over(self, board: chess.Board) -> bool:
        return board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()

    def play_on(
        self, board: chess.Board, limit: Callable[[], chess.engine.Limit], what: str,
        ponder: bool = False,
    ) -> None:
        game = object()
        while not self.over(board) and len(board.move_stack) < MOST_PLIES:
            result = self.engine.play(board, limit(), game=game, ponder=ponder)
            if result.move not in board.legal_moves:
                self.checks.that(False, f"{what}: {result} in {board.fen()}")
                return
            board.push(result.move)
        self.checks.that(self.over(board), f"{what}: no end after {MOST_PLIES} plies")

    # What follows are the parts of the test.

    def options(self) -> None:
        name = self.engine.id.get("name", "")
        self.checks.that(name.startswith("Sliderule"), f"myname '{name}'")
        for option, kind in OPTION_TYPES.items():
            found = self.engine.options.get(option)
            self.checks.that(
                found is not None and found.type == kind, f"option {option}: {found}"
            )
        for hidden in ("Hash", "Threads", "Ponder", "UCI_Variant"):
            self.checks.that(hidden not in self.engine.options, f"option {hidden} is shown twice")

    def games(self) -> None:
        limit = chess.engine.Limit
        clock = 2.0

        def by_clock() -> chess.engine.Limit:
            # The protocol counts the increment in seconds, the base in minutes and seconds.
            return limit(
                white_clock=clock, black_clock=clock, white_inc=0.0, black_inc=0.0,
                remaining_moves=40,
            )

        limits: list[tuple[str, Callable[[], chess.engine.Limit]]] = [
            ("depth 3", lambda: limit(depth=3)),
            ("nodes 300", lambda: limit(nodes=300)),
            ("movetime 20", lambda: limit(time=0.02)),
            ("clock", by_clock),
        ]
        for what, make in limits:
            board = chess.Board()
            for _ in range(4):
                board.push(self.rng.choice(list(board.legal_moves)))
            self.play_on(board, make, f"game with {what}")

    def endings(self) -> None:
        for fen in ENDINGS:
            board = chess.Board(fen)
            self.play_on(board, lambda: chess.engine.Limit(depth=9), f"ending {fen}")
            self.checks.that(board.is_checkmate(), f"ending {fen}: no mate but {board.fen()}")

    def special_moves(self) -> None:
        for what, fen, move in both_colours(BEST_MOVES):
            result = self.engine.play(chess.Board(fen), chess.engine.Limit(depth=12, time=5))
            self.checks.that(str(result.move) == move, f"{what}: {result.move}, not {move}: {fen}")

    def analysis(self) -> None:
        for fen in (chess.STARTING_FEN, BEST_MOVES[4][1]):
            board = chess.Board(fen)
            info = self.engine.analyse(board, chess.engine.Limit(depth=6))
            self.checks.that(legal_line(board, info["pv"]), f"pv of {info} in {fen}")
        with self.engine.analysis(chess.Board()) as analysis:
            seen = 0
            for info in analysis:
                seen += "pv" in info
                if info.get("depth", 0) >= 8:
                    break
            self.checks.that(seen > 2, f"an endless analysis told of {seen} lines")
        # Ended in the middle, the engine must be ready for other things at once.
        self.engine.ping()
        mate = self.engine.analyse(
            chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), chess.engine.Limit(depth=3)
        )
        self.checks.that(mate["score"].relative == chess.engine.Mate(1), f"mate in 1: {mate}")

    def pondering(self) -> None:
        board, game = chess.Board(), object()
        while not self.over(board) and len(board.move_stack) < 60:
            result = self.engine.play(
                board, chess.engine.Limit(time=0.02), game=game, ponder=True
            )
            if result.move not in board.legal_moves:
                self.checks.that(False, f"ponder: {result.move} in {board.fen()}")
                return
            board.push(result.move)
            if not self.over(board):
                board.push(self.rng.choice(list(board.legal_moves)))
        self.checks.that(len(board.move_stack) > 4, "the game with pondering was too short")

    def configuring(self) -> None:
        board = chess.Board()
        for setting in (
            {"memory": 20}, {"cores": 2}, {"cores": 1, "memory": 68},
            {"UCI_LimitStrength": True, "UCI_Elo": 500}, {"UCI_LimitStrength": False},
            {"Resign": True},
        ):
            self.engine.configure(setting)
            result = self.engine.play(board, chess.engine.Limit(time=0.02))
            self.checks.that(result.move in board.legal_moves, f"{setting}: {result.move}")
        board, game = chess.Board("4k3/pppp4/8/8/8/8/PPPP4/1Q1QK3 b - - 0 1"), object()
        resigned = False
        for _ in range(8):
            result = self.engine.play(board, chess.engine.Limit(depth=3), game=game)
            resigned = resigned or result.resigned
            if result.move is None or self.over(board):
                break
            board.push(result.move)
            if self.over(board):
                break
            board.push(self.rng.choice(list(board.legal_moves)))
        self.checks.that(resigned or self.over(board), f"no end in a lost game: {board.fen()}")

    def quitting(self) -> None:
        self.engine.quit()
        code = self.engine.returncode.result(TIMEOUT)
        self.checks.that(code == 0, f"exit code {code}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_binary_option(parser)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    need_binary(args.binary)
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    checks = Checks()
    client = Client(args.binary, checks, random.Random(args.seed))
    parts = (
        client.options, client.games, client.endings, client.special_moves, client.analysis,
        client.pondering, client.configuring, client.quitting,
    )
    try:
        for part in parts:
            before = checks.passed + checks.failed
            part()
            print(f"{part.__name__}: {checks.passed + checks.failed - before} checks", flush=True)
    except (chess.engine.EngineError, TimeoutError) as error:
        checks.that(False, f"{part.__name__}: {type(error).__name__}: {error}")
    finally:
        client.engine.close()
    texts = [t for t in complaints.texts if not any(known in t for known in HARMLESS)]
    checks.that(not texts, f"python-chess complains: {texts[:10]}")
    return verdict(checks.passed, checks.failed)


if __name__ == "__main__":
    sys.exit(main())
