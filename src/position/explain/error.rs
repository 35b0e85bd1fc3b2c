//! What can be wrong with a move text.

use thiserror::Error;

/// A game has no castling to the side that was named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no castling to that side in this game")]
pub struct NoCastling;

/// Why a text is not a legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum MoveError {
    #[error("moves are written as two squares, such as e2e4, and what a pawn becomes (a7a8q)")]
    NotAMove,
    #[error("'{0}' is not a square of this board")]
    NoSuchSquare(String),
    #[error("the game is over ({0})")]
    GameOver(String),
    #[error("there is no piece on {0}")]
    NoPiece(String),
    #[error("the piece on {square} is not {side}'s")]
    NotYours { square: String, side: &'static str },
    #[error("{0} is a hole in the board")]
    Hole(String),
    #[error("{0} is not part of the board now, as the strip is elsewhere")]
    DeadSquare(String),
    #[error("{to} is occupied by your own {name}")]
    OwnPiece { to: String, name: String },
    #[error("the {name} on {from} is blocked on {at} on its way to {to}")]
    Blocked {
        name: String,
        from: String,
        to: String,
        at: String,
    },
    #[error(
        "the {name} on {from} cannot get to {to}, as moves of several steps end on {at}, next \
         to a {stopper}"
    )]
    Stopped {
        name: String,
        from: String,
        to: String,
        at: String,
        stopper: String,
    },
    #[error("the {name} on {from} does not move to {to}")]
    DoesNotMoveSo {
        name: String,
        from: String,
        to: String,
    },
    #[error("the {name} on {from} can go to {to} only to capture")]
    OnlyCaptures {
        name: String,
        from: String,
        to: String,
    },
    #[error("the {name} on {from} cannot capture on {to}")]
    CannotCapture {
        name: String,
        from: String,
        to: String,
    },
    #[error("the rules of the game forbid it: {0}")]
    Forbidden(&'static str),
    #[error(
        "the {name} on {from} cannot get to {to} now: the pieces that such \
         a move needs are not in place"
    )]
    LacksSomething {
        name: String,
        from: String,
        to: String,
    },
    #[error("the {name} on {from} cannot capture on {victim} on its way to {to}")]
    NoCaptureOnWay {
        name: String,
        from: String,
        victim: String,
        to: String,
    },
    #[error("the move captures on {victim}: write {from}{victim},{victim}{to}")]
    WriteLegs {
        victim: String,
        from: String,
        to: String,
    },
    #[error("it leaves the king on {king} in check")]
    LeavesKingInCheck { king: String },
    #[error("the {name} on {from} must promote on {to}, and nothing is available")]
    NothingToBecome {
        name: String,
        from: String,
        to: String,
    },
    #[error("write what the {name} becomes on {to}: {choices}")]
    ChoicesMissing {
        name: String,
        to: String,
        choices: String,
    },
    #[error("the {name} cannot become '{wanted}' on {to}; possible: {choices}")]
    CannotBecome {
        name: String,
        to: String,
        wanted: String,
        choices: String,
    },
    #[error("the {name} cannot promote on {to}; leave out '{wanted}'")]
    CannotPromote {
        name: String,
        to: String,
        wanted: String,
    },
    #[error("only what a piece becomes is written after the squares; leave out '{0}'")]
    Surplus(String),
    #[error("the game has no strips")]
    NoSlider,
    #[error("the strip may not shift because the king is in check")]
    ShiftInCheck,
    #[error("the strip may not shift because an enemy piece stands on it, on {0}")]
    ShiftWithEnemy(String),
    #[error("the strip may not shift because the king on it would pass through check ({0})")]
    ShiftThroughCheck(String),
    #[error("the strip may not shift because the king would be in check afterwards")]
    ShiftIntoCheck,
    #[error(
        "a shift is written as the strip's lowest square before ({now}) and after ({first} to \
         {last}), then s"
    )]
    ShiftText {
        now: String,
        first: String,
        last: String,
    },
    #[error("castling is not possible: {0}")]
    Castling(&'static str),
}
