//! The `sliderule` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    sliderule::cli::run()
}
