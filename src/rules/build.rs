//! From the keys of a section to a [`Variant`].

mod board;
mod castling;
mod ends;
mod pawns;
mod pieces;
mod promotion;

pub use board::completed_fen;

use super::fields::Fields;
use super::hints::{Hint, HintCheck, Hints};
use super::ini::{IniProblem, shortened};
use super::keys::KEYS;
use super::piece::{Color, ColorMap, PieceId, PieceType, TypeSet};
use super::placement::Letters;
use super::sets::{self, Ids, OldNames};
use super::variant::{Blast, MoveLimits, PawnPromotion, Strip, Variant};
use crate::geometry::{Bitboard, Bits256, Shape};

/// Builds a game, whose hints are judged by `check`.
///
/// # Errors
/// Everything that is wrong with the section, each with its line.
pub(super) fn build(
    name: &str,
    fields: &mut Fields,
    check: HintCheck,
) -> Result<Variant, Vec<IniProblem>> {
    let shape = board::read_shape(fields);
    let pieces::Pieces { mut defs, old } = pieces::read(fields);
    // On a board of another size everything else would be wrong, too.
    let Some(shape) = shape else {
        return Err(fields.take_problems());
    };
    let ids: Vec<PieceId> = defs.iter().map(|p| p.id).collect();
    let context = Context {
        shape,
        ids: &ids,
        old: &old,
    };
    let with_key = |key: &str| {
        let index = defs.iter().position(|piece| piece.key == key);
        index.map(PieceType::new)
    };
    let (king, pawn, rook) = (with_key("king"), with_key("pawn"), with_key("rook"));
    pieces::read_names(fields, &context, &mut defs);
    pieces::read_regions(fields, &context, &mut defs);
    pieces::read_values(fields, &context, &mut defs);
    let strips = board::read_strips(fields, shape);
    let promoted = promotion::promoted_types(fields, &context);
    let letters = Letters {
        ids: &ids,
        promoted: &promoted,
    };
    let start = board::read_start(fields, &context, strips, king, letters);
    let pawns = pawns::read(fields, &context, king, pawn, &mut defs);
    let promotion = promotion::pawns(fields, &context, king, pawns.promoting);
    let choice = promotion::choice(fields, &context, king, &promoted);
    let blast = read_blast(fields, &context, pawn);
    if blast.is_some() && king.is_some() {
        let key = "blastOnCapture";
        fields.problem(key, "explosions need a commoner in place of the king");
    }
    check_suffixes(fields, &context, strips, &promotion);
    let castling = castling::read(fields, &context, king, rook, &start.cells);
    let start_fen = match castling {
        Some(_) => start.fen.clone(),
        None => board::without_rights(&start.fen),
    };
    let variant = Variant {
        name: name.into(),
        title: fields.own_text("title").unwrap_or_else(|| name.into()),
        aliases: fields
            .own_text("aliases")
            .map(|names| names.split_whitespace().map(Into::into).collect())
            .unwrap_or_default(),
        shape,
        holes: start.holes,
        strips,
        king,
        has_king: start.has_king,
        pawns: pawns.all,
        initial_region: pawns.initial_region,
        en_passant_region: pawns.en_passant_region,
        en_passant_types: pawns.en_passant_types,
        start_location: fields.location("startFen"),
        has_pool: promotion.from_pool,
        self_promotions: promotion::self_promotions(fields, &context, king, &promoted),
        promotion,
        choice,
        piece_limit: context.counts(fields, "pieceLimit"),
        stop_aura: context.types(fields, &["stopAura"], TypeSet::EMPTY),
        blast,
        mutually_immune: context.types(fields, &["mutuallyImmuneTypes"], TypeSet::EMPTY),
        castling,
        limits: MoveLimits {
            immobility: fields.bool("immobilityIllegal", false),
            forbids_check: !fields.bool("checking", true),
            must_capture: fields.bool("mustCapture", false),
            forbids_facing_kings: fields.bool("flyingGeneral", false),
        },
        ends: ends::read(fields, &context, pawns.irreversible),
        hints: read_hints(fields, &context),
        start_fen,
        start_counts: start.counts,
        pieces: defs,
    };
    for (key, message) in check(&variant) {
        fields.problem(key, message);
    }
    let problems = fields.take_problems();
    if problems.is_empty() {
        Ok(variant)
    } else {
        Err(problems)
    }
}

/// What most keys need to be read.
struct Context<'a> {
    shape: Shape,
    ids: &'a [PieceId],
    /// By generation: what ids meant then.
    old: &'a [OldNames],
}

