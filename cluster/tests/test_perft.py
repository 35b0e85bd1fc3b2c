"""The counts are those of tests/data/perft.tsv, and those of the program alone."""

import pytest

from sliderule_cluster import ClusterError, perft
from sliderule_cluster.binary import Binary
from support import BINARY, OPPOSITION, answer, nodes, run, table


def known(game, depth):
    """A position in the table that is counted to this depth, and the counts."""
    for fen, counts in table(game).items():
        if fen != "startpos" and depth in counts and counts[depth] < 3_000_000:
            return fen, counts
    raise AssertionError(f"no position of {game} to depth {depth}")


@pytest.mark.parametrize(
    ("game", "split"),
    [("battery", 1), ("battery-standard", 1), ("opposition", 2), ("short-sliders", 1)],
)
def test_counts_are_those_of_the_table(scheduler, game, split):
    fen, counts = known(game, 3)
    options = ["--fen", fen, "--split", split, "--cluster", scheduler]
    found = answer(run(game, 3, *options))
    assert (found["game"], found["fen"]) == (game, fen)
    assert {i: nodes(found)[i - 1] for i in counts if i <= 3} == {
        i: n for i, n in counts.items() if i <= 3
    }
    assert found["retried"] == found["workers_lost"] == 0


def test_every_split_gives_the_same(scheduler):
    for split in range(3):
        found = answer(run("opposition", 3, "--split", split, "--cluster", scheduler))
        assert nodes(found) == OPPOSITION[:3]


@pytest.mark.parametrize("game", ["chess", "3check", "atomic", "opposition"])
def test_merged_positions_stand_for_all_ways(game):
    binary = Binary(BINARY)
    name, fen = binary.start(game, None)
    parts = perft.split(binary, name, fen, 3, lambda _: None)
    depths = binary.json("perft", name, "4", "--fen", fen)["depths"]
    assert parts.above == [depth["nodes"] for depth in depths[:3]]
    assert len(parts.multiplicities) < parts.above[-1]
    below = binary.moves(name, list(parts.multiplicities))
    counts = {fen: [len(moves)] for fen, moves in zip(parts.multiplicities, below, strict=True)}
    assert perft.total(parts, counts)[-1] == depths[3]["nodes"]


def test_chess_has_as_many_positions_as_is_known():
    binary = Binary(BINARY)
    parts = perft.split(binary, *binary.start("chess", None), 3, lambda _: None)
    assert len(parts.multiplicities) == 5362


def test_totals_may_be_larger_than_64_bits():
    parts = perft.Parts({"a": 2**70, "b": 1}, [1])
    assert perft.total(parts, {"a": [3], "b": [5]}) == [1, 3 * 2**70 + 5]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "atomic"},
        {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"},
        {"depths": []},
        {"depths": [{"depth": 2, "nodes": 20}, {"depth": 1, "nodes": 400}]},
        {"depths": [{"depth": 1, "nodes": 20}, {"depth": 2, "nodes": -400}]},
        {"depths": [{"depth": 1, "nodes": 20}, {"depth": 2, "nodes": True}]},
        {"depths": [{"depth": 1, "nodes": 20}, {"depth": 2, "nodes": 400.5}]},
        {"depths": [{"depth": 1, "nodes": 0}, {"depth": 2, "nodes": 400}]},
        {"depths": 7},
    ],
)
def test_nonsense_is_seen(change):
    count = perft.Count(Binary(BINARY), "chess", 2, (), 0, 1, 60)
    depths = [{"depth": 1, "nodes": 20}, {"depth": 2, "nodes": 400}]
    right = {"game": "chess", "fen": "a fen", "depths": depths}
    assert count.check("a fen", right) == [20, 400]
    with pytest.raises(ClusterError):
        count.check("a fen", {**right, **change})
