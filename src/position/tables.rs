//! A game compiled for one width of bitboard.
//!
//! Every pattern of every piece becomes a table by square: leaps a set of targets, slides a ray
//! with a reach, lame leaps a list of paths. What bitboards cannot say (hoppers, multi-leg
//! moves, lame leaps that repeat) stays a pattern and is walked on the mailbox. For attacks the
//! same is kept the other way round, shared between all types that have the same leaps: a
//! group.

mod castling;
mod footprint;
mod groups;
mod leaps;
mod openings;
mod piece;
mod setwise;
mod slides;
mod sources;
mod standing;
mod strip;

pub(super) use castling::CastlingPath;
pub(super) use footprint::footprint;
pub(super) use groups::PathGroup;
pub(super) use leaps::Path;
pub(super) use piece::PieceTable;
pub(super) use setwise::{Ground, Setwise};
pub(super) use slides::{Slide, Slides};
pub(super) use sources::Sources;
pub(super) use strip::StripTable;

use super::nature::Nature;
use super::zobrist::Zobrist;
use crate::geometry::{Bitboard, Delta, RayTable, Shape, Square, SquareTable};
use crate::rules::{Color, ColorMap, Pattern, Piece, PieceType, TypeSet, UNLIMITED, Variant};
use smallvec::SmallVec;
use sources::SlideKey;
use std::sync::Arc;

/// The most directions in which pieces of one game can slide on bitboards: all signs of
/// the nine leaps that Betza has letters for.
pub(super) const MAX_RAYS: usize = 48;

/// Riders by longer leaps are walked.
const LONGEST_RIDE: u8 = 3;

/// A game compiled for one width of bitboard. Shared by all positions of the game.
pub struct Tables<B> {
    /// The rules.
    pub variant: Arc<Variant>,
    /// What kind of game it is.
    pub nature: Nature,
    pub(super) shape: Shape,
    /// The king's type; one that no piece has in a game without kings.
    pub(super) king: PieceType,
    /// Each side has one king, and what makes a move illegal is to leave it attacked:
    /// checks and pins tell legal moves.
    pub(super) plain_royalty: bool,
    /// The types whose last pieces may not be exposed to capture.
    pub(super) pseudo_royal: TypeSet,
    /// After a move it must be known whether it, or the one before, gives check.
    pub(super) watches_checks: bool,
    /// Some pieces promote by choice.
    pub(super) has_choice: bool,
    /// By [`Piece::index`].
    pub(super) pieces: Vec<PieceTable<B>>,
    pub(super) rays: Vec<Ray<B>>,
    /// From where each group attacks each square.
    pub(super) sources: Sources<B>,
    pub(super) path_groups: Vec<PathGroup<B>>,
    /// Indices of the groups in a state: pieces that slide, that must be walked, and
    /// that have the stop aura.
    pub(super) slider_group: usize,
    pub(super) walker_group: usize,
    pub(super) aura_group: usize,
    pub(super) group_count: usize,
    pub(super) has_aura: bool,
    pub(super) has_rifle: bool,
    pub(super) has_walkers: bool,
    /// Some pieces make locust captures or may end where they began.
    pub(super) has_locust_moves: bool,
    /// A shift of a strip changes no attacks but by what blocks them: masks tell whether it is
    /// legal.
    pub(super) has_plain_shifts: bool,
    /// The types of each player that are counted all at once.
    pub(super) setwise: ColorMap<Vec<Setwise<B>>>,
    pub(super) strips: ColorMap<Option<StripTable<B>>>,
    /// The eight neighbours of each square.
    pub(super) neighbours: SquareTable<B>,
    /// For each pawn type that captures en passant: where it stands to capture on a
    /// square.
    pub(super) en_passant: ColorMap<Vec<(PieceType, SquareTable<B>)>>,
    pub(super) promotion_region: ColorMap<B>,
    pub(super) castling: ColorMap<[Option<CastlingPath<B>>; 2]>,
    /// The castling rights that a move from or to a square ends, as bits.
    pub(super) rights_lost: SquareTable<u8>,
    /// For each type that a pawn can become: the types in the pool that it can be
    /// taken from, in this order.
    pub(super) pool_sources: Vec<SmallVec<[PieceType; 3]>>,
    /// By [`Piece::index`]: where a pawn cannot stand, because no play leads there.
    forbidden: Vec<B>,
    pub(super) zobrist: Zobrist,
}

/// One direction of sliding.
pub(super) struct Ray<B> {
    /// The squares in this direction, without limit.
    pub squares: RayTable<B>,
    /// The index of the opposite direction.
    pub opposite: usize,
    /// Single king steps, which an aura stops (riders leap).
    pub stoppable: bool,
    /// Steps between two squares of the ray, by the difference of their indices.
    steps: Box<[u8; 256]>,
}

