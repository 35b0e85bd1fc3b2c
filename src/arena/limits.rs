//! How long an engine may think.

use super::words::Words;
use crate::rules::ini::shortened;
use serde::Serialize;
use std::time::Duration;

/// A clock: `40/60+0.5` is 40 moves in 60 seconds and half a second for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TimeControl {
    /// The moves of a session; `None` for the whole game.
    pub moves: Option<u32>,
    /// The time of a session.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// How long an engine may think about a move. Nothing means: as long as it likes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Limits {
    /// Its clock.
    pub clock: Option<TimeControl>,
    /// Exactly so much for a move.
    pub move_time: Option<Duration>,
    /// So many nodes for a move.
    pub nodes: Option<u64>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// A clock may be overstepped by so much: the way through pipes and scheduler.
    pub margin: Duration,
}

/// What the runner, the pipes and a busy machine may take of a move.
const MARGIN: Duration = Duration::from_millis(20);
/// Longer than any game.
const LONGEST: f64 = 1e7;

impl TimeControl {
    /// Reads `moves/time+increment`, the time as seconds or `minutes:seconds`; `inf` is no
    /// clock at all.
    ///
    /// # Errors
    /// It is not of this form.
    pub fn parse(text: &str) -> Result<Option<Self>, String> {
        if text.eq_ignore_ascii_case("inf") || text.eq_ignore_ascii_case("infinite") {
            return Ok(None);
        }
        let wrong = || {
            let shown = shortened(text);
            format!(
                "'{shown}' is not of the form moves/time+increment, such as 40/60+0.5 or 2+0.02"
            )
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (moves.parse().map_err(|_| wrong())?, rest),
            None => (0, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let control = Self {
            moves: (moves > 0).then_some(moves),
            base: seconds(base).ok_or_else(wrong)?,
            increment: seconds(increment).ok_or_else(wrong)?,
        };
        if control.base + control.increment == Duration::ZERO {
            return Err(wrong());
        }
        Ok(Some(control))
    }
}

impl std::fmt::Display for TimeControl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Seconds with decimals, perhaps with minutes before a colon.
fn seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<u32>().ok()?, seconds),
        None => (0, text),
    };
    let total = f64::from(minutes) * 60.0 + seconds.parse::<f64>().ok()?;
    (0.0..=LONGEST)
        .contains(&total)
        .then(|| Duration::from_secs_f64(total))
}

impl Limits {
    /// Takes `tc`, `st`, `nodes`, `depth` and `timemargin` out of an engine's words.
    ///
    /// # Errors
    /// A value makes no sense.
    pub fn take(words: &mut Words) -> Result<Self, String> {
        let clock = match words.take("tc")? {
            None => None,
            Some(text) => {
                TimeControl::parse(&text).map_err(|why| words.wrong("tc", &text, &why))?
            }
        };
        let move_time = match words.take("st")? {
            None => None,
            Some(text) => {
                let time = seconds(&text).filter(|time| !time.is_zero());
                Some(time.ok_or_else(|| words.wrong("st", &text, "expected seconds"))?)
            }
        };
        let wanted = "expected a number from 1";
        let nodes = words.parse::<std::num::NonZeroU64>("nodes", wanted)?;
        let depth = words.parse::<std::num::NonZeroU32>("depth", wanted)?;
        let margin = words.parse::<u32>("timemargin", "expected milliseconds")?;
        Ok(Self {
            clock,
            move_time,
            nodes: nodes.map(Into::into),
            depth: depth.map(Into::into),
            margin: margin.map_or(MARGIN, |ms| Duration::from_millis(ms.into())),
        })
    }

    /// Whether anything ends a search.
    pub const fn has_end(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }
}

/// As the tag `TimeControl` and users write it: `40/60+0.5`, `st=1`, `nodes=1000 depth=8`.
impl std::fmt::Display for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(
            self.move_time
                .map(|time| format!("st={}", time.as_secs_f64())),
        );
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        match parts.is_empty() {
            true => f.write_str("inf"),
            false => f.write_str(&parts.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_other_runners_write_them() {
        let text = |text: &str| TimeControl::parse(text).unwrap().unwrap().to_string();
        assert_eq!(text("40/60+0.5"), "40/60+0.5");
        assert_eq!(text("2+0.02"), "2+0.02");
        assert_eq!(text("40/1:30"), "40/90");
        assert_eq!(text("0+1"), "0+1");
        assert_eq!(TimeControl::parse("inf"), Ok(None));
        for wrong in [
            "", "x", "40/", "/60", "60+", "-1", "1e300", "nan", "0", "0+0", "1:x", "4/5/6",
        ] {
            let error = TimeControl::parse(wrong).unwrap_err();
            assert!(error.contains("moves/time+increment"), "{wrong}: {error}");
        }
    }
}
