//! What kind of game it is: what search and evaluation must know before they see a
//! position.

use super::Position;
use crate::geometry::Bitboard;
use crate::rules::{Color, ColorMap, PieceType, TypeSet, Variant, Verdict};

/// What kind of game it is. Each question that search and evaluation have about the rules
/// is answered here, once per game; [`Position::nature`] returns the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nature {
    /// Material is to be lost: a player without pieces wins.
    pub gives_material_away: bool,
    /// What is good elsewhere may be bad: the aim is to lose one's pieces or to be mated.
    /// Nothing may be pruned because material is behind or ahead.
    pub is_reversed: bool,
    /// A player who can capture must: standing pat is not an option.
    pub captures_forced: bool,
    /// A capture explodes: it removes more than what it takes.
    pub captures_explode: bool,
    /// The game can end on the board other than by mate or stalemate: after a move
    /// [`Position::ended_on_board`] is worth asking.
    pub ends_on_board: bool,
    /// Pieces of some types, or all together, are counted: their last ones are royal, or
    /// running out of them ends the game.
    pub counts_pieces: bool,
    /// A player who brings a piece to certain squares wins.
    pub has_goal_squares: bool,
    /// A player who has given check often enough wins.
    pub counts_checks: bool,
    /// Having no move without being in check wins or loses.
    pub stalemate_decides: bool,
    /// A player may win by having no move.
    pub may_win_without_moves: bool,
    /// That a null move does well proves nothing, whatever the position: the rules force moves
    /// that a null move would avoid, or the aim is to be left without moves. In all other games
    /// only zugzwang with few pieces misleads.
    pub passing_misleads: bool,
    /// Which player can be in check: one who has a king, or whose last pieces are royal.
    pub can_be_checked: ColorMap<bool>,
    /// The types of which losing one piece loses the game, or nearly does.
    pub vital: TypeSet,
}

impl Nature {
    /// Answers all questions from the rules.
    pub fn new(variant: &Variant) -> Self {
        let ends = &variant.ends;
        let gives_material_away = ends
            .extinction
            .is_some_and(|e| e.value == Some(Verdict::Win) && !e.royal && e.types.is_none());
        let is_reversed = gives_material_away || ends.checkmate == Verdict::Win;
        // What is royal cannot be captured, but it can explode.
        let runs_out = ends
            .extinction
            .is_some_and(|e| e.value.is_some() && (!e.royal || variant.blast.is_some()));
        let stalemate_decides = ends.stalemate != Verdict::Draw;
        let captures_forced = variant.limits.must_capture;
        Self {
            gives_material_away,
            is_reversed,
            captures_forced,
            captures_explode: variant.blast.is_some(),
            ends_on_board: runs_out || ends.flag.is_some() || ends.counts_checks,
            counts_pieces: ends.extinction.is_some(),
            has_goal_squares: ends.flag.is_some(),
            counts_checks: ends.counts_checks,
            stalemate_decides,
            may_win_without_moves: [ends.checkmate, ends.stalemate].contains(&Verdict::Win)
                || ends.stalemate_by_count && stalemate_decides,
            passing_misleads: captures_forced || is_reversed,
            can_be_checked: ColorMap::from_fn(|color| {
                variant.has_king[color] || variant.has_pseudo_royals()
            }),
            vital: vital(variant),
        }
    }

    /// Whether mate is the only way to win, stalemate aside.
    pub const fn only_mate_wins(&self) -> bool {
        !(self.counts_pieces || self.has_goal_squares || self.counts_checks)
    }
}

/// The king, and the types of which each player begins with no more pieces than decide.
fn vital(variant: &Variant) -> TypeSet {
    let extinction = variant.ends.extinction;
    let deciding = extinction.filter(|e| e.royal || e.value == Some(Verdict::Loss));
    let decides = |kind: PieceType| {
        deciding.is_some_and(|e| {
            let few = |color| variant.start_counts[color][kind.index()] <= e.count + 1;
            e.types.is_some_and(|types| types.contains(kind)) && Color::BOTH.into_iter().all(few)
        })
    };
    let is_vital = |kind: &PieceType| variant.is_king(*kind) || decides(*kind);
    variant.types().filter(is_vital).collect()
}

impl<B: Bitboard> Position<B> {
    /// What kind of game it is.
    #[inline(always)]
    pub fn nature(&self) -> &Nature {
        &self.tables.nature
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalog;

    fn nature(game: &str) -> Nature {
        Nature::new(Catalog::built_in().get(game).unwrap())
    }

    #[test]
    fn plain_chess_answers_no_to_nearly_everything() {
        let chess = nature("chess");
        let king = Catalog::built_in().get("chess").unwrap().king.unwrap();
        let expected = Nature {
            gives_material_away: false,
            is_reversed: false,
            captures_forced: false,
            captures_explode: false,
            ends_on_board: false,
            counts_pieces: false,
            has_goal_squares: false,
            counts_checks: false,
            stalemate_decides: false,
            may_win_without_moves: false,
            passing_misleads: false,
            can_be_checked: ColorMap([true; 2]),
            vital: [king].into_iter().collect(),
        };
        assert_eq!(chess, expected);
        assert!(chess.only_mate_wins());
    }

    #[test]
    fn games_of_losing_pieces_want_no_material() {
        let nature = nature("antichess");
        assert!(nature.gives_material_away && nature.is_reversed);
        assert!(nature.captures_forced && nature.passing_misleads);
        assert!(nature.stalemate_decides && nature.may_win_without_moves);
        assert_eq!(nature.can_be_checked, ColorMap([false; 2]));
        assert_eq!(nature.vital, TypeSet::EMPTY);
    }

    #[test]
    fn other_goals_than_mate_are_known() {
        let hill = nature("kingofthehill");
        assert!(hill.has_goal_squares && hill.ends_on_board && !hill.only_mate_wins());
        let checks = nature("3check");
        assert!(checks.counts_checks && checks.ends_on_board && !checks.only_mate_wins());
        // What is royal cannot run out unless it explodes.
        for (game, exploding) in [
            ("atomic", true),
            ("nocheckatomic", true),
            ("threekings", false),
        ] {
            let nature = nature(game);
            assert!(nature.counts_pieces && nature.ends_on_board, "{game}");
            assert_eq!(nature.captures_explode, exploding, "{game}");
        }
        assert_eq!(nature("atomic").can_be_checked, ColorMap([true; 2]));
        assert_eq!(nature("nocheckatomic").can_be_checked, ColorMap([false; 2]));
    }
}
