//! Where a piece can get to, by walking its steps, and what is attacked.

use super::games::{Game, Lines, Mode, Step};
use super::types::{Board, Cell, Color, Square};

/// What kind of thing happens at the end of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The piece goes there.
    Go,
    /// The piece stays and captures there.
    Rifle,
    /// A pawn's double step over this square.
    DoubleStep(Square),
}

/// A square within a piece's reach, whatever stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    pub to: Square,
    pub mode: Mode,
    pub how: How,
}

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares of all Bodyguards of both colours, for the Hia rule. They exist in
/// Short Sliders only; elsewhere no piece is a promoted G, so the list is empty.
pub fn bodyguards(board: &Board) -> Vec<Square> {
    board
        .pieces()
        .iter()
        .filter(|(_, piece)| piece.letter == 'G' && piece.level == 1)
        .map(|(square, _)| *square)
        .collect()
}

/// A piece about to walk.
struct Walker<'a> {
    board: &'a Board,
    guards: &'a [Square],
    from: Square,
    color: Color,
    /// The rank from which this colour's pawns double-step.
    double_rank: i32,
    found: Vec<Reach>,
}

/// All squares in the reach of the piece on `from`. Own pieces are included: the caller
/// decides what may be done on each square.
pub fn reaches(game: &Game, board: &Board, guards: &[Square], from: Square) -> Vec<Reach> {
    let Some(piece) = board.piece(from) else {
        return Vec::new();
    };
    let Some(kind) = game.kind(piece.letter, piece.level) else {
        return Vec::new();
    };
    let mut walker = Walker {
        board,
        guards,
        from,
        color: piece.color,
        double_rank: game.rank_for(piece.color, game.double_step_rank),
        found: Vec::new(),
    };
    for step in kind.steps {
        walker.walk(*step);
    }
    walker.found
}

impl Walker<'_> {
    fn add(&mut self, to: Square, mode: Mode, how: How) {
        if self.board.get(to) != Cell::Hole {
            self.found.push(Reach { to, mode, how });
        }
    }

    /// Whether slides must stop on the square: it is next to a Bodyguard other than the walker.
    fn in_hia_zone(&self, square: Square) -> bool {
        self.guards
            .iter()
            .any(|guard| *guard != self.from && guard.is_next_to(square))
    }

    fn walk(&mut self, step: Step) {
        match step {
            Step::Leap(a, b, mode) => {
                for (files, ranks) in leap_directions(a, b) {
                    self.add(self.from.offset(files, ranks), mode, How::Go);
                }
            }
            Step::Rifle(a, b) => {
                for (files, ranks) in leap_directions(a, b) {
                    let to = self.from.offset(files, ranks);
                    self.add(to, Mode::CaptureOnly, How::Rifle);
                }
            }
            Step::Slide(Lines::Orthogonal, most) => self.slide(ORTHOGONAL, most),
            Step::Slide(Lines::Diagonal, most) => self.slide(DIAGONAL, most),
            Step::LameTwoCapture => {
                for (files, ranks) in ORTHOGONAL {
                    if self.may_walk_two(files, ranks) {
                        let to = self.from.offset(2 * files, 2 * ranks);
                        self.add(to, Mode::CaptureOnly, How::Go);
                    }
                }
            }
            Step::Horse => self.horse(),
            Step::Forward(side, mode) => {
                for files in both_sides(side) {
                    let to = self.from.offset(files, self.color.forward());
                    self.add(to, mode, How::Go);
                }
            }
            Step::DoubleForward(side) => self.double_step(side),
            Step::Sideways => {
                for files in both_sides(1) {
                    self.add(self.from.offset(files, 0), Mode::MoveOnly, How::Go);
                }
            }
        }
    }

    fn slide(&mut self, directions: [(i32, i32); 4], most: i32) {
        let most = if self.in_hia_zone(self.from) { 1 } else { most };
        for (files, ranks) in directions {
            let mut square = self.from;
            for _ in 0..most {
                square = square.offset(files, ranks);
                self.add(square, Mode::Both, How::Go);
                if !self.board.is_empty(square) || self.in_hia_zone(square) {
                    break;
                }
            }
        }
    }

    /// Whether a move of exactly two equal steps gets past its middle square.
    fn may_walk_two(&self, files: i32, ranks: i32) -> bool {
        let middle = self.from.offset(files, ranks);
        self.board.is_empty(middle) && !self.in_hia_zone(self.from) && !self.in_hia_zone(middle)
    }

    fn double_step(&mut self, side: i32) {
        if self.from.rank != self.double_rank {
            return;
        }
        let ranks = self.color.forward();
        for files in both_sides(side) {
            if self.may_walk_two(files, ranks) {
                let passed = self.from.offset(files, ranks);
                let to = self.from.offset(2 * files, 2 * ranks);
                self.add(to, Mode::MoveOnly, How::DoubleStep(passed));
            }
        }
    }

    /// One orthogonal step and one diagonal step outward, in either order.
    fn horse(&mut self) {
        for (files, ranks) in leap_directions(2, 1) {
            // The diagonal step has both signs; the orthogonal one goes along the longer side.
            let diagonal = (files.signum(), ranks.signum());
            let orthogonal = (files - diagonal.0, ranks - diagonal.1);
            let one_way = self.from.offset(orthogonal.0, orthogonal.1);
            let other_way = self.from.offset(diagonal.0, diagonal.1);
            if self.board.is_empty(one_way) || self.board.is_empty(other_way) {
                self.add(self.from.offset(files, ranks), Mode::Both, How::Go);
            }
        }
    }
}

/// The mirror images and rotations of a leap, without duplicates.
fn leap_directions(a: i32, b: i32) -> Vec<(i32, i32)> {
    let mut all = Vec::new();
    for (files, ranks) in [(a, b), (b, a)] {
        for files in both_sides(files) {
            for ranks in both_sides(ranks) {
                if !all.contains(&(files, ranks)) {
                    all.push((files, ranks));
                }
            }
        }
    }
    all
}

/// A number and its negative; zero only once.
fn both_sides(n: i32) -> Vec<i32> {
    if n == 0 { vec![0] } else { vec![n, -n] }
}

/// Whether any piece of colour `by` could capture on `target`, were an enemy there.
pub fn is_attacked(game: &Game, board: &Board, target: Square, by: Color) -> bool {
    let guards = bodyguards(board);
    for (from, piece) in board.pieces() {
        if piece.color != by {
            continue;
        }
        for reach in reaches(game, board, &guards, from) {
            if reach.to == target && reach.mode != Mode::MoveOnly {
                return true;
            }
        }
    }
    false
}

/// Whether the king of this colour is attacked.
pub fn in_check(game: &Game, board: &Board, color: Color) -> bool {
    board
        .king(color)
        .is_some_and(|king| is_attacked(game, board, king, color.opponent()))
}
