//! One game between two players, and what ends it.

use super::dead::is_plainly_dead;
use super::fault::Fault;
use super::limits::{Limits, TimeControl};
use super::openings::Opening;
use super::player::{Clocks, Player, Said, Thought};
use super::words::Words;
use crate::pgn::GameResult;
use crate::position::{AnyPosition, Move, Reason, Status};
use crate::rules::{Color, ColorMap};
use serde::Serialize;
use std::time::Duration;

/// A game that no rule ends is a draw after so many plies.
const LONGEST: usize = 10_000;

/// The rule by which a game ends that cannot be won any more.
const DEAD: &str = "nobody can win any more";

/// When a game is a draw by the engines' scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawRule {
    /// Not before this move.
    pub move_number: usize,
    /// So many moves of both players in a row.
    pub move_count: usize,
    /// Neither score is further from 0, in hundredths of a pawn.
    pub score: i32,
}

/// When a game is lost by the engine's own scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ResignRule {
    /// So many moves in a row.
    pub move_count: usize,
    /// It thinks itself so many hundredths of a pawn behind.
    pub score: i32,
    /// The opponent must think the same.
    pub two_sided: bool,
}

/// What ends a game beside the rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Losses by score.
    pub resign: Option<ResignRule>,
    /// A draw after so many moves.
    pub max_moves: Option<usize>,
}

impl DrawRule {
    /// Reads the words behind `--draw`.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut words = Words::read("--draw", words)?;
        let number = "expected a number";
        let rule = Self {
            move_number: words
                .parse::<u16>("movenumber", number)?
                .unwrap_or(0)
                .into(),
            move_count: usize::from(words.parse::<u16>("movecount", number)?.unwrap_or(1)).max(1),
            score: words.parse::<u16>("score", number)?.unwrap_or(0).into(),
        };
        words.finish()?;
        Ok(rule)
    }
}

impl ResignRule {
    /// Reads the words behind `--resign`.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut words = Words::read("--resign", words)?;
        let number = "expected a number";
        let Some(score) = words.parse::<u16>("score", number)? else {
            return Err("--resign: score= is missing".into());
        };
        let rule = Self {
            move_count: usize::from(words.parse::<u16>("movecount", number)?.unwrap_or(1)).max(1),
            score: score.into(),
            two_sided: words.flag("twosided")?.unwrap_or(false),
        };
        words.finish()?;
        Ok(rule)
    }
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game; the winner.
    Rules(Option<Color>, Reason),
    /// By a fault of this player's engine.
    Fault(Color, Fault),
    /// This player's engine has given up.
    Resignation(Color),
    /// A draw that both engines have offered.
    Agreed,
    /// By adjudication; the winner, and the rule.
    Adjudicated(Option<Color>, &'static str),
    /// It was broken off.
    Unterminated,
}

impl Ending {
    /// The result.
    pub const fn result(&self) -> GameResult {
        match self {
            Self::Rules(Some(winner), _) | Self::Adjudicated(Some(winner), _) => {
                GameResult::won_by(*winner)
            }
            Self::Rules(None, _) | Self::Adjudicated(None, _) | Self::Agreed => GameResult::Draw,
            Self::Fault(loser, _) | Self::Resignation(loser) => GameResult::won_by(loser.other()),
            Self::Unterminated => GameResult::Unfinished,
        }
    }

    /// The value of the tag `Termination`.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Rules(..) | Self::Resignation(_) | Self::Agreed => "normal",
            Self::Fault(_, fault) => fault.name(),
            Self::Adjudicated(..) => "adjudication",
            Self::Unterminated => "unterminated",
        }
    }

    /// What happened, in words, at the position where it did.
    pub fn in_words(&self, position: &AnyPosition) -> String {
        match self {
            Self::Rules(winner, reason) => {
                reason.in_words(*winner, position.side_to_move(), position.variant())
            }
            Self::Fault(loser, fault) => format!("{loser} {fault}"),
            Self::Resignation(loser) => format!("{loser} resigns"),
            Self::Agreed => "Both offer a draw".into(),
            Self::Adjudicated(_, rule) => format!("Adjudicated: {rule}"),
            Self::Unterminated => "The game was broken off".into(),
        }
    }
}

