//! An engine that speaks UCI.

use super::dialect::read_move;
use super::fault::Fault;
use super::launch::absolute;
use super::player::{Clocks, Deadline, Eval, Player, Said, Thought};
use super::process::Process;
use super::spec::EngineSpec;
use super::spin::Spin;
use crate::pgn::GameResult;
use crate::position::{AnyPosition, Move};
use crate::rules::Variant;
use crate::rules::ini::shortened;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The option for the game, and the game that is played without it.
const VARIANT: &str = "UCI_Variant";
const CHESS: &str = "chess";
/// The option for a file of games.
const GAMES: &str = "VariantPath";
/// The option for thinking on the opponent's time.
const PONDER: &str = "Ponder";
/// The word before its move, and the news that the opponent has made the expected one.
const ANSWER: &str = "bestmove";
const HIT: &str = "ponderhit";
/// An engine that was told to stop has so long to answer.
const STOPPING: Duration = Duration::from_secs(2);

/// An engine that speaks UCI.
pub(super) struct Uci {
    process: Process,
    spec: EngineSpec,
    patience: Duration,
    /// The lines of its options.
    options: Vec<OptionLine>,
    spins: Vec<Spin>,
    /// The line `position`, up to the last move.
    position: String,
    has_moves: bool,
    /// The reply that it expects to its last move, as it has written it.
    expected: Option<String>,
    pondering: Option<Pondering>,
    /// It could not be stopped after a game.
    is_lost: bool,
}

/// A search on the opponent's time, in the position after a move expected of him.
struct Pondering {
    expected: Move,
    is_hit: bool,
}

struct OptionLine {
    name: String,
    /// The values of one that has a list of them.
    values: Vec<String>,
}

impl Uci {
    pub fn new(process: Process, spec: &EngineSpec, patience: Duration) -> Self {
        Self {
            process,
            spec: spec.clone(),
            patience,
            options: Vec::new(),
            spins: Vec::new(),
            position: String::new(),
            has_moves: false,
            expected: None,
            pondering: None,
            is_lost: false,
        }
    }

    /// The fault of not answering.
    pub fn silent(&mut self, asked: &str, waited: Duration) -> Fault {
        self.process.give_up();
        let asked = asked.into();
        Fault::Hang { asked, waited }
    }

    /// Says `uci` and listens to the answer; `false` if there is none in time, or if it is
    /// that of another protocol.
    ///
    /// # Errors
    /// What the engine did wrong.
    pub fn introduce(&mut self, patience: Duration) -> Result<bool, Fault> {
        self.process.asked();
        self.process.send("uci");
        let end = Instant::now() + patience;
        while let Some((line, _)) = self.process.next(end)? {
            if line == "uciok" {
                return Ok(true);
            }
            // What engines of the other protocol say to a word that they do not know.
            if line.starts_with("Error") || line.starts_with("Illegal move") {
                return Ok(false);
            }
            if let Some(option) = line.strip_prefix("option name ") {
                self.options.push(OptionLine::read(option));
                self.spins.extend(Spin::from_uci(option));
            }
        }
        Ok(false)
    }

    fn option(&self, name: &str) -> Option<&OptionLine> {
        let same = |option: &&OptionLine| option.name.eq_ignore_ascii_case(name);
        self.options.iter().find(same)
    }

    fn set(&self, name: &str, value: &str) -> Result<(), Fault> {
        let Some(option) = self.option(name) else {
            return Err(Fault::Refusal(format!(
                "it has no option '{}'",
                shortened(name)
            )));
        };
        let name = &option.name;
        let text = match value {
            "" => format!("setoption name {name}"),
            value => format!("setoption name {name} value {value}"),
        };
        self.process.send(text);
        Ok(())
    }

    /// Sets the options and the game.
    ///
    /// # Errors
    /// What the engine did wrong, or that it does not know the game or an option.
    pub fn set_up(&mut self, game: &Variant) -> Result<(), Fault> {
        if let Some(file) = &self.spec.games {
            self.set(GAMES, &absolute(file).to_string_lossy())?;
        }
        if self.spec.ponder {
            self.set(PONDER, "true")?;
        }
        for (name, value) in &self.spec.options {
            self.set(name, value)?;
        }
        if let Some(name) = self.name_of(game)? {
            self.set(VARIANT, &name)?;
        }
        self.wait_ready()
    }

    /// The engine's name of the game; `None` if it plays nothing else.
    fn name_of(&self, game: &Variant) -> Result<Option<String>, Fault> {
        let names = || [std::slice::from_ref(&game.name), &game.aliases].concat();
        let Some(option) = self.option(VARIANT) else {
            return match self.spec.variant.is_none() && names().iter().any(|name| name == CHESS) {
                true => Ok(None),
                false => {
                    let why = format!("it knows no other games than chess (no option {VARIANT})");
                    Err(Fault::Refusal(why))
                }
            };
        };
        if let Some(given) = &self.spec.variant {
            return Ok(Some(given.clone()));
        }
        let known = |name: &String| option.values.iter().any(|v| v.eq_ignore_ascii_case(name));
        match names().into_iter().find(known) {
            Some(name) => Ok(Some(name)),
            // A file adds games after the list was made, and some engines have no list.
            None if self.spec.games.is_some() || option.values.is_empty() => {
                Ok(Some(game.name.clone()))
            }
            None => Err(Fault::Refusal(format!(
                "it does not know the game '{}'; say what it calls it with variant=",
                game.name
            ))),
        }
    }

