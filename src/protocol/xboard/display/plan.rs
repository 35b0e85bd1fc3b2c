//! From a game's move to the plies that show it.
//!
//! Nearly always that is one ply, in one of a few forms that are tried in turn. Where none
//! of them leads to the right picture, a sequence is made up of several, with null moves
//! where XBoard expects one of the other player's. Nothing is sent that was not tried out
//! on a [`Board`]. Every sequence begins with a null move, or with castling as no game has
//! it, so that whoever watches knows that more is to come; and no picture on the way is
//! that of another legal move.

use super::board::Board;
use super::cells::{Ply, ShownCell, picture};
use super::error::ShowError;
use super::rearrange;
use super::task::Task;
use super::vocabulary::Vocabulary;
use crate::geometry::Square;
use crate::position::{AnyPosition, Move, MoveKind};
use crate::rules::{Color, Piece, PieceType};

/// The task, and the move that it is about.
struct Plan<'a> {
    task: Task<'a>,
    position: &'a AnyPosition,
    mv: Move,
}

/// The plies that show a move.
///
/// # Errors
/// There are none, and why.
pub(super) fn plies(
    words: &Vocabulary,
    board: &Board,
    position: &AnyPosition,
    mv: Move,
) -> Result<Vec<Ply>, ShowError> {
    let mut after = position.clone();
    after.make_unchecked(mv);
    let task = Task {
        words,
        board,
        target: picture(&after),
        others: Vec::new(),
    };
    let mut plan = Plan { task, position, mv };
    let direct = plan.direct().into_iter().find(|ply| {
        let shown = board.after(words, *ply);
        board.is_passed_on(*ply) && shown.is_ok_and(|b| b.cells == plan.task.target)
    });
    if let Some(ply) = direct {
        return Ok(vec![ply]);
    }
    let mut position = position.clone();
    for &other in position.legal_moves().iter().filter(|m| **m != mv) {
        position.make_unchecked(other);
        plan.task.others.push(picture(&position));
        position.undo();
    }
    plan.sequence().ok_or(ShowError::NoRoom)
}

