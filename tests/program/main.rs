//! The program as it is called: commands, the prompt, files of games, and what the pages
//! of docs say of it.

#[path = "../common/data.rs"]
mod data;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/runner.rs"]
mod runner;

mod bad_input;
mod check;
mod commands;
mod pages;
#[cfg(unix)]
mod prompt;
mod shell;
mod terminal;
