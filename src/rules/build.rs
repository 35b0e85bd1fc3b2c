//! From the keys of a section to a [`Variant`].

mod castling;
mod promotion;

use super::betza;
use super::fields::Fields;
use super::glyphs;
use super::ini::{IniProblem, shortened};
use super::keys::{self, STANDARD_PIECES};
use super::pattern::Pattern;
use super::piece::{Color, ColorMap, PieceId, PieceType, TypeSet};
use super::placement::{Cell, parse_placement};
use super::sets;
use super::variant::{Extinction, PieceDef, Strip, Variant, Verdict};
use crate::geometry::{Bitboard, Bits256, MAX_FILES, MAX_RANKS, Shape};

/// The longest name of a piece, in characters: names are part of messages.
const MAX_NAME: usize = 40;

const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Builds a game.
///
/// # Errors
/// Everything that is wrong with the section, each with its line.
pub(super) fn build(name: &str, mut fields: Fields) -> Result<Variant, Vec<IniProblem>> {
    let shape = read_shape(&mut fields);
    let pieces = read_pieces(&mut fields);
    let Some((pieces, king)) = pieces else {
        return Err(fields.into_problems());
    };
    let ids: Vec<PieceId> = pieces.iter().map(|p| p.id).collect();
    let context = Context { shape, ids: &ids };

    let pawns = match fields.text("pawnTypes") {
        Some(_) => context.types(&mut fields, "pawnTypes", TypeSet::EMPTY),
        None => sets::types(&ids, "p").unwrap_or_default(),
    };
    if pawns.contains(king) {
        fields.problem("pawnTypes", "the king cannot be a pawn");
    }
    let last = shape.ranks() - 1;
    let initial_region = context.regions(
        &mut fields,
        "doubleStepRegion",
        [1.min(last), last.saturating_sub(1)].map(|r| shape.rank_squares(r)),
    );
    let strips = ColorMap([
        read_strip(&mut fields, shape, "sliderWhite"),
        read_strip(&mut fields, shape, "sliderBlack"),
    ]);
    if let [Some(white), Some(black)] = strips.0
        && white.rank == black.rank
    {
        fields.problem("sliderBlack", "both sliders are on one rank");
    }
    let start_fen = fields
        .text("startFen")
        .unwrap_or_else(|| CHESS_START.into());
    let (holes, start_counts) = read_start(&mut fields, &context, strips, king, &start_fen);
    let promotion = promotion::pawns(&mut fields, &context, king, pawns);
    let variant = Variant {
        name: name.into(),
        title: fields.own_text("title").unwrap_or_else(|| name.into()),
        aliases: fields
            .own_text("aliases")
            .map(|names| names.split_whitespace().map(Into::into).collect())
            .unwrap_or_default(),
        shape,
        holes,
        strips,
        king,
        pawns,
        initial_region,
        start_fen,
        start_location: fields.location("startFen"),
        start_counts,
        has_pool: promotion.from_pool,
        promotion,
        progress: promotion::progress(&mut fields, &context, king),
        piece_limit: context.counts(&mut fields, "pieceLimit"),
        stop_aura: context.types(&mut fields, "stopAura", TypeSet::EMPTY),
        castling: castling::read(&mut fields, &context),
        extinction: read_extinction(&mut fields),
        stalemate: fields.read("stalemateValue", Verdict::Draw, read_verdict),
        n_move_plies: 2 * fields.number("nMoveRule", 50, 0, 30_000),
        n_fold: fields.number("nFoldRule", 3, 0, 100),
        reset_needs_rank_change: fields.bool("nMoveRuleRankChange", false),
        glyphs: fields.read("glyphs", vec![None; ids.len()], |text| {
            glyphs::read(&ids, king, text)
        }),
        xboard_variant: if fields.is_own("xboardVariant") {
            fields.read("xboardVariant", None, glyphs::read_variant)
        } else {
            None
        },
        pieces,
    };
    let problems = fields.into_problems();
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
}

