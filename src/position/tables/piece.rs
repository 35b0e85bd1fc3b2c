//! The moves of one piece by square, and what may become of it.

use super::footprint::footprint;
use super::groups::Groups;
use super::leaps::{self, Path};
use super::openings::Openings;
use super::slides::Slides;
use super::sources::{self, SlideKey, Sources};
use super::{MAX_RAYS, needs_walk};
use crate::geometry::{Bitboard, Delta, Square, SquareTable};
use crate::rules::{Pattern, Piece, PieceType, Variant};
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
    /// Whether some of that makes locust captures or may end where it began.
    pub has_locust_moves: bool,
    /// The squares that it may enter.
    pub region: B,
    /// Targets to which a move may change which squares are stop squares.
    pub unsettles: B,
    /// Every capture may do that, too.
    pub unsettles_by_capture: bool,
    /// Its irreversible moves reset the halfmove clock.
    pub resets_clock: bool,
    /// It may promote by its player's choice.
    pub promotes: bool,
    /// A move may make another type of it: by choice, or by itself.
    pub becomes_another: bool,
    /// Some of its moves need a look: it may promote, or the game forbids it to go where
    /// it cannot move any more.
    pub chooses: bool,
    /// It only leaps and slides, and a move changes nothing but where it stands: its targets
    /// are all that must be known.
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
            leaps::targets::<B>(variant, piece, &patterns, wanted)
        };
        let paths = leaps::paths(variant, piece, &patterns);
        let mut sliding: Vec<&Pattern> = patterns.iter().filter(|p| p.last.reach > 1).collect();
        sliding.sort_by_key(|p| !p.last.step.is_ascending());
        let slides = Slides::new(variant, &sliding, ray_steps);
        let (leap_groups, path_groups) = groups.add(color, region, &patterns);
        let captures = leaps(&|p| p.last.capture);
        let aims = SquareTable::from_fn(|from| {
            if from.index() >= variant.shape.len() {
                return B::EMPTY;
            }
            captures.as_ref().map_or(B::EMPTY, |leaps| leaps[from])
                | slides.captures(from)
                | leaps::captures(paths.as_ref(), from)
                | walked_captures(variant, piece, &walks, from)
        });
        let fate = Fate::new(variant, piece, &all);
        let simple = |p: &Pattern| p.last.through.is_empty() && !p.rifle;
        Self {
            plain: patterns.iter().all(simple)
                && walks.is_empty()
                && fate.is_none()
                && !variant.is_king(kind),
            leaps: leaps(&|p| p.last.quiet && p.last.capture && !p.rifle),
            quiet_leaps: leaps(&|p| p.last.quiet && !p.last.capture),
            capture_leaps: leaps(&|p| p.last.capture && !p.last.quiet && !p.rifle),
            rifle: leaps(&|p| p.rifle),
            aims,
            capture_reach: slides.capture_reach(&sliding),
            slide_key: sources::slide_key(sliding.iter().copied()),
            slides,
            openings: paths
                .as_ref()
                .map(|paths| Openings::new(paths, variant.shape.len())),
            paths,
            has_locust_moves: walks
                .iter()
                .any(|p| p.captures_as_locust() || p.may_return()),
            walks,
            region: match region {
                Some(region) => B::from_wide(region),
                None => !B::EMPTY,
            },
            unsettles: fate.unsettles,
            unsettles_by_capture: fate.unsettles_by_capture,
            resets_clock: variant.ends.n_move_types[color].contains(kind),
            promotes: fate.promotes,
            becomes_another: fate.becomes_another,
            chooses: fate.chooses,
            immobile: fate.immobile,
            reversible: reversible_steps(&all),
            groups: leap_groups,
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

/// What may become of a piece by its moves.
struct Fate<B> {
    unsettles: B,
    unsettles_by_capture: bool,
    promotes: bool,
    becomes_another: bool,
    chooses: bool,
    immobile: B,
}

impl<B: Bitboard> Fate<B> {
    fn new(variant: &Variant, piece: Piece, patterns: &[Pattern]) -> Self {
        let (kind, color) = (piece.kind(), piece.color());
        let promotes = variant.promotion.pawns[color].contains(kind)
            || variant.choice.to[kind.index()].is_some();
        let immobile: B = match promotes || variant.limits.immobility {
            true => immobile_squares(variant, piece, patterns),
            false => B::EMPTY,
        };
        Self {
            unsettles: unsettling_squares(variant, piece),
            unsettles_by_capture: variant.self_promotions[kind.index()]
                .as_ref()
                .is_some_and(|promotion| variant.stop_aura.contains(promotion.to)),
            promotes,
            becomes_another: promotes || variant.self_promotions[kind.index()].is_some(),
            chooses: promotes || variant.limits.immobility && immobile.any(),
            immobile,
        }
    }

    /// Whether no move changes what it is, or what others can do by what it is.
    fn is_none(&self) -> bool {
        self.unsettles.is_empty() && !self.unsettles_by_capture && !self.chooses
    }
}

/// All squares on which a walked piece could capture.
fn walked_captures<B: Bitboard>(
    variant: &Variant,
    piece: Piece,
    walks: &[Pattern],
    from: Square,
) -> B {
    let captures = |pattern| footprint::<B>(variant, piece, from, pattern).captures;
    walks
        .iter()
        .map(captures)
        .fold(B::EMPTY, |set, squares| set | squares)
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
    if let Some(promotion) = &variant.self_promotions[kind.index()]
        && aura(promotion.to)
    {
        squares |= B::from_wide(promotion.region[color]);
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