impl Plan<'_> {
    /// The single plies that may show the move.
    fn direct(&self) -> Vec<Ply> {
        let (from, to) = (self.mv.from(), self.mv.to());
        let game = self.position.variant();
        match self.mv.kind() {
            MoveKind::Shift => Vec::new(),
            MoveKind::Pass => vec![Ply::Null],
            MoveKind::Rifle => vec![Ply::Move {
                from,
                to: from,
                through: Some(to),
                suffix: None,
            }],
            MoveKind::Castle => match &game.castling {
                None => Vec::new(),
                Some(castling) => {
                    let Some(s) = castling.sides[self.task.mover()][self.mv.castling_side()] else {
                        return Vec::new();
                    };
                    let castle = Ply::Castle {
                        king: s.king_from,
                        to: s.king_to,
                        rook: s.rook_from,
                        rook_to: s.rook_to,
                    };
                    vec![
                        Ply::plain(s.king_from, s.king_to),
                        castle,
                        Ply::plain(s.king_from, s.rook_from),
                    ]
                }
            },
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Locust => {
                let (Some(before), Some(after)) = (self.mover_before(), self.mover_after()) else {
                    return Vec::new();
                };
                let suffix = self.task.words.ids().suffix(before, after);
                if before != after && suffix.is_none() {
                    return Vec::new();
                }
                vec![Ply::Move {
                    from,
                    to,
                    through: self.taken_on_the_way(),
                    suffix: suffix.filter(|_| before != after),
                }]
            }
        }
    }

    fn mover_before(&self) -> Option<PieceType> {
        self.position.piece_at(self.mv.from()).map(Piece::kind)
    }

    fn mover_after(&self) -> Option<PieceType> {
        match self.task.target[self.mv.to().index()] {
            ShownCell::Piece(piece) => Some(piece.kind()),
            ShownCell::Empty | ShownCell::Hole => None,
        }
    }

    /// What is captured on the way, or en passant.
    fn taken_on_the_way(&self) -> Option<Square> {
        if let Some(victim) = self.mv.locust_victim() {
            return Some(victim);
        }
        let shape = self.task.words.shape();
        let gone = |s: &Square| {
            let cell = self.task.board.at(*s);
            let enemy = cell.belongs_to(self.task.mover().other()) && cell != ShownCell::Hole;
            enemy && self.task.target[s.index()] == ShownCell::Empty
        };
        let en_passant = self.mv.kind() == MoveKind::EnPassant;
        shape.squares().find(gone).filter(|_| en_passant)
    }

    fn sequence(&self) -> Option<Vec<Ply>> {
        let task = &self.task;
        let wakings = self.wakings();
        for waking in &wakings {
            for own in self.own_parts() {
                let plies = self.task.in_turn(waking.iter().chain(&own).copied());
                if self.task.is_right(&plies) {
                    return Some(plies);
                }
            }
        }
        self.outer_castling()
            .or_else(|| rearrange::shortest(task).filter(|plies| task.is_right(plies)))
            .or_else(|| rearrange::by_and_by(task).filter(|plies| task.is_right(plies)))
    }

    /// What the mover's piece does: in one ply, or by way of a square where it is
    /// something else.
    fn own_parts(&self) -> Vec<Vec<(Color, Ply)>> {
        let mover = self.task.mover();
        let mut parts: Vec<Vec<(Color, Ply)>> = Vec::new();
        parts.extend(self.direct().into_iter().map(|ply| vec![(mover, ply)]));
        let (from, to) = (self.mv.from(), self.mv.to());
        let steps = || {
            let (before, after) = (self.mover_before()?, self.mover_after()?);
            if before == after || self.task.words.ids().suffix(before, after).is_some() {
                return None;
            }
            let by = self.task.words.ids().stop_over(after)?;
            let first = self.task.words.ids().suffix(before, by)?;
            let second = self.task.words.ids().suffix(by, after)?;
            Some((first, second))
        };
        if let Some((first, second)) = steps() {
            for stop in self.task.empties(from) {
                let last = Ply::Move {
                    from: stop,
                    to,
                    through: self.taken_on_the_way(),
                    suffix: Some(second),
                };
                let first = Ply::turning(from, stop, Some(first));
                parts.push(vec![(mover, first), (mover, last)]);
            }
        }
        parts
    }

    /// How a pawn of the other player that becomes something without moving does that:
    /// the ways in which it can be shown. One way, to do nothing, if there is none.
    fn wakings(&self) -> Vec<Vec<(Color, Ply)>> {
        let owner = self.task.mover().other();
        let woken = |square: Square| {
            let (ShownCell::Piece(before), ShownCell::Piece(after)) =
                (self.task.board.at(square), self.task.target[square.index()])
            else {
                return None;
            };
            let changed = before.color() == owner && after.color() == owner && before != after;
            changed.then_some((square, before.kind(), after.kind()))
        };
        let shape = self.task.words.shape();
        let Some((square, before, after)) = shape.squares().find_map(woken) else {
            return vec![Vec::new()];
        };
        let ids = self.task.words.ids();
        let steps = match (ids.suffix(before, after), ids.stop_over(after)) {
            (Some(suffix), _) => vec![suffix],
            (None, Some(by)) => match (ids.suffix(before, by), ids.suffix(by, after)) {
                (Some(first), Some(second)) => vec![first, second],
                _ => Vec::new(),
            },
            (None, None) => Vec::new(),
        };
        let mut ways = Vec::new();
        for stop in self.task.empties(square) {
            // In place by way of an empty square: only for White, as Black's move would
            // reach another engine in other words.
            let in_place = steps.iter().map(|&suffix| Ply::Move {
                from: square,
                to: square,
                through: Some(stop),
                suffix: Some(suffix),
            });
            if owner == Color::White {
                ways.push(in_place.map(|ply| (owner, ply)).collect());
            }
            let second = steps.get(1).copied();
            ways.push(vec![
                (owner, Ply::turning(square, stop, steps.first().copied())),
                (owner, Ply::turning(stop, square, second)),
            ]);
        }
        ways
    }

    /// Castling after which the king stands between rook and edge: XBoard puts the rook
    /// next to the king; from there it goes on.
    fn outer_castling(&self) -> Option<Vec<Ply>> {
        let castling = self.position.variant().castling.as_ref()?;
        if self.mv.kind() != MoveKind::Castle {
            return None;
        }
        let s = castling.sides[self.task.mover()][self.mv.castling_side()]?;
        let shape = self.task.words.shape();
        let step = if s.rook_from < s.king_from { 1 } else { -1 };
        let file = i32::from(shape.file(s.king_to)) + step;
        let beside = shape.square(file, i32::from(shape.rank(s.king_to)))?;
        let plies = vec![
            Ply::Castle {
                king: s.king_from,
                to: s.king_to,
                rook: s.rook_from,
                rook_to: beside,
            },
            Ply::Null,
            Ply::plain(beside, s.rook_to),
        ];
        self.task.is_right(&plies).then_some(plies)
    }
}
