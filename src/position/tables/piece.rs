//! The moves of one piece by square, and the groups that attacks are looked up by.

use super::footprint::{footprint, starts_here};
use super::openings::Openings;
use super::sources::{self, SlideKey, Sources};
use super::{MAX_RAYS, PathGroup, needs_walk};
use crate::geometry::{Bitboard, Bits256, Delta, RayTable, Square, SquareTable};
use crate::rules::{Color, Pattern, Piece, PieceType, Variant};
use smallvec::SmallVec;

/// Where one piece can go from each square.
pub(in crate::position) struct PieceTable<B> {
    /// Targets that may be empty or hold an enemy.
    pub leaps: Option<SquareTable<B>>,
    /// Targets that must be empty.
    pub quiet_leaps: Option<SquareTable<B>>,
    /// Targets that must hold an enemy.
    pub capture_leaps: Option<SquareTable<B>>,
    /// Slides and riders.
    pub slides: Slides<B>,
    /// Lame leaps.
    pub paths: Option<SquareTable<Vec<Path<B>>>>,
    /// The same, grouped by what must be empty.
    pub openings: Option<Openings<B>>,
    /// Enemies here can be captured without moving.
    pub rifle: Option<SquareTable<B>>,
    /// Where it could capture from each square if nothing but holes were in its way and
    /// all that it needs were there.
    pub aims: SquareTable<B>,
    /// All that it can do, as its owner does it.
    pub patterns: Vec<Pattern>,
    /// What must be walked on the mailbox.
    pub walks: Vec<Pattern>,
    /// Whether some of that captures on its way or may end where it began.
    pub makes_detours: bool,
    /// The squares that it may enter.
    pub region: B,
    /// Targets to which a move may change which squares are stop squares.
    pub unsettles: B,
    /// Every capture may do that, too.
    pub unsettles_by_capture: bool,
    /// Its irreversible moves reset the counter of plies without progress.
    pub progresses: bool,
    /// It may promote by its player's choice.
    pub promotes: bool,
    /// Some of its moves need a look: it may promote, or the game forbids it to go where
    /// it cannot move any more.
    pub chooses: bool,
    /// Leaps and slides are all that it has, and nothing follows from a move but that it
    /// stands elsewhere: what its targets are is all that must be known.
    pub plain: bool,
    /// The squares from which it could never move again, if the game cares.
    pub immobile: B,
    /// Steps that it can take back without capturing, in the order of its patterns.
    pub reversible: Vec<Delta>,
    /// How far the piece can slide to capture, by ray; 0 for not at all.
    pub capture_reach: [u8; MAX_RAYS],
    /// The groups of a state that the piece belongs to.
    pub groups: SmallVec<[u16; 8]>,
    pub(super) slide_key: SlideKey,
    path_groups: SmallVec<[u16; 2]>,
}

/// A slide in one direction.
pub(in crate::position) struct Slide {
    /// The ray's index.
    pub ray: usize,
    /// Single king steps, which an aura stops.
    pub stoppable: bool,
    /// May end on an empty square.
    pub quiet: bool,
    /// May end on an enemy.
    pub capture: bool,
}

/// The slides of one piece. What is needed at one square lies together.
pub(in crate::position) struct Slides<B> {
    /// Those that lead to higher square indices first.
    directions: Vec<Slide>,
    /// How many do.
    ascending: usize,
    /// Every slide may end on empty squares and on enemies.
    pub uniform: bool,
    /// By square, then by direction: the squares within reach on an empty board.
    squares: Vec<B>,
}

impl<B: Bitboard> Slides<B> {
    /// `patterns` are those that lead to higher square indices, then the others.
    fn new(variant: &Variant, patterns: &[&Pattern], ray_steps: &[Delta]) -> Self {
        let directions = patterns.iter().map(|pattern| Slide {
            ray: ray_steps
                .iter()
                .position(|&s| s == pattern.last.step)
                .expect("steps were listed"),
            stoppable: pattern.last.step.chebyshev() == 1,
            quiet: pattern.last.quiet,
            capture: pattern.last.capture,
        });
        let tables: Vec<RayTable<B>> = patterns
            .iter()
            .map(|pattern| RayTable::new(variant.shape, pattern.last.step, pattern.last.reach))
            .collect();
        Self {
            directions: directions.collect(),
            ascending: patterns.partition_point(|p| p.last.step.is_ascending()),
            uniform: patterns.iter().all(|p| p.last.quiet && p.last.capture),
            squares: variant
                .shape
                .squares()
                .flat_map(|from| tables.iter().map(move |table| table.from(from)))
                .collect(),
        }
    }

    /// Whether the piece does not slide.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// The squares that slides to higher indices, and those that slides to lower indices
    /// reach from here on an empty board.
    #[inline(always)]
    pub fn rays(&self, square: Square) -> (&[B], &[B]) {
        let count = self.directions.len();
        self.squares[square.index() * count..][..count].split_at(self.ascending)
    }

