//! Keys that say nothing in the game because another one is missing.

use super::Advice;
use crate::geometry::Bitboard;
use crate::rules::keys;
use crate::rules::piece::{Color, PieceType, TypeSet};
use crate::rules::variant::Verdict;

impl Advice<'_> {
    /// Keys of the section itself that have no effect.
    pub(super) fn idle_keys(&mut self) {
        for (keys, why) in self.idle() {
            for key in keys {
                if self.says_something(key) {
                    self.note(key, format!("it has no effect: {why}"));
                }
            }
        }
        self.idle_limits();
        self.idle_players();
    }

    /// Whether the section gives a key another value than it has by default.
    fn says_something(&self, key: &str) -> bool {
        let text = self.fields.own_text(key);
        let default = keys::find(key).map_or("", |info| info.default);
        text.is_some_and(|text| text != default && text != "-")
    }

    /// The groups of keys that do nothing in this game, and why.
    fn idle(&self) -> Vec<(&'static [&'static str], &'static str)> {
        let variant = self.variant;
        let (ends, promotion) = (&variant.ends, &variant.promotion);
        let extinction = ends.extinction;
        let listed = self.fields.text("extinctionPieceTypes");
        let listed = listed.is_some_and(|text| text.trim() != "-" && !text.trim().is_empty());
        let first_moves = |kind: PieceType| {
            let mut patterns = variant.piece(kind).patterns.iter();
            patterns.any(|p| p.initial)
        };
        let mut becomes = promotion.types.0.iter();
        let promotes = becomes.any(|types| !types.is_empty());
        let promoted = variant.types().any(|kind| variant.promoted(kind).is_some());
        let by_itself = variant.self_promotions.iter().any(Option::is_some);
        let groups: [(bool, &[&str], &str); 15] = [
            (
                ends.flag.is_some(),
                &[
                    "flagPiece",
                    "flagPieceWhite",
                    "flagPieceBlack",
                    "flagPieceCount",
                    "flagPieceBlockedWin",
                    "flagMove",
                    "flagPieceSafe",
                ],
                "flagRegion, the squares to be reached, is not given",
            ),
            (
                ends.flag.is_none_or(|flag| flag.count > 1),
                &["flagPieceBlockedWin"],
                "flagPieceCount is 1",
            ),
            (
                extinction.is_some() || !listed,
                &[
                    "extinctionPieceTypes",
                    "extinctionPieceCount",
                    "extinctionOpponentPieceCount",
                    "extinctionClaim",
                    "extinctionBothDraw",
                ],
                "extinctionValue, what a player gets then, is not given",
            ),
            (
                listed,
                &[
                    "extinctionValue",
                    "extinctionPieceCount",
                    "extinctionOpponentPieceCount",
                    "extinctionClaim",
                    "extinctionBothDraw",
                    "extinctionPseudoRoyal",
                ],
                "extinctionPieceTypes lists nothing",
            ),
            (
                extinction.is_some_and(|e| e.royal),
                &["dupleCheck"],
                "it needs extinctionPseudoRoyal = true",
            ),
            (
                variant.blast.is_some(),
                &["blastImmuneTypes"],
                "it needs blastOnCapture = true",
            ),
            (
                ends.stalemate != Verdict::Draw,
                &["stalematePieceCount"],
                "stalemateValue is draw",
            ),
            (
                ends.n_fold > 0,
                &["nFoldValue", "nFoldValueAbsolute", "perpetualCheckIllegal"],
                "nFoldRule is 0",
            ),
            (
                ends.n_fold == 0 || ends.n_fold_value != Verdict::Draw,
                &["nFoldValueAbsolute"],
                "nFoldValue is draw",
            ),
            (
                ends.n_move_plies > 0,
                &[
                    "nMoveRuleTypes",
                    "nMoveRuleTypesWhite",
                    "nMoveRuleTypesBlack",
                ],
                "nMoveRule is 0",
            ),
            (
                variant.castling.is_some(),
                &[
                    "castlingKingPiece",
                    "castlingKingPieceWhite",
                    "castlingKingPieceBlack",
                    "castlingKingFile",
                    "castlingKingsideFile",
                    "castlingQueensideFile",
                    "castlingRookPieces",
                    "castlingRookPiecesWhite",
                    "castlingRookPiecesBlack",
                    "castlingRookKingsideFile",
                    "castlingRookQueensideFile",
                    "castlingRookKingsideToFile",
                    "castlingRookQueensideToFile",
                    "castlingRank",
                    "castlingText",
                    "oppositeCastling",
                ],
                "the game has no castling",
            ),
            (
                variant.types().any(first_moves),
                &["doubleStepRegionWhite", "doubleStepRegionBlack"],
                "no piece has a first move (Betza i)",
            ),
            (
                promotes,
                &["promotionFromPool", "waitingPawns"],
                "promotionPieceTypes lists nothing",
            ),
            (
                promoted,
                &[
                    "piecePromotionOnCapture",
                    "mandatoryPiecePromotion",
                    "piecePromotionVictims",
                    "piecePromotionRegionWhite",
                    "piecePromotionRegionBlack",
                    "piecePromotionAbsent",
                ],
                "promotedPieceType is not given",
            ),
            (
                by_itself || !promoted,
                &["piecePromotionAbsent"],
                "no piece promotes by itself",
            ),
        ];
        let idle = groups.into_iter().filter(|(works, ..)| !works);
        idle.map(|(_, keys, why)| (keys, why)).collect()
    }

    /// Limits and regions of types that no pawn becomes.
    fn idle_limits(&mut self) {
        let (variant, promotion) = (self.variant, &self.variant.promotion);
        let chosen = promotion.types.0[0].union(promotion.types.0[1]);
        let limited = |kind: &PieceType| promotion.limit[kind.index()].is_some();
        let limited: TypeSet = variant.types().filter(limited).collect();
        let all = variant.shape.all();
        let restricted = |color: Color| -> TypeSet {
            let region = |kind: PieceType| promotion.type_region[kind.index()][color];
            variant
                .types()
                .filter(|&kind| region(kind) != all)
                .collect()
        };
        let [white, black] = Color::BOTH.map(restricted);
        for (key, types, chosen) in [
            ("promotionLimit", limited, chosen),
            ("promotionTypeRegionWhite", white, promotion.types.0[0]),
            ("promotionTypeRegionBlack", black, promotion.types.0[1]),
        ] {
            // What `*` says is for whatever there may be.
            let text = self.fields.own_text(key).filter(|text| !text.contains('*'));
            let idle: Vec<String> = types
                .without(chosen)
                .iter()
                .map(|kind| format!("'{}'", variant.piece(kind).id))
                .collect();
            if text.is_some() && !idle.is_empty() {
                let names = idle.join(", ");
                self.note(key, format!("no pawn can become {names}"));
            }
        }
    }

    /// What is said of a flag for a player who has no squares to reach.
    fn idle_players(&mut self) {
        let Some(flag) = &self.variant.ends.flag else {
            return;
        };
        let regions = flag.region;
        for color in Color::BOTH {
            let key = format!("flagPiece{color}");
            if regions[color].is_empty() && self.says_something(&key) {
                let message = format!("it has no effect: flagRegion{color} is not given");
                self.note(&key, message);
            }
        }
    }
}
