//! The arguments `--engine` and `--each`: each engine's words stay together, which derived
//! readers of arguments do not keep.

use crate::arena::EngineSpec;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

/// The words behind every `--engine`, and behind `--each`.
#[derive(Clone, Default, Debug)]
pub(in crate::cli) struct Engines {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl Engines {
    /// All words.
    pub fn words(&self) -> impl Iterator<Item = &String> {
        self.engines.iter().flatten().chain(&self.each)
    }

    /// What the words say.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn specs(&self) -> Result<Vec<EngineSpec>, String> {
        EngineSpec::read_all(&self.engines, &self.each)
    }

    /// The only engine; this program, if none is named.
    ///
    /// # Errors
    /// What makes no sense; or there are several.
    pub fn only(&self) -> Result<EngineSpec, String> {
        match &self.engines[..] {
            [] => EngineSpec::read(&[], &self.each),
            [own] => EngineSpec::read(own, &self.each),
            _ => Err("--engine is given twice: one engine is tuned, against itself".into()),
        }
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let occurrences = |name: &str| -> Vec<Vec<String>> {
            let all = matches.get_occurrences::<String>(name);
            all.into_iter()
                .flatten()
                .map(|words| words.cloned().collect())
                .collect()
        };
        Ok(Self {
            engines: occurrences("engine"),
            each: occurrences("each").concat(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let words = |name: &'static str, help: &'static str| {
            Arg::new(name)
                .long(name)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help(help)
        };
        command
            .arg(words(
                "engine",
                "An engine: cmd= name= tc= option.NAME= ...",
            ))
            .arg(words("each", "What all engines have in common"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
