//! What the engine tells about itself at the start.

use crate::protocol::NAME;
use crate::protocol::options::{Audience, Kind, OptionSpec};

/// What the engine can do, in the words of the protocol. What is not listed has the
/// right default.
const FEATURES: &str = "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 colors=0 \
                        sigint=0 sigterm=0 reuse=1 analyze=1 ics=1 name=1 pause=1 nps=1 debug=1 \
                        memory=1 smp=1 exclude=1 setscore=1 highlight=1";

/// All `feature` lines. `variants` are the names of the games.
pub(super) fn features(
    variants: &[String],
    options: impl IntoIterator<Item = OptionSpec>,
) -> Vec<String> {
    let mut lines = vec![
        // Reading on may take a moment.
        "feature done=0".into(),
        format!("feature {FEATURES}"),
        format!("feature myname=\"{NAME}\""),
        variants_feature(variants),
    ];
    let shown = options.into_iter();
    lines.extend(
        shown
            .filter(|spec| spec.audience != Audience::Uci)
            .map(|spec| format!("feature option=\"{}\"", option(&spec))),
    );
    lines.push("feature done=1".into());
    lines
}

/// The line that names the games.
pub(super) fn variants_feature(variants: &[String]) -> String {
    format!("feature variants=\"{}\"", variants.join(","))
}

/// An option in the form that XBoard makes its dialog of.
fn option(spec: &OptionSpec) -> String {
    let name = &spec.name;
    match &spec.kind {
        Kind::Check(on) => format!("{name} -check {}", u8::from(*on)),
        Kind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        Kind::Combo { default, all } => {
            let marked = |text: &String| match text == default {
                true => format!("*{text}"),
                false => text.clone(),
            };
            let choices: Vec<String> = all.iter().map(marked).collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
        // The blank behind the word belongs to it, even when no path follows.
        Kind::File => format!("{name} -file "),
        Kind::Button => format!("{name} -button"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::options::Options;
    use crate::rules::Catalog;

    #[test]
    fn options_have_sensible_types() {
        let catalog = Catalog::built_in();
        let options = Options::new(catalog).list(catalog);
        let lines = features(&["normal".into(), "battery".into()], options);
        for line in [
            "feature variants=\"normal,battery\"",
            "feature option=\"Clear Hash -button\"",
            "feature option=\"MultiPV -spin 1 1 500\"",
            "feature option=\"Resign -check 0\"",
            "feature option=\"Log File -file \"",
            "feature option=\"Game File -file \"",
        ] {
            assert!(lines.iter().any(|l| l == line), "{line}: {lines:?}");
        }
        // XBoard has commands of its own for these.
        for name in ["Hash", "Threads", "Ponder", "UCI_Variant"] {
            let start = format!("feature option=\"{name} -");
            assert!(lines.iter().all(|l| !l.starts_with(&start)), "{name}");
        }
        // Lines must fit XBoard's buffers.
        assert!(lines.iter().all(|l| l.len() < 500));
        assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
        let combo = OptionSpec {
            name: "Style".into(),
            kind: Kind::Combo {
                default: "calm".into(),
                all: vec!["wild".into(), "calm".into()],
            },
            audience: Audience::All,
        };
        assert_eq!(option(&combo), "Style -combo wild /// *calm");
    }
}
