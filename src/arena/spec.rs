//! What the user says of an engine.

use super::launch::SELF;
use super::limits::Limits;
use super::words::Words;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A language that engines speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, as XBoard speaks it.
    Cecp,
}

/// An engine as the user describes it.
#[derive(Clone, Debug, Serialize)]
pub struct EngineSpec {
    /// What it is called in tables and games.
    pub name: String,
    /// The program; [`SELF`] is this one.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The directory in which it runs.
    pub directory: Option<PathBuf>,
    /// Its language; `None` to find out.
    pub protocol: Option<Protocol>,
    /// What it calls the game, if not as we do.
    pub variant: Option<String>,
    /// A file of games for it.
    pub games: Option<PathBuf>,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// Its time.
    pub limits: Limits,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// Whether it thinks on the opponent's time. States that were written without it hold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
}

impl EngineSpec {
    /// Reads the words behind `--engine`, after those behind `--each`, which they replace.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn read(own: &[String], each: &[String]) -> Result<Self, String> {
        let key = |word: &String| word.split_once('=').map(|(key, _)| key.trim().to_string());
        let taken: Vec<Option<String>> = own.iter().map(key).collect();
        // An argument of one engine stands behind those of all.
        let stays = |word: &&String| {
            let key = key(word);
            key.is_none() || key.as_deref() == Some("arg") || !taken.contains(&key)
        };
        let words: Vec<String> = each.iter().filter(stays).chain(own).cloned().collect();
        let mut words = Words::read("--engine", &words)?;
        let command = words.take("cmd")?.unwrap_or_else(|| SELF.into());
        let name = words.take("name")?.unwrap_or_else(|| {
            let stem = Path::new(&command).file_stem();
            stem.map_or(command.clone(), |stem| stem.to_string_lossy().into_owned())
        });
        let mut arguments = Vec::new();
        if let Some(text) = words.take("args")? {
            let split = shlex::split(&text);
            arguments = split.ok_or_else(|| words.wrong("args", &text, "a quote is not closed"))?;
        }
        arguments.extend(words.take_all("arg"));
        let protocol = match words.take("proto")? {
            None => None,
            Some(text) => match text.to_ascii_lowercase().as_str() {
                "auto" => None,
                "uci" => Some(Protocol::Uci),
                "xboard" | "cecp" | "winboard" => Some(Protocol::Cecp),
                _ => return Err(words.wrong("proto", &text, "expected uci, xboard or auto")),
            },
        };
        let restart = match words.take("restart")?.as_deref() {
            None | Some("auto" | "off") => false,
            Some("on") => true,
            Some(other) => return Err(words.wrong("restart", other, "expected on, off or auto")),
        };
        let spec = Self {
            name,
            command,
            arguments,
            directory: words.take("dir")?.map(Into::into),
            protocol,
            variant: words.take("variant")?,
            games: words.take("ini")?.map(Into::into),
            options: words.take_prefixed("option."),
            limits: Limits::take(&mut words)?,
            restart,
            ponder: words.flag("ponder")?.unwrap_or(false),
        };
        words.finish()?;
        if !spec.limits.has_end() {
            return Err(format!(
                "--engine: {}: nothing ends its thinking; give it tc=, st=, nodes= or depth=",
                spec.name
            ));
        }
        Ok(spec)
    }

    /// Reads all engines.
    ///
    /// # Errors
    /// What makes no sense; or there are too few, or two of one name.
    pub fn read_all(engines: &[Vec<String>], each: &[String]) -> Result<Vec<Self>, String> {
        let read = |own: &Vec<String>| Self::read(own, each);
        let specs: Vec<Self> = engines.iter().map(read).collect::<Result<_, _>>()?;
        if specs.len() < 2 {
            return Err("a match takes two engines at least: give --engine twice".into());
        }
        for (index, spec) in specs.iter().enumerate() {
            if specs[..index].iter().any(|other| other.name == spec.name) {
                let name = &spec.name;
                return Err(format!(
                    "two engines are called '{name}'; tell them apart with name="
                ));
            }
        }
        Ok(specs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(Into::into).collect()
    }

    #[test]
    fn engines_are_described_in_the_words_of_other_runners() {
        let own =
            words("name=A cmd=./a arg=-x arg=y=z dir=/tmp proto=xboard option.Hash=64 depth=3");
        let each = words("tc=40/60+0.5 depth=9 option.Hash=16 option.Threads=2 arg=-v");
        let spec = EngineSpec::read(&own, &each).unwrap();
        assert_eq!(spec.name, "A");
        assert_eq!(spec.arguments, ["-v", "-x", "y=z"]);
        assert_eq!(spec.protocol, Some(Protocol::Cecp));
        assert_eq!(spec.limits.to_string(), "40/60+0.5 depth=3");
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(spec.options, [pair("Threads", "2"), pair("Hash", "64")]);
        assert!(!spec.ponder && !serde_json::to_string(&spec).unwrap().contains("ponder"));
        let each = words("st=1 ponder=on");
        let pondering = |own: &str| EngineSpec::read(&words(own), &each).unwrap().ponder;
        assert!(pondering("name=A") && !pondering("name=A ponder=off"));
        let plain = EngineSpec::read(&words("cmd=/usr/bin/engine.sh st=1"), &[]).unwrap();
        assert_eq!((plain.name.as_str(), plain.protocol), ("engine", None));
        assert_eq!(
            EngineSpec::read(&words("depth=1"), &[]).unwrap().command,
            SELF
        );
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (text, message) in [
            ("cmd", "'cmd' is not of the form key=value"),
            ("cmd=a", "nothing ends its thinking"),
            ("cmd=a tc=1 tc=2", "tc is given twice"),
            ("cmd=a tc=x", "tc=x: 'x' is not of the form"),
            ("cmd=a nodes=0", "nodes=0: expected a number from 1"),
            ("cmd=a st=0", "st=0: expected seconds"),
            (
                "cmd=a st=1 proto=usi",
                "proto=usi: expected uci, xboard or auto",
            ),
            ("cmd=a st=1 ponder=x", "ponder=x: expected true or false"),
            ("cmd=a st=1 hash=3", "unknown key 'hash'"),
        ] {
            let error = EngineSpec::read(&words(text), &[]).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
        let twice = [words("name=A st=1"), words("name=A st=1")];
        let error = EngineSpec::read_all(&twice, &[]).unwrap_err();
        assert!(error.contains("two engines are called 'A'"), "{error}");
        let error = EngineSpec::read_all(&twice[..1], &[]).unwrap_err();
        assert!(error.contains("two engines at least"), "{error}");
    }
}