    fn wait_ready(&mut self) -> Result<(), Fault> {
        self.process.asked();
        self.process.send("isready");
        let end = Instant::now() + self.patience;
        while let Some((line, _)) = self.process.next(end)? {
            if line == "readyok" {
                return Ok(());
            }
        }
        Err(self.silent("isready", self.patience))
    }

    /// The line that starts a search in a position.
    fn go(&self, word: &str, position: &AnyPosition, clocks: &Clocks) -> String {
        let limits = &self.spec.limits;
        let mut text = String::from(word);
        if let Some(mine) = clocks.mine {
            let theirs = clocks.theirs.unwrap_or(mine);
            let (my_inc, their_inc) = (clocks.my_increment, clocks.their_increment);
            let (time, increment) = match position.side_to_move() {
                crate::rules::Color::White => ((mine, theirs), (my_inc, their_inc)),
                crate::rules::Color::Black => ((theirs, mine), (their_inc, my_inc)),
            };
            // Writing to a string does not fail.
            let _ = write!(
                text,
                " wtime {} btime {} winc {} binc {}",
                time.0.as_millis(),
                time.1.as_millis(),
                increment.0.as_millis(),
                increment.1.as_millis()
            );
            if let Some(moves) = clocks.moves_to_go {
                let _ = write!(text, " movestogo {moves}");
            }
        }
        if let Some(time) = limits.move_time {
            let _ = write!(text, " movetime {}", time.as_millis().max(1));
        }
        if let Some(nodes) = limits.nodes {
            let _ = write!(text, " nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            let _ = write!(text, " depth {depth}");
        }
        text
    }

    /// The line `position` after another move.
    fn position_after(&self, move_text: &str) -> String {
        let word = if self.has_moves { "" } else { " moves" };
        format!("{}{word} {move_text}", self.position)
    }

    /// What follows `bestmove`, and when it came; `None` if it does not come in time.
    fn answer(
        &mut self,
        info: &mut Info,
        end: Instant,
    ) -> Result<Option<(String, Instant)>, Fault> {
        while let Some((line, when)) = self.process.next(end)? {
            if let Some(rest) = line.strip_prefix("info ") {
                info.read(rest);
            } else if let Some(rest) = line.strip_prefix(ANSWER) {
                return Ok(Some((rest.trim().into(), when)));
            }
        }
        Ok(None)
    }

    /// Ends a search on the opponent's time, whatever it has found.
    fn stop(&mut self) -> Result<(), Fault> {
        let mut info = Info::default();
        // One that has answered too early does not answer again.
        if self.answer(&mut info, Instant::now())?.is_none() {
            self.process.asked();
            self.process.send("stop");
            let end = Instant::now() + STOPPING;
            if self.answer(&mut info, end)?.is_none() {
                return Err(self.silent("stop", STOPPING));
            }
        }
        self.wait_ready()
    }

    /// What to make of an engine that has not answered in time.
    fn overdue(&mut self, deadline: &Deadline) -> Fault {
        self.process.send("stop");
        let end = Instant::now() + STOPPING;
        loop {
            match self.process.next(end) {
                Ok(Some((line, when))) if line.starts_with(ANSWER) => {
                    return match deadline.taken(when) {
                        Err(fault) => fault,
                        Ok(waited) => self.silent("go", waited),
                    };
                }
                Ok(Some(_)) => {}
                Ok(None) => return self.silent("stop", deadline.asked.elapsed()),
                Err(fault) => return fault,
            }
        }
    }
}

impl Player for Uci {
    fn begin(&mut self, start: &AnyPosition) -> Result<(), Fault> {
        self.process.send("ucinewgame");
        self.position = format!("position fen {}", start.fen());
        self.has_moves = false;
        self.wait_ready()
    }

    fn played(&mut self, before: &AnyPosition, mv: Move, _own: bool) -> Result<(), Fault> {
        if let Some(pondering) = &mut self.pondering {
            pondering.is_hit = pondering.expected == mv;
        }
        self.position = self.position_after(&before.move_text(mv));
        self.has_moves = true;
        Ok(())
    }

