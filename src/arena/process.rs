//! An engine as a child process, spoken to line by line.
//!
//! A thread reads its lines and notes when each came; another writes, as an engine that
//! does not read would stop the writer. What waits to be taken is bounded (see `inbox`),
//! and so is the length of a line: an engine that says more than anybody needs is caught,
//! not stored.
//! The child leads a process group of its own, so that Ctrl-C on the terminal is not meant
//! for it, and that its own children end with it.

use super::fault::Fault;
use super::inbox::{Inbox, Incoming};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is taken, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// A program that is asked to quit has so long.
const FAREWELL: Duration = Duration::from_millis(500);
/// The end of a program is seen on its pipe a moment before the system knows how it ended.
const LAST_MOMENT: Duration = Duration::from_millis(200);
/// So often it is looked whether the answer is still wanted.
const GLANCE: Duration = Duration::from_millis(50);
const PAUSE: Duration = Duration::from_millis(2);

/// A file for the lines of all engines, both ways.
#[derive(Clone)]
pub struct Log(Arc<LogFile>);

struct LogFile {
    file: Mutex<File>,
    begun: Instant,
    /// So many programs were started.
    started: AtomicUsize,
}

impl Log {
    /// Appends to a file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Self(Arc::new(LogFile {
            file: Mutex::new(file),
            begun: Instant::now(),
            started: AtomicUsize::new(0),
        })))
    }

    /// A name for another program: of two that are the same engine, too.
    fn name(&self, engine: &str) -> String {
        let number = self.0.started.fetch_add(1, Ordering::Relaxed);
        format!("{engine}#{}", number + 1)
    }

    fn write(&self, name: &str, mark: char, text: &str) {
        let seconds = self.0.begun.elapsed().as_secs_f64();
        let lines = text.lines();
        let text: String = lines
            .map(|line| format!("{seconds:9.3} {name} {mark} {line}\n"))
            .collect();
        let mut file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk must not end the match.
        let _ = file.write_all(text.as_bytes());
    }
}

/// A running program.
pub(super) struct Process {
    child: Child,
    /// Lines to write; dropped to close the pipe.
    input: Option<Sender<String>>,
    output: Arc<Inbox>,
    /// Where its lines are noted, and its name there.
    log: Option<(Log, String)>,
    /// Set when nobody waits for answers any more.
    abort: Arc<AtomicBool>,
    /// It will not obey any more.
    hopeless: bool,
}

impl Process {
    /// Starts a program. With a log, its lines are noted under a name made of this one.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        program: &OsStr,
        arguments: &[String],
        directory: Option<&Path>,
        log: Option<(&Log, &str)>,
        abort: Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        let failed = |error: std::io::Error| Fault::NotStarted(error.to_string());
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match log {
                Some(_) => Stdio::piped(),
                None => Stdio::null(),
            });
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        tie(&mut command);
        let mut child = command.spawn().map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let stderr = child.stderr.take();
        // From here on whatever fails ends the child, too.
        let (input, lines) = channel();
        let output = Arc::new(Inbox::new());
        let process = Self {
            child,
            input: Some(input),
            output: output.clone(),
            log: log.map(|(log, name)| (log.clone(), log.name(name))),
            abort,
            hopeless: false,
        };
        let (stdin, stdout) = pipes.ok_or_else(|| Fault::NotStarted("it has no pipes".into()))?;
        let named = |name: &str| thread::Builder::new().name(name.into());
        named("engine input")
            .spawn(move || write_lines(stdin, &lines))
            .map_err(failed)?;
        let noted = process.log.clone();
        named("engine output")
            .spawn(move || read_lines(stdout, &output, noted.as_ref()))
            .map_err(failed)?;
        if let (Some((log, name)), Some(stderr)) = (process.log.clone(), stderr) {
            named("engine errors")
                .spawn(move || note_errors(stderr, &log, &name))
                .map_err(failed)?;
        }
        Ok(process)
    }

    fn note(&self, mark: char, text: &str) {
        if let Some((log, name)) = &self.log {
            log.write(name, mark, text);
        }
    }

    /// Sends a line, or several. That it has gone away is noticed when it must answer.
    pub fn send(&self, text: impl Into<String>) {
        if let Some(input) = &self.input {
            let mut text = text.into();
            self.note('<', &text);
            text.push('\n');
            let _ = input.send(text);
        }
    }

    /// From now on what it says is counted anew: it was asked something.
    pub fn asked(&self) {
        self.output.attend();
    }

    /// It may think and talk while nobody listens; only lines that matter are kept.
    pub fn left_alone(&self, matters: fn(&str) -> bool) {
        self.output.leave(matters);
    }

    /// The next line, without its end, and when it came; `None` if there is none in time.
    ///
    /// # Errors
    /// The engine has ended, or says too much.
    pub fn next(&mut self, end: Instant) -> Result<Option<(String, Instant)>, Fault> {
        let incoming = loop {
            let left = end.saturating_duration_since(Instant::now());
            if let Some(incoming) = self.output.take(left.min(GLANCE)) {
                break incoming;
            }
            if self.abort.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            // What it leaves behind may hold its pipe open.
            if how_it_ended(&mut self.child).is_some() {
                break self.output.take(Duration::ZERO).unwrap_or(Incoming::End);
            }
            if left.is_zero() {
                return Ok(None);
            }
        };
        let fault = match incoming {
            Incoming::Line(line, when) => return Ok(Some((line, when))),
            Incoming::Flood { lines, bytes } => Fault::Flood { lines, bytes },
            Incoming::TooLong(length) => Fault::EndlessLine(length),
            Incoming::End => Fault::Crash(self.last_words()),
        };
        self.note('?', &fault.to_string());
        self.hopeless = true;
        Err(fault)
    }

    /// Does not wait for its end any more: it has been waited for already.
    pub fn give_up(&mut self) {
        self.hopeless = true;
    }

    /// How it has ended.
    fn last_words(&mut self) -> String {
        let end = Instant::now() + LAST_MOMENT;
        loop {
            match how_it_ended(&mut self.child) {
                Some(how) => return how,
                None if Instant::now() < end => thread::sleep(PAUSE),
                None => return "it has closed its output".into(),
            }
        }
    }
}

