//! docs/variants.md lists every key, as the program knows them.

use std::path::Path;

const BEGIN: &str = "<!-- The tables of keys: written by tests/program/pages/variants.rs -->\n";
const END: &str = "<!-- The end of the tables -->\n";

/// With the variable UPDATE_DOCS the page is put right instead.
#[test]
fn the_page_has_the_tables_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/variants.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(BEGIN).expect("the tables begin");
    let (tables, after) = rest.split_once(END).expect("the tables end");
    let expected = format!("\n{}\n", sliderule::rules::keys::reference());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let text = format!("{before}{BEGIN}{expected}{END}{after}");
        std::fs::write(&path, text).expect("the page can be written");
    } else {
        assert_eq!(
            tables, expected,
            "run UPDATE_DOCS=1 cargo test --test program pages"
        );
    }
}
