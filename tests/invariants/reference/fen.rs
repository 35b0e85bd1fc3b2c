//! Reading and printing FENs, without judging whether the position makes sense.

use super::games::Game;
use super::types::{Board, Cell, Color, EnPassant, Piece, Position, Square};

/// The letters of the castling rights, in the order of `Position::castling`.
pub const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// Reads the six (or four) fields. Whether the position is to be refused for other
/// reasons than its syntax is the business of `refuse`.
pub fn read(game: &Game, fen: &str) -> Result<Position, String> {
    if !fen.is_ascii() {
        return Err("not ASCII".to_string());
    }
    let fields: Vec<&str> = fen.split(' ').collect();
    let (halfmove, fullmove) = match fields.len() {
        4 => (0, 1),
        6 => (read_counter(fields[4])?, read_counter(fields[5])?),
        n => return Err(format!("{n} fields")),
    };
    let (board_text, pool_text) = split_pool(game, fields[0])?;
    let board = read_board(game, board_text)?;
    let pool = match pool_text {
        Some(text) => read_pool(game, text)?,
        None => derive_pool(game, &board),
    };
    let side = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(format!("side '{other}'")),
    };
    Ok(Position {
        castling: read_castling(fields[2])?,
        en_passant: read_en_passant(game, &board, side, fields[3])?,
        board,
        side,
        halfmove,
        fullmove,
        pool,
    })
}

/// A counter of 0-65535, digits only.
fn read_counter(text: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u32>() {
        Ok(n) if digits && n <= 65535 => Ok(n),
        _ => Err(format!("counter '{text}'")),
    }
}

/// Separates `BOARD[POOL]`; without brackets there is no pool text.
fn split_pool<'a>(game: &Game, field: &'a str) -> Result<(&'a str, Option<&'a str>), String> {
    let Some((board, rest)) = field.split_once('[') else {
        return Ok((field, None));
    };
    if !game.has_pool {
        return Err("a pool in a game without it".to_string());
    }
    match rest.strip_suffix(']') {
        Some(pool) => Ok((board, Some(pool))),
        None => Err("bracket not closed".to_string()),
    }
}

/// Takes a piece id from the front of the text.
fn take_piece(game: &Game, text: &str) -> Result<(Piece, usize), String> {
    let letter = text.chars().next().unwrap_or(' ');
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let (level, length) = match text.chars().nth(1) {
        Some('\'') => (1, 2),
        Some('!') => (2, 2),
        _ => (0, 1),
    };
    let piece = Piece::new(color, letter.to_ascii_uppercase(), level);
    match game.kind(piece.letter, piece.level) {
        Some(_) => Ok((piece, length)),
        None => Err(format!("unknown id at '{text}'")),
    }
}

/// Reads the ranks from the top down; every one must fill the width exactly.
fn read_board(game: &Game, text: &str) -> Result<Board, String> {
    let mut board = Board::empty(game.width, game.height);
    let ranks: Vec<&str> = text.split('/').collect();
    if i32::try_from(ranks.len()) != Ok(game.height) {
        return Err(format!("{} ranks", ranks.len()));
    }
    let mut rank = game.height;
    for rank_text in ranks {
        read_rank(game, &mut board, rank, rank_text)?;
        rank -= 1;
    }
    Ok(board)
}

fn read_rank(game: &Game, board: &mut Board, rank: i32, text: &str) -> Result<(), String> {
    let mut file = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let digits = &rest[..end.unwrap_or(rest.len())];
            // The cells are empty already; a huge count must not overflow the file.
            let count = digits.parse::<i32>().unwrap_or(i32::MAX);
            if count > game.width {
                return Err(format!("rank {rank} too long"));
            }
            file += count;
            rest = &rest[digits.len()..];
        } else if first == '*' {
            board.set(Square::new(file, rank), Cell::Hole);
            file += 1;
            rest = &rest[1..];
        } else {
            let (piece, length) = take_piece(game, rest)?;
            board.set(Square::new(file, rank), Cell::Holds(piece));
            file += 1;
            rest = &rest[length..];
        }
    }
    if file == game.width + 1 {
        Ok(())
    } else {
        Err(format!("rank {rank} does not fit"))
    }
}

/// Reads the ids between the brackets, in any order.
fn read_pool(game: &Game, text: &str) -> Result<Vec<Piece>, String> {
    let mut pool = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, length) = take_piece(game, rest)?;
        if piece.is_pawn() || piece.is_king() {
            return Err("a pawn or king in the pool".to_string());
        }
        pool.push(piece);
        rest = &rest[length..];
    }
    Ok(pool)
}

