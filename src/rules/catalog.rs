//! All games that are known: those built in, and those of the user's file.

use super::build::build;
use super::fields::Fields;
use super::ini::{self, IniProblem, Section, shortened};
use super::keys::closest;
use super::variant::Variant;
use once_cell::sync::Lazy;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// The text of the engine.ini that is part of the program.
pub const BUILT_IN_INI: &str = include_str!("../../engine.ini");

/// What messages call it.
const BUILT_IN_NAME: &str = "built-in engine.ini";

/// The deepest inheritance that is followed.
const MAX_ANCESTORS: usize = 32;

/// The games of one or more ini files. A section of a later file replaces the
/// section of the same name in an earlier one, and may inherit from it.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    games: Vec<Arc<Variant>>,
    /// The name of the first section.
    first: String,
    disabled: BTreeMap<String, Vec<IniProblem>>,
    /// By the name of a section: the file that it stands in.
    files: BTreeMap<String, Arc<str>>,
    /// The names of games that are not made of sections as they are built in alone.
    new: BTreeSet<String>,
    problems: Vec<IniProblem>,
}

/// Why a game is not to be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CatalogError {
    /// No section has this name.
    #[error("there is no game '{name}'{hint}; `sliderule games` lists the games")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The nearest name, as part of the sentence.
        hint: String,
    },
    /// Its section has an error; the first is shown.
    #[error("the game '{name}' is disabled: {}", .problem.in_section())]
    Disabled {
        /// The name asked for.
        name: String,
        /// The first problem found.
        problem: Box<IniProblem>,
    },
}

impl Catalog {
    /// The games built into the program.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: Lazy<Catalog> =
            Lazy::new(|| Catalog::from_texts(&[(BUILT_IN_NAME, BUILT_IN_INI)]));
        &BUILT_IN
    }

    /// The built-in games and those of one more file, whose `name` is used in messages.
    pub fn with_file(name: &str, text: &str) -> Self {
        Self::from_texts(&[(BUILT_IN_NAME, BUILT_IN_INI), (name, text)])
    }

    /// The games of some files, given as (name, text).
    pub fn from_texts(files: &[(&str, &str)]) -> Self {
        let mut catalog = Self::default();
        let mut sections: Vec<Section> = Vec::new();
        // Sections that are not built in, or not as they are here.
        let mut new_sections = BTreeSet::new();
        for (name, text) in files {
            let built_in = *text == BUILT_IN_INI;
            let (new, problems) = ini::split(name, text);
            for problem in problems {
                catalog.disable(problem);
            }
            for section in new {
                match sections.iter_mut().find(|s| s.name == section.name) {
                    Some(old) if old.location.file == section.location.file => {
                        catalog.disable(IniProblem {
                            location: section.location,
                            section: Some(section.name),
                            key: None,
                            message: format!(
                                "the section is given twice, first in line {}",
                                old.location.line
                            ),
                        });
                    }
                    Some(old) => {
                        if !old.says_the_same(&section) {
                            new_sections.insert(section.name.clone());
                        }
                        *old = section;
                    }
                    None => {
                        if !built_in {
                            new_sections.insert(section.name.clone());
                        }
                        sections.push(section);
                    }
                }
            }
        }
        catalog.first = sections.first().map_or(String::new(), |s| s.name.clone());
        for section in &sections {
            let file = section.location.file.clone();
            catalog.files.insert(section.name.clone(), file);
        }
        let mut built = Built::new();
        for section in &sections {
            catalog.add(section, &sections, &new_sections, &mut built);
        }
        catalog
    }

    fn disable(&mut self, problem: IniProblem) {
        if let Some(game) = &problem.section {
            self.disabled
                .entry(game.clone())
                .or_default()
                .push(problem.clone());
        }
        self.problems.push(problem);
    }

    fn add<'a>(
        &mut self,
        section: &'a Section,
        all: &'a [Section],
        new_sections: &BTreeSet<String>,
        built: &mut Built<'a>,
    ) {
        let lineage = match lineage(section, all) {
            Ok(lineage) => lineage,
            Err(message) => {
                return self.disable(IniProblem {
                    location: section.location.clone(),
                    section: Some(section.name.clone()),
                    key: None,
                    message,
                });
            }
        };
        if lineage.iter().any(|s| new_sections.contains(&s.name)) {
            self.new.insert(section.name.clone());
        }
        // The ancestors' own errors were reported where they stand.
        let broken = (1..lineage.len()).find(|&depth| {
            self.disabled.contains_key(&lineage[depth].name)
                || build_section(&lineage[depth..], built).is_err()
        });
        if let Some(depth) = broken {
            return self.disable(IniProblem {
                location: section.location.clone(),
                section: Some(section.name.clone()),
                key: None,
                message: format!("its parent '{}' has errors", lineage[depth].name),
            });
        }
        match build_section(&lineage, built) {
            Err(problems) => {
                let problems = problems.clone();
                problems.into_iter().for_each(|p| self.disable(p));
            }
            Ok(_) if self.disabled.contains_key(&section.name) => {}
            Ok(variant) => self.games.push(variant.clone()),
        }
    }

    /// Disables the games that `check` finds fault with; what it returns is reported at
    /// the line of the start position. The rules alone cannot tell whether that can be
    /// played: see [`check_starts`](crate::position::check_starts). Games that are built in
    /// are not asked about.
    pub fn disable_where(&mut self, check: impl Fn(&Arc<Variant>) -> Option<String>) {
        let mut problems = Vec::new();
        let new = &self.new;
        self.games
            .retain(|game| match new.get(&game.name).and_then(|_| check(game)) {
                None => true,
                Some(message) => {
                    problems.push(IniProblem {
                        location: game.start_location.clone(),
                        section: Some(game.name.clone()),
                        key: Some("startFen".into()),
                        message,
                    });
                    false
                }
            });
        problems.into_iter().for_each(|p| self.disable(p));
    }

    /// The name of the first game of the first file, even if it cannot be played: the game
    /// of whoever has never heard of others.
    pub fn first_name(&self) -> &str {
        &self.first
    }

    /// The games, in the order of the files.
    pub fn games(&self) -> &[Arc<Variant>] {
        &self.games
    }

    /// How many sections of a file are games that can be played, and how many are not.
    pub fn count_of(&self, file: &str) -> (usize, usize) {
        let of_file = self.files.iter().filter(|(_, f)| f.as_ref() == file);
        let is_fine =
            |(name, _): &(&String, &Arc<str>)| self.games.iter().any(|g| g.name == **name);
        let (fine, disabled): (Vec<_>, Vec<_>) = of_file.partition(is_fine);
        (fine.len(), disabled.len())
    }

    /// Everything that is wrong in the files, in the order found.
    pub fn problems(&self) -> &[IniProblem] {
        &self.problems
    }

    /// The game of this name, or else of this alias; where no name is written just so, case
    /// does not matter.
    ///
    /// # Errors
    /// There is no such section, or it has errors.
    pub fn get(&self, name: &str) -> Result<&Arc<Variant>, CatalogError> {
        for same in [exactly, in_any_case] {
            if let Some((name, problems)) = self.disabled.iter().find(|(n, _)| same(n, name))
                && let Some(problem) = problems.first()
            {
                return Err(CatalogError::Disabled {
                    name: name.clone(),
                    problem: Box::new(problem.clone()),
                });
            }
            if let Some(game) = self.games.iter().find(|g| same(&g.name, name)) {
                return Ok(game);
            }
        }
        let known_as = |g: &&Arc<Variant>| g.aliases.iter().any(|a| in_any_case(a, name));
        self.games.iter().find(known_as).ok_or_else(|| {
            let short = shortened(name);
            let names = |g: &Arc<Variant>| [&[g.name.clone()], g.aliases.as_slice()].concat();
            let names: Vec<String> = self.games.iter().flat_map(names).collect();
            let hint = match closest(&short, names.iter().map(String::as_str)) {
                Some(near) => format!(" (did you mean {near}?)"),
                None => String::new(),
            };
            CatalogError::Unknown { name: short, hint }
        })
    }
}

