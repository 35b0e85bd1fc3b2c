//! Opposition Chess's sliders: four live cells in a row on each player's first rank.

use super::games::Game;
use super::types::{Board, Cell, Color, Square};
use super::walk::in_check;

const LENGTH: i32 = 4;

/// The rank of a colour's slider.
fn rank(game: &Game, color: Color) -> i32 {
    game.rank_for(color, 1)
}

/// The file of the slider's lowest live cell, or nothing if the rank holds no proper slider.
pub fn lowest_file(game: &Game, board: &Board, color: Color) -> Option<i32> {
    let rank = rank(game, color);
    let mut live = Vec::new();
    for file in 1..=board.width {
        if board.get(Square::new(file, rank)) != Cell::Hole {
            live.push(file);
        }
    }
    let first = *live.first()?;
    let neighbours: Vec<i32> = (first..first + LENGTH).collect();
    (live == neighbours).then_some(first)
}

/// The board with the colour's slider, and everything on it, at another place.
fn shifted(game: &Game, board: &Board, color: Color, from: i32, to: i32) -> Board {
    let rank = rank(game, color);
    let mut after = board.clone();
    for file in 1..=board.width {
        after.set(Square::new(file, rank), Cell::Hole);
    }
    for i in 0..LENGTH {
        let cell = board.get(Square::new(from + i, rank));
        after.set(Square::new(to + i, rank), cell);
    }
    after
}

/// All shifts by this colour that RULES.md allows, as text and board afterwards. That the
/// king must not be in check afterwards is left to the test that every move has to pass.
pub fn shifts(game: &Game, board: &Board, color: Color) -> Vec<(String, Board)> {
    let mut found = Vec::new();
    let Some(from) = lowest_file(game, board, color) else {
        return found;
    };
    let rank = rank(game, color);
    let mut enemy_on_it = false;
    let mut king_on_it = false;
    for i in 0..LENGTH {
        if let Some(piece) = board.piece(Square::new(from + i, rank)) {
            enemy_on_it |= piece.color != color;
            king_on_it |= piece.color == color && piece.is_king();
        }
    }
    if enemy_on_it || in_check(game, board, color) {
        return found;
    }
    for to in 1..=board.width - LENGTH + 1 {
        if to == from {
            continue;
        }
        let mut through_check = false;
        for passed in from.min(to) + 1..from.max(to) {
            let on_the_way = shifted(game, board, color, from, passed);
            through_check |= king_on_it && in_check(game, &on_the_way, color);
        }
        if !through_check {
            let from_name = Square::new(from, rank).name();
            let to_name = Square::new(to, rank).name();
            let after = shifted(game, board, color, from, to);
            found.push((format!("{from_name}{to_name}s"), after));
        }
    }
    found
}
