//! Where commands come from.

use super::command::COMMANDS;
use super::session::TerminalSession;
use crate::protocol::lines;
use anyhow::Context as _;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io;

/// What was typed.
pub(super) enum InputLine {
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// It is far too long.
    Unreadable(anyhow::Error),
    End,
}

/// Commands from a prompt, or line by line from standard input.
pub(super) enum Input {
    Prompt(Box<Editor<Completions, MemHistory>>),
    Lines,
}

impl Input {
    pub fn new(live: bool) -> anyhow::Result<Self> {
        if !live {
            return Ok(Self::Lines);
        }
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new()).context("the prompt")?;
        editor.set_helper(Some(Completions::default()));
        Ok(Self::Prompt(Box::new(editor)))
    }

    /// The next line.
    pub fn next(&mut self, session: &mut TerminalSession) -> anyhow::Result<InputLine> {
        let editor = match self {
            Self::Lines => {
                let line = lines::next_line(&mut io::stdin().lock()).context("standard input")?;
                return match line {
                    Some(Ok(line)) => Ok(InputLine::Text(line)),
                    Some(Err(error)) => Ok(InputLine::Unreadable(error.into())),
                    None => Ok(InputLine::End),
                };
            }
            Self::Prompt(editor) => editor,
        };
        if let Some(words) = editor.helper_mut() {
            words.games = session.game_names();
            words.moves = session.move_texts();
        }
        match editor.readline(&session.prompt()) {
            Ok(line) => Ok(InputLine::Text(line)),
            Err(ReadlineError::Interrupted) => Ok(InputLine::Interrupted),
            Err(ReadlineError::Eof) => Ok(InputLine::End),
            Err(error) => Err(error).context("the prompt"),
        }
    }
}

/// What can be completed.
#[derive(Default)]
pub(super) struct Completions {
    games: Vec<String>,
    moves: Vec<String>,
}

impl Completions {
    /// Where the word at the end of a line begins, and the words that it may become.
    fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let line_begin = line.len() - line.trim_start().len();
        let Some(end) = line[line_begin..].find(char::is_whitespace) else {
            let commands = COMMANDS.iter().map(|(name, argument, _)| match *argument {
                "" => (*name).to_string(),
                _ => format!("{name} "),
            });
            let words = commands.chain(self.moves.iter().cloned());
            return (line_begin, fitting(words, &line[line_begin..]));
        };
        let command = line[line_begin..][..end].to_ascii_lowercase();
        let rest = &line[line_begin + end..];
        let typed = rest.trim_start();
        let words = match command.as_str() {
            "new" => fitting(self.games.iter().cloned(), typed),
            "side" => fitting(["white", "black", "both"].map(String::from), typed),
            "save" | "load" => files(typed),
            _ => Vec::new(),
        };
        (line.len() - typed.len(), words)
    }
}

/// The words that begin with what was typed.
fn fitting(words: impl IntoIterator<Item = String>, typed: &str) -> Vec<String> {
    let typed = typed.to_ascii_lowercase();
    let words = words.into_iter();
    words.filter(|word| word.starts_with(&typed)).collect()
}

/// The files whose path begins with what was typed; blanks belong to it.
fn files(typed: &str) -> Vec<String> {
    let split = typed.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let (directory, name) = typed.split_at(split);
    let place = if directory.is_empty() { "." } else { directory };
    let Ok(entries) = std::fs::read_dir(place) else {
        return Vec::new();
    };
    let mut paths: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let file = entry.file_name().into_string().ok()?;
            let hidden = file.starts_with('.') && !name.starts_with('.');
            let slash = if entry.path().is_dir() { "/" } else { "" };
            (file.starts_with(name) && !hidden).then(|| format!("{directory}{file}{slash}"))
        })
        .collect();
    paths.sort_unstable();
    paths
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(line.get(..pos).unwrap_or(line)))
    }
}

impl Hinter for Completions {
    type Hint = String;
}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed_by_where_they_stand() {
        let words = Completions {
            games: vec!["battery".into(), "chess".into()],
            moves: vec!["e2e3".into(), "e2e4".into(), "g1f3".into()],
        };
        let texts = |line: &str| words.candidates(line);
        assert_eq!(texts("un"), (0, vec!["undo".to_string()]));
        assert_eq!(texts("new b"), (4, vec!["battery".to_string()]));
        assert_eq!(texts("E2"), (0, vec!["e2e3".to_string(), "e2e4".into()]));
        assert_eq!(texts("side b").1, ["black", "both"]);
        assert_eq!(texts("  NE"), (2, vec!["new ".to_string()]));
        assert!(texts("go x").1.is_empty());
        assert!(texts("new chess b").1.is_empty());
    }

    #[test]
    fn files_are_completed_with_their_blanks() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().display();
        for name in ["my game.pgn", "my", ".hidden"] {
            std::fs::write(directory.path().join(name), "").unwrap();
        }
        std::fs::create_dir(directory.path().join("my games")).unwrap();
        let line = format!("load {path}/my g");
        let expected = (
            5,
            vec![format!("{path}/my game.pgn"), format!("{path}/my games/")],
        );
        assert_eq!(Completions::default().candidates(&line), expected);
        assert_eq!(files(&format!("{path}/")).len(), 3);
        assert!(files("/no/such/place/").is_empty());
    }
}
