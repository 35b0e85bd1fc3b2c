//! Numbers, lists and plurals in words.

/// A number up to twelve as a word, a larger one in digits.
pub(super) fn count(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |&w| w.into())
}

/// A number of something: `one square`, `two squares`.
pub(super) fn some(n: usize, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// `third` for 3.
pub(super) fn ordinal(n: usize) -> String {
    const WORDS: [&str; 11] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth",
    ];
    if let Some(&word) = WORDS.get(n) {
        return word.into();
    }
    let end = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// `a, b and c`, with another word for `and`.
pub(super) fn list(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// A noun with `a` or `an` before it. A single letter is spoken as its name.
pub(super) fn a(noun: &str) -> String {
    let mut letters = noun.chars();
    let first = letters.next().map(|c| c.to_ascii_lowercase());
    let sounds = match letters.next().is_some_and(char::is_alphabetic) {
        true => "aeiou",
        false => "aefhilmnorsx",
    };
    match first.is_some_and(|c| sounds.contains(c)) {
        true => format!("an {noun}"),
        false => format!("a {noun}"),
    }
}

/// The same text with a capital at its beginning.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

/// A sentence: its first letter in upper case, a full stop behind.
pub(super) fn sentence(text: &str) -> String {
    capitalised(text) + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_words() {
        assert_eq!(some(1, "square"), "one square");
        assert_eq!(some(13, "square"), "13 squares");
        let ordinals = [3, 11, 12, 21, 22, 23, 101, 111].map(ordinal);
        let expected = [
            "third", "11th", "12th", "21st", "22nd", "23rd", "101st", "111th",
        ];
        assert_eq!(ordinals, expected);
        let items = |n: usize| ["a", "b", "c"].map(String::from)[..n].to_vec();
        assert_eq!(list(&items(3), "or"), "a, b or c");
        assert_eq!(list(&items(2), "and"), "a and b");
        assert_eq!(
            (list(&items(1), "or"), list(&items(0), "or")),
            ("a".into(), String::new())
        );
        assert_eq!(sentence("leaps"), "Leaps.");
        let nouns = ["King", "Archer", "N'", "K", "R!"].map(a);
        assert_eq!(nouns, ["a King", "an Archer", "an N'", "a K", "an R!"]);
    }
}