fn exactly(a: &str, b: &str) -> bool {
    a == b
}

fn in_any_case(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// The section and its ancestors, itself first.
fn lineage<'a>(section: &'a Section, all: &'a [Section]) -> Result<Vec<&'a Section>, String> {
    let mut lineage = vec![section];
    while let Some(parent) = &lineage[lineage.len() - 1].parent {
        if lineage.len() > MAX_ANCESTORS {
            return Err(format!("more than {MAX_ANCESTORS} ancestors"));
        }
        let named = all.iter().find(|s| s.name == *parent);
        let Some(found) = named.or_else(|| all.iter().find(|s| s.is_known_as(parent))) else {
            let hint = match closest(parent, all.iter().map(|s| s.name.as_str())) {
                Some(near) => format!(" (did you mean {near}?)"),
                None => String::new(),
            };
            return Err(format!("there is no game '{parent}' to inherit from{hint}"));
        };
        if lineage.iter().any(|s| s.name == found.name) {
            let name = &found.name;
            return Err(format!(
                "the games inherit in a circle: '{name}' is its own ancestor"
            ));
        }
        lineage.push(found);
    }
    Ok(lineage)
}

/// What was built from each section: each once, whoever inherits from it.
type Built<'a> = BTreeMap<&'a str, Result<Arc<Variant>, Vec<IniProblem>>>;

fn build_section<'a, 'b>(
    lineage: &[&'a Section],
    built: &'b mut Built<'a>,
) -> &'b Result<Arc<Variant>, Vec<IniProblem>> {
    let section = lineage[0];
    built.entry(&section.name).or_insert_with(|| {
        let entries: Vec<&[ini::Entry]> =
            lineage.iter().rev().map(|s| s.entries.as_slice()).collect();
        let fields = Fields::new(&section.name, section.location.clone(), &entries);
        build(&section.name, fields).map(Arc::new)
    })
}

#[cfg(test)]
mod tests;