/// A game that was played.
#[derive(Clone)]
pub struct Played {
    /// The position before the first move.
    pub start: AnyPosition,
    /// The moves, those of the opening first.
    pub moves: Vec<Move>,
    /// How many of them are the opening's.
    pub given: usize,
    /// What the engines thought, for each of their own moves.
    pub thoughts: Vec<Thought>,
    /// How it has ended.
    pub ending: Ending,
    /// The same in words.
    pub why: String,
}

/// What is left on a clock.
struct Clock {
    control: TimeControl,
    left: Duration,
    made: u32,
}

impl Clock {
    fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: control.base + control.increment,
            made: 0,
        }
    }

    fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.made % moves)
    }

    fn moved(&mut self, taken: Duration) {
        self.left = self.left.saturating_sub(taken) + self.control.increment;
        self.made += 1;
        if self
            .control
            .moves
            .is_some_and(|moves| self.made.is_multiple_of(moves))
        {
            self.left += self.control.base;
        }
    }
}

/// How a game ends where an engine has failed, or was not let go on.
fn fault_of(loser: Color, fault: Fault) -> Ending {
    match fault {
        Fault::Interrupted => Ending::Unterminated,
        fault => Ending::Fault(loser, fault),
    }
}

/// Plays a game. The first player has White.
pub fn play(
    opening: &Opening,
    players: [&mut dyn Player; 2],
    limits: [&Limits; 2],
    adjudication: &Adjudication,
) -> Played {
    let mut game = Match::new(opening, limits);
    let mut players = ColorMap(players);
    let ending = match game.begin(&mut players, &opening.moves) {
        Err(ending) => ending,
        Ok(()) => loop {
            if let Err(ending) = game.turn(&mut players, adjudication) {
                break ending;
            }
        },
    };
    let played = game.finish(ending);
    for player in players.0 {
        player.end(played.ending.result(), &played.why);
    }
    played
}

/// A game being played.
struct Match {
    start: AnyPosition,
    position: AnyPosition,
    moves: Vec<Move>,
    given: usize,
    thoughts: Vec<Thought>,
    clocks: ColorMap<Option<Clock>>,
    /// So many moves in a row each player thought itself lost, or won.
    lost: ColorMap<usize>,
    won: ColorMap<usize>,
    /// So many plies in a row were level.
    level: usize,
    /// Whether each player has offered a draw with its last move.
    offers: ColorMap<bool>,
    /// The pieces on the board after the last ply.
    pieces: usize,
}

type Players<'a> = ColorMap<&'a mut dyn Player>;

impl Match {
    fn new(opening: &Opening, limits: [&Limits; 2]) -> Self {
        Self {
            start: opening.start.clone(),
            position: opening.start.clone(),
            moves: Vec::new(),
            given: 0,
            thoughts: Vec::new(),
            clocks: ColorMap(limits.map(|limits| limits.clock.map(Clock::new))),
            lost: ColorMap([0; 2]),
            won: ColorMap([0; 2]),
            level: 0,
            offers: ColorMap([false; 2]),
            pieces: usize::MAX,
        }
    }

    /// Makes both players ready, and plays the opening.
    fn begin(&mut self, players: &mut Players<'_>, opening: &[Move]) -> Result<(), Ending> {
        for color in [Color::White, Color::Black] {
            let begun = players[color].begin(&self.start);
            begun.map_err(|fault| fault_of(color, fault))?;
        }
        for &mv in opening {
            self.make(players, mv, None)?;
        }
        self.given = opening.len();
        Ok(())
    }

    /// Makes a move, and tells the players. `mover` has found it himself.
    fn make(
        &mut self,
        players: &mut Players<'_>,
        mv: Move,
        mover: Option<Color>,
    ) -> Result<(), Ending> {
        for color in [Color::White, Color::Black] {
            let told = players[color].played(&self.position, mv, mover == Some(color));
            told.map_err(|fault| fault_of(color, fault))?;
        }
        self.position.make_unchecked(mv);
        self.moves.push(mv);
        Ok(())
    }

    fn clocks_of(&self, us: Color) -> Clocks {
        let (mine, theirs) = (self.clocks[us].as_ref(), self.clocks[us.other()].as_ref());
        let increment =
            |clock: Option<&Clock>| clock.map_or(Duration::ZERO, |c| c.control.increment);
        Clocks {
            mine: mine.map(|clock| clock.left),
            theirs: theirs.map(|clock| clock.left),
            my_increment: increment(mine),
            their_increment: increment(theirs),
            moves_to_go: mine.and_then(Clock::moves_to_go),
        }
    }

