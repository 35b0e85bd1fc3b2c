//! Starting engines, and finding out what they speak.

use super::cecp::Cecp;
use super::fault::Fault;
use super::player::Player;
use super::process::{Log, Process};
use super::spec::{EngineSpec, Protocol};
use super::uci::Uci;
use crate::rules::Variant;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The command that stands for this program.
pub const SELF: &str = "self";
/// An engine that has not said `uciok` by then does not speak UCI.
const HESITATION: Duration = Duration::from_secs(5);

/// Starts one of the engines of a tournament, as often as it is needed.
pub struct Launcher {
    spec: EngineSpec,
    program: OsString,
    arguments: Vec<String>,
    game: Arc<Variant>,
    /// An engine for which no clock runs must answer within this.
    patience: Duration,
    /// Set when nobody waits for answers any more.
    abort: Arc<AtomicBool>,
    /// Where the lines of all engines are noted.
    log: Option<Log>,
    /// What it speaks, once that is known.
    protocol: OnceLock<Protocol>,
}

impl Launcher {
    /// For an engine that plays a game. `own_games` is the file of games that this program
    /// has read, for engines that are this program; setting `abort` breaks all waiting off.
    ///
    /// # Errors
    /// The program's own path is unknown.
    pub fn new(
        spec: EngineSpec,
        game: Arc<Variant>,
        own_games: Option<&Path>,
        patience: Duration,
        abort: Arc<AtomicBool>,
    ) -> Result<Self, String> {
        let mut arguments = spec.arguments.clone();
        let program = if spec.command == SELF {
            if let Some(file) = own_games {
                arguments.insert(0, "--config".into());
                arguments.insert(1, absolute(file).to_string_lossy().into_owned());
            }
            let own = std::env::current_exe();
            own.map_err(|error| format!("the path of this program: {error}"))?
                .into()
        } else {
            program_of(&spec)
        };
        let protocol = OnceLock::new();
        if let Some(given) = spec.protocol {
            // Nobody has set it yet.
            let _ = protocol.set(given);
        }
        Ok(Self {
            spec,
            program,
            arguments,
            game,
            patience,
            abort,
            log: None,
            protocol,
        })
    }

    /// The same, and its lines are noted.
    #[must_use]
    pub fn with_log(mut self, log: Option<Log>) -> Self {
        self.log = log;
        self
    }

    /// What the user says of the engine.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// What the engine speaks, if that is known.
    pub fn protocol(&self) -> Option<Protocol> {
        self.protocol.get().copied()
    }

    /// Starts the engine and makes it ready to play.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn start(&self) -> Result<Box<dyn Player>, Fault> {
        match self.protocol() {
            Some(Protocol::Uci) => {
                let mut uci = Uci::new(self.process()?, &self.spec, self.patience);
                if !uci.introduce(self.patience)? {
                    return Err(uci.silent("uci", self.patience));
                }
                self.ready_uci(uci)
            }
            Some(Protocol::Cecp) => self.start_cecp(),
            None => self.find_out(),
        }
    }

    fn process(&self) -> Result<Process, Fault> {
        let directory = self.spec.directory.as_deref();
        let abort = self.abort.clone();
        let log = self.log.as_ref().map(|log| (log, self.spec.name.as_str()));
        Process::start(&self.program, &self.arguments, directory, log, abort)
    }

    fn ready_uci(&self, mut uci: Uci) -> Result<Box<dyn Player>, Fault> {
        uci.set_up(&self.game)?;
        Ok(Box::new(uci))
    }

    fn start_cecp(&self) -> Result<Box<dyn Player>, Fault> {
        let cecp = Cecp::start(self.process()?, &self.spec, &self.game, self.patience)?;
        Ok(Box::new(cecp))
    }

    fn find_out(&self) -> Result<Box<dyn Player>, Fault> {
        let mut uci = Uci::new(self.process()?, &self.spec, self.patience);
        // An engine of the other protocol may end at a word that it does not know.
        let (player, found) = match uci.introduce(self.patience.min(HESITATION)) {
            Ok(true) => (self.ready_uci(uci)?, Protocol::Uci),
            Ok(false) | Err(Fault::Crash(_)) => {
                drop(uci);
                (self.start_cecp()?, Protocol::Cecp)
            }
            Err(fault) => return Err(fault),
        };
        // Another thread can only have found the same.
        let _ = self.protocol.set(found);
        Ok(player)
    }
}

/// A path that is right in any directory.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// A program with a directory in its name is looked for from the engine's own directory
/// and from this one; another where the system looks for programs.
fn program_of(spec: &EngineSpec) -> OsString {
    let command = Path::new(&spec.command);
    if command.is_absolute() || command.components().count() < 2 && !command.starts_with(".") {
        return command.into();
    }
    let there = spec
        .directory
        .as_ref()
        .map(|dir| absolute(&dir.join(command)));
    match there.filter(|path| path.is_file()) {
        Some(path) => path.into(),
        None => absolute(command).into(),
    }
}
