//! The terms of one position: what the pieces of both players do there.
//!
//! Pawns and kings come first, since what they attack matters to the other pieces; then each
//! piece is looked at once, for all terms; what needs to know of all attacks comes last.

use super::evaluator::Evaluator;
use super::weights::{PHASE_START, REACH_UNIT, WAY};
use super::{Term, Terms};
use crate::geometry::{Bitboard, Square};
use crate::position::{Position, Sight};
use crate::rules::{Color, ColorMap, TypeSet};

/// What is collected of one player's pieces.
struct Side<B> {
    pawns: B,
    /// What the pawns attack.
    by_pawns: B,
    /// What anything attacks, and what anything but the king does.
    attacks: B,
    by_others: B,
    /// The squares next to the enemy's king.
    ring: B,
    /// The pieces that attack some of them, and how often they do.
    attackers: i32,
    near: i32,
    /// The value of those that are neither king nor pawn.
    pieces: i32,
    material: i32,
    placement: i32,
    mobility: i32,
    /// What attacks on dearer pieces are worth.
    threats: i32,
}

/// A part of what a term is worth: so many percent while all pieces are there, and when hardly
/// one is left. `phase` is between [`PHASE_START`] and 0.
fn tapered(value: i32, early: i32, late: i32, phase: i32) -> i32 {
    value * (early * phase + late * (PHASE_START - phase)) / (PHASE_START * 100)
}

impl<B: Bitboard> Evaluator<B> {
    /// Every term of the evaluation.
    pub fn terms(&self, position: &Position<B>) -> Terms {
        let mut terms = Terms::default();
        let sight = position.sight_of_all();
        let pawn_types = position.variant().pawns;
        let mut sides = ColorMap::from_fn(|color| self.side(position, &sight, color, pawn_types));
        for color in Color::BOTH {
            let enemy = &sides[color.other()];
            let (by_pawns, targets) = (enemy.by_pawns, position.pieces(color.other()));
            let targets = targets.without(enemy.pawns);
            self.look_at_pieces(
                position,
                &sight,
                &mut sides[color],
                color,
                by_pawns,
                targets,
            );
        }
        let pieces = ColorMap::from_fn(|color| sides[color].pieces);
        let phase = (pieces.0[0] + pieces.0[1]) * PHASE_START / (2 * self.start_material);
        let phase = phase.min(PHASE_START);
        for color in Color::BOTH {
            let (own, enemy) = (&sides[color], &sides[color.other()]);
            let w = &self.weights;
            terms.add(Term::Material, color, own.material * self.material_sign);
            terms.add(Term::Material, color, self.pairs(position, color));
            let placement = tapered(own.placement, 100, w.placement_late, phase);
            terms.add(Term::Placement, color, placement);
            let mobility = tapered(own.mobility, 100, w.mobility_late, phase);
            terms.add(Term::Mobility, color, mobility);
            if self.material_sign > 0 {
                let loose = self.loose(position, own, enemy, color);
                terms.add(Term::Threats, color, own.threats + loose);
            }
            self.king_terms(position, color, own, enemy, &mut terms);
            self.pawn_terms(position, color, (own, enemy), phase, &mut terms);
        }
        if self.goal.is_some() || position.nature().counts_checks {
            self.goal_terms(position, &mut terms);
        }
        terms
    }

