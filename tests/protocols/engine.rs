//! Conversations with the real program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing that is asked here takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, spoken to line by line.
pub struct Engine {
    pub child: Child,
    pub input: Option<ChildStdin>,
    pub lines: Receiver<String>,
}

impl Engine {
    #[track_caller]
    pub fn start() -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("sliderule"))
            .env_remove("SLIDERULE_INI")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("open");
        input
            .write_all(format!("{text}\n").as_bytes())
            .expect("the program reads");
    }

    /// The same for bytes that need not be text.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("open");
        input.write_all(bytes).expect("the program reads");
    }

    /// All lines up to the first that starts so, that one included.
    #[track_caller]
    pub fn until(&self, prefix: &str) -> Vec<String> {
        let mut found = Vec::new();
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self
                .lines
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("no '{prefix}' after {found:?}"));
            let done = line.starts_with(prefix);
            found.push(line);
            if done {
                return found;
            }
        }
    }

    #[track_caller]
    pub fn ask(&mut self, text: &str, prefix: &str) -> Vec<String> {
        self.send(text);
        self.until(prefix)
    }

    #[track_caller]
    pub fn last(&mut self, text: &str, prefix: &str) -> String {
        self.ask(text, prefix).pop().expect("one line at least")
    }

    /// Ends the conversation; the program must end with it, and without failure.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.input = None;
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success());
                // The reader may lag behind; it ends with the output.
                return self.lines.iter().collect();
            }
            assert!(Instant::now() < end, "the program does not quit");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// All that is said in the XBoard protocol until everything sent so far has been dealt with.
#[track_caller]
pub fn said(engine: &mut Engine, text: &str) -> Vec<String> {
    engine.send(text);
    let mut lines = engine.ask("ping 4711", "pong 4711");
    lines.pop();
    lines
}
