//! Perft: the number of move sequences of a length.
//!
//! At the last ply moves are counted, not made. A table, shared by all threads,
//! remembers the counts of positions that come back; threads take root moves in turn.
//! With a table, counts beyond 64 bits come into reach: they stay at `u64::MAX`.

use super::Position;
use super::moves::Move;
use crate::geometry::Bitboard;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// How a perft is run.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions<'a> {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The table of known counts.
    pub table: Option<&'a PerftTable>,
    /// Set from another thread to end the count early. Moves that were not counted to
    /// the end are then missing from what is returned, so that a sum is too small.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for PerftOptions<'_> {
    fn default() -> Self {
        Self {
            threads: 1,
            table: None,
            stop: None,
        }
    }
}

/// A table of known counts, shared between threads without locks: an entry is valid
/// only if its two words fit together, so a torn write is a miss.
pub struct PerftTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl std::fmt::Debug for PerftTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PerftTable({} entries)", self.entries.len())
    }
}

impl PerftTable {
    /// A table of at most so many MiB, or `None` if there is not enough memory.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let wanted = mebibytes.checked_mul(1 << 20)? / 16;
        let mut entries = Vec::new();
        entries.try_reserve_exact(wanted.max(1)).ok()?;
        entries.resize_with(wanted.max(1), Default::default);
        Some(Self { entries })
    }

    /// The words of the entry that a position of this depth would use, and the check
    /// word that it is known by.
    fn slot(&self, key: u64, depth: u32) -> (&[AtomicU64; 2], u64) {
        let mixed = (key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(depth);
        let index = ((u128::from(mixed) * self.entries.len() as u128) >> 64) as usize;
        (&self.entries[index], mixed)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (entry, check) = self.slot(key, depth);
        let nodes = entry[1].load(Ordering::Relaxed);
        (entry[0].load(Ordering::Relaxed) ^ nodes == check && nodes != 0).then_some(nodes)
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        let (entry, check) = self.slot(key, depth);
        entry[0].store(check ^ nodes, Ordering::Relaxed);
        entry[1].store(nodes, Ordering::Relaxed);
    }
}

impl<B: Bitboard> Position<B> {
    /// The number of sequences of `depth` legal moves; 1 for depth 0.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_with(depth, PerftOptions::default(), &|_, _| {})
    }

    /// The same with threads and a table. `progress` is told how many root moves have
    /// been counted, of how many; it may be called from any thread.
    pub fn perft_with(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            _ => self
                .perft_divide(depth, options, progress)
                .iter()
                .fold(0, |sum, (_, n)| sum.saturating_add(*n)),
        }
    }

    /// For each legal move the number of sequences of `depth` moves that start with
    /// it. Empty for depth 0; after a stop, only the moves that were counted to the end.
    pub fn perft_divide(
        &self,
        depth: u32,
        options: PerftOptions,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let moves = self.legal_moves();
        let threads = options.threads.clamp(1, moves.len().max(1));
        let next = AtomicUsize::new(0);
        let done = AtomicUsize::new(0);
        let work = |position: &mut Position<B>| {
            let mut counts = Vec::new();
            while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
                position.make_unchecked(mv);
                let nodes = position.perft_below(depth - 1, &options);
                position.unmake();
                // What has begun to fail fails for all moves that are left.
                let Some(nodes) = nodes else { break };
                counts.push((mv, nodes));
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, moves.len());
            }
            counts
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (1..threads)
                .map_while(|_| {
                    let mut position = self.clone();
                    let work = &work;
                    // Where the system gives no more threads, those that run do it all.
                    std::thread::Builder::new()
                        .spawn_scoped(scope, move || work(&mut position))
                        .ok()
                })
                .collect();
            let mut counts = work(&mut self.clone());
            for worker in workers {
                counts.extend(
                    worker
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                );
            }
            counts
        })
    }

    /// The count of one position, or `None` if it was stopped before its end.
    fn perft_below(&mut self, depth: u32, options: &PerftOptions) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(self.state.count_moves(&self.tables)),
            _ => {}
        }
        if options
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            return None;
        }
        let table = options.table;
        let key = self.key();
        if let Some(nodes) = table.and_then(|t| t.get(key, depth)) {
            return Some(nodes);
        }
        let mut nodes = 0u64;
        for mv in self.generate() {
            let undo = self.state.make(&self.tables, mv);
            let below = self.perft_below(depth - 1, options);
            self.state.unmake(&self.tables, &undo);
            nodes = nodes.saturating_add(below?);
        }
        if let Some(table) = table {
            table.put(key, depth, nodes);
        }
        Some(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::AnyPosition;
    use crate::rules::Catalog;

    /// Chess to depth 3, stopped when so many of the 20 moves are counted.
    fn stopped_after(moves: usize) -> Vec<u64> {
        let chess = Catalog::built_in().get("chess").unwrap();
        let position = AnyPosition::start(chess).unwrap();
        let stop = AtomicBool::new(false);
        let table = PerftTable::new(1).unwrap();
        let options = PerftOptions {
            stop: Some(&stop),
            table: Some(&table),
            ..PerftOptions::default()
        };
        let counts = position.perft_divide(3, options, &|done, _| {
            stop.store(done >= moves, Ordering::Relaxed);
        });
        counts.into_iter().map(|(_, nodes)| nodes).collect()
    }

    #[test]
    fn only_what_was_counted_to_the_end_is_returned() {
        let all = stopped_after(usize::MAX);
        assert_eq!((all.len(), all.iter().sum()), (20, 8902u64));
        for moves in [1, 7, 19] {
            assert_eq!(stopped_after(moves), all[..moves]);
        }
        // A stop that comes after the last count takes nothing away.
        assert_eq!(stopped_after(20), all);
    }
}