/// The pool of a FEN without brackets: what the initial setup has more than the board.
fn derive_pool(game: &Game, board: &Board) -> Vec<Piece> {
    let mut pool = Vec::new();
    if !game.has_pool {
        return pool;
    }
    for color in [Color::White, Color::Black] {
        for kind in game.kinds {
            let piece = Piece::new(color, kind.letter, 0);
            if kind.level != 0 || piece.is_pawn() || piece.is_king() {
                continue;
            }
            let initial = game.initial_count(color, kind.letter);
            let present = board.count(color, kind.letter);
            for _ in present..initial {
                pool.push(piece);
            }
        }
    }
    pool
}

fn read_castling(text: &str) -> Result<[bool; 4], String> {
    let mut castling = [false; 4];
    if text == "-" {
        return Ok(castling);
    }
    if text.is_empty() {
        return Err("no castling field".to_string());
    }
    for letter in text.chars() {
        match RIGHTS.iter().position(|right| *right == letter) {
            Some(i) => castling[i] = true,
            None => return Err(format!("castling right '{letter}'")),
        }
    }
    Ok(castling)
}

/// Splits a text into names of squares of the board, or nothing if it is anything else.
fn read_squares(game: &Game, text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let digits = &rest[1..];
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let number = &digits[..end.unwrap_or(digits.len())];
        let file = i32::from(letter as u8 - b'a') + 1;
        let rank = number.parse::<i32>().ok()?;
        let square = Square::new(file, rank);
        let on_board = file <= game.width && (1..=game.height).contains(&rank);
        // Comparing the text refuses padded ranks.
        if !on_board || square.name() != rest[..=number.len()] {
            return None;
        }
        squares.push(square);
        rest = &digits[number.len()..];
    }
    Some(squares)
}

/// Reads the e.p. field, which must fit the board.
fn read_en_passant(
    game: &Game,
    board: &Board,
    side: Color,
    text: &str,
) -> Result<Option<EnPassant>, String> {
    if text == "-" {
        return Ok(None);
    }
    let squares = read_squares(game, text).ok_or_else(|| format!("e.p. '{text}'"))?;
    let ahead = side.opponent().forward();
    let candidates = match (squares.as_slice(), game.two_square_en_passant) {
        ([passed], false) => vec![(*passed, passed.offset(0, ahead))],
        ([one, other], true) => vec![(*one, *other), (*other, *one)],
        _ => return Err(format!("e.p. '{text}'")),
    };
    for (passed, pawn) in candidates {
        let en_passant = EnPassant { passed, pawn };
        if fits(game, board, side.opponent(), en_passant) {
            return Ok(Some(en_passant));
        }
    }
    Err(format!("e.p. '{text}' does not fit"))
}

/// Whether a pawn of colour `mover` may just have made this double step.
fn fits(game: &Game, board: &Board, mover: Color, ep: EnPassant) -> bool {
    let files = ep.pawn.file - ep.passed.file;
    let ranks = ep.pawn.rank - ep.passed.rank;
    let origin = ep.passed.offset(-files, -ranks);
    // A pawn goes straight, a Berolina pawn diagonally.
    let letter = match files {
        0 => 'P',
        1 | -1 => 'O',
        _ => return false,
    };
    game.double_step_rank != 0
        && ranks == mover.forward()
        && origin.rank == game.rank_for(mover, game.double_step_rank)
        && board.is_empty(origin)
        && board.is_empty(ep.passed)
        && board.piece(ep.pawn) == Some(Piece::new(mover, letter, 0))
}

/// Prints a position as a FEN of six fields.
pub fn print(game: &Game, position: &Position) -> String {
    let side = match position.side {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let en_passant = match position.en_passant {
        None => "-".to_string(),
        Some(ep) if game.two_square_en_passant => ep.passed.name() + &ep.pawn.name(),
        Some(ep) => ep.passed.name(),
    };
    format!(
        "{}{} {side} {} {en_passant} {} {}",
        print_board(&position.board),
        print_pool(game, &position.pool),
        print_castling(position.castling),
        position.halfmove,
        position.fullmove,
    )
}

fn print_board(board: &Board) -> String {
    let mut ranks = Vec::new();
    for rank in (1..=board.height).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for file in 1..=board.width {
            let cell = board.get(Square::new(file, rank));
            if cell == Cell::Empty {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            match cell {
                Cell::Holds(piece) => text += &piece.id(),
                Cell::Hole | Cell::Empty => text.push('*'),
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        ranks.push(text);
    }
    ranks.join("/")
}

/// White's pieces first, each side's in the order of the game's kinds.
fn print_pool(game: &Game, pool: &[Piece]) -> String {
    if !game.has_pool {
        return String::new();
    }
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        for kind in game.kinds {
            let wanted = Piece::new(color, kind.letter, kind.level);
            for piece in pool {
                if *piece == wanted {
                    text += &piece.id();
                }
            }
        }
    }
    format!("[{text}]")
}

fn print_castling(castling: [bool; 4]) -> String {
    let mut text = String::new();
    for (i, right) in RIGHTS.iter().enumerate() {
        if castling[i] {
            text.push(*right);
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}