    /// The slides that lead to higher square indices, and those that lead to lower ones.
    #[inline(always)]
    pub fn directions(&self) -> (&[Slide], &[Slide]) {
        self.directions.split_at(self.ascending)
    }

    /// Every slide with the squares that it reaches from here on an empty board.
    #[inline(always)]
    pub fn from(&self, square: Square) -> impl Iterator<Item = (&Slide, B)> {
        let count = self.directions.len();
        let squares = &self.squares[square.index() * count..][..count];
        self.directions.iter().zip(squares.iter().copied())
    }
}

/// A way to (or, in a group, from) a square that is open while some squares are empty.
#[derive(Clone, Debug)]
pub(in crate::position) struct Path<B> {
    /// The other end.
    pub end: Square,
    /// The squares that must be empty and live.
    pub through: B,
    /// The square on which a pawn making this move can be captured en passant.
    pub passed: Option<Square>,
    /// May end on an empty square.
    pub quiet: bool,
    /// May end on an enemy.
    pub capture: bool,
}

impl<B: Bitboard> PieceTable<B> {
    pub(super) fn new(
        variant: &Variant,
        piece: Piece,
        ray_steps: &[Delta],
        groups: &mut Groups,
    ) -> Self {
        let all = variant.patterns_of(piece);
        let (kind, color) = (piece.kind(), piece.color());
        let region = variant.piece(kind).region[color];
        // Where a slide may pass but not end, squares do not tell.
        let walked = |p: &Pattern| needs_walk(p) || p.last.reach > 1 && region.is_some();
        let (walks, patterns): (Vec<Pattern>, Vec<Pattern>) = all.iter().cloned().partition(walked);
        let leaps = |wanted: &dyn Fn(&Pattern) -> bool| {
            let chosen: Vec<&Pattern> = patterns
                .iter()
                .filter(|p| p.last.reach == 1 && p.last.through.is_empty() && wanted(p))
                .collect();
            (!chosen.is_empty()).then(|| {
                SquareTable::from_fn(|from| {
                    let targets = chosen
                        .iter()
                        .filter_map(|p| target(variant, piece, from, p));
                    targets.fold(B::EMPTY, |set, to| set | B::single(to))
                })
            })
        };
        let mut sliding: Vec<&Pattern> = patterns.iter().filter(|p| p.last.reach > 1).collect();
        sliding.sort_by_key(|p| !p.last.step.is_ascending());
        let slides = Slides::new(variant, &sliding, ray_steps);
        let mut capture_reach = [0; MAX_RAYS];
        for (slide, pattern) in slides.directions.iter().zip(&sliding) {
            if slide.capture {
                let reach = &mut capture_reach[slide.ray];
                *reach = pattern.last.reach.max(*reach);
            }
        }
        let lame = |p: &&Pattern| p.last.reach == 1 && !p.last.through.is_empty();
        let paths: Option<SquareTable<Vec<Path<B>>>> =
            patterns.iter().any(|p| lame(&p)).then(|| {
                SquareTable::from_fn(|from| {
                    let paths = patterns.iter().filter(lame);
                    paths
                        .filter_map(|p| path(variant, piece, from, p))
                        .collect()
                })
            });
        let promotes = variant.promotion.pawns[color].contains(kind)
            || variant.choice.to[kind.index()].is_some();
        let immobile: B = if promotes || variant.limits.immobility {
            immobile_squares(variant, piece, &all)
        } else {
            B::EMPTY
        };
        let (leap_groups, path_groups) = groups.add(piece.color(), region, &patterns);
        let capture_leaps = leaps(&|p| p.last.capture);
        let aims = SquareTable::from_fn(|from| {
            if from.index() >= variant.shape.len() {
                return B::EMPTY;
            }
            let leaps = capture_leaps.as_ref().map_or(B::EMPTY, |leaps| leaps[from]);
            let slides = slides.from(from).filter(|(slide, _)| slide.capture);
            let aims = slides.fold(leaps, |set, (_, squares)| set | squares);
            let paths = paths.iter().flat_map(|paths| &paths[from]);
            let ends = paths.filter(|path| path.capture);
            let aims = ends.fold(aims, |set, path| set | B::single(path.end));
            walks.iter().fold(aims, |set, pattern| {
                set | footprint(variant, piece, from, pattern).captures
            })
        });
        let unsettles: B = unsettling_squares(variant, piece);
        let unsettles_by_capture = variant.progress[kind.index()]
            .as_ref()
            .is_some_and(|progress| variant.stop_aura.contains(progress.to));
        let chooses = promotes || variant.limits.immobility && immobile.any();
        let simple = |p: &Pattern| p.last.through.is_empty() && !p.rifle;
        Self {
            plain: patterns.iter().all(simple)
                && walks.is_empty()
                && unsettles.is_empty()
                && !unsettles_by_capture
                && !chooses
                && !variant.is_king(kind),
            leaps: leaps(&|p| p.last.quiet && p.last.capture && !p.rifle),
            quiet_leaps: leaps(&|p| p.last.quiet && !p.last.capture),
            capture_leaps: leaps(&|p| p.last.capture && !p.last.quiet && !p.rifle),
            aims,
            slides,
            openings: paths
                .as_ref()
                .map(|paths| Openings::new(paths, variant.shape.len())),
            paths,
            rifle: leaps(&|p| p.rifle),
            makes_detours: walks.iter().any(|p| p.captures_on_way() || p.may_return()),
            walks,
            capture_reach,
            region: match region {
                Some(region) => B::from_wide(region),
                None => !B::EMPTY,
            },
            unsettles,
            unsettles_by_capture,
            progresses: variant.ends.n_move_types[color].contains(kind),
            promotes,
            chooses,
            immobile,
            reversible: reversible_steps(&all),
            groups: leap_groups,
            slide_key: sources::slide_key(sliding.iter().copied()),
            path_groups,
            patterns: all,
        }
    }

