//! The transposition table: what is known about positions, shared by all threads.
//!
//! Lock-free: an entry is two words, the first the key mixed with the second, so that
//! an entry torn by two writers does not fit its key and is a miss. Of the key 48 bits
//! are kept: the place in the table says the rest. The other 16 hold the evaluation,
//! which two writers of one position agree on.

use super::parameters::{TABLE_AGE_PLIES, TABLE_DEPTH_MARGIN};
use super::score::{EVAL_LIMIT, MATE_BOUND, MAX_PLY};
use crate::position::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is the true score.
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The best move found, if any. It fits the position unless two keys collide.
    pub mv: Option<Move>,
    /// The score for the side to move.
    pub score: i32,
    /// The depth to which it was searched.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// The evaluation of the position before any correction, if it was needed.
    pub eval: Option<i32>,
}

impl Bound {
    /// What the best score of a node says about the true one.
    pub fn of(best: i32, alpha: i32, beta: i32) -> Self {
        if best >= beta {
            Self::Lower
        } else if best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

impl Entry {
    /// Whether the score is all that a search with this window wants to know.
    pub fn cuts(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

const CLUSTER: usize = 4;

/// A cache line: entries among which a new one takes the place of the least useful.
#[repr(align(64))]
#[derive(Default)]
struct Cluster([[AtomicU64; 2]; CLUSTER]);

/// A table of fixed size.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of so many MiB (at least one cluster), or `None` if there is not enough memory.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let count = (mebibytes.checked_mul(1 << 20)? / size_of::<Cluster>()).max(1);
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).ok()?;
        ask_for_huge_pages(&mut clusters);
        clusters.resize_with(count, Cluster::default);
        Some(Self {
            clusters,
            age: AtomicU8::new(0),
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in self.clusters.iter().flat_map(|c| &c.0) {
            entry[0].store(0, Ordering::Relaxed);
            entry[1].store(0, Ordering::Relaxed);
        }
    }

    /// Starts a new search: entries of older ones give way sooner.
    pub(super) fn next_age(&self) {
        self.age.store((self.age() + 1) & 63, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Begins to fetch what is known about a position from memory: to be called as soon
    /// as its key is known, some time before [`Self::probe`]. Does nothing where there is
    /// no instruction for it.
    #[inline(always)]
    pub(super) fn fetch(&self, key: u64) {
        let cluster = self.cluster(key);
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the pointer is made from a reference to a cluster that lives as long
            // as `self`; the instruction reads and writes nothing that can be seen.
            #[allow(unused_unsafe, reason = "safe in newer compilers")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(cluster).cast());
            }
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = cluster;
    }

    /// What is known about a position at this distance from the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.cluster(key).0.iter().find_map(|words| {
            let data = words[1].load(Ordering::Relaxed);
            let check = words[0].load(Ordering::Relaxed);
            fits(check, data, key).then(|| unpack(check, data, ply))
        })
    }

    /// Notes what was found out about a position.
    pub(super) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age();
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut mv = entry.mv;
        for (index, words) in self.cluster(key).0.iter().enumerate() {
            let data = words[1].load(Ordering::Relaxed);
            let check = words[0].load(Ordering::Relaxed);
            if fits(check, data, key) {
                let old = unpack(check, data, ply);
                // A deeper result of this search is worth more than a new bound.
                let keep = entry.bound != Bound::Exact
                    && old.depth > entry.depth + TABLE_DEPTH_MARGIN
                    && age_of(data) == age;
                if keep {
                    return;
                }
                mv = mv.or(old.mv);
                victim = index;
                break;
            }
            let staleness = i32::from(age.wrapping_sub(age_of(data)) & 63);
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth_of(data) - TABLE_AGE_PLIES * staleness
            };
            if worth < least {
                least = worth;
                victim = index;
            }
        }
        let data = pack(&Entry { mv, ..entry }, ply, age);
        let words = &self.cluster(key).0[victim];
        words[0].store(check_word(key, data, entry.eval), Ordering::Relaxed);
        words[1].store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in permille.
    pub fn permille_full(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let age = self.age();
        let used = sample
            .iter()
            .flat_map(|c| &c.0)
            .map(|words| words[1].load(Ordering::Relaxed))
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        used * 1000 / (sample.len() * CLUSTER)
    }
}

