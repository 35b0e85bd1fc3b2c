//! All legal moves.
//!
//! Each piece yields a set of targets; checks and pins, found once, cut it down; what
//! is left is legal. Moves whose legality they cannot tell ("surprises": en passant,
//! castling, rifle captures, locust captures, some strip shifts, whatever makes or
//! removes an aura or wakes a waiting pawn) are made, looked at and taken back. The same
//! generator counts: a [`Sink`] takes sets of targets, a counter need not look into them,
//! and pieces of numerous types are moved for it all at once.

mod sink;

pub use sink::MoveList;
pub(super) use sink::Sink;
use sink::{AnyMove, Counter};

use super::attacks::{CheckMasks, View};
use super::choices::Choices;
use super::moves::Move;
use super::state::State;
use super::tables::{Ground, Tables};
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Piece};

/// What all moves of one position share.
struct Scene<B> {
    us: Color,
    /// Only captures and moves of pawns into their promotion region are wanted.
    noisy_only: bool,
    view: View<B>,
    masks: CheckMasks<B>,
    /// Captures here must be tried: of pieces with an aura, and of pieces that a
    /// waiting pawn would become.
    surprises: B,
}

/// A piece whose moves are generated.
#[derive(Clone, Copy)]
struct Mover {
    piece: Piece,
    from: Square,
}

impl<B: Bitboard> State<B> {
    /// Generates all legal moves, each once. Takes the state mutably to try moves; it
    /// is unchanged afterwards.
    pub fn generate(&mut self, tables: &Tables<B>, sink: &mut impl Sink<B>) {
        self.generate_some(tables, false, sink);
    }

    /// Generates the legal captures and the moves of pawns into their promotion region.
    pub fn generate_noisy(&mut self, tables: &Tables<B>, sink: &mut impl Sink<B>) {
        self.generate_some(tables, true, sink);
    }

    /// Whether there is a legal move. Takes the state mutably like [`Self::generate`].
    pub fn can_move(&mut self, tables: &Tables<B>) -> bool {
        let mut any = AnyMove::default();
        self.generate(tables, &mut any);
        any.0
    }

    /// The number of legal moves. Takes the state mutably like [`Self::generate`].
    pub fn count_moves(&mut self, tables: &Tables<B>) -> u64 {
        let mut counter = Counter::default();
        self.generate(tables, &mut counter);
        counter.0
    }

    #[inline(always)]
    fn generate_some(&mut self, tables: &Tables<B>, noisy_only: bool, sink: &mut impl Sink<B>) {
        if self.is_over_on_board(tables) {
            return;
        }
        if tables.nature.captures_forced {
            return self.generate_forced(tables, noisy_only, sink);
        }
        self.generate_all(tables, noisy_only, sink);
    }

    /// Generates the captures if there are any, and all moves if there are none.
    #[cold]
    fn generate_forced(&mut self, tables: &Tables<B>, noisy_only: bool, sink: &mut impl Sink<B>) {
        let mut moves = MoveList::new();
        self.generate_all(tables, noisy_only, &mut moves);
        let forced = moves.iter().any(|&mv| self.victim(mv).is_some());
        for mv in moves {
            if !forced || self.victim(mv).is_some() {
                sink.one(mv);
            }
        }
    }

    #[inline(always)]
    fn generate_all<S: Sink<B>>(&mut self, tables: &Tables<B>, noisy_only: bool, sink: &mut S) {
        let us = self.side;
        let view = self.view(tables, us.other());
        let scene = Scene {
            us,
            noisy_only,
            view,
            masks: self.check_masks(tables, view.stops),
            surprises: self.surprising_victims(tables),
        };
        let mut one_by_one = self.color(us);
        let calm = !scene.masks.unclear && scene.surprises.is_empty() && !noisy_only;
        if S::COUNTS && calm {
            one_by_one = self.count_setwise(tables, &scene, sink);
        }
        for from in one_by_one.squares() {
            let Some(piece) = self.piece_at(from) else {
                continue;
            };
            let table = tables.piece(piece);
            if calm && table.plain {
                let targets = self.plain_targets(tables, from, piece, table, &scene.view);
                sink.plain(from, targets & scene.masks.allowed(from));
            } else if piece.kind() == tables.king {
                self.king_moves(tables, &scene, Mover { piece, from }, sink);
            } else {
                self.piece_moves(tables, &scene, Mover { piece, from }, sink);
            }
        }
        self.en_passant_moves(tables, us, sink);
        if noisy_only {
            return;
        }
        if self.rights != 0 && !(tables.plain_royalty && scene.masks.in_check) {
            self.castling_moves(tables, &scene, sink);
        }
        if tables.variant.strips[us].is_some() && !scene.masks.in_check {
            if tables.has_plain_shifts {
                debug_assert!(self.plain_shifts_are_right(tables));
                self.plain_shifts(tables, |mv| sink.one(mv));
            } else {
                let shifts = self.shifts(tables, false);
                let open = shifts.iter().filter(|(_, obstacle)| obstacle.is_none());
                open.for_each(|&(mv, _)| sink.one(mv));
            }
        }
    }