    /// Numbers the groups of a state: those of the sources, then the three of all pieces
    /// that slide, that must be walked, and that have an aura. `slides` is the number of
    /// the piece's group among those that slide.
    pub(super) fn finish_groups(
        &mut self,
        sources: &Sources<B>,
        slides: Option<usize>,
        aura: bool,
    ) {
        let lame_leaps = self
            .path_groups
            .iter()
            .map(|g| usize::from(*g) + sources.lame_leaps.start);
        let own_slides = slides.map(|group| sources.slides.start + group);
        let all_slides = slides.map(|_| sources.slides.end);
        let walks = self
            .walks
            .iter()
            .any(Pattern::attacks)
            .then_some(sources.slides.end + 1);
        let aura = aura.then_some(sources.slides.end + 2);
        let groups = lame_leaps
            .chain(own_slides)
            .chain(all_slides)
            .chain(walks)
            .chain(aura);
        self.groups.extend(groups.map(|group| group as u16));
    }
}

fn target(variant: &Variant, piece: Piece, from: Square, pattern: &Pattern) -> Option<Square> {
    let start = starts_here(variant, piece, from, pattern);
    let to = start
        .then(|| variant.shape.offset(from, pattern.last.step))
        .flatten()?;
    let region = variant.piece(piece.kind()).region[piece.color()];
    let open = !variant.holes.contains(to) && region.is_none_or(|region| region.contains(to));
    open.then_some(to)
}

pub(super) fn path<B: Bitboard>(
    variant: &Variant,
    piece: Piece,
    from: Square,
    pattern: &Pattern,
) -> Option<Path<B>> {
    let end = target(variant, piece, from, pattern)?;
    let mut through = B::EMPTY;
    for &step in &pattern.last.through {
        through |= B::single(variant.shape.offset(from, step)?);
    }
    // A king has no double steps that can be answered.
    let captors = variant.en_passant_region[piece.color().other()];
    let passed = pattern
        .passed_square()
        .and_then(|step| variant.shape.offset(from, step))
        .filter(|&square| captors.contains(square) && !variant.is_king(piece.kind()))
        .filter(|_| variant.has_en_passant());
    Some(Path {
        end,
        through,
        passed,
        quiet: pattern.last.quiet,
        capture: pattern.last.capture,
    })
}

/// Squares where a piece has no quiet move even on an empty board.
fn immobile_squares<B: Bitboard>(variant: &Variant, piece: Piece, patterns: &[Pattern]) -> B {
    let stuck = |&from: &Square| {
        let moves = |p: &Pattern| footprint::<B>(variant, piece, from, p).quiet.any();
        !patterns.iter().any(moves)
    };
    let squares = variant.shape.squares().filter(stuck);
    squares.fold(B::EMPTY, |set, square| set | B::single(square))
}

/// Targets to which a move of a piece may change which squares are stop squares.
fn unsettling_squares<B: Bitboard>(variant: &Variant, piece: Piece) -> B {
    let (kind, color) = (piece.kind(), piece.color());
    let aura = |kind: PieceType| variant.stop_aura.contains(kind);
    if aura(kind) || variant.choice.to[kind.index()].is_some_and(aura) {
        return !B::EMPTY;
    }
    let mut squares = B::EMPTY;
    let promotion = &variant.promotion;
    if promotion.pawns[color].contains(kind) && promotion.types[color].iter().any(aura) {
        squares |= B::from_wide(promotion.region[color]);
    }
    if let Some(progress) = &variant.progress[kind.index()]
        && aura(progress.to)
    {
        squares |= B::from_wide(progress.region[color]);
    }
    squares
}

