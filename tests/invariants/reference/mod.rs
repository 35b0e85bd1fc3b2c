//! A slow reference implementation of the rules, written to be obviously right: the board
//! is a mailbox, moves are found by walking step by step, and a move is legal if the king
//! is not attacked on a copy of the board on which it was made.

mod fen;
mod games;
mod generate;
mod make;
mod promote;
mod refuse;
mod sliders;
mod types;
mod walk;

/// Whether it knows this game.
pub fn knows(game: &str) -> bool {
    games::find(game).is_ok()
}

/// Reads a FEN, refusing what must be refused, and prints it back in its normal form.
pub fn normalise(game: &str, fen: &str) -> Result<String, String> {
    let game = games::find(game)?;
    let position = refuse::position(game, fen)?;
    Ok(fen::print(game, &position))
}

/// The texts of all legal moves, sorted by ASCII.
pub fn legal_moves(game: &str, fen: &str) -> Result<Vec<String>, String> {
    let game = games::find(game)?;
    let position = refuse::position(game, fen)?;
    let moves = generate::legal_moves(game, &position);
    Ok(moves.into_iter().map(|mv| mv.text).collect())
}

/// The FEN after a legal move. Castling is understood in both of its forms.
pub fn play(game: &str, fen: &str, mv: &str) -> Result<String, String> {
    let game = games::find(game)?;
    let position = refuse::position(game, fen)?;
    let moves = generate::legal_moves(game, &position);
    let by_text = moves.iter().find(|found| found.text == mv);
    let by_alias = moves
        .iter()
        .find(|found| found.alias.as_deref() == Some(mv));
    match by_text.or(by_alias) {
        Some(found) => Ok(fen::print(game, &found.after)),
        None => Err(format!("illegal move '{mv}'")),
    }
}

/// How the game stands: `ongoing`, `check`, `checkmate`, `stalemate`, `draw-100-plies`,
/// `bare-king-white-loses`, `bare-king-black-loses` or `bare-kings-draw`. A FEN knows no
/// history, so there is no word about repetition.
pub fn status(game: &str, fen: &str) -> Result<String, String> {
    let game = games::find(game)?;
    let position = refuse::position(game, fen)?;
    let in_check = walk::in_check(game, &position.board, position.side);
    let no_moves = generate::legal_moves(game, &position).is_empty();
    let word = match generate::bare_kings(game, &position) {
        (true, true) => "bare-kings-draw",
        (true, false) => "bare-king-white-loses",
        (false, true) => "bare-king-black-loses",
        (false, false) if no_moves && in_check => "checkmate",
        (false, false) if no_moves => "stalemate",
        (false, false) if position.halfmove >= 100 => "draw-100-plies",
        (false, false) if in_check => "check",
        (false, false) => "ongoing",
    };
    Ok(word.to_string())
}

/// The FEN of the initial position.
///
/// # Panics
///
/// If there is no such game.
pub fn start(game: &str) -> &'static str {
    match games::find(game) {
        Ok(found) => found.start,
        Err(message) => panic!("{message}"),
    }
}
