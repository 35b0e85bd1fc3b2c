//! All games that are known: those built in, and those of the user's file.

mod aliases;
mod broken;

use super::advice::{ReachFn, advise};
use super::build::build;
use super::fields::Fields;
use super::hints::HintCheck;
use super::ini::{self, IniProblem, Section, shortened};
use super::keys::{closest, missing_rule};
use super::variant::Variant;
use once_cell::sync::Lazy;
use std::collections::{BTreeMap, BTreeSet, HashMap};
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
    /// Everything that is wrong.
    found: Vec<IniProblem>,
    /// The problems as they are told: one line for all built-in games that a section of
    /// the user's breaks by replacing what they inherit from.
    problems: Vec<IniProblem>,
    /// The names of the files that are built in.
    built_in: BTreeSet<String>,
    warnings: Vec<IniProblem>,
    /// By the name of a game that is disabled because another is: that one.
    because_of: BTreeMap<String, String>,
    /// The names of the files, in their order.
    order: Vec<String>,
    /// The sections that count, for advice about them.
    sections: Vec<Section>,
}

/// Why a game cannot be played.
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
    /// No section has this name: its rules are not supported.
    #[error("the game '{name}' needs {rule}, which Sliderule does not have")]
    Unsupported {
        /// The name asked for.
        name: String,
        /// What it needs.
        rule: &'static str,
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
        Self::with_files(&[(name, text)])
    }

    /// The built-in games and those of more files, given as (name, text).
    pub fn with_files(files: &[(&str, &str)]) -> Self {
        Self::with_checked_files(files, no_check)
    }

    /// The built-in games and those of more files, given as (name, text); `check` says
    /// what is wrong with what they say to graphical interfaces.
    pub fn with_checked_files(files: &[(&str, &str)], check: HintCheck) -> Self {
        let built_in = [(BUILT_IN_NAME, BUILT_IN_INI)];
        Self::load(&[&built_in, files].concat(), check)
    }

    /// The games of some files, given as (name, text).
    pub fn from_texts(files: &[(&str, &str)]) -> Self {
        Self::load(files, no_check)
    }

    fn load(files: &[(&str, &str)], check: HintCheck) -> Self {
        let mut catalog = Self::default();
        let mut sections: Vec<Section> = Vec::new();
        // Sections that are not built in, or not as they are here.
        let mut new_sections = BTreeSet::new();
        for (name, text) in files {
            catalog.order.push((*name).into());
            let built_in = *text == BUILT_IN_INI;
            if built_in {
                catalog.built_in.insert((*name).into());
            }
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
                            catalog.warnings.push(IniProblem {
                                location: section.location.clone(),
                                section: Some(section.name.clone()),
                                key: None,
                                message: format!(
                                    "replaces the game of that name in {}, also for the games \
                                     that inherit from it; give it another name to keep both",
                                    old.location.file
                                ),
                            });
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
        let taken = catalog.taken_names(&sections);
        catalog.warnings.extend(taken);
        let mut built = Built {
            sections: BTreeMap::new(),
            check,
        };
        for section in &sections {
            catalog.add(section, &sections, &new_sections, &mut built);
        }
        catalog.sections = sections;
        catalog.sort();
        catalog
    }

    /// Sorts problems and warnings by file and line; games that are disabled because
    /// another one is stand behind it.
    fn sort(&mut self) {
        let place = |p: &IniProblem| {
            let file = self.order.iter().position(|f| **f == *p.location.file);
            (file, p.location.line)
        };
        let mut first = BTreeMap::new();
        for problem in &self.found {
            if let Some(section) = &problem.section {
                let first = first
                    .entry(section.clone())
                    .or_insert_with(|| place(problem));
                *first = place(problem).min(*first);
            }
        }
        let key = |problem: &IniProblem| {
            let (mut key, mut depth) = (place(problem), 0);
            let mut section = problem.section.as_ref();
            while let Some(cause) = section.and_then(|name| self.because_of.get(name)) {
                key = first.get(cause).map_or(key, |&first| first.max(key));
                depth += 1;
                section = Some(cause);
            }
            (key, depth)
        };
        let mut problems = self.found.clone();
        problems.sort_by_cached_key(key);
        let mut warnings = self.warnings.clone();
        warnings.sort_by_key(place);
        (self.found, self.warnings) = (problems, warnings);
        self.problems = self.told_problems();
    }

    fn disable(&mut self, problem: IniProblem) {
        if let Some(game) = &problem.section {
            self.disabled
                .entry(game.clone())
                .or_default()
                .push(problem.clone());
        }
        self.found.push(problem);
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
                || built.section(&lineage[depth..]).game.is_err()
        });
        if let Some(depth) = broken {
            let cause = lineage[depth].name.clone();
            self.because_of.insert(section.name.clone(), cause);
            return self.disable(IniProblem {
                location: section.location.clone(),
                section: Some(section.name.clone()),
                key: None,
                message: format!("its parent '{}' has errors", lineage[depth].name),
            });
        }
        let built = built.section(&lineage);
        self.warnings.extend(built.warnings.iter().cloned());
        match &built.game {
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
    /// are not asked about, and of games whose start positions are judged alike only one is:
    /// each answer takes time, and a file may have many sections.
    pub fn disable_where(&mut self, check: impl Fn(&Arc<Variant>) -> Option<String>) {
        let mut problems = Vec::new();
        let mut answers: HashMap<String, Option<String>> = HashMap::new();
        let (new, sections) = (&self.new, &self.sections);
        self.games.retain(|game| {
            if !new.contains(&game.name) {
                return true;
            }
            let says = start_rules(&game.name, sections);
            let answer = answers.entry(says).or_insert_with(|| check(game));
            let Some(message) = answer else { return true };
            problems.push(IniProblem {
                location: game.start_location.clone(),
                section: Some(game.name.clone()),
                key: Some("startFen".into()),
                message: message.clone(),
            });
            false
        });
        problems.into_iter().for_each(|p| self.disable(p));
        self.sort();
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

    /// Everything that is wrong in the files, by line; of built-in games that a section
    /// breaks by replacing what they inherit from only which they are.
    pub fn problems(&self) -> &[IniProblem] {
        &self.problems
    }

    /// What is odd in the files though it disables nothing, by line: keys that are given
    /// twice, sections that replace others, aliases that other games have.
    pub fn warnings(&self) -> &[IniProblem] {
        &self.warnings
    }

    /// The games that stand in a file, in its order.
    pub fn games_in(&self, file: &str) -> impl Iterator<Item = &Arc<Variant>> {
        let here = self
            .sections
            .iter()
            .filter(move |s| *s.location.file == *file);
        here.filter_map(|s| self.games.iter().find(|g| g.name == s.name))
    }

    /// What a game says that matters for its start position: games of which this is alike
    /// begin alike.
    pub fn start_rules(&self, game: &str) -> String {
        start_rules(game, &self.sections)
    }

    /// What the author of a file may have overlooked in its games, by line. Where pieces
    /// could go tells `reach`: see [`advice`](crate::position::advice).
    pub fn advice(&self, file: &str, reach: ReachFn<'_>) -> Vec<IniProblem> {
        let mut advice = Vec::new();
        for game in self.games_in(file) {
            let section = self.sections.iter().find(|s| s.name == game.name);
            if let Some(Ok(lineage)) = section.map(|s| lineage(s, &self.sections)) {
                advice.extend(advise(game, &fields(&lineage), reach));
            }
        }
        advice.sort_by_key(|p| p.location.line);
        advice
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
            if let Some(rule) = missing_rule(name) {
                return CatalogError::Unsupported { name: short, rule };
            }
            let names =
                |g: &Arc<Variant>| [std::slice::from_ref(&g.name), g.aliases.as_slice()].concat();
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
            if let Some(rule) = missing_rule(parent) {
                return Err(format!("not supported: its parent {parent} needs {rule}"));
            }
            let others = all.iter().map(|s| s.name.as_str());
            let hint = match closest(parent, others.filter(|name| *name != section.name)) {
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

/// Keys that do not matter for whether a position can be played.
const NO_MATTER_IN_THE_BEGINNING: [&str; 10] = [
    "title",
    "aliases",
    "pieceNames",
    "glyphs",
    "nMoveRule",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "pieceValueMg",
    "pieceValueEg",
];

/// Everything that the sections of a game say that matters for its start position.
fn start_rules(game: &str, all: &[Section]) -> String {
    let mut text = String::new();
    let section = all.iter().find(|s| s.name == game);
    for section in section
        .and_then(|s| lineage(s, all).ok())
        .unwrap_or_default()
    {
        let matters = |e: &&ini::Entry| !NO_MATTER_IN_THE_BEGINNING.contains(&e.key.as_str());
        let mut entries = section.entries.iter().filter(matters).peekable();
        // Sections that say nothing are no generation of pieces either.
        if entries.peek().is_some() {
            text.push('\n');
        }
        for entry in entries {
            text.extend([&entry.key, "=", &entry.value, "\n"]);
        }
    }
    text
}

/// What was built from a section.
struct BuiltSection {
    game: Result<Arc<Variant>, Vec<IniProblem>>,
    warnings: Vec<IniProblem>,
}

/// What was built from each section: each once, whoever inherits from it.
struct Built<'a> {
    sections: BTreeMap<&'a str, BuiltSection>,
    check: HintCheck,
}

impl<'a> Built<'a> {
    /// What is built from the first of these sections, whose ancestors the others are.
    fn section(&mut self, lineage: &[&'a Section]) -> &BuiltSection {
        let section = lineage[0];
        self.sections.entry(&section.name).or_insert_with(|| {
            let mut fields = fields(lineage);
            BuiltSection {
                game: build(&section.name, &mut fields, self.check).map(Arc::new),
                warnings: fields.warnings().to_vec(),
            }
        })
    }
}

/// Takes all hints for right.
fn no_check(_: &Variant) -> Vec<(&'static str, String)> {
    Vec::new()
}

/// The keys of a section and its ancestors, itself first.
fn fields(lineage: &[&Section]) -> Fields {
    let section = lineage[0];
    let entries: Vec<&[ini::Entry]> = lineage.iter().rev().map(|s| s.entries.as_slice()).collect();
    Fields::new(&section.name, section.location.clone(), &entries)
}

#[cfg(test)]
mod tests;
