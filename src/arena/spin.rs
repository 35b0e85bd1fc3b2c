//! Options that are numbers, as engines show them.

/// An option that is a number, with its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spin {
    /// Its name.
    pub name: String,
    /// The value it has unless set.
    pub default: i64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

impl Spin {
    /// Reads what follows `option name` in UCI; `None` for an option of another type.
    pub(super) fn from_uci(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(" type spin")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1)?.parse().ok()
        };
        Some(Self {
            name: name.trim().into(),
            default: number("default")?,
            min: number("min")?,
            max: number("max")?,
        })
    }

    /// Reads what CECP has in `feature option`: `NAME -spin VALUE MIN MAX`.
    pub(super) fn from_cecp(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(" -spin ")?;
        let mut numbers = rest.split_whitespace().map(|word| word.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Self {
            name: name.trim().into(),
            default: next()?,
            min: next()?,
            max: next()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_other_options() {
        let spin = |name: &str, default, min, max| {
            let name = name.into();
            Some(Spin {
                name,
                default,
                min,
                max,
            })
        };
        for (text, read) in [
            (
                "Hash type spin default 16 min 1 max 9",
                spin("Hash", 16, 1, 9),
            ),
            (
                "A b type spin min -5 max 5 default 0",
                spin("A b", 0, -5, 5),
            ),
            ("Style type combo default a var a", None),
            ("Hash type spin default x min 1 max 9", None),
            ("Hash type spin default 3", None),
        ] {
            assert_eq!(Spin::from_uci(text), read, "{text}");
        }
        for (text, read) in [
            (
                "King safety -spin 50 -10 100",
                spin("King safety", 50, -10, 100),
            ),
            ("Resign -check 0", None),
            ("King safety -spin 50 0", None),
        ] {
            assert_eq!(Spin::from_cecp(text), read, "{text}");
        }
    }
}
