//! The state of a conversation, and what each command does to it.
//!
//! Its parts own what they keep: the search in hand, the game, the clocks, the record, what
//! the mouse is about. Here they are put together: `turns` has the engine think, `moves`
//! makes moves of both sides, `mouse` helps a person who moves pieces by hand, `analysis`
//! searches until the user has seen enough, `settings` obeys options.

mod analysis;
mod mouse;
mod moves;
mod settings;
mod turns;

use super::Event;
use super::command::{Control, XBoardCommand, parse};
use super::edit::{Edit, EditStep};
use super::error::{Refusal, SessionError, XBoardGameError};
use super::features::features;
use super::game::Game;
use super::human::Human;
use super::outlook::{Opponent, Outlook};
use super::record::GameRecord;
use super::searcher::Searcher;
use super::timing::Timing;
use super::wire::Wire;
use crate::position::{FenError, Move};
use crate::protocol::lines::LineError;
use crate::protocol::options::{HASH, Options, THREADS};
use crate::protocol::{EngineError, Output, RunError};
use crate::rules::{Catalog, Color};
use std::sync::mpsc::Sender;

/// What comes after a line or an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Continue,
    Quit,
}

/// Whom the engine moves for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Nobody: it only follows.
    Force,
    /// This player.
    Plays(Color),
    /// Nobody: it shows what it thinks of the position.
    Analysis,
}

/// The state of a conversation.
pub(super) struct XBoardSession {
    catalog: Catalog,
    options: Options,
    wire: Wire,
    searcher: Searcher,
    game: Game,
    timing: Timing,
    mode: Mode,
    /// Show the thinking.
    posting: bool,
    /// Think on the opponent's time.
    pondering: bool,
    /// Stopped until `resume`.
    paused: bool,
    /// What the mouse is about.
    human: Human,
    /// What is noted for the file of games.
    record: GameRecord,
    /// Moves that are not analysed, and not played when `go` follows.
    excluded: Vec<Move>,
    outlook: Outlook,
    opponent: Opponent,
    /// A position being set up.
    edit: Option<Edit>,
    /// The user was told that XBoard numbers the ranks wrongly.
    ranks_checked: bool,
}

impl XBoardSession {
    pub fn new(catalog: Catalog, output: Output, events: Sender<Event>) -> Result<Self, RunError> {
        let options = Options::new(&catalog);
        let game = match start(&catalog, &options.variant) {
            Ok(game) => game,
            Err(why) => {
                let mut playable = catalog.games().iter().flat_map(Game::start);
                let mut game = playable.next().ok_or(RunError::NoGame)?;
                game.refused = Some(why.into());
                game
            }
        };
        let searcher =
            Searcher::new(options.settings.clone(), events).map_err(EngineError::from)?;
        Ok(Self {
            catalog,
            options,
            wire: Wire::new(output),
            searcher,
            game,
            timing: Timing::default(),
            mode: Mode::Plays(Color::Black),
            posting: false,
            pondering: false,
            paused: false,
            human: Human::default(),
            record: GameRecord::default(),
            excluded: Vec::new(),
            outlook: Outlook::default(),
            opponent: Opponent::default(),
            edit: None,
            ranks_checked: false,
        })
    }

    /// Answers input that cannot be used as a line.
    pub fn unreadable(&self, error: LineError) -> Next {
        self.wire.error(error, "?");
        Next::Continue
    }

    /// Obeys a line.
    pub fn obey(&mut self, line: &str) -> Next {
        let line = line.trim();
        self.wire.output.log_input(line);
        if line.is_empty() {
            return Next::Continue;
        }
        if self.edit.is_some() && self.edit_line(line) {
            return Next::Continue;
        }
        match parse(line) {
            Ok(XBoardCommand::Quit) => return Next::Quit,
            Ok(command) => {
                if let Err(reason) = self.perform(command) {
                    self.wire.error(reason, line);
                }
            }
            Err(reason) => self.wire.error(reason, line),
        }
        match self.wire.output.is_broken() {
            true => Next::Quit,
            false => Next::Continue,
        }
    }

