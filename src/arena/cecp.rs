//! An engine that speaks CECP, the protocol of XBoard and WinBoard.
//!
//! Moves and positions go through the model of XBoard's board by which our own engine
//! speaks the protocol: so ranks are numbered as XBoard numbers them, and moves that
//! XBoard shows in several plies are understood as such. Sent in that form they are to our
//! own engine alone; others know the game from inside, and are told the move itself.

use super::dead::may_be_claimed_dead;
use super::dialect::{castling, read_move};
use super::fault::Fault;
use super::launch::absolute;
use super::player::{Clocks, Deadline, Player, Said, Thought};
use super::process::Process;
use super::spec::EngineSpec;
use super::spin::Spin;
use crate::pgn::GameResult;
use crate::position::{AnyPosition, Move, MoveKind, Status};
use crate::protocol::xboard::{Display, Heard, Mirror};
use crate::rules::Variant;
use crate::rules::ini::shortened;
use std::sync::Arc;
use std::time::{Duration, Instant};

mod edit;
mod features;
mod lines;

use features::Features;
use lines::{Claim, Post, is_refusal, matters, move_of};

/// XBoard's name of the game that needs no `variant`.
const NORMAL: &str = "normal";
/// An engine that has said nothing of its features by then has none.
const HESITATION: Duration = Duration::from_secs(2);
/// An engine that was told to move at once has so long.
const STOPPING: Duration = Duration::from_secs(2);
/// XBoard's list of moves holds a thousand plies; our own engine ends games shortly before.
const LONGEST: usize = 940;

/// An engine that speaks CECP.
pub(super) struct Cecp {
    process: Process,
    spec: EngineSpec,
    patience: Duration,
    features: Features,
    display: Display,
    game: Arc<Variant>,
    /// The name of the game for this engine; `None` for the normal one.
    variant: Option<String>,
    mirror: Option<Mirror>,
    plies: usize,
    /// Plies that the engine has not been told yet.
    waiting: Vec<String>,
    /// Whether it only follows, and does not answer moves.
    forced: bool,
    pings: u32,
}

impl Cecp {
    /// Greets an engine and tells it the options.
    ///
    /// # Errors
    /// What the engine did wrong, or that it cannot play the game.
    pub fn start(
        process: Process,
        spec: &EngineSpec,
        game: &Arc<Variant>,
        patience: Duration,
    ) -> Result<Self, Fault> {
        let display = Display::new(game).map_err(Fault::refusal)?;
        let mut engine = Self {
            process,
            spec: spec.clone(),
            patience,
            features: Features::default(),
            display,
            game: game.clone(),
            variant: None,
            mirror: None,
            plies: 0,
            waiting: Vec::new(),
            forced: true,
            pings: 0,
        };
        if spec.limits.nodes.is_some() {
            let why = "XBoard's protocol has no limit of nodes; give it tc=, st= or depth=";
            return Err(Fault::Refusal(why.into()));
        }
        engine.introduce()?;
        engine.choose_variant()?;
        engine.set_options()?;
        engine.synchronize()?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.process.asked();
        self.process.send("xboard\nprotover 2");
        let begun = Instant::now();
        while !self.features.done {
            // One that says it is not done yet may take its time.
            let patience = match self.features.wait {
                true => self.patience,
                false => HESITATION.min(self.patience),
            };
            let Some((line, _)) = self.process.next(begun + patience)? else {
                return match self.features.wait {
                    true => Err(self.silent("protover", patience)),
                    false => Ok(()),
                };
            };
            if let Some(text) = line.strip_prefix("feature ") {
                for answer in self.features.read(text) {
                    self.process.send(answer);
                }
            }
        }
        Ok(())
    }