    /// What is known of a player before its pieces are looked at: its pawns and its king.
    fn side(
        &self,
        position: &Position<B>,
        sight: &Sight<B>,
        color: Color,
        pawn_types: TypeSet,
    ) -> Side<B> {
        let own = position.pieces(color);
        let mut side = Side {
            pawns: B::EMPTY,
            by_pawns: B::EMPTY,
            attacks: B::EMPTY,
            by_others: B::EMPTY,
            ring: match position.king(color.other()) {
                Some(king) => position.neighbours(king),
                None => B::EMPTY,
            },
            attackers: 0,
            near: 0,
            pieces: 0,
            material: 0,
            placement: 0,
            mobility: 0,
            threats: 0,
        };
        for kind in pawn_types.iter() {
            let pawns = own & position.pieces_of(kind);
            side.pawns |= pawns;
            for square in pawns.squares() {
                let Some(piece) = position.piece_at(square) else {
                    continue;
                };
                side.material += self.pieces[piece.index()].value;
                let reach = position.reach(sight, square, piece);
                side.by_pawns |= position.attacks(reach, square, piece);
            }
        }
        side.by_others = side.by_pawns;
        if let Some(king) = position.king(color) {
            side.attacks = position.neighbours(king);
        }
        side
    }

    /// Looks at all pieces of a player but king and pawns. `by_pawns` is what the enemy's
    /// pawns attack, `targets` its other pieces.
    fn look_at_pieces(
        &self,
        position: &Position<B>,
        sight: &Sight<B>,
        side: &mut Side<B>,
        color: Color,
        by_pawns: B,
        targets: B,
    ) {
        let w = &self.weights;
        let own = position.pieces(color);
        for square in own.without(side.pawns).squares() {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            let worth = &self.pieces[piece.index()];
            side.material += worth.value;
            let Some(usual) = &worth.mobility else {
                continue;
            };
            side.placement += i32::from(worth.placement[square]);
            side.pieces += worth.value;
            let reach = position.reach(sight, square, piece);
            let attacks = position.attacks(reach, square, piece);
            side.by_others |= attacks;
            let free = reach.without(own).without(by_pawns);
            side.mobility += (free.count() as i32 - usual.usual) * usual.worth / REACH_UNIT;
            let near = attacks & side.ring;
            if near.any() {
                side.attackers += 1;
                side.near += near.count() as i32;
            }
            for target in (attacks & targets).squares() {
                let Some(victim) = position.piece_at(target) else {
                    continue;
                };
                let gain = self.pieces[victim.index()].value - worth.value;
                side.threats += (gain.max(0) * w.threat_percent / 100).min(w.threat_limit);
            }
        }
        side.attacks |= side.by_others;
        let attacked = side.by_pawns & targets;
        side.threats += attacked.count() as i32 * w.threat_by_pawn;
    }

    /// What attacks on pieces and pawns that nothing guards are worth to a player.
    fn loose(&self, position: &Position<B>, own: &Side<B>, enemy: &Side<B>, color: Color) -> i32 {
        let w = &self.weights;
        let loose = position.pieces(color.other()) & own.attacks.without(enemy.attacks);
        let pieces = loose.squares().filter_map(|s| position.piece_at(s));
        let worth = pieces.map(|piece| self.pieces[piece.index()].value);
        worth
            .map(|value| (value * w.loose_percent / 100).min(w.loose_limit))
            .sum()
    }

    /// What pieces are worth together that are bound to squares of one colour each.
    fn pairs(&self, position: &Position<B>, color: Color) -> i32 {
        let pair = |kind| {
            let pieces = position.pieces_of(kind) & position.pieces(color);
            let light = pieces & self.lights;
            let value = self.values().of(kind) * self.weights.pair_percent / 100;
            if light.any() && light != pieces {
                value
            } else {
                0
            }
        };
        self.bound.iter().map(|&kind| pair(kind)).sum()
    }

