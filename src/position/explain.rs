//! Why a text is not a legal move.

mod error;
mod legs;

pub use error::{MoveError, NoCastling};

use super::Position;
use super::choices::Choices;
use super::make::ShiftObstacle;
use super::moves::Move;
use super::outcome::{Reason, Status};
use super::walk::WalkStep;
use crate::geometry::{Bitboard, Square};
use crate::rules::ini::shortened;
use crate::rules::{Pattern, Piece, PieceId};

/// What keeps a piece from a square.
enum Hindrance {
    /// Something on this square, where a pattern towards the target ends.
    Blocked(Square),
    /// It can go there only to capture, or only without.
    WrongMode,
    /// A pattern leads there if other pieces stand as it needs.
    LacksSomething,
    /// No pattern of it leads there.
    NoPattern,
}

impl<B: Bitboard> Position<B> {
    /// Why a text, in lower case, is not a legal move.
    pub(super) fn explain(&self, text: &str) -> MoveError {
        let shape = self.shape();
        let squares = shape
            .parse_square(text)
            .and_then(|(from, rest)| Some((from, shape.parse_square(rest)?)));
        let Some((from, (to, rest))) = squares else {
            return self.explain_squares(text);
        };
        let status = self.status();
        if let Status::Ended(_, reason) = status
            && !matches!(reason, Reason::Repetition | Reason::NMoveRule(_))
        {
            return MoveError::GameOver(status.to_string());
        }
        if rest == "s" {
            return self.explain_shift(from, to);
        }
        let name = |square| shape.name(square);
        for square in [from, to] {
            if self.state.dead.contains(square) {
                let hole = self.variant().holes.contains(square);
                let error = if hole {
                    MoveError::Hole
                } else {
                    MoveError::DeadSquare
                };
                return error(name(square));
            }
        }
        let Some(piece) = self.piece_at(from) else {
            return MoveError::NoPiece(name(from));
        };
        let us = self.side_to_move();
        if piece.color() != us {
            let side = if us == crate::rules::Color::White {
                "White"
            } else {
                "Black"
            };
            return MoveError::NotYours {
                square: name(from),
                side,
            };
        }
        let castling = self.variant().castling.as_ref();
        if castling.is_some_and(|c| c.king[us] == Some(piece.kind()))
            && let Some(why) = self.explain_castling(from, to)
        {
            return MoveError::Castling(why);
        }
        if rest.starts_with(',') {
            return self.explain_legs(piece, from, to, rest);
        }
        self.explain_plain(piece, from, to, rest)
    }

    fn explain_squares(&self, text: &str) -> MoveError {
        let bytes = text.as_bytes();
        let square_end = |start: usize| {
            bytes.get(start).filter(|b| b.is_ascii_lowercase())?;
            let digits = bytes[start + 1..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count();
            (digits > 0).then_some(start + 1 + digits)
        };
        let Some(first) = square_end(0) else {
            return MoveError::NotAMove;
        };
        let Some(second) = square_end(first) else {
            return MoveError::NotAMove;
        };
        let shape = self.shape();
        let bad = [&text[..first], &text[first..second]]
            .into_iter()
            .find(|s| !matches!(shape.parse_square(s), Some((_, ""))))
            .unwrap_or(text);
        MoveError::NoSuchSquare(shortened(bad))
    }

    fn explain_shift(&self, from: Square, to: Square) -> MoveError {
        let shape = self.shape();
        let us = self.side_to_move();
        let Some(strip) = self.variant().strips[us] else {
            return MoveError::NoSlider;
        };
        let lowest = self.state.strips[us];
        let here = shape.square(lowest.into(), strip.rank.into());
        let fits = here == Some(from)
            && shape.rank(to) == strip.rank
            && shape.file(to) <= shape.files() - strip.width
            && to != from;
        if !fits {
            let name = |file: u8| {
                let square = shape.square(file.into(), strip.rank.into());
                square.map(|s| shape.name(s)).unwrap_or_default()
            };
            return MoveError::ShiftText {
                now: name(lowest),
                first: name(0),
                last: name(shape.files() - strip.width),
            };
        }
        let in_check = self.in_check();
        let shifts = self.state.clone().shifts(&self.tables, in_check);
        match shifts
            .into_iter()
            .find(|(mv, _)| mv.to() == to)
            .and_then(|(_, why)| why)
        {
            Some(ShiftObstacle::InCheck) => MoveError::ShiftInCheck,
            Some(ShiftObstacle::EnemyOnIt(square)) => MoveError::ShiftWithEnemy(shape.name(square)),
            Some(ShiftObstacle::ThroughCheck(square)) => {
                MoveError::ShiftThroughCheck(format!("with the strip at {}", shape.name(square)))
            }
            // A shift that nothing hinders is legal and needs no explanation.
            Some(ShiftObstacle::IntoCheck) | None => MoveError::ShiftIntoCheck,
        }
    }

    /// Why castling is not possible, if the text can only mean castling.
    fn explain_castling(&self, from: Square, to: Square) -> Option<&'static str> {
        let us = self.side_to_move();
        let tables = self.tables.clone();
        let (side, path) = tables.castling[us]
            .iter()
            .enumerate()
            .find_map(|(side, path)| {
                let path = path.as_ref()?;
                let s = path.squares;
                let far = self.shape().delta(from, to).chebyshev() > 1;
                let meant = s.rook_from == to || far && !path.by_rook && s.king_to == to;
                (s.king_from == from && meant).then_some((side, path))
            })?;
        let view = self.state.view(&tables, us.other());
        Some(
            if self.state.rights & super::Tables::<B>::right(us, side) == 0 {
                "the king or that rook has moved"
            } else if path.empty.intersects(view.blockers) {
                "a square between king and rook is not empty"
            } else if self.in_check() {
                "the king is in check"
            } else {
                "the king would pass or land on an attacked square"
            },
        )
    }