    /// Finds the engine's name of the game.
    fn choose_variant(&mut self) -> Result<(), Fault> {
        let known = self.display.name().to_string();
        let mut names = vec![known, self.game.name.clone()];
        names.extend(self.game.aliases.iter().cloned());
        let found = match (&self.spec.variant, &self.features.variants) {
            (Some(given), _) => given.clone(),
            // One that does not tell its games knows only the normal one.
            (None, None) if names[0] == NORMAL => NORMAL.into(),
            (None, None) => {
                let why = "it knows no other games than chess (no feature variants)";
                return Err(Fault::Refusal(why.into()));
            }
            (None, Some(all)) => match names.iter().find(|name| all.contains(name)) {
                Some(name) => name.clone(),
                None if self.spec.games.is_some() => self.game.name.clone(),
                None => {
                    let name = &self.game.name;
                    return Err(Fault::Refusal(format!(
                        "it does not know the game '{name}'; say what it calls it with variant="
                    )));
                }
            },
        };
        self.variant = (found != NORMAL).then_some(found);
        Ok(())
    }

    fn set_options(&self) -> Result<(), Fault> {
        if let Some(file) = &self.spec.games {
            self.set("VariantPath", &absolute(file).to_string_lossy())?;
        }
        for (name, value) in &self.spec.options {
            let is = |known: &str| name.eq_ignore_ascii_case(known);
            // XBoard has commands of its own for these.
            if self.features.memory && is("Hash") {
                self.process.send(format!("memory {value}"));
            } else if self.features.smp && (is("Threads") || is("Cores")) {
                self.process.send(format!("cores {value}"));
            } else {
                self.set(name, value)?;
            }
        }
        Ok(())
    }

    fn set(&self, name: &str, value: &str) -> Result<(), Fault> {
        let same = |known: &&String| known.eq_ignore_ascii_case(name);
        let Some(name) = self.features.options.iter().find(same) else {
            let why = format!("it has no option '{}'", shortened(name));
            return Err(Fault::Refusal(why));
        };
        self.process.send(match value {
            "" => format!("option {name}"),
            value => format!("option {name}={value}"),
        });
        Ok(())
    }

    fn silent(&mut self, asked: &str, waited: Duration) -> Fault {
        self.process.give_up();
        let asked = asked.into();
        Fault::Hang { asked, waited }
    }

    /// Waits until the engine has done all that it was told.
    fn synchronize(&mut self) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.asked();
        self.process.send(format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        let end = Instant::now() + self.patience;
        while let Some((line, _)) = self.process.next(end)? {
            if line == pong {
                return Ok(());
            }
            if is_refusal(&line) {
                return Err(Fault::Refusal(shortened(&line)));
            }
        }
        Err(self.silent("ping", self.patience))
    }

    /// The command that tells its time.
    fn time_control(&self) -> Vec<String> {
        let limits = &self.spec.limits;
        let mut lines = Vec::new();
        if let Some(clock) = limits.clock {
            // Older engines read no fractions here; the true time is told before each move.
            let seconds = clock.base.as_secs_f64().ceil().max(1.0) as u64;
            let base = match (seconds / 60, seconds % 60) {
                (minutes, 0) => minutes.to_string(),
                (minutes, seconds) => format!("{minutes}:{seconds:02}"),
            };
            let increment = clock.increment.as_secs_f64();
            let moves = clock.moves.unwrap_or(0);
            lines.push(format!("level {moves} {base} {increment}"));
        }
        if let Some(time) = limits.move_time {
            lines.push(format!("st {}", time.as_secs_f64()));
        }
        if let Some(depth) = limits.depth {
            lines.push(format!("sd {depth}"));
        }
        lines
    }

    fn move_line(&self, ply: &str) -> String {
        match self.features.usermove {
            true => format!("usermove {ply}"),
            false => ply.into(),
        }
    }

    /// A move as one ply. Castling that the game writes as king takes rook is `O-O`, as
    /// XBoard has it where kings and rooks may start anywhere.
    fn plain_text(&self, before: &AnyPosition, mv: Move) -> String {
        let text = before.move_text(mv);
        let takes_rook = mv.kind() == MoveKind::Castle
            && before.variant().castling.as_ref().is_some_and(|castling| {
                let squares = castling.sides[before.side_to_move()][mv.castling_side()];
                let rook = squares.map(|squares| before.shape().name(squares.rook_from));
                rook.is_some_and(|rook| text.ends_with(&rook))
            });
        match (takes_rook, mv.castling_side()) {
            (true, 0) => "O-O".into(),
            (true, _) => "O-O-O".into(),
            (false, _) => self.display.renumbered(&text),
        }
    }

