//! The page for inventors tells the truth: its games load, and its commands answer what
//! it shows.

use sliderule::position::AnyPosition;
use sliderule::rules::Catalog;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/new-game.md");

/// The fenced blocks of the page, in their order: the word behind the fence, and the lines.
fn blocks() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut blocks = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| *line != "```");
            blocks.push((language, inside.collect()));
        }
    }
    blocks
}

/// Whether lines are those shown, of which `...` stands for any number.
fn alike(found: &[&str], shown: &[&str]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|n| alike(&found[n..], rest)),
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, more)| first == line && alike(more, rest)),
    }
}

#[test]
fn its_games_load() {
    let ini: Vec<&str> = blocks()
        .into_iter()
        .filter(|(language, _)| *language == "ini")
        .flat_map(|(_, lines)| lines)
        .collect();
    let catalog = Catalog::with_file("fjord.ini", &ini.join("\n"));
    assert_eq!(catalog.problems(), []);
    assert_eq!(catalog.count_of("fjord.ini"), (2, 0));
    for game in ["fjord", "fjord-queens"] {
        assert!(Catalog::built_in().get(game).is_err(), "{game} is shipped");
        let start = AnyPosition::start(catalog.get(game).unwrap());
        assert!(start.is_ok_and(|start| start.perft(2) == 361));
    }
}

#[test]
fn its_commands_answer_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("sliderule");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut saved = String::new();
    let mut config = None;
    let mut commands = 0;
    for (language, lines) in blocks() {
        if language == "ini" {
            saved += &lines.join("\n");
            saved.push('\n');
            std::fs::write(folder.path().join("fjord.ini"), &saved).unwrap();
        }
        if language != "console" {
            continue;
        }
        let starts: Vec<usize> = (0..lines.len())
            .filter(|&n| lines[n].starts_with("$ "))
            .collect();
        assert_eq!(starts.first(), Some(&0), "{lines:?}");
        let ends = starts.iter().skip(1).copied().chain([lines.len()]);
        for (&start, end) in starts.iter().zip(ends) {
            let command = &lines[start][2..];
            // Each command has a shell of its own, to which this is handed on.
            if let Some(value) = command.strip_prefix("export SLIDERULE_INI=$PWD/") {
                config = Some(folder.path().join(value));
                continue;
            }
            let mut shell = Command::new("sh");
            shell
                .arg("-c")
                .arg(format!("exec 2>&1; {command}"))
                .current_dir(&folder)
                .env("PATH", &path)
                .env_remove("SLIDERULE_INI");
            if let Some(config) = &config {
                shell.env("SLIDERULE_INI", config);
            }
            let output = shell.output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let found: Vec<&str> = text.lines().collect();
            let shown = &lines[start + 1..end];
            assert!(alike(&found, shown), "{command}\n{text}\nshown: {shown:#?}");
            commands += 1;
        }
    }
    assert!(commands >= 9, "only {commands} commands");
}

/// What is not run here is at least spelled as the program knows it.
#[test]
fn its_other_commands_exist() {
    let texts = blocks();
    let lines = texts
        .iter()
        .filter(|(language, _)| *language == "text")
        .flat_map(|(_, lines)| lines);
    let mut checked = 0;
    for line in lines {
        let command = line.split("  ").next().unwrap_or(line);
        let mut words = command.split_ascii_whitespace();
        assert_eq!(words.next(), Some("sliderule"), "{line}");
        let output = Command::new(assert_cmd::cargo::cargo_bin!("sliderule"))
            .args(words)
            .arg("--help")
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}");
        checked += 1;
    }
    assert!(checked > 0);
}
