//! The alpha-beta search of one node.

use super::picker::{Candidate, Hints};
use super::score::{INFINITY, MATE_BOUND, MAX_PLY, lost_in, won_in};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::Move;
use crate::rules::Color;
use smallvec::SmallVec;

/// A game drawn.
const DRAW: i32 = 0;

/// With fewer plies left until the game is drawn for lack of progress, their number
/// matters to the table.
const NEAR_THE_LIMIT: usize = 32;

/// Quiet moves and captures that did not cut, to be punished when another does.
type Tried = SmallVec<[Candidate; 32]>;

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a node for the side to move, exact within (`alpha`, `beta`), a bound
    /// outside. `cut` says that a cut-off is expected; `excluded` is a move left out to
    /// see whether it is singular.
    pub fn negamax(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
        excluded: Option<Move>,
    ) -> i32 {
        let root = ply == 0;
        let pv = beta - alpha > 1;
        if depth <= 0 {
            return if self.shared.switches.quiescence {
                self.quiescence(alpha, beta, ply, 0)
            } else {
                self.leaf(ply)
            };
        }
        self.pv.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        if self.watch.must_stop() {
            return 0;
        }
        if root {
            self.stack[0].in_check = self.position.in_check();
            self.root.searched.clear();
        } else {
            if let Some(score) = self.end_of_game(ply) {
                return score;
            }
            if ply >= MAX_PLY {
                return self.evaluate();
            }
            // A shorter mate than one already found is not possible below here.
            alpha = alpha.max(lost_in(ply));
            let soonest = ply + usize::from(!self.shared.may_win_without_moves);
            beta = beta.min(won_in(soonest));
            if alpha >= beta {
                return alpha;
            }
        }
        let key = self.table_key();
        let entry = if excluded.is_none() {
            self.probe(key, ply)
        } else {
            None
        };
        if let Some(entry) = entry
            && !pv
            && !root
            && entry.depth >= depth
            && entry.cuts(alpha, beta)
        {
            return entry.score;
        }
        let table_move = entry.and_then(|e| e.mv);
        let in_check = self.stack[ply].in_check;
        let (eval, improving) = self.judge(ply, entry);
        // Where the game is drawn before this depth, the evaluation decides nothing.
        let may_prune = self.plies_left() > depth as usize;
        if let Some(eval) = eval
            && !pv
            && may_prune
            && excluded.is_none()
        {
            // Where material says nothing: without a move the game is over.
            if self.shared.stalemate_decides && !self.position.has_legal_move() {
                return self.without_moves(ply, in_check);
            }
            if let Some(score) = self.prune_node(eval, improving, alpha, beta, depth, ply, cut) {
                return score;
            }
        }
        let mut depth = depth;
        if self.shared.switches.reductions
            && table_move.is_none()
            && depth >= self.shared.parameters.iir_depth
            && (pv || cut)
        {
            depth -= 1;
        }
        let mut moves = self.position.legal_moves();
        if moves.is_empty() {
            return self.without_moves(ply, in_check);
        }
        if root {
            // Moves that are not allowed, or whose lines are already known, are left out.
            let root = &self.root;
            moves.retain(|mv| root.is_open(*mv));
        }
        self.stack[ply + 2].killers = [None; 2];
        let hints = Hints {
            table_move: if root {
                self.root.first().or(table_move)
            } else {
                table_move
            },
            killers: self.stack[ply].killers,
            before: self.stack.before(ply),
        };
        let mut picker = self.picker(&moves, hints, true);
        let original = alpha;
        let mut best = -INFINITY;
        let mut best_move = None;
        let mut searched = 0;
        let mut tried = Tried::new();
        let mut deferred = Tried::new();
        loop {
            let candidate = match self.pick(&mut picker) {
                Some(candidate) if Some(candidate.mv) == excluded => continue,
                Some(candidate)
                    if searched > 0 && self.is_searched_elsewhere(key, candidate.mv, depth) =>
                {
                    deferred.push(candidate);
                    continue;
                }
                Some(candidate) => candidate,
                None if deferred.is_empty() => break,
                None => deferred.remove(0),
            };
            searched += 1;
            if !root
                && may_prune
                && best > -MATE_BOUND
                && self.skips(&candidate, eval, improving, alpha, depth, searched, ply)
            {
                continue;
            }
            let extension = self.extension(&candidate, entry, depth, ply, excluded.is_some());
            if self.watch.stopped() {
                return if root { best.max(original) } else { 0 };
            }
            if let Some(score) = extension.cut {
                return score;
            }
            let current = self.shared.current.as_ref();
            let note = current.and_then(|current| current.start(key, candidate.mv, depth));
            self.make(candidate.mv, candidate.made, ply);
            let gives_check = self.stack[ply + 1].in_check;
            let extend = self
                .check_extension(gives_check, &candidate, ply)
                .max(extension.plies);
            let next = depth - 1 + extend;
            let score = if searched == 1 {
                -self.negamax(-beta, -alpha, next, ply + 1, !pv && !cut, None)
            } else {
                let reduction = self.reduction(
                    &candidate,
                    depth,
                    searched,
                    pv,
                    cut,
                    improving,
                    gives_check,
                    ply,
                );
                let reduced = (next - reduction).clamp(1.min(next), next);
                let mut score = -self.negamax(-alpha - 1, -alpha, reduced, ply + 1, true, None);
                if score > alpha && reduced < next {
                    score = -self.negamax(-alpha - 1, -alpha, next, ply + 1, !cut, None);
                }
                if pv && score > alpha {
                    score = -self.negamax(-beta, -alpha, next, ply + 1, false, None);
                }
                score
            };
            self.position.unmake();
            if let (Some(current), Some(note)) = (current, note) {
                current.finish(note);
            }
            if self.watch.stopped() {
                return if root { best.max(original) } else { 0 };
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(candidate.mv);
                    self.pv.extend(ply, candidate.mv);
                    alpha = score;
                    if score >= beta {
                        self.reward(&candidate, &tried, depth, ply);
                        break;
                    }
                }
            }
            if root {
                self.root.searched.push(candidate.mv);
            }
            tried.push(candidate);
        }
        if searched == 0 {
            // Everything but the excluded move was left out: that move is singular.
            return alpha;
        }
        if excluded.is_none() {
            let bound = Bound::of(best, original, beta);
            // With some root moves left out the score is not the position's.
            if !root || self.root.done == 0 && self.shared.limits.moves.is_empty() {
                self.store(
                    key,
                    ply,
                    Entry {
                        mv: best_move,
                        score: best,
                        depth,
                        bound,
                        eval: self.stack[ply].raw_eval,
                    },
                );
            }
            let quiet_best = best_move.is_none_or(|mv| self.position.victim(mv).is_none());
            if let Some(eval) = eval
                && self.shared.switches.pruning
                && quiet_best
                && best.abs() < MATE_BOUND
                && !(bound == Bound::Lower && best <= eval)
                && !(bound == Bound::Upper && best >= eval)
            {
                let position = &self.position;
                self.memory
                    .histories
                    .update_correction(position, best - eval, depth);
            }
        }
        best
    }

    /// Whether another thread searches this move at present.
    fn is_searched_elsewhere(&self, key: u64, mv: Move, depth: i32) -> bool {
        let current = self.shared.current.as_ref();
        current.is_some_and(|current| current.contains(key, mv, depth))
    }

    /// The evaluation at depth 0 without quiescence.
    pub fn leaf(&mut self, ply: usize) -> i32 {
        self.pv.clear(ply);
        if let Some(score) = self.end_of_game(ply) {
            return score;
        }
        if !self.position.has_legal_move() {
            return self.without_moves(ply, self.position.in_check());
        }
        self.evaluate()
    }

    /// The score of a game that has ended here, other than by having no move; that is
    /// looked for only where a draw would hide it.
    pub fn end_of_game(&mut self, ply: usize) -> Option<i32> {
        if let Some(winner) = self.position.ended_on_board() {
            return Some(self.result(winner, ply));
        }
        let (fold, plies) = {
            let ends = &self.position.variant().ends;
            (usize::from(ends.n_fold), ends.n_move_plies)
        };
        // One repetition of a position of this search is as good as the end itself;
        // positions of the game must come back as often as the rule says.
        if fold > 0
            && let Some(ago) = self.position.repeated(ply, fold)
        {
            let (winner, _) = self.position.repetition_winner(ago);
            return Some(self.result(winner, ply));
        }
        if plies > 0 && self.position.halfmoves() >= plies {
            // Having no move counts more than the last ply.
            return Some(if self.position.has_legal_move() {
                DRAW
            } else {
                self.without_moves(ply, self.stack[ply].in_check)
            });
        }
        None
    }

    /// The score of a game that this player has won, or `None` for a draw.
    fn result(&self, winner: Option<Color>, ply: usize) -> i32 {
        match winner {
            None => DRAW,
            Some(color) if color == self.position.side_to_move() => won_in(ply),
            Some(_) => lost_in(ply),
        }
    }

    /// The score of having no legal move.
    pub fn without_moves(&self, ply: usize, in_check: bool) -> i32 {
        self.result(self.position.winner_without_moves(in_check), ply)
    }

    /// The evaluation of a node, none in check, and whether it is better than two plies
    /// before.
    fn judge(&mut self, ply: usize, entry: Option<Entry>) -> (Option<i32>, bool) {
        if self.stack[ply].in_check {
            self.stack[ply].eval = None;
            self.stack[ply].raw_eval = None;
            return (None, false);
        }
        let raw = self.raw_evaluation(entry);
        let eval = self.corrected(raw);
        self.stack[ply].raw_eval = Some(raw);
        self.stack[ply].eval = Some(eval);
        let improving = self.stack.is_improving(ply, eval);
        // What the table knows is better than the evaluation, as far as it goes.
        let better = entry.filter(|e| match e.bound {
            Bound::Exact => true,
            Bound::Lower => e.score > eval,
            Bound::Upper => e.score < eval,
        });
        let judged = match better {
            Some(e) if e.score.abs() < MATE_BOUND => e.score,
            _ => eval,
        };
        (Some(judged), improving)
    }

    /// Notes that a move cut off, and that those tried before it did not.
    fn reward(&mut self, best: &Candidate, tried: &[Candidate], depth: i32, ply: usize) {
        let p = self.shared.parameters;
        let bonus = (p.history_bonus * depth).min(p.history_bonus_limit);
        let us = self.position.side_to_move();
        let before = self.stack.before(ply);
        let histories = &mut self.memory.histories;
        if best.is_quiet() {
            self.stack.add_killer(ply, best.mv);
            histories.set_counter(before[0], best.mv);
            histories.update_quiet(us, best.mv, best.made, before, bonus);
            for other in tried.iter().filter(|c| c.is_quiet()) {
                histories.update_quiet(us, other.mv, other.made, before, -bonus);
            }
        } else if let Some(victim) = best.victim {
            histories.update_capture(best.made, victim, bonus);
        }
        for other in tried {
            if let Some(victim) = other.victim {
                histories.update_capture(other.made, victim, -bonus);
            }
        }
    }

    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        if !self.shared.switches.table {
            return None;
        }
        self.shared.table.probe(key, ply)
    }

    /// The plies that can be played without progress before the game is drawn.
    fn plies_left(&self) -> usize {
        match self.position.variant().ends.n_move_plies {
            0 => usize::MAX / 2,
            plies => usize::from(plies.saturating_sub(self.position.halfmoves())),
        }
    }

    /// The key by which the table knows the position. Near the limit of plies without
    /// progress their number is part of it: what was found with more or fewer of them left
    /// is another game's.
    pub fn table_key(&self) -> u64 {
        let key = self.position.key();
        let left = self.plies_left();
        if left < NEAR_THE_LIMIT {
            key ^ (left as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        } else {
            key
        }
    }

    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        if self.shared.switches.table {
            self.shared.table.store(key, ply, entry);
        }
    }
}
