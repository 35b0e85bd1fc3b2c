//! Positions for engines without `setboard`: piece by piece, with the command `edit`.

use super::{Cecp, Fault};
use crate::position::AnyPosition;
use crate::rules::Color;

impl Cecp {
    /// The lines that tell a position to an engine that has just begun a game at `home`.
    ///
    /// # Errors
    /// They cannot tell it: castling rights follow from kings and rooks at home, and of
    /// captures en passant and checks nothing is said.
    pub(super) fn edit(
        &self,
        home: &AnyPosition,
        position: &AnyPosition,
    ) -> Result<Vec<String>, Fault> {
        let fen = self.display.fen(position);
        let board = fen.split(' ').next().unwrap_or_default();
        if untold(home) != untold(position) || !has_all_rights(home, position) {
            let why = "without the feature setboard it cannot be told castling rights, squares \
                       for en passant or checks";
            return Err(Fault::refusal(why));
        }
        let mut lines = Vec::new();
        // `edit` keeps whose turn it is.
        if home.side_to_move() != position.side_to_move() {
            let moves = home.legal_moves();
            let any = moves.first().map(|&mv| self.plain_text(home, mv));
            lines.extend(any.map(|text| self.move_line(&text)));
        }
        lines.push("edit".into());
        lines.push("#".into());
        let squares = squares_of(board)?;
        for (separator, is_white) in [(None, true), (Some("c"), false)] {
            lines.extend(separator.map(String::from));
            let mine = squares
                .iter()
                .filter(|(_, _, id)| id.is_uppercase() == is_white);
            for (rank, file, id) in mine {
                let square = position.shape().square(*file, *rank);
                let name = square.map(|square| self.display.square(square));
                lines.extend(name.map(|name| format!("{}{name}", id.to_ascii_uppercase())));
            }
        }
        lines.push(".".into());
        Ok(lines)
    }
}

/// What `edit` leaves as it was: the fields of a FEN between castling rights and counters.
fn untold(position: &AnyPosition) -> Vec<String> {
    let fen = position.fen();
    let fields: Vec<String> = fen.split(' ').skip(3).map(Into::into).collect();
    fields[..fields.len().saturating_sub(2)].to_vec()
}

/// Whether a player may castle wherever king and rook stand at home, and only there.
fn has_all_rights(home: &AnyPosition, position: &AnyPosition) -> bool {
    let Some(castling) = &position.variant().castling else {
        return true;
    };
    let mut rights = [Color::White, Color::Black].into_iter().flat_map(|color| {
        let sides = &castling.sides[color];
        (0..sides.len()).map(move |side| (color, side))
    });
    rights.all(|(color, side)| {
        let stand_at_home = castling.sides[color][side].is_some_and(|squares| {
            let mut squares = [squares.king_from, squares.rook_from].into_iter();
            squares.all(|square| position.piece_at(square) == home.piece_at(square))
        });
        position.may_castle(color, side) == (home.may_castle(color, side) && stand_at_home)
    })
}

/// The pieces of a FEN's board: rank and file from 0, and letter.
fn squares_of(board: &str) -> Result<Vec<(i32, i32, char)>, Fault> {
    let mut squares = Vec::new();
    for (rank, row) in (0..).zip(board.rsplit('/')) {
        let (mut file, mut empty) = (0, 0);
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                empty = empty * 10 + digit.cast_signed();
                continue;
            }
            file += std::mem::take(&mut empty);
            if !sign.is_ascii_alphabetic() {
                let why = "without the feature setboard it cannot be told this position";
                return Err(Fault::refusal(why));
            }
            squares.push((rank, file, sign));
            file += 1;
        }
    }
    Ok(squares)
}
