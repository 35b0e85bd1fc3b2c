//! A person who moves pieces with the mouse: squares to mark, questions to ask.
//!
//! XBoard tells which piece is lifted and where it is put; the engine marks where it may
//! go. Where that leaves open what is meant (what a pawn becomes, one of two moves with
//! the same squares) the person is asked.

use super::command::{PROMOTION, WHICH_MOVE};
use super::session::{Mode, Session};
use crate::geometry::Square;
use crate::position::{Move, MoveKind};
use crate::rules::PieceType;
use crate::rules::ini::shortened;

/// The colours of marks, by what the move does.
const QUIET: char = 'Y';
const CAPTURE: char = 'R';
/// XBoard asks before it makes the move.
const PROMOTES: char = 'B';

/// What the mouse is about. It lasts until the next move.
#[derive(Default)]
pub(super) struct Human {
    /// The square of the piece that was lifted.
    lifted: Option<Square>,
    /// What can be meant by the question that was asked.
    choices: Vec<Move>,
    /// The choice that was made, before XBoard sends the move.
    chosen: Option<Move>,
    /// What was sent when the question was which move is meant.
    text: String,
}

impl Human {
    pub fn take_chosen(&mut self) -> Option<Move> {
        self.chosen.take()
    }
}

impl Session {
    /// Marks the squares to which a piece can go. There are none while it is the
    /// engine's turn.
    pub(super) fn lift(&mut self, square: &str) -> Result<(), String> {
        self.game.playable()?;
        let from = self.read_square(square)?;
        self.human = Human {
            lifted: Some(from),
            ..Human::default()
        };
        let waits = match self.mode {
            Mode::Plays(color) => self.game.position.side_to_move() != color,
            Mode::Force | Mode::Analysis => true,
        };
        let marks = if waits { self.marks(from) } else { Vec::new() };
        self.wire.send(self.game.display.highlight(&marks));
        Ok(())
    }

    fn read_square(&mut self, text: &str) -> Result<Square, String> {
        let square = self.game.display.read_square(text);
        self.check_ranks();
        square.ok_or_else(|| "no such square".into())
    }

    fn marks(&mut self, from: Square) -> Vec<(Square, char)> {
        let moves = self.game.position.legal_moves();
        let mut marks: Vec<(Square, char)> = Vec::new();
        for &mv in moves.iter() {
            let Some(to) = self.gesture(mv, from) else {
                continue;
            };
            let color = self.color(mv);
            match marks.iter_mut().find(|(square, _)| *square == to) {
                // A pawn that may promote may also be asked whether it does.
                Some((_, mark)) if color == PROMOTES => *mark = color,
                Some(_) => {}
                None => marks.push((to, color)),
            }
        }
        marks
    }

    fn color(&self, mv: Move) -> char {
        let asks = mv.becomes().is_some() && !self.game.display.is_native();
        match self.game.position.victim(mv) {
            _ if asks => PROMOTES,
            Some(_) => CAPTURE,
            None => QUIET,
        }
    }

    /// Where a piece has to be dragged to make a move, if it can be made by dragging the
    /// piece on this square.
    fn gesture(&self, mv: Move, lifted: Square) -> Option<Square> {
        let position = &self.game.position;
        let shape = position.shape();
        if mv.kind() == MoveKind::Shift {
            // As many files beyond the strip's end as it shifts.
            let row = shape.rank(mv.from());
            let strip = position.variant().strips[position.side_to_move()]?;
            let (before, after) = (shape.file(mv.from()), shape.file(mv.to()));
            let by = i32::from(after) - i32::from(before);
            let end = if by > 0 { strip.width - 1 } else { 0 };
            if !self.moves_the_strip(lifted, row) {
                return None;
            }
            let file = i32::from(before + end) + by;
            return shape.square(file, i32::from(row));
        }
        if mv.from() != lifted {
            return None;
        }
        if !position.castles_by_rook(mv) {
            return Some(mv.to());
        }
        let castling = position.variant().castling.as_ref()?;
        let sides = castling.sides[position.side_to_move()];
        sides[mv.castling_side()].map(|side| side.rook_from)
    }

    /// Whether the player's slider on this row can be shifted by dragging this piece: one
    /// that stands on it or, if there is none, the king.
    fn moves_the_strip(&self, lifted: Square, row: u8) -> bool {
        let position = &self.game.position;
        let side = position.side_to_move();
        let shape = position.shape();
        let own = |square| position.piece_at(square).is_some_and(|p| p.color() == side);
        let on_strip = |square| shape.rank(square) == row && own(square);
        match shape.squares().any(on_strip) {
            true => on_strip(lifted),
            false => Some(lifted) == position.king(side),
        }
    }

