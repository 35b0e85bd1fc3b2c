//! The games as data: boards, pieces and which of the special rules apply.

use super::types::{Color, Piece};

/// Whether a step may be made without, with, or both with and without a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    MoveOnly,
    CaptureOnly,
    Both,
}

/// The directions of a slide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    Orthogonal,
    Diagonal,
}

/// One way in which a piece moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A leap by these differences, mirrored and rotated in all ways.
    Leap(i32, i32, Mode),
    /// A slide of at most so many squares, with or without capture.
    Slide(Lines, i32),
    /// Exactly two squares in a straight line over an empty one, to capture (the Satrap's cnD).
    LameTwoCapture,
    /// Captures at this leap without moving.
    Rifle(i32, i32),
    /// Opposition Chess's Horse.
    Horse,
    /// One step forward; the number is how far to the side (both sides).
    Forward(i32, Mode),
    /// A pawn's double step from its start row, each half as `Forward` of the same number.
    DoubleForward(i32),
    /// One step left or right without capture.
    Sideways,
}

/// A kind of piece.
pub struct Kind {
    pub letter: char,
    pub level: u8,
    pub steps: &'static [Step],
}

/// One way of castling, for both colours (on their first ranks).
pub struct Castling {
    /// `K` or `Q`.
    pub right: char,
    pub king_from: i32,
    pub king_to: i32,
    pub rook_from: i32,
    pub rook_to: i32,
}

/// How pawns (and other pieces) promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// From the pool, optional; pieces promote by themselves.
    ShortSliders,
    /// To missing Monks and Horses, waiting if there are none.
    Opposition,
    /// To missing pieces on White's rank 9 or 10.
    Battery,
    /// On White's rank `rank`, mandatory, to any of these letters.
    OnRank { rank: i32, to: &'static str },
}

/// A game.
pub struct Game {
    pub name: &'static str,
    pub width: i32,
    pub height: i32,
    pub start: &'static str,
    /// In the order in which a pool is printed.
    pub kinds: &'static [Kind],
    pub castlings: &'static [Castling],
    /// Whether the text of castling is king's square + rook's square.
    pub castling_names_rook: bool,
    /// White's rank from which pawns may double-step (0: never).
    pub double_step_rank: i32,
    /// Whether FENs name the double-stepped pawn's square, too.
    pub two_square_en_passant: bool,
    pub promotion: Promotion,
    pub has_pool: bool,
    pub has_sliders: bool,
    pub bare_king_loses: bool,
}

impl Game {
    /// The kind with this letter (upper case) and level.
    pub fn kind(&self, letter: char, level: u8) -> Option<&'static Kind> {
        self.kinds
            .iter()
            .find(|kind| kind.letter == letter && kind.level == level)
    }

    /// A rank given from White's point of view, for this colour.
    pub fn rank_for(&self, color: Color, rank: i32) -> i32 {
        match color {
            Color::White => rank,
            Color::Black => self.height + 1 - rank,
        }
    }

    /// How many pieces of this letter a side has in the initial setup. All start
    /// positions hold unpromoted pieces only, so counting letters is enough.
    pub fn initial_count(&self, color: Color, letter: char) -> usize {
        let wanted = Piece::new(color, letter, 0).id();
        let board = self.start.split(' ').next().unwrap_or("");
        board.matches(wanted.as_str()).count()
    }
}

/// Finds a game by its name.
pub fn find(name: &str) -> Result<&'static Game, String> {
    GAMES
        .iter()
        .find(|game| game.name == name)
        .ok_or_else(|| format!("unknown game '{name}'"))
}

const fn leap(a: i32, b: i32) -> Step {
    Step::Leap(a, b, Mode::Both)
}

const fn capture_leap(a: i32, b: i32) -> Step {
    Step::Leap(a, b, Mode::CaptureOnly)
}

const fn rook(most: i32) -> Step {
    Step::Slide(Lines::Orthogonal, most)
}

const fn bishop(most: i32) -> Step {
    Step::Slide(Lines::Diagonal, most)
}

const fn kind(letter: char, level: u8, steps: &'static [Step]) -> Kind {
    Kind {
        letter,
        level,
        steps,
    }
}

