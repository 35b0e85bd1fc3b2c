//! Quiescence: captures and promotions are followed until the position is quiet.

use super::node::Node;
use super::parameters::{STALEMATE_PIECES, STALEMATE_PLIES};
use super::picker::{Candidate, OrderingHints};
use super::score::{INFINITY, MATE_BOUND, MAX_PLY};
use super::see::see_at_least;
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::{Bitboard, Square};
use crate::position::{Move, MoveList};

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a position when only captures and promotions matter, at the first
    /// ply quiet checks as well, and in check every move. The depth of the node is 0 at
    /// the first ply of quiescence and falls. From a depth on only captures on the last
    /// square are followed: large boards full of pieces would have no end of captures.
    pub fn quiescence(&mut self, mut node: Node) -> i32 {
        let ply = node.ply;
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
        node.key = self.table_key();
        node.entry = self.probe(node.key, ply);
        if let Some(entry) = node.entry
            && !node.pv
            && entry.cuts(node.alpha, node.beta)
        {
            return entry.score;
        }
        node.in_check = self.stack[ply].in_check;
        let is_deep = -node.depth >= self.shared.parameters.recapture_depth;
        // A side that must capture cannot stand pat, just as one in check cannot.
        let must_capture =
            -node.depth < self.shared.parameters.forced_capture_depth && self.must_capture();
        let moves = if node.in_check && !is_deep || must_capture {
            let moves = self.position.generate();
            if moves.is_empty() {
                return self.without_moves(ply, node.in_check);
            }
            moves
        } else {
            // A move that wins at once is looked for before anything is left out.
            let known = self
                .position
                .nature()
                .ends_on_board
                .then(|| self.unsorted(&node));
            if let Some(mv) = known.as_ref().and_then(|moves| self.winning_move(moves)) {
                return self.won_by(ply, mv);
            }
            if let Some(score) = self.stand_pat(&mut node) {
                return score;
            }
            let mut moves = known.unwrap_or_else(|| self.unsorted(&node));
            if is_deep {
                self.keep_recaptures(ply, &mut moves);
            } else if node.depth == 0 {
                self.keep_noisy_and_checks(&mut moves);
            }
            moves
        };
        let original = node.alpha;
        let (best, best_move) = self.search_noisy(&mut node, &moves);
        if self.watch.stopped() {
            return 0;
        }
        let entry = Entry {
            mv: best_move,
            score: best,
            depth: 0,
            bound: Bound::of(best, original, node.beta),
            eval: node.raw_eval,
        };
        self.store(node.key, ply, entry);
        best
    }

    /// The moves that the ones to be searched are among: all at the first ply, later captures
    /// and promotions.
    fn unsorted(&mut self, node: &Node) -> MoveList {
        if node.depth == 0 {
            self.position.generate()
        } else {
            self.position.noisy_moves()
        }
    }

    /// Evaluates a node of quiescence and raises alpha to that: nobody has to capture.
    /// Returns the score if nothing needs to be searched.
    fn stand_pat(&mut self, node: &mut Node) -> Option<i32> {
        let raw = self.raw_evaluation(node.entry);
        let eval = self.corrected(raw);
        if self.looks_for_moves(node) && !self.position.can_move() {
            return Some(self.without_moves(node.ply, node.in_check));
        }
        if eval >= node.beta {
            return Some(eval);
        }
        node.alpha = node.alpha.max(eval);
        node.raw_eval = Some(raw);
        node.eval = Some(eval);
        None
    }

    /// Searches moves of quiescence. Returns the best score and move; they say nothing if
    /// the search had to stop.
    fn search_noisy(&mut self, node: &mut Node, moves: &MoveList) -> (i32, Option<Move>) {
        let hints = OrderingHints {
            table_move: node.entry.and_then(|entry| entry.mv),
            killers: [None; 2],
            before: self.stack.before(node.ply),
        };
        // Where standing pat is an option, captures that lose material are left out below.
        let mut picker = self.picker(moves, hints, node.eval.is_none());
        let mut best = node.eval.unwrap_or(-INFINITY);
        let mut best_move = None;
        let last = self.stack.last_move(node.ply).map(Move::to);
        let mut tried = 0;
        while let Some(candidate) = self.pick(&mut picker) {
            if let Some(eval) = node.eval
                && best > -MATE_BOUND
                && !candidate.is_quiet()
            {
                let most = eval + self.most_gain(&candidate);
                if most <= node.alpha {
                    best = best.max(most);
                    continue;
                }
                if last != Some(candidate.mv.to()) {
                    if tried >= self.shared.parameters.quiescence_moves {
                        continue;
                    }
                    tried += 1;
                }
                if !see_at_least(&self.position, self.evaluator, candidate.mv, 0) {
                    continue;
                }
            }
            self.make(candidate.mv, candidate.made, node.ply);
            let score = -self.quiescence(node.child(node.depth - 1));
            self.position.unmake();
            if self.watch.stopped() {
                return (0, None);
            }
            best = best.max(score);
            if score > node.alpha {
                best_move = Some(candidate.mv);
                node.alpha = score;
                self.pv.extend(node.ply, candidate.mv);
                if score >= node.beta {
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// The most that a capture or promotion may add to the evaluation.
    fn most_gain(&self, candidate: &Candidate) -> i32 {
        let values = self.evaluator.values();
        let victim = candidate.victim.map_or(0, |v| values.of(v.kind()));
        let becomes = candidate.mv.becomes().map_or(0, |kind| values.of(kind));
        victim + becomes + self.shared.parameters.delta_margin
    }

    /// Keeps captures on the square that the last move went to.
    fn keep_recaptures(&self, ply: usize, moves: &mut MoveList) {
        let last = self.stack.last_move(ply);
        moves.retain(|mv| last.is_some_and(|last| mv.to() == last.to()));
    }

    /// Keeps captures, promotions, and quiet moves that give check without losing the piece.
    fn keep_noisy_and_checks(&mut self, moves: &mut MoveList) {
        let them = self.position.side_to_move().other();
        let enemy_king = self.position.king(them);
        moves.retain(|mv| {
            self.position.victim(*mv).is_some()
                || mv.becomes().is_some()
                || enemy_king.is_some_and(|king| self.is_safe_check(*mv, king))
        });
    }

    /// Whether a quiet move checks this king without losing the piece. Only pieces that
    /// could reach it from their new square are tried: a discovered check is left to the
    /// main search.
    #[inline(always)]
    fn is_safe_check(&mut self, mv: Move, enemy_king: Square) -> bool {
        let Some(piece) = self.position.piece_at(mv.from()) else {
            return false;
        };
        Some(piece.kind()) != self.position.variant().king
            && self.reaches(piece, mv.to(), enemy_king)
            && see_at_least(&self.position, self.evaluator, mv, 0)
            && {
                self.position.make_unchecked(mv);
                let check = self.position.in_check();
                self.position.unmake();
                check
            }
    }

    /// Whether the rules force the side to move to capture.
    fn must_capture(&mut self) -> bool {
        let position = &mut self.position;
        position.nature().captures_forced && {
            let moves = position.noisy_moves();
            moves.iter().any(|&mv| position.victim(mv).is_some())
        }
    }

    /// Whether it is worth the time to see whether there is a move at all.
    fn looks_for_moves(&self, node: &Node) -> bool {
        let few = self.position.total(self.position.side_to_move()) <= STALEMATE_PIECES;
        let is_first = node.depth == 0;
        few || is_first && (node.ply <= STALEMATE_PLIES || self.position.nature().stalemate_decides)
    }
}