    fn explain_plain(&self, piece: Piece, from: Square, to: Square, rest: &str) -> MoveError {
        let us = piece.color();
        let own = self.piece_at(to).filter(|p| p.color() == us && to != from);
        if let Some(own) = own {
            return MoveError::OwnPiece {
                to: self.shape().name(to),
                name: self.name_of(own),
            };
        }
        let view = self.state.view(&self.tables, us.other());
        let targets = self.state.targets(&self.tables, from, piece, &view);
        let passes = to == from && self.locust_moves_from(piece, from).contains(&(None, to));
        if !passes && !(targets.moves | targets.double_steps).contains(to) {
            return self.explain_target(piece, from, to);
        }
        if let Some(why) = self.explain_choice(piece, from, to, rest, self.piece_at(to).is_some()) {
            return why;
        }
        if let Some(why) = self.explain_limits(Move::normal(from, to)) {
            return MoveError::Forbidden(why);
        }
        self.explain_danger(piece, from, to)
    }

    /// What is left where nothing else forbids a move: something royal would be lost.
    fn explain_danger(&self, piece: Piece, from: Square, to: Square) -> MoveError {
        let name = |square| self.shape().name(square);
        match self.king(piece.color()) {
            Some(king) if king == from => MoveError::LeavesKingInCheck { king: name(to) },
            Some(king) => MoveError::LeavesKingInCheck { king: name(king) },
            None => MoveError::Forbidden("a royal piece would be lost"),
        }
    }

    /// What is wrong with what a text says, or does not say, that a piece becomes.
    fn explain_choice(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        rest: &str,
        captures: bool,
    ) -> Option<MoveError> {
        let name = self.name_of(piece);
        let (from_name, to_name) = (self.shape().name(from), self.shape().name(to));
        if self.tables.piece(piece).promotes {
            let state = &self.state;
            let Choices { types, may_stay } =
                state.choices_by(&self.tables, piece, from, to, captures);
            let ids: Vec<String> = types
                .iter()
                .map(|kind| self.promotion_suffix(piece.kind(), kind))
                .collect();
            let possible = if may_stay {
                ids.iter()
                    .cloned()
                    .chain(["nothing".to_string()])
                    .collect::<Vec<_>>()
                    .join(", ")
            } else {
                ids.join(", ")
            };
            if !rest.is_empty() {
                let is_id = |text| matches!(PieceId::parse_prefix(text), Some((_, _, "")));
                if rest != "+" && !is_id(rest) {
                    return Some(MoveError::NotAMove);
                }
                let wanted = shortened(rest);
                if ids.is_empty() && may_stay {
                    return Some(MoveError::CannotPromote {
                        name,
                        to: to_name,
                        wanted,
                    });
                }
                if !ids.is_empty() && !ids.iter().any(|id| id == rest) {
                    return Some(MoveError::CannotBecome {
                        name,
                        to: to_name,
                        wanted,
                        choices: possible,
                    });
                }
            }
            if !may_stay && ids.is_empty() {
                return Some(MoveError::NothingToBecome {
                    name,
                    from: from_name,
                    to: to_name,
                });
            }
            if !may_stay && rest.is_empty() {
                return Some(MoveError::ChoicesMissing {
                    name,
                    to: to_name,
                    choices: possible,
                });
            }
        } else if !rest.is_empty() {
            return Some(MoveError::Surplus(shortened(rest)));
        }
        None
    }

