"""A program that stays, on a worker, and answers one line after the other.

Each thread of a worker has one. So the program is started once, and its table is kept from
position to position. It ends when it is not asked for a while, so that it takes no memory on a
worker that outlives the run; and with the worker, since its input ends then.
"""

from __future__ import annotations

import subprocess
import tempfile
import threading
from contextlib import suppress

from .binary import BinaryError, said

# So many seconds without a question are the end.
IDLE = 30
# So many seconds after its last word a program may take to end.
PATIENCE = 5

_own = threading.local()


def session(command: list[str]) -> Session:
    """This thread's program of this command."""
    found: Session | None = getattr(_own, "session", None)
    if found is None or found.command != command or not found.wake():
        if found is not None:
            found.close()
        _own.session = found = Session(command)
    return found


def _timer(seconds: float, action: object) -> threading.Timer:
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    timer.start()
    return timer


class Session:
    """A program that answers."""

    def __init__(self, command: list[str]) -> None:
        """Starts it."""
        self.command = command
        self._idle: threading.Timer | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=self._errors, text=True
            )
        except OSError as error:
            self._errors.close()
            raise BinaryError(f"{command[0]}: {error.strerror}") from error

    def wake(self) -> bool:
        """Lets it stay however long it is not asked; whether it is still there."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle.join()
        return self._process.poll() is None

    def ask(self, line: str, seconds: float) -> str:
        """Its answer, if it comes within this time."""
        late = threading.Event()

        def end() -> None:
            late.set()
            self._process.kill()

        guard = _timer(seconds, end)
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        except UnicodeDecodeError as error:
            raise BinaryError(f"{self.command[0]} printed what is not text") from error
        finally:
            guard.cancel()
        if late.is_set():
            raise BinaryError(f"{self.command[0]} did not answer within {seconds:g} s")
        if not answer.endswith("\n"):
            raise BinaryError(self._why(answer))
        self._idle = _timer(IDLE, self.close)
        return answer

    def close(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.wait()
        # What was not written to it yet has nowhere to go.
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._errors.close()

    def _why(self, answer: str) -> str:
        """Why there is no line."""
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return "it answers no more"
        self._errors.seek(0)
        errors = self._errors.read().decode(errors="replace")
        cut = f" after {answer[:60]!r}" if answer else ""
        return said(errors, code) + cut
