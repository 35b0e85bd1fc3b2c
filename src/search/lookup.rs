//! A worker's use of the transposition table.

use super::parameters::NEAR_THE_LIMIT;
use super::table::Entry;
use super::worker::Worker;
use crate::geometry::Bitboard;

impl<B: Bitboard> Worker<'_, B> {
    /// What the table knows of the position with this key.
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        if !self.shared.switches.table {
            return None;
        }
        self.shared.table.probe(key, ply)
    }

    /// Tells the table what was found out.
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        if self.shared.switches.table {
            self.shared.table.store(key, ply, entry);
        }
    }

    /// The key by which the table knows the position. Near the limit of the n-move rule the
    /// plies left until then are part of it: what was found with more or fewer of them left may
    /// not hold.
    pub fn table_key(&self) -> u64 {
        let key = self.position.key();
        let left = self.plies_left();
        if left < NEAR_THE_LIMIT {
            key ^ (left as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        } else {
            key
        }
    }
}
