//! Options, and the settings that XBoard has commands of its own for.

use super::XBoardSession;
use crate::protocol::options::{
    Effect, FileError, GAME_FILE, HASH, Kind, LOG_FILE, RANK_OFFSET, games_of,
};
use crate::protocol::xboard::display::RankOffset;
use crate::protocol::xboard::error::SessionError;
use crate::protocol::xboard::features::variants_feature;
use crate::protocol::xboard::game::Game;
use crate::protocol::xboard::record;

impl XBoardSession {
    /// A setting that XBoard has a command of its own for: as near as it can be.
    pub(super) fn set_number(&mut self, name: &str, number: u64) -> Result<(), SessionError> {
        let specs = self.options.list(&self.catalog).into_iter();
        let limits = specs.filter(|spec| spec.name == name).map(|spec| spec.kind);
        let wanted = i64::try_from(number).unwrap_or(i64::MAX);
        let mut number = wanted;
        for kind in limits {
            if let Kind::Spin { min, max, .. } = kind {
                number = wanted.clamp(min, max);
                if name == HASH && wanted > max {
                    let text = format!("{HASH}: {max} MB instead of {wanted}: no more is free");
                    self.wire.tell(&text);
                }
            }
        }
        self.set_option(name, &number.to_string())
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), SessionError> {
        if name.eq_ignore_ascii_case(GAME_FILE) && !matches!(value, "" | "<empty>") {
            record::check(value).map_err(|reason| FileError {
                option: GAME_FILE,
                path: value.into(),
                reason,
            })?;
        }
        let effect = self.options.set(&self.catalog, name, value)?;
        self.searcher.set(self.options.settings.clone());
        match effect {
            Effect::None if name.eq_ignore_ascii_case(RANK_OFFSET) => self.number_ranks(),
            Effect::None | Effect::Variant(_) => {}
            Effect::Note(text) => self.wire.tell(&text),
            Effect::ClearHash => self.searcher.forget(),
            Effect::VariantPath(path) => self.load(&path)?,
            Effect::Log(path) => {
                let set = self.wire.output.set_log(&path);
                set.map_err(|reason| FileError {
                    option: LOG_FILE,
                    path,
                    reason,
                })?;
            }
        }
        Ok(())
    }

    /// Lets the game number its ranks as the user says.
    pub(super) fn number_ranks(&self) {
        let offset = match self.options.rank_offset {
            None => RankOffset::Auto,
            Some(0) => RankOffset::None,
            Some(_) => RankOffset::One,
        };
        self.game.display.set_rank_offset(offset);
    }

    /// Tells the user, once a game, if XBoard cannot read moves from the last rank.
    pub(super) fn check_ranks(&mut self) {
        if let Some(warning) = self.game.display.rank_warning()
            && !std::mem::replace(&mut self.ranks_checked, true)
        {
            self.wire.tell_error(warning);
        }
    }

    fn load(&mut self, path: &str) -> Result<(), SessionError> {
        self.catalog = games_of(path).map_err(SessionError::Games)?;
        let problems = self.catalog.problems();
        for problem in problems {
            self.wire.send(format!("# {problem}"));
        }
        if let Some(first) = problems.first() {
            let more = match problems.len() {
                1 => String::new(),
                n => format!(" (and {} more)", n - 1),
            };
            self.wire.tell_error(format!("VariantPath: {first}{more}"));
        }
        self.wire
            .send(variants_feature(&Game::names(&self.catalog)));
        Ok(())
    }
}
