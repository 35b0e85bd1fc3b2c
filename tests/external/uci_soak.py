#!/usr/bin/env python3
"""Random UCI commands at random times, for as long as wanted: nothing may shake the engine.

Positions after random moves in random games, `go` with limits of all kinds, `stop`, `ponderhit`,
options valid and invalid, changes of the game in the middle of a search, small perfts, blank
lines and junk are sent with short random pauses. Checked all the time:

- the engine never dies, and `isready` is answered in time;
- there is exactly one `bestmove` for each `go`, in order (`go perft` ends by its own last line);
- it is legal in the position that the `go` was sent for, and one of its searchmoves; after a
  position that was refused it is 0000;
- `go infinite` and `go ponder` have no answer before they are ended;
- the same position lines are accepted and refused, and the position (`d`) is the same, as in a
  second process that never searches: that one also knows the legal moves;
- the memory of the process, read with the same small settings every now and then, does not grow;
- `quit` in the middle of whatever ends the process with code 0 and all answers given.

The commands depend on --seed alone, but how they fall into a search on the machine too. On a
failure the last commands are printed. A quick run for CI: uci_soak.py --minutes 0.5
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter, deque
from dataclasses import dataclass
from pathlib import Path

from engines import Lost, Process, Uci, add_binary_option, need_binary, verdict

MOST_HASH = 64
MOST_THREADS = 4
HISTORY = 60
MOST_NOTES = 10
# glibc's allocator learns to keep what was freed, here tables of tens of MB; told to give it back
# at once, what is left to see is what the engine itself keeps.
ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": "1048576", "MALLOC_ARENA_MAX": "2"}
# Memory may differ from one reading to the next by so much: there are games of several sizes.
GROWTH_KB = 16 * 1024
OWN_GAME = """[tiny:chess]
maxFile = 4
maxRank = 5
castling = false
doubleStep = false
startFen = rnbk/pppp/4/PPPP/RNBK w - - 0 1
"""
JUNK = (
    "xyzzy", "position", "position fen", "position fen 8/8 w - - 0 1", "position foo bar",
    "position startpos moves", "position startpos moves a1a1", "position startpos moves \u00e9\u00e8",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "setoption", "setoption name", "setoption value 3",
    "setoption name Hash", "setoption name Nosuch value 1", "bestmove e2e4", "info depth 3",
    "uciok", "readyok", "register later", "debug on", "debug off", "debug", "GO", "go\tdepth\t1 ",
    "help", "?", "-", "\x00\x01\x02", "\ufffd", "a" * 10_000, "go perft", "uci uci", "stopp",
)
INVALID_OPTIONS = (
    "Hash value 0", "Hash value -1", "Hash value many", "Hash value 99999999999999999999",
    "Threads value 0", "Threads value 513", "MultiPV value 0", "MultiPV value 1.5",
    "Ponder value maybe", "Skill Level value 99", "UCI_Elo value 1", "UCI_Variant value chesss",
    "UCI_Variant value", "VariantPath value /no/such/file", "Log File value /no/such/dir/log",
    "Move Overhead value -5", "UCI_ShowWDL value",
)


class Failure(Exception):
    """The engine broke a promise and what it owes is not known any more."""


@dataclass
class Pending:
    """A `go` that has no `bestmove` yet."""

    command: str
    fen: str
    allowed: frozenset[str]
    # Ends only by a later command.
    endless: bool


class Watched:
    """The engine under test; knows what it owes."""

    def __init__(self, binary: Path, patience: float) -> None:
        self.process = Process([str(binary)], **ALLOCATOR)
        self.patience = patience
        self.pending: deque[Pending] = deque()
        self.readies: deque[float] = deque()
        self.perfts = 0
        self.refused = 0
        self.last_fen = ""
        self.slowest_ready = self.slowest_end = 0.0
        self.bestmoves = 0
        # Promises broken after which the run can go on.
        self.broken: list[str] = []
        self.history: deque[str] = deque(maxlen=HISTORY)

    def send(self, line: str) -> None:
        self.history.append(f"> {line[:2000]}")
        self.process.send(line)

    def ended(self) -> None:
        """The command to be sent ends the searches that run: endless ones may answer."""
        self.pump(0.0)
        for pending in self.pending:
            pending.endless = False

    def pump(self, seconds: float) -> None:
        """Reads what the engine says, for so long."""
        end = time.monotonic() + seconds
        while True:
            line = self.process.line(end - time.monotonic())
            if line is not None:
                self.read(line)
            late = self.readies and time.monotonic() - self.readies[0] > self.patience
            if late and self.process.lines.empty():
                raise Failure(f"isready had no answer in {self.patience} s")
            if line is None and time.monotonic() >= end:
                return

    def read(self, line: str) -> None:
        word = line.split(" ", 1)[0]
        if word == "bestmove":
            self.history.append(f"< {line}")
            self.bestmove(line)
        elif word == "readyok":
            if not self.readies:
                raise Failure("a readyok too many")
            took = self.process.arrived - self.readies.popleft()
            self.slowest_ready = max(self.slowest_ready, took)
            if took > self.patience:
                raise Failure(f"isready was answered after {took:.2f} s")
        elif line.startswith("Nodes searched"):
            self.perfts -= 1
            if self.perfts < 0:
                raise Failure("a perft result too many")
        elif line.startswith("info string position:"):
            self.refused += 1
        elif line.startswith("Fen: "):
            self.last_fen = line.removeprefix("Fen: ")

    def bestmove(self, line: str) -> None:
        if not self.pending:
            raise Failure(f"a bestmove too many: {line}")
        pending = self.pending.popleft()
        self.bestmoves += 1
        words = line.split()
        if pending.endless:
            self.note(f"'{pending.command}' was answered before it was ended: {line}")
        expected = pending.allowed or {"(none)" if pending.fen else "0000"}
        legal = words[1] in expected
        if not legal:
            self.note(f"'{line}' for '{pending.command}' in {pending.fen}")

    def note(self, what: str) -> None:
        self.broken.append(what)
        if len(self.broken) <= MOST_NOTES:
            print(f"FAILED: {what}\n  after " + "\n        ".join(list(self.history)[-8:]), flush=True)

    def sync(self) -> None:
        """Ends all searches; everything must be answered soon."""
        self.ended()
        self.send("stop")
        begin = time.monotonic()
        self.ready()
        while self.pending or self.perfts or self.readies:
            self.pump(0.002)
            if time.monotonic() - begin > self.patience and self.process.lines.empty():
                raise Failure(
                    f"{self.patience} s after stop: {len(self.pending)} bestmoves, "
                    f"{self.perfts} perfts and {len(self.readies)} readyoks are missing"
                )
        self.slowest_end = max(self.slowest_end, time.monotonic() - begin)

    def ready(self) -> None:
        self.readies.append(time.monotonic())
        self.send("isready")

    def memory(self) -> int:
        """What the process has in memory, in KB."""
        status = Path(f"/proc/{self.process.process.pid}/status").read_text()
        line = next(l for l in status.splitlines() if l.startswith("VmRSS:"))
        return int(line.split()[1])


class Soak:
    """Sends random commands to the engine and, where they change the position, to the referee."""

    def __init__(self, binary: Path, seed: int, patience: float, files: Path) -> None:
        self.binary, self.patience = binary, patience
        self.rng = random.Random(seed)
        self.referee = Uci(binary)
        self.games = self.referee.games()
        self.engine = Watched(binary, patience)
        self.game_file, self.log_file = files / "own.ini", files / "log.txt"
        self.game_file.write_text(OWN_GAME)
        self.refused = 0
        self.memories: list[int] = []
        self.counts: Counter[str] = Counter()
        # Moves from the start of the game now set, to walk on from.
        self.moves: list[str] = []
        self.to_both("")

    def to_both(self, line: str) -> None:
        """Sends what changes the position; counts what the referee refuses of it."""
        self.engine.send(line)
        self.referee.process.send(line)
        self.referee.process.send("isready")
        for answer in self.referee.process.collect("readyok", self.patience + 10):
            self.refused += answer.startswith("info string position:")

    # Commands.

    def walk(self) -> None:
        """A position after random moves from the start or from the last one."""
        if self.rng.random() < 0.4 or len(self.moves) > 150:
            self.moves = []
        for _ in range(self.rng.randint(0, 12)):
            legal = self.referee.legal(self.moves)
            if not legal:
                break
            self.moves.append(self.rng.choice(legal))
        moves = (" moves " + " ".join(self.moves)) if self.moves else ""
        self.to_both(f"position startpos{moves}")

    def from_fen(self) -> None:
        """The position now set as a FEN, sometimes a damaged one."""
        fen = self.referee.fen()
        if fen and self.rng.random() < 0.5:
            at = self.rng.randrange(len(fen))
            letter = self.rng.choice("kKqQpPrRaAhHmM123/* -'x[]")
            fen = fen[:at] + letter + fen[at + self.rng.randint(0, 1):]
        self.to_both(f"position fen {fen}")

    def bad_moves(self) -> None:
        bad = self.rng.choice(["zzzz", "a1a1", "e2e9", "0000", "e2e4e5", "\u265a"])
        self.to_both(" ".join(["position startpos moves", *self.moves[:5], bad]))

    def junk(self) -> None:
        self.other(self.rng.choice(JUNK))

    def noise(self) -> None:
        length = self.rng.randint(1, 40)
        line = "".join(chr(self.rng.randint(33, 0x2FF)) for _ in range(length))
        self.other(self.rng.choice(["", "position ", "setoption name "]) + line)

    def other(self, line: str) -> None:
        words = line.split()
        if words and words[0].lower() == "go":
            self.send_go(line, frozenset(self.referee.legal_here()), len(words) == 1 or "perft" in words)
        else:
            self.to_both(line)

    def game(self) -> None:
        """Another game, maybe in the middle of a search."""
        self.moves = []
        name = self.rng.choice(self.games)
        self.to_both(f"setoption name UCI_Variant value {name}")
        if self.rng.random() < 0.7:
            self.walk()

    def own_game(self) -> None:
        """A file of games comes, is played, and goes again."""
        self.moves = []
        self.to_both(f"setoption name VariantPath value {self.game_file}")
        self.to_both("setoption name UCI_Variant value tiny")
        self.to_both("position startpos")
        self.go()
        self.to_both("setoption name VariantPath value <empty>")
        if self.rng.random() < 0.5:
            # The game is not known any more.
            self.to_both("position startpos")
            self.go()
        self.game()

    def option(self) -> None:
        rng = self.rng
        self.engine.send("setoption name " + rng.choice([
            f"Hash value {rng.randint(1, MOST_HASH)}",
            f"Threads value {rng.randint(1, MOST_THREADS)}",
            f"MultiPV value {rng.choice([1, 1, 2, 3, 500])}",
            f"Move Overhead value {rng.choice([0, 10, 100])}",
            f"Skill Level value {rng.randint(1, 20)}",
            "Skill Level value 20",
            f"UCI_LimitStrength value {rng.choice(['true', 'false'])}",
            f"UCI_Elo value {rng.randint(500, 2300)}",
            f"UCI_ShowWDL value {rng.choice(['true', 'false'])}",
            f"UCI_AnalyseMode value {rng.choice(['true', 'false'])}",
            f"Ponder value {rng.choice(['true', 'false'])}",
            "Clear Hash", "clear hash", f"hash value {rng.randint(1, 16)}",
            f"Log File value {rng.choice([str(self.log_file), '<empty>', ''])}",
        ]))

    def bad_option(self) -> None:
        option = self.rng.choice(INVALID_OPTIONS)
        self.to_both(f"setoption name {option}")
        if option.startswith("UCI_Variant"):
            # Until there is a game there is no position.
            self.walk()
            self.go()
            self.game()

    def go(self) -> None:
        """A search with random limits of the position now set."""
        rng = self.rng
        legal = self.referee.legal_here()
        allowed = frozenset(legal)
        clock = f"wtime {rng.choice([-5, 0, 1, 30, 500, 20_000])} btime {rng.choice([0, 2, 50, 900])}"
        words = [rng.choice([
            f"depth {rng.choice([0, 1, 2, 3, 4, 6, 300, 10**11])}",
            f"nodes {rng.choice([0, 1, 7, 500, 20_000, 10**15])}",
            f"movetime {rng.choice([-1, 0, 1, 10, 60, 10**12])}",
            clock, f"{clock} winc 20 binc 5", f"{clock} movestogo {rng.choice([0, 1, 7, 40])}",
            f"mate {rng.choice([0, 1, 2, 5])}",
            f"depth 3 nodes 1000 movetime 50 {clock}",
            "infinite", "infinite", "infinite depth 2", "infinite nodes 300", "", "depth", "depth x nodes 100", "foo bar",
            "ponder", f"ponder {clock}", f"ponder depth {rng.randint(1, 5)}", "ponder movetime 20",
            "ponder nodes 50",
        ])]
        if legal and rng.random() < 0.2:
            wanted = rng.sample(legal, min(len(legal), rng.randint(1, 4)))
            allowed = frozenset(wanted)
            words += ["searchmoves", *wanted]
            if rng.random() < 0.3:
                words.append("a1a1")
        endless = bool({"infinite", "ponder"} & set(" ".join(words).split()))
        self.send_go(" ".join(["go", *words]), allowed, endless)

    def send_go(self, command: str, allowed: frozenset[str], endless: bool) -> None:
        """Sends a `go`; the one before must end for it."""
        self.engine.ended()
        words = command.split()
        if "perft" in words:
            self.engine.perfts += 1
        else:
            # Without any limit the search ends by itself when the tree is searched.
            endless = endless and bool({"infinite", "ponder"} & set(words))
            self.engine.pending.append(Pending(command, self.referee.fen(), allowed, endless))
        self.engine.send(command)

    def perft(self) -> None:
        self.send_go(f"go perft {self.rng.randint(0, 3)}", frozenset(), False)

    def stop(self) -> None:
        self.engine.ended()
        for _ in range(self.rng.choice([1, 1, 1, 2, 5])):
            self.engine.send("stop")

    def ponder_hit(self) -> None:
        self.engine.pump(0.0)
        for pending in self.engine.pending:
            # What is infinite too goes on.
            pending.endless = pending.endless and "infinite" in pending.command.split()
        self.engine.send("ponderhit")

    def new_game(self) -> None:
        self.engine.ended()
        self.to_both("ucinewgame")

    def evaluation(self) -> None:
        self.engine.ended()
        self.engine.send("eval")

    def ready(self) -> None:
        self.engine.ready()

    def show(self) -> None:
        self.engine.send("d")

    def blank(self) -> None:
        self.engine.send(self.rng.choice(["", "   ", "\t", "\r", " \r\n\r"]))

    def again(self) -> None:
        self.engine.send("uci")

    # What is checked now and then.

    def settle(self) -> None:
        """Everything is answered, nothing comes afterwards, and both agree on the position."""
        engine = self.engine
        engine.sync()
        engine.last_fen = ""
        engine.send("d")
        engine.sync()
        engine.pump(0.03)
        expected = self.referee.fen()
        if engine.last_fen != expected:
            raise Failure(f"the position is {engine.last_fen}, not {expected}")
        if engine.refused != self.refused:
            raise Failure(f"{engine.refused} position lines refused, not {self.refused}")

    def measure(self) -> None:
        """Reads the memory, with few threads and a small table."""
        self.settle()
        for line in ("Hash value 8", "Threads value 1", "MultiPV value 1", "Skill Level value 20"):
            self.engine.send(f"setoption name {line}")
        self.new_game()
        self.send_go("go depth 2", frozenset(self.referee.legal_here()), False)
        self.settle()
        self.memories.append(self.engine.memory())

    def quit(self) -> None:
        """Another process is ended in the middle of whatever it does."""
        engine = Watched(self.binary, self.patience)
        game = self.rng.choice(self.games)
        engine.send(f"setoption name UCI_Variant value {game}")
        engine.send(f"setoption name Threads value {self.rng.randint(1, MOST_THREADS)}")
        sent = self.rng.randint(0, 2)
        for _ in range(sent):
            limit = self.rng.choice(["infinite", "ponder", "depth 4", "movetime 50"])
            engine.send(f"go {limit}")
        time.sleep(self.rng.choice([0.0, 0.001, 0.03]))
        engine.send("quit")
        code = engine.process.exit_code(self.patience)
        try:
            lines = []
            while code == 0:
                lines.append(engine.process.line(self.patience) or "")
        except Lost:
            pass
        finally:
            engine.process.close()
        found = sum(line.startswith("bestmove") for line in lines)
        if code != 0 or found != sent:
            raise Failure(f"quit: code {code}, {found} bestmoves for {list(engine.history)}")

    def run(self, minutes: float) -> None:
        commands = {
            self.walk: 12, self.from_fen: 5, self.bad_moves: 3, self.junk: 5, self.noise: 2,
            self.game: 4, self.own_game: 2, self.option: 8, self.bad_option: 3, self.go: 25,
            self.perft: 2, self.stop: 10, self.ponder_hit: 6, self.new_game: 3,
            self.evaluation: 2, self.ready: 8, self.show: 3, self.blank: 3, self.again: 1,
            self.settle: 3, self.quit: 0.3,
        }
        begin = time.monotonic()
        end = begin + 60 * minutes
        pause = max(1.0, 60 * minutes / 40)
        next_measure = begin + pause
        while time.monotonic() < end:
            command = self.rng.choices(list(commands), list(commands.values()))[0]
            self.counts[command.__name__] += 1
            command()
            self.engine.pump(self.rng.choice([0] * 5 + [0.001, 0.005, 0.02, 0.05, 0.2]))
            if time.monotonic() > next_measure:
                self.measure()
                next_measure = time.monotonic() + pause
        self.measure()
        self.engine.send("quit")
        code = self.engine.process.exit_code(self.patience)
        if code != 0:
            raise Failure(f"exit code {code}")

    def report(self) -> None:
        print("commands: " + ", ".join(f"{n} {c}" for n, c in sorted(self.counts.items())))
        print(
            f"{self.engine.bestmoves} bestmoves; slowest readyok {self.engine.slowest_ready:.3f} s, "
            f"slowest end of a search {self.engine.slowest_end:.3f} s"
        )
        if self.memories:
            first, last = self.memories[0], self.memories[-1]
            print(f"memory in KB: first {first}, last {last}, most {max(self.memories)}")


def grows(memories: list[int]) -> bool:
    """Whether the later half needs more than the first reading allows."""
    later = memories[len(memories) // 2:]
    return min(later) > memories[0] + GROWTH_KB


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_binary_option(parser)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=2.0, help="seconds for an answer")
    args = parser.parse_args()
    need_binary(args.binary)
    failed = 0
    with tempfile.TemporaryDirectory() as files:
        soak = Soak(args.binary, args.seed, args.patience, Path(files))
        try:
            soak.run(args.minutes)
        except (Failure, Lost) as reason:
            failed = 1
            print("\n".join(soak.engine.history))
            print(f"FAILED: {reason}")
        finally:
            soak.engine.process.close()
            soak.referee.close()
    soak.report()
    failed += len(soak.engine.broken)
    if grows(soak.memories):
        failed += 1
        print(f"FAILED: the memory grows: {soak.memories}")
    # What passed: each answer that was awaited.
    return verdict(soak.engine.bestmoves, failed)


if __name__ == "__main__":
    sys.exit(main())