    fn perform(&mut self, command: XBoardCommand) -> Result<(), SessionError> {
        match command {
            XBoardCommand::ProtoVer => self.introduce(),
            XBoardCommand::New => self.new_game(),
            XBoardCommand::Variant(name) => self.set_variant(&name)?,
            XBoardCommand::Force => self.stop_playing(),
            XBoardCommand::Result(text) => {
                self.stop_playing();
                self.write_game(Some(&text));
            }
            XBoardCommand::Name(name) => self.record.opponent = Some(name),
            XBoardCommand::Go => self.go()?,
            XBoardCommand::PlayOther => self.play_other()?,
            XBoardCommand::White => self.set_side(Color::White)?,
            XBoardCommand::Black => self.set_side(Color::Black)?,
            XBoardCommand::TimeControl(control) => self.set_control(control),
            XBoardCommand::Depth(depth) => self.timing.set_depth(depth),
            XBoardCommand::NodesPerSecond(rate) => self.timing.set_nodes_per_second(rate),
            XBoardCommand::Time(left) => self.timing.set_left(left),
            XBoardCommand::Move(text) => self.user_move(&text),
            XBoardCommand::MoveNow => self.move_now(),
            XBoardCommand::Ping(text) => self.ping(text),
            XBoardCommand::Draw => self.consider_draw(),
            XBoardCommand::SetBoard(fen) => self.set_board(&fen),
            XBoardCommand::Edit => self.begin_edit(),
            XBoardCommand::Hint => self.hint()?,
            XBoardCommand::Book => self.wire.send("\tThere is no opening book.\n"),
            XBoardCommand::Undo => self.undo()?,
            XBoardCommand::Remove => self.remove()?,
            XBoardCommand::Hard => self.ponder_from_now_on(),
            XBoardCommand::Easy => self.ponder_no_more(),
            XBoardCommand::Post(on) => self.posting = on,
            XBoardCommand::Analyze => self.analyze()?,
            XBoardCommand::Status => self.show_status()?,
            XBoardCommand::Exit => self.leave_analysis()?,
            XBoardCommand::Exclude(which) => self.exclude(&which)?,
            XBoardCommand::Include(which) => self.include(&which)?,
            XBoardCommand::SetScore { centipawns, depth } => self.set_score(centipawns, depth)?,
            XBoardCommand::Computer => self.opponent.is_program = true,
            XBoardCommand::Pause => self.pause(),
            XBoardCommand::Resume => self.resume(),
            XBoardCommand::Memory(mebibytes) => self.set_number(HASH, mebibytes)?,
            XBoardCommand::Cores(count) => self.set_number(THREADS, count)?,
            // XBoard shows nothing of an `Error`, and its dialog of options has closed.
            XBoardCommand::Option { name, value } => {
                if let Err(why) = self.set_option(&name, &value) {
                    self.wire.tell_error(why);
                }
            }
            XBoardCommand::Lift(square) => self.lift(&square)?,
            XBoardCommand::Put(square) => self.put(&square)?,
            XBoardCommand::Answer { tag, text } => self.answer(&tag, &text)?,
            // Nothing to do: the wire was spoken already, the opponent's clock is not
            // looked at, the engine varies by itself, marks follow from `lift` alone.
            XBoardCommand::XBoard
            | XBoardCommand::Accepted
            | XBoardCommand::Rejected
            | XBoardCommand::OtherTime(_)
            | XBoardCommand::Random
            | XBoardCommand::Hover
            | XBoardCommand::Ignored => {}
            XBoardCommand::Quit => unreachable!("the caller quits"),
        }
        Ok(())
    }

    fn introduce(&self) {
        let options = self.options.list(&self.catalog);
        for line in features(&Game::names(&self.catalog), options) {
            self.wire.send(line);
        }
    }

    /// A new game of the standard kind, in which the engine plays Black; while it
    /// analyses, it goes on to do so.
    fn new_game(&mut self) {
        self.abandon();
        self.close_game();
        let name = self.options.variant.clone();
        self.searcher.forget();
        self.timing.new_game();
        self.opponent.is_program = false;
        self.paused = false;
        if self.mode != Mode::Analysis {
            self.mode = Mode::Plays(Color::Black);
        }
        match start(&self.catalog, &name) {
            Ok(game) => self.game = game,
            Err(why) => {
                self.game.refused = Some(Refusal::Unplayable(name));
                self.wire.tell_error(why);
            }
        }
        self.number_ranks();
        self.begin();
    }

    /// Forgets what belongs to the position that was, and analyses the one that is.
    fn begin(&mut self) {
        self.human = Human::default();
        self.excluded.clear();
        self.outlook = Outlook::default();
        self.opponent.begin();
        if self.mode == Mode::Analysis {
            self.analyse();
        }
    }

    fn set_variant(&mut self, name: &str) -> Result<(), SessionError> {
        self.abandon();
        self.close_game();
        let started = Game::find(&self.catalog, name)
            .map_err(XBoardGameError::from)
            .and_then(|game| Game::start(&game));
        match started {
            Ok(game) => {
                for line in game.display.setup_lines(&game.position) {
                    self.wire.send(line);
                }
                self.game = game;
                self.number_ranks();
                self.ranks_checked = false;
                self.begin();
                Ok(())
            }
            Err(why) => {
                self.game.refused = Some(Refusal::UnknownVariant(name.into()));
                self.wire.tell_error(why);
                Err(SessionError::UnsupportedVariant)
            }
        }
    }

    /// Stops whatever is being searched, without a move.
    fn abandon(&mut self) {
        self.searcher.abandon();
        self.wire.answer_pings();
    }

