"""A match in slices: workers that die, slices that are broken off, runs that go on."""

import json
import os
import signal

import psutil
import pytest

from sliderule_cluster import ClusterError
from sliderule_cluster.binary import Binary
from sliderule_cluster.cli import main
from sliderule_cluster.match import Merged
from support import BINARY, answer, finish, keys, refusal, run, script, wait_for_lines, workers

GAMES = 32
MATCH = (
    "--engine name=A nodes=200 --engine name=B nodes=150 "
    f"--games {GAMES} --random-plies 4 --maxmoves 12"
)


def games(state):
    """The numbers of the games in the state of a match."""
    return [json.loads(line)["game"] for line in state.read_text().splitlines()[1:]]


def test_a_worker_killed_in_the_middle_costs_no_game(tmp_path, start):
    checkpoint, state, pgn = tmp_path / "done", tmp_path / "state", tmp_path / "games.pgn"
    options = ["--slices", 8, "--cluster", "local:2", "--checkpoint", checkpoint]
    process = start(*options, "--state", state, "--pgnout", pgn, match=MATCH)
    wait_for_lines(checkpoint, 3, process)
    victim, _ = workers(process)
    while not (programs := victim.children(recursive=True)):
        assert process.poll() is None
    victim.kill()
    found, err = finish(process)
    assert (found["games"], found["of"], found["slices"]) == (GAMES, GAMES, 8)
    assert found["workers_lost"] == 1, err
    # The program and its engines.
    assert psutil.wait_procs(programs, timeout=10)[1] == []
    assert sorted(keys(checkpoint)) == [f"{k}/8" for k in range(1, 9)]
    assert sorted(games(state)) == list(range(GAMES))
    assert pgn.read_text().count("[Result ") == GAMES
    pairing = found["pairings"][0]
    assert sum(pairing["pairs"]) == GAMES / 2
    assert pairing["wins"] + pairing["losses"] + pairing["draws"] == GAMES


def test_a_match_that_was_killed_goes_on(tmp_path, start):
    checkpoint = tmp_path / "done"
    options = ["--slices", 6, "--cluster", "local:2", "--checkpoint", checkpoint]
    process = start(*options, match=MATCH)
    wait_for_lines(checkpoint, 3, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    kept = len(keys(checkpoint))
    found = answer(run(*options, match=MATCH))
    assert (found["resumed"], found["games"]) == (kept, GAMES)
    # All is played: no worker is asked again, and the result is the same.
    again = answer(run("--cluster", "tcp://127.0.0.1:1", *options[:2], *options[4:], match=MATCH))
    assert (again["resumed"], again["pairings"]) == (6, found["pairings"])
    done = run(*options, match=f"{MATCH} --seed 1")
    assert done.returncode == 1 and "is of another task: words " in done.stderr


def test_a_slice_that_is_broken_off_is_played_anew(tmp_path, scheduler):
    other = script(
        tmp_path / "other",
        f"""
case "$*" in
*--slice*) ;;
*) exec '{BINARY}' "$@" ;;
esac
# Of two workers at once only one can make a folder.
if mkdir '{tmp_path}/first' 2> '{os.devnull}'; then
    echo '{{"games": 3, "of": 12, "pairings": []}}'
elif mkdir '{tmp_path}/second' 2> '{os.devnull}'; then
    exit 1
elif mkdir '{tmp_path}/third' 2> '{os.devnull}'; then
    echo 7
else
    exec '{BINARY}' "$@"
fi
""",
    )
    found = answer(run("--slices", 4, "--cluster", scheduler, binary=other, match=MATCH))
    assert (found["games"], found["retried"]) == (GAMES, 3)


def test_a_test_that_is_decided_ends_the_match(tmp_path, scheduler):
    checkpoint = tmp_path / "done"
    match = (
        "--engine name=A depth=3 --engine name=B nodes=1 --games 4000 --random-plies 4 "
        "--sprt elo0=0 elo1=200"
    )
    options = ["--slices", 400, "--cluster", scheduler, "--checkpoint", checkpoint]
    found = answer(run(*options, match=match))
    assert found["pairings"][0]["sprt"]["verdict"] == "H1"
    assert found["games"] < 4000 and len(keys(checkpoint)) < 400
    again = answer(run(*options, match=match))
    assert again["pairings"] == found["pairings"]


def test_what_is_no_slice_is_seen(tmp_path):
    played = Binary(BINARY)
    state = tmp_path / "state"
    words = [
        "--engine",
        "name=A",
        "depth=1",
        "--engine",
        "name=B",
        "depth=1",
        "--games",
        "4",
        "--maxmoves",
        "2",
    ]
    played.output("match", *words, "--slice", "1/2", "--state", str(state))
    merged = Merged(played, tmp_path)
    text = state.read_text()
    for part, wrong in [("2/2", text), ("1/2", ""), ("1/2", "nonsense"), ("1/2", 7)]:
        with pytest.raises(ClusterError):
            merged.check(part, wrong)
    for wrong in [text.replace('"result":"', '"result":'), text.replace('"game":0', '"game":2')]:
        with pytest.raises(ClusterError):
            merged.check("1/2", wrong)
    assert merged.check("1/2", text) == text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--slices", "0"], "from 1 to 1000000, not '0'"),
        (["--slices", "2", "--variant", "nosuch"], "there is no game 'nosuch'"),
        (["--slices", "2", "--", "--state", "x"], "--state: must stand before the '--'"),
        (["--slices", "2", "--", "--variant=battery"], "--variant: must stand before the '--'"),
        (["--slices", "2", "--", "--merge", "x"], "--merge: not for a match in slices"),
    ],
)
def test_arguments_in_error_are_told_in_one_line(capsys, arguments, said):
    assert said in refusal(capsys, lambda: main(["match", "--binary", BINARY, *arguments]))


def test_what_the_program_refuses_is_told(scheduler):
    done = run("--slices", 2, "--cluster", scheduler, match="--engine name=A depth=1")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("error: ") and "two engines at least" in last