    fn think(&mut self, position: &AnyPosition, clocks: &Clocks) -> Result<Thought, Fault> {
        let mut info = Info::default();
        let mut answer = None;
        let (question, is_hit) = match self.pondering.take() {
            Some(pondering) if pondering.is_hit => {
                // It may have answered already, which it must not.
                answer = self.answer(&mut info, Instant::now())?;
                (HIT.into(), true)
            }
            pondering => {
                if pondering.is_some() {
                    self.stop()?;
                }
                let go = self.go("go", position, clocks);
                (format!("{}\n{go}", self.position), false)
            }
        };
        let limits = &self.spec.limits;
        let deadline = Deadline::now(clocks, limits.move_time, limits.margin, self.patience);
        self.process.asked();
        if answer.is_none() {
            self.process.send(question);
            answer = self.answer(&mut info, deadline.end)?;
        }
        let Some((answer, when)) = answer else {
            return Err(self.overdue(&deadline));
        };
        let time = deadline.taken(when)?;
        let mut words = answer.split_whitespace();
        let text = words.next().unwrap_or_default();
        let mv = read_move(position, text).map_err(|why| Fault::IllegalMove {
            text: shortened(text),
            why,
        })?;
        let expected = words.next().filter(|word| *word == "ponder");
        self.expected = expected.and(words.next()).map(Into::into);
        if is_hit {
            // They are those of the opponent's time, too.
            info.nodes = None;
        }
        Ok(info.thought(mv, time))
    }

    fn ponder(&mut self, position: &AnyPosition, clocks: &Clocks) {
        let Some(text) = self.expected.take().filter(|_| self.spec.ponder) else {
            return;
        };
        // It is not asked about what cannot be played, nor about the end of the game.
        let Ok(expected) = read_move(position, &text) else {
            return;
        };
        let mut after = position.clone();
        after.make_unchecked(expected);
        if after.status().is_over() {
            return;
        }
        let setup = self.position_after(&position.move_text(expected));
        let go = self.go("go ponder", &after, clocks);
        self.process.left_alone(|line| line.starts_with(ANSWER));
        self.process.send(format!("{setup}\n{go}"));
        self.pondering = Some(Pondering {
            expected,
            is_hit: false,
        });
    }

    fn end(&mut self, _: GameResult, _: &str) {
        self.expected = None;
        // What goes wrong here costs no game: this one is over. It gets no other one.
        self.is_lost = self.pondering.take().is_some() && self.stop().is_err();
    }

    fn can_go_on(&self) -> bool {
        !self.is_lost
    }

    fn spins(&self) -> &[Spin] {
        &self.spins
    }

    fn configure(&mut self, options: &[(String, i64)]) {
        for (name, value) in options {
            let text = format!("setoption name {name} value {value}");
            self.process.send(text);
        }
    }
}

impl OptionLine {
    /// Reads what follows `option name`.
    fn read(text: &str) -> Self {
        let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
        let values = rest.split(" var ").skip(1);
        Self {
            name: name.trim().into(),
            values: values.map(|value| value.trim().to_string()).collect(),
        }
    }
}

/// What the lines `info` have told.
#[derive(Default)]
struct Info {
    eval: Option<Eval>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Info {
    /// Takes note of a line; of several lines of play only the first counts.
    fn read(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        let mut found = Self::default();
        while let Some(word) = words.next() {
            match word {
                "string" | "pv" => break,
                "multipv" if words.next() != Some("1") => return,
                "depth" => found.depth = words.next().and_then(|n| n.parse().ok()),
                "nodes" => found.nodes = words.next().and_then(|n| n.parse().ok()),
                "score" => {
                    let (kind, number) = (words.next(), words.next().and_then(|n| n.parse().ok()));
                    found.eval = match (kind, number) {
                        (Some("cp"), Some(number)) => Some(Eval::Centipawns(number)),
                        (Some("mate"), Some(number)) => Some(Eval::Mate(number)),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
        self.nodes = found.nodes.or(self.nodes);
        if found.eval.is_some() {
            self.eval = found.eval;
            self.depth = found.depth.or(self.depth);
        }
    }

    fn thought(self, mv: Move, time: Duration) -> Thought {
        Thought {
            said: Said::Move(mv),
            time,
            eval: self.eval,
            depth: self.depth,
            nodes: self.nodes,
            offers_draw: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_with_a_score_counts() {
        let mut info = Info::default();
        info.read("depth 5 seldepth 9 multipv 1 score cp -31 nodes 1234 time 2 pv e2e4 e7e5");
        info.read("depth 5 multipv 2 score cp -99 nodes 1300 pv d2d4");
        info.read("depth 6 currmove e2e4 currmovenumber 1");
        info.read("string score cp 7");
        assert_eq!(info.eval, Some(Eval::Centipawns(-31)));
        assert_eq!((info.depth, info.nodes), (Some(5), Some(1234)));
        info.read("depth 7 score mate -3 nodes 99999999999 pv e2e4");
        assert_eq!(info.eval, Some(Eval::Mate(-3)));
        assert_eq!((info.depth, info.nodes), (Some(7), Some(99_999_999_999)));
        assert_eq!(info.eval.unwrap().to_string(), "-M3");
    }

    #[test]
    fn lists_of_values_are_read() {
        let option = OptionLine::read("UCI_Variant type combo default chess var chess var 3check");
        assert_eq!(option.name, "UCI_Variant");
        assert_eq!(option.values, ["chess", "3check"]);
        let option = OptionLine::read("Clear Hash type button");
        assert_eq!(
            (option.name.as_str(), option.values.len()),
            ("Clear Hash", 0)
        );
    }
}