impl<B> Ray<B> {
    /// The number of steps between two squares on this ray.
    #[inline(always)]
    pub fn distance(&self, a: Square, b: Square) -> u8 {
        self.steps[usize::from(a.byte().abs_diff(b.byte()))]
    }
}

impl<B: Bitboard> Tables<B> {
    /// Compiles a game.
    ///
    /// # Panics
    /// If the board has more squares than the bitboard has bits.
    pub fn new(variant: Arc<Variant>) -> Self {
        let shape = variant.shape;
        assert!(
            shape.len() <= B::WIDTH,
            "the board does not fit the bitboard"
        );
        let steps = slide_steps(&variant);
        let rays = rays(shape, &steps);
        let mut groups = groups::Groups::default();
        let mut pieces = Vec::new();
        for piece in all_pieces(&variant) {
            pieces.push(PieceTable::new(&variant, piece, &steps, &mut groups));
        }
        let (leap_groups, path_groups) = groups.into_tables(&variant);
        let mut slides: Vec<SlideKey> = pieces.iter().map(|p| p.slide_key.clone()).collect();
        slides.retain(|key| !key.is_empty());
        slides.sort_unstable();
        slides.dedup();
        let sources = Sources::new(&variant, &leap_groups, &path_groups, &slides);
        let slider_group = sources.slides.end;
        for (piece, table) in all_pieces(&variant).zip(&mut pieces) {
            table.finish_groups(
                &sources,
                slides.iter().position(|key| *key == table.slide_key),
                variant.stop_aura.contains(piece.kind()),
            );
        }
        let plain_royalty = has_plain_royalty(&variant);
        let has_walkers = pieces.iter().any(|p| !p.walks.is_empty());
        let setwise = ColorMap::from_fn(|color| {
            let own = all_pieces(&variant).filter(|piece| piece.color() == color);
            own.filter_map(|piece| Setwise::new(&variant, piece, &pieces[piece.index()]))
                .collect()
        });
        let castling = castling::paths(&variant);
        let start = variant.start_cells();
        let forbidden = all_pieces(&variant)
            .zip(&pieces)
            .map(|(piece, table)| standing::forbidden(&variant, piece, table, &start))
            .collect();
        Self {
            nature: Nature::new(&variant),
            shape,
            king: variant.king.unwrap_or(PieceType::NONE),
            plain_royalty,
            pseudo_royal: pseudo_royal(&variant),
            watches_checks: variant.ends.counts_checks || variant.ends.perpetual_check_loses,
            has_choice: variant.choice.to.iter().any(Option::is_some),
            has_rifle: pieces.iter().any(|p| p.rifle.is_some()),
            has_walkers,
            has_locust_moves: pieces.iter().any(|p| p.has_locust_moves),
            has_plain_shifts: plain_royalty && !has_walkers && variant.stop_aura.is_empty(),
            setwise,
            strips: ColorMap::from_fn(|color| {
                variant.strips[color].map(|strip| StripTable::new(shape, strip))
            }),
            has_aura: !variant.stop_aura.is_empty(),
            pieces,
            rays,
            sources,
            path_groups,
            slider_group,
            walker_group: slider_group + 1,
            aura_group: slider_group + 2,
            group_count: slider_group + 3,
            neighbours: SquareTable::from_fn(|s| neighbours(shape, s)),
            en_passant: ColorMap::from_fn(|color| en_passant_sources(&variant, color)),
            promotion_region: ColorMap::from_fn(|c| B::from_wide(variant.promotion.region[c])),
            rights_lost: castling::rights_lost(&castling),
            castling,
            pool_sources: pool_sources(&variant),
            forbidden,
            zobrist: Zobrist::new(&variant),
            variant,
        }
    }

    /// The table of a piece.
    #[inline(always)]
    pub(super) fn piece(&self, piece: Piece) -> &PieceTable<B> {
        &self.pieces[piece.index()]
    }

    /// The bit of a castling right in a state.
    #[inline(always)]
    pub(super) const fn right(color: Color, side: usize) -> u8 {
        1 << (2 * color.index() + side)
    }

    /// Squares on which a pawn cannot stand by the rules.
    pub(super) fn forbidden_for(&self, piece: Piece) -> B {
        self.forbidden[piece.index()]
    }
}

/// All pieces of a game, in the order of [`Piece::index`].
fn all_pieces(variant: &Variant) -> impl Iterator<Item = Piece> + use<> {
    let types = variant.types();
    types.flat_map(|kind| Color::BOTH.map(|color| Piece::new(kind, color)))
}

