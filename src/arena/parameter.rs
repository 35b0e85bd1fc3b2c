//! What the user says of a parameter that is to be tuned.

use super::spin::Spin;
use super::spsa::Parameter;
use crate::rules::ini::shortened;

/// All values are so many times the move in the end, if nothing else is said.
const MOVES: f64 = 20.0;
/// The step in the end, if nothing else is said.
const R_END: f64 = 0.002;
/// Beyond, numbers are not exact any more.
const LARGEST: i64 = 1 << 50;

/// `NAME=start,min,max,c_end,r_end`, each of which may be left out.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterSpec {
    /// The option of the engine.
    pub name: String,
    start: Option<f64>,
    min: Option<i64>,
    max: Option<i64>,
    c_end: Option<f64>,
    r_end: Option<f64>,
}

impl ParameterSpec {
    /// Reads a word behind `--param`.
    ///
    /// # Errors
    /// What makes no sense.
    pub fn read(text: &str) -> Result<Self, String> {
        let (name, values) = text.split_once('=').unwrap_or((text, ""));
        let name = name.trim();
        if name.is_empty() || name.contains(char::is_control) {
            return Err(format!(
                "--param {}: expected NAME=start,min,max,c_end,r_end",
                shortened(text)
            ));
        }
        let values: Vec<&str> = values.split(',').map(str::trim).collect();
        let given = |index: usize| values.get(index).filter(|value| !value.is_empty());
        let wrong = |what: &str, value: &str, wanted: &str| {
            let (name, value) = (shortened(name), shortened(value));
            format!("--param {name}: {what} is '{value}': expected {wanted}")
        };
        if let Some(more) = values.get(5) {
            return Err(wrong("a sixth value", more, "start,min,max,c_end,r_end"));
        }
        let whole = |index: usize, what: &str| match given(index) {
            None => Ok(None),
            Some(text) => match text.parse::<i64>() {
                Ok(number) if number.abs() <= LARGEST => Ok(Some(number)),
                _ => Err(wrong(what, text, "a whole number")),
            },
        };
        let real = |index: usize, what: &str, least: f64, wanted: &str| match given(index) {
            None => Ok(None),
            Some(text) => match text.parse::<f64>() {
                Ok(number) if number.abs() <= LARGEST as f64 && number > least => Ok(Some(number)),
                _ => Err(wrong(what, text, wanted)),
            },
        };
        Ok(Self {
            name: name.into(),
            start: real(0, "the start", f64::NEG_INFINITY, "a number")?,
            min: whole(1, "the minimum")?,
            max: whole(2, "the maximum")?,
            c_end: real(3, "c_end", 0.0, "a number above 0")?,
            r_end: real(4, "r_end", 0.0, "a number above 0")?,
        })
    }

    /// What it means for an engine that has an option of this name; for an option that is
    /// not shown, `None`, all must be said.
    ///
    /// # Errors
    /// Something is missing, or beyond the limits.
    pub fn resolve(&self, spin: Option<&Spin>) -> Result<Parameter, String> {
        let name = spin.map_or(&self.name, |spin| &spin.name);
        let shown = shortened(name);
        let missing = || {
            format!("--param {shown}: the option is not shown; give it start, minimum and maximum")
        };
        let value = |given: Option<i64>, of: fn(&Spin) -> i64| {
            given.or_else(|| spin.map(of)).ok_or_else(missing)
        };
        let min = value(self.min, |spin| spin.min)?;
        let max = value(self.max, |spin| spin.max)?;
        if min >= max {
            return Err(format!(
                "--param {shown}: the minimum {min} is not below the maximum {max}"
            ));
        }
        if let Some(spin) = spin.filter(|spin| min < spin.min || max > spin.max) {
            return Err(format!(
                "--param {shown}: {min} to {max} is beyond the engine's own limits, {} to {}",
                spin.min, spin.max
            ));
        }
        let start = match (self.start, spin) {
            (Some(start), _) => start,
            (None, Some(spin)) => spin.default as f64,
            (None, None) => return Err(missing()),
        };
        if !(min as f64..=max as f64).contains(&start) {
            return Err(format!(
                "--param {shown}: the start {start} is not within {min} and {max}"
            ));
        }
        Ok(Parameter {
            name: name.clone(),
            start,
            min,
            max,
            c_end: self.c_end.unwrap_or((max - min) as f64 / MOVES),
            r_end: self.r_end.unwrap_or(R_END),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin() -> Spin {
        Spin {
            name: "Margin".into(),
            default: 20,
            min: 0,
            max: 200,
        }
    }

    fn resolved(text: &str, spin: Option<&Spin>) -> Result<Parameter, String> {
        ParameterSpec::read(text)?.resolve(spin)
    }

    #[test]
    fn what_is_not_said_is_what_the_engine_shows() {
        let spin = spin();
        let parameter = |start, min, max, c_end, r_end| {
            let name = "Margin".into();
            Ok(Parameter {
                name,
                start,
                min,
                max,
                c_end,
                r_end,
            })
        };
        for (text, wanted) in [
            ("margin", parameter(20.0, 0, 200, 10.0, 0.002)),
            ("margin=", parameter(20.0, 0, 200, 10.0, 0.002)),
            ("margin=30.5,10", parameter(30.5, 10, 200, 9.5, 0.002)),
            ("margin=,,,4, 0.1", parameter(20.0, 0, 200, 4.0, 0.1)),
        ] {
            assert_eq!(resolved(text, Some(&spin)), wanted, "{text}");
        }
        let hidden = resolved("a=-1,-5,5", None).unwrap();
        assert_eq!((hidden.start, hidden.c_end), (-1.0, 0.5));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let spin = spin();
        for (text, known, message) in [
            ("=3", true, "expected NAME=start,min,max,c_end,r_end"),
            ("a=x", true, "the start is 'x': expected a number"),
            ("a=nan", true, "the start is 'nan': expected a number"),
            ("a=1,2.5", true, "the minimum is '2.5': expected a whole"),
            ("a=1,2,9e9", true, "the maximum is '9e9': expected a whole"),
            ("a=1,0,9,0", true, "c_end is '0': expected a number above 0"),
            ("a=1,0,9,1,-1", true, "r_end is '-1': expected a number"),
            ("a=1,0,9,1,1,1", true, "a sixth value is '1'"),
            ("a=1,5,5", true, "the minimum 5 is not below the maximum 5"),
            (
                "a=1,0,201",
                true,
                "beyond the engine's own limits, 0 to 200",
            ),
            ("a=1,5", true, "the start 1 is not within 5 and 200"),
            ("a=1,0", false, "give it start, minimum and maximum"),
            ("a=,0,5", false, "give it start, minimum and maximum"),
        ] {
            let error = resolved(text, known.then_some(&spin)).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
