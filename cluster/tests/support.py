"""Running the command, and programs that behave badly."""

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SLIDERULE", str(ROOT / "target/release/sliderule"))


def table(game):
    """The positions of a game in tests/data/perft.tsv: for each FEN the counts by depth."""
    found = {}
    for line in (ROOT / "tests/data/perft.tsv").read_text().splitlines():
        name, fen, depth, count = line.split("\t")
        if name == game:
            found.setdefault(fen, {})[int(depth)] = int(count)
    return found


OPPOSITION = [table("opposition")["startpos"][depth] for depth in range(1, 6)]


def command(*arguments, binary=BINARY, match=None):
    """Perft with these arguments or, if it is told, the match of these words."""
    own = ["perft", "--hash", "0"] if match is None else ["match"]
    call = [sys.executable, "-m", "sliderule_cluster.cli", *own, *map(str, arguments)]
    words = [] if match is None else ["--", *match.split()]
    return [*call, "--binary", str(binary), "--json", *words]


def run(*arguments, **options):
    return subprocess.run(
        command(*arguments, **options), capture_output=True, text=True, check=False
    )


def answer(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def nodes(found):
    return [entry["nodes"] for entry in found["depths"]]


def keys(checkpoint):
    return [json.loads(line)["key"] for line in checkpoint.read_text().splitlines()[1:]]


def wait_for_lines(checkpoint, lines, process):
    """Returns when the checkpoint has so many lines, with the run still going on."""
    for _ in range(2000):
        if checkpoint.exists() and checkpoint.read_bytes().count(b"\n") >= lines:
            assert process.poll() is None
            return
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    raise AssertionError("the run does not go on")


def workers(process):
    """The worker processes that a run has started."""
    found = []
    for child in psutil.Process(process.pid).children():
        # What runs for a moment only may be gone by now.
        with suppress(psutil.Error):
            if any("spawn_main" in part for part in child.cmdline()):
                found.append(child)
    return found


def finish(process):
    out, err = process.communicate()
    assert process.returncode == 0, err
    return json.loads(out), err


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(0o755)
    return path


def liar(folder, one_in, times):
    """A program that answers nonsense when it is first asked about some positions.

    Of so many positions it lies about one, so many times; each lie leaves a line in `lies`.
    """
    (folder / "lies").write_text("")
    return script(
        folder / "liar",
        f"""
[ "$1" = perft ] || exec '{BINARY}' "$@"
tell() {{ echo "$fen" | '{BINARY}' "$@"; }}
while read -r fen; do
    n=$(echo "$fen" | cksum | cut -d' ' -f1)
    if [ $((n % {one_in})) != 0 ] || [ "$(grep -c "^$n$" '{folder}/lies')" -ge {times} ]; then
        tell "$@" || exit
        continue
    fi
    echo $n >> '{folder}/lies'
    case $((n / 11 % 7)) in
    0) echo nonsense ;;
    1) '{BINARY}' perft chess "$3" --json ;;
    2) tell "$@" | sed 's/"nodes":/"nodes":-/g' ;;
    3) exit 1 ;;
    4) tell perft "$2" 1 --stdin --json ;;
    5) kill -SEGV $$ ;;
    6) printf half; exit ;;
    esac
done
""",
    )


def refusal(capsys, call):
    """What a call that ends the program says: one line."""
    with pytest.raises(SystemExit) as ended:
        call()
    # Python prints the text of an exit that has one, and ends with code 1.
    text = capsys.readouterr().err if ended.value.code == 2 else f"{ended.value.code}\n"
    assert text.startswith("error: ")
    assert text.count("\n") == 1
    return text