/// The steps whose opposite is a quiet step, too.
fn reversible_steps(patterns: &[Pattern]) -> Vec<Delta> {
    let plain = || patterns.iter().filter(|p| p.is_plain());
    let quiet = plain().filter(|p| p.last.quiet && !p.initial);
    let takes_back = |step: &Delta| quiet.clone().any(|p| p.last.step == -*step);
    let steps = plain().map(|p| p.last.step);
    steps.filter(takes_back).collect()
}

/// What makes two pieces attack alike: the steps of one leap, where they may end, and
/// the player whose first moves they are restricted to, if they are.
#[derive(Clone, PartialEq, Eq)]
struct GroupKey {
    steps: Vec<(Delta, Vec<Delta>)>,
    region: Option<Bits256>,
    initial: Option<Color>,
}

/// Collects the groups of a game while its pieces are compiled.
#[derive(Default)]
pub(super) struct Groups {
    leaps: Vec<GroupKey>,
    paths: Vec<GroupKey>,
}

impl Groups {
    /// The indices of a piece's leap groups and path groups, new ones added.
    fn add(
        &mut self,
        color: Color,
        region: Option<Bits256>,
        patterns: &[Pattern],
    ) -> (SmallVec<[u16; 8]>, SmallVec<[u16; 2]>) {
        let mut leap_indices = SmallVec::new();
        let mut path_indices = SmallVec::new();
        let mut left: Vec<&Pattern> = patterns
            .iter()
            .filter(|p| p.last.capture && p.last.reach == 1)
            .collect();
        while let Some(first) = left.first().copied() {
            // Steps of one length stay together, so that all knights share a group
            // whatever else they can do.
            let size = |p: &Pattern| {
                let (a, b) = (
                    p.last.step.files.unsigned_abs(),
                    p.last.step.ranks.unsigned_abs(),
                );
                (a.min(b), a.max(b), p.last.through.is_empty(), p.initial)
            };
            let (same, rest) = left.into_iter().partition(|p| size(p) == size(first));
            left = rest;
            let mut steps: Vec<(Delta, Vec<Delta>)> = same
                .iter()
                .map(|p: &&Pattern| (p.last.step, p.last.through.to_vec()))
                .collect();
            steps.sort();
            steps.dedup();
            let key = GroupKey {
                steps,
                region,
                initial: first.initial.then_some(color),
            };
            if first.last.through.is_empty() {
                leap_indices.push(intern(&mut self.leaps, key));
            } else {
                path_indices.push(intern(&mut self.paths, key));
            }
        }
        (leap_indices, path_indices)
    }

    pub(super) fn into_tables<B: Bitboard>(
        self,
        variant: &Variant,
    ) -> (Vec<SquareTable<B>>, Vec<PathGroup<B>>) {
        let paths_to = |key: &GroupKey, to: Square| -> Vec<Path<B>> {
            let open = key.region.is_none_or(|region| region.contains(to));
            if to.index() >= variant.shape.len() || !open {
                return Vec::new();
            }
            key.steps
                .iter()
                .filter_map(|(step, through)| reverse(variant, key, to, *step, through))
                .collect()
        };
        let sources = |paths: &[Path<B>]| {
            paths
                .iter()
                .fold(B::EMPTY, |set, path| set | B::single(path.end))
        };
        let leaps = self
            .leaps
            .iter()
            .map(|key| SquareTable::from_fn(|to| sources(&paths_to(key, to))))
            .collect();
        let paths = self
            .paths
            .iter()
            .map(|key| PathGroup {
                sources: SquareTable::from_fn(|to| sources(&paths_to(key, to))),
                paths: SquareTable::from_fn(|to| paths_to(key, to)),
            })
            .collect();
        (leaps, paths)
    }
}

/// The path by which a piece that makes `step` attacks `to`.
fn reverse<B: Bitboard>(
    variant: &Variant,
    key: &GroupKey,
    to: Square,
    step: Delta,
    through: &[Delta],
) -> Option<Path<B>> {
    let end = variant.shape.offset(to, -step)?;
    if key
        .initial
        .is_some_and(|color| !variant.initial_region[color].contains(end))
    {
        return None;
    }
    let mut squares = B::EMPTY;
    for &mid in through {
        squares |= B::single(variant.shape.offset(end, mid)?);
    }
    Some(Path {
        end,
        through: squares,
        passed: None,
        quiet: false,
        capture: true,
    })
}

fn intern(keys: &mut Vec<GroupKey>, key: GroupKey) -> u16 {
    let index = keys.iter().position(|k| *k == key).unwrap_or_else(|| {
        keys.push(key);
        keys.len() - 1
    });
    index as u16
}
