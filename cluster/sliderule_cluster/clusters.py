"""From one argument to workers: this machine, hosts by SSH, jobs of Slurm, or a scheduler that runs.

A worker's thread does one task at a time, which is a process of `sliderule` with threads of its
own; so a machine has as many slots as its cores allow.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import dask
from dask.system import CPU_COUNT
from distributed import Client, LocalCluster, SpecCluster

from . import ClusterError

SYNTAX = "local[:N], ssh:HOST[*N],..., slurm:JOBS or tcp://HOST:PORT"


@dataclass(frozen=True)
class Need:
    """What a task takes: threads, and MiB of memory."""

    threads: int
    memory: int


@dataclass(frozen=True)
class Place:
    """Where workers are: the kind of cluster, and what its kind needs to know."""

    kind: str
    hosts: tuple[tuple[str, int | None], ...] = ()
    number: int | None = None
    address: str = ""


def _number(text: str, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) == 0:
        raise ClusterError(f"cluster: '{text}' is no number of {what}")
    return int(text)


def parse(text: str) -> Place:
    """The place that an argument names."""
    kind, colon, rest = text.partition(":")
    if re.match(r"(tcp|tls)://.", text):
        return Place("scheduler", address=text)
    if kind == "local":
        return Place("local", number=_number(rest, "workers") if colon else None)
    if kind == "slurm" and colon:
        return Place("slurm", number=_number(rest, "jobs"))
    if kind == "ssh" and colon:
        hosts = []
        for part in rest.split(","):
            host, star, slots = part.partition("*")
            if not host:
                raise ClusterError(f"cluster: a host without a name in '{text}'")
            hosts.append((host, _number(slots, f"slots of {host}") if star else None))
        return Place("ssh", hosts=tuple(hosts))
    raise ClusterError(f"cluster: '{text}' is none of {SYNTAX}")


def _local(place: Place, need: Need) -> Any:
    workers = place.number or max(1, CPU_COUNT // need.threads)
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        # The memory is taken by another process, which the nanny does not see.
        memory_limit=0,
        dashboard_address=None,
    )


def _ssh(place: Place, _: Need) -> Any:
    try:
        import asyncssh  # noqa: F401
    except ImportError as error:
        raise ClusterError("cluster ssh: needs pip install 'sliderule-cluster[ssh]'") from error
    from distributed.deploy.ssh import Scheduler, Worker

    def remote(cls: type, host: str, **options: Any) -> dict[str, Any]:
        common = {"address": host, "connect_options": {}, "remote_python": sys.executable}
        return {"cls": cls, "options": {**common, **options}}

    workers = {
        index: remote(
            Worker,
            host,
            worker_class="distributed.Nanny",
            # Without its scheduler a worker ends itself, since nobody else would end it.
            kwargs={"nthreads": slots, "memory_limit": 0, "death_timeout": 60},
        )
        for index, (host, slots) in enumerate(place.hosts)
    }
    scheduler = remote(Scheduler, place.hosts[0][0], kwargs={"dashboard": False, "port": 0})
    return SpecCluster(workers, scheduler, name="SSHCluster")


def _slurm(place: Place, need: Need) -> Any:
    try:
        from dask_jobqueue import SLURMCluster
    except ImportError as error:
        raise ClusterError("cluster slurm: needs pip install 'sliderule-cluster[slurm]'") from error
    cores = dask.config.get("jobqueue.slurm.cores", None) or need.threads
    slots = max(1, cores // need.threads)
    memory = dask.config.get("jobqueue.slurm.memory", None) or f"{slots * need.memory + 1024}MiB"
    cluster = SLURMCluster(
        cores=slots,
        job_cpu=slots * need.threads,
        processes=1,
        memory=memory,
        scheduler_options={"dashboard": False},
    )
    # A job that ends, by its time limit for instance, is followed by another.
    cluster.adapt(minimum_jobs=place.number, maximum_jobs=place.number)
    return cluster


@contextmanager
def connect(place: Place, need: Need) -> Iterator[Client]:
    """A client of the workers at a place; those that were started for it end with it."""
    if place.kind == "scheduler":
        try:
            client = Client(place.address)
        except OSError as error:
            raise ClusterError(f"cluster {place.address}: nobody answers") from error
        with client:
            yield client
        return
    start = {"local": _local, "ssh": _ssh, "slurm": _slurm}[place.kind]
    try:
        cluster = start(place, need)
    except ClusterError:
        raise
    except Exception as error:
        # SSH and Slurm fail in ways of their own, each with its own kind of exception.
        raise ClusterError(f"cluster {place.kind}: {' '.join(str(error).split())}") from error
    with cluster, Client(cluster) as client:
        yield client
