//! How a game is won, lost and drawn.

use super::promotion::promoting;
use super::{for_each, gets, has_royals, label, labels};
use crate::geometry::Bitboard;
use crate::rules::describe::numbers::{a, capitalised, count, list, ordinal, some};
use crate::rules::describe::{can_pass, squares};
use crate::rules::piece::{Color, PieceType, TypeSet};
use crate::rules::variant::{Extinction, Flag, Variant, Verdict};

pub(super) fn paragraphs(variant: &Variant) -> Vec<String> {
    let ends = &variant.ends;
    let mut paragraphs = royals(variant);
    if Color::BOTH.iter().any(|&color| has_royals(variant, color)) {
        paragraphs.push(format!(
            "Checkmate: a player in check who has no legal move {}.",
            gets(ends.checkmate)
        ));
    }
    paragraphs.push(stalemate(variant));
    if let Some(extinction) = &ends.extinction {
        paragraphs.extend(by_extinction(variant, extinction));
    }
    if let Some(flag) = &ends.flag {
        paragraphs.extend(for_each(|color, player| {
            by_flag(variant, flag, color, player)
        }));
        paragraphs.extend(flag_conditions(variant, flag));
    }
    if ends.counts_checks {
        paragraphs.push(counted_checks(variant));
    }
    paragraphs.extend(repetition(variant));
    paragraphs.extend(n_move_rule(variant));
    paragraphs
}

/// What must not be left exposed to capture.
fn royals(variant: &Variant) -> Vec<String> {
    let mut paragraphs = Vec::new();
    if let Some(king) = variant.king {
        let name = label(variant, king);
        let whose = match variant.has_king.0 {
            [true, true] => "A player",
            [true, false] => "White, who alone has one,",
            [false, true] => "Black, who alone has one,",
            [false, false] => "",
        };
        if !whose.is_empty() {
            paragraphs.push(format!(
                "The {name} is royal. {whose} is in check while it could be captured by the next \
                 move, and may not make a move that leaves it so."
            ));
        }
    }
    if let Some(e) = variant.ends.extinction.filter(|e| e.royal)
        && let Some(types) = e.types
    {
        let piece = labels(variant, types, "or");
        let royal = match e.count {
            0 => format!("A player's last {piece} is royal."),
            n => format!(
                "All of a player's pieces of the type {piece} are royal once only {} or fewer are \
                 left.",
                count(usize::from(n) + 1)
            ),
        };
        paragraphs.push(format!(
            "{royal} A player is in check while such a piece could be captured by the next move, \
             and may not make a move that leaves it so."
        ));
        if e.duple {
            paragraphs.push(
                "A player is also in check while all pieces of these types could be captured, \
                 however many there are."
                    .into(),
            );
        }
    }
    paragraphs
}

fn stalemate(variant: &Variant) -> String {
    let ends = &variant.ends;
    let checked = Color::BOTH.iter().any(|&color| has_royals(variant, color));
    let who = match checked {
        true => "Stalemate: when a player who is not in check has no legal move",
        false => "When a player has no legal move",
    };
    match (ends.stalemate, ends.stalemate_by_count) {
        (Verdict::Draw, _) => format!("{who}, the game is a draw."),
        (verdict, false) => format!("{who}, that player {}.", gets(verdict)),
        (verdict, true) => format!(
            "{who}, the one with fewer pieces {}; with equal numbers the game is a draw.",
            gets(verdict)
        ),
    }
}

fn by_extinction(variant: &Variant, end: &Extinction) -> Vec<String> {
    // Where nothing explodes royal pieces cannot be lost.
    let decides = !end.royal || variant.blast.is_some();
    let Some(value) = end.value.filter(|_| decides) else {
        return Vec::new();
    };
    let left = match (end.types, end.count) {
        (None, 0) => "no pieces left".into(),
        (None, 1) => match variant.has_king.0 {
            [true, true] => "nothing left but the king".into(),
            _ => "a single piece left, or none".into(),
        },
        (None, n) => format!("{} or fewer left", some(n.into(), "piece")),
        (Some(types), n) => {
            let number = match n {
                0 => "none left".into(),
                n => format!("{} or fewer left", count(n.into())),
            };
            match types.iter().count() {
                1 => format!("{number} of the type {}", labels(variant, types, "or")),
                _ => format!(
                    "{number} of any one of these types: {}",
                    labels(variant, types, "or")
                ),
            }
        }
    };
    let while_enemy = match (end.opponent_count, end.types) {
        (0, _) => String::new(),
        (n, None) => format!(
            ", while the opponent has at least {}",
            some(n.into(), "piece")
        ),
        (n, Some(_)) => format!(
            ", while the opponent has at least {} of that type",
            count(n.into())
        ),
    };
    let result = match value {
        Verdict::Draw => "the game is a draw".into(),
        verdict => format!("that player {}", gets(verdict)),
    };
    let mut paragraphs = vec![format!("When a player has {left}{while_enemy}, {result}.")];
    if end.claim && end.opponent_count > 0 {
        paragraphs.push(format!(
            "But a player brought down that far by the opponent's move still has one move, if \
             the opponent has exactly {}: it may bring the opponent down too{}.",
            count(end.opponent_count.into()),
            match end.types {
                None => "; then the game is a draw",
                Some(_) => "",
            }
        ));
    }
    if end.both_draw {
        paragraphs.push("If it happens to both players at once, the game is a draw.".into());
    } else if can_cost_both(variant, end) {
        paragraphs.push(
            "If it happens to both at once, it counts for the player who has just moved.".into(),
        );
    }
    paragraphs
}

