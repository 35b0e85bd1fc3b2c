//! `sliderule rules`.

use super::{ConfigArgs, board, lossy, page, setup};
use crate::position::AnyPosition;
use crate::rules::describe::{self, MARKS, Section};
use crate::rules::{Color, PieceType, Variant};
use clap::Args;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

#[derive(Args, Debug)]
#[command(after_help = "\
The text is made from the game's section in its ini file alone: what it says is what the
program plays. An inventor can check by it that the moves are those intended.

Examples:
  sliderule rules battery
  sliderule rules mygame --config my.ini")]
pub(super) struct RulesArgs {
    /// The game's name, as `sliderule games` lists it
    #[arg(value_parser = lossy())]
    game: String,
}

pub(super) fn run(config: &ConfigArgs, args: &RulesArgs) -> anyhow::Result<ExitCode> {
    let start = setup::start(config, &args.game)?;
    let mut out = anstream::stdout().lock();
    write!(out, "{}", text(&start, page::width()))?;
    Ok(ExitCode::SUCCESS)
}

/// How the sentences about pieces are to be read.
const READING: &str = "A piece captures as it moves, an enemy piece on the square where it \
                       arrives, unless its sentence says otherwise. A slide, or a leap that is \
                       repeated, needs an empty square at each step before the last; a \
                       leap passes over whatever is between. The square that a piece leaves \
                       counts as empty.";

/// The rules of a game, in lines of at most so many columns. `start` is its start
/// position.
pub(super) fn text(start: &AnyPosition, width: usize) -> String {
    let variant = start.variant();
    let mut text = format!("{} ({})\n", variant.title, variant.name);
    if !variant.aliases.is_empty() {
        let names = format!("Also called {}.", variant.aliases.join(", "));
        let _ = writeln!(text, "{}", page::wrapped(&names, "", width));
    }
    section(&mut text, &describe::board(variant), width);
    let _ = write!(text, "\n{}", board::draw(start));
    let _ = writeln!(text, "\nFEN: {}", variant.start_fen);
    section(&mut text, &describe::ends(variant), width);
    pieces(&mut text, variant, width);
    for further in describe::further(variant) {
        section(&mut text, &further, width);
    }
    text
}

fn title(text: &mut String, title: &str) {
    let _ = write!(text, "\n{}\n\n", title.to_uppercase());
}

fn section(text: &mut String, section: &Section, width: usize) {
    title(text, section.title);
    for paragraph in &section.paragraphs {
        let _ = writeln!(text, "{}", page::item(paragraph, width));
    }
}

fn pieces(text: &mut String, variant: &Variant, width: usize) {
    title(text, "Pieces");
    let _ = writeln!(text, "{}", page::wrapped(READING, "", width));
    let order = in_order(variant);
    let pictures: Vec<Vec<String>> = order
        .iter()
        .map(|&kind| describe::diagram(variant, kind))
        .collect();
    let used = |mark: char| pictures.iter().flatten().any(|line| line.contains(mark));
    text.push('\n');
    for (mark, meaning) in MARKS.into_iter().filter(|(mark, _)| used(*mark)) {
        let _ = writeln!(text, "  {mark}  {meaning}");
    }
    for (&kind, picture) in order.iter().zip(&pictures) {
        let _ = write!(text, "\n{}\n", heading(variant, kind));
        let words = words(variant, kind);
        let _ = write!(text, "{}", page::beside(picture, &words, "    ", width));
    }
}

/// All types: the king, the others by their ids, pawns last.
pub(super) fn in_order(variant: &Variant) -> Vec<PieceType> {
    let mut order: Vec<PieceType> = variant.types().collect();
    order.sort_by_key(|&kind| match () {
        () if variant.is_king(kind) => 0,
        () if variant.pawns.contains(kind) => 2,
        () => 1,
    });
    order
}

/// A type's moves, and what else is to be said of it.
pub(super) fn words(variant: &Variant, kind: PieceType) -> String {
    let mut sentences = describe::moves(variant, kind);
    if sentences.is_empty() {
        sentences.push("Never moves.".into());
    }
    sentences.extend(describe::notes(variant, kind));
    sentences.join(" ")
}

/// `N  Knight, 2 each`.
fn heading(variant: &Variant, kind: PieceType) -> String {
    let piece = variant.piece(kind);
    let [white, black] = Color::BOTH.map(|c| variant.start_counts[c][kind.index()]);
    let number = match (white, black) {
        (0, 0) => "none at the start".into(),
        _ if white == black => format!("{white} each"),
        _ => format!("{white} of White's and {black} of Black's"),
    };
    let name = match piece.name == piece.id.to_string() {
        true => String::new(),
        false => format!("{}, ", piece.name),
    };
    let betza = match piece.betza.is_empty() {
        true => String::new(),
        false => format!(" (Betza {})", piece.betza),
    };
    format!("{:3} {name}{number}{betza}", piece.id.cased(Color::White))
}
