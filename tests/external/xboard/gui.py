"""A real XBoard on a display of its own, driven like a user drives it.

`Display` is an X server without a screen (Xvfb); `XBoard` is Debian's XBoard on it, started with
an engine. What XBoard and the engine say to each other is read from XBoard's `-debug` file, and
waited for there: nothing here sleeps for a guessed time where an event can be seen. The board is
found on the screen by the colours of its squares, which are set to values nothing else has.

Debian packages needed: xboard xvfb xdotool imagemagick xclip.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[3]
ARTEFACTS = ROOT / "target" / "xboard"
LIGHT, DARK = (0xC8, 0xC3, 0x65), (0x77, 0xA2, 0x6D)
# What XBoard paints as the mark of a square, by the letter in `highlight`.
MARKS = {
    "R": (0xFF, 0x00, 0x00), "Y": (0xFF, 0xFF, 0x00), "B": (0x00, 0x00, 0xFF),
    "C": (0x00, 0xFF, 0xFF), "M": (0xFF, 0x00, 0xFF), "G": (0x00, 0xFF, 0x00),
}
# How long anything that must happen may take; a loaded machine is slow.
SECONDS = 60.0


class Failure(Exception):
    """A test fails; the text says what was expected and what was seen."""


def need(condition: object, text: str) -> None:
    """Fails with the text unless the condition holds."""
    if not condition:
        raise Failure(text)


def until(what: str, look: Callable[[], object], seconds: float = SECONDS) -> object:
    """Looks again and again until something true is seen, and returns it."""
    end = time.monotonic() + seconds
    while not (seen := look()):
        need(time.monotonic() < end, f"not seen in {seconds:.0f} s: {what}")
        time.sleep(0.01)
    return seen


class Display:
    """An X server without a screen; `name` is what DISPLAY must be."""

    def __init__(self, width: int, height: int) -> None:
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=(writer,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as numbers:
            number = numbers.readline().strip()
        need(number, "Xvfb does not start")
        self.name = f":{number}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


@dataclass(frozen=True)
class Line:
    """A line of the debug file: `to` an engine or from it, or XBoard's own words (engine "")."""

    engine: str
    to: bool
    text: str

    def __str__(self) -> str:
        return f"{'>' if self.to else '<'}{self.engine}: {self.text}" if self.engine else self.text


class Log:
    """XBoard's debug file, read as it grows."""

    PATTERN = re.compile(r"^\d+ ([<>])(first|second) *: (.*)$")

    # XBoard sends this line in two parts and logs both.
    TWICE = re.compile(r"(usermove )\d+ >\w+ *: ")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[Line] = []
        self._offset = 0

    def read(self) -> list[Line]:
        """All complete lines until now."""
        if self.path.exists():
            with self.path.open("rb") as file:
                file.seek(self._offset)
                data = file.read()
            data = data[: data.rfind(b"\n") + 1]
            self._offset += len(data)
            for text in data.decode("utf-8", "replace").splitlines():
                text = self.TWICE.sub(r"\1", text)
                if found := self.PATTERN.match(text):
                    arrow, engine, said = found.groups()
                    self.lines.append(Line(engine, arrow == ">", said.rstrip()))
                else:
                    self.lines.append(Line("", False, text))
        return self.lines

    def mark(self) -> int:
        """Where the file ends now, for `since` of the other methods."""
        return len(self.read())

    def find(self, pattern: str, since: int = 0) -> re.Match[str] | None:
        """The first line since the mark that matches, as `>first: usermove e2e4`."""
        for line in self.read()[since:]:
            if found := re.search(pattern, str(line)):
                return found
        return None

    def wait(self, pattern: str, since: int = 0, seconds: float = SECONDS) -> re.Match[str]:
        """Waits for such a line."""
        try:
            found = until(
                pattern, lambda: self.find(rf"{pattern}|^<\w+: (Error|tellusererror) ", since),
                seconds)
        except Failure as failure:
            said = [str(line) for line in self.lines[since:] if line.engine][-12:]
            raise Failure(f"{failure}; last said: {' | '.join(said)}") from None
        assert isinstance(found, re.Match)
        need(found.string[:1] != "<" or not found.string.split(": ")[1].startswith(
            ("Error", "tellusererror")), f"waiting for {pattern}: {found.string}")
        return found

    def after(self, pattern: str, since: int = 0) -> int:
        """The mark behind the first such line, which is waited for."""
        self.wait(pattern, since)
        lines = self.lines[since:]
        return since + next(
            number for number, line in enumerate(lines, 1) if re.search(pattern, str(line)))

    def said(self, engine: str, to: bool, since: int = 0) -> list[str]:
        """The lines to an engine, or from it."""
        return [
            line.text for line in self.read()[since:] if line.engine == engine and line.to == to
        ]


