"""Two workers for all tests that do not mind whose they are, and runs that end with their test."""

import os
import signal
import subprocess
from contextlib import suppress

import pytest
from distributed import LocalCluster

from support import command


@pytest.fixture(scope="session")
def scheduler():
    with LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def start():
    """Starts the command in a process group of its own."""
    runs = []

    def begin(*arguments, **options):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        run = subprocess.Popen(command(*arguments, **options), **pipes, start_new_session=True)
        runs.append(run)
        return run

    yield begin
    for run in runs:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
