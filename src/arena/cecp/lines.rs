//! What an engine says in CECP beside its features: moves, claims, refusals, thinking output.

use crate::arena::player::Eval;
use crate::pgn::GameResult;
use crate::rules::Color;

/// The move in a line, in the forms of both versions of the protocol.
pub(super) fn move_of(line: &str) -> Option<&str> {
    let text = line
        .strip_prefix("move ")
        .or_else(|| line.strip_prefix("My move is: "))
        .or_else(|| line.strip_prefix("My move is "))?;
    Some(text.trim())
}

/// Whether a line that comes while the opponent is to move is needed at the next turn.
pub(super) fn matters(line: &str) -> bool {
    let decides = line == "resign" || line == "offer draw";
    decides || move_of(line).is_some() || Claim::read(line).is_some()
}

/// Whether a line refuses the game or the position. Most errors only say that an engine
/// does not know some word.
pub(super) fn is_refusal(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let error = line.starts_with("error") || line.starts_with("tellusererror");
    line.starts_with("illegal position")
        || error
            && ["variant", "setboard", "illegal position"]
                .iter()
                .any(|w| line.contains(w))
}

/// What an engine says of the game where it is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// The game has ended; the winner, or `None` for a draw.
    Ended(Option<Color>),
    /// The opponent's move is illegal.
    Illegal,
}

impl Claim {
    pub fn read(line: &str) -> Option<Self> {
        if line.starts_with("Illegal move") {
            return Some(Self::Illegal);
        }
        let word = line.split_whitespace().next()?;
        match GameResult::parse(word)? {
            GameResult::WhiteWins => Some(Self::Ended(Some(Color::White))),
            GameResult::BlackWins => Some(Self::Ended(Some(Color::Black))),
            GameResult::Draw => Some(Self::Ended(None)),
            GameResult::Unfinished => None,
        }
    }
}

/// A line of thinking output: depth, score, time, nodes.
#[derive(PartialEq, Debug)]
pub(super) struct Post {
    pub depth: u32,
    pub eval: Eval,
    pub nodes: u64,
}

impl Post {
    pub fn read(line: &str) -> Option<Self> {
        /// Scores beyond are mates: 100000 and the moves until then.
        const MATE: i32 = 100_000;
        let mut words = line.split_whitespace();
        // Some engines mark the depth.
        let depth = words
            .next()?
            .trim_end_matches(['.', '&', '+', '-'])
            .parse()
            .ok()?;
        let score: i32 = words.next()?.parse().ok()?;
        let _time: f64 = words.next()?.parse().ok()?;
        let nodes = words.next()?.parse().ok()?;
        let eval = match score {
            MATE.. => Eval::Mate(score - MATE),
            ..=-100_000 => Eval::Mate(score + MATE),
            score => Eval::Centipawns(score),
        };
        Some(Self { depth, eval, nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_output_is_told_from_other_lines() {
        let read = |line| Post::read(line).map(|p| (p.depth, p.eval, p.nodes));
        let found = read("9 156 1084 48000 Nf3 Nc6");
        assert_eq!(found, Some((9, Eval::Centipawns(156), 48000)));
        assert_eq!(
            read("12& -100003 5 7\t e2e4"),
            Some((12, Eval::Mate(-3), 7))
        );
        assert_eq!(read("3 100001 0 20"), Some((3, Eval::Mate(1), 20)));
        for other in ["move e2e4", "1-0 {White mates}", "# 1 2 3 4", "", "1 2 3"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn thinking_on_the_opponents_time_leaves_nothing() {
        for line in ["9 156 1084 48000 Nf3", "Hint: e2e4", "# e2e4", ""] {
            assert!(!matters(line), "{line}");
        }
        for line in ["offer draw", "resign", "0-1 {resigns}", "move e2e4"] {
            assert!(matters(line), "{line}");
        }
    }

    #[test]
    fn moves_and_claims_are_recognized() {
        assert_eq!(move_of("move e2e4"), Some("e2e4"));
        assert_eq!(move_of("My move is: e7e8q"), Some("e7e8q"));
        assert_eq!(move_of("moves e2e4"), None);
        let draw = Claim::read("1/2-1/2 {Draw by repetition}");
        assert_eq!(draw, Some(Claim::Ended(None)));
        assert_eq!(Claim::read("1-0"), Some(Claim::Ended(Some(Color::White))));
        assert_eq!(Claim::read("Illegal move: e2e4"), Some(Claim::Illegal));
        for other in ["Error (unknown command): computer", "0 1 2 3", "*", ""] {
            assert_eq!(Claim::read(other), None, "{other}");
        }
        assert!(is_refusal("Error (unsupported variant): variant nogame"));
        assert!(is_refusal("tellusererror Illegal position"));
        assert!(!is_refusal("Error (unknown command): computer"));
    }
}