/// Asks it to quit, and ends it if it does not.
impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let end = Instant::now() + FAREWELL;
        while !self.hopeless && Instant::now() < end && how_it_ended(&mut self.child).is_none() {
            thread::sleep(PAUSE);
        }
        kill_group(&mut self.child);
        // After the kill this takes no time.
        let _ = self.child.wait();
        self.output.close();
    }
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if pipe
            .write_all(line.as_bytes())
            .and_then(|()| pipe.flush())
            .is_err()
        {
            break;
        }
    }
}

fn read_lines(pipe: ChildStdout, lines: &Inbox, log: Option<&(Log, String)>) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut pipe)
            .take(LONGEST_LINE as u64 + 1)
            .read_until(b'\n', &mut bytes);
        let incoming = match read {
            Ok(1..) if bytes.len() > LONGEST_LINE => Incoming::TooLong(bytes.len()),
            Ok(1..) => {
                let when = Instant::now();
                let line = String::from_utf8_lossy(&bytes).trim().to_string();
                if let Some((log, name)) = log {
                    log.write(name, '>', &line);
                }
                Incoming::Line(line, when)
            }
            Ok(0) | Err(_) => Incoming::End,
        };
        if !lines.put(incoming) {
            break;
        }
    }
}

/// Notes what it says on standard error, long lines in pieces.
fn note_errors(pipe: ChildStderr, log: &Log, name: &str) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let piece = &mut (&mut pipe).take(LONGEST_LINE as u64);
        match piece.read_until(b'\n', &mut bytes) {
            Ok(1..) => log.write(name, '!', String::from_utf8_lossy(&bytes).trim_end()),
            Ok(0) | Err(_) => break,
        }
    }
}

/// Makes the child lead a process group, and die with the thread that starts it: an engine
/// that hangs does not notice that its pipes are closed.
#[cfg(unix)]
fn tie(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    {
        let tie = || {
            let signal = Some(rustix::process::Signal::KILL);
            Ok(rustix::process::set_parent_process_death_signal(signal)?)
        };
        // SAFETY: between fork and exec only one system call is made; nothing is allocated
        // and no lock is taken.
        unsafe { command.pre_exec(tie) };
    }
}

#[cfg(not(unix))]
fn tie(_: &mut Command) {}

/// Ends the child and all of its group.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The child has not been waited for yet, so its number is not another's.
    let group = Pid::from_child(child);
    // An error says that there is nobody left.
    let _ = kill_process_group(group, Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// How the child has ended, if it has; its number is kept from others until the end.
#[cfg(unix)]
fn how_it_ended(child: &mut Child) -> Option<String> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), look);
    match status {
        Ok(Some(status)) => Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("exit code {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "for an unknown reason".into(),
        }),
        _ => None,
    }
}

#[cfg(not(unix))]
fn how_it_ended(child: &mut Child) -> Option<String> {
    let status = child.try_wait().ok().flatten()?;
    Some(status.to_string())
}
