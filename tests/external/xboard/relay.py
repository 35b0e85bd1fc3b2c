"""An engine that stands between XBoard and the test.

XBoard starts this file as its engine: `relay.py SOCKET` only carries lines between XBoard and the
socket. At the socket's other end, in the test's process, a `Relay` holds the real engine. A plain
Relay hands everything on unchanged and keeps it in `lines`; a subclass decides for itself. So a
test can make the real program play the moves it wants: by the protocol's own `exclude all` and
`include MOVE`, which leave it no other.
"""

from __future__ import annotations

import os
import shlex
import socket
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines import Lost, Process  # noqa: E402


class Relay:
    """The real engine, with the test's hands on the lines between it and XBoard.

    `from_gui` and `from_engine` are called one at a time, in the order of the lines.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.engine = Process(command)
        self.lines: list[tuple[str, str]] = []
        self.trouble: BaseException | None = None
        self.lock = threading.RLock()
        self._directory = tempfile.TemporaryDirectory(prefix="relay-")
        path = str(Path(self._directory.name) / "socket")
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(path)
        self._server.listen(1)
        self.command = shlex.join([sys.executable, str(Path(__file__).resolve()), path])
        self._gui: socket.socket | None = None
        self._threads = [
            threading.Thread(target=self._carry, args=(loop,), daemon=True)
            for loop in (self._read_gui, self._read_engine)
        ]
        for thread in self._threads:
            thread.start()

    def _carry(self, loop: object) -> None:
        try:
            loop()  # type: ignore[operator]
        except BaseException as trouble:  # it is the test's failure, told by `check`
            self.trouble = trouble

    def _read_gui(self) -> None:
        self._gui, _ = self._server.accept()
        with self._gui.makefile(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                with self.lock:
                    self.lines.append(("gui", line.rstrip()))
                    self.from_gui(line.rstrip())

    def _read_engine(self) -> None:
        while True:
            try:
                line = self.engine.line(3600.0)
            except Lost:
                return
            if line is not None:
                with self.lock:
                    self.lines.append(("engine", line))
                    self.from_engine(line)

    def from_gui(self, line: str) -> None:
        """What XBoard says to the engine."""
        self.to_engine(line)

    def from_engine(self, line: str) -> None:
        """What the engine says to XBoard."""
        self.to_gui(line)

    def to_engine(self, line: str) -> None:
        with self.lock:
            self.lines.append((">engine", line))
            self.engine.send(line)

    def to_gui(self, line: str) -> None:
        with self.lock:
            self.lines.append((">gui", line))
            assert self._gui is not None
            self._gui.sendall(f"{line}\n".encode())

    def check(self) -> None:
        """Raises what went wrong in a handler."""
        if self.trouble is not None:
            raise self.trouble

    def close(self) -> None:
        if self._gui is not None:
            self._gui.close()
        self._server.close()
        self.engine.close()
        self._directory.cleanup()


class Prompted(Relay):
    """The engine plays as it likes, but `next_move` if the test has set it.

    It takes effect with the next `go`, or with what completes the person's move: an ordinary
    `usermove`, or the answer to a question.
    """

    next_move: str | None = None
    completed_by = "usermove "

    def from_gui(self, line: str) -> None:
        move = self.next_move
        if move is None or not (line == "go" or line.startswith(self.completed_by)):
            self.to_engine(line)
            return
        self.next_move = None
        if line != "go":
            self.to_engine("force")
            self.to_engine(line)
        self.to_engine("exclude all")
        self.to_engine(f"include {move}")
        self.to_engine("go")


def carry(path: str) -> None:
    """Carries bytes between the standard streams and the socket until one side ends."""
    with socket.socket(socket.AF_UNIX) as end:
        end.connect(path)

        def inward() -> None:
            while data := os.read(0, 65536):
                end.sendall(data)
            end.shutdown(socket.SHUT_WR)

        threading.Thread(target=inward, daemon=True).start()
        while data := end.recv(65536):
            os.write(1, data)


if __name__ == "__main__":
    carry(sys.argv[1])