    /// A player's king: its cover while the enemy has pieces, its activity when not, and what
    /// attacks near it cost.
    fn king_terms(
        &self,
        position: &Position<B>,
        color: Color,
        own: &Side<B>,
        enemy: &Side<B>,
        terms: &mut Terms,
    ) {
        let Some(king) = position.king(color) else {
            return;
        };
        let w = &self.weights;
        let phase = (enemy.pieces * PHASE_START / self.start_material).min(PHASE_START);
        let cover = (position.neighbours(king) & position.pieces(color)).count() as i32;
        let cover = cover.min(w.king_cover_limit) * w.king_cover;
        let shelter = i32::from(self.shelter[color][king]) + cover;
        let active = i32::from(self.activity[king]);
        let blended = (shelter * phase + active * (PHASE_START - phase)) / PHASE_START;
        terms.add(Term::King, color, blended);
        let mut danger = enemy.attackers * enemy.near * w.king_attack;
        if danger > 0 {
            let weak = (enemy.ring & enemy.by_others).without(own.by_others);
            danger += weak.count() as i32 * enemy.attackers * w.king_weak;
            if position.king_can_ride(color) {
                danger = danger * w.king_ride_percent / 100;
            }
        }
        let danger = tapered(
            danger.min(w.king_danger_limit),
            100,
            w.king_danger_late,
            phase,
        );
        terms.add(Term::King, color, -danger);
    }

    /// A player's pawns: how they stand together, and what they have in prospect, by how far
    /// they have come.
    fn pawn_terms(
        &self,
        position: &Position<B>,
        color: Color,
        (own, enemy): (&Side<B>, &Side<B>),
        phase: i32,
        terms: &mut Terms,
    ) {
        if own.pawns.is_empty() {
            return;
        }
        let w = &self.weights;
        let mut sum = 0;
        if self.material_sign > 0 {
            sum += (own.by_pawns & own.pawns).count() as i32 * w.pawn_guarded;
            for square in own.pawns.squares() {
                if !self.beside[square].intersects(own.pawns) {
                    sum -= w.pawn_alone;
                }
                if self.ahead[color][square].intersects(own.pawns) {
                    sum -= w.pawn_doubled;
                }
            }
        }
        let mut available = self.prospects.iter();
        let now = available.find(|prospect| position.is_available(color, prospect.kind));
        if let Some(prospect) = now.or(self.no_prospect.as_ref()) {
            let mut advance = 0;
            for square in own.pawns.squares() {
                let share = self.advance[color][square];
                if share == 0 {
                    continue;
                }
                let passed = !self.stoppers[color][square].intersects(enemy.pawns);
                let worth = if passed {
                    prospect.passed
                } else {
                    prospect.stopped
                };
                let mut gain = worth * share / WAY * share / WAY;
                if passed {
                    let escort = self.escort(position, color, square);
                    sum += escort * share / WAY * (PHASE_START - phase) / PHASE_START;
                }
                if (self.ahead[color][square] & position.neighbours(square))
                    .intersects(position.pieces(color.other()))
                {
                    gain = gain * w.pawn_blocked / 100;
                }
                advance += gain;
            }
            sum += tapered(advance, w.advance_early, w.advance_late, phase);
        }
        terms.add(Term::Pawns, color, sum);
    }

    /// How much nearer a player's king is to a square than the enemy's.
    fn escort(&self, position: &Position<B>, color: Color, square: Square) -> i32 {
        let shape = position.variant().shape;
        let distance = |color| {
            let king = position.king(color)?;
            Some(i32::from(shape.delta(king, square).chebyshev()))
        };
        match (distance(color), distance(color.other())) {
            (Some(own), Some(enemy)) => (enemy - own) * self.weights.pawn_escort,
            _ => 0,
        }
    }

    /// How near each player is to a win that is no mate.
    #[cold]
    fn goal_terms(&self, position: &Position<B>, terms: &mut Terms) {
        let ends = &position.variant().ends;
        for color in Color::BOTH {
            if let (Some(goal), Some(flag)) = (&self.goal, &ends.flag) {
                let mut pieces = position.pieces(color);
                if let Some(kind) = flag.pieces[color] {
                    pieces &= position.pieces_of(kind);
                }
                let best = pieces.squares().map(|s| i32::from(goal[color][s])).max();
                terms.add(Term::Goal, color, best.unwrap_or(0));
            }
            if position.nature().counts_checks {
                let left = i32::from(position.checks_left(color)).max(1);
                terms.add(Term::Goal, color, self.weights.goal_check / left);
            }
        }
    }
}
