//! What an engine says that it can do: the lines `feature` of CECP.

use crate::arena::spin::Spin;
use crate::protocol::NAME;

/// What an engine can do. The defaults are those of the protocol.
#[derive(Debug)]
pub(super) struct Features {
    /// There is nothing more to come.
    pub done: bool,
    /// There is more to come, even if it takes long.
    pub wait: bool,
    pub ping: bool,
    pub setboard: bool,
    pub usermove: bool,
    pub time: bool,
    pub memory: bool,
    pub smp: bool,
    pub reuse: bool,
    /// Whether it is our own engine, of any version.
    pub is_ours: bool,
    /// The names of its games; `None` if it does not tell.
    pub variants: Option<Vec<String>>,
    /// The names of its options.
    pub options: Vec<String>,
    /// Those that are numbers.
    pub spins: Vec<Spin>,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            done: false,
            wait: false,
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            memory: false,
            smp: false,
            reuse: true,
            is_ours: false,
            variants: None,
            options: Vec::new(),
            spins: Vec::new(),
        }
    }
}

impl Features {
    /// Reads what follows the word `feature`, and returns what to answer.
    pub fn read(&mut self, text: &str) -> Vec<String> {
        let mut answers = Vec::new();
        let mut rest = text;
        while let Some((name, behind)) = rest.split_once('=') {
            let name = name.trim();
            let (value, behind) = match behind.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => behind.split_once(' ').unwrap_or((behind, "")),
            };
            rest = behind;
            let taken = self.take(name, value.trim());
            let word = if taken { "accepted" } else { "rejected" };
            answers.push(format!("{word} {name}"));
        }
        answers
    }

    /// Takes note of a feature; whether we do as it says.
    fn take(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "done" => (self.done, self.wait) = (on, !on),
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "reuse" => self.reuse = on,
            "myname" => {
                let program = |name: &str| name.split(' ').next().map(String::from);
                self.is_ours = program(value) == program(NAME);
            }
            "variants" => {
                let names = value.split(',').map(|name| name.trim().to_string());
                self.variants = Some(names.collect());
            }
            "option" => {
                let name = value.split(" -").next().unwrap_or(value);
                self.options.push(name.trim().into());
                self.spins.extend(Spin::from_cecp(value));
            }
            // Moves are squares, here and there.
            "san" => return !on,
            _ => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_quotes_and_without() {
        let mut features = Features::default();
        let answers = features.read("ping=1 setboard=1 san=1 myname=\"A = B 1\" time=0 done=0");
        assert_eq!(
            answers,
            [
                "accepted ping",
                "accepted setboard",
                "rejected san",
                "accepted myname",
                "accepted time",
                "accepted done"
            ]
        );
        assert!(features.ping && features.setboard && features.wait && !features.done);
        assert!(!features.time && !features.usermove);
        features.read("variants=\"normal,3check, atomic\" option=\"Clear Hash -button\"");
        features.read("option=\"Style -combo a /// *b\" memory=1 smp=1 usermove=1 done=1");
        let names = ["normal", "3check", "atomic"].map(String::from);
        assert_eq!(features.variants.as_deref(), Some(names.as_slice()));
        assert_eq!(features.options, ["Clear Hash", "Style"]);
        assert!(features.done && features.memory && features.smp && features.usermove);
    }
}
