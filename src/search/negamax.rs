//! The alpha-beta search of one node.

use super::picker::{Candidate, Hints, Picker};
use super::score::{INFINITY, MATE_BOUND, MAX_PLY, lost_in, won_in};
use super::see::{see, see_at_least};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::Move;
use crate::rules::Verdict;
use smallvec::SmallVec;

/// A game drawn.
const DRAW: i32 = 0;

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
                self.quiescence(alpha, beta, ply, true)
            } else {
                self.leaf(ply)
            };
        }
        self.lines[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.must_stop() {
            return 0;
        }
        if root {
            self.plies[0].in_check = self.position.in_check();
        } else {
            if let Some(score) = self.end_of_game(ply) {
                return score;
            }
            if ply >= MAX_PLY {
                return self.evaluate();
            }
            // A shorter mate than one already found is not possible below here.
            alpha = alpha.max(lost_in(ply));
            beta = beta.min(won_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let key = self.position.key();
        let entry = if excluded.is_none() {
            self.probe(key, ply)
        } else {
            None
        };
        if let Some(entry) = entry
            && !pv
            && !root
            && entry.depth >= depth
        {
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if cuts {
                return entry.score;
            }
        }
        let table_move = entry.and_then(|e| e.mv);
        let in_check = self.plies[ply].in_check;
        let (eval, improving) = self.judge(ply, entry);
        if let Some(eval) = eval
            && !pv
            && excluded.is_none()
            && let Some(score) = self.prune_node(eval, improving, alpha, beta, depth, ply, cut)
        {
            return score;
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
            return if in_check {
                lost_in(ply)
            } else {
                self.stalemate(ply)
            };
        }
        if root {
            // Moves that are not allowed, or whose lines are already known, are left out.
            let done = self.root_done;
            let allowed = &self.root_moves;
            moves.retain(|mv| allowed[done..].contains(mv));
        }
        self.plies[ply + 2].killers = [None; 2];
        let hints = Hints {
            table_move: if root {
                self.root_moves.get(self.root_done).copied().or(table_move)
            } else {
                table_move
            },
            killers: self.plies[ply].killers,
            before: self.before(ply),
            histories: &self.memory.histories,
        };
        let mut picker = Picker::new(&self.position, self.evaluator, &moves, &hints);
        let original = alpha;
        let mut best = -INFINITY;
        let mut best_move = None;
        let mut searched = 0;
        let mut tried = Tried::new();
        while let Some(candidate) = picker.pick() {
            if Some(candidate.mv) == excluded {
                continue;
            }
            searched += 1;
            if !root
                && best > -MATE_BOUND
                && self.skips(&candidate, eval, improving, alpha, depth, searched, ply)
            {
                continue;
            }
            let extension = self.extension(&candidate, entry, depth, ply, excluded.is_some());
            if let Some(score) = extension.cut {
                return score;
            }
            self.make(candidate.mv, candidate.made, ply);
            let gives_check = self.plies[ply + 1].in_check;
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
            if self.stopped {
                return if root { best.max(original) } else { 0 };
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(candidate.mv);
                    self.extend_line(ply, candidate.mv);
                    alpha = score;
                    if score >= beta {
                        self.reward(&candidate, &tried, depth, ply);
                        break;
                    }
                }
            }
            tried.push(candidate);
        }
        if searched == 0 {
            // Everything but the excluded move was left out: that move is singular.
            return alpha;
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // With some root moves left out the score is not the position's.
            if !root || self.root_done == 0 && self.shared.limits.moves.is_empty() {
                self.store(
                    key,
                    ply,
                    Entry {
                        mv: best_move,
                        score: best,
                        depth,
                        bound,
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

    /// The evaluation at depth 0 without quiescence.
    fn leaf(&mut self, ply: usize) -> i32 {
        self.lines[ply].clear();
        if let Some(score) = self.end_of_game(ply) {
            return score;
        }
        if !self.position.has_legal_move() {
            return if self.position.in_check() {
                lost_in(ply)
            } else {
                self.stalemate(ply)
            };
        }
        self.evaluate()
    }

    /// The score of a game that has ended here, mate and stalemate apart.
    pub fn end_of_game(&mut self, ply: usize) -> Option<i32> {
        if let Some(winner) = self.position.ended_on_board() {
            return Some(match winner {
                None => DRAW,
                Some(color) if color == self.position.side_to_move() => won_in(ply),
                Some(_) => lost_in(ply),
            });
        }
        let (fold, plies) = {
            let variant = self.position.variant();
            (usize::from(variant.n_fold), variant.n_move_plies)
        };
        // One repetition of a position of this search is as good as the draw itself;
        // positions of the game must come back as often as the rule says.
        if fold > 0 && self.position.is_repeated(ply, fold) {
            return Some(DRAW);
        }
        if plies > 0 && self.position.halfmoves() >= plies {
            // Mate on the last ply counts more.
            let mated = self.plies[ply].in_check && !self.position.has_legal_move();
            return Some(if mated { lost_in(ply) } else { DRAW });
        }
        None
    }

    /// The score of having no legal move and not being in check.
    pub fn stalemate(&self, ply: usize) -> i32 {
        match self.position.variant().stalemate {
            Verdict::Win => won_in(ply),
            Verdict::Draw => DRAW,
            Verdict::Loss => lost_in(ply),
        }
    }

    /// The evaluation of a node, none in check, and whether it is better than two plies
    /// before.
    fn judge(&mut self, ply: usize, entry: Option<Entry>) -> (Option<i32>, bool) {
        if self.plies[ply].in_check {
            self.plies[ply].eval = None;
            return (None, false);
        }
        let eval = self.evaluate();
        self.plies[ply].eval = Some(eval);
        let before = ply.checked_sub(2).and_then(|p| self.plies[p].eval);
        let improving = before.is_none_or(|b| eval > b);
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

    /// Pruning of a whole node: reverse futility, razoring, null move.
    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    fn prune_node(
        &mut self,
        eval: i32,
        improving: bool,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Option<i32> {
        if !self.shared.switches.pruning || beta.abs() >= MATE_BOUND {
            return None;
        }
        let p = self.shared.parameters;
        let margin = p.reverse_futility_margin * (depth - i32::from(improving)).max(0);
        if depth <= p.reverse_futility_depth && eval - margin >= beta && self.may_pass() {
            return Some((eval + beta) / 2);
        }
        if depth <= p.razor_depth && eval + p.razor_base + p.razor_margin * depth <= alpha {
            let score = self.quiescence(alpha, alpha + 1, ply, false);
            if score <= alpha {
                return Some(score);
            }
        }
        let last_was_pass = ply > 0 && self.plies[ply - 1].mv.is_none();
        if depth >= p.null_depth
            && eval >= beta
            && !last_was_pass
            && ply >= self.null_allowed_from
            && self.may_pass()
        {
            let reduction =
                p.null_base + depth / p.null_divisor + ((eval - beta) / p.null_margin).min(3);
            self.make_null(ply);
            let score = -self.negamax(-beta, -beta + 1, depth - reduction, ply + 1, !cut, None);
            self.position.unmake();
            if self.stopped {
                return Some(0);
            }
            if score >= beta {
                let score = if score >= MATE_BOUND { beta } else { score };
                if depth < p.null_verify_depth || self.null_allowed_from > 0 {
                    return Some(score);
                }
                // Zugzwang would be seen by a search without passing.
                self.null_allowed_from = ply + ((depth - reduction) * 3 / 4).max(1) as usize;
                let verified = self.negamax(beta - 1, beta, depth - reduction, ply, false, None);
                self.null_allowed_from = 0;
                if verified >= beta {
                    return Some(score);
                }
            }
        }
        None
    }

    /// Whether passing is unlikely to be the best that the side to move can do: not
    /// with few pieces, where it may be in zugzwang.
    fn may_pass(&self) -> bool {
        let variant = self.position.variant();
        let us = self.position.side_to_move();
        let pawns: u16 = variant
            .pawns
            .iter()
            .map(|kind| self.position.count(us, kind))
            .sum();
        let pieces = self.position.total(us) - 1 - pawns;
        pieces >= 2 || pieces == 1 && pawns >= 2
    }

    /// Whether a move is not worth searching.
    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    fn skips(
        &self,
        candidate: &Candidate,
        eval: Option<i32>,
        improving: bool,
        alpha: i32,
        depth: i32,
        searched: i32,
        ply: usize,
    ) -> bool {
        if !self.shared.switches.pruning {
            return false;
        }
        let p = self.shared.parameters;
        if candidate.is_quiet() {
            let Some(eval) = eval else { return false };
            if depth <= p.late_move_depth {
                let mut most = p.late_move_base + depth * depth;
                if !improving {
                    most = most * p.late_move_worsening / 100;
                }
                if searched > most {
                    return true;
                }
            }
            if depth <= p.futility_depth
                && eval + p.futility_base + p.futility_margin * depth <= alpha
                && alpha.abs() < MATE_BOUND
                && searched > 1
            {
                return true;
            }
            if depth <= p.history_depth {
                let us = self.position.side_to_move();
                let histories = &self.memory.histories;
                let score = histories.quiet(us, candidate.mv, candidate.made, self.before(ply));
                if score < -p.history_margin * depth {
                    return true;
                }
            }
            return depth <= p.see_depth
                && !see_at_least(
                    &self.position,
                    self.evaluator,
                    candidate.mv,
                    -p.see_quiet_margin * depth * depth,
                );
        }
        depth <= p.see_depth
            && see(&self.position, self.evaluator, candidate.mv) < -p.see_capture_margin * depth
    }

    fn check_extension(&self, gives_check: bool, candidate: &Candidate, ply: usize) -> i32 {
        // `candidate` has been made: its exchange can be judged no more, its order can.
        let wanted = gives_check
            && self.shared.switches.extensions
            && !candidate.is_losing_capture()
            && (ply as i32) < 2 * self.root_depth;
        i32::from(wanted)
    }

    /// Whether a move that the table knows to be good is the only good one.
    fn extension(
        &mut self,
        candidate: &Candidate,
        entry: Option<Entry>,
        depth: i32,
        ply: usize,
        excluding: bool,
    ) -> Extension {
        let none = Extension {
            plies: 0,
            cut: None,
        };
        let p = self.shared.parameters;
        let Some(entry) = entry else { return none };
        let may_be_singular = self.shared.switches.extensions
            && ply > 0
            && !excluding
            && depth >= p.singular_depth
            && entry.mv == Some(candidate.mv)
            && entry.bound != Bound::Upper
            && entry.depth >= depth - 3
            && entry.score.abs() < MATE_BOUND
            && (ply as i32) < 2 * self.root_depth;
        if !may_be_singular {
            return none;
        }
        let target = entry.score - p.singular_margin * depth / 16;
        let line = std::mem::take(&mut self.lines[ply]);
        let score = self.negamax(
            target - 1,
            target,
            (depth - 1) / 2,
            ply,
            false,
            Some(candidate.mv),
        );
        self.lines[ply] = line;
        if self.stopped {
            return none;
        }
        if score < target {
            Extension {
                plies: 1,
                cut: None,
            }
        } else if target >= entry.score && score >= target {
            Extension {
                plies: 0,
                cut: Some(target),
            }
        } else {
            none
        }
    }

    /// By how much a late move is searched less deeply.
    #[allow(
        clippy::too_many_arguments,
        reason = "one caller; the arguments are its locals"
    )]
    fn reduction(
        &self,
        candidate: &Candidate,
        depth: i32,
        searched: i32,
        pv: bool,
        cut: bool,
        improving: bool,
        gives_check: bool,
        ply: usize,
    ) -> i32 {
        if !self.shared.switches.reductions || depth < 3 || searched < 2 + i32::from(pv) {
            return 0;
        }
        if !candidate.is_quiet() && !candidate.is_losing_capture() {
            return 0;
        }
        let p = self.shared.parameters;
        let logs = f64::from(depth).ln() * f64::from(searched).ln();
        let mut reduction = p.reduction_base + (f64::from(p.reduction_factor) * logs) as i32;
        if pv {
            reduction -= 1024;
        }
        if cut {
            reduction += 1024;
        }
        if !improving {
            reduction += 512;
        }
        if gives_check || self.plies[ply].in_check {
            reduction -= 1024;
        }
        if candidate.is_quiet() {
            // The move has been made, so the mover is the other side now.
            let us = self.position.side_to_move().other();
            let histories = &self.memory.histories;
            let score = histories.quiet(us, candidate.mv, candidate.made, self.before(ply));
            reduction -= score * 1024 / p.reduction_history;
            if self.plies[ply].killers.contains(&Some(candidate.mv)) {
                reduction -= 1024;
            }
        }
        (reduction / 1024).max(0)
    }

    /// Notes that a move cut off, and that those tried before it did not.
    fn reward(&mut self, best: &Candidate, tried: &[Candidate], depth: i32, ply: usize) {
        let p = self.shared.parameters;
        let bonus = (p.history_bonus * depth).min(p.history_bonus_limit);
        let us = self.position.side_to_move();
        let before = self.before(ply);
        let histories = &mut self.memory.histories;
        if best.is_quiet() {
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(best.mv) {
                killers[1] = killers[0];
                killers[0] = Some(best.mv);
            }
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

    /// Puts a move before the line that follows it.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut here[ply], &below[0]);
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }

    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        if !self.shared.switches.table {
            return None;
        }
        self.shared.table.probe(key, ply)
    }

    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        if self.shared.switches.table {
            self.shared.table.store(key, ply, entry);
        }
    }
}

/// What the test for a singular move came to.
struct Extension {
    plies: i32,
    /// More than one move cuts off: so does the node.
    cut: Option<i32>,
}