    /// A turn of the player to move; the end of the game is an error.
    fn turn(&mut self, players: &mut Players<'_>, rules: &Adjudication) -> Result<(), Ending> {
        if let Status::Ended(winner, reason) = self.position.status() {
            return Err(Ending::Rules(winner, reason));
        }
        self.adjudicate(rules)?;
        let pieces = self.position.pieces().count();
        if std::mem::replace(&mut self.pieces, pieces) != pieces && is_plainly_dead(&self.position)
        {
            return Err(Ending::Adjudicated(None, DEAD));
        }
        let us = self.position.side_to_move();
        players[us.other()].ponder(&self.position, &self.clocks_of(us.other()));
        let clocks = self.clocks_of(us);
        let thought = players[us].think(&self.position, &clocks);
        let thought = thought.map_err(|fault| fault_of(us, fault))?;
        let mv = match thought.said {
            Said::Move(mv) => mv,
            Said::Resigns => return Err(Ending::Resignation(us)),
            Said::Draws(reason) => return Err(Ending::Rules(None, reason)),
            Said::Dead => return Err(Ending::Adjudicated(None, DEAD)),
            Said::Full => {
                let why = "the list of moves of XBoard's protocol is full";
                return Err(Ending::Adjudicated(None, why));
            }
        };
        if let Some(clock) = &mut self.clocks[us] {
            clock.moved(thought.time);
        }
        self.weigh(us, &thought, rules);
        self.thoughts.push(thought);
        self.make(players, mv, Some(us))?;
        // An offer stands until the opponent has moved.
        self.offers[us] = thought.offers_draw;
        if self.position.status().is_over() || !thought.offers_draw {
            return Ok(());
        }
        if self.offers[us.other()] {
            return Err(Ending::Agreed);
        }
        players[us.other()].offered_draw();
        Ok(())
    }

    /// Counts the moves that the rules of adjudication are about.
    fn weigh(&mut self, us: Color, thought: &Thought, rules: &Adjudication) {
        let score = thought.eval.map(super::Eval::centipawns);
        let count = |so: bool, before: usize| if so { before + 1 } else { 0 };
        let resign = rules.resign.map_or(i32::MAX, |rule| rule.score);
        let draw = rules.draw.map_or(-1, |rule| rule.score);
        self.lost[us] = count(score.is_some_and(|s| s <= -resign), self.lost[us]);
        self.won[us] = count(score.is_some_and(|s| s >= resign), self.won[us]);
        self.level = count(score.is_some_and(|s| s.abs() <= draw), self.level);
    }

    /// Whether the game ends by adjudication.
    fn adjudicate(&self, rules: &Adjudication) -> Result<(), Ending> {
        if let Some(rule) = rules.resign {
            for loser in [Color::White, Color::Black] {
                let agreed = !rule.two_sided || self.won[loser.other()] >= rule.move_count;
                if self.lost[loser] >= rule.move_count && agreed {
                    let winner = Some(loser.other());
                    return Err(Ending::Adjudicated(winner, "the loser's own scores"));
                }
            }
        }
        if let Some(rule) = rules.draw
            && self.moves.len() >= 2 * rule.move_number
            && self.level >= 2 * rule.move_count
        {
            return Err(Ending::Adjudicated(None, "a draw by both scores"));
        }
        let most = rules
            .max_moves
            .map_or(LONGEST, |moves| (2 * moves).min(LONGEST));
        if self.moves.len() >= most {
            return Err(Ending::Adjudicated(
                None,
                "a draw by the length of the game",
            ));
        }
        Ok(())
    }

    fn finish(self, ending: Ending) -> Played {
        Played {
            why: ending.in_words(&self.position),
            start: self.start,
            moves: self.moves,
            given: self.given,
            thoughts: self.thoughts,
            ending,
        }
    }
}

impl Played {
    /// A game that was lost before it began.
    pub fn forfeited(opening: &Opening, limits: [&Limits; 2], loser: Color, fault: Fault) -> Self {
        Match::new(opening, limits).finish(fault_of(loser, fault))
    }
}
