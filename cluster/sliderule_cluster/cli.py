"""The command `sliderule-cluster`."""

from __future__ import annotations

import argparse
import json
import logging
import shutil
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from tqdm import tqdm

from . import ClusterError, clusters, perft
from .binary import Binary
from .checkpoint import Checkpoint
from .dispatch import Dispatcher, Task


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, as those of `sliderule` are."""

    def error(self, message: str) -> NoReturn:
        """Ends the program."""
        self.exit(2, f"error: {message}; try '{self.prog} --help'\n")


def _number(low: int, high: int) -> Any:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"expected a number from {low} to {high}, not '{text}'")

    return read


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="sliderule-cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser)
    count = commands.add_parser(
        "perft",
        help="count the move sequences of a given length",
        description="Count the move sequences of a given length, as `sliderule perft` does.",
    )
    count.set_defaults(run=_perft)
    add = count.add_argument
    add("game", metavar="GAME", help="the game's name, as `sliderule games` lists it")
    add("depth", metavar="DEPTH", type=_number(1, 99), help="the length in plies")
    add("--fen", help="the position to start from (default: the start position)")
    add(
        "--split",
        metavar="PLIES",
        type=_number(0, 98),
        help="count the positions so many plies deep one by one (default: 2, less near the end)",
    )
    add("--cluster", default="local", metavar="WHERE", help=f"{clusters.SYNTAX} (default: local)")
    add("--binary", default="sliderule", metavar="PATH", help="the program, on every machine")
    add("--config", metavar="FILE", help="a file with games, on every machine")
    add(
        "--hash",
        default=16,
        metavar="MiB",
        type=_number(0, 2**32 - 1),
        help="memory for the table of each position being counted (default: 16)",
    )
    add(
        "--threads",
        default=1,
        metavar="N",
        type=_number(1, 512),
        help="threads for each position (default: 1)",
    )
    add("--checkpoint", metavar="FILE", type=Path, help="keep what is counted here, and go on")
    add("--json", action="store_true", help="print one JSON object")
    return parser


def _absolute(path: str, what: str) -> str:
    """The path as every machine is to know it, since each has a working directory of its own."""
    found = Path(path).absolute()
    if not found.is_file():
        raise ClusterError(f"{what} {path}: no such file")
    return str(found)


def _binary(arguments: argparse.Namespace) -> Binary:
    found = shutil.which(arguments.binary)
    if found is None:
        raise ClusterError(f"binary {arguments.binary}: no such program")
    config = arguments.config
    return Binary(
        _absolute(found, "binary"), None if config is None else _absolute(config, "config")
    )


def _tell(message: str) -> None:
    if sys.stderr.isatty():
        print(message, file=sys.stderr)


def _perft(arguments: argparse.Namespace) -> None:
    clock = time.monotonic()
    depth = arguments.depth
    plies = min(2, depth - 1) if arguments.split is None else arguments.split
    if plies >= depth:
        raise ClusterError(f"split {plies}: must be less than the depth, {depth}")
    place = clusters.parse(arguments.cluster)
    binary = _binary(arguments)
    game, fen = binary.start(arguments.game, arguments.fen)
    fingerprint = binary.fingerprint(game)
    count = perft.Count(
        binary,
        game,
        depth - plies,
        tuple(fingerprint.items()),
        arguments.hash,
        arguments.threads,
    )
    task = {"command": "perft", "game": game, "fen": fen, "depth": depth, "split": plies}
    with Checkpoint(arguments.checkpoint, {**task, **fingerprint}) as checkpoint:
        parts = perft.split(binary, game, fen, plies, _tell)
        _check_resumed(checkpoint, parts, count)
        resumed = len(checkpoint.done)
        need = clusters.Need(arguments.threads, arguments.hash)
        retried, lost = _count_parts(place, need, count, parts, checkpoint)
        depths = perft.total(parts, checkpoint.done)
    if arguments.json:
        answer = {
            "game": game,
            "fen": fen,
            "depths": [{"depth": i, "nodes": n} for i, n in enumerate(depths, start=1)],
            "split": plies,
            "positions": len(parts.multiplicities),
            "resumed": resumed,
            "retried": retried,
            "workers_lost": lost,
            "seconds": round(time.monotonic() - clock, 3),
        }
        print(json.dumps(answer))
    else:
        for i, nodes in enumerate(depths, start=1):
            print(i, nodes)


def _check_resumed(checkpoint: Checkpoint, parts: perft.Parts, count: perft.Count) -> None:
    for key, value in checkpoint.done.items():
        if key not in parts.multiplicities:
            raise ClusterError(f"checkpoint: {key} is no position of this task")
        try:
            count.check_counts(value)
        except ClusterError as error:
            raise ClusterError(f"checkpoint: {key}: {error}") from error


def _count_parts(
    place: clusters.Place,
    need: clusters.Need,
    count: perft.Count,
    parts: perft.Parts,
    checkpoint: Checkpoint,
) -> tuple[int, int]:
    """Counts what the checkpoint has not; how many were tried again and how many workers lost."""
    left = [Task(fen, (fen,)) for fen in parts.multiplicities if fen not in checkpoint.done]
    if not left:
        return 0, 0
    with (
        clusters.connect(place, need) as client,
        tqdm(
            total=len(parts.multiplicities),
            initial=len(checkpoint.done),
            unit="position",
            disable=None,
        ) as bar,
    ):
        dispatcher = Dispatcher(client, count, count.check)
        for results in dispatcher.results(left):
            checkpoint.add(results)
            bar.update(len(results))
        return dispatcher.retried, dispatcher.lost


def main(words: list[str] | None = None) -> None:
    """Runs the command that the words say, or those of the command line."""
    arguments = _parser().parse_args(words)
    # What becomes of workers is told in our own words.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        arguments.run(arguments)
    except ClusterError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        kept = " What is counted is in the checkpoint." if arguments.checkpoint else ""
        print(f"Stopped.{kept}", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
