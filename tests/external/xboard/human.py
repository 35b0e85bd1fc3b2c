"""Games of a person against the engine, played with the mouse, as `scenes` has them.

After every move of either side XBoard's own position must be the game's. Whether the engine
answers a move as it likes, and what it then shows, is seen from that position, too.
"""

from __future__ import annotations

import time
from pathlib import Path

from gui import MARKS, SECONDS, Failure, XBoard, need, until
from referee import BOARDS, Game, arguments, names_in
from relay import Prompted
from scenes import SCENES, Scene, Turn
from wire import Picture, differences, fen_of, rows


class Session:
    """XBoard with one engine, for all scenes of a game."""

    def __init__(self, binary: Path, game: str, number: int) -> None:
        self.game = Game(binary, game)
        self.relay = Prompted([str(binary)])
        self.xboard = XBoard(
            f"human-{game}" + (f"-{number}" if number else ""), self.relay.command,
            *arguments(game, "-depth", "1", "-tc", "60", "-autoFlipView", "false"),
            board=BOARDS[game], size=33,
        )
        self.names = names_in(self.xboard, game)
        self.fresh = True

    def wire(self, square: str) -> str:
        """A square as XBoard numbers it."""
        return f"{square[0]}{int(square[1:]) + self.game.first_rank - 1}"

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
        end = time.monotonic() + SECONDS / 2
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
            self.relay.next_move = scene.engine
            self.xboard.press("ctrl+w" if self.game.white() else "ctrl+b")
            log.wait("^<first: move", since)
            self.game.play(scene.engine)
            self.wait_shown(f"after the engine's {scene.engine}", self.game.fen())
            self.xboard.screenshot(f"{scene.name}-engine")
        self.fresh = False
        for turn in scene.turns:
            self.turn(scene, turn)
        self.relay.check()
        for line in log.said("first", False, since):
            need(not line.startswith(("Error", "tellusererror")), f"the engine says: {line}")

    def turn(self, scene: Scene, turn: Turn) -> None:
        """The person's move and the engine's answer."""
        log = self.xboard.log
        since = log.mark()
        self.relay.next_move = turn.reply
        start, *rest = map(self.wire, turn.clicks)
        self.xboard.click(start)
        log.wait(rf"^>first: lift {start}$", since)
        log.wait("^<first: highlight ", since)
        for square, mark in turn.marks.items():
            need_mark(self.xboard, self.wire(square), mark, f"{turn.move}, {square}")
        if scene.engine is None and turn.reply is not None and len(scene.turns) > 3:
            pass  # Not every move of a long game is worth a picture.
        else:
            self.xboard.screenshot(f"{scene.name}-{turn.move}-lifted")
        self.xboard.click(*rest)
        if turn.answer is not None:
            log.wait("^<first: askuser ", since)
            self.xboard.answer(turn.answer)
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

    def close(self) -> None:
        self.xboard.close()
        self.relay.close()
        self.game.close()


def need_mark(xboard: XBoard, square: str, mark: str, when: str) -> None:
    """The square must show its mark's colour, waited for: XBoard draws when it has time."""
    try:
        until("the mark", lambda: xboard.has_colour(square, MARKS[mark]), 3.0)
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