/// Asks the system to keep memory in large pages: entries lie anywhere, and finding the
/// page of one costs as much as reading it. To be called before it is written to.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_huge_pages(clusters: &mut Vec<Cluster>) {
    const PAGE: usize = 1 << 21;
    let room = clusters.spare_capacity_mut().as_mut_ptr_range();
    let start = room.start.addr().next_multiple_of(PAGE);
    let length = room.end.addr().saturating_sub(start);
    if length < PAGE {
        return;
    }
    let start = room.start.with_addr(start).cast();
    // SAFETY: the range lies within memory that `clusters` owns; the advice changes
    // nothing but how the system maps it. It may be refused, and nothing is lost.
    unsafe {
        libc::madvise(start, length, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages(_: &mut Vec<Cluster>) {}

/// The bits of a key that its entry keeps.
const KEY_BITS: u64 = (1 << 48) - 1;
/// Stands for no evaluation.
const NO_EVAL: i16 = i16::MIN;

/// Whether the two words are an entry for a key.
fn fits(check: u64, data: u64, key: u64) -> bool {
    (check ^ data ^ key) & KEY_BITS == 0 && data != 0
}

fn check_word(key: u64, data: u64, eval: Option<i32>) -> u64 {
    let eval = eval.map_or(NO_EVAL, |eval| eval as i16);
    (key ^ data) & KEY_BITS | u64::from(eval as u16) << 48
}

// Bits 0-31 the move, 32-47 the score, 48-55 the depth, 56-57 bound + 1, 58-63 the age.

fn pack(entry: &Entry, ply: usize, age: u8) -> u64 {
    let mv = entry.mv.map_or(0, |mv| u64::from(mv.bits()));
    // Mates are stored as seen from the position, not from the root.
    let score = if entry.score >= MATE_BOUND {
        entry.score + ply as i32
    } else if entry.score <= -MATE_BOUND {
        entry.score - ply as i32
    } else {
        entry.score
    };
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    mv | u64::from(score as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(age & 63) << 58
}

fn unpack(check: u64, data: u64, ply: usize) -> Entry {
    let eval = (check >> 48) as u16 as i16;
    let stored = i32::from((data >> 32) as u16 as i16);
    let score = if stored >= MATE_BOUND {
        stored - ply as i32
    } else if stored <= -MATE_BOUND {
        stored + ply as i32
    } else {
        stored
    };
    Entry {
        mv: Move::from_bits(data as u32),
        score,
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

const _: () = assert!(MAX_PLY < 256, "depths are stored in a byte");
const _: () = assert!(
    EVAL_LIMIT < i16::MAX as i32,
    "evaluations are stored in 16 bits"
);

#[cfg(test)]
mod tests {
    use super::super::score::{lost_in, won_in};
    use super::*;
    use crate::geometry::Square;

    fn entry(score: i32) -> Entry {
        let mv = Some(Move::normal(Square::new(255), Square::new(3)));
        Entry {
            mv,
            score,
            depth: 17,
            bound: Bound::Lower,
            eval: Some(-score),
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(99, 0, entry(-123));
        let found = table.probe(99, 0).unwrap();
        assert_eq!(
            (found.score, found.depth, found.bound),
            (-123, 17, Bound::Lower)
        );
        assert_eq!(found.mv, entry(0).mv);
        assert_eq!(found.eval, Some(123));
        assert!(table.probe(98, 0).is_none());
        for eval in [Some(EVAL_LIMIT), Some(-EVAL_LIMIT), Some(0), None] {
            table.store(99, 0, Entry { eval, ..entry(7) });
            assert_eq!(table.probe(99, 0).unwrap().eval, eval);
        }
        table.clear();
        assert!(table.probe(99, 0).is_none());
    }

    #[test]
    fn mates_are_relative_to_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 4, entry(won_in(10)));
        assert_eq!(table.probe(5, 2).unwrap().score, won_in(8));
        table.store(6, 4, entry(lost_in(10)));
        assert_eq!(table.probe(6, 7).unwrap().score, lost_in(13));
    }

    #[test]
    fn a_full_cluster_gives_up_its_least_useful_entry() {
        let table = TranspositionTable::new(0).unwrap();
        for key in 1..=4 {
            table.store(
                key,
                0,
                Entry {
                    depth: 10 + key as i32,
                    ..entry(0)
                },
            );
        }
        table.store(5, 0, entry(0));
        assert!(table.probe(1, 0).is_none());
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
        assert_eq!(table.permille_full(), 1000);
        table.next_age();
        assert_eq!(table.permille_full(), 0);
    }
}
