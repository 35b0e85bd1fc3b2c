//! The nouns of the rules: colours, squares, pieces, the board and the position.

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// The other player.
    pub fn opponent(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The rank difference of one step forward.
    pub fn forward(self) -> i32 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }
}

/// A square by file and rank, both counted from 1. It may lie outside the board:
/// walking code steps first and asks the board afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square {
    pub file: i32,
    pub rank: i32,
}

impl Square {
    /// The square at this file and rank.
    pub fn new(file: i32, rank: i32) -> Square {
        Square { file, rank }
    }

    /// The square `files` to the right and `ranks` up from White's point of view.
    pub fn offset(self, files: i32, ranks: i32) -> Square {
        Square::new(self.file + files, self.rank + ranks)
    }

    /// Whether `other` is one of the eight neighbours.
    pub fn is_next_to(self, other: Square) -> bool {
        let files = (self.file - other.file).abs();
        let ranks = (self.rank - other.rank).abs();
        files.max(ranks) == 1
    }

    /// The name, as in `a1` or `l16`.
    pub fn name(self) -> String {
        let letter = u8::try_from(self.file - 1).map_or('?', |n| char::from(b'a' + n));
        format!("{letter}{}", self.rank)
    }
}

/// A piece: its owner, its base letter (always upper case here) and how often it was promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub color: Color,
    pub letter: char,
    pub level: u8,
}

impl Piece {
    /// The piece with these properties.
    pub fn new(color: Color, letter: char, level: u8) -> Piece {
        Piece {
            color,
            letter,
            level,
        }
    }

    /// Whether it is a pawn of either sort (`O` is the Berolina pawn).
    pub fn is_pawn(self) -> bool {
        self.letter == 'P' || self.letter == 'O'
    }

    /// Whether it is the king.
    pub fn is_king(self) -> bool {
        self.letter == 'K'
    }

    /// The id as FENs write it: upper case for White, then the mark of the level.
    pub fn id(self) -> String {
        let letter = match self.color {
            Color::White => self.letter,
            Color::Black => self.letter.to_ascii_lowercase(),
        };
        let mark = match self.level {
            0 => "",
            1 => "'",
            _ => "!",
        };
        format!("{letter}{mark}")
    }
}

/// What a cell of the bounding box holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Not part of the board.
    Hole,
    Empty,
    Holds(Piece),
}

/// A rectangular bounding box of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub width: i32,
    pub height: i32,
    cells: Vec<Cell>,
}

impl Board {
    /// A board of this size without any piece or hole.
    pub fn empty(width: i32, height: i32) -> Board {
        let mut cells = Vec::new();
        for _ in 0..width * height {
            cells.push(Cell::Empty);
        }
        Board {
            width,
            height,
            cells,
        }
    }

    /// The index of a square inside the bounding box.
    fn index(&self, square: Square) -> Option<usize> {
        let inside =
            (1..=self.width).contains(&square.file) && (1..=self.height).contains(&square.rank);
        if !inside {
            return None;
        }
        usize::try_from((square.rank - 1) * self.width + square.file - 1).ok()
    }

    /// The cell; everything outside the bounding box counts as a hole.
    pub fn get(&self, square: Square) -> Cell {
        self.index(square).map_or(Cell::Hole, |i| self.cells[i])
    }

    /// Replaces a cell of the bounding box.
    pub fn set(&mut self, square: Square, cell: Cell) {
        if let Some(i) = self.index(square) {
            self.cells[i] = cell;
        }
    }

    /// The piece on a square, if there is one.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self.get(square) {
            Cell::Holds(piece) => Some(piece),
            Cell::Hole | Cell::Empty => None,
        }
    }

    /// Whether the square is a live cell without a piece.
    pub fn is_empty(&self, square: Square) -> bool {
        self.get(square) == Cell::Empty
    }

    /// All squares of the bounding box, holes included, `a1` first.
    pub fn squares(&self) -> Vec<Square> {
        let mut all = Vec::new();
        for rank in 1..=self.height {
            for file in 1..=self.width {
                all.push(Square::new(file, rank));
            }
        }
        all
    }

    /// All pieces with their squares.
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        let mut found = Vec::new();
        for square in self.squares() {
            if let Some(piece) = self.piece(square) {
                found.push((square, piece));
            }
        }
        found
    }

    /// How many pieces of this colour and letter are on the board, whatever their level.
    pub fn count(&self, color: Color, letter: char) -> usize {
        self.pieces()
            .iter()
            .filter(|(_, piece)| piece.color == color && piece.letter == letter)
            .count()
    }

    /// The square of a colour's king.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces()
            .iter()
            .find(|(_, piece)| piece.color == color && piece.is_king())
            .map(|(square, _)| *square)
    }
}

/// The last move was a double step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassant {
    /// The square passed over.
    pub passed: Square,
    /// Where the pawn stands now.
    pub pawn: Square,
}

/// Everything a FEN says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub board: Board,
    pub side: Color,
    /// The rights still held, in the order `KQkq`.
    pub castling: [bool; 4],
    pub en_passant: Option<EnPassant>,
    pub halfmove: u32,
    pub fullmove: u32,
    /// Captured pieces still available to their owners; always empty in games without a pool.
    pub pool: Vec<Piece>,
}