impl Context<'_> {
    /// The ids as the section that gives a key knows them.
    fn ids(&self, fields: &Fields, key: &str) -> Ids<'_> {
        let generation = fields.generation(key);
        Ids {
            all: self.ids,
            old: generation
                .filter(|&g| g != fields.own_generation())
                .and_then(|g| self.old.get(g)),
            doubtful: fields.doubtful(),
        }
    }

    /// The set of the key that counts among several.
    fn types(&self, fields: &mut Fields, keys: &[&str], default: TypeSet) -> TypeSet {
        let Some(key) = fields.nearest(keys) else {
            return default;
        };
        let ids = self.ids(fields, key);
        fields.read(key, default, |text| sets::types(ids, text))
    }

    /// The types of each player: the key `KEYWhite` or `KEYBlack`, `KEY`, or one of
    /// those that stand for it.
    fn types_by_color(
        &self,
        fields: &mut Fields,
        aliases: &[&str],
        key: &str,
        default: TypeSet,
    ) -> ColorMap<TypeSet> {
        ColorMap::from_fn(|color| {
            let own = format!("{key}{color}");
            let keys: Vec<&str> = aliases.iter().copied().chain([key, &own]).collect();
            self.types(fields, &keys, default)
        })
    }

    /// Exactly one type, of the key that counts among several.
    fn one_type(
        &self,
        fields: &mut Fields,
        keys: &[&str],
        default: Option<PieceType>,
    ) -> Option<PieceType> {
        let Some(key) = fields.nearest(keys) else {
            return default;
        };
        let ids = self.ids(fields, key);
        fields.read(key, default, |text| sets::one_type(ids, text))
    }

    /// The squares of the key that counts among several.
    fn squares(&self, fields: &mut Fields, keys: &[&str], default: Bits256) -> Bits256 {
        let Some(key) = fields.nearest(keys) else {
            return default;
        };
        let own = fields.is_own(key);
        fields.read(key, default, |text| match own {
            true => sets::squares(self.shape, text),
            false => sets::squares_of_another(self.shape, text),
        })
    }

    /// The squares of each player: the key `KEYWhite` or `KEYBlack`, or `KEY` for both.
    fn regions(&self, fields: &mut Fields, key: &str, default: [Bits256; 2]) -> ColorMap<Bits256> {
        ColorMap::from_fn(|color| {
            let own = format!("{key}{color}");
            self.squares(fields, &[key, &own], default[color.index()])
        })
    }

    /// A rank counted from 1, if the board has it.
    fn rank(&self, rank: u8) -> Bits256 {
        if rank <= self.shape.ranks() {
            self.shape.rank_squares(rank - 1)
        } else {
            Bits256::default()
        }
    }

    /// Regions by type: the two keys `KEYWhite` and `KEYBlack`, with a default for the
    /// types that are not mentioned.
    fn type_regions(
        &self,
        fields: &mut Fields,
        key: &str,
        default: Bits256,
    ) -> Vec<ColorMap<Bits256>> {
        let mut regions = vec![ColorMap([default; 2]); self.ids.len()];
        for color in Color::BOTH {
            let key = format!("{key}{color}");
            let ids = self.ids(fields, &key);
            fields.read(&key, (), |text| {
                sets::map(
                    &key,
                    ids,
                    text,
                    |squares| sets::squares(self.shape, squares),
                    |t, squares| regions[t.index()][color] = squares,
                )
            });
        }
        regions
    }

    /// A number for some types.
    fn counts(&self, fields: &mut Fields, key: &str) -> Vec<Option<u16>> {
        let mut counts = vec![None; self.ids.len()];
        let ids = self.ids(fields, key);
        fields.read(key, (), |text| {
            sets::map(
                key,
                ids,
                text,
                |n| {
                    n.parse::<u16>().map_err(|_| {
                        let most = u16::MAX;
                        format!("'{}' is not a number from 0 to {most}", shortened(n))
                    })
                },
                |t, n| counts[t.index()] = Some(n),
            )
        });
        counts
    }
}

/// Refuses what would be written like a strip's shift: `d1b1s`.
fn check_suffixes(
    fields: &mut Fields,
    context: &Context,
    strips: ColorMap<Option<Strip>>,
    promotion: &PawnPromotion,
) {
    let becomes_s = |color: Color| {
        let mut types = promotion.types[color].iter();
        types.any(|kind| context.ids[kind.index()].to_string() == "s")
    };
    let clashes = |color: Color| {
        strips[color].is_some_and(|strip| {
            let row = context.shape.rank_squares(strip.rank);
            becomes_s(color) && promotion.region[color].intersects(row)
        })
    };
    if Color::BOTH.into_iter().any(clashes) {
        let message = "a pawn that becomes 's' on its own strip would be written like the \
                       strip's shift; give the piece another letter";
        fields.problem("promotionPieceTypes", message);
    }
}

/// Keeps what is meant for graphical interfaces.
fn read_hints(fields: &Fields, context: &Context) -> Hints {
    let mut hints = Hints::new(context.ids, fields.doubtful());
    for key in KEYS.iter().filter(|key| key.support.is_hint()) {
        if let Some(text) = fields.text(key.name) {
            let hint = Hint {
                text,
                own: fields.is_own(key.name),
                old: context.ids(fields, key.name).old.cloned(),
            };
            hints.insert(key.name, hint);
        }
    }
    hints
}

fn read_blast(fields: &mut Fields, context: &Context, pawn: Option<PieceType>) -> Option<Blast> {
    let immune = context.types(fields, &["blastImmuneTypes"], TypeSet::EMPTY);
    let wanted = fields.bool("blastOnCapture", false);
    wanted.then_some(Blast {
        immune,
        sturdy: pawn,
    })
}