@dataclass(frozen=True)
class Board:
    """Where the board is on the screen, in pixels, and how its squares are named on the wire."""

    left: int
    top: int
    square: int
    files: int
    ranks: int
    first_rank: int
    gap: int = 1

    def centre(self, name: str) -> tuple[int, int]:
        """The middle of a square."""
        column = ord(name[0]) - ord("a")
        row = self.ranks - 1 - (int(name[1:]) - self.first_rank)
        need(0 <= column < self.files and 0 <= row < self.ranks, f"no square {name} on the board")
        step = self.square + self.gap
        return self.left + column * step + self.square // 2, self.top + row * step + self.square // 2


class XBoard:
    """XBoard with an engine (`first`) and perhaps another (`second`), in a directory for its files.

    Use as a context manager; on leaving it, everything started is ended, and after a failure a
    screenshot of that moment is in the directory.
    """

    # The screen's, in pixels: room for the largest board and another window beside it.
    WIDTH, HEIGHT = 1300, 1000

    def __init__(
        self, name: str, first: str, *arguments: str, second: str | None = None,
        board: tuple[int, int, int] = (8, 8, 1), size: int = 33, ready: str | None = "pong",
    ) -> None:
        """`board` is files, ranks and the number of the lowest rank on the wire."""
        self.directory = ARTEFACTS / name
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)
        self.shape = board
        self._aside: set[str] = set()
        self._board: Board | None = None
        self.log = Log(self.directory / "xboard.debug")
        self.display = Display(self.WIDTH, self.HEIGHT)
        self._home = tempfile.TemporaryDirectory(prefix="xboard-home-")
        self.environment = os.environ | {
            "DISPLAY": self.display.name, "HOME": self._home.name, "LC_ALL": "C.UTF-8",
        }
        binary = shutil.which("xboard") or "/usr/games/xboard"
        command = [binary, "-fcp", first, "-fd", str(self.directory), "-sd", str(self.directory)]
        if second is not None:
            command += ["-scp", second]
        command += [
            "-debug", "-nameOfDebugFile", str(self.log.path), "-saveSettingsOnExit", "false",
            "-animateMoving", "false", "-xbell", "-highlightMoveWithArrow", "false",
            "-soundMove", "", "-soundTell", "", "-size", str(size), "-overrideLineGap", "1",
            "-useBoardTexture", "false", "-lightSquareColor", "#%02x%02x%02x" % LIGHT,
            "-darkSquareColor", "#%02x%02x%02x" % DARK, "-showCoords", "false",
            "-showTargetSquares", "true", "-sweepPromotions", "true", "-popupExitMessage", "false",
            "-popupMoveErrors", "false", "-startupMessage", "", "-matchPause", "100", *arguments,
        ]
        (self.directory / "command").write_text(" ".join(command) + "\n")
        with (self.directory / "output").open("w") as output:
            self.process = subprocess.Popen(
                command, env=self.environment, cwd=self.directory, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True,
            )
        try:
            if ready is not None:
                self.log.wait(f"^<first: {ready}")
        except Failure:
            self.close()
            raise

    # The screen

    def pixels(self) -> tuple[int, int, bytes]:
        """Width, height and the red, green and blue bytes of the screen."""
        found = subprocess.run(
            ["import", "-window", "root", "-depth", "8", "ppm:-"], env=self.environment,
            capture_output=True, check=True, timeout=30,
        ).stdout
        _, width, height, _, _ = re.match(
            rb"(P6)\s+(\d+)\s+(\d+)\s+(\d+)\s()", found).groups()  # type: ignore[union-attr]
        return int(width), int(height), found[-3 * int(width) * int(height):]

    def has_colour(self, square: str, colour: tuple[int, int, int]) -> bool:
        """Whether something of this colour, as large as a mark, is in a square."""
        x, y = self.board.centre(square)
        width, _, data = self.pixels()
        half = self.board.square // 2 - 1
        found = 0
        for row in range(y - half, y + half + 1):
            begin = 3 * (row * width + x - half)
            part = data[begin: begin + 3 * (2 * half + 1)]
            found += sum(part[at:at + 3] == bytes(colour) for at in range(0, len(part), 3))
        return found >= self.board.square

    @property
    def board(self) -> Board:
        """The place of the board, found by the colours of its squares when first asked for."""
        if self._board is None:
            try:
                found = until("the board on the screen", self._find_board)
            except Failure:
                self.screenshot("no-board")
                raise
            assert isinstance(found, Board)
            self._board = found
        return self._board

    def _find_board(self) -> Board | None:
        width, height, data = self.pixels()
        colours = (bytes(LIGHT), bytes(DARK))
        left, right, top, bottom = width, -1, height, -1
        for y in range(height):
            row = data[3 * width * y: 3 * width * (y + 1)]
            for colour in colours:
                at = row.find(colour * 4)
                if at >= 0:
                    last = row.rfind(colour * 4)
                    left, right = min(left, (at + 2) // 3), max(right, last // 3 + 3)
                    top, bottom = min(top, y), max(bottom, y)
        files, ranks, first = self.shape
        across, down = right - left + 1, bottom - top + 1
        # XBoard fits squares to its window; lines of one pixel are between them.
        square = (across + 1) // files - 1
        if across != files * (square + 1) - 1 or down != ranks * (square + 1) - 1:
            return None
        return Board(left, top, square, files, ranks, first)

    def screenshot(self, name: str) -> Path:
        """Keeps what the screen shows, without its empty parts."""
        path = self.directory / f"{name}.png"
        subprocess.run(
            ["import", "-window", "root", "-trim", "+repage", str(path)], env=self.environment,
            check=True, timeout=30, capture_output=True,
        )
        return path

    # The mouse and the keyboard

    def _do(self, *words: object) -> str:
        return subprocess.run(
            ["xdotool", *map(str, words)], env=self.environment, check=True, text=True,
            capture_output=True, timeout=30,
        ).stdout

    def click(self, *squares: str, button: int = 1) -> None:
        """Clicks on one square after the other."""
        for square in squares:
            x, y = self.board.centre(square)
            self._do("mousemove", x, y, "mousedown", button, "mouseup", button)

    def grab(self, square: str) -> None:
        """Takes a piece, with the button held."""
        self._do("mousemove", *self.board.centre(square), "mousedown", 1)

    def drop(self, square: str) -> None:
        """Lets the piece go there."""
        self._do("mousemove", *self.board.centre(square), "mouseup", 1)

    def press(self, key: str) -> None:
        """A key, with the pointer on the board: without a window manager, that is the focus."""
        board = self.board
        self._do("mousemove", board.left + 1, board.top - 12, "key", key)

    def move(self, *squares: str, engine: str = "first") -> str:
        """Clicks on the squares and returns the move that reaches the engine for it."""
        since = self.log.mark()
        self.click(*squares)
        return self.log.wait(rf"^>{engine}: (?:usermove )?([a-p]\d\S+)$", since)[1]

    def answer(self, text: str) -> None:
        """Types into the dialog that an engine's question has opened."""
        main = self._windows()[0]
        dialog = until("a dialog", self._other_window)
        self._do("mousemove", "--window", dialog, 20, 20, "type", text)
        self._do("key", "Return")
        until("the end of the dialog", lambda: self._windows() == [main])

    def cancel(self) -> None:
        """Closes the dialog that an engine's question has opened, without an answer."""
        main = self._windows()[0]
        dialog = until("a dialog", self._other_window)
        self._do("mousemove", "--window", dialog, 20, 20, "key", "Escape")
        until("the end of the dialog", lambda: self._windows() == [main])

    def put_aside(self) -> None:
        """Moves the window that has opened (analysis opens one) away from the board."""
        window = until("another window", self._other_window)
        self._do("windowmove", "--sync", window, self.WIDTH - 600, 0)
        self._aside.add(str(window))

    def _other_window(self) -> str | None:
        return next(iter(self._windows()[1:]), None)

    def _windows(self) -> list[str]:
        """The windows that can be seen and were not put aside, the main one first."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "xboard"], env=self.environment,
            text=True, capture_output=True, timeout=30,
        ).stdout.split()
        return sorted(set(found) - self._aside, key=int)

    # What XBoard can tell of itself

    def position(self) -> str:
        """XBoard's own position, as its menu copies it to the clipboard."""
        nothing = "nothing yet"
        self._put_on_clipboard(nothing)
        self.press("ctrl+shift+c")

        def copied() -> str | None:
            found = self._clipboard()
            return None if found == nothing else found

        return str(until("a position on the clipboard", copied))

    def paste_position(self, fen: str) -> None:
        """Gives XBoard a position by its menu."""
        self._put_on_clipboard(fen)
        self.press("ctrl+shift+v")

    def _put_on_clipboard(self, text: str) -> None:
        # A part of xclip stays behind to serve the text until another is put there. It may
        # take over the clipboard only after the rest of xclip has ended.
        subprocess.run(
            ["xclip", "-selection", "clipboard", "-i"], input=text.encode(), check=True,
            env=self.environment, timeout=30, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        until("the text on the clipboard", lambda: self._clipboard() == text)

    def _clipboard(self) -> str | None:
        found = subprocess.run(
            ["xclip", "-selection", "clipboard", "-o"], env=self.environment, timeout=30,
            capture_output=True, text=True,
        )
        return None if found.returncode else found.stdout.strip()

    def running(self) -> bool:
        return self.process.poll() is None

    def wait_exit(self) -> None:
        """Waits until XBoard ends by itself, as it does after a match; as long as it still says
        something.
        """
        while self.running():
            said = self.log.mark()
            until("XBoard's end, or more from it",
                  lambda: not self.running() or self.log.mark() > said)
        need(self.process.returncode == 0,
             f"XBoard ended with exit code {self.process.returncode}")

    def close(self) -> None:
        """Ends XBoard, the engines it started and the display."""
        for how in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, how)
            except ProcessLookupError:
                break
            try:
                self.process.wait(3)
            except subprocess.TimeoutExpired:
                continue
        self.process.wait()
        self.display.close()
        self._home.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None and self.running():
            try:
                self.screenshot("failure")
            except (OSError, subprocess.SubprocessError) as trouble:
                error.add_note(f"and no screenshot could be taken: {trouble}")
        self.close()
