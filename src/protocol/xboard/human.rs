//! A person who moves pieces with the mouse: squares to mark, questions to ask.
//!
//! XBoard tells which piece is lifted; the engine marks where it may go. Where a piece
//! that was put down leaves open what is meant (what a pawn becomes, one of several moves
//! with the same squares), XBoard takes it back, the person is asked, and the move is
//! shown when the answer comes. XBoard itself never waits for the answer, and it need not
//! come: the dialog may be closed, and anything else be done.

use super::command::{PROMOTION, WHICH_MOVE};
use super::game::Game;
use crate::eval::{Mobility, Weights, values::Values};
use crate::geometry::Square;
use crate::position::{Move, MoveKind};
use crate::rules::PieceType;

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
pub(super) struct Question {
    /// The tag under which it was asked.
    tag: &'static str,
    /// What can be meant.
    choices: Vec<Move>,
    /// What an empty answer means.
    default: Move,
}

impl Human {
    /// A piece is lifted from a square.
    pub fn lifting(from: Square) -> Self {
        Self {
            lifted: Some(from),
            question: None,
        }
    }

    /// Whether it is this square's piece that was lifted.
    pub fn has_lifted(&self, from: Option<Square>) -> bool {
        from.is_some() && from == self.lifted
    }

    /// Something was asked.
    pub fn ask(&mut self, question: Question) {
        self.question = Some(question);
    }

    /// What was asked under this tag and not answered.
    pub fn question(&self, tag: &str) -> Option<&Question> {
        self.question
            .as_ref()
            .filter(|question| question.tag == tag)
    }
}

impl Question {
    /// What to ask where several moves can be meant; nothing if there are none.
    pub fn about(game: &Game, moves: Vec<Move>) -> Option<Self> {
        let &first = moves.first()?;
        let way = |mv: Move| (mv.from(), mv.to(), mv.kind(), mv.locust_victim());
        let (tag, default) = match moves.iter().all(|&mv| way(mv) == way(first)) {
            true => (PROMOTION, strongest(game, &moves).unwrap_or(first)),
            false => (WHICH_MOVE, first),
        };
        Some(Self {
            tag,
            choices: moves,
            default,
        })
    }

    /// The line that asks, and says before it what was wrong with the last answer, if
    /// anything.
    pub fn line(&self, game: &Game, wrong: &str) -> String {
        let Self { tag, choices, .. } = self;
        let text = match *tag {
            PROMOTION => self.promotion(game),
            _ => {
                let listed = |described: fn(&Game, Move) -> String| {
                    let texts = choices.iter().zip(1..);
                    let texts: Vec<String> = texts
                        .map(|(&mv, number)| format!("{number} = {}", described(game, mv)))
                        .collect();
                    texts.join(", ")
                };
                let list = Some(listed(described)).filter(|text| text.len() < LONGEST_QUESTION);
                let list = list.unwrap_or_else(|| listed(effect));
                format!("Which move: {list}? (Enter: 1)")
            }
        };
        format!("askuser {tag} {wrong}{text}")
    }

    fn promotion(&self, game: &Game) -> String {
        let variant = game.position.variant();
        let capital = |kind: PieceType| id(game, kind).to_uppercase();
        let choices = self.choices.iter();
        let choices: Vec<(bool, PieceType)> = choices
            .filter_map(|&mv| Some((mv.becomes().is_none(), result(game, mv)?)))
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
        let default = result(game, self.default).map(capital);
        format!(
            "Promote to: {list}? (Enter: {})",
            default.unwrap_or_default()
        )
    }

    /// The move that an answer means.
    pub fn answered(&self, game: &Game, wanted: &str) -> Option<Move> {
        match (wanted, self.tag) {
            ("", _) => Some(self.default),
            (_, PROMOTION) => {
                let variant = game.position.variant();
                self.choices.iter().copied().find(|&mv| {
                    result(game, mv).is_some_and(|kind| {
                        id(game, kind).eq_ignore_ascii_case(wanted)
                            || variant.piece(kind).name.eq_ignore_ascii_case(wanted)
                    })
                })
            }
            _ => {
                let number = wanted.parse::<usize>().ok();
                number.and_then(|n| self.choices.get(n.checked_sub(1)?).copied())
            }
        }
    }
}