    /// Counts the moves of pieces of numerous types all at once; returns the pieces whose moves
    /// are still to be counted.
    #[inline(always)]
    fn count_setwise(&self, tables: &Tables<B>, scene: &Scene<B>, sink: &mut impl Sink<B>) -> B {
        let mut left = self.color(scene.us);
        let ground = Ground {
            empty: !scene.view.blockers,
            enemies: scene.view.attackers,
            stops: scene.view.stops,
        };
        let free = left.without(scene.masks.pinned);
        for moves in &tables.setwise[scene.us] {
            let pieces = self.kind(moves.piece.kind()) & free & moves.plain_from;
            sink.many(moves.count(pieces, &ground, scene.masks.mask));
            left = left.without(pieces);
        }
        left
    }

    /// Enemy pieces whose capture changes more than one square.
    fn surprising_victims(&self, tables: &Tables<B>) -> B {
        let mut victims = B::EMPTY;
        let them = self.color(self.side.other());
        if tables.has_aura {
            victims |= self.group(tables.aura_group) & them;
        }
        if tables.variant.promotion.waiting && self.waiting_pawns(tables, self.side.other()).any() {
            for kind in tables.variant.promotion.types[self.side.other()].iter() {
                victims |= self.kind(kind) & them;
            }
        }
        victims
    }

    fn piece_moves(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        mover: Mover,
        sink: &mut impl Sink<B>,
    ) {
        let Mover { piece, from } = mover;
        let mut targets = self.targets(tables, from, piece, &scene.view);
        if scene.noisy_only {
            let promoting = if tables.piece(piece).promotes {
                tables.promotion_region[scene.us]
            } else {
                B::EMPTY
            };
            targets.moves &= scene.view.attackers | promoting;
            targets.double_steps &= promoting;
        }
        let allowed = scene.masks.allowed(from);
        let uncertain = if scene.masks.unclear {
            !B::EMPTY
        } else {
            scene.surprises | self.aura_changes(tables, scene, piece)
        };
        let certain = targets.moves & allowed.without(uncertain);
        let tried = targets.moves & uncertain;
        if tables.piece(piece).chooses {
            self.chosen_moves(tables, scene, mover, certain, tried, sink);
        } else {
            sink.plain(from, certain);
            for to in tried.squares() {
                self.try_move(tables, Move::normal(from, to), sink);
            }
        }
        if targets.double_steps.any() {
            self.double_steps(tables, scene, mover, targets.double_steps, allowed, sink);
        }
        if tables.has_rifle
            && let Some(rifle) = &tables.piece(piece).rifle
        {
            // What stood behind the victim may see further now.
            for victim in (rifle[from] & scene.view.attackers).squares() {
                self.try_move(tables, Move::rifle(from, victim), sink);
            }
        }
        if tables.has_locust_moves && tables.piece(piece).has_locust_moves {
            self.generate_locust_moves(tables, scene, mover, sink);
        }
    }

    /// The moves of a piece that make locust captures or end where they began.
    #[cold]
    fn generate_locust_moves(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        mover: Mover,
        sink: &mut impl Sink<B>,
    ) {
        let Mover { piece, from } = mover;
        let shots = match &tables.piece(piece).rifle {
            Some(rifle) => rifle[from],
            None => B::EMPTY,
        };
        for (victim, to) in self.locust_moves(tables, from, piece, &scene.view) {
            match victim {
                None if scene.noisy_only => {}
                None => self.try_move(tables, Move::pass(from), sink),
                // Rifle captures that the tables know have been generated already.
                Some(victim) if to == from && shots.contains(victim) => {}
                Some(victim) if to == from => {
                    self.try_move(tables, Move::rifle(from, victim), sink);
                }
                Some(victim) => {
                    let choices = self.choices_by(tables, piece, from, to, true);
                    for becomes in choices.iter() {
                        let mv = Move::locust(from, victim, to, becomes);
                        self.try_move(tables, mv, sink);
                    }
                }
            }
        }
    }

    /// Targets to which a move of this piece may change which squares are stop squares.
    #[inline(always)]
    fn aura_changes(&self, tables: &Tables<B>, scene: &Scene<B>, piece: Piece) -> B {
        if !tables.has_aura {
            return B::EMPTY;
        }
        let table = tables.piece(piece);
        if table.unsettles_by_capture {
            table.unsettles | scene.view.attackers
        } else {
            table.unsettles
        }
    }

    fn chosen_moves(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        mover: Mover,
        certain: B,
        tried: B,
        sink: &mut impl Sink<B>,
    ) {
        let Mover { piece, from } = mover;
        let region = tables.promotion_region[scene.us];
        let mut special = region;
        if tables.has_choice && region.contains(from) {
            special = !B::EMPTY;
        }
        if tables.variant.limits.immobility {
            special |= tables.piece(piece).immobile;
        }
        sink.plain(from, certain.without(special));
        for to in (certain & special).squares() {
            for becomes in self.choices(tables, piece, from, to).iter() {
                sink.one(Move::becoming(from, to, becomes));
            }
        }
        for to in tried.squares() {
            for becomes in self.choices(tables, piece, from, to).iter() {
                self.try_move(tables, Move::becoming(from, to, becomes), sink);
            }
        }
    }

