//! Running the real program.

use std::path::Path;
use std::process::Output;
use std::time::Duration;

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn new(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
        Self {
            code: output.status.code().expect("no signal, no timeout"),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// The standard output of a run that went well and had nothing to complain about.
    #[track_caller]
    pub fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The message of a run that failed with exit code 1, one line on standard error
    /// and nothing on standard output.
    #[track_caller]
    pub fn refusal(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (1, ""), "{}", self.err);
        let line = self.err.strip_suffix('\n').unwrap_or_default();
        assert!(!line.contains('\n') && line.len() < 400, "{}", self.err);
        let message = line.strip_prefix("error: ");
        message.unwrap_or_else(|| panic!("no error: {line}")).into()
    }
}

/// The program in a directory, untouched by the environment of the tests. It is killed
/// if it takes long.
pub fn program(directory: &Path) -> assert_cmd::Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("sliderule");
    for variable in ["SLIDERULE_INI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
        .current_dir(directory)
        .timeout(Duration::from_secs(60));
    command
}

/// Runs the program in an empty directory.
pub fn run(arguments: &[&str]) -> Ran {
    feed(arguments, b"")
}

/// The same with something on standard input.
pub fn feed(arguments: &[&str], input: &[u8]) -> Ran {
    let directory = tempfile::tempdir().unwrap();
    let mut command = program(directory.path());
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    Ran::new(&output)
}

/// Runs the program with a file `games.ini` of this content in its directory, named by
/// `--config`.
pub fn with_ini(ini: impl AsRef<[u8]>, arguments: &[&str]) -> Ran {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("games.ini"), ini).unwrap();
    let mut command = program(directory.path());
    let output = command
        .args(["--config", "games.ini"])
        .args(arguments)
        .output()
        .unwrap();
    Ran::new(&output)
}
