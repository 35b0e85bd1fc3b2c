//! What can be set, in one list for all protocols.

use super::games::{LoadError, load_all_games, load_games};
use crate::rules::ini::shortened;
use crate::rules::{Catalog, CatalogError};
use crate::search::{
    ELO_RANGE, LEVELS, Limits, Parameters, Settings, free_mebibytes, level_for_elo,
    nodes_for_level, processors,
};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The option for the game.
pub const VARIANT: &str = "UCI_Variant";
/// The option for the size of the transposition table in MiB.
pub const HASH: &str = "Hash";
/// The option for the number of search threads.
pub const THREADS: &str = "Threads";
/// The option for XBoard's argument of that name.
pub const RANK_OFFSET: &str = "Rank Offset";
/// The option for the level to play at.
pub const LEVEL: &str = "Skill Level";
/// The option for the file to which games are appended.
pub const GAME_FILE: &str = "Game File";
/// The option for the file to which both sides' lines are logged.
pub const LOG_FILE: &str = "Log File";
/// The values of [`RANK_OFFSET`].
const OFFSETS: [&str; 3] = ["auto", "0", "1"];

/// The kind of an option, with its default and limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On or off.
    Check(bool),
    /// A number.
    Spin {
        /// The default.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of some texts.
    Combo {
        /// The default.
        default: String,
        /// All texts.
        all: Vec<String>,
    },
    /// The path of a file; `<empty>` for none.
    File,
    /// Something to press.
    Button,
}

/// The protocols that show an option. Each can set all of them: an audience is missing
/// where the protocol says the same in words of its own, or has no words for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// All.
    All,
    /// Only UCI.
    Uci,
    /// Only XBoard.
    XBoard,
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Who is shown it.
    pub audience: Audience,
}

/// What an option asks for beyond a change of the values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// Tell the user this: the value was taken with a change.
    Note(String),
    /// Play this game.
    Variant(String),
    /// Load this ini file.
    VariantPath(String),
    /// Forget what the table holds.
    ClearHash,
    /// Log to this file.
    Log(String),
}

/// Why an option cannot be set. Names are the options' own, values are shortened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each case and field is")]
pub enum OptionError {
    #[error("there is no option '{0}'")]
    Unknown(String),
    #[error("{option}: '{value}' is neither true nor false")]
    NotASwitch { option: String, value: String },
    #[error(
        "{option}: '{value}' is not a number from {min} to {max}{}",
        if option == HASH { " MiB, the memory that is free" } else { "" }
    )]
    OutOfRange {
        option: String,
        value: String,
        min: i64,
        max: i64,
    },
    #[error("{option}: '{value}' is none of {}", choices.join(", "))]
    NotAChoice {
        option: String,
        value: String,
        choices: Vec<String>,
    },
    #[error("{name}: not a number from {min} to {max}")]
    Parameter { name: String, min: i32, max: i32 },
    #[error(transparent)]
    Game(#[from] CatalogError),
}

/// Why the file that an option names cannot be used.
#[derive(Debug, Error)]
#[error("{option}: {}: {reason}", shortened(.path))]
pub struct FileError {
    /// The option.
    pub option: &'static str,
    /// The file's path, as it was given.
    pub path: String,
    /// What the system says.
    pub reason: io::Error,
}

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the engine is set to.
    pub settings: Settings,
    /// The game.
    pub variant: String,
    /// Show winning, drawing and losing chances.
    pub show_wdl: bool,
    /// Analysing: play as strong as possible.
    pub analyse: bool,
    /// Play at `elo` instead of `skill`.
    pub limit_strength: bool,
    /// The strength when limited.
    pub elo: u32,
    /// The level when not limited by Elo.
    pub skill: u8,
    /// Give up games that are lost.
    pub resign: bool,
    /// By how much XBoard's numbers of ranks are smaller than the board's, if the user
    /// says so.
    pub rank_offset: Option<u8>,
    /// The file to which XBoard's games are appended.
    pub game_file: Option<String>,
    most_hash: i64,
}

