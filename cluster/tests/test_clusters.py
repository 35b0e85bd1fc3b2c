"""One argument says where the workers are: SSH and Slurm, as far as one machine can have them."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sliderule_cluster import ClusterError
from sliderule_cluster.clusters import Place, parse
from support import OPPOSITION, answer, nodes, run, script


def test_the_argument_is_read():
    assert parse("local") == Place("local")
    assert parse("local:3") == Place("local", number=3)
    assert parse("slurm:12") == Place("slurm", number=12)
    assert parse("tcp://a:8786") == Place("scheduler", address="tcp://a:8786")
    assert parse("ssh:a,me@b*16") == Place("ssh", hosts=(("a", None), ("me@b", 16)))
    for text in ["", "local:", "local:x", "local:-1", "ssh", "ssh:", "ssh:a*", "slurm", "tcp://"]:
        with pytest.raises(ClusterError, match="cluster: "):
            parse(text)


@pytest.fixture
def ssh(tmp_path, monkeypatch):
    """Two names of this machine, `alpha` and `beta`, at which an SSH server answers."""
    server = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("ssh_server.py")],
        stdout=subprocess.PIPE,
        text=True,
    )
    port, key = server.stdout.readline().split(" ", 1)
    folder = tmp_path / ".ssh"
    folder.mkdir()
    (folder / "config").write_text(f"Host alpha beta\nHostName 127.0.0.1\nPort {port}\n")
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {key}")
    monkeypatch.setenv("HOME", str(tmp_path))
    yield
    server.kill()
    server.communicate()


def test_hosts_by_ssh_count(ssh):
    found = answer(run("opposition", 3, "--split", 1, "--cluster", "ssh:alpha*1,beta*1"))
    assert nodes(found) == OPPOSITION[:3]
    assert found["workers_lost"] == 0


def test_a_host_that_does_not_answer_is_told(ssh):
    done = run("opposition", 3, "--cluster", "ssh:nobody.invalid")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("error: cluster ssh: ")


def test_jobs_of_slurm_count(tmp_path, monkeypatch):
    # As the real one does, it keeps a copy of the script and says the number of the job.
    folder = shlex.quote(str(tmp_path))
    script(
        tmp_path / "sbatch",
        f"""
job=$(mktemp {folder}/job.XXXXXX) && cp "$1" "$job"
setsid bash "$job" > "$job.out" 2>&1 &
echo "Submitted batch job $!"
""",
    )
    script(tmp_path / "scancel", 'for job in "$@"; do kill -- "-$job"; done\n')
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = answer(run("opposition", 3, "--split", 1, "--cluster", "slurm:2", "--threads", 2))
    assert nodes(found) == OPPOSITION[:3]
    jobs = [path for path in tmp_path.glob("job.*") if path.suffix != ".out"]
    assert len(jobs) >= 2
    assert "--cpus-per-task=2" in jobs[0].read_text() and "--nthreads 1 " in jobs[0].read_text()
