//! Built-in games that cannot be played because a section of the user's has taken the place
//! of one from which they inherit.

use super::{Catalog, lineage};
use crate::rules::ini::{IniProblem, Section};
use std::collections::BTreeMap;

impl Catalog {
    /// The section, not built in, for which a built-in game is not what it was: the nearest
    /// that it inherits from.
    fn breaker(&self, game: &str) -> Option<&Section> {
        let is_built_in = |s: &Section| self.built_in.contains(&*s.location.file);
        let section = self.sections.iter().find(|s| s.name == game)?;
        if !is_built_in(section) {
            return None;
        }
        let lineage = lineage(section, &self.sections).ok()?;
        lineage.into_iter().skip(1).find(|s| !is_built_in(s))
    }

    /// The problems, with those of built-in games that a section has broken as one line at
    /// that section.
    pub(super) fn told_problems(&self) -> Vec<IniProblem> {
        /// So many games are named in one line.
        const MAX_NAMES: usize = 8;
        let mut told: Vec<IniProblem> = Vec::new();
        let mut broken: BTreeMap<&str, (&Section, Vec<&str>)> = BTreeMap::new();
        for problem in &self.found {
            let game = problem.section.as_deref();
            match game.and_then(|game| Some((game, self.breaker(game)?))) {
                Some((game, section)) => {
                    let games = broken.entry(&section.name);
                    let (_, games) = games.or_insert((section, Vec::new()));
                    if !games.contains(&game) {
                        games.push(game);
                    }
                }
                None => told.push(problem.clone()),
            }
        }
        for (section, games) in broken.into_values() {
            let more = match games.len().saturating_sub(MAX_NAMES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names = games[..games.len().min(MAX_NAMES)].join(", ");
            let message = match games.len() {
                1 => format!("the built-in game that inherits from it is disabled: {names}"),
                n => format!("{n} built-in games that inherit from it are disabled: {names}{more}"),
            };
            told.push(IniProblem {
                location: section.location.clone(),
                section: Some(section.name.clone()),
                key: None,
                message,
            });
        }
        told
    }
}