    /// Tells it the clocks and the moves, after which it thinks.
    fn ask(&mut self, clocks: &Clocks) {
        let mut lines = Vec::new();
        let plies: Vec<String> = std::mem::take(&mut self.waiting);
        let moves = plies.iter().map(|ply| self.move_line(ply));
        let times = || {
            let centiseconds = |time: Duration| time.as_millis() / 10;
            let mut lines = Vec::new();
            let mine = clocks.mine.or(self.spec.limits.move_time);
            if let (Some(mine), true) = (mine, self.features.time) {
                lines.push(format!("time {}", centiseconds(mine)));
                lines.push(format!(
                    "otim {}",
                    centiseconds(clocks.theirs.unwrap_or(mine))
                ));
            }
            lines
        };
        if self.forced {
            lines.extend(moves);
            lines.extend(times());
            lines.push("go".into());
        } else {
            lines.extend(times());
            lines.extend(moves);
        }
        self.forced = false;
        self.process.send(lines.join("\n"));
    }

    /// What a move means; `None` for one of which more plies must come.
    fn hear(&mut self, position: &AnyPosition, text: &str) -> Result<Option<Move>, Fault> {
        let understood = match &mut self.mirror {
            Some(mirror) => understand(&self.display, mirror, position, text),
            None => Err("no game was begun".into()),
        };
        self.plies += 1;
        understood.map_err(|why| Fault::IllegalMove {
            text: shortened(text),
            why,
        })
    }

    /// What to make of an engine that has not answered in time.
    fn overdue(&mut self, deadline: &Deadline) -> Fault {
        self.process.send("?");
        let end = Instant::now() + STOPPING;
        loop {
            match self.process.next(end) {
                Ok(Some((line, when))) if move_of(&line).is_some() => {
                    return match deadline.taken(when) {
                        Err(fault) => fault,
                        Ok(waited) => self.silent("a move", waited),
                    };
                }
                Ok(Some(_)) => {}
                Ok(None) => return self.silent("?", deadline.asked.elapsed()),
                Err(fault) => return fault,
            }
        }
    }
}

impl Player for Cecp {
    fn begin(&mut self, start: &AnyPosition) -> Result<(), Fault> {
        let mut lines = vec!["new".to_string(), "force".into()];
        if let Some(name) = &self.variant {
            lines.push(format!("variant {name}"));
            lines.push("force".into());
        }
        let home = self.display.start_fen().map_err(Fault::refusal)?;
        let home = home.unwrap_or_else(|| self.game.start_fen.clone());
        let is_home = start
            .with_fen(&home)
            .is_ok_and(|home| home.fen() == start.fen());
        if !is_home {
            match self.features.setboard {
                true => lines.push(format!("setboard {}", self.display.fen(start))),
                false => {
                    let home = start.with_fen(&home).map_err(Fault::refusal)?;
                    lines.extend(self.edit(&home, start)?);
                }
            }
        }
        lines.extend(self.time_control());
        let ponder = if self.spec.ponder { "hard" } else { "easy" };
        lines.extend([ponder, "post", "computer"].map(String::from));
        self.process.send(lines.join("\n"));
        (self.forced, self.plies) = (true, 0);
        self.waiting.clear();
        self.mirror = Some(Mirror::new(&self.display, start));
        self.synchronize()
    }

    fn played(&mut self, before: &AnyPosition, mv: Move, own: bool) -> Result<(), Fault> {
        if own {
            return Ok(());
        }
        let Some(mirror) = &mut self.mirror else {
            return Ok(());
        };
        let mut plies = mirror.show(before, mv).map_err(Fault::refusal)?;
        if !self.features.is_ours {
            plies = vec![self.plain_text(before, mv)];
        }
        self.plies += plies.len();
        self.waiting.extend(plies);
        Ok(())
    }

