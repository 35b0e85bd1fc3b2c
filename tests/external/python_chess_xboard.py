#!/usr/bin/env python3
"""python-chess (PyPI `chess`) drives the engine in the XBoard protocol.

Like python_chess_client.py, which does it in UCI: whole games under limits of all kinds, special
moves, analysis that is broken off, pondering, options, a resigned game. Every move must be legal
for python-chess, and its log must stay free of warnings.

Needs: pip install chess==1.11.2
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import python_chess_client
from python_chess_client import BEST_MOVES, legal_line, run

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


class Client(python_chess_client.Client):
    """One engine under python-chess in the XBoard protocol."""

    popen = chess.engine.SimpleEngine.popen_xboard
    option_types = OPTION_TYPES
    parts = (
        "options", "games", "endings", "special_moves", "analysis", "pondering", "configuring",
        "quitting",
    )
    harmless = HARMLESS

    def other_options(self) -> None:
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
        self.play_games(limits)

    def endings(self) -> None:
        self.win_endings(chess.engine.Limit(depth=9))

    def special_moves(self) -> None:
        self.find_best_moves()

    def analysis(self) -> None:
        for fen in (chess.STARTING_FEN, BEST_MOVES[4][1]):
            board = chess.Board(fen)
            info = self.engine.analyse(board, chess.engine.Limit(depth=6))
            self.checks.that(legal_line(board, info["pv"]), f"pv of {info} in {fen}")
        self.break_off()
        self.mates_in_one(chess.engine.Limit(depth=3))

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
        self.resigning()

    def resigning(self) -> None:
        """White moves only his king to and fro: what he could lose would make the game open."""
        board, game = chess.Board("4k3/pppp4/8/8/8/8/PPPP4/1Q1QK3 b - - 0 1"), object()
        resigned = False
        for number in range(8):
            result = self.engine.play(board, chess.engine.Limit(depth=3), game=game)
            resigned = resigned or result.resigned
            if result.move is None or self.over(board):
                break
            board.push(result.move)
            if self.over(board):
                break
            board.push_uci("e1f1" if number % 2 == 0 else "f1e1")
        self.checks.that(resigned or self.over(board), f"no end in a lost game: {board.fen()}")


if __name__ == "__main__":
    sys.exit(run(Client, __doc__))