impl Context<'_> {
    fn types(&self, fields: &mut Fields, key: &str, default: TypeSet) -> TypeSet {
        fields.read(key, default, |text| sets::types(self.ids, text))
    }

    /// The two keys `KEYWhite` and `KEYBlack`.
    fn regions(&self, fields: &mut Fields, key: &str, default: [Bits256; 2]) -> ColorMap<Bits256> {
        ColorMap::from_fn(|color| {
            let key = format!("{key}{color}");
            fields.read(&key, default[color.index()], |text| {
                sets::squares(self.shape, text)
            })
        })
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
            fields.read(&format!("{key}{color}"), (), |text| {
                sets::map(
                    self.ids,
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
        fields.read(key, (), |text| {
            sets::map(
                self.ids,
                text,
                |n| {
                    n.parse::<u16>()
                        .map_err(|_| format!("'{}' is not a count", shortened(n)))
                },
                |t, n| counts[t.index()] = Some(n),
            )
        });
        counts
    }
}

fn read_shape(fields: &mut Fields) -> Shape {
    let files = fields.read("maxFile", 8, |text| {
        let letter = match text.as_bytes() {
            [c] if c.is_ascii_alphabetic() => Some(c.to_ascii_lowercase() - b'a' + 1),
            _ => None,
        };
        match letter.or_else(|| text.parse().ok()) {
            Some(files) if (1..=MAX_FILES).contains(&files) => Ok(files),
            _ => Err(format!(
                "'{}' is not a number of files from 1 to 16",
                shortened(text)
            )),
        }
    });
    let ranks = fields.number("maxRank", 8, 1, MAX_RANKS.into()) as u8;
    Shape::new(files, ranks).expect("both are within limits")
}

/// The piece types, sorted by id, and which of them is royal.
fn read_pieces(fields: &mut Fields) -> Option<(Vec<PieceDef>, PieceType)> {
    let mut pieces: Vec<PieceDef> = Vec::new();
    let mut king = None;
    let double_step = fields.bool("doubleStep", true);
    let custom = |key: &str| keys::custom_piece(key);
    let standard = |key: &str| STANDARD_PIECES.iter().find(|(name, _)| *name == key);
    let mut keys: Vec<String> = fields
        .keys()
        .filter(|key| custom(key).is_some() || standard(key).is_some())
        .map(Into::into)
        .collect();
    keys.sort_by_key(|key| (custom(key), key.clone()));
    for key in keys {
        let text = fields.text(&key).unwrap_or_default();
        if text == "-" {
            continue;
        }
        let own_moves = standard(&key).map(|(_, betza)| *betza);
        match read_piece(&text, own_moves) {
            Err(message) => fields.problem(&key, message),
            Ok(piece) if pieces.iter().any(|p| p.id == piece.id) => {
                fields.problem(&key, format!("the id '{}' is used twice", piece.id));
            }
            Ok(mut piece) => {
                if key == "king" {
                    king = Some(piece.id);
                }
                if key == "pawn" && !double_step {
                    piece.patterns.retain(|p: &Pattern| !p.initial);
                }
                pieces.push(piece);
            }
        }
    }
    pieces.sort_by_key(|p| p.id);
    let Some(king) = king else {
        fields.problem("king", "the game has no king");
        return None;
    };
    let index = pieces
        .binary_search_by_key(&king, |p| p.id)
        .expect("the king was put in");
    read_names(fields, &mut pieces);
    Some((pieces, PieceType::new(index)))
}

/// `id:betza`, or `id` alone for a piece whose moves the key names.
fn read_piece(text: &str, own_moves: Option<&str>) -> Result<PieceDef, String> {
    let (id_text, betza_text) = match text.split_once(':') {
        Some((id, betza)) => (id.trim(), Some(betza.trim())),
        None => (text, None),
    };
    let id = match PieceId::parse_prefix(id_text) {
        Some((id, _, "")) => id,
        _ => return Err(format!("'{}' is not one piece id", shortened(id_text))),
    };
    let Some(betza) = betza_text.or(own_moves) else {
        return Err("the moves are missing: write id:betza".into());
    };
    let parsed = betza::parse(betza).map_err(|e| e.to_string())?;
    let patterns = parsed
        .patterns()
        .map_err(|(column, problem)| format!("{column}: {problem}"))?;
    Ok(PieceDef {
        id,
        name: id.to_string(),
        betza: betza.into(),
        patterns,
    })
}

fn read_names(fields: &mut Fields, pieces: &mut [PieceDef]) {
    let ids: Vec<PieceId> = pieces.iter().map(|p| p.id).collect();
    let inherited = !fields.is_own("pieceNames");
    fields.read("pieceNames", (), |text| {
        for pair in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (id, name) = pair
                .split_once(':')
                .ok_or_else(|| format!("'{}' is not a pair such as n:Knight", shortened(pair)))?;
            let name = name.trim();
            if name.is_empty() || name.chars().count() > MAX_NAME || name.contains(char::is_control)
            {
                return Err(format!(
                    "'{}' is not a name of 1 to {MAX_NAME} printable characters",
                    shortened(name)
                ));
            }
            match sets::one_type(&ids, id) {
                Ok(kind) => pieces[kind.index()].name = name.into(),
                // The ancestor has the piece, this game has taken it out.
                Err(_) if inherited => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    });
}

fn read_strip(fields: &mut Fields, shape: Shape, key: &str) -> Option<Strip> {
    fields.read(key, None, |text| {
        let (rank, width) = text
            .split_once(':')
            .and_then(|(r, w)| Some((r.trim().parse::<u8>().ok()?, w.trim().parse::<u8>().ok()?)))
            .ok_or_else(|| format!("'{}' is not rank:width, such as 1:4", shortened(text)))?;
        let fits = (1..=shape.ranks()).contains(&rank) && (1..shape.files()).contains(&width);
        if !fits {
            return Err(format!(
                "rank {rank}, width {width} does not fit a board of {} ranks whose {} files must \
                 be more than the width",
                shape.ranks(),
                shape.files()
            ));
        }
        Ok(Some(Strip {
            rank: rank - 1,
            width,
        }))
    })
}

/// The holes of the board and how many pieces of each type a player starts with.
fn read_start(
    fields: &mut Fields,
    context: &Context,
    strips: ColorMap<Option<Strip>>,
    king: PieceType,
    fen: &str,
) -> (Bits256, ColorMap<Vec<u16>>) {
    let shape = context.shape;
    let mut counts = ColorMap::from_fn(|_| vec![0; context.ids.len()]);
    let mut holes = Bits256::default();
    let board = fen.split(' ').next().unwrap_or_default();
    let placement = match parse_placement(shape, context.ids, board) {
        Ok(placement) => placement,
        Err(error) => {
            fields.problem("startFen", error.to_string());
            return (holes, counts);
        }
    };
    let is_strip = |rank| strips.0.iter().flatten().any(|s| s.rank == rank);
    for (square, cell) in shape.squares().zip(&placement.cells) {
        match cell {
            Cell::Hole if !is_strip(shape.rank(square)) => holes.toggle(square),
            Cell::Piece(piece) => counts[piece.color()][piece.kind().index()] += 1,
            Cell::Hole | Cell::Empty => {}
        }
    }
    for color in Color::BOTH {
        let kings = counts[color][king.index()];
        if kings != 1 {
            fields.problem(
                "startFen",
                format!("{color} has {kings} kings, expected one"),
            );
        }
    }
    (holes, counts)
}

fn read_verdict(text: &str) -> Result<Verdict, String> {
    match text {
        "win" => Ok(Verdict::Win),
        "draw" => Ok(Verdict::Draw),
        "loss" => Ok(Verdict::Loss),
        _ => Err(format!("'{}' is none of win, draw, loss", shortened(text))),
    }
}

fn read_extinction(fields: &mut Fields) -> Option<Extinction> {
    let count = fields.number("extinctionPieceCount", 0, 0, 256);
    let all = fields.read("extinctionPieceTypes", true, |text| match text {
        "*" => Ok(true),
        _ => Err("only * (all types) is supported".into()),
    });
    let loses = fields.read("extinctionValue", false, |text| match text {
        "none" => Ok(false),
        "loss" => Ok(true),
        _ => Err(format!(
            "'{}' is not supported: loss or none",
            shortened(text)
        )),
    });
    (loses && all).then_some(Extinction { count })
}
