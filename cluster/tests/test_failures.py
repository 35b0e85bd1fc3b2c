"""Workers that die, programs that lie, runs that are cut off: nothing is lost or counted twice."""

import os
import signal

import psutil
import pytest

from sliderule_cluster.cli import main
from support import (
    BINARY,
    OPPOSITION,
    answer,
    finish,
    keys,
    liar,
    nodes,
    refusal,
    run,
    script,
    wait_for_lines,
    workers,
)


def test_a_worker_killed_in_the_middle_costs_nothing(tmp_path, start):
    checkpoint = tmp_path / "counts"
    process = start("opposition", 5, "--cluster", "local:2", "--checkpoint", checkpoint)
    wait_for_lines(checkpoint, 20, process)
    victim, other = workers(process)
    programs = victim.children(recursive=True)
    victim.kill()
    found, err = finish(process)
    assert nodes(found) == OPPOSITION
    assert found["workers_lost"] == 1, err
    assert "was lost" in err
    assert found["positions"] == 197
    assert len(keys(checkpoint)) == len(set(keys(checkpoint))) == 197
    assert not victim.is_running() and not other.is_running()
    assert programs and psutil.wait_procs(programs, timeout=10)[1] == []


def test_nonsense_is_asked_again_of_another_worker(tmp_path, scheduler):
    checkpoint = tmp_path / "counts"
    options = ["--cluster", scheduler, "--checkpoint", checkpoint]
    done = run("opposition", 4, *options, binary=liar(tmp_path, 5, times=2))
    found = answer(done)
    assert nodes(found) == OPPOSITION[:4]
    lies = (tmp_path / "lies").read_text().splitlines()
    assert found["retried"] == len(lies) > 40
    said = ["no JSON: 'nonsense", "an answer for chess", "counts that are none: [-"]
    ends = ["exit code 1;", "exit code -11;", "exit code 0 after 'half';"]
    for kind in [*said, *ends, "for the depths [1]"]:
        assert kind in done.stderr
    assert len(keys(checkpoint)) == len(set(keys(checkpoint))) == 197


def test_what_always_fails_ends_the_run_and_is_named(tmp_path, scheduler):
    done = run("chess", 3, "--split", 1, "--cluster", scheduler, binary=liar(tmp_path, 1, times=9))
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("error: rnbqkbnr/") and "failed 3 times (tcp://" in last
    assert done.stdout == ""


def test_a_worker_with_other_rules_counts_nothing(tmp_path, scheduler):
    # The first question for the version is the run's own, later ones are the workers'.
    asked = tmp_path / "asked"
    other = script(
        tmp_path / "other",
        f"""
[ "$1" = --version ] || exec '{BINARY}' "$@"
[ -e '{asked}' ] && echo 'sliderule 0.0.0' && exit
touch '{asked}'
exec '{BINARY}' "$@"
""",
    )
    done = run("chess", 3, "--split", 1, "--cluster", scheduler, binary=other)
    assert done.returncode == 1
    assert "another version or other rules" in done.stderr.splitlines()[-1]


def test_a_program_that_hangs_is_ended(tmp_path, scheduler):
    hung = script(
        tmp_path / "hung", f"""[ "$1" = perft ] || exec '{BINARY}' "$@"\nexec sleep 987\n"""
    )
    options = ["--split", 0, "--timeout", 1, "--cluster", scheduler]
    done = run("chess", 2, *options, binary=hung)
    assert done.returncode == 1
    assert "did not answer within 1 s" in done.stderr.splitlines()[-1]
    left = [process for process in psutil.process_iter() if "987" in process.cmdline()]
    assert left == []


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path, start):
    checkpoint = tmp_path / "counts"
    options = ["opposition", 5, "--cluster", "local:2", "--checkpoint", checkpoint]
    process = start(*options)
    wait_for_lines(checkpoint, 50, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    before = checkpoint.read_bytes()
    kept = before.count(b"\n") - 1
    assert 49 <= kept < 197
    with checkpoint.open("ab") as file:
        file.write(b'{"key": "rnbqk')
    found = answer(run(*options))
    assert (found["resumed"], nodes(found)) == (kept, OPPOSITION)
    assert checkpoint.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert len(keys(checkpoint)) == len(set(keys(checkpoint))) == 197
    # All is counted: no worker is asked again.
    found = answer(run(*options[:2], "--cluster", "tcp://127.0.0.1:1", *options[4:]))
    assert (found["resumed"], nodes(found)) == (197, OPPOSITION)


def test_two_runs_do_not_share_a_checkpoint(tmp_path, start):
    checkpoint = tmp_path / "counts"
    options = ["opposition", 5, "--cluster", "local:1", "--checkpoint", checkpoint]
    process = start(*options)
    wait_for_lines(checkpoint, 1, process)
    done = run(*options)
    assert done.returncode == 1
    assert done.stderr == f"error: checkpoint {checkpoint} is in use by another run\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuch", "3"], "there is no game 'nosuch'"),
        (["chess", "0"], "from 1 to 99, not '0'"),
        (["chess", "3", "--split", "3"], "split 3: must be less than the depth, 3"),
        (["chess", "3", "--fen", "8/8 w"], "bad FEN: 2 fields"),
        (["chess", "3", "--cluster", "cloud:9"], "'cloud:9' is none of"),
        (["chess", "3", "--cluster", "local:0"], "'0' is no number of workers"),
        (["chess", "3", "--cluster", "ssh:a,,b"], "a host without a name"),
        (["chess", "3", "--checkpoint", "/"], "Is a directory"),
        (["chess", "3", "--config", "/none"], "config /none: no such file"),
        (["chess", "3", "--binary", "/none"], "binary /none: no such program"),
        (["chess", "3", "--timeout", "0"], "from 1 to 31536000, not '0'"),
        (["chess", "3", "--", "more"], "'more': nothing may follow '--'"),
    ],
)
def test_arguments_in_error_are_told_in_one_line(capsys, arguments, said):
    assert said in refusal(capsys, lambda: main(["perft", "--binary", BINARY, *arguments]))