/// The types that are royal by the rule of extinction.
fn pseudo_royal(variant: &Variant) -> TypeSet {
    let extinction = variant.ends.extinction.filter(|e| e.royal);
    extinction.and_then(|e| e.types).unwrap_or_default()
}

fn has_plain_royalty(variant: &Variant) -> bool {
    variant.has_king.0 == [true; 2]
        && !variant.has_pseudo_royals()
        && !variant.limits.forbids_check
        && !variant.limits.forbids_facing_kings
        && variant.blast.is_none()
        && variant.mutually_immune.is_empty()
}

/// Whether a pattern must be walked: bitboards cannot say that it is open.
pub(super) fn needs_walk(pattern: &Pattern) -> bool {
    let rider = pattern.last.reach > 1;
    !pattern.is_plain()
        || rider && (!pattern.last.through.is_empty() || pattern.initial)
        || rider && pattern.last.step.chebyshev() > LONGEST_RIDE
}

/// All steps that any piece slides by, and their opposites.
fn slide_steps(variant: &Variant) -> Vec<Delta> {
    let mut steps: Vec<Delta> = Vec::new();
    for pattern in variant.pieces.iter().flat_map(|p| &p.patterns) {
        if pattern.last.reach > 1 && !needs_walk(pattern) {
            let flipped = pattern.last.step.upside_down();
            for step in [pattern.last.step, -pattern.last.step, flipped, -flipped] {
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
    }
    assert!(steps.len() <= MAX_RAYS, "there are no more short leaps");
    steps
}

fn rays<B: Bitboard>(shape: Shape, steps: &[Delta]) -> Vec<Ray<B>> {
    steps
        .iter()
        .map(|&step| {
            let stride = i32::from(step.ranks) * i32::from(shape.files()) + i32::from(step.files);
            let stride = stride.unsigned_abs().max(1) as usize;
            Ray {
                squares: RayTable::new(shape, step, UNLIMITED),
                opposite: steps
                    .iter()
                    .position(|&s| s == -step)
                    .expect("closed under negation"),
                stoppable: step.chebyshev() == 1,
                steps: Box::new(std::array::from_fn(|difference| {
                    (difference / stride) as u8
                })),
            }
        })
        .collect()
}

fn neighbours<B: Bitboard>(shape: Shape, square: Square) -> B {
    let mut set = B::EMPTY;
    if square.index() < shape.len() {
        for files in -1..=1 {
            for ranks in -1..=1 {
                let step = Delta::new(files, ranks);
                if let Some(s) = shape.offset(square, step).filter(|&s| s != square) {
                    set |= B::single(s);
                }
            }
        }
    }
    set
}

fn en_passant_sources<B: Bitboard>(
    variant: &Variant,
    color: Color,
) -> Vec<(PieceType, SquareTable<B>)> {
    let shape = variant.shape;
    let types = variant.en_passant_types[color];
    types
        .iter()
        .filter_map(|kind| {
            let region = variant.piece(kind).region[color];
            let open = |to: Square| {
                to.index() < shape.len() && region.is_none_or(|region| region.contains(to))
            };
            let patterns = variant.patterns_of(Piece::new(kind, color));
            let steps: Vec<Delta> = patterns
                .iter()
                .filter(|p| p.en_passant)
                .map(|p| p.last.step)
                .collect();
            // A pawn that could go there anyway does not capture by going there.
            let piece = Piece::new(kind, color);
            let goes = |from: Square, to: Square| {
                let quiet = |pattern: &Pattern| footprint::<B>(variant, piece, from, pattern).quiet;
                patterns.iter().any(|pattern| quiet(pattern).contains(to))
            };
            let sources = |to: Square| {
                let from = steps.iter().filter_map(|&step| shape.offset(to, -step));
                let from = from.filter(|&from| !goes(from, to));
                from.fold(B::EMPTY, |set, s| set | B::single(s))
            };
            let table = SquareTable::from_fn(|to| if open(to) { sources(to) } else { B::EMPTY });
            (!steps.is_empty()).then_some((kind, table))
        })
        .collect()
}

/// A promoted form comes back as itself; a starting form as the lowest level present
/// of its letter.
fn pool_sources(variant: &Variant) -> Vec<SmallVec<[PieceType; 3]>> {
    variant
        .types()
        .map(|kind| {
            let id = variant.piece(kind).id;
            variant
                .types()
                .filter(|&other| {
                    let source = variant.piece(other).id;
                    other == kind || id.level() == 0 && source.letter() == id.letter()
                })
                .collect()
        })
        .collect()
}
