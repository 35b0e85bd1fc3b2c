"""Engine processes for the scripts beside this file: start, send, wait, ask.

Every script that talks to a running engine needs the same few things: lines that can be waited
for with a time limit, Sliderule as a player whose thinking is timed, and Sliderule as the referee
who knows the legal moves and how a game stands. They are here once.
"""

from __future__ import annotations

import argparse
import os
import queue
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
# How long any answer without thinking may take; a loaded machine is slow.
ANSWER_SECONDS = 60.0

Job = TypeVar("Job")
Result = TypeVar("Result")


def is_over(status: str) -> bool:
    """Whether a game with this status has ended, in whatever way."""
    return status not in ("ongoing", "check")


class Lost(Exception):
    """The engine forfeits; the text says why."""


class Process:
    """An engine process whose lines can be waited for with a time limit."""

    def __init__(self, command: Sequence[str], **environment: str) -> None:
        """The environment is that of the script and these variables."""
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            encoding="utf-8", bufsize=1, errors="replace",
            env=os.environ | environment,
        )
        # Each line with the time of its arrival; None is the end of the output.
        self.lines: queue.Queue[tuple[float, str] | None] = queue.Queue()
        # When the line that `line` returned last came.
        self.arrived = 0.0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.strip()))
        self.lines.put(None)

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise Lost(f"gone: {error}") from error

    def line(self, seconds: float) -> str | None:
        """The next line, or None if there is none for so long."""
        try:
            found = self.lines.get(timeout=seconds) if seconds > 0 else self.lines.get_nowait()
        except queue.Empty:
            return None
        if found is None:
            self.lines.put(None)
            raise Lost(f"the process has ended, exit code {self.exit_code()}")
        self.arrived, text = found
        return text

    def wait(self, prefix: str, seconds: float) -> str:
        """The next line that starts with one of the prefixes (separated by |)."""
        return self.collect(prefix, seconds)[-1]

    def collect(self, prefix: str, seconds: float) -> list[str]:
        """All lines up to the next that starts with one of the prefixes, that one included."""
        end = time.monotonic() + seconds
        prefixes = tuple(prefix.split("|"))
        found = []
        while True:
            line = self.line(end - time.monotonic())
            if line is None:
                raise Lost(f"no '{prefix}' in {seconds:.1f} s")
            found.append(line)
            if line.startswith(prefixes):
                return found

    def exit_code(self, seconds: float = 5.0) -> int | None:
        """How the process ended, or None if it runs on for so long."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@dataclass
class Thought:
    """What `go` brought: the move, the seconds from sending to the answer, all lines."""

    move: str
    seconds: float
    lines: list[str]


class Uci:
    """Sliderule as a player and as the referee."""

    def __init__(self, binary: Path, game: str = "chess", **options: object) -> None:
        """Options by their names with _ for blanks, for instance Skill_Level=3."""
        self.process = Process([str(binary)])
        self.process.send("uci")
        self.introduction = self.process.collect("uciok", ANSWER_SECONDS)
        self.set("Hash", 32)
        self.set("UCI_Variant", game)
        for name, value in options.items():
            self.set(name if name.startswith("UCI_") else name.replace("_", " "), value)
        self.ready()

    def games(self) -> list[str]:
        """The names of all games."""
        line = next(l for l in self.introduction if l.startswith("option name UCI_Variant "))
        return line.split(" var ")[1:]

    def set(self, name: str, value: object) -> None:
        self.process.send(f"setoption name {name} value {value}")

    def ready(self) -> None:
        """Waits until everything sent so far has been dealt with."""
        self.process.send("isready")
        self.process.wait("readyok", ANSWER_SECONDS)

    def new_game(self) -> None:
        self.process.send("ucinewgame")
        self.ready()

    def position(self, moves: Sequence[str], fen: str | None = None) -> None:
        setup = f"fen {fen}" if fen else "startpos"
        self.process.send(f"position {setup}" + (" moves " + " ".join(moves) if moves else ""))

    def status(self, moves: Sequence[str], fen: str | None = None) -> str:
        self.position(moves, fen)
        self.process.send("d")
        return self.process.wait("Status:", ANSWER_SECONDS).removeprefix("Status: ")

    def fen(self) -> str:
        """The position that was sent last; empty if it was refused."""
        self.process.send("d")
        found = self.process.wait("Fen:|info string there is no position", ANSWER_SECONDS)
        if not found.startswith("Fen:"):
            return ""
        found = found.removeprefix("Fen: ")
        self.process.wait("Status:", ANSWER_SECONDS)
        return found

    def legal(self, moves: Sequence[str], fen: str | None = None) -> list[str]:
        self.position(moves, fen)
        return self.legal_here()

    def legal_here(self) -> list[str]:
        """The legal moves of the position that was sent last."""
        self.process.send("go perft 1")
        lines = self.process.collect("Nodes searched", ANSWER_SECONDS)
        return [line.split(":")[0] for line in lines[:-1] if ": " in line and not line.startswith("info ")]

    def go(self, limits: str, seconds: float) -> Thought:
        """Searches the position that was sent last."""
        begin = time.monotonic()
        self.process.send(f"go {limits}")
        lines = self.process.collect("bestmove", seconds)
        return Thought(lines[-1].split()[1], self.process.arrived - begin, lines)

    def close(self) -> None:
        self.process.close()


def random_opening(referee: Uci, rng: random.Random, plies: int) -> list[str]:
    """So many random moves, fewer only if the game is over before."""
    opening: list[str] = []
    while len(opening) < plies and (legal := referee.legal(opening)):
        opening.append(rng.choice(legal))
    return opening


def random_openings(
    binary: Path, game: str, rng: random.Random, number: int, plies: int
) -> list[list[str]]:
    """So many different openings after which the game goes on, if there are so many."""
    referee = Uci(binary, game)
    try:
        openings: list[list[str]] = []
        for _ in range(20 * number):
            if len(openings) == number:
                break
            opening = random_opening(referee, rng, plies)
            if opening not in openings and not is_over(referee.status(opening)):
                openings.append(opening)
        while openings and len(openings) < number:
            openings.append(rng.choice(openings))
        return openings
    finally:
        referee.close()


def in_parallel(
    job: Callable[[Job], Result], jobs: Sequence[Job], concurrency: int
) -> list[Result]:
    """The results of all jobs in their order, so many of them at a time."""
    with ThreadPoolExecutor(concurrency) as pool:
        return list(pool.map(job, jobs))


def add_binary_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--binary", type=Path, default=ROOT / "target/release/sliderule",
        help="the program to test (default: target/release/sliderule)",
    )


def need_binary(binary: Path) -> None:
    """Ends the script if the program is not there."""
    if not binary.is_file():
        sys.exit(f"error: {binary} is missing; build it with: cargo build --release")


def verdict(passed: int, failed: int) -> int:
    """Prints the last line of a script; its exit code."""
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed or not passed else 0
