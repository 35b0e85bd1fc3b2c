//! Quiescence: captures and promotions are followed until the position is quiet.

use super::picker::Hints;
use super::score::{INFINITY, MATE_BOUND, MAX_PLY};
use super::see::see_at_least;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::MoveList;

/// With so few pieces a side is looked at for stalemate even in quiescence.
const FEW_PIECES: u16 = 4;

/// So near the root, in plies, every position is.
const NEAR_THE_ROOT: usize = 2;

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a position when only captures and promotions matter, at the first
    /// ply quiet checks as well, and in check every move. `depth` counts the plies of
    /// quiescence so far, from 0. From a depth on only captures on the last square are
    /// followed: large boards full of pieces would have no end of captures.
    pub fn quiescence(&mut self, mut alpha: i32, beta: i32, ply: usize, depth: i32) -> i32 {
        self.pv.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        if self.watch.must_stop() {
            return 0;
        }
        if let Some(score) = self.end_of_game(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        let key = self.table_key();
        let entry = self.probe(key, ply);
        if let Some(entry) = entry
            && beta - alpha == 1
            && entry.cuts(alpha, beta)
        {
            return entry.score;
        }
        let deep = depth >= self.shared.parameters.recapture_depth;
        let checked = self.stack[ply].in_check;
        // Who must capture cannot stand still, as one in check cannot.
        let in_check = checked && !deep || self.must_capture();
        let mut best = -INFINITY;
        let mut stand = None;
        let mut raw = None;
        let moves: MoveList = if in_check {
            let moves = self.position.legal_moves();
            if moves.is_empty() {
                return self.without_moves(ply, checked);
            }
            moves
        } else {
            let raw_eval = self.raw_evaluation(entry);
            raw = Some(raw_eval);
            let eval = self.corrected(raw_eval);
            if self.looks_for_moves(ply, depth) && !self.position.has_legal_move() {
                return self.without_moves(ply, checked);
            }
            if eval >= beta {
                return eval;
            }
            alpha = alpha.max(eval);
            best = eval;
            stand = Some(eval);
            if deep {
                self.recaptures(ply)
            } else if depth == 0 {
                self.noisy_and_checks()
            } else {
                self.position.noisy_moves()
            }
        };
        let hints = Hints {
            table_move: entry.and_then(|e| e.mv),
            killers: [None; 2],
            before: self.stack.before(ply),
        };
        // Out of check captures that lose material are left out below.
        let mut picker = self.picker(&moves, hints, in_check);
        let mut best_move = None;
        let original = alpha;
        while let Some(candidate) = self.pick(&mut picker) {
            if let Some(stand) = stand
                && best > -MATE_BOUND
                && !candidate.is_quiet()
            {
                let won = candidate
                    .victim
                    .map_or(0, |v| self.evaluator.values().of(v.kind()))
                    + candidate
                        .mv
                        .becomes()
                        .map_or(0, |k| self.evaluator.values().of(k));
                let hopeless = stand + won + self.shared.parameters.delta_margin;
                if hopeless <= alpha {
                    best = best.max(hopeless);
                    continue;
                }
                if !see_at_least(&self.position, self.evaluator, candidate.mv, 0) {
                    continue;
                }
            }
            self.make(candidate.mv, candidate.made, ply);
            let score = -self.quiescence(-beta, -alpha, ply + 1, depth + 1);
            self.position.unmake();
            if self.watch.stopped() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(candidate.mv);
                    alpha = score;
                    self.pv.extend(ply, candidate.mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let bound = Bound::of(best, original, beta);
        self.store(
            key,
            ply,
            Entry {
                mv: best_move,
                score: best,
                depth: 0,
                bound,
                eval: raw,
            },
        );
        best
    }

    /// Captures on the square that the last move went to.
    fn recaptures(&mut self, ply: usize) -> MoveList {
        let last = self.stack.last_move(ply);
        let mut moves = self.position.noisy_moves();
        moves.retain(|mv| last.is_some_and(|last| mv.to() == last.to()));
        moves
    }

    /// Captures, promotions, and quiet moves that give check without losing the piece.
    fn noisy_and_checks(&mut self) -> MoveList {
        let mut moves = self.position.legal_moves();
        let them = self.position.side_to_move().other();
        let enemy_king = self.position.king(them);
        let king = self.position.variant().king;
        moves.retain(|mv| {
            if self.position.victim(*mv).is_some() || mv.becomes().is_some() {
                return true;
            }
            // Only pieces that could reach the king from their new square are tried: a
            // discovered check is left to the main search.
            let Some(piece) = self.position.piece_at(mv.from()) else {
                return false;
            };
            let Some(enemy_king) = enemy_king else {
                return false;
            };
            Some(piece.kind()) != king
                && self.position.could_attack(piece, mv.to(), enemy_king)
                && see_at_least(&self.position, self.evaluator, *mv, 0)
                && {
                    self.position.make(*mv);
                    let check = self.position.in_check();
                    self.position.unmake();
                    check
                }
        });
        moves
    }

    fn must_capture(&mut self) -> bool {
        let position = &mut self.position;
        position.variant().limits.must_capture && {
            let moves = position.noisy_moves();
            moves.iter().any(|&mv| position.victim(mv).is_some())
        }
    }

    /// Whether it is worth the time to see whether there is a move at all.
    fn looks_for_moves(&self, ply: usize, depth: i32) -> bool {
        let few = self.position.total(self.position.side_to_move()) <= FEW_PIECES;
        few || depth == 0 && (ply <= NEAR_THE_ROOT || self.shared.stalemate_decides)
    }
}