// The single letters of Betza's notation.
const W: Step = leap(1, 0);
const F: Step = leap(1, 1);
const D: Step = leap(2, 0);
const N: Step = leap(2, 1);
const A: Step = leap(2, 2);
const C: Step = leap(3, 1);
const Z: Step = leap(3, 2);
/// Longer than any board, that is, without limit.
const FAR: i32 = 99;

const PAWN: &[Step] = &[
    Step::Forward(0, Mode::MoveOnly),
    Step::Forward(1, Mode::CaptureOnly),
    Step::DoubleForward(0),
];

const BEROLINA: &[Step] = &[
    Step::Forward(1, Mode::MoveOnly),
    Step::Forward(0, Mode::CaptureOnly),
    Step::DoubleForward(1),
];

const OPPOSITION_PAWN: &[Step] = &[
    Step::Forward(0, Mode::MoveOnly),
    Step::Sideways,
    Step::Forward(1, Mode::CaptureOnly),
];

const SHORT_SLIDERS: &[Kind] = &[
    kind('A', 0, &[bishop(3), Step::Rifle(2, 1)]),
    kind('B', 0, &[bishop(6)]),
    kind('B', 1, &[bishop(FAR)]),
    kind('B', 2, &[bishop(FAR), N]),
    kind('C', 0, &[W, N]),
    kind('C', 1, &[W, D, N]),
    kind('C', 2, &[rook(6), N]),
    kind('D', 0, &[rook(3), capture_leap(2, 0), capture_leap(3, 0)]),
    kind('E', 0, &[bishop(6), W]),
    kind('E', 1, &[bishop(6), W, N]),
    kind('F', 0, &[W, A]),
    kind('G', 0, &[W, F]),
    kind('G', 1, &[rook(2), bishop(2)]),
    kind('H', 0, &[F, N]),
    kind('H', 1, &[F, A, N]),
    kind('H', 2, &[bishop(6), N]),
    kind('I', 0, &[F, D]),
    kind('J', 0, &[A, N]),
    kind('K', 0, &[W, F]),
    kind('L', 0, &[rook(6), bishop(6)]),
    kind('L', 1, &[rook(FAR), bishop(FAR)]),
    kind('L', 2, &[rook(FAR), bishop(FAR), N]),
    kind('M', 0, &[W, Z]),
    kind('M', 1, &[W, F, C, Z]),
    kind('N', 0, &[N]),
    kind('N', 1, &[N, C]),
    kind('N', 2, &[N, C, Z]),
    kind('O', 0, BEROLINA),
    kind('P', 0, PAWN),
    kind('R', 0, &[rook(6)]),
    kind('R', 1, &[rook(FAR)]),
    kind('R', 2, &[rook(FAR), N]),
    kind(
        'S',
        0,
        &[F, Step::Leap(1, 0, Mode::MoveOnly), Step::LameTwoCapture],
    ),
    kind('T', 0, &[rook(6), F]),
    kind('T', 1, &[rook(6), F, N]),
    kind('U', 0, &[bishop(3), capture_leap(2, 2), capture_leap(3, 3)]),
    kind('W', 0, &[F, C]),
    kind('W', 1, &[W, F, C, Z]),
    kind('X', 0, &[D, N]),
];

const OPPOSITION: &[Kind] = &[
    kind('K', 0, &[W, F]),
    kind('M', 0, &[bishop(3), W]),
    kind('H', 0, &[Step::Horse]),
    kind('P', 0, OPPOSITION_PAWN),
];

const BATTERY: &[Kind] = &[
    kind('Q', 0, &[rook(4), bishop(4)]),
    kind('M', 0, &[rook(4), N]),
    kind('A', 0, &[bishop(4), N]),
    kind('T', 0, &[rook(4), bishop(4), N]),
    kind('K', 0, &[W, F]),
    kind('P', 0, PAWN),
];

const BATTERY_STANDARD: &[Kind] = &[
    kind('Q', 0, &[rook(4), bishop(4)]),
    kind('R', 0, &[rook(4)]),
    kind('B', 0, &[bishop(4)]),
    kind('N', 0, &[N]),
    kind('K', 0, &[W, F]),
    kind('P', 0, PAWN),
];

