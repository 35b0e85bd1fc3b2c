//! Games that are saved and loaded.

use super::TerminalSession;
use crate::cli::terminal::command::Side;
use crate::cli::terminal::screen::Screen;
use crate::pgn::{self, Game, GameResult, PgnError, Record};
use crate::protocol::{NAME, xboard};
use crate::rules::Color;
use crate::rules::ini::shown_path;
use anyhow::Context;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest file that is loaded, in bytes.
const MAX_FILE: u64 = 64 << 20;

impl TerminalSession {
    pub(super) fn save(&self, file: &str, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        let mut game = self.game.clone();
        let tags = &mut game.tags;
        for (color, name) in [
            (Color::White, &mut tags.white),
            (Color::Black, &mut tags.black),
        ] {
            if name == "?" && !self.human.plays(color) {
                *name = NAME.into();
            }
        }
        let shown = shown_path(Path::new(file));
        std::fs::write(file, game.to_pgn()).with_context(|| format!("cannot write {shown}"))?;
        screen.say(&format!("saved to {shown}, {} moves", game.moves.len()));
        Ok(())
    }

    /// A game in the engine's notation, in that of chess books, or in XBoard's.
    fn read_game(&self, record: &Record<'_>) -> Result<Game, PgnError> {
        let own = match record.game(&self.catalog) {
            Ok(game) => return Ok(game),
            Err(error) => error,
        };
        // What understands more of the file knows better what is wrong with it.
        xboard::read_saved(record, &self.catalog).map_err(|error| match error.line > own.line {
            true => error,
            false => own,
        })
    }

    /// Loads `FILE`, or the Nth game of `FILE N`.
    pub(super) fn load(&mut self, argument: &str, screen: &mut Screen<'_>) -> anyhow::Result<()> {
        let numbered = argument
            .rsplit_once(char::is_whitespace)
            .and_then(|(file, number)| Some((file.trim_end(), number.parse::<usize>().ok()?)))
            .filter(|_| !Path::new(argument).exists());
        let (file, number) = numbered.unwrap_or((argument, 1));
        let mut bytes = Vec::new();
        let shown = shown_path(Path::new(file));
        File::open(file)
            .and_then(|f| f.take(MAX_FILE).read_to_end(&mut bytes))
            .with_context(|| format!("cannot read {shown}"))?;
        let text = String::from_utf8_lossy(&bytes);
        let (record, games) = pgn::nth(&text, number).with_context(|| shown.clone())?;
        let game = self.read_game(&record).with_context(|| shown.clone())?;
        self.engine.new_game();
        self.resigned = None;
        self.position = game.position();
        self.game = game;
        let count = self.game.moves.len();
        let name = &self.position.variant().name;
        let which = match games {
            1 => String::new(),
            _ => format!(" (game {number} of {games}; `load FILE N` loads another)"),
        };
        screen.say(&format!("loaded {shown}: {name}, {count} moves{which}"));
        // Whoever loads a game wants to go on with it himself.
        if self.human != Side::Both {
            self.human = Side::of(self.position.side_to_move());
            self.say_side(screen);
        }
        if screen.live {
            self.show(screen);
        }
        if !self.say_ending(screen) && self.game.result != GameResult::Unfinished {
            screen.say(&format!("The game was ended by {}.", self.game.result));
        }
        Ok(())
    }
}
