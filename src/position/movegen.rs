//! All legal moves.
//!
//! Each piece yields a set of targets; checks and pins, found once, cut it down; what
//! is left is legal. Moves whose legality they cannot tell ("surprises": en passant,
//! castling, rifle captures, slider shifts, whatever makes or removes an aura or
//! wakes a waiting pawn) are made, looked at and taken back. The same generator
//! counts: a [`Sink`] takes sets of targets, and a counter need not look into them.

use super::attacks::{Checks, View};
use super::moves::Move;
use super::state::State;
use super::tables::Tables;
use crate::geometry::{Bitboard, Square};
use crate::rules::{Color, Piece, PieceType, TypeSet};
use smallvec::SmallVec;

/// A list of moves. Ordinary positions fit without allocation; a 16x16 board full of
/// strong pieces, with thousands of moves, takes one.
pub type MoveList = SmallVec<[Move; 256]>;

/// Takes the moves that are generated.
pub(super) trait Sink<B> {
    /// Plain moves of one piece to each of these squares.
    fn plain(&mut self, from: Square, targets: B);
    /// Any one move.
    fn one(&mut self, mv: Move);
}

impl<B: Bitboard> Sink<B> for MoveList {
    #[inline(always)]
    fn plain(&mut self, from: Square, targets: B) {
        for to in targets.squares() {
            self.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Counter(pub u64);

impl<B: Bitboard> Sink<B> for Counter {
    #[inline(always)]
    fn plain(&mut self, _: Square, targets: B) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Stops mattering after the first move.
#[derive(Default)]
pub(super) struct AnyMove(pub bool);

impl<B: Bitboard> Sink<B> for AnyMove {
    fn plain(&mut self, _: Square, targets: B) {
        self.0 |= targets.any();
    }

    fn one(&mut self, _: Move) {
        self.0 = true;
    }
}

/// What all moves of one position share.
struct Scene<B> {
    us: Color,
    /// Only captures and moves of pawns into their promotion region are wanted.
    noisy_only: bool,
    view: View<B>,
    checks: Checks<B>,
    /// Captures here must be tried: of pieces with an aura, and of pieces that a
    /// waiting pawn would become.
    surprises: B,
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

    #[inline(always)]
    fn generate_some(&mut self, tables: &Tables<B>, noisy_only: bool, sink: &mut impl Sink<B>) {
        if self.is_over_on_board(tables) {
            return;
        }
        let us = self.side;
        let view = self.view(tables, us.other());
        let scene = Scene {
            us,
            noisy_only,
            view,
            checks: self.checks(tables, view.stops),
            surprises: self.surprising_victims(tables),
        };
        for from in self.color(us).squares() {
            let Some(piece) = self.piece_at(from) else {
                continue;
            };
            if piece.kind() == tables.king {
                self.king_moves(tables, &scene, from, sink);
            } else {
                self.piece_moves(tables, &scene, from, piece, sink);
            }
        }
        self.en_passant_moves(tables, us, sink);
        if noisy_only {
            return;
        }
        if self.rights != 0 && !scene.checks.in_check {
            self.castling_moves(tables, &scene, sink);
        }
        if tables.variant.strips[us].is_some() && !scene.checks.in_check {
            let shifts = self.shifts(tables, false);
            let open = shifts.iter().filter(|(_, obstacle)| obstacle.is_none());
            open.for_each(|&(mv, _)| sink.one(mv));
        }
    }

    /// Enemy pieces whose capture changes more than one square.
    fn surprising_victims(&self, tables: &Tables<B>) -> B {
        let mut victims = B::EMPTY;
        let them = self.color(self.side.other());
        if tables.has_aura {
            victims |= self.group(tables.aura_group) & them;
        }
        if tables.variant.promotion.waiting && self.waiting_pawns(tables, self.side.other()).any() {
            for kind in tables.variant.promotion.types.iter() {
                victims |= self.kind(kind) & them;
            }
        }
        victims
    }

    fn piece_moves(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        from: Square,
        piece: Piece,
        sink: &mut impl Sink<B>,
    ) {
        let mut targets = self.targets(tables, from, piece, &scene.view);
        if scene.noisy_only {
            targets.moves &= scene.view.attackers
                | if tables.variant.pawns.contains(piece.kind()) {
                    tables.promotion_region[scene.us]
                } else {
                    B::EMPTY
                };
            targets.double_steps = B::EMPTY;
        }
        let allowed = scene.checks.allowed(from);
        let uncertain = if scene.checks.unclear {
            !B::EMPTY
        } else {
            scene.surprises | self.aura_changes(tables, scene, piece)
        };
        let certain = targets.moves & allowed.without(uncertain);
        let tried = targets.moves & uncertain;
        let is_pawn = tables.variant.pawns.contains(piece.kind());
        if is_pawn {
            self.pawn_moves(tables, scene, from, certain, tried, sink);
        } else {
            sink.plain(from, certain);
            for to in tried.squares() {
                self.try_move(tables, Move::normal(from, to), sink);
            }
        }
        if targets.double_steps.any() {
            self.double_steps(
                tables,
                scene,
                from,
                piece,
                targets.double_steps,
                allowed,
                sink,
            );
        }
        if tables.has_rifle
            && let Some(rifle) = &tables.piece(piece).rifle
        {
            // What stood behind the victim may see further now.
            for victim in (rifle[from] & scene.view.attackers).squares() {
                self.try_move(tables, Move::rifle(from, victim), sink);
            }
        }
    }

    /// Targets to which a move of this piece may change which squares are stop squares.
    fn aura_changes(&self, tables: &Tables<B>, scene: &Scene<B>, piece: Piece) -> B {
        if !tables.has_aura {
            return B::EMPTY;
        }
        let variant = &tables.variant;
        if variant.stop_aura.contains(piece.kind()) {
            return !B::EMPTY;
        }
        if variant.pawns.contains(piece.kind()) {
            return if variant.promotion.types.intersects(variant.stop_aura) {
                tables.promotion_region[scene.us]
            } else {
                B::EMPTY
            };
        }
        match &variant.progress[piece.kind().index()] {
            Some(progress) if variant.stop_aura.contains(progress.to) => {
                scene.view.attackers | B::from_wide(progress.region[scene.us])
            }
            _ => B::EMPTY,
        }
    }

    fn pawn_moves(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        from: Square,
        certain: B,
        tried: B,
        sink: &mut impl Sink<B>,
    ) {
        let us = scene.us;
        let region = tables.promotion_region[us];
        let ordinary = if tables.variant.promotion.immobility_illegal {
            !(region | tables.immobile[us])
        } else {
            !region
        };
        sink.plain(from, certain & ordinary);
        for to in certain.without(ordinary).squares() {
            self.pawn_choices(tables, us, from, to)
                .into_iter()
                .for_each(|mv| sink.one(mv));
        }
        for to in tried.squares() {
            for mv in self.pawn_choices(tables, us, from, to) {
                self.try_move(tables, mv, sink);
            }
        }
    }

    /// The moves of a pawn to one square: one for each piece it may become there, and
    /// one for staying a pawn if it may.
    fn pawn_choices(
        &self,
        tables: &Tables<B>,
        us: Color,
        from: Square,
        to: Square,
    ) -> SmallVec<[Move; 16]> {
        let (choices, may_stay) = self.promotions(tables, us, to);
        let stay = may_stay.then(|| Move::normal(from, to));
        choices
            .iter()
            .map(|kind| Move::promotion(from, to, kind))
            .chain(stay)
            .collect()
    }

    /// What a pawn of `us` that arrives on `to` may become, and whether it may stay.
    pub fn promotions(&self, tables: &Tables<B>, us: Color, to: Square) -> (TypeSet, bool) {
        let promotion = &tables.variant.promotion;
        let stuck = promotion.immobility_illegal && tables.immobile[us].contains(to);
        if !tables.promotion_region[us].contains(to) {
            return (TypeSet::EMPTY, !stuck);
        }
        let choices: TypeSet = promotion
            .types
            .iter()
            .filter(|&kind| {
                promotion.type_region[kind.index()][us].contains(to)
                    && self.is_available(tables, us, kind)
            })
            .collect();
        let may_stay = if choices.is_empty() && promotion.waiting {
            true
        } else {
            !promotion.mandatory && !stuck
        };
        (choices, may_stay)
    }

    /// Whether a player may get one more piece of a type by promotion.
    pub fn is_available(&self, tables: &Tables<B>, owner: Color, kind: PieceType) -> bool {
        let variant = &tables.variant;
        let below = |limit: Option<u16>| limit.is_none_or(|n| self.count(owner, kind) < n);
        below(variant.promotion.limit[kind.index()])
            && below(variant.piece_limit[kind.index()])
            && (!variant.promotion.from_pool || self.pool_source(tables, owner, kind).is_some())
    }

    /// The type in a player's pool that a pawn becoming `kind` uses up.
    pub fn pool_source(
        &self,
        tables: &Tables<B>,
        owner: Color,
        kind: PieceType,
    ) -> Option<PieceType> {
        let sources = &tables.pool_sources[kind.index()];
        sources
            .iter()
            .copied()
            .find(|source| self.pool[owner][source.index()] > 0)
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    fn double_steps(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        from: Square,
        piece: Piece,
        targets: B,
        allowed: B,
        sink: &mut impl Sink<B>,
    ) {
        let Some(paths) = &tables.piece(piece).paths else {
            return;
        };
        for path in paths[from].iter().filter(|path| targets.contains(path.end)) {
            let Some(passed) = path.passed else { continue };
            let mv = Move::double_step(from, path.end, passed);
            if scene.checks.unclear {
                self.try_move(tables, mv, sink);
            } else if allowed.contains(path.end) {
                sink.one(mv);
            }
        }
    }

    fn king_moves(
        &mut self,
        tables: &Tables<B>,
        scene: &Scene<B>,
        from: Square,
        sink: &mut impl Sink<B>,
    ) {
        let Some(king) = self.piece_at(from) else {
            return;
        };
        let mut targets = self.targets(tables, from, king, &scene.view).moves;
        if scene.noisy_only {
            targets &= scene.view.attackers;
        }
        let uncertain = if scene.checks.unclear {
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
    }

    fn en_passant_moves(&mut self, tables: &Tables<B>, us: Color, sink: &mut impl Sink<B>) {
        let Some(en_passant) = self.en_passant else {
            return;
        };
        let to = en_passant.passed;
        for (kind, sources) in &tables.en_passant[us] {
            for from in (sources[to] & self.kind(*kind) & self.color(us)).squares() {
                let (choices, may_stay) = self.promotions(tables, us, to);
                let stay = may_stay.then_some(None);
                for becomes in choices.iter().map(Some).chain(stay) {
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
            if path.empty.intersects(scene.view.blockers)
                || path
                    .safe
                    .squares()
                    .any(|s| self.is_attacked_in(tables, s, &scene.view))
            {
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
        let us = self.side;
        let undo = self.make_on_board(tables, mv);
        let safe = !self.king_is_attacked(tables, us);
        self.unmake(tables, &undo);
        safe
    }
}
