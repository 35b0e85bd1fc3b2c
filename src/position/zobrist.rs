//! Random numbers that make up the key of a position.
//!
//! The keys are the same in every run and on every machine, so that they can be used
//! in files.

use crate::geometry::Square;
use crate::rules::{Color, ColorMap, Piece, PieceType, Variant};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The numbers for one game.
pub(super) struct Zobrist {
    pieces: Vec<[u64; 256]>,
    side: u64,
    rights: [u64; 16],
    passed: [u64; 256],
    pawn: [u64; 256],
    strips: ColorMap<[u64; 16]>,
    /// Added (not mixed in by exclusive or) once for each such piece in the pool.
    pool: Vec<u64>,
    checks_left: ColorMap<[u64; 16]>,
}

impl Zobrist {
    pub fn new(variant: &Variant) -> Self {
        let mut random = SplitMix64::seed_from_u64(0x511D_E401E);
        let pieces = 2 * variant.pieces.len();
        let mut next = || random.next_u64();
        Self {
            pieces: (0..pieces)
                .map(|_| std::array::from_fn(|_| next()))
                .collect(),
            side: next(),
            rights: std::array::from_fn(|_| next()),
            passed: std::array::from_fn(|_| next()),
            pawn: std::array::from_fn(|_| next()),
            strips: ColorMap::from_fn(|_| std::array::from_fn(|_| next())),
            pool: (0..pieces).map(|_| next()).collect(),
            checks_left: ColorMap::from_fn(|_| std::array::from_fn(|_| next())),
        }
    }

    #[inline(always)]
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        self.pieces[piece.index()][square.index()]
    }

    #[inline(always)]
    pub fn side(&self) -> u64 {
        self.side
    }

    #[inline(always)]
    pub fn rights(&self, rights: u8) -> u64 {
        self.rights[usize::from(rights & 15)]
    }

    #[inline(always)]
    pub fn en_passant(&self, passed: Square, pawn: Square) -> u64 {
        self.passed[passed.index()] ^ self.pawn[pawn.index()]
    }

    #[inline(always)]
    pub fn strip(&self, color: Color, lowest_file: u8) -> u64 {
        self.strips[color][usize::from(lowest_file & 15)]
    }

    #[inline(always)]
    pub fn checks_left(&self, color: Color, left: u8) -> u64 {
        self.checks_left[color][usize::from(left & 15)]
    }

    #[inline(always)]
    pub fn pool(&self, kind: PieceType, color: Color) -> u64 {
        self.pool[Piece::new(kind, color).index()]
    }
}