    /// The piece is over a square that was marked for a question.
    pub(super) fn put(&mut self, square: &str) -> Result<(), String> {
        let to = self.read_square(square)?;
        let Some(from) = self.human.lifted else {
            return Ok(());
        };
        let moves = self.game.position.legal_moves();
        let moves = moves.iter().copied();
        let choices: Vec<Move> = moves
            .filter(|mv| (mv.from(), mv.to()) == (from, to))
            .filter(|mv| matches!(mv.kind(), MoveKind::Normal | MoveKind::EnPassant))
            .collect();
        if self.game.display.is_native() || choices.iter().all(|mv| mv.becomes().is_none()) {
            return Ok(());
        }
        self.human.choices = choices;
        match self.human.choices.as_slice() {
            [only] => self.choose(*only),
            _ => self.ask_promotion(),
        }
        Ok(())
    }

    fn ask_promotion(&self) {
        let choices = &self.human.choices;
        let ids = choices.iter().filter_map(|mv| mv.becomes());
        let ids: Vec<String> = ids.map(|kind| self.id(kind)).collect();
        let stays = choices.iter().find(|mv| mv.becomes().is_none());
        let stay = match stays.and_then(|mv| self.pawn(*mv)) {
            Some(pawn) => format!(" ({} = stay)", self.id(pawn)),
            None => String::new(),
        };
        let ids = ids.join(", ");
        self.wire
            .send(format!("askuser {PROMOTION} Promote to {ids}{stay}?"));
    }

    fn id(&self, kind: PieceType) -> String {
        self.game.position.variant().piece(kind).id.to_string()
    }

    fn pawn(&self, mv: Move) -> Option<PieceType> {
        let piece = self.game.position.piece_at(mv.from())?;
        Some(piece.kind())
    }

    /// The answer to the question what a pawn becomes.
    pub(super) fn answer_promotion(&mut self, text: &str) -> Result<(), String> {
        let wanted = text.trim().to_ascii_lowercase();
        let choices = self.human.choices.iter().copied();
        let named = choices.map(|mv| (mv.becomes().or(self.pawn(mv)), mv));
        let found = named
            .filter_map(|(kind, mv)| Some((self.id(kind?), mv)))
            .find(|(id, _)| *id == wanted);
        match found {
            Some((_, mv)) => self.choose(mv),
            None if self.human.choices.is_empty() => return Err("nothing was asked".into()),
            None => self.ask_promotion(),
        }
        Ok(())
    }

    /// Lets XBoard make the move with this choice.
    fn choose(&mut self, mv: Move) {
        self.human.chosen = Some(mv);
        let Some(kind) = mv.becomes().or(self.pawn(mv)) else {
            return;
        };
        // Where no letter stands for the choice any will do: the move is then shown again.
        let any = self.game.position.variant().piece(kind).id.letter();
        let letter = self.game.display.letter(kind).unwrap_or(any);
        self.wire
            .send(format!("choice {}", letter.to_ascii_uppercase()));
    }

    /// A gesture can mean several moves: XBoard takes it back, and the person is asked.
    pub(super) fn ask_which(&mut self, moves: Vec<Move>, text: &str) {
        self.wire.illegal("it may mean several moves", text);
        if self.mode == Mode::Force || self.computer {
            return;
        }
        self.human.choices = moves;
        self.human.text = text.into();
        self.ask_which_again();
    }

    fn ask_which_again(&self) {
        let texts = self.human.choices.iter().enumerate();
        let texts: Vec<String> = texts
            .map(|(index, &mv)| format!("{} = {}", index + 1, self.game.written(mv)))
            .collect();
        let texts = texts.join(", ");
        self.wire
            .send(format!("askuser {WHICH_MOVE} Which move: {texts}?"));
    }

    /// The answer to the question which move is meant: a number.
    pub(super) fn answer_which(&mut self, text: &str) -> Result<(), String> {
        if self.human.choices.is_empty() || self.human.text.is_empty() {
            return Err("nothing was asked".into());
        }
        let number = text.trim().parse::<usize>().ok();
        let chosen = number.and_then(|n| self.human.choices.get(n.checked_sub(1)?));
        match chosen.copied() {
            Some(mv) => self.show_and_play(mv),
            None => {
                self.wire.send(format!("# no move {}", shortened(text)));
                self.ask_which_again();
            }
        }
        Ok(())
    }
}
