//! The program among others: its help, its examples in a shell, pipes, terminals.

use crate::program::{Ran, program, run};

#[test]
fn help_and_version() {
    let out = run(&["--version"]).good();
    assert_eq!(out, format!("sliderule {}\n", env!("CARGO_PKG_VERSION")));
    let help = run(&["--help"]).good();
    for command in [
        "games",
        "show",
        "perft",
        "moves",
        "play-moves",
        "status",
        "play",
        "analyse",
        "values",
        "bench",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let own = run(&[command, "--help"]).good();
        assert_eq!(own, run(&["help", command]).good());
        assert!(own.contains("--config <FILE>"), "{own}");
    }
}

/// The examples in a help text, with continued lines joined.
fn examples(help: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut continued = false;
    for line in help.lines().skip_while(|l| !l.starts_with("Example")) {
        let text = line.strip_prefix("  ").unwrap_or_default();
        if continued {
            *found.last_mut().unwrap() += text;
        } else if text.contains("sliderule ") {
            found.push(text.into());
        } else {
            continue;
        }
        assert!(line.len() < 80, "{line}");
        let last = found.last_mut().unwrap();
        continued = last.ends_with('\\');
        if continued {
            last.pop();
        }
    }
    found
}

#[cfg(unix)]
fn shell(line: &str) -> std::process::Output {
    let binary = assert_cmd::cargo::cargo_bin!("sliderule");
    let mut path = std::ffi::OsString::from(binary.parent().unwrap());
    // The real XBoard would wait for a player.
    let directory = tempfile::tempdir().unwrap();
    let xboard = directory.path().join("xboard");
    std::fs::write(&xboard, "#!/bin/sh\necho started\n").unwrap();
    std::fs::set_permissions(&xboard, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    path.push(":");
    path.push(directory.path());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    std::process::Command::new("sh")
        .args(["-c", line])
        .current_dir(directory.path())
        .env("PATH", path)
        .env_remove("SLIDERULE_INI")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap()
}

#[test]
#[cfg(unix)]
fn every_example_in_the_help_works() {
    for command in [
        "",
        "show",
        "perft",
        "moves",
        "play-moves",
        "status",
        "play",
        "values",
        "gui",
        "xboard-args",
    ] {
        let arguments: Vec<&str> = [command, "--help"]
            .into_iter()
            .filter(|a| !a.is_empty())
            .collect();
        let lines = examples(&run(&arguments).good());
        assert!(!lines.is_empty(), "{command}");
        for line in lines {
            let ran = Ran::new(&shell(&line));
            // A game is played with whoever types: here nobody does.
            let silent = line.contains("sliderule play ");
            assert!(
                ran.code == 0 && (silent || ran.out.contains(char::is_alphanumeric)),
                "{line}: {ran:?}"
            );
            assert!(
                !ran.err.contains("error") && !ran.err.contains("warning"),
                "{line}: {ran:?}"
            );
        }
    }
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_error() {
    for (line, first) in [
        (
            "sliderule show short-sliders | head -n 1",
            "Short Sliders (short-sliders), 12x16, 192 cells\n",
        ),
        (
            "yes startpos | sliderule moves chess --stdin | head -c 4",
            "a2a3",
        ),
        ("sliderule --help | head -c 4", "Play"),
    ] {
        let ran = Ran::new(&shell(line));
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.as_str()),
            (0, first, ""),
            "{line}"
        );
    }
    // Closed from the beginning.
    for line in [
        "sliderule games >&-",
        "sliderule moves chess --stdin <&-",
        "sliderule status chess 2>&- <&- >&-",
    ] {
        assert_eq!(Ran::new(&shell(line)).code, 0, "{line}");
    }
}

#[test]
#[cfg(unix)]
fn a_long_count_can_be_interrupted() {
    let line = "timeout -s INT 1 sliderule perft short-sliders 30; echo $?";
    let ran = Ran::new(&shell(line));
    assert!(
        ran.out.starts_with("1 38\n") && ran.out.ends_with("\n124\n"),
        "{ran:?}"
    );
}

/// Where the system gives no more threads (here for want of room for their stacks),
/// those that there are do the work.
#[test]
#[cfg(target_os = "linux")]
fn fewer_threads_than_wished_for_are_enough() {
    let line = "ulimit -v 60000; sliderule perft short-sliders 2 --threads 512";
    let ran = Ran::new(&shell(line));
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "1 38\n2 1444\n"),
        "{ran:?}"
    );
}

#[test]
fn colours_are_for_terminals() {
    let plain = run(&["show", "opposition"]).good();
    assert!(!plain.contains('\u{1b}'));
    let directory = tempfile::tempdir().unwrap();
    let mut command = program(directory.path());
    let output = command
        .args(["show", "opposition"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    let coloured = Ran::new(&output).good();
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}