/// The squares to which a piece can go, each with the colour of its mark.
pub(super) fn marks(game: &Game, from: Square) -> Vec<(Square, char)> {
    let moves = game.position.legal_moves();
    let mut marks: Vec<(Square, char)> = Vec::new();
    for &mv in moves.iter() {
        let Some(to) = gesture(game, mv, from) else {
            continue;
        };
        match marks.iter_mut().find(|(square, _)| *square == to) {
            // In games that XBoard knows it asks by itself.
            Some((_, mark)) if !game.display.is_native() => *mark = ASKS,
            Some(_) => {}
            None => marks.push((to, color(game, mv))),
        }
    }
    marks
}

fn color(game: &Game, mv: Move) -> char {
    match game.position.victim(mv) {
        Some(_) => CAPTURE,
        None => QUIET,
    }
}

/// Where a piece has to be dragged to make a move, if it can be made by dragging the
/// piece on this square.
fn gesture(game: &Game, mv: Move, lifted: Square) -> Option<Square> {
    let position = &game.position;
    let shape = position.shape();
    if mv.kind() == MoveKind::Shift {
        // As many files beyond the strip's end as it shifts.
        let row = shape.rank(mv.from());
        let strip = position.variant().strips[position.side_to_move()]?;
        let (before, after) = (shape.file(mv.from()), shape.file(mv.to()));
        let by = i32::from(after) - i32::from(before);
        let end = if by > 0 { strip.width - 1 } else { 0 };
        if !moves_the_strip(game, lifted, row) {
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

/// Whether the player's strip on this row can be shifted by dragging this piece: one
/// that stands on it or, if there is none, the king.
fn moves_the_strip(game: &Game, lifted: Square, row: u8) -> bool {
    let position = &game.position;
    let side = position.side_to_move();
    let shape = position.shape();
    let own = |square| position.piece_at(square).is_some_and(|p| p.color() == side);
    let on_strip = |square| shape.rank(square) == row && own(square);
    match shape.squares().any(on_strip) {
        true => on_strip(lifted),
        false => Some(lifted) == position.king(side),
    }
}

fn id(game: &Game, kind: PieceType) -> String {
    game.position.variant().piece(kind).id.to_string()
}

/// What a piece is after a move.
fn result(game: &Game, mv: Move) -> Option<PieceType> {
    let stays = || Some(game.position.piece_at(mv.from())?.kind());
    mv.becomes().or_else(stays)
}

/// The move after which the piece is worth most.
fn strongest(game: &Game, moves: &[Move]) -> Option<Move> {
    let variant = game.position.variant();
    let weights = Weights::default();
    let values = Values::new(variant, &Mobility::new(variant, &weights), &weights);
    let worth = |mv: &Move| result(game, *mv).map(|kind| values.of(kind));
    moves.iter().copied().max_by_key(worth)
}

/// A move with what tells it from others of the same squares.
fn described(game: &Game, mv: Move) -> String {
    format!("{} ({})", game.written(mv), effect(game, mv))
}

/// What tells a move from others of the same squares.
fn effect(game: &Game, mv: Move) -> String {
    let square = |square| game.display.square(square);
    let what = match mv.kind() {
        MoveKind::Castle => "castling".to_string(),
        MoveKind::Rifle => format!("takes {} and stays", square(mv.to())),
        MoveKind::Locust => {
            let on_way = mv.locust_victim().map(square).unwrap_or_default();
            match game.position.piece_at(mv.to()) {
                Some(_) if mv.to() != mv.from() => {
                    format!("takes {on_way} and {}", square(mv.to()))
                }
                _ => format!("takes {on_way}"),
            }
        }
        _ if game.position.victim(mv).is_some() => format!("takes {}", square(mv.to())),
        _ => "takes nothing".to_string(),
    };
    match mv.becomes() {
        Some(kind) => {
            let name = &game.position.variant().piece(kind).name;
            format!("{what}, becomes a {name}")
        }
        None => what,
    }
}
