//! The alpha-beta search of one node: principal variation search.

use super::abdada::Note;
use super::extensions::Singularity;
use super::node::{MoveContext, Node};
use super::picker::{Candidate, OrderingHints, Picker};
use super::score::{INFINITY, MATE_BOUND, MAX_PLY, lost_in, won_in};
use super::table::{Bound, Entry};
use super::worker::Worker;
use crate::geometry::Bitboard;
use crate::position::{Move, MoveList};
use smallvec::SmallVec;

/// Moves that were tried, or that wait to be.
type Candidates = SmallVec<[Candidate; 32]>;

/// How far the moves of a node are, beside what their picker knows.
struct Turn {
    /// Moves that another thread was searching: they come last.
    deferred: Candidates,
    /// How many moves have been handed out.
    number: i32,
}

impl Turn {
    /// What is known of a move whose turn has come.
    #[inline(always)]
    fn take(&mut self, candidate: Candidate) -> MoveContext {
        self.number += 1;
        MoveContext {
            candidate,
            number: self.number,
            gives_check: false,
            extension: 0,
        }
    }
}

impl<B: Bitboard> Worker<'_, B> {
    /// The score of a node for the side to move, exact within its window, a bound outside.
    pub fn negamax(&mut self, mut node: Node) -> i32 {
        let ply = node.ply;
        if node.depth <= 0 {
            return self.horizon(node);
        }
        self.pv.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        if self.watch.must_stop() {
            return 0;
        }
        if node.is_root() {
            self.stack[0].in_check = self.position.in_check();
            self.root.searched.clear();
        } else if let Some(score) = self.settled(&mut node) {
            return score;
        }
        self.recall(&mut node);
        if let Some(score) = node.table_cut() {
            return score;
        }
        // A move that wins at once is looked for before anything is pruned.
        let mut known = None;
        if self.position.nature().ends_on_board && !node.is_root() && node.excluded.is_none() {
            let moves = self.position.generate();
            if let Some(mv) = self.winning_move(&moves) {
                return self.won_by(ply, mv);
            }
            known = Some(moves);
        }
        self.judge(&mut node);
        if let Some(score) = self.prune_node(&node) {
            return score;
        }
        node.depth -= self.internal_reduction(&node);
        let mut moves = known.unwrap_or_else(|| self.position.generate());
        if moves.is_empty() {
            return self.without_moves(ply, node.in_check);
        }
        if node.is_root() {
            // Moves that are not allowed, or whose lines are already known, are left out.
            let root = &self.root;
            moves.retain(|mv| root.is_open(*mv));
        }
        self.search_moves(&mut node, &moves)
    }

    /// The score where the main search ends.
    fn horizon(&mut self, mut node: Node) -> i32 {
        if self.shared.switches.quiescence {
            node.depth = 0;
            self.quiescence(node)
        } else {
            self.leaf(node.ply)
        }
    }

    /// The evaluation at depth 0 without quiescence.
    pub fn leaf(&mut self, ply: usize) -> i32 {
        self.pv.clear(ply);
        if let Some(score) = self.end_of_game(ply) {
            return score;
        }
        if !self.position.can_move() {
            return self.without_moves(ply, self.position.in_check());
        }
        self.evaluate()
    }

    /// The score of a node that needs no search: the game has ended, the line is too long, or a
    /// shorter mate is known. Otherwise narrows the window to the mates that are possible.
    fn settled(&mut self, node: &mut Node) -> Option<i32> {
        if let Some(score) = self.end_of_game(node.ply) {
            return Some(score);
        }
        if node.ply >= MAX_PLY {
            return Some(self.evaluate());
        }
        // A shorter mate than one already found is not possible below here.
        node.alpha = node.alpha.max(lost_in(node.ply));
        let may_win_now = self.position.nature().may_win_without_moves;
        let soonest = node.ply + usize::from(!may_win_now);
        node.beta = node.beta.min(won_in(soonest));
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// The score of a node in which a move wins at once.
    pub fn won_by(&mut self, ply: usize, mv: Move) -> i32 {
        self.pv.clear(ply + 1);
        self.pv.extend(ply, mv);
        won_in(ply + 1)
    }

    /// Looks a node up in the table.
    fn recall(&self, node: &mut Node) {
        node.key = self.table_key();
        if node.excluded.is_none() {
            node.entry = self.probe(node.key, node.ply);
        }
    }

    /// Evaluates a node, unless the side to move is in check.
    fn judge(&mut self, node: &mut Node) {
        let ply = node.ply;
        node.may_prune = self.shared.switches.pruning
            && !node.is_root()
            && self.plies_left() > node.depth as usize;
        node.in_check = self.stack[ply].in_check;
        if node.in_check {
            self.stack[ply].eval = None;
            return;
        }
        let raw = self.raw_evaluation(node.entry);
        let eval = self.corrected(raw);
        self.stack[ply].eval = Some(eval);
        node.improving = self.stack.is_improving(ply, eval);
        node.raw_eval = Some(raw);
        node.eval = Some(informed(eval, node.entry));
    }

    /// Searches the moves of a node.
    fn search_moves(&mut self, node: &mut Node, moves: &MoveList) -> i32 {
        let original = node.alpha;
        self.stack[node.ply + 2].killers = [None; 2];
        let mut picker = self.picker(moves, self.hints(node), true);
        let mut turn = Turn {
            deferred: Candidates::new(),
            number: 0,
        };
        let mut best = -INFINITY;
        let mut best_move = None;
        let mut tried = Candidates::new();
        while let Some(mut context) = self.next_move(node, &mut picker, &mut turn) {
            if best > -MATE_BOUND && self.prunes_move(node, &context) {
                continue;
            }
            match self.singularity(node, &context) {
                Singularity::CutsWithout(score) => return score,
                Singularity::Extends(plies) => context.extension = plies,
                Singularity::Untested => {}
            }
            let before = self.watch.own_nodes();
            let score = self.try_move(node, &mut context, best);
            if node.is_root() {
                let nodes = self.watch.own_nodes() - before;
                self.root.spent(context.candidate.mv, nodes);
            }
            if self.watch.stopped() {
                // At the root what has been found still counts.
                return if node.is_root() {
                    best.max(original)
                } else {
                    0
                };
            }
            let candidate = context.candidate;
            best = best.max(score);
            if score > node.alpha {
                best_move = Some(candidate.mv);
                self.pv.extend(node.ply, candidate.mv);
                node.alpha = score;
                if score >= node.beta {
                    self.reward(node, &candidate, &tried);
                    break;
                }
            }
            if node.is_root() {
                self.root.searched.push(candidate.mv);
            }
            tried.push(candidate);
        }
        if turn.number == 0 {
            // Everything but the excluded move was left out: that move is singular.
            return node.alpha;
        }
        if node.excluded.is_none() {
            self.learn(node, original, best, best_move);
        }
        best
    }

    /// What the order of a node's moves depends on besides its position.
    fn hints(&self, node: &Node) -> OrderingHints {
        let table_move = node.entry.and_then(|entry| entry.mv);
        let at_root = self.root.first().filter(|_| node.is_root());
        OrderingHints {
            table_move: at_root.or(table_move),
            killers: self.stack[node.ply].killers,
            before: self.stack.before(node.ply),
        }
    }

    /// The next move to try. Moves that other threads are searching are deferred, except the
    /// first.
    fn next_move(&self, node: &Node, picker: &mut Picker, turn: &mut Turn) -> Option<MoveContext> {
        while let Some(candidate) = self.pick(picker) {
            if Some(candidate.mv) == node.excluded {
                continue;
            }
            if turn.number > 0 && self.is_searched_elsewhere(node, candidate.mv) {
                turn.deferred.push(candidate);
                continue;
            }
            return Some(turn.take(candidate));
        }
        if turn.deferred.is_empty() {
            return None;
        }
        let candidate = turn.deferred.remove(0);
        Some(turn.take(candidate))
    }

    /// The score of a move for the side to move. It says nothing if the search had to stop.
    fn try_move(&mut self, node: &Node, context: &mut MoveContext, best: i32) -> i32 {
        if self.watch.stopped() {
            return 0;
        }
        let Candidate { mv, made, .. } = context.candidate;
        let note = self.note(node, mv);
        self.make(mv, made, node.ply);
        context.gives_check = self.stack[node.ply + 1].in_check;
        let depth = node.depth - 1 + context.extension;
        let score = self.search_child(node, context, depth, best);
        self.position.unmake();
        self.take_away(note);
        score
    }

    /// The score of the move that has been made. The first one is searched with the whole
    /// window; a later one has to show first, less deeply, that it is better than that.
    fn search_child(
        &mut self,
        node: &Node,
        context: &MoveContext,
        mut depth: i32,
        best: i32,
    ) -> i32 {
        if context.number == 1 {
            return -self.negamax(node.child(depth));
        }
        let reduced = depth - self.reduction(node, context);
        let reduced = reduced.clamp(1.min(depth), depth);
        let mut score = -self.negamax(node.scout(node.alpha, reduced, true));
        if score > node.alpha && reduced < depth {
            // Much better than expected is worth a closer look, hardly better a quicker one.
            let p = self.shared.parameters;
            if !node.is_root() {
                depth += i32::from(score > best + p.deeper_margin + 2 * depth);
                depth -= i32::from(score < best + depth);
            }
            score = -self.negamax(node.scout(node.alpha, depth, !node.cut));
        }
        if node.pv && score > node.alpha {
            score = -self.negamax(node.child(depth));
        }
        score
    }

    /// Whether another thread searches this move at present.
    fn is_searched_elsewhere(&self, node: &Node, mv: Move) -> bool {
        let current = self.shared.current.as_ref();
        current.is_some_and(|current| current.contains(node.key, mv, node.depth))
    }

    /// Tells the other threads that a move is being searched.
    fn note(&self, node: &Node, mv: Move) -> Option<Note> {
        let current = self.shared.current.as_ref()?;
        current.start(node.key, mv, node.depth)
    }

    /// Tells them that it no longer is.
    fn take_away(&self, note: Option<Note>) {
        if let (Some(current), Some(note)) = (&self.shared.current, note) {
            current.finish(note);
        }
    }
}

/// An evaluation, or the score that the table knows, as far as that is a better guess.
fn informed(eval: i32, entry: Option<Entry>) -> i32 {
    let better = entry.filter(|entry| match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    });
    match better {
        Some(entry) if entry.score.abs() < MATE_BOUND => entry.score,
        _ => eval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_mends_the_evaluation_on_its_side_only() {
        let entry = |score, bound| {
            Some(Entry {
                mv: None,
                score,
                depth: 1,
                bound,
                eval: None,
            })
        };
        assert_eq!(informed(20, None), 20);
        assert_eq!(informed(20, entry(5, Bound::Exact)), 5);
        assert_eq!(informed(20, entry(30, Bound::Lower)), 30);
        assert_eq!(informed(20, entry(5, Bound::Lower)), 20);
        assert_eq!(informed(20, entry(5, Bound::Upper)), 5);
        assert_eq!(informed(20, entry(30, Bound::Upper)), 20);
        assert_eq!(informed(20, entry(won_in(3), Bound::Lower)), 20);
    }
}