    fn double_steps(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        mover: Mover,
        targets: B,
        allowed: B,
        sink: &mut impl Sink<B>,
    ) {
        let Mover { piece, from } = mover;
        let Some(paths) = &tables.piece(piece).paths else {
            return;
        };
        let closed = self.closed_to(tables, from, piece, &scene.view);
        let mut left = targets;
        for path in &paths[from] {
            let Some(passed) = path.passed else { continue };
            // Two ways to a square are one move: by the first that is open.
            if !left.contains(path.end) || path.through.intersects(closed) {
                continue;
            }
            left ^= B::single(path.end);
            let choices = if tables.piece(piece).chooses {
                self.choices(tables, piece, from, path.end)
            } else {
                Choices::NONE
            };
            for becomes in choices.iter() {
                let mv = match becomes {
                    Some(kind) => Move::promotion(from, path.end, kind),
                    None => Move::double_step(from, path.end, passed),
                };
                if scene.masks.unclear {
                    self.try_move(tables, mv, sink);
                } else if allowed.contains(path.end) {
                    sink.one(mv);
                }
            }
        }
    }

    fn king_moves(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        mover: Mover,
        sink: &mut impl Sink<B>,
    ) {
        let Mover { piece: king, from } = mover;
        let mut targets = self.targets(tables, from, king, &scene.view).moves;
        if scene.noisy_only {
            targets &= scene.view.attackers;
        }
        if tables.variant.limits.immobility {
            targets = targets.without(tables.piece(king).immobile);
        }
        let uncertain = if scene.masks.unclear {
            !B::EMPTY
        } else {
            scene.surprises | self.aura_changes(tables, scene, king)
        };
        let mut safe = B::EMPTY;
        let without_king = scene.view.blockers ^ B::single(from);
        for to in targets.without(uncertain).squares() {
            let target = B::single(to);
            let view = View {
                blockers: without_king,
                attackers: scene.view.attackers.without(target),
                stops: scene.view.stops,
            };
            if !self.is_attacked_in(tables, to, &view) {
                safe |= target;
            }
        }
        sink.plain(from, safe);
        for to in (targets & uncertain).squares() {
            self.try_move(tables, Move::normal(from, to), sink);
        }
        if tables.has_locust_moves && tables.piece(king).has_locust_moves {
            self.generate_locust_moves(tables, scene, mover, sink);
        }
    }

    fn en_passant_moves(&mut self, tables: &Tables<B>, us: Color, sink: &mut impl Sink<B>) {
        let Some(en_passant) = self.en_passant else {
            return;
        };
        let to = en_passant.passed;
        for (kind, sources) in &tables.en_passant[us] {
            for from in (sources[to] & self.kind(*kind) & self.color(us)).squares() {
                let piece = Piece::new(*kind, us);
                for becomes in self.choices(tables, piece, from, to).iter() {
                    self.try_move(tables, Move::en_passant(from, to, becomes), sink);
                }
            }
        }
    }

    /// Whether any capture en passant is legal.
    pub fn can_capture_en_passant(&mut self, tables: &Tables<B>) -> bool {
        let mut any = AnyMove::default();
        self.en_passant_moves(tables, self.side, &mut any);
        any.0
    }

    fn castling_moves(&mut self, tables: &Tables<B>, scene: &Scene<B>, sink: &mut impl Sink<B>) {
        for side in 0..2 {
            if self.rights & Tables::<B>::right(scene.us, side) == 0 {
                continue;
            }
            let Some(path) = &tables.castling[scene.us][side] else {
                continue;
            };
            if path.empty.intersects(scene.view.blockers) {
                continue;
            }
            let may_pass = if tables.plain_royalty {
                let mut squares = path.safe.squares();
                squares.all(|s| !self.is_attacked_in(tables, s, &scene.view))
            } else {
                self.may_pass(tables, scene.us, path, &scene.view)
            };
            if !may_pass {
                continue;
            }
            let mv = Move::castle(path.squares.king_from, path.squares.king_to, side);
            self.try_move(tables, mv, sink);
        }
    }

    /// Sends the move on if it does not leave the mover's king attacked.
    fn try_move(&mut self, tables: &Tables<B>, mv: Move, sink: &mut impl Sink<B>) {
        if self.leaves_king_safe(tables, mv) {
            sink.one(mv);
        }
    }

    /// Makes a pseudo-legal move, looks whether the mover's king is attacked, and
    /// takes it back.
    pub fn leaves_king_safe(&mut self, tables: &Tables<B>, mv: Move) -> bool {
        if !tables.plain_royalty {
            return self.is_allowed(tables, mv);
        }
        let us = self.side;
        let undo = self.make_on_board(tables, mv);
        let safe = !self.king_is_attacked(tables, us);
        self.unmake(tables, &undo);
        safe
    }
}