    fn think(&mut self, position: &AnyPosition, clocks: &Clocks) -> Result<Thought, Fault> {
        let mut thought = Thought {
            said: Said::Full,
            time: Duration::ZERO,
            eval: None,
            depth: None,
            nodes: None,
            offers_draw: false,
        };
        if self.plies >= LONGEST {
            return Ok(thought);
        }
        let limits = &self.spec.limits;
        let deadline = Deadline::now(clocks, limits.move_time, limits.margin, self.patience);
        self.process.asked();
        self.ask(clocks);
        loop {
            let Some((line, when)) = self.process.next(deadline.end)? else {
                return Err(self.overdue(&deadline));
            };
            if let Some(text) = move_of(&line) {
                let time = deadline.taken(when)?;
                if let Some(mv) = self.hear(position, text)? {
                    (thought.said, thought.time) = (Said::Move(mv), time);
                    return Ok(thought);
                }
            } else if line == "resign" {
                (thought.said, thought.time) = (Said::Resigns, deadline.taken(when)?);
                return Ok(thought);
            } else if line == "offer draw" {
                thought.offers_draw = true;
            } else if let Some(claim) = Claim::read(&line) {
                let time = deadline.taken(when)?;
                if let Some(said) = judge(position, claim, &line)? {
                    (thought.said, thought.time) = (said, time);
                    return Ok(thought);
                }
            } else if let Some(post) = Post::read(&line)
                // What it has thought before was about something else, or may have been.
                && when >= deadline.asked
            {
                thought.eval = Some(post.eval);
                thought.depth = Some(post.depth);
                // Whether they are of the opponent's time, too, only the engine knows.
                thought.nodes = (!self.spec.ponder).then_some(post.nodes);
            }
        }
    }

    /// By `hard` it was told once for the game.
    fn ponder(&mut self, _: &AnyPosition, _: &Clocks) {
        if self.spec.ponder {
            self.process.left_alone(matters);
        }
    }

    fn end(&mut self, result: GameResult, why: &str) {
        let why = why.replace(['{', '}', '\n'], " ");
        self.process
            .send(format!("force\nresult {result} {{{why}}}"));
        self.forced = true;
    }

    fn spins(&self) -> &[Spin] {
        &self.features.spins
    }

    fn configure(&mut self, options: &[(String, i64)]) {
        for (name, value) in options {
            self.process.send(format!("option {name}={value}"));
        }
    }

    fn offered_draw(&mut self) {
        self.process.send("draw");
    }

    /// Without pings nobody knows to which game a line belongs.
    fn can_go_on(&self) -> bool {
        self.features.ping && self.features.reuse
    }
}

/// What the text of a move means, in XBoard's words or in other engines'; `None` if more
/// plies must come.
///
/// # Errors
/// Which rule the move breaks.
fn understand(
    display: &Display,
    mirror: &mut Mirror,
    position: &AnyPosition,
    text: &str,
) -> Result<Option<Move>, String> {
    // The `+` or `=` in it may mean a piece, or nothing.
    match mirror.hear(position, text, false) {
        Heard::Move(mv) => return Ok(Some(mv)),
        Heard::Unfinished => return Ok(None),
        Heard::Replay(_) | Heard::Ambiguous(_) | Heard::Illegal(_) => {}
    }
    let text = text.trim_end_matches(['+', '#']);
    let said = match castling(position, text)? {
        Some(squares) => display.renumbered(&squares),
        None => text.replace('=', ""),
    };
    let mv = match mirror.hear(position, &said, false) {
        Heard::Move(mv) => return Ok(Some(mv)),
        Heard::Unfinished => return Ok(None),
        // What XBoard would show wrongly is clear all the same; but from then on the
        // engine and the model may differ in what they show.
        Heard::Replay(mv) => mv,
        Heard::Ambiguous(_) => return Err("it may be one of several moves".into()),
        Heard::Illegal(why) => read_move(position, &said).map_err(|_| why.to_string())?,
    };
    mirror.show(position, mv).map_err(|why| why.to_string())?;
    Ok(Some(mv))
}

