//! Other names of games, by which only one game can be found.

use super::{Catalog, in_any_case};
use crate::rules::ini::{IniProblem, Section, shortened};
use std::collections::HashMap;

impl Catalog {
    /// The aliases that have no effect: names that other games have, in the same file or in
    /// one before it.
    pub(super) fn taken_names(&self, sections: &[Section]) -> Vec<IniProblem> {
        let file = |s: &Section| self.order.iter().position(|f| **f == *s.location.file);
        let mut owners: HashMap<String, &Section> = HashMap::new();
        let mut problems = Vec::new();
        for section in sections {
            owners.insert(section.name.to_ascii_lowercase(), section);
        }
        let mut in_order: Vec<&Section> = sections.iter().collect();
        in_order.sort_by_key(|s| (file(s), s.location.line));
        for section in in_order {
            for entry in section.entries.iter().filter(|e| e.key == "aliases") {
                for alias in entry.value.split_whitespace() {
                    let owner = *owners.entry(alias.to_ascii_lowercase()).or_insert(section);
                    if owner.name == section.name || file(owner) > file(section) {
                        continue;
                    }
                    let what = match in_any_case(&owner.name, alias) {
                        true => "the name of another game".into(),
                        false => format!("another name of the game '{}'", owner.name),
                    };
                    problems.push(IniProblem {
                        location: entry.location.clone(),
                        section: Some(section.name.clone()),
                        key: Some(entry.key.clone()),
                        message: format!("'{}' is {what}, which keeps it", shortened(alias)),
                    });
                }
            }
        }
        problems
    }
}
