//! Matches with engines that misbehave, and matches that are killed.
//!
//! The engines are this program itself, called with the argument `fake`; so it has a main
//! function of its own.

#[path = "../common/program.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod program;

mod fake;
mod faults;
mod files;
mod matches;
mod merge;
mod ponder;
mod state;
mod tune;
mod xboard;

use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some("fake") = arguments.get(1).map(String::as_str) {
        return fake::run(&arguments[2..]);
    }
    let mut trials: Vec<Trial> = faults::trials();
    trials.extend(files::trials());
    trials.extend(matches::trials());
    trials.extend(merge::trials());
    trials.extend(ponder::trials());
    trials.extend(state::trials());
    trials.extend(tune::trials());
    trials.extend(xboard::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A test of this name.
fn trial(name: impl Into<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// The words for an engine that is this program.
fn engine(name: &str, protocol: &str, behaviour: &str, mark: &str) -> Vec<String> {
    let own = std::env::current_exe().expect("this program has a path");
    let mut words = vec![
        "--engine".to_string(),
        format!("name={name}"),
        format!("cmd={}", own.display()),
    ];
    words.extend(["fake", protocol, behaviour, mark].map(|word| format!("arg={word}")));
    words
}

/// The program in a directory, to be killed, interrupted, or left alone by its reader.
fn detached(directory: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sliderule"));
    command.current_dir(directory).env_remove("SLIDERULE_INI");
    command
}

/// Kills a run of the program, at another moment for each number, but not before it
/// `has_come_on`. No engine with this mark outlives it.
fn kill(mut command: Command, number: u64, mark: &str, has_come_on: impl Fn() -> bool) {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    while !has_come_on() && Instant::now() < end {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_micros(700 * number));
    child.kill().unwrap();
    child.wait().unwrap();
    if cfg!(target_os = "linux") {
        let end = Instant::now() + Duration::from_secs(5);
        while !faults::processes_with(mark).is_empty() {
            assert!(Instant::now() < end, "engines outlive the program");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
