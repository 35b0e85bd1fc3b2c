"""Gestures that are left half-way: whatever is begun and not ended, the board stays usable.

And a game of the user's own.
"""

from __future__ import annotations

from pathlib import Path

from gui import ROOT, XBoard, need, until
from referee import BOARDS, arguments

PAWN = "*1k1*/5/3P1/5/5/5/5/PPPP1/MAKA1/*Q2* w - 0 1"


def board_of(xboard: XBoard) -> str:
    """What XBoard shows, without the counters."""
    return " ".join(xboard.position().split()[:2])


def shows(xboard: XBoard, wanted: str) -> None:
    """Waits until XBoard has executed all that it was sent, and shows this board."""
    until(f"the board {wanted}", lambda: board_of(xboard) == wanted, 15)


def lifted(xboard: XBoard, square: str) -> str:
    """Lifts a piece and returns the marks that the engine answers with."""
    since = xboard.log.mark()
    xboard.click(square)
    return xboard.log.wait("^<first: highlight (.*)", since)[1]


def asked(xboard: XBoard) -> None:
    """Puts the pawn where it promotes, and waits for the question."""
    lifted(xboard, "d7")
    since = xboard.log.mark()
    xboard.click("d8")
    xboard.log.wait("^<first: askuser ", since)


def own_game(binary: Path) -> str:
    """A game of the user's own file, in which a piece captures on the way: the choice among
    moves between the same squares.
    """
    engine = f"{binary} --config {ROOT / 'tests/data/lions.ini'}"
    with XBoard("own-game", engine, "-variant", "l.ions", "-testLegality", "false") as xboard:
        since = xboard.log.mark()
        xboard.paste_position("4k3/8/8/2ppp3/2pLp3/8/8/4K3 w - - 0 1")
        xboard.log.wait("^<first: pong", xboard.log.after("^>first: setboard", since))
        marks = lifted(xboard, "d4")
        need(marks.split("/")[3] == "1GGGGG2", f"not the marks of captures on the way: {marks}")
        since = xboard.log.mark()
        xboard.click("d5")
        asked_for = xboard.log.wait("^<first: askuser MOVE (.*)", since)[1]
        choice = next(part for part in asked_for.split(", ") if "c5 and d5" in part)
        xboard.answer(choice.split(" = ")[0])
        xboard.log.wait("^<first: move d4c5,c5d5", since)
        shows(xboard, "4k3/8/8/3Lp3/2p1p3/8/8/4K3 b")
    return "1 board"


def halfway(binary: Path) -> str:
    """Questions that are closed, pieces that are put back, both sides played by one person."""
    with XBoard("halfway-battery", str(binary), *arguments("battery", "-depth", "1"),
                board=BOARDS["battery"]) as xboard:
        since = xboard.log.mark()
        xboard.paste_position(PAWN)
        since = xboard.log.after("^>first: setboard", since)
        xboard.log.wait("^<first: pong", since)
        xboard.press("ctrl+b")
        before = " ".join(PAWN.split()[:2])
        for _ in range(2):
            asked(xboard)
            xboard.cancel()
            marks = lifted(xboard, "a2")
            need("Y" in marks, f"nothing can be moved after a question was closed: {marks}")
            xboard.click("a2")
            shows(xboard, before)
        asked(xboard)
        since = xboard.log.mark()
        xboard.answer("")
        xboard.log.wait("^<first: move d7d8q", since)
    with XBoard("halfway-opposition", str(binary),
                *arguments("opposition", "-initialMode", "EditGame"),
                board=BOARDS["opposition"]) as xboard:
        before = board_of(xboard)
        lifted(xboard, "f1")
        since = xboard.log.mark()
        xboard.click("c1")
        xboard.log.wait("^<first: move @@@@", since)
        wanted = "1kh1***/mmh4/ppp4/7/4PPP/4HMM/**1HK1* b"
        shows(xboard, wanted)
        lifted(xboard, "b7")
        for _ in range(5):
            since = xboard.log.mark()
            xboard.press("alt+Left")
            xboard.log.wait("^>first: (undo|setboard)", since)
        shows(xboard, before)
        marks = lifted(xboard, "f1")
        need(marks.endswith("/YYY3Y"), f"not the marks of the start: {marks}")
        xboard.click("f1")
        back_and_forward(xboard)
    return "2 boards"


def back_and_forward(xboard: XBoard) -> None:
    """Steps back into the shifts of both players, and forward again."""
    for lift, put, wanted in (
        ("f1", "b1", "1kh1***/mmh4/ppp4/7/4PPP/4HMM/*1HK1** b"),
        ("b7", "e7", "*1kh1**/mmh4/ppp4/7/4PPP/4HMM/*1HK1** w"),
    ):
        lifted(xboard, lift)
        xboard.click(put)
        shows(xboard, wanted)
    whole = len(xboard.log.read())
    marks = lifted(xboard, "f2")
    xboard.click("f2")
    for steps in (3, 5, 16):
        for key in ("alt+Left", "alt+Right"):
            for _ in range(steps):
                xboard.press(key)
        shows(xboard, wanted)
        # XBoard may step back no further than to the start.
        again = lifted(xboard, "f2")
        need(again == marks, f"after {steps} steps: {again}, not {marks}")
        xboard.click("f2")
    wrong = [str(line) for line in xboard.log.read()[whole:]
             if str(line).startswith(("<first: Illegal", "<first: Error", "<first: tellusererror"))]
    need(not wrong, f"the engine objects: {wrong}")
