"""Games of a person against the engine, played with the mouse, as `scenes` has them.

After every move of either side XBoard's own position must be the game's. Whether the engine
answers a move as it likes, and what it then shows, is seen from that position, too.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from pathlib import Path

from gui import MARKS, SECONDS, Failure, XBoard, need, until
from referee import BOARDS, Game, arguments, names_in, on_wire
from relay import Prompted
from scenes import SCENES, Scene, Turn
from wire import Picture, differences, fen_of, rows


# A line of the engine's thoughts.
THINKING = r"^<first: \d+ -?\d+ \d+ \d+ "


class Session:
    """XBoard with one engine, for all scenes of a game."""

    def __init__(self, binary: Path, game: str, number: int) -> None:
        with ExitStack() as stack:
            self.game = stack.enter_context(closing(Game(binary, game)))
            self.relay = stack.enter_context(closing(Prompted([str(binary)])))
            self.xboard = stack.enter_context(XBoard(
                f"human-{game}" + (f"-{number}" if number else ""), self.relay.command,
                *arguments(game, "-depth", "1", "-tc", "60", "-autoFlipView", "false"),
                board=BOARDS[game], size=33,
            ))
            self.names = names_in(self.xboard, game)
            # Until here a failure ends all that runs; from here on `close` does.
            self.close = stack.pop_all().close
        self.fresh = self.first_analysis = True

    def wire(self, text: str) -> str:
        """Squares or a move as XBoard numbers them."""
        return on_wire(text, self.game.first_rank)

    def xboard_fen(self, fen: str) -> str:
        """The FEN as XBoard takes it; it knows nothing of castling in games of ours."""
        if self.names.setup is None:
            return fen
        return fen_of(self.names.picture(fen), fen.split()[1])

    def shown(self) -> Picture:
        return rows(self.xboard.position().split()[0])

    def wait_shown(self, what: str, *fens: str) -> str:
        """Waits until XBoard shows one of the positions, and returns it."""
        wanted = {str(self.names.picture(fen)): fen for fen in reversed(fens)}
        end = time.monotonic() + SECONDS
        while (found := wanted.get(str(shown := self.shown()))) is None:
            self.relay.check()
            if time.monotonic() > end:
                wrong = differences(shown, self.names.picture(fens[0]), self.game.first_rank)
                raise Failure(f"{what}: {'; '.join(wrong[:8])} (should be {fens[0]})")
        return found

    def play(self, scene: Scene) -> None:
        """Plays a scene from its position to its end."""
        log = self.xboard.log
        since = log.mark()
        self.game.start(scene.fen)
        if scene.fen is None:
            if not self.fresh:
                self.xboard.press("ctrl+n")
                log.wait("^>first: new", since)
                log.wait("^<first: pong", since)
        else:
            self.xboard.paste_position(self.xboard_fen(scene.fen))
            log.wait("^>first: setboard", since)
            assert scene.engine is not None
            self.relay.next_move = self.wire(scene.engine)
            self.xboard.press("ctrl+w" if self.game.white() else "ctrl+b")
            log.wait("^<first: move", since)
            self.game.play(scene.engine)
            self.wait_shown(f"after the engine's {scene.engine}", self.game.fen())
            self.xboard.screenshot(f"{scene.name}-engine")
        self.fresh = False
        for turn in scene.turns:
            before = self.game.fen(), list(self.game.moves)
            self.turn(scene, turn)
        if not self.game.over() and len(self.game.moves) == len(before[1]) + 2:
            self.take_back(scene, *before)
            self.analyse(scene, scene.turns[-1])
        self.relay.check()
        for line in log.said("first", False, since):
            need(not line.startswith(("Error", "tellusererror")), f"the engine says: {line}")

    def turn(self, scene: Scene, turn: Turn) -> None:
        """The person's move and the engine's answer."""
        log = self.xboard.log
        since = log.mark()
        self.relay.next_move = turn.reply and self.wire(turn.reply)
        self.relay.completed_by = "usermove " if turn.answer is None else "PROMO "
        self.gesture(scene, turn)
        log.wait("^>first: usermove ", since)
        self.game.play(turn.move)
        if not (legal := self.game.legal()):
            self.wait_shown(f"after the person's {turn.move}", self.game.fen())
            return
        replies = {self.game.fen(reply): reply for reply in legal}
        log.wait("^<first: move ", since)
        fens = [self.game.fen(turn.reply)] if turn.reply else list(replies)
        reached = self.wait_shown(
            f"after the person's {turn.move} and the engine's {turn.reply or 'answer'}", *fens)
        self.game.play(replies[reached])
        if turn.reply is None:
            self.xboard.screenshot(f"{scene.name}-{turn.move}-after")

    def gesture(self, scene: Scene, turn: Turn) -> None:
        """What the person does with the mouse and the keyboard to make his move."""
        log = self.xboard.log
        since = log.mark()
        start, *rest = map(self.wire, turn.clicks)
        (self.xboard.grab if turn.drag else self.xboard.click)(start)
        log.wait(rf"^>first: lift {start}$", since)
        log.wait("^<first: highlight ", since)
        for square, mark in turn.marks.items():
            need_mark(self.xboard, self.wire(square), mark, f"{turn.move}, {square}")
        # Not every move of a long game is worth a picture.
        if len(scene.turns) <= 3 or turn.reply is None:
            self.xboard.screenshot(f"{scene.name}-{turn.move}-lifted")
        if turn.drag:
            self.xboard.drop(*rest)
        else:
            self.xboard.click(*rest)
        if turn.answer is not None:
            log.wait("^<first: askuser ", since)
            self.xboard.answer(turn.answer)

    def take_back(self, scene: Scene, fen: str, moves: list[str]) -> None:
        """Takes back the last move of both sides."""
        since = self.xboard.log.mark()
        self.xboard.press("ctrl+x")
        self.xboard.log.wait("^>first: remove", since)
        taken = self.game.moves[-2:]
        self.game.start(scene.fen)
        for move in moves:
            self.game.play(move)
        self.wait_shown(f"after taking back {' and '.join(taken)}", fen)

    def analyse(self, scene: Scene, turn: Turn) -> None:
        """Makes the person's move while the engine analyses, which goes on."""
        log = self.xboard.log
        since = log.mark()
        self.xboard.press("ctrl+a")
        log.wait(THINKING, since)
        if self.first_analysis:
            self.xboard.put_aside()
            self.first_analysis = False
        since = log.mark()
        self.gesture(scene, turn)
        since = log.after("^>first: usermove", since)
        self.game.play(turn.move)
        self.wait_shown(f"after {turn.move} in analysis", self.game.fen())
        log.wait(THINKING, since)
        self.xboard.press("ctrl+e")
        log.wait("^>first: exit", since)


def need_mark(xboard: XBoard, square: str, mark: str, when: str) -> None:
    """The square must show its mark's colour, waited for: XBoard draws when it has time."""
    try:
        until("the mark", lambda: xboard.has_colour(square, MARKS[mark]))
    except Failure:
        xboard.screenshot("missing-mark")
        raise Failure(f"{when}: no {mark} mark on {square}; "
                      f"{xboard.log.find('highlight .*', max(0, xboard.log.mark() - 8))}") from None


def human(binary: Path, game: str, only: str = "") -> str:
    """All scenes of a game; what was done, in words. Every failing scene is told of."""
    session = Session(binary, game, 0)
    failures: list[str] = []
    scenes = [scene for scene in SCENES if scene.game == game and only in scene.name]
    try:
        for scene in scenes:
            try:
                session.play(scene)
            except Failure as failure:
                failures.append(f"{scene.name}: {failure}")
                session.xboard.screenshot(f"{scene.name}-failure")
                session.close()
                # Its directory, with what the failure left in it, stays.
                session = Session(binary, game, len(failures))
    finally:
        session.close()
    if failures:
        raise Failure("\n  ".join(failures))
    return f"{len(scenes)} scenes"
