//! Arguments of the form `key=value`, as match runners take them.

use crate::rules::ini::shortened;
use std::str::FromStr;

/// Some `key=value` pairs behind an argument, each to be taken once.
#[derive(Debug)]
pub struct Words {
    /// The argument, for messages.
    argument: String,
    pairs: Vec<(String, String)>,
    asked: Vec<&'static str>,
}

impl Words {
    /// Reads the words behind an argument.
    ///
    /// # Errors
    /// One of them has no `=`.
    pub fn read(argument: &str, words: &[String]) -> Result<Self, String> {
        let pair = |word: &String| match word.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_string(), value.trim().to_string())),
            None => Err(format!(
                "{argument}: '{}' is not of the form key=value",
                shortened(word)
            )),
        };
        Ok(Self {
            argument: argument.into(),
            pairs: words.iter().map(pair).collect::<Result<_, _>>()?,
            asked: Vec::new(),
        })
    }

    /// An error about the value of a key.
    pub fn wrong(&self, key: &str, value: &str, wanted: &str) -> String {
        let shown = shortened(value);
        format!("{}: {key}={shown}: {wanted}", self.argument)
    }

    /// Takes the value of a key.
    ///
    /// # Errors
    /// The key is given more than once.
    pub fn take(&mut self, key: &'static str) -> Result<Option<String>, String> {
        let mut all = self.take_all(key);
        match all.len() {
            0 | 1 => Ok(all.pop()),
            _ => Err(format!("{}: {key} is given twice", self.argument)),
        }
    }

    /// Takes all values of a key, in their order.
    pub fn take_all(&mut self, key: &'static str) -> Vec<String> {
        self.asked.push(key);
        let (mine, others) = std::mem::take(&mut self.pairs)
            .into_iter()
            .partition(|(name, _)| name == key);
        self.pairs = others;
        let mine: Vec<(String, String)> = mine;
        mine.into_iter().map(|(_, value)| value).collect()
    }

    /// Takes a value that can be parsed.
    ///
    /// # Errors
    /// It is given twice, or is not what is wanted.
    pub fn parse<T: FromStr>(
        &mut self,
        key: &'static str,
        wanted: &str,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.take(key)? else {
            return Ok(None);
        };
        let parsed = text.parse().map_err(|_| self.wrong(key, &text, wanted))?;
        Ok(Some(parsed))
    }

    /// Takes `true` or `false`, also as 1, 0, on, off, yes, no.
    ///
    /// # Errors
    /// It is given twice, or is something else.
    pub fn flag(&mut self, key: &'static str) -> Result<Option<bool>, String> {
        let Some(text) = self.take(key)? else {
            return Ok(None);
        };
        match text.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Ok(Some(true)),
            "false" | "off" | "no" | "0" => Ok(Some(false)),
            _ => Err(self.wrong(key, &text, "expected true or false")),
        }
    }

    /// Takes all keys with a prefix, without it.
    pub fn take_prefixed(&mut self, prefix: &str) -> Vec<(String, String)> {
        let (mine, others) = std::mem::take(&mut self.pairs)
            .into_iter()
            .partition(|(name, _)| name.starts_with(prefix));
        self.pairs = others;
        let mine: Vec<(String, String)> = mine;
        let cut = |(name, value): (String, String)| (name[prefix.len()..].to_string(), value);
        mine.into_iter().map(cut).collect()
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// Something was not taken: nobody knows that key.
    pub fn finish(self) -> Result<(), String> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => {
                let (shown, argument) = (shortened(key), &self.argument);
                let known = self.asked.join(", ");
                Err(format!(
                    "{argument}: unknown key '{shown}'; known are {known}"
                ))
            }
        }
    }
}
