//! Which moves other threads are searching right now.
//!
//! Threads that share only the transposition table often search the same moves at the
//! same time, and then all but one of them are of no use. In ABDADA (here in
//! Tom Kerrigan's simplified form) a thread notes the moves that it is searching; one that
//! comes to a node later defers them, tries the other moves first and by then mostly finds
//! the result in the table. A note that is lost or seen too late costs time, never a result.

use super::parameters::DEFER_DEPTH;
use crate::position::Move;
use std::sync::atomic::{AtomicU64, Ordering};

/// Notes of moves being searched: far more than all threads together make.
const NOTES: usize = 1 << 12;

/// The moves that all threads of a search are searching.
pub(super) struct CurrentlySearched(Vec<AtomicU64>);

/// A move that is noted until it is [finished](CurrentlySearched::finish).
#[derive(Clone, Copy)]
pub(super) struct Note {
    slot: usize,
    mark: u64,
}

impl CurrentlySearched {
    pub fn new() -> Self {
        Self((0..NOTES).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether some thread searches this move of the position with this key.
    pub fn contains(&self, key: u64, mv: Move, depth: i32) -> bool {
        let note = note(key, mv);
        depth >= DEFER_DEPTH && self.0[note.slot].load(Ordering::Relaxed) == note.mark
    }

    /// Notes a move, unless the place for the note is taken.
    pub fn start(&self, key: u64, mv: Move, depth: i32) -> Option<Note> {
        let note = note(key, mv);
        let free = depth >= DEFER_DEPTH
            && self.0[note.slot]
                .compare_exchange(0, note.mark, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        free.then_some(note)
    }

    /// Takes the note of a move away.
    pub fn finish(&self, note: Note) {
        self.0[note.slot].store(0, Ordering::Relaxed);
    }
}

fn note(key: u64, mv: Move) -> Note {
    let mark = (key ^ u64::from(mv.bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Note {
        slot: (mark >> 52) as usize & (NOTES - 1),
        // 0 stands for no note.
        mark: mark | 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_seen_while_it_is_searched() {
        let current = CurrentlySearched::new();
        let (one, two) = (Move::from_bits(0x0100_1008), Move::from_bits(0x0100_1108));
        let (Some(one), Some(two)) = (one, two) else {
            panic!("both are moves")
        };
        assert!(!current.contains(7, one, 9));
        let note = current.start(7, one, 9).expect("the place is free");
        assert!(current.contains(7, one, 9));
        assert!(
            !current.contains(7, one, DEFER_DEPTH - 1),
            "too shallow to matter"
        );
        assert!(!current.contains(7, two, 9) && !current.contains(8, one, 9));
        assert!(
            current.start(7, one, 9).is_none(),
            "another thread is there"
        );
        current.finish(note);
        assert!(!current.contains(7, one, 9));
    }
}