impl Options {
    /// The defaults for a catalog.
    pub fn new(catalog: &Catalog) -> Self {
        let most_hash = free_mebibytes().max(1);
        let mut settings = Settings::default();
        settings.hash = settings.hash.min(most_hash);
        Self {
            settings,
            variant: catalog.first_name().into(),
            show_wdl: false,
            analyse: false,
            limit_strength: false,
            elo: *ELO_RANGE.end(),
            skill: *LEVELS.end(),
            resign: false,
            rank_offset: None,
            game_file: None,
            most_hash: most_hash as i64,
        }
    }

    /// The level to play at.
    pub fn level(&self) -> u8 {
        if self.analyse {
            *LEVELS.end()
        } else if self.limit_strength {
            level_for_elo(self.elo)
        } else {
            self.skill
        }
    }

    /// Adds to a search's limits what the level allows in a position with so many legal
    /// moves.
    pub fn limit(&self, limits: &mut Limits, legal_moves: usize) {
        if let Some(budget) = nodes_for_level(self.level(), legal_moves) {
            limits.nodes = Some(limits.nodes.map_or(budget, |n| n.min(budget)));
        }
    }

    /// All options that are shown, with their defaults.
    pub fn list(&self, catalog: &Catalog) -> Vec<OptionSpec> {
        let spin = |default: i64, min: i64, max: i64| Kind::Spin { default, min, max };
        let defaults = Settings::default();
        let (low, high) = (i64::from(*ELO_RANGE.start()), i64::from(*ELO_RANGE.end()));
        let (first, full) = (i64::from(*LEVELS.start()), i64::from(*LEVELS.end()));
        let default = catalog.first_name();
        let mut games: Vec<String> = catalog.games().iter().map(|g| g.name.clone()).collect();
        // One that cannot be played is still what is set, until another is chosen.
        if !games.iter().any(|name| name == default) {
            games.insert(0, default.into());
        }
        use Audience::{All, Uci, XBoard};
        let variants = Kind::Combo {
            default: default.into(),
            all: games,
        };
        let offsets = Kind::Combo {
            default: OFFSETS[0].into(),
            all: OFFSETS.map(String::from).to_vec(),
        };
        let hash = (defaults.hash as i64).min(self.most_hash);
        let overhead = defaults.overhead.as_millis() as i64;
        [
            (VARIANT, variants, Uci),
            ("VariantPath", Kind::File, All),
            (HASH, spin(hash, 1, self.most_hash), Uci),
            ("Clear Hash", Kind::Button, All),
            (THREADS, spin(1, 1, 512), Uci),
            ("MultiPV", spin(1, 1, 500), All),
            ("Ponder", Kind::Check(false), Uci),
            ("Move Overhead", spin(overhead, 0, 5000), All),
            ("UCI_AnalyseMode", Kind::Check(false), Uci),
            ("UCI_LimitStrength", Kind::Check(false), All),
            ("UCI_Elo", spin(high, low, high), All),
            (LEVEL, spin(full, first, full), All),
            ("UCI_ShowWDL", Kind::Check(false), Uci),
            ("Resign", Kind::Check(false), XBoard),
            (RANK_OFFSET, offsets, XBoard),
            // XBoard's dialog shows the field empty when its command line has set the file. Of
            // the kind string it would be shown, but XBoard 4.9.1 copies the text over the end
            // of its memory, and crashes.
            (GAME_FILE, Kind::File, XBoard),
            (LOG_FILE, Kind::File, All),
        ]
        .into_iter()
        .map(|(name, kind, audience)| OptionSpec {
            name: name.into(),
            kind,
            audience,
        })
        .collect()
    }

