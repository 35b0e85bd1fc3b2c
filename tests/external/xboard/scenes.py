"""The scenes of the human games, as data: every special move by the engine and by the person.

A scene begins with a position in which the engine is to move (or the start of a game, with the
person to move). Squares and moves are Sliderule's own; what XBoard calls them is worked out.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Turn:
    """A move of the person.

    `clicks` are the squares he clicks on, or with `drag` those between which he drags; `marks` are
    colours that squares must have after the first click (letters as in `highlight`), `answer` what
    he types if he is asked. `reply` is the move the engine answers with; without one it plays
    what it likes.
    """

    move: str
    clicks: tuple[str, ...]
    marks: dict[str, str] = field(default_factory=dict)
    answer: str | None = None
    reply: str | None = None
    drag: bool = False


@dataclass(frozen=True)
class Scene:
    """What happens in a position."""

    game: str
    name: str
    fen: str | None
    engine: str | None
    turns: tuple[Turn, ...]


def ordinary(move: str, *, reply: str | None = None, mark: str = "Y") -> Turn:
    """A move by a click on each of its squares."""
    digits = 2 if move[2:3].isdigit() else 1
    start, end = move[:1 + digits], move[1 + digits:]
    return Turn(move, (start, end), {end: mark}, reply=reply)


def mirrored(move: str) -> str:
    """A move on a board of 16 ranks, seen from the other side."""
    turned, digits = "", ""
    for sign in f"{move}$":
        if sign.isdigit():
            digits += sign
            continue
        turned += (str(17 - int(digits)) if digits else "") + sign
        digits = ""
    return turned.removesuffix("$")


# What clears the way for castling; the fourteenth move is the engine's own castling.
KING_SIDE = ("l3k5", "k2l3", "j1k2", "j3i5", "k1j3", "j4j6", "h2j4", "h1h2", "h4g5", "i1h4",
             "a4a5", "b4b5", "c4c5", "a5a6")
QUEEN_SIDE = ("a3b5", "b2a3", "c1b2", "c3d5", "b1c3", "c4c6", "e2c4", "e1e2", "f4g5", "e4f5",
              "f2e4", "f1f2", "d1f4")

# White's moves and Black's, up to the castling of both.
CASTLING = (*zip(KING_SIDE, (*map(mirrored, QUEEN_SIDE), "g16a16"), strict=True), ("g1l1",))

SHORT_SLIDERS = (
    Scene("short-sliders", "castling", None, None, (
        *(ordinary(mine, reply=its) for mine, its in CASTLING[:-1]),
        Turn("g1l1", ("g1", "l1"), {"l1": "Y"}),
    )),
    Scene("short-sliders", "rifle", "5k6/12/12/p11/12/12/12/7a4/12/5rN5/12/4A7/P11/12/12/6K5 b - - 0 1",
          "h9g7,g7h9", (Turn("e5f7,f7e5", ("e5", "f7"), {"f7": "R"}),)),
    Scene("short-sliders", "rifle-black", "5k6/12/12/p11/12/12/12/7a4/12/5rN5/12/4A7/P11/12/12/6K5 w - - 0 1",
          "e5f7,f7e5", (Turn("h9g7,g7h9", ("h9", "g7"), {"g7": "R"}),)),
    Scene("short-sliders", "pawn-passant", "5k6/12/11p/1p10/12/P11/12/12/12/12/12/12/12/12/12/R5K5 b - - 0 1",
          "b13b11", (Turn("a11b12", ("a11", "b12"), {"b12": "R"}),)),
    Scene("short-sliders", "pawn-takes-berolina",
          "5k6/12/11p/2o9/12/2P9/12/12/12/12/12/12/12/12/12/R5K5 b - - 0 1",
          "c13e11", (Turn("c11d12", ("c11", "d12"), {"d12": "R"}),)),
    Scene("short-sliders", "berolina-takes-berolina",
          "5k6/12/11p/2o9/12/3O8/12/12/12/12/12/12/12/12/12/R5K5 b - - 0 1",
          "c13e11", (Turn("d11d12", ("d11", "d12"), {"d12": "R"}),)),
    Scene("short-sliders", "engine-passant", "5k6/12/7p4/12/12/12/12/12/12/12/p11/12/1P10/12/12/R5K5 b - - 0 1",
          "h14h13", (ordinary("b4b6", reply="a6b5"), ordinary("a1a4"))),
    Scene("short-sliders", "engine-berolina-passant",
          "5k6/12/7p4/12/12/12/12/12/12/12/3o8/12/2O9/12/12/R5K5 b - - 0 1",
          "h14h13", (ordinary("c4e6", reply="d6d5"), ordinary("a1a4"))),
    Scene("short-sliders", "promotion-by-capture",
          "5k6/12/12/12/12/12/9l2/12/9R2/2r9/12/3N8/12/12/12/6K5 b - - 0 1",
          "j10j8", (Turn("d5c7", ("d5", "c7"), {"c7": "R"}),)),
    Scene("short-sliders", "second-promotion",
          "5k6/12/12/12/12/12/9c'2/12/10H'1/2r'9/12/3N'8/12/12/12/6K5 b - - 0 1",
          "j10k8", (Turn("d5c7", ("d5", "c7"), {"c7": "R"}),)),
    Scene("short-sliders", "promotion-by-arrival",
          "5k6/12/12/12/12/5W6/12/12/12/12/12/9b2/12/12/12/R5K5 b - - 0 1",
          "j5l3", (Turn("f11e14", ("f11", "e14"), {"e14": "Y"}),)),
    Scene("short-sliders", "pawn-promotion", "5k6/12/12/12/P11/12/12/12/12/12/12/12/1p10/12/12/R5K5 b - - 0 1",
          "b4b3", (Turn("a12a13d", ("a12", "a13"), {"a13": "G"}, answer="d"),)),
    Scene("short-sliders", "pawn-stays", "5k6/12/12/12/P11/12/12/12/12/12/12/1p10/12/12/12/R5K5 b - - 0 1",
          "b5b4u", (Turn("a12a13", ("a12", "a13"), {"a13": "G"}, answer="p"),)),
    Scene("short-sliders", "promoted-pawn",
          "5k6/O11/12/12/12/12/12/12/12/2r9/12/3N'8/12/12/12/R5K5 b - - 0 1",
          "c7d7", (Turn("d5e7", ("d5", "e7")),)),
    Scene("short-sliders", "level-one-pawn",
          "5k6/P11/12/12/12/12/12/12/3r8/12/12/3N'8/12/12/12/6K5 b - - 0 1",
          "d8d5", (Turn("a15a16n'", ("a15", "a16"), {"a16": "G"}, answer="n'"),)),
)

OPPOSITION = (
    Scene("opposition", "start", None, None, (
        ordinary("e3e4", reply="c5c4"),
        Turn("d1b1s", ("f1", "b1"), {"c1": "Y", "b1": "Y", "a1": "Y"}, reply=None),
    )),
    Scene("opposition", "engine-shift", "1kh1***/m1h4/pp1p3/2P2m1/4P1P/4HMM/***1HK1 b - - 0 1",
          "a7c7s", (Turn("c4d5", ("c4", "d5"), {"d5": "R"}),)),
    Scene("opposition", "black-shift", "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1",
          "d1a1s", (Turn("a7d7s", ("b7", "g7"), {"e7": "Y", "f7": "Y", "g7": "Y"}),)),
    Scene("opposition", "sideways", "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 b - - 0 1",
          "c5d5", (ordinary("e3d3"),)),
    Scene("opposition", "promotion", "k3***/2P4/7/7/7/4H1M/***2K1 b - - 0 1",
          "a7a6", (Turn("c6c7h", ("c6", "c7"), {"c7": "G"}, answer="h"),)),
    Scene("opposition", "waiting-pawn", "k1P1***/7/7/3h3/4M2/4H1M/***1HK1 b - - 0 1",
          "d4e2", (Turn("f1e2", ("f1", "e2"), {"e2": "R"}),)),
    Scene("opposition", "waiting-pawn-by-person", "1kh1***/m6/7/2m4/3P1h1/7/***p1K1 b - - 0 1",
          "a6a5", (Turn("d3c4", ("d3", "c4"), {"c4": "R"}),)),
    Scene("opposition", "dragged", "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 b - - 0 1",
          "b7a7", (Turn("d1c1s", ("f1", "c1"), {"c1": "Y"}, drag=True),)),
)

BATTERY = (
    Scene("battery", "start", None, None, (
        ordinary("c3c5", reply="d8d6"), Turn("c5d6", ("c5", "d6"), {"d6": "R"}))),
    Scene("battery", "passant", "*qtq*/makam/ppppp/5/P4/5/5/1PPPP/MAKAM/*QTQ* b - - 0 1",
          "b8b6", (Turn("a6b7", ("a6", "b7"), {"b7": "R"}),)),
    Scene("battery", "engine-passant", "*qtq*/makam/1pppp/5/5/p4/5/PPPPP/MAKAM/*QTQ* b - - 0 1",
          "e8e7", (ordinary("b3b5", reply="a5b4"), Turn("a3b4", ("a3", "b4"), {"b4": "R"}))),
    Scene("battery", "promotion", "*1k1*/5/3P1/5/5/5/5/PPPP1/MAKA1/*Q2* b - - 0 1",
          "c10b10", (Turn("d8d9m", ("d8", "d9"), {"d9": "G"}, answer="m"),)),
    Scene("battery", "pawn-stays", "*1k1*/5/3P1/5/5/5/5/PPPP1/MAKAM/*Q2* b - - 0 1",
          "c10b10", (Turn("d8d9", ("d8", "d9"), {"d9": "G"}, answer="p", reply="b10a9"),
                     Turn("d9d10t", ("d9", "d10"), {"d10": "G"}, answer="t"))),
    Scene("battery", "engine-promotion", "*qk1*/5/5/5/5/5/5/1p3/5/*1K1* b - - 0 1",
          "b3b2q", (Turn("c1b2", ("c1", "b2"), {"b2": "R"}),)),
)

BATTERY_STANDARD = (
    Scene("battery-standard", "start", None, None, (
        ordinary("c3c5", reply="d8d6"), Turn("c5d6", ("c5", "d6"), {"d6": "R"}))),
    Scene("battery-standard", "passant", "*nkq*/rnbbr/ppppp/5/P4/5/5/1PPPP/RBBNR/*QKN* b - - 0 1",
          "b8b6", (Turn("a6b7", ("a6", "b7"), {"b7": "R"}),)),
    Scene("battery-standard", "engine-passant",
          "*nkq*/rnbbr/1pppp/5/5/p4/5/PPPPP/RBBNR/*QKN* b - - 0 1",
          "e8e7", (ordinary("b3b5", reply="a5b4"), Turn("a3b4", ("a3", "b4"), {"b4": "R"}))),
    Scene("battery-standard", "promotion", "*1k1*/5/3P1/5/5/5/5/5/R4/*1K1* b - - 0 1",
          "c10b10", (Turn("d8d9n", ("d8", "d9"), {"d9": "G"}, answer="n"),)),
    Scene("battery-standard", "engine-promotion", "*1k1*/r4/5/5/5/5/5/1p3/5/*1K1* b - - 0 1",
          "b3b2n", (Turn("c1b2", ("c1", "b2"), {"b2": "R"}),)),
)

CHESS = (
    Scene("chess", "start", None, None, (
        ordinary("e2e4", reply="d7d5"), Turn("e4d5", ("e4", "d5"), {"d5": "R"}))),
    Scene("chess", "castling", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
          "e8c8", (Turn("e1g1", ("e1", "g1"), {"g1": "Y"}),)),
    Scene("chess", "passant", "4k3/pppppppp/8/4P3/8/8/PPPP1PPP/4K3 b - - 0 1",
          "d7d5", (Turn("e5d6", ("e5", "d6")),)),
)

SCENES = (*CHESS, *SHORT_SLIDERS, *OPPOSITION, *BATTERY, *BATTERY_STANDARD)
