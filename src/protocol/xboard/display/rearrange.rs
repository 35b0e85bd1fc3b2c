//! Sequences for any change of the picture in which pieces and holes only change places,
//! like a strip's shift: the shortest by search, or a longer one that is sure.

use super::cells::{Ply, ShownCell};
use super::task::Task;
use crate::geometry::Square;
use crate::rules::Color;
use std::collections::{HashMap, VecDeque};

/// The most squares that the search covers.
const SQUARES: usize = 10;
/// The arrangements after which it gives up.
const ARRANGEMENTS: usize = 60_000;

/// What stands on the squares that matter, and who is to move.
type Arrangement = (Vec<ShownCell>, Color);

/// The shortest sequence, on the squares that change and one more. The search knows
/// only moves to empty squares and swaps, and keeps off what is odd in XBoard.
pub(super) fn shortest(task: &Task) -> Option<Vec<Ply>> {
    let shape = task.words.shape();
    let mut squares: Vec<Square> = shape
        .squares()
        .filter(|&s| task.board.at(s) != task.target[s.index()])
        .collect();
    let changed = squares.clone();
    squares.extend(task.empties(*changed.first()?).first());
    if squares.len() > SQUARES {
        return None;
    }
    let of = |cells: &[ShownCell]| -> Vec<ShownCell> {
        squares.iter().map(|s| cells[s.index()]).collect()
    };
    let mover = task.board.side;
    let goal = of(&task.target);
    // What would be taken for another move.
    let outside = |other: &&Vec<ShownCell>| {
        shape
            .squares()
            .all(|s| squares.contains(&s) || other[s.index()] == task.board.at(s))
    };
    let forbidden: Vec<Vec<ShownCell>> = task
        .others
        .iter()
        .filter(outside)
        .map(|other| of(other))
        .collect();
    let start: Arrangement = (of(&task.board.cells), mover.other());
    let mut came: HashMap<Arrangement, Option<(Arrangement, Ply)>> = HashMap::new();
    came.insert(start.clone(), None);
    let mut queue = VecDeque::from([start]);
    while let Some(now) = queue.pop_front() {
        let (cells, side) = &now;
        if *side != mover && *cells == goal {
            return Some(trace(&came, now));
        }
        if came.len() > ARRANGEMENTS {
            return None;
        }
        let mut next = vec![(Ply::Null, cells.clone())];
        for (i, &from) in squares.iter().enumerate() {
            for (j, &to) in squares.iter().enumerate() {
                if i != j && may_go(task, (cells[i], from), (cells[j], to), *side) {
                    let mut moved = cells.clone();
                    moved.swap(i, j);
                    next.push((Ply::plain(from, to), moved));
                }
            }
        }
        for (ply, cells) in next {
            let then = (cells, side.other());
            let ends_wrongly = then.1 != mover && forbidden.contains(&then.0);
            if !ends_wrongly && !came.contains_key(&then) {
                came.insert(then.clone(), Some((now.clone(), ply)));
                queue.push_back(then);
            }
        }
    }
    None
}

/// The plies that led to an arrangement, the first null move included.
fn trace(
    came: &HashMap<Arrangement, Option<(Arrangement, Ply)>>,
    mut now: Arrangement,
) -> Vec<Ply> {
    let mut plies = Vec::new();
    while let Some(Some((before, ply))) = came.get(&now) {
        plies.push(*ply);
        now = before.clone();
    }
    plies.push(Ply::Null);
    plies.reverse();
    plies
}

fn may_go(task: &Task, from: (ShownCell, Square), to: (ShownCell, Square), side: Color) -> bool {
    if !from.0.belongs_to(side) {
        return false;
    }
    match to.0 {
        ShownCell::Hole => false,
        ShownCell::Piece(_) => to.0.belongs_to(side) && to.0 != from.0,
        ShownCell::Empty => {
            let way = task.words.shape().delta(from.1, to.1);
            let castles = task.words.is_king(from.0) && way.ranks == 0 && way.files.abs() > 1;
            let steps = way.ranks.abs() < 2 && way.files.abs() <= 4;
            !castles && (steps || !task.words.is_plain_pawn(from.0))
        }
    }
}

/// A sequence that puts one piece after the other in its place, by way of an empty square
/// where they stand in each other's way.
pub(super) fn by_and_by(task: &Task) -> Option<Vec<Ply>> {
    let squares: Vec<Square> = task.words.shape().squares().collect();
    let mut cells = task.board.cells.clone();
    let mut plies: Vec<(Color, Ply)> = Vec::new();
    while cells != task.target {
        let wrong = |s: &&Square| cells[s.index()] != task.target[s.index()];
        let vacant = |s: &&Square| wrong(s) && cells[s.index()] == ShownCell::Empty;
        let steps = match squares.iter().find(vacant) {
            Some(&to) => {
                let wanted = task.target[to.index()];
                let from = *squares
                    .iter()
                    .find(|s| wrong(s) && cells[s.index()] == wanted)?;
                match step(task, &cells, from, to) {
                    Some(_) => vec![(from, to)],
                    None => {
                        let stop = stop_over(task, &cells, from, Some(to))?;
                        vec![(from, stop), (stop, to)]
                    }
                }
            }
            None => {
                let from = *squares.iter().find(wrong)?;
                vec![(from, stop_over(task, &cells, from, None)?)]
            }
        };
        for (from, to) in steps {
            plies.push((color_of(cells[from.index()]), Ply::plain(from, to)));
            cells.swap(from.index(), to.index());
        }
    }
    Some(task.in_turn(plies))
}

/// The squares after something has gone to an empty square, if it may and that is not what
/// another move looks like.
fn step(task: &Task, cells: &[ShownCell], from: Square, to: Square) -> Option<Vec<ShownCell>> {
    let (cell, there) = (cells[from.index()], cells[to.index()]);
    let color = color_of(cell);
    if there != ShownCell::Empty || !may_go(task, (cell, from), (there, to), color) {
        return None;
    }
    let mut after = cells.to_vec();
    after.swap(from.index(), to.index());
    (color != task.board.side || !task.others.contains(&after)).then_some(after)
}

/// A square by way of which something can go on, if that is given.
fn stop_over(task: &Task, cells: &[ShownCell], from: Square, on: Option<Square>) -> Option<Square> {
    task.empties(from).into_iter().find(|&stop| {
        step(task, cells, from, stop)
            .is_some_and(|after| on.is_none_or(|on| step(task, &after, stop, on).is_some()))
    })
}

fn color_of(cell: ShownCell) -> Color {
    match cell.belongs_to(Color::White) {
        true => Color::White,
        false => Color::Black,
    }
}
