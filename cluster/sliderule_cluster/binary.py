"""Running the program `sliderule`.

Its answers are JSON, or those of the UCI command `d`, which shows the FEN and the key of one
position after another without a new process for each.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import ClusterError

# What the program answers at once may take so many seconds on a busy machine.
AT_ONCE = 60


class BinaryError(ClusterError):
    """The program could not be run, refused its arguments, or answered nonsense."""


def said(errors: str, code: int) -> str:
    """What a program that failed has said on standard error, in one line."""
    lines = errors.strip().splitlines()
    # Warnings may come before it.
    told = [line for line in lines if line.startswith("error: ")] or lines
    return told[0].removeprefix("error: ") if told else f"exit code {code}"


@dataclass(frozen=True)
class Binary:
    """The program at a path, with the file of games that it is to read."""

    path: str
    config: str | None = None

    def command(self, *arguments: str) -> list[str]:
        """The words by which it is started."""
        config = [] if self.config is None else ["--config", self.config]
        return [self.path, *config, *arguments]

    def output(
        self, *arguments: str, text: str | None = None, seconds: float | None = AT_ONCE
    ) -> str:
        """What it prints within a time, given these arguments and this input."""
        try:
            run = subprocess.run(
                self.command(*arguments),
                input=text,
                stdin=subprocess.DEVNULL if text is None else None,
                capture_output=True,
                text=True,
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired as error:
            raise BinaryError(f"{self.path} did not end within {seconds:g} s") from error
        except OSError as error:
            raise BinaryError(f"{self.path}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise BinaryError(f"{self.path} printed what is not text") from error
        if run.returncode:
            raise BinaryError(said(run.stderr, run.returncode))
        return run.stdout

    def json(self, *arguments: str, seconds: float | None = AT_ONCE) -> Any:
        """The JSON that it prints."""
        return self.parse(self.output(*arguments, "--json", seconds=seconds))

    def parse(self, text: str) -> Any:
        """The JSON in what it has printed."""
        try:
            return json.loads(text)
        except ValueError as error:
            raise BinaryError(f"{self.path} printed no JSON: {text[:60]!r}") from error

    def fingerprint(self, game: str) -> dict[str, str]:
        """The version and a digest of the game's rules: what must be the same everywhere."""
        rules = self.output("rules", game)
        return {
            "version": self.output("--version").strip(),
            "rules": hashlib.sha256(rules.encode()).hexdigest(),
        }

    def expect(self, game: str, fingerprint: tuple[tuple[str, str], ...]) -> None:
        """Refuses to work where the program or the game's rules are others."""
        if _fingerprint(self, game) != dict(fingerprint):
            raise BinaryError(f"{self.path} has another version or other rules there")

    def start(self, game: str, fen: str | None) -> tuple[str, str]:
        """The game's own name and the FEN in normal form, of the start position if none is given."""
        answer = self.json("show", game, *([] if fen is None else ["--fen", fen]))
        return answer["game"], answer["fen"]

    def moves(self, game: str, fens: list[str]) -> list[list[str]]:
        """The legal moves of each position."""
        text = "".join(f"{fen}\n" for fen in fens)
        lines = self.output(
            "moves", game, "--stdin", "--json", text=text, seconds=None
        ).splitlines()
        if len(lines) != len(fens):
            raise BinaryError(f"moves --stdin answered {len(lines)} of {len(fens)} FENs")
        found = []
        for fen, line in zip(fens, lines, strict=True):
            answer = self.parse(line)
            if "error" in answer:
                raise BinaryError(f"{answer['error']}, in the FEN {fen}")
            found.append(answer["moves"])
        return found

    def after(self, game: str, moves: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """For each FEN and move the FEN after it and the key of that position, in order."""
        process = subprocess.Popen(
            self.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        asked = 0

        def ask() -> None:
            nonlocal asked
            with process.stdin as pipe:
                pipe.write(f"uci\nsetoption name UCI_Variant value {game}\n")
                for fen, move in moves:
                    pipe.write(f"position fen {fen} moves {move}\nd\n")
                    asked += 1

        # A thread writes, so that neither pipe can fill while nobody reads the other.
        writer = threading.Thread(target=ask, daemon=True)
        writer.start()
        answered, fen, complaint = 0, None, ""
        try:
            for line in process.stdout:
                word, _, rest = line.rstrip("\n").partition(" ")
                if word == "Fen:":
                    fen = rest
                elif word == "Key:" and fen is not None:
                    answered += 1
                    yield fen, rest
                    fen = None
                elif word == "info" and not rest.startswith("string variant "):
                    complaint = f": {rest.removeprefix('string ')}"
            writer.join()
            if process.wait() or answered != asked or complaint:
                raise BinaryError(f"the UCI session showed {answered} of {asked}{complaint}")
        finally:
            process.kill()
            process.wait()


@cache
def _fingerprint(binary: Binary, game: str) -> dict[str, str]:
    """Asked once by each worker; a failure is not remembered."""
    return binary.fingerprint(game)
