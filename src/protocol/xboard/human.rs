//! A person who moves pieces with the mouse: squares to mark, questions to ask.
//!
//! XBoard tells which piece is lifted; the engine marks where it may go. Where a piece
//! that was put down leaves open what is meant (what a pawn becomes, one of several moves
//! with the same squares), XBoard takes it back, the person is asked, and the move is
//! shown when the answer comes. XBoard itself never waits for the answer, and it need not
//! come: the dialog may be closed, and anything else be done.

use super::command::{PROMOTION, WHICH_MOVE};
use super::session::{Mode, Session};
use crate::eval::{Mobility, Weights, values::Values};
use crate::geometry::Square;
use crate::position::{Move, MoveKind};
use crate::rules::PieceType;
use crate::rules::ini::shortened;

/// The colours of marks, by what the move does. XBoard executes moves to squares of these
/// colours at once; blue, magenta and cyan would have it wait for more.
const QUIET: char = 'Y';
const CAPTURE: char = 'R';
/// Several moves lead there: the person will be asked.
const ASKS: char = 'G';

/// A question of more characters is wider than many a screen: XBoard does not break lines.
const LONGEST_QUESTION: usize = 120;

/// What the mouse is about. It lasts until the next move.
#[derive(Default)]
pub(super) struct Human {
    /// The square of the piece that was lifted.
    lifted: Option<Square>,
    /// What was asked and not answered.
    question: Option<Question>,
}

/// A question that a gesture left open.
#[derive(Clone)]
struct Question {
    /// The tag under which it was asked.
    tag: &'static str,
    /// What can be meant.
    choices: Vec<Move>,
    /// What an empty answer means.
    default: Move,
}

impl Session {
    /// Marks the squares to which a piece can go. There are none while it is the
    /// engine's turn.
    pub(super) fn lift(&mut self, square: &str) -> Result<(), String> {
        self.game.playable()?;
        let from = self.read_square(square)?;
        self.human = Human {
            lifted: Some(from),
            question: None,
        };
        let marks = match self.awaits_person() {
            true => self.marks(from),
            false => Vec::new(),
        };
        self.wire.send(self.game.display.highlight(&marks));
        Ok(())
    }

    /// Whether it is not the engine's turn.
    fn awaits_person(&self) -> bool {
        match self.mode {
            Mode::Plays(color) => self.game.position.side_to_move() != color,
            Mode::Force | Mode::Analysis => !self.game.mirror.is_between_moves(),
        }
    }

    /// Whether a move that has come was made by hand: by a person against whom the engine
    /// plays, or with a piece that was lifted for it. Other moves come from a program, or
    /// from XBoard's own list.
    pub(super) fn is_by_hand(&self, text: &str) -> bool {
        !self.computer && (matches!(self.mode, Mode::Plays(_)) || self.is_lifted_for(text))
    }

