//! Proofs of tactics by brute force: every move, every answer, nothing left out.
//!
//! Only the rules core is used (legal moves, make, status), nothing of the search, so
//! that what it proves can be held against the search. Results are remembered by the
//! position's key; apart from that there is nothing clever here, on purpose.

use sliderule::position::{AnyPosition, Move, MoveKind, Reason, Status};
use std::collections::HashMap;

/// The ends that count as the attacker's success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Checkmate only.
    Mate,
    /// Every won game: a bare king, too.
    Win,
}

/// What a tactic is about, as tests/data/tactics.tsv writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// `mate N`: checkmate can be forced within N own moves, and no end sooner.
    Mate(u32),
    /// `win N`: a won end of any kind can be forced within N own moves, and not sooner.
    Win(u32),
    /// `draw N/M`: a draw can be held within N own moves, while all else loses within M
    /// enemy moves; there is no win within N.
    Draw(u32, u32),
}

impl Goal {
    /// Reads a goal.
    pub fn parse(text: &str) -> Option<Self> {
        let (word, number) = text.split_once(' ')?;
        match word {
            "mate" => Some(Self::Mate(number.parse().ok()?)),
            "win" => Some(Self::Win(number.parse().ok()?)),
            "draw" => {
                let (hold, lose) = number.split_once('/')?;
                Some(Self::Draw(hold.parse().ok()?, lose.parse().ok()?))
            }
            _ => None,
        }
    }

    /// All first moves that reach the goal, and the moves made to prove it. No moves if
    /// the goal is not what the position is about: something better can be had, or, when
    /// it is a draw, another move may not lose.
    pub fn prove(
        self,
        position: &mut AnyPosition,
        most_nodes: u64,
    ) -> Result<(Vec<Move>, u64), OutOfNodes> {
        let mut any_win = Prover::new(Ending::Win, most_nodes);
        match self {
            Self::Mate(moves) | Self::Win(moves) => {
                if moves > 1 && any_win.wins(position, moves - 1)? {
                    return Ok((Vec::new(), any_win.nodes));
                }
                let winning = any_win.winning_moves(position, moves)?;
                let Self::Mate(_) = self else {
                    return Ok((winning, any_win.nodes));
                };
                let mut mate = Prover::new(Ending::Mate, most_nodes);
                let mating = mate.winning_moves(position, moves)?;
                let all_mate = mating == winning;
                let nodes = any_win.nodes + mate.nodes;
                Ok((if all_mate { mating } else { Vec::new() }, nodes))
            }
            Self::Draw(hold, lose) => {
                let mut holding = Vec::new();
                let mut sound = !any_win.wins(position, hold)?;
                for mv in position.legal_moves() {
                    if any_win.holds_by(position, mv, hold, &mut Vec::new())? {
                        holding.push(mv);
                        continue;
                    }
                    position.make_unchecked(mv);
                    let loses = any_win.won_or_wins(position, lose);
                    position.undo();
                    sound &= loses?;
                }
                Ok((if sound { holding } else { Vec::new() }, any_win.nodes))
            }
        }
    }
}

/// The budget of moves made was used up before the proof was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfNodes;

/// A search for proofs, with what it has proved so far.
pub struct Prover {
    ending: Ending,
    most_nodes: u64,
    /// The moves made so far.
    pub nodes: u64,
    /// By key, plies without progress (where they matter) and moves left: whether the
    /// side to move forces the end.
    known: HashMap<(u64, u16, u32), bool>,
}

impl Prover {
    /// A prover that gives up after making so many moves.
    pub fn new(ending: Ending, most_nodes: u64) -> Self {
        Self {
            ending,
            most_nodes,
            nodes: 0,
            known: HashMap::new(),
        }
    }