    /// Ends a search with what it has found.
    pub fn finish(&mut self) {
        self.searcher.finish();
    }

    fn stop_playing(&mut self) {
        self.abandon();
        self.mode = Mode::Force;
        self.opponent.offers_draw = false;
    }

    fn go(&mut self) -> Result<(), SessionError> {
        self.game.playable()?;
        if self.searcher.is_thinking() {
            return Err(SessionError::AlreadyThinking);
        }
        if !self.excluded.is_empty() && self.included().is_empty() {
            return Err(SessionError::AllExcluded);
        }
        self.abandon();
        self.mode = Mode::Plays(self.game.position.side_to_move());
        self.take_turn();
        Ok(())
    }

    fn play_other(&mut self) -> Result<(), Refusal> {
        self.game.playable()?;
        self.abandon();
        self.mode = Mode::Plays(self.game.position.side_to_move().other());
        self.ponder();
        Ok(())
    }

    /// `white` and `black` of version 1: this player is to move, the engine plays the
    /// other.
    fn set_side(&mut self, side: Color) -> Result<(), FenError> {
        self.abandon();
        if self.game.position.side_to_move() != side {
            self.close_game();
        }
        self.game.set_side(side)?;
        self.mode = Mode::Plays(side.other());
        Ok(())
    }

    fn set_control(&mut self, control: Control) {
        self.timing.set_control(control);
    }

    fn ping(&mut self, text: String) {
        if self.searcher.is_thinking() {
            return self.wire.hold_ping(text);
        }
        if self.searcher.running().is_none() {
            let ready = self.searcher.make_ready(&self.game.position);
            self.tell_failure(ready);
        }
        self.wire.pong(&text);
    }

    /// Tells the user if the engine could not be set as it should be; its own settings
    /// count.
    fn tell_failure(&mut self, ready: Result<(), EngineError>) {
        if let Err(error) = ready {
            self.wire.tell_error(error);
            self.options.settings.hash = self.searcher.settings().hash;
        }
    }

    /// Another position takes the place of the game, or nothing does.
    pub fn close_game(&mut self) {
        self.write_game(None);
        self.record.begin();
    }

    /// Appends the game to the file of games, if there is one, with the result that XBoard
    /// has told.
    fn write_game(&mut self, told: Option<&str>) {
        let Some(file) = &self.options.game_file else {
            return;
        };
        if let Err(error) = self.record.write(file, &mut self.game, told) {
            self.wire.tell_error(error);
        }
    }

    fn set_board(&mut self, fen: &str) {
        self.abandon();
        if self.game.step_back_to(fen) {
            return self.begin_again();
        }
        self.close_game();
        match self.game.with_fen(fen) {
            Ok(game) => self.game = game,
            Err(why) => {
                self.wire.tell_error(format!("Illegal position: {why}"));
                self.game.refused = Some(Refusal::IllegalPosition);
            }
        }
        self.begin();
    }

    fn begin_edit(&mut self) {
        self.abandon();
        let position = &self.game.position;
        self.edit = Some(Edit::new(
            position.shape(),
            &self.game.display.fen(position),
        ));
    }

    /// Takes a line while a position is set up. Returns whether it was about that:
    /// any command but a ping ends the setting up, and the position stays what it was.
    fn edit_line(&mut self, line: &str) -> bool {
        let step = match EditStep::parse(line) {
            Ok(step) => step,
            Err(why) => match parse(line) {
                Ok(XBoardCommand::Ping(_)) => return false,
                Ok(_) => {
                    self.edit = None;
                    return false;
                }
                Err(_) => {
                    self.wire.error(why, line);
                    return true;
                }
            },
        };
        let Some(edit) = &mut self.edit else {
            return false;
        };
        match step {
            EditStep::Clear => edit.clear(),
            EditStep::OtherColor => edit.other_color(),
            EditStep::Put { piece, square } => match self.game.display.read_square(&square) {
                Some(square) => edit.put(&piece, square),
                None => self.wire.error("no such square", line),
            },
            EditStep::Done => {
                let fens = edit.fens(self.game.position.side_to_move());
                self.edit = None;
                let readable = fens.iter().find(|fen| self.game.with_fen(fen).is_ok());
                // If there is none, the last has fewest conditions: what is said about
                // it is the reason.
                if let Some(fen) = readable.or(fens.last()) {
                    self.set_board(fen);
                }
            }
        }
        true
    }

    fn pause(&mut self) {
        self.abandon();
        self.paused = true;
    }

    fn resume(&mut self) {
        if std::mem::take(&mut self.paused) {
            self.take_turn();
        }
    }
}

/// The game of this name from its start.
fn start(catalog: &Catalog, name: &str) -> Result<Game, XBoardGameError> {
    Game::start(catalog.get(name)?)
}