    /// Whether the piece was lifted that a move is about.
    pub(super) fn is_lifted_for(&self, text: &str) -> bool {
        let from = self.game.display.first_square(text);
        from.is_some() && from == self.human.lifted
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
            match marks.iter_mut().find(|(square, _)| *square == to) {
                // In games that XBoard knows it asks by itself.
                Some((_, mark)) if !self.game.display.is_native() => *mark = ASKS,
                Some(_) => {}
                None => marks.push((to, self.color(mv))),
            }
        }
        marks
    }

    fn color(&self, mv: Move) -> char {
        match self.game.position.victim(mv) {
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

    /// The piece is put down. What comes of it is said by the move that follows.
    pub(super) fn put(&mut self, square: &str) -> Result<(), String> {
        self.read_square(square).map(drop)
    }

    fn id(&self, kind: PieceType) -> String {
        self.game.position.variant().piece(kind).id.to_string()
    }

    /// What a piece is after a move.
    fn result(&self, mv: Move) -> Option<PieceType> {
        let stays = || Some(self.game.position.piece_at(mv.from())?.kind());
        mv.becomes().or_else(stays)
    }

    /// A gesture can mean several moves: XBoard takes it back, and the person is asked.
    pub(super) fn ask(&mut self, moves: Vec<Move>, text: &str) {
        self.wire.illegal("it may mean several moves", text);
        if self.computer || self.mode == Mode::Force && !self.is_by_hand(text) {
            return;
        }
        let Some(&first) = moves.first() else { return };
        let way = |mv: Move| (mv.from(), mv.to(), mv.kind(), mv.victim_on_way());
        let (tag, default) = match moves.iter().all(|&mv| way(mv) == way(first)) {
            true => (PROMOTION, self.strongest(&moves).unwrap_or(first)),
            false => (WHICH_MOVE, first),
        };
        let question = Question {
            tag,
            choices: moves,
            default,
        };
        self.send_question(&question, "");
        self.human.question = Some(question);
    }

    /// The move after which the piece is worth most.
    fn strongest(&self, moves: &[Move]) -> Option<Move> {
        let variant = self.game.position.variant();
        let weights = Weights::default();
        let values = Values::new(variant, &Mobility::new(variant, &weights), &weights);
        let worth = |mv: &Move| self.result(*mv).map(|kind| values.of(kind));
        moves.iter().copied().max_by_key(worth)
    }

    /// Asks, and says before it what was wrong with the last answer, if anything.
    fn send_question(&self, question: &Question, wrong: &str) {
        let Question { tag, choices, .. } = question;
        let text = match *tag {
            PROMOTION => self.promotion_question(question),
            _ => {
                let texts = choices.iter().zip(1..);
                let texts: Vec<String> = texts
                    .map(|(&mv, number)| format!("{number} = {}", self.described(mv)))
                    .collect();
                format!("Which move: {}? (Enter: 1)", texts.join(", "))
            }
        };
        self.wire.send(format!("askuser {tag} {wrong}{text}"));
    }

    fn promotion_question(&self, question: &Question) -> String {
        let variant = self.game.position.variant();
        let capital = |kind: PieceType| self.id(kind).to_uppercase();
        let choices = question.choices.iter();
        let choices: Vec<(bool, PieceType)> = choices
            .filter_map(|&mv| Some((mv.becomes().is_none(), self.result(mv)?)))
            .collect();
        let listed = |named: bool| {
            let texts = choices.iter().map(|&(stays, kind)| {
                let id = capital(kind);
                match (named, stays) {
                    (true, false) => format!("{id} = {}", variant.piece(kind).name),
                    (true, true) => format!("{id} = stay a {}", variant.piece(kind).name),
                    (false, false) => id,
                    (false, true) => format!("{id} = stay"),
                }
            });
            texts.collect::<Vec<_>>().join(", ")
        };
        let list = Some(listed(true)).filter(|text| text.len() < LONGEST_QUESTION);
        let list = list.unwrap_or_else(|| listed(false));
        let default = self.result(question.default).map(capital);
        format!(
            "Promote to: {list}? (Enter: {})",
            default.unwrap_or_default()
        )
    }

    /// A move with what tells it from others of the same squares.
    fn described(&self, mv: Move) -> String {
        let text = self.game.written(mv);
        let square = |square| self.game.display.square(square);
        let what = match mv.kind() {
            MoveKind::Castle => "castling".to_string(),
            MoveKind::Rifle => format!("takes {} and stays", square(mv.to())),
            MoveKind::Locust => {
                let on_way = mv.victim_on_way().map(square).unwrap_or_default();
                match self.game.position.piece_at(mv.to()) {
                    Some(_) if mv.to() != mv.from() => {
                        format!("takes {on_way} and {}", square(mv.to()))
                    }
                    _ => format!("takes {on_way}"),
                }
            }
            _ if self.game.position.victim(mv).is_some() => format!("takes {}", square(mv.to())),
            _ => "takes nothing".to_string(),
        };
        match mv.becomes() {
            Some(kind) => {
                let name = &self.game.position.variant().piece(kind).name;
                format!("{text} ({what}, becomes a {name})")
            }
            None => format!("{text} ({what})"),
        }
    }

    /// The answer to a question: the number of a move, or what a piece becomes, by its id
    /// or its name. An empty one means the default.
    pub(super) fn answer(&mut self, tag: &str, text: &str) -> Result<(), String> {
        // The question may be about what has changed since.
        let open = self.human.question.clone();
        let open = open.filter(|question| question.tag == tag && self.awaits_person());
        let question = open.ok_or("nothing was asked")?;
        // An answer may be copied from the question: `A = Archer`.
        let wanted = text.split('=').next().unwrap_or(text).trim();
        let chosen = match (wanted, tag) {
            ("", _) => Some(question.default),
            (_, PROMOTION) => {
                let variant = self.game.position.variant();
                question.choices.iter().copied().find(|&mv| {
                    self.result(mv).is_some_and(|kind| {
                        self.id(kind).eq_ignore_ascii_case(wanted)
                            || variant.piece(kind).name.eq_ignore_ascii_case(wanted)
                    })
                })
            }
            _ => {
                let number = wanted.parse::<usize>().ok();
                number.and_then(|n| question.choices.get(n.checked_sub(1)?).copied())
            }
        };
        match chosen {
            Some(mv) => self.show_and_play(mv),
            None => {
                let wrong = format!("'{}' is none of these. ", shortened(wanted));
                self.send_question(&question, &wrong);
            }
        }
        Ok(())
    }
}
