"""The command `sliderule-cluster`."""

from __future__ import annotations

import argparse
import json
import logging
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from tqdm import tqdm

from . import ClusterError, clusters, match, perft
from .binary import Binary
from .checkpoint import Checkpoint
from .dispatch import Dispatcher, Task

DAY = 24 * 60 * 60


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
    _add_common(add, "position")
    play = commands.add_parser(
        "match",
        usage="%(prog)s --slices N [OPTIONS] -- MATCH",
        help="let engines play each other",
        description="Play a match in slices. MATCH is what `sliderule match` is told.",
    )
    play.set_defaults(run=_match)
    add = play.add_argument
    add(
        "--slices",
        required=True,
        metavar="N",
        type=_number(1, 10**6),
        help="parts of the match, each played by one worker",
    )
    add("--variant", default="chess", metavar="GAME", help="the game (default: chess)")
    add(
        "--concurrency",
        default=1,
        metavar="N",
        type=_number(1, 512),
        help="games of a slice at a time, a processor each (default: 1)",
    )
    add(
        "--memory",
        default=512,
        metavar="MiB",
        type=_number(1, 2**32 - 1),
        help="what the engines of a slice take, for Slurm (default: 512)",
    )
    add("--state", metavar="FILE", type=Path, help="write the state of the whole match")
    add("--pgnout", metavar="FILE", type=Path, help="append the games to a file, as PGN")
    _add_common(add, "slice")
    return parser


def _add_common(add: Callable[..., Any], unit: str) -> None:
    add("--cluster", default="local", metavar="WHERE", help=f"{clusters.SYNTAX} (default: local)")
    add("--binary", default="sliderule", metavar="PATH", help="the program, on every machine")
    add("--config", metavar="FILE", help="a file with games, on every machine")
    add(
        "--timeout",
        default=DAY,
        metavar="SECONDS",
        type=_number(1, 365 * DAY),
        help=f"how long a {unit} may take before another worker is asked (default: a day)",
    )
    add("--checkpoint", metavar="FILE", type=Path, help="keep what is done here, and go on")
    add("--json", action="store_true", help="print one JSON object")


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
    if arguments.words:
        raise ClusterError(f"'{arguments.words[0]}': nothing may follow '--'")
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
        arguments.timeout,
    )
    task = {"command": "perft", "game": game, "fen": fen, "depth": depth, "split": plies}
    with Checkpoint(arguments.checkpoint, {**task, **fingerprint}) as checkpoint:
        parts = perft.split(binary, game, fen, plies, _tell)
        _check_resumed(checkpoint, parts, count)
        need = clusters.Need(arguments.threads, arguments.hash)
        how = _do_all(place, need, "position", parts.multiplicities, count, count.check, checkpoint)
        depths = perft.total(parts, checkpoint.done)
    if arguments.json:
        answer = {
            "game": game,
            "fen": fen,
            "depths": [{"depth": i, "nodes": n} for i, n in enumerate(depths, start=1)],
            "split": plies,
            "positions": len(parts.multiplicities),
            **how,
            "seconds": round(time.monotonic() - clock, 3),
        }
        print(json.dumps(answer))
    else:
        for i, nodes in enumerate(depths, start=1):
            print(i, nodes)


def _match(arguments: argparse.Namespace) -> None:
    clock = time.monotonic()
    words = tuple(arguments.words)
    match.check_words(words)
    place = clusters.parse(arguments.cluster)
    binary = _binary(arguments)
    game, _ = binary.start(arguments.variant, None)
    fingerprint = binary.fingerprint(game)
    concurrency = str(arguments.concurrency)
    told = ("--variant", game, *words)
    play = match.Play(
        binary,
        game,
        (*told, "--concurrency", concurrency),
        tuple(fingerprint.items()),
        arguments.timeout,
    )
    slices = [f"{k}/{arguments.slices}" for k in range(1, arguments.slices + 1)]
    task = {"command": "match", "words": list(told), "slices": arguments.slices}
    with (
        Checkpoint(arguments.checkpoint, {**task, **fingerprint}) as checkpoint,
        TemporaryDirectory(prefix="sliderule-") as folder,
    ):
        merged = match.Merged(binary, Path(folder))
        for part, state in checkpoint.done.items():
            if part not in slices:
                raise ClusterError(f"checkpoint: {part} is no slice of this match")
            try:
                merged.check(part, state)
            except ClusterError as error:
                raise ClusterError(f"checkpoint: {part}: {error}") from error
        need = clusters.Need(arguments.concurrency, arguments.memory)
        how = _do_all(
            place, need, "slice", slices, play, merged.check, checkpoint, merged.is_decided
        )
        files = [("--state", arguments.state), ("--pgnout", arguments.pgnout)]
        options = [word for name, path in files if path for word in (name, str(path))]
        if arguments.json:
            seconds = round(time.monotonic() - clock, 3)
            how |= {"slices": arguments.slices, "seconds": seconds}
            options.append("--json")
        text = merged.report(options)
    print(json.dumps({**json.loads(text), **how}) if arguments.json else text.rstrip("\n"))


def _check_resumed(checkpoint: Checkpoint, parts: perft.Parts, count: perft.Count) -> None:
    for key, value in checkpoint.done.items():
        if key not in parts.multiplicities:
            raise ClusterError(f"checkpoint: {key} is no position of this task")
        try:
            count.check_counts(value)
        except ClusterError as error:
            raise ClusterError(f"checkpoint: {key}: {error}") from error


def _do_all(
    place: clusters.Place,
    need: clusters.Need,
    unit: str,
    keys: Iterable[str],
    work: Callable[[str], Any],
    check: Callable[[str, Any], Any],
    checkpoint: Checkpoint,
    is_over: Callable[[], bool] = lambda: False,
) -> dict[str, int]:
    """Has done what the checkpoint has not, until it is over; how that went."""
    keys = list(keys)
    resumed = len(checkpoint.done)
    left = [Task(key, (key,)) for key in keys if key not in checkpoint.done]
    how = {"resumed": resumed, "retried": 0, "workers_lost": 0}
    if not left or is_over():
        return how
    with (
        clusters.connect(place, need) as client,
        tqdm(total=len(keys), initial=resumed, unit=unit, disable=None) as bar,
    ):
        dispatcher = Dispatcher(client, work, check)
        # Whatever the end is, no task is begun after it.
        with closing(dispatcher.results(left)) as all_results:
            for results in all_results:
                checkpoint.add(results)
                bar.update(len(results))
                if is_over():
                    break
        return how | {"retried": dispatcher.retried, "workers_lost": dispatcher.lost}


def main(words: list[str] | None = None) -> None:
    """Runs the command that the words say, or those of the command line."""
    words = sys.argv[1:] if words is None else words
    end = words.index("--") if "--" in words else len(words)
    arguments = _parser().parse_args(words[:end])
    arguments.words = words[end + 1 :]
    # What becomes of workers is told in our own words.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        arguments.run(arguments)
    except ClusterError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        kept = " What is done is in the checkpoint." if arguments.checkpoint else ""
        print(f"Stopped.{kept}", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