    /// All moves after which the side to move forces an end in its favour within so many
    /// own moves, this one included.
    pub fn winning_moves(
        &mut self,
        position: &mut AnyPosition,
        moves: u32,
    ) -> Result<Vec<Move>, OutOfNodes> {
        let mut winning = Vec::new();
        for mv in position.legal_moves() {
            if self.wins_by(position, mv, moves)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Whether the side to move forces an end in its favour within so many own moves.
    pub fn wins(&mut self, position: &mut AnyPosition, moves: u32) -> Result<bool, OutOfNodes> {
        // The plies without progress are part of the position only where the game could
        // be drawn by them before the end of the line.
        let plies = position.halfmoves();
        let limit = position.variant().ends.n_move_plies;
        let counts = limit > 0 && u32::from(plies) + 2 * moves >= u32::from(limit);
        let key = (position.key(), if counts { plies } else { 0 }, moves);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut wins = false;
        for mv in position.legal_moves() {
            if self.wins_by(position, mv, moves)? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    /// Whether the game has ended in favour of the side to move, or it forces such an end
    /// within so many own moves.
    fn won_or_wins(&mut self, position: &mut AnyPosition, moves: u32) -> Result<bool, OutOfNodes> {
        if let Status::Ended(winner, _) = position.status() {
            return Ok(winner == Some(position.side_to_move()));
        }
        for sooner in 1..=moves {
            if self.wins(position, sooner)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a move forces an end in its player's favour within so many own moves.
    pub fn wins_by(
        &mut self,
        position: &mut AnyPosition,
        mv: Move,
        moves: u32,
    ) -> Result<bool, OutOfNodes> {
        self.make(position, mv)?;
        let result = self.loses(position, moves - 1);
        position.undo();
        result
    }

    /// Whether the side to move has lost, or loses whatever it does, after at most so
    /// many further moves of its enemy.
    pub fn loses(&mut self, position: &mut AnyPosition, moves: u32) -> Result<bool, OutOfNodes> {
        if let Status::Ended(winner, reason) = position.status() {
            let lost = winner == Some(position.side_to_move().other());
            return Ok(lost && (self.ending == Ending::Win || reason == Reason::Checkmate));
        }
        if moves == 0 {
            return Ok(false);
        }
        // Deeper answers are looked at only if the enemy cannot be held off sooner.
        for sooner in 1..=moves {
            let mut all = true;
            for mv in position.legal_moves() {
                self.make(position, mv)?;
                // An answer may end the game, at best for the defender in a draw.
                let lost = match position.status() {
                    Status::Ended(winner, reason) => {
                        winner == Some(position.side_to_move())
                            && (self.ending == Ending::Win || reason == Reason::Checkmate)
                    }
                    Status::Ongoing | Status::Check => match self.wins(position, sooner) {
                        Ok(lost) => lost,
                        Err(e) => {
                            position.undo();
                            return Err(e);
                        }
                    },
                };
                position.undo();
                if !lost {
                    all = false;
                    break;
                }
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move can bring about, within so many own moves, a drawn or won
    /// end, or come back to a position of the line. Whoever can always come back cannot
    /// be beaten: the line can be repeated until the rules call it a draw. `line` holds
    /// the keys of the positions before this one. Nothing is remembered, since what is
    /// proved depends on the line.
    pub fn holds(
        &mut self,
        position: &mut AnyPosition,
        moves: u32,
        line: &mut Vec<u64>,
    ) -> Result<bool, OutOfNodes> {
        for mv in position.legal_moves() {
            if self.holds_by(position, mv, moves, line)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a move holds as [`Self::holds`] says.
    pub fn holds_by(
        &mut self,
        position: &mut AnyPosition,
        mv: Move,
        moves: u32,
        line: &mut Vec<u64>,
    ) -> Result<bool, OutOfNodes> {
        let us = position.side_to_move();
        line.push(position.key());
        let made = self.make(position, mv);
        let result = made.and_then(|()| match position.status() {
            Status::Ended(winner, _) => Ok(winner.is_none_or(|w| w == us)),
            _ if line.contains(&position.key()) => Ok(true),
            _ if moves <= 1 => Ok(false),
            _ => self.answers_hold(position, moves - 1, line),
        });
        if made.is_ok() {
            position.undo();
        }
        line.pop();
        result
    }

    /// Whether all answers of the side to move leave its enemy a way to hold.
    fn answers_hold(
        &mut self,
        position: &mut AnyPosition,
        moves: u32,
        line: &mut Vec<u64>,
    ) -> Result<bool, OutOfNodes> {
        let them = position.side_to_move();
        line.push(position.key());
        let mut result = Ok(true);
        for mv in position.legal_moves() {
            if let Err(e) = self.make(position, mv) {
                result = Err(e);
                break;
            }
            result = match position.status() {
                Status::Ended(winner, _) => Ok(winner != Some(them)),
                _ if line.contains(&position.key()) => Ok(true),
                _ => self.holds(position, moves, line),
            };
            position.undo();
            if result != Ok(true) {
                break;
            }
        }
        line.pop();
        result
    }

    /// How many promotions by capture the side to move needs on its way to an end in its
    /// favour within so many own moves: the fewest that it gets away with against the
    /// defence that takes most. `None` if there is no such way.
    pub fn promotions_needed(
        &mut self,
        position: &mut AnyPosition,
        moves: u32,
    ) -> Result<Option<u32>, OutOfNodes> {
        let mut fewest = None;
        for mv in self.winning_moves(position, moves)? {
            let mut needed = 0;
            let promotes = promotes_by_capture(position, mv);
            position.make_unchecked(mv);
            if !matches!(position.status(), Status::Ended(..)) {
                for answer in position.legal_moves() {
                    position.make_unchecked(answer);
                    let later = self.promotions_needed(position, moves - 1);
                    position.undo();
                    match later {
                        Ok(later) => needed = needed.max(later.unwrap_or(0)),
                        Err(e) => {
                            position.undo();
                            return Err(e);
                        }
                    }
                }
            }
            position.undo();
            needed += u32::from(promotes);
            fewest = Some(fewest.map_or(needed, |n: u32| n.min(needed)));
        }
        Ok(fewest)
    }

    fn make(&mut self, position: &mut AnyPosition, mv: Move) -> Result<(), OutOfNodes> {
        if self.nodes >= self.most_nodes {
            return Err(OutOfNodes);
        }
        self.nodes += 1;
        position.make_unchecked(mv);
        Ok(())
    }
}

/// Whether a piece, not a pawn, becomes another by capturing.
pub fn promotes_by_capture(position: &mut AnyPosition, mv: Move) -> bool {
    if mv.kind() != MoveKind::Normal || mv.becomes().is_some() || position.victim(mv).is_none() {
        return false;
    }
    let before = position.piece_at(mv.from());
    position.make_unchecked(mv);
    let after = position.piece_at(mv.to());
    position.undo();
    before != after
}
