"""Having tasks done by workers that may die or answer nonsense.

Dask gives the tasks of a dead worker to others. What a living worker answers is checked here, and
asked of another worker if it is wrong, a limited number of times. Every task has one answer,
since only one future of it is ever waited for.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any

from distributed import Client, KilledWorker, as_completed, get_worker

from . import ClusterError

# So many tasks more than there are slots are with the scheduler: enough to keep every worker
# busy, few enough that a million tasks need no memory there.
AHEAD = 32


@dataclass
class Task:
    """A task, and how it went so far."""

    key: str
    arguments: tuple[Any, ...]
    failures: list[str] = field(default_factory=list)
    avoid: set[str] = field(default_factory=set)


def attempt(work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any, str | None]:
    """On a worker: its address, and the answer or what went wrong."""
    address = get_worker().address
    try:
        return address, work(*arguments), None
    except ClusterError as error:
        return address, None, str(error)


def _tell(message: str) -> None:
    from tqdm import tqdm

    tqdm.write(message, file=sys.stderr)


@dataclass
class Dispatcher:
    """A way to have tasks done.

    `work` runs on a worker and raises `ClusterError` if it fails there; `check` turns its answer
    into a result here, and raises `ClusterError` if the answer cannot be right.
    """

    client: Client
    work: Callable[..., Any]
    check: Callable[[str, Any], Any]
    attempts: int = 3
    retried: int = 0
    lost: int = 0

    def results(self, tasks: Iterable[Task]) -> Iterator[list[tuple[str, Any]]]:
        """Keys with their results, in groups, as they come."""
        waiting = deque(tasks)
        running: dict[Any, Task] = {}
        completed = as_completed(with_results=True, raise_errors=False)
        self.client.subscribe_topic("all", self._watch)
        try:
            while waiting or running:
                room = sum(self.client.nthreads().values()) + AHEAD - len(running)
                for _ in range(min(room, len(waiting))):
                    task = waiting.popleft()
                    future = self._submit(task)
                    running[future] = task
                    completed.add(future)
                group = []
                for future, outcome in completed.next_batch():
                    task = running.pop(future)
                    result = self._judge(task, future, outcome)
                    if result is None:
                        # First in the line, so that what cannot be done is known soon.
                        waiting.appendleft(task)
                    else:
                        group.append(result)
                if group:
                    yield group
        finally:
            self.client.unsubscribe_topic("all")
            self.client.cancel(list(running))

    def _submit(self, task: Task) -> Any:
        others = set(self.client.nthreads()) - task.avoid if task.avoid else None
        return self.client.submit(
            attempt,
            self.work,
            task.arguments,
            pure=False,
            workers=sorted(others) if others else None,
            allow_other_workers=bool(others),
        )

    def _judge(self, task: Task, future: Any, outcome: Any) -> tuple[str, Any] | None:
        """The result in the outcome; `None` if the task is to be tried again."""
        address, failure = None, None
        if future.status == "finished":
            address, answer, failure = outcome
            if failure is None:
                try:
                    return task.key, self.check(task.key, answer)
                except ClusterError as error:
                    failure = str(error)
        else:
            error = outcome[1] if isinstance(outcome, tuple) else outcome
            if future.status in ("cancelled", "lost") or isinstance(error, CancelledError):
                raise ClusterError("the scheduler was lost, and with it the workers")
            if isinstance(error, KilledWorker):
                failure = "every worker that tried it died"
            else:
                failure = f"{type(error).__name__}: {error}".splitlines()[0]
        place = f"{address}: " if address else ""
        task.failures.append(f"{place}{failure}")
        if address:
            task.avoid.add(address)
        if len(task.failures) >= self.attempts:
            said = "; ".join(task.failures)
            raise ClusterError(f"{task.key} failed {self.attempts} times ({said})")
        self.retried += 1
        _tell(f"note: {place}{failure}; another worker tries again: {task.key}")
        return None

    def _watch(self, event: tuple[float, Any]) -> None:
        _, message = event
        if message.get("action") == "remove-worker" and not message.get("expected"):
            self.lost += 1
            _tell(f"note: worker {message['worker']} was lost; others count what it had")