const ORTHODOX: &[Kind] = &[
    kind('Q', 0, &[rook(FAR), bishop(FAR)]),
    kind('R', 0, &[rook(FAR)]),
    kind('B', 0, &[bishop(FAR)]),
    kind('N', 0, &[N]),
    kind('K', 0, &[W, F]),
    kind('P', 0, PAWN),
];

const CAPABLANCA: &[Kind] = &[
    kind('Q', 0, &[rook(FAR), bishop(FAR)]),
    kind('C', 0, &[rook(FAR), N]),
    kind('A', 0, &[bishop(FAR), N]),
    kind('R', 0, &[rook(FAR)]),
    kind('B', 0, &[bishop(FAR)]),
    kind('N', 0, &[N]),
    kind('K', 0, &[W, F]),
    kind('P', 0, PAWN),
];

const fn castling(right: char, king: [i32; 2], rook: [i32; 2]) -> Castling {
    Castling {
        right,
        king_from: king[0],
        king_to: king[1],
        rook_from: rook[0],
        rook_to: rook[1],
    }
}

/// What a game has if its section below says nothing else.
const PLAIN: Game = Game {
    name: "",
    width: 0,
    height: 0,
    start: "",
    kinds: &[],
    castlings: &[],
    castling_names_rook: false,
    double_step_rank: 0,
    two_square_en_passant: false,
    promotion: Promotion::Opposition,
    has_pool: false,
    has_sliders: false,
    bare_king_loses: false,
};

static GAMES: &[Game] = &[
    Game {
        name: "short-sliders",
        width: 12,
        height: 16,
        start: "rnbmglkgwbnr/duijfxxfjiud/ctheassaehtc/ppppoooopppp/12/12/12/12/12/12/12/12/\
                PPPPOOOOPPPP/CTHEASSAEHTC/DUIJFXXFJIUD/RNBMGLKGWBNR[] w KQkq - 0 1",
        kinds: SHORT_SLIDERS,
        castlings: &[
            castling('K', [7, 8], [12, 9]),
            castling('Q', [7, 5], [1, 4]),
        ],
        castling_names_rook: true,
        double_step_rank: 4,
        two_square_en_passant: true,
        promotion: Promotion::ShortSliders,
        has_pool: true,
        bare_king_loses: true,
        ..PLAIN
    },
    Game {
        name: "opposition",
        width: 7,
        height: 7,
        start: "1kh1***/mmh4/ppp4/7/4PPP/4HMM/***1HK1 w - - 0 1",
        kinds: OPPOSITION,
        promotion: Promotion::Opposition,
        has_sliders: true,
        ..PLAIN
    },
    Game {
        name: "battery",
        width: 5,
        height: 10,
        start: "*qtq*/makam/ppppp/5/5/5/5/PPPPP/MAKAM/*QTQ* w - - 0 1",
        kinds: BATTERY,
        double_step_rank: 3,
        promotion: Promotion::Battery,
        ..PLAIN
    },
    Game {
        name: "battery-standard",
        width: 5,
        height: 10,
        start: "*nkq*/rnbbr/ppppp/5/5/5/5/PPPPP/RBBNR/*QKN* w - - 0 1",
        kinds: BATTERY_STANDARD,
        double_step_rank: 3,
        promotion: Promotion::OnRank {
            rank: 9,
            to: "QRBN",
        },
        ..PLAIN
    },
    Game {
        name: "chess",
        width: 8,
        height: 8,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        kinds: ORTHODOX,
        castlings: &[castling('K', [5, 7], [8, 6]), castling('Q', [5, 3], [1, 4])],
        double_step_rank: 2,
        promotion: Promotion::OnRank {
            rank: 8,
            to: "QRBN",
        },
        ..PLAIN
    },
    Game {
        name: "capablanca",
        width: 10,
        height: 8,
        start: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
        kinds: CAPABLANCA,
        castlings: &[
            castling('K', [6, 9], [10, 8]),
            castling('Q', [6, 3], [1, 4]),
        ],
        double_step_rank: 2,
        promotion: Promotion::OnRank {
            rank: 8,
            to: "QRBNAC",
        },
        ..PLAIN
    },
];