/// Whether one move can take such pieces from both players: an explosion, or a capture by
/// which a piece becomes another.
fn can_cost_both(variant: &Variant, end: &Extinction) -> bool {
    let changes = |kind: PieceType| {
        let chooses = |color: Color| promoting(variant, color).contains(kind);
        variant.promoted(kind).is_some() || Color::BOTH.into_iter().any(chooses)
    };
    let counted = |types: TypeSet| types.iter().any(changes);
    variant.blast.is_some() || end.types.is_some_and(counted)
}

fn by_flag(variant: &Variant, flag: &Flag, color: Color, player: &str) -> Option<String> {
    if flag.region[color].is_empty() {
        return None;
    }
    // Holes cannot be reached.
    let region = flag.region[color].without(variant.holes);
    let word = match u32::from(flag.count) >= region.count() && region.count() > 1 {
        true => "and",
        false => "or",
    };
    let piece = match flag.pieces[color] {
        Some(kind) => label(variant, kind),
        None => "piece".into(),
    };
    let what = match flag.count {
        1 if variant.king.is_some() && flag.pieces[color] == variant.king => format!("the {piece}"),
        1 => a(&piece),
        n => format!("{} pieces of the type {piece}", count(n.into())),
    };
    let what = match (flag.count, flag.pieces[color]) {
        (2.., None) => some(flag.count.into(), "piece"),
        _ => what,
    };
    let mut text = format!(
        "{player} wins by having {what} on {}",
        squares::words(variant, region, word)
    );
    if flag.blocked && flag.count > 1 {
        text += "; one is enough while no square of the region is empty";
    }
    Some(capitalised(&text) + ".")
}

/// When reaching the goal counts.
fn flag_conditions(variant: &Variant, flag: &Flag) -> Vec<String> {
    let royal = |color: Color| variant.king.is_some() && flag.pieces[color] == variant.king;
    let mut paragraphs = Vec::new();
    match (flag.safe, flag.last_move) {
        (false, false) => {}
        (true, false) => paragraphs.push(
            "They must not be attacked there. If they are, the goal counts as soon as they are \
             not after a move of the opponent; if the opponent has reached it by then, too, the \
             game is a draw."
                .into(),
        ),
        (true, true) => paragraphs.push(
            "If they are attacked there, the goal counts only if it is still reached after the \
             opponent's next move."
                .into(),
        ),
        (false, true) => {
            let waits: Vec<String> = Color::BOTH
                .into_iter()
                .filter(|color| !royal(color.other()))
                .map(|color| color.to_string())
                .collect();
            if !waits.is_empty() {
                paragraphs.push(format!(
                    "For {} the goal counts only if it is still reached after the opponent's next \
                     move.",
                    list(&waits, "and")
                ));
            }
        }
    }
    if flag.last_move && royal(Color::Black) {
        paragraphs.push(
            "If White reaches the goal and Black's king can reach it with the very next move, \
             Black has that move, and the game is a draw if it gets there."
                .into(),
        );
    }
    paragraphs
}

fn counted_checks(variant: &Variant) -> String {
    let field = variant
        .start_fen
        .split(' ')
        .skip(2)
        .find(|f| f.contains('+'));
    let numbers: Vec<usize> = field
        .into_iter()
        .flat_map(|f| f.split('+'))
        .filter_map(|n| n.parse().ok())
        .collect();
    match numbers.as_slice() {
        [white, black] if white == black => format!(
            "A player who gives the {} check wins. The position says how many are still to be \
             given.",
            ordinal(*white)
        ),
        [white, black] => format!(
            "White wins with the {} check, Black with the {}. The position says how many are \
             still to be given.",
            ordinal(*white),
            ordinal(*black)
        ),
        _ => "A player who has given as many checks as the position asks for wins.".into(),
    }
}

fn repetition(variant: &Variant) -> Vec<String> {
    let ends = &variant.ends;
    let mut paragraphs = Vec::new();
    if ends.n_fold > 0 {
        let mut same = vec!["player to move".to_owned()];
        if variant.castling.is_some() {
            same.push("castling rights".into());
        }
        if Color::BOTH.iter().any(|&color| can_pass(variant, color)) {
            same.push("possible captures en passant".into());
        }
        if variant.has_pool {
            same.push("pool".into());
        }
        if ends.counts_checks {
            same.push("number of checks left".into());
        }
        let result = match (ends.n_fold_value, ends.n_fold_absolute) {
            (Verdict::Draw, _) => "the game is a draw".into(),
            (verdict, true) => format!("White {}", gets(verdict)),
            (verdict, false) => format!("the player to move {}", gets(verdict)),
        };
        paragraphs.push(format!(
            "When a position occurs for the {} time, with the same {}, {result}.",
            ordinal(ends.n_fold.into()),
            list(&same, "and")
        ));
        if ends.perpetual_check_loses {
            paragraphs.push(
                "But a player who gave check with every move from one occurrence to the other \
                 loses; if both did, the game is a draw."
                    .into(),
            );
        }
    }
    paragraphs
}

fn n_move_rule(variant: &Variant) -> Option<String> {
    let plies = variant.ends.n_move_plies;
    if plies == 0 {
        return None;
    }
    let resets = |color: Color| variant.ends.n_move_types[color];
    let types = resets(Color::White).union(resets(Color::Black));
    let mut missing = vec!["a capture".to_owned()];
    if !types.is_empty() {
        let names = a(&labels(variant, types, "or"));
        missing.push(format!("an irreversible move of {names}"));
    }
    if variant.choice.to.iter().any(Option::is_some) {
        missing.push("a promotion".into());
    }
    Some(format!(
        "After {} by each player without {}, the game is a draw, unless the last of them ends it \
         otherwise.",
        some(usize::from(plies / 2), "move"),
        list(&missing, "or")
    ))
}
