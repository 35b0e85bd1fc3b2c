//! What a node is worth before any move is tried: its evaluation, as corrected by what
//! searches found before and by the transposition table.

use super::score::EVAL_LIMIT;
use super::table::Entry;
use super::worker::Worker;
use crate::geometry::Bitboard;

/// How many evaluations are remembered: entries of a direct-mapped cache.
const EVAL_CACHE: usize = 1 << 15;

/// Evaluations by the key of the position.
pub(super) struct EvalCache(Vec<(u64, i32)>);

impl EvalCache {
    pub fn new() -> Self {
        Self(vec![(0, 0); EVAL_CACHE])
    }

    /// The evaluation of a position, computed if it is not known.
    fn get(&mut self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        let slot = &mut self.0[key as usize & (EVAL_CACHE - 1)];
        // An empty slot looks like one of the key 0.
        if slot.0 != key || key == 0 {
            *slot = (key, evaluate());
        }
        slot.1
    }
}

impl<B: Bitboard> Worker<'_, B> {
    /// The static evaluation, corrected by what searches found before, for the side to
    /// move.
    pub fn evaluate(&mut self) -> i32 {
        let raw = self.raw_evaluation(None);
        self.corrected(raw)
    }

    /// A static evaluation corrected by what searches found before.
    pub fn corrected(&self, raw: i32) -> i32 {
        if !self.shared.switches.pruning {
            return raw;
        }
        let correction = self.memory.histories.correction(&self.position)
            * self.shared.parameters.correction_percent
            / 100;
        (raw + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The static evaluation as it is, if it is not known already from the table's entry.
    pub fn raw_evaluation(&mut self, entry: Option<Entry>) -> i32 {
        if let Some(eval) = entry.and_then(|e| e.eval) {
            return eval;
        }
        let (position, evaluator) = (&self.position, self.evaluator);
        self.memory.eval_cache.get(position.key(), || {
            evaluator.evaluate(position).clamp(-EVAL_LIMIT, EVAL_LIMIT)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_computed_once_for_each_key() {
        let mut cache = EvalCache::new();
        let none = || panic!("it is known");
        assert_eq!(cache.get(5, || 17), 17);
        assert_eq!(cache.get(5, none), 17);
        assert_eq!(cache.get(5 + EVAL_CACHE as u64, || 18), 18, "the same slot");
        assert_eq!(cache.get(5, || 19), 19);
        assert_eq!(cache.get(0, || 20), 20, "not the 0 of an empty slot");
    }
}