    /// Which rule beside that of check forbids a move.
    fn explain_limits(&self, mv: Move) -> Option<&'static str> {
        let limits = self.variant().limits;
        let tables = self.tables.clone();
        if limits.must_capture
            && self.state.victim(mv).is_none()
            && self.state.clone().leaves_king_safe(&tables, mv)
        {
            return Some("a player who can capture must");
        }
        let piece = self.piece_at(mv.from())?;
        if limits.immobility && tables.piece(piece).immobile.contains(mv.to()) {
            return Some("the piece could never move again");
        }
        if limits.forbids_check {
            return Some("neither king may be in check");
        }
        if tables.variant.mutually_immune.contains(piece.kind()) {
            return Some("it may not capture its like");
        }
        None
    }

    /// Why a piece cannot reach a square.
    fn explain_target(&self, piece: Piece, from: Square, to: Square) -> MoveError {
        let shape = self.shape();
        let (name, from_name, to_name) = (self.name_of(piece), shape.name(from), shape.name(to));
        let locust_moves = self.locust_moves_from(piece, from).into_iter();
        let mut victims =
            locust_moves.filter_map(|(victim, end)| victim.filter(|_| end == to && to != from));
        if let Some(victim) = victims.next() {
            return MoveError::WriteLegs {
                victim: shape.name(victim),
                from: from_name,
                to: to_name,
            };
        }
        match self.hindrance(piece, from, to) {
            Hindrance::Blocked(at) => match self.stop_before(from, at) {
                Some(at) => MoveError::Stopped {
                    name,
                    from: from_name,
                    to: to_name,
                    at: shape.name(at),
                    stopper: self.stoppers(),
                },
                None => MoveError::Blocked {
                    name,
                    from: from_name,
                    to: to_name,
                    at: shape.name(at),
                },
            },
            Hindrance::WrongMode if self.piece_at(to).is_some() => MoveError::CannotCapture {
                name,
                from: from_name,
                to: to_name,
            },
            Hindrance::WrongMode => MoveError::OnlyCaptures {
                name,
                from: from_name,
                to: to_name,
            },
            Hindrance::LacksSomething => MoveError::LacksSomething {
                name,
                from: from_name,
                to: to_name,
            },
            Hindrance::NoPattern => MoveError::DoesNotMoveSo {
                name,
                from: from_name,
                to: to_name,
            },
        }
    }

    /// What keeps a piece from going to a square by one of its patterns.
    fn hindrance(&self, piece: Piece, from: Square, to: Square) -> Hindrance {
        let view = self.state.view(&self.tables, piece.color().other());
        let mut blocked = None;
        let mut wrong_mode = false;
        let mut lacks_something = false;
        for pattern in self.state.patterns_from(&self.tables, from, piece) {
            let mut reached = false;
            let mut obstacle = None;
            let mut any_mode = pattern.clone();
            (any_mode.last.quiet, any_mode.last.capture) = (true, true);
            let enemies = view.attackers;
            let visit = |step| match step {
                WalkStep::End(end, None) => reached |= end == to,
                WalkStep::End(_, Some(_)) => {}
                WalkStep::Blocked(square) => obstacle = Some(square),
            };
            self.state
                .walk(&self.tables, from, &any_mode, &view, enemies, visit);
            if reached {
                wrong_mode = true;
            } else if !pattern.is_plain() {
                let state = &self.state;
                lacks_something |= state.could_lead(&self.tables, from, piece, pattern, to);
            } else if obstacle.is_some() && self.aims_at(pattern, from, to) {
                blocked = obstacle;
            }
        }
        match blocked {
            Some(at) => Hindrance::Blocked(at),
            None if wrong_mode => Hindrance::WrongMode,
            None if lacks_something => Hindrance::LacksSomething,
            None => Hindrance::NoPattern,
        }
    }

    /// Whether a plain pattern leads to a square, as a capture or quietly as that needs.
    fn aims_at(&self, pattern: &Pattern, from: Square, to: Square) -> bool {
        let longest = i8::try_from(pattern.last.reach.min(16)).unwrap_or(16);
        let reaches =
            (1..=longest).any(|n| self.shape().offset(from, pattern.last.step * n) == Some(to));
        reaches
            && match self.piece_at(to) {
                Some(_) => pattern.last.capture,
                None => pattern.last.quiet,
            }
    }

    /// The stop square at which a slide that got as far as `at` has ended, if it was one.
    fn stop_before(&self, from: Square, at: Square) -> Option<Square> {
        let stopping = self.state.group(self.tables.aura_group);
        // As when moving, a piece is not stopped by itself.
        let except = stopping.contains(from).then_some(from);
        let stops = self.state.stop_squares(&self.tables, except);
        let is_free = self.piece_at(at).is_none();
        match (stops.contains(from), stops.contains(at)) {
            (true, _) if is_free || at == from => Some(from),
            (_, true) if is_free => Some(at),
            _ => None,
        }
    }

    /// The names of the types next to which slides stop.
    fn stoppers(&self) -> String {
        let variant = self.variant();
        let names = variant
            .stop_aura
            .iter()
            .map(|t| variant.piece(t).name.as_str());
        names.collect::<Vec<_>>().join(" or ")
    }

    fn name_of(&self, piece: Piece) -> String {
        self.variant().piece(piece.kind()).name.clone()
    }
}
