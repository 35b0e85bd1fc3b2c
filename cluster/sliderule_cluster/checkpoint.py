"""A file of what is done, from which a run that was cut off goes on.

The first line says what the task is, each other line holds a key and its value, as JSON. Lines
are on the disk before they count as done. A torn last line, all that a crash can leave, is
dropped; a file of another task is refused.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import ClusterError

FORMAT = "sliderule-cluster checkpoint 1"


class Checkpoint:
    """What is done, in memory and, if there is a path, in a file that only this process has."""

    def __init__(self, path: Path | None, task: dict[str, Any]) -> None:
        """Reads the file, or makes it."""
        self.done: dict[str, Any] = {}
        self._path = path
        self._file = None
        if path is None:
            return
        try:
            self._file = path.open("a+b")
            self._lock()
            self._load(task)
        except OSError as error:
            raise ClusterError(f"checkpoint {path}: {error.strerror}") from error

    def __enter__(self) -> Checkpoint:
        """Closes the file at the end of a block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the file, which also gives it free."""
        if self._file:
            self._file.close()

    def add(self, results: Iterable[tuple[str, Any]]) -> None:
        """Keeps results. A key is counted once: to add it again is a mistake of the caller."""
        lines = []
        for key, value in results:
            if key in self.done:
                raise ValueError(f"{key} is done already")
            self.done[key] = value
            lines.append(json.dumps({"key": key, "value": value}).encode() + b"\n")
        self._write(b"".join(lines))

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ClusterError(f"checkpoint {self._path} is in use by another run") from error

    def _write(self, data: bytes) -> None:
        if not self._file:
            return
        try:
            self._file.write(data)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise ClusterError(f"checkpoint {self._path}: {error.strerror}") from error

    def _load(self, task: dict[str, Any]) -> None:
        header = json.dumps({"format": FORMAT, "task": task}).encode() + b"\n"
        self._file.seek(0)
        *lines, torn = self._file.read().split(b"\n")
        if not lines:
            if not header.startswith(torn):
                raise ClusterError(f"{self._path} is not a checkpoint; it is left as it is")
            self._file.truncate(0)
            self._write(header)
            return
        self._compare(lines[0], task)
        for number, line in enumerate(lines[1:], start=2):
            try:
                entry = json.loads(line)
                key, value = entry["key"], entry["value"]
            except (ValueError, KeyError, TypeError) as error:
                raise ClusterError(f"checkpoint {self._path}, line {number}: damaged") from error
            if key in self.done:
                raise ClusterError(f"checkpoint {self._path}, line {number}: {key} again")
            self.done[key] = value
        if torn:
            self._file.truncate(self._file.tell() - len(torn))

    def _compare(self, line: bytes, task: dict[str, Any]) -> None:
        try:
            header = json.loads(line)
            known, theirs = header["format"] == FORMAT, dict(header["task"])
        except (ValueError, KeyError, TypeError):
            known, theirs = False, {}
        if not known:
            raise ClusterError(f"{self._path} is not a checkpoint; it is left as it is")
        differences = [
            f"{name} {theirs.get(name)}, not {task.get(name)}"
            for name in {**task, **theirs}
            if theirs.get(name) != task.get(name)
        ]
        if differences:
            said = "; ".join(differences)
            raise ClusterError(f"checkpoint {self._path} is of another task: {said}")
