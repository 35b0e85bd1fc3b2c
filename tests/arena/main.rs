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