    /// Sets an option; its name in any case.
    ///
    /// # Errors
    /// The name is unknown or the value out of its limits; nothing has changed then.
    pub fn set(
        &mut self,
        catalog: &Catalog,
        name: &str,
        value: &str,
    ) -> Result<Effect, OptionError> {
        let Some(spec) = self
            .list(catalog)
            .into_iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
        else {
            return self.set_parameter(name, value);
        };
        let value = value.trim();
        let option = || spec.name.clone();
        let text = || shortened(value);
        let mut number = 0;
        let mut on = false;
        match &spec.kind {
            Kind::Check(_) => {
                on = match value.to_ascii_lowercase().as_str() {
                    "true" | "1" | "on" => true,
                    "false" | "0" | "off" => false,
                    _ => {
                        return Err(OptionError::NotASwitch {
                            option: option(),
                            value: text(),
                        });
                    }
                };
            }
            &Kind::Spin { min, max, .. } => {
                number = value
                    .parse::<i64>()
                    .ok()
                    .filter(|n| (min..=max).contains(n))
                    .ok_or_else(|| OptionError::OutOfRange {
                        option: option(),
                        value: text(),
                        min,
                        max,
                    })?;
            }
            Kind::Combo { all, .. } if spec.name == RANK_OFFSET => {
                let given = all.iter().any(|text| text.eq_ignore_ascii_case(value));
                if !given {
                    return Err(OptionError::NotAChoice {
                        option: option(),
                        value: text(),
                        choices: all.clone(),
                    });
                }
            }
            Kind::Combo { .. } | Kind::File | Kind::Button => {}
        }
        match spec.name.as_str() {
            VARIANT => {
                let game = catalog.get(value)?;
                self.variant = game.name.clone();
                return Ok(Effect::Variant(game.name.clone()));
            }
            "VariantPath" => return Ok(Effect::VariantPath(value.into())),
            "Clear Hash" => return Ok(Effect::ClearHash),
            LOG_FILE => return Ok(Effect::Log(value.into())),
            HASH => self.settings.hash = number as usize,
            THREADS => {
                let (wanted, most) = (number as usize, processors());
                self.settings.threads = wanted.min(most);
                if wanted > most {
                    return Ok(Effect::Note(format!(
                        "{THREADS}: {most} in use: this machine runs no more at the same time"
                    )));
                }
            }
            "MultiPV" => self.settings.multi_pv = number as usize,
            "Move Overhead" => self.settings.overhead = Duration::from_millis(number as u64),
            "UCI_Elo" => self.elo = number as u32,
            LEVEL => self.skill = number as u8,
            "UCI_AnalyseMode" => self.analyse = on,
            "UCI_LimitStrength" => self.limit_strength = on,
            "UCI_ShowWDL" => self.show_wdl = on,
            "Resign" => self.resign = on,
            GAME_FILE => {
                let named = !matches!(value, "" | "<empty>");
                self.game_file = named.then(|| value.into());
            }
            RANK_OFFSET => self.rank_offset = value.to_ascii_lowercase().parse().ok(),
            // Ponder only tells that the other program may ask for it.
            _ => {}
        }
        Ok(Effect::None)
    }

    /// Sets one of the numbers that steer the search: options that are not shown.
    fn set_parameter(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let shown = shortened(name);
        let Some(info) = Parameters::ALL
            .iter()
            .find(|info| info.name.eq_ignore_ascii_case(name))
        else {
            return Err(OptionError::Unknown(shown));
        };
        let number = value.trim().parse::<i32>().ok();
        match number.filter(|&n| self.settings.parameters.set(info.name, n)) {
            Some(_) => Ok(Effect::None),
            None => Err(OptionError::Parameter {
                name: shown,
                min: info.min,
                max: info.max,
            }),
        }
    }
}

/// The games that the option `VariantPath` asks for: those of one or more files, written as
/// the system writes lists of paths (`a.ini:b.ini`, on Windows `a.ini;b.ini`), beside the
/// built-in ones, or these alone.
///
/// # Errors
/// A file cannot be read.
pub fn games_of(path: &str) -> Result<Catalog, LoadError> {
    match path {
        "" | "<empty>" => Ok(Catalog::built_in().clone()),
        // The sign between two paths may be part of a name.
        path if Path::new(path).exists() => load_games(Path::new(path)),
        path => {
            let paths: Vec<_> = std::env::split_paths(path)
                .filter(|path| !path.as_os_str().is_empty())
                .collect();
            load_all_games(paths.iter().map(PathBuf::as_path))
        }
    }
}
