//! One of three: what is compiled for each width of bitboard, behind one type.
//!
//! Everything that plays is generic over [`Bitboard`]. Whoever loads a game at run time
//! does not know its width, and holds a [`ByWidth`] of the family in question.

use super::{Bitboard, Bits256};

/// Types that belong together: one for each width of bitboard.
pub trait Family {
    /// The one of this width.
    type Of<B: Bitboard>;
}

/// A value of the width that its game needs.
pub enum ByWidth<F: Family> {
    /// For boards of up to 64 squares.
    Narrow(F::Of<u64>),
    /// For boards of up to 128 squares.
    Wide(F::Of<u128>),
    /// For boards of up to 256 squares.
    Full(F::Of<Bits256>),
}

impl<F: Family> Clone for ByWidth<F>
where
    F::Of<u64>: Clone,
    F::Of<u128>: Clone,
    F::Of<Bits256>: Clone,
{
    fn clone(&self) -> Self {
        match self {
            Self::Narrow(value) => Self::Narrow(value.clone()),
            Self::Wide(value) => Self::Wide(value.clone()),
            Self::Full(value) => Self::Full(value.clone()),
        }
    }
}

/// Evaluates an expression for the value inside a [`ByWidth`].
macro_rules! on_width {
    ($value:expr, $inner:ident => $body:expr) => {
        match $value {
            $crate::geometry::ByWidth::Narrow($inner) => $body,
            $crate::geometry::ByWidth::Wide($inner) => $body,
            $crate::geometry::ByWidth::Full($inner) => $body,
        }
    };
}

/// Makes a [`ByWidth`] of what is inside another one.
macro_rules! map_width {
    ($value:expr, $inner:ident => $body:expr) => {{
        use $crate::geometry::ByWidth::{Full, Narrow, Wide};
        match $value {
            Narrow($inner) => Narrow($body),
            Wide($inner) => Wide($body),
            Full($inner) => Full($body),
        }
    }};
}

#[cfg(feature = "engine")]
/// Evaluates an expression for the values inside two [`ByWidth`]s of the same width;
/// `None` if theirs differ.
macro_rules! on_same_width {
    ($one:expr, $other:expr, ($a:ident, $b:ident) => $body:expr) => {{
        use $crate::geometry::ByWidth::{Full, Narrow, Wide};
        match ($one, $other) {
            (Narrow($a), Narrow($b)) => Some($body),
            (Wide($a), Wide($b)) => Some($body),
            (Full($a), Full($b)) => Some($body),
            _ => None,
        }
    }};
}

/// Makes a [`ByWidth`] for so many squares, at most 256: the expression is evaluated for
/// the narrowest width that holds them, as far as its type tells that.
macro_rules! for_width {
    ($squares:expr, $body:expr) => {{
        use $crate::geometry::ByWidth::{Full, Narrow, Wide};
        match $squares {
            0..=64 => Narrow($body),
            65..=128 => Wide($body),
            _ => Full($body),
        }
    }};
}

#[cfg(feature = "engine")]
pub(crate) use on_same_width;
pub(crate) use {for_width, map_width, on_width};