/// What a claim comes to. The referee has looked at every position, and none was an end;
/// but the claim may be that of the move to come.
///
/// # Errors
/// It is not so.
fn judge(position: &AnyPosition, claim: Claim, line: &str) -> Result<Option<Said>, Fault> {
    let us = position.side_to_move();
    let false_claim = || Fault::FalseClaim(shortened(line));
    let Claim::Ended(winner) = claim else {
        return Err(false_claim());
    };
    if winner == Some(us.other()) {
        return Ok(Some(Said::Resigns));
    }
    let moves = position.legal_moves();
    let mut ends = moves.iter().filter_map(|&mv| {
        let mut after = position.clone();
        after.make_unchecked(mv);
        match after.status() {
            Status::Ended(result, reason) if result == winner => Some(reason),
            _ => None,
        }
    });
    match (ends.next(), winner) {
        (None, None) if may_be_claimed_dead(position) => Ok(Some(Said::Dead)),
        (None, _) => Err(false_claim()),
        (Some(reason), None) => Ok(Some(Said::Draws(reason))),
        // It will give the move.
        (Some(_), Some(_)) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::start;

    /// Plays a game, a different move each ply, and reads all that can be said on the way.
    fn follow(game: &str, plies: usize) -> Vec<String> {
        let mut position = start(game).unwrap();
        let display = Display::new(position.rules()).unwrap();
        let mut mirror = Mirror::new(&display, &position);
        let mut said = Vec::new();
        for ply in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() || position.status().is_over() {
                break;
            }
            for &mv in moves.iter() {
                let texts = mirror.clone().show(&position, mv).unwrap();
                let mut listener = mirror.clone();
                let heard: Vec<Option<Move>> = texts
                    .iter()
                    .map(|text| understand(&display, &mut listener, &position, text).unwrap())
                    .collect();
                let (last, others) = heard.split_last().unwrap();
                assert_eq!(*last, Some(mv), "{game}: {texts:?} in {}", position.fen());
                assert!(others.iter().all(Option::is_none), "{game}: {texts:?}");
                said.extend(texts);
            }
            let mv = moves[ply * 7 % moves.len()];
            mirror.show(&position, mv).unwrap();
            position.make_unchecked(mv);
        }
        said
    }

    #[test]
    fn what_our_own_engine_says_is_understood() {
        let said = follow("short-sliders", 120);
        assert!(said.iter().any(|text| text.ends_with("=+")));
        for game in ["battery", "opposition", "grand", "berolina", "courier"] {
            follow(game, 60);
        }
    }

    #[test]
    fn what_other_engines_say_is_understood() {
        let home = start("chess").unwrap();
        let display = Display::new(home.rules()).unwrap();
        let fen = "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = home.with_fen(fen).unwrap();
        for (text, own) in [
            ("a7xb8", None),
            ("O-O", Some("e1g1")),
            ("e1c1", Some("e1c1")),
            ("E1G1", Some("e1g1")),
            ("a1a4+", Some("a1a4")),
        ] {
            let mut mirror = Mirror::new(&display, &position);
            let found = understand(&display, &mut mirror, &position, text);
            let found = found.ok().flatten().map(|mv| position.move_text(mv));
            assert_eq!(found.as_deref(), own, "{text}");
        }
        let open = home.with_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        for text in ["a7a8q", "a7a8Q", "a7a8=Q", "a7a8=q", "a7a8q+"] {
            let mut mirror = Mirror::new(&display, &open);
            let found = understand(&display, &mut mirror, &open, text).unwrap();
            let found = found.map(|mv| open.move_text(mv));
            assert_eq!(found.as_deref(), Some("a7a8q"), "{text}");
        }
    }
}
