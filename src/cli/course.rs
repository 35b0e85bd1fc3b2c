//! How games between engines begin, go and end: what `match` and `tune` have in common.

use super::{ConfigArgs, report, setup};
use crate::arena::{
    Adjudication, DrawRule, EngineSpec, Launcher, Log, OpeningFile, Openings, ResignRule,
};
use crate::position::AnyPosition;
use crate::rules::Catalog;
use crate::rules::ini::shown_path;
use crate::search::processors;
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

#[derive(Args, Debug)]
pub(super) struct CourseArgs {
    /// Games at a time [default: as many as processors, or half as many if an engine ponders]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: Option<u16>,
    /// Start from a file: file=F format=epd|pgn order=sequential|random start=N plies=N
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", conflicts_with = "random_plies")]
    openings: Option<Vec<String>>,
    /// Start with so many random moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    random_plies: Option<u16>,
    /// What makes chance the same again
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Draws by score: movenumber=N movecount=N score=N
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Option<Vec<String>>,
    /// Losses by score: movecount=N score=N twosided=true|false
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Option<Vec<String>>,
    /// A draw after so many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    maxmoves: Option<u16>,
    /// Append the lines of all engines, both ways, to a file
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    log: Option<PathBuf>,
    /// An engine for which no clock runs must answer within this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = setup::duration)]
    patience: Duration,
}

/// A book is read whole.
const LARGEST_BOOK: u64 = 1 << 30;

/// Reads the name of a file, which other runners write as `file=NAME`.
pub(super) fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(|text| match text.to_str() {
        Some(name) => name.strip_prefix("file=").unwrap_or(name).into(),
        None => text.into(),
    })
}

/// The arguments make no sense.
#[derive(Debug, Error)]
#[error("{0}")]
struct Usage(String);

/// The exit code then.
const USAGE: u8 = 2;

/// The error of arguments that make no sense.
pub(super) fn usage(why: String) -> anyhow::Error {
    Usage(why).into()
}

/// Reports arguments that make no sense, with an exit code of their own.
pub(super) fn checked(result: anyhow::Result<ExitCode>) -> anyhow::Result<ExitCode> {
    match result {
        Err(error) if error.is::<Usage>() => {
            report(&format!("error: {error}"));
            Ok(ExitCode::from(USAGE))
        }
        result => result,
    }
}

/// A file of openings, and its text.
pub(super) struct Book {
    about: OpeningFile,
    text: String,
}

impl CourseArgs {
    /// The words behind options that take several.
    pub fn words(&self) -> impl Iterator<Item = &String> {
        let lists = [&self.openings, &self.draw, &self.resign];
        lists.into_iter().flatten().flatten()
    }

    /// So many games are played at a time. Where an engine thinks on the opponent's time, a
    /// game takes two processors.
    pub fn concurrency(&self, specs: &[EngineSpec]) -> usize {
        let each = if specs.iter().any(|spec| spec.ponder) {
            2
        } else {
            1
        };
        self.concurrency
            .map_or_else(|| (processors() / each).max(1), usize::from)
    }

    /// Reads the file of openings, if one is named.
    pub fn book(&self) -> anyhow::Result<Option<Book>> {
        let Some(words) = &self.openings else {
            return Ok(None);
        };
        let about = OpeningFile::read(words).map_err(usage)?;
        let file = shown_path(&about.file);
        let size = std::fs::metadata(&about.file).map(|data| data.len());
        let size = size.with_context(|| format!("cannot read {file}"))?;
        ensure!(size <= LARGEST_BOOK, "{file}: the file is too large");
        let text = std::fs::read_to_string(&about.file);
        let text = text.with_context(|| format!("cannot read {file}"))?;
        Ok(Some(Book { about, text }))
    }

    /// Where games start.
    pub fn openings(
        &self,
        book: Option<&Book>,
        start: &AnyPosition,
        catalog: &Catalog,
    ) -> anyhow::Result<Openings> {
        let start = start.clone();
        match (book, self.random_plies) {
            (Some(book), _) => {
                let parsed = book.about.parse(&book.text, &start, catalog, self.seed);
                parsed.map_err(anyhow::Error::msg)
            }
            (None, Some(plies)) => Ok(Openings::Random {
                start,
                plies: plies.into(),
                seed: self.seed,
            }),
            (None, None) => Ok(Openings::Start(start)),
        }
    }

    /// What ends games beside the rules.
    pub fn adjudication(&self) -> anyhow::Result<Adjudication> {
        let draw = self.draw.as_deref().map(DrawRule::read).transpose();
        let resign = self.resign.as_deref().map(ResignRule::read).transpose();
        Ok(Adjudication {
            draw: draw.map_err(usage)?,
            resign: resign.map_err(usage)?,
            max_moves: self.maxmoves.map(usize::from),
        })
    }

    /// All that must be the same for something to go on.
    pub fn settings(&self, book: Option<&Book>) -> anyhow::Result<Value> {
        let rules = self.adjudication()?;
        Ok(json!({
            "seed": self.seed,
            "random-plies": self.random_plies,
            "openings": self.openings,
            "book": book.map(|book| fingerprint(&book.text)),
            "draw": rules.draw,
            "resign": rules.resign,
            "maxmoves": self.maxmoves,
        }))
    }

    /// What engines are started with.
    pub fn hall(&self, config: &ConfigArgs) -> anyhow::Result<Hall> {
        let log = match &self.log {
            None => None,
            Some(path) => {
                let log = Log::open(path);
                Some(log.with_context(|| format!("cannot write {}", shown_path(path)))?)
            }
        };
        Ok(Hall {
            games_file: setup::games_file(config),
            patience: self.patience,
            log,
            abort: Arc::new(AtomicBool::new(false)),
        })
    }
}

/// What all engines are started with.
pub(super) struct Hall {
    games_file: Option<PathBuf>,
    patience: Duration,
    log: Option<Log>,
    /// Breaks all games off.
    pub abort: Arc<AtomicBool>,
}

impl Hall {
    /// Makes an engine ready to be started for a game.
    pub fn launcher(&self, spec: EngineSpec, start: &AnyPosition) -> anyhow::Result<Launcher> {
        let name = spec.name.clone();
        let (rules, file) = (start.rules().clone(), self.games_file.as_deref());
        Launcher::new(spec, rules, file, self.patience, self.abort.clone())
            .map(|launcher| launcher.with_log(self.log.clone()))
            .map_err(|why| anyhow!("engine {name}: {why}"))
    }
}

/// A number that tells one file from another: FNV-1a.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The settings of two sources.
pub(super) fn joined(mut settings: Value, more: Value) -> Value {
    if let (Some(all), Value::Object(more)) = (settings.as_object_mut(), more) {
        all.extend(more);
    }
    settings
}
