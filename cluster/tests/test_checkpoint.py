"""What a checkpoint file keeps, drops and refuses."""

import pytest

from sliderule_cluster import ClusterError
from sliderule_cluster.checkpoint import Checkpoint

TASK = {"command": "perft", "game": "chess", "depth": 5}


def filled(path):
    with Checkpoint(path, TASK) as checkpoint:
        checkpoint.add([("a", [1, 2]), ("b", [2**80])])
    return path.read_bytes()


def test_every_torn_end_is_dropped(tmp_path):
    path = tmp_path / "counts"
    data = filled(path)
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        with Checkpoint(path, TASK) as checkpoint:
            whole = data[:length].count(b"\n") - 1
            assert list(checkpoint.done) == ["a", "b"][: max(whole, 0)]
            checkpoint.add([("c", [3])])
        with Checkpoint(path, TASK) as checkpoint:
            assert checkpoint.done["c"] == [3]
            assert len(checkpoint.done) == max(whole, 0) + 1


def test_another_task_is_refused_by_name(tmp_path):
    path = tmp_path / "counts"
    data = filled(path)
    with pytest.raises(ClusterError) as error:
        Checkpoint(path, {**TASK, "game": "battery", "fen": "x"})
    said = "is of another task: game chess, not battery; fen None, not x"
    assert str(error.value) == f"checkpoint {path} {said}"
    assert path.read_bytes() == data


@pytest.mark.parametrize("text", ["notes", "notes\n", '{"a": 1}\n', "[]\n", "7\n7\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path, text):
    path = tmp_path / "notes"
    path.write_text(text)
    with pytest.raises(ClusterError, match="is not a checkpoint"):
        Checkpoint(path, TASK)
    assert path.read_text() == text


@pytest.mark.parametrize("line", ["nonsense", "{}", "[]", '{"key": []}'])
def test_damage_in_the_middle_is_named(tmp_path, line):
    path = tmp_path / "counts"
    data = filled(path).decode().splitlines()
    path.write_text("\n".join([data[0], data[1], line, data[2], ""]))
    with pytest.raises(ClusterError, match="line 3: damaged"):
        Checkpoint(path, TASK)


def test_nothing_is_counted_twice(tmp_path):
    path = tmp_path / "counts"
    data = filled(path)
    with Checkpoint(path, TASK) as checkpoint, pytest.raises(ValueError, match="done already"):
        checkpoint.add([("a", [1, 2])])
    path.write_bytes(data + data.splitlines(keepends=True)[1])
    with pytest.raises(ClusterError, match="line 4: a again"):
        Checkpoint(path, TASK)
