//! `sliderule` alone, started by another program: it waits to be addressed.

use super::{ConfigArgs, setup};
use crate::protocol::{Output, uci};
use std::io::{self, BufRead, IsTerminal, Read};
use std::process::ExitCode;

/// The longest first line that is read, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Whether another program is on the other side.
pub(super) fn is_addressed_by_a_program() -> bool {
    !io::stdin().is_terminal()
}

/// Reads lines until one names a protocol that is spoken here, and speaks it.
pub(super) fn run(config: &ConfigArgs) -> anyhow::Result<ExitCode> {
    let catalog = setup::catalog(config)?;
    let output = Output::stdout();
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" => {}
            "quit" => return Ok(ExitCode::SUCCESS),
            "xboard" => output.line("Error (not supported yet): xboard; this version speaks UCI"),
            // Any other command of the protocol addresses it just as well.
            first => {
                uci::run(catalog, &mut input, output, first).map_err(anyhow::Error::msg)?;
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
}
