//! Bytes as games made from keys and values each of which is right. What they mean
//! together is for the program to say: it refuses the game, or plays it.

use super::feed::Feed;
use sliderule::rules::keys::{KEYS, KeyInfo, STANDARD_PIECES, Support};
use std::fmt::Write;

/// Files and ranks of boards.
const SIZES: [(usize, usize); 16] = [
    (8, 8),
    (5, 5),
    (6, 6),
    (7, 7),
    (8, 10),
    (10, 8),
    (4, 6),
    (9, 9),
    (12, 8),
    (5, 10),
    (3, 9),
    (12, 4),
    (6, 8),
    (8, 6),
    (12, 12),
    (16, 16),
];

/// Moves of every kind: leaps, slides, riders, hoppers, rifle and locust captures, moves
/// that come back, first moves over a square, captures en passant.
const MOVES: [&str; 32] = [
    "N",
    "R",
    "BN",
    "QN0",
    "KD",
    "B3cabN",
    "mafsWmafsF",
    "R6FN",
    "Q15nA0",
    "KCZ",
    "FmWcnD",
    "KNADcaKmcabK",
    "mRcpRgQjB",
    "FyafsFoW3",
    "mQcafmQqNzB",
    "KcaK",
    "KcaKmabK",
    "mNcB",
    "gQ",
    "pRF",
    "WsD",
    "fsWimnA",
    "KimnD",
    "mfsWcFimnD",
    "FceWimnD",
    "nNimafsWimafsF",
    "fWbFimnDimnN",
    "imafsWimafsFK",
    "WcabF",
    "fFceF",
    "fRbN",
    "oR",
];

/// Moves of pawns.
const PAWNS: [&str; 8] = [
    "mfWcefFimfnD",
    "mfFcefWimfnA",
    "fsmWfceF",
    "fmWfF",
    "fKifmnD",
    "mflFcflW",
    "mfsWcfFimfsnD",
    "fKfceFifmnDibmnD",
];

/// Moves of kings.
const KINGS: [&str; 6] = ["N", "KD", "W", "KmabK", "KimnD", "WF2"];

/// Letters of pieces.
const LETTERS: &[u8] = b"rnbqsacdefghijlmotuvwxyz";

/// Keys that [`Maker`] gives itself, because they must fit others.
const GIVEN: [&str; 13] = [
    "maxFile",
    "maxRank",
    "startFen",
    "sliderWhite",
    "sliderBlack",
    "promotionPieceTypes",
    "promotedPieceType",
    "piecePromotionVictims",
    "piecePromotionRegionWhite",
    "piecePromotionRegionBlack",
    "piecePromotionAbsent",
    "mandatoryPiecePromotion",
    "piecePromotionOnCapture",
];

/// The name of the game that [`ini`] makes.
pub const NAME: &str = "made";

/// A file with one game, perhaps in two sections of which one inherits from the other.
pub fn ini(feed: &mut Feed<'_>) -> String {
    let (files, ranks) = SIZES[usize::from(feed.byte()) % SIZES.len()];
    let mut maker = Maker {
        feed,
        files,
        ranks,
        pieces: Vec::new(),
        ids: Vec::new(),
        king: None,
        lines: vec![format!("maxFile = {files}"), format!("maxRank = {ranks}")],
    };
    maker.take_pieces();
    maker.promote();
    let fixed = maker.lines.len();
    maker.combine_keys();
    maker.set_up();
    let start = maker.lines.pop().unwrap_or_default();
    let (base, more) = maker.lines.split_at(fixed);
    let (base, more) = (base.join("\n"), more.join("\n"));
    match maker.feed.byte() % 4 {
        3 => format!("[base]\n{base}\n{start}\n[{NAME}:base]\n{more}\n"),
        _ => format!("[{NAME}]\n{base}\n{more}\n{start}\n"),
    }
}

/// A game under construction.
struct Maker<'a, 'b> {
    feed: &'a mut Feed<'b>,
    files: usize,
    ranks: usize,
    /// The keys of the pieces.
    pieces: Vec<String>,
    /// The ids of the pieces but the king.
    ids: Vec<String>,
    king: Option<String>,
    lines: Vec<String>,
}

impl Maker<'_, '_> {
    fn give(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    /// Whether a chance of one in `count` has come; never where the bytes have run out.
    fn chance(&mut self, count: u8) -> bool {
        self.feed.byte() % count == count - 1
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[usize::from(self.feed.byte()) % texts.len()]
    }

    fn take_piece(&mut self, key: &str, value: String) {
        self.give(key, value);
        self.pieces.push(key.into());
    }

    fn take_pieces(&mut self) {
        match self.feed.byte() % 8 {
            0..=3 => self.take_piece("king", "k".into()),
            4 | 5 => {
                let moves = self.one_of(&KINGS);
                self.take_piece("king", format!("k:{moves}"));
            }
            6 => self.take_piece("commoner", "k".into()),
            _ => {}
        }
        match self.pieces.first().map(String::as_str) {
            Some("king") => self.king = Some("k".into()),
            Some(_) => self.ids.push("k".into()),
            None => {}
        }
        if self.feed.byte() % 8 < 6 {
            self.take_piece("pawn", "p".into());
        } else {
            let moves = self.one_of(&PAWNS);
            self.take_piece("customPiece9", format!("p:{moves}"));
            self.give("pawnTypes", "p");
        }
        self.ids.push("p".into());
        self.take_piece("rook", "r".into());
        self.ids.push("r".into());
        for number in 1..=2 + self.feed.byte() % 5 {
            let id = self.new_id();
            if self.feed.byte().is_multiple_of(2) {
                let moves = self.one_of(&MOVES);
                self.take_piece(&format!("customPiece{number}"), format!("{id}:{moves}"));
            } else {
                let (key, _) =
                    STANDARD_PIECES[usize::from(self.feed.byte()) % STANDARD_PIECES.len()];
                if self.pieces.iter().any(|old| old == key) || key == "king" {
                    continue;
                }
                self.take_piece(key, id.clone());
            }
            self.ids.push(id);
        }
    }

    fn new_id(&mut self) -> String {
        loop {
            let letter = LETTERS[usize::from(self.feed.byte()) % LETTERS.len()];
            let mark = ["", "", "", "'", "!"][usize::from(self.feed.byte() % 5)];
            let mut id = format!("{}{mark}", char::from(letter));
            // The bytes may have run out.
            if let Some(free) = LETTERS
                .iter()
                .find(|l| !self.has(&char::from(**l).to_string()))
                && self.has(&id)
            {
                id = char::from(*free).into();
            }
            if !self.has(&id) {
                return id;
            }
        }
    }

    fn has(&self, id: &str) -> bool {
        self.ids.iter().any(|old| old == id)
    }

    /// The id of a piece, hardly ever the king's.
    fn id(&mut self) -> String {
        if self.chance(32)
            && let Some(king) = &self.king
        {
            return king.clone();
        }
        let n = usize::from(self.feed.byte()) % self.ids.len();
        self.ids[n].clone()
    }

    fn types(&mut self) -> String {
        match self.feed.byte() % 16 {
            14 => "-".into(),
            15 => "*-k".into(),
            n => {
                let count = 1 + n % 3;
                (0..count).map(|_| self.id()).collect()
            }
        }
    }

    fn rank(&mut self) -> usize {
        1 + usize::from(self.feed.byte()) % self.ranks
    }

    fn file(&mut self) -> char {
        char::from(b'a' + self.feed.byte() % self.files as u8)
    }

    /// A set of squares without blanks in it.
    fn squares(&mut self, separator: &str) -> String {
        let mut tokens = Vec::new();
        for _ in 0..=self.feed.byte() % 3 {
            tokens.push(match self.feed.byte() % 4 {
                0 | 1 => format!("*{}", self.rank()),
                2 => format!("{}*", self.file()),
                _ => format!("{}{}", self.file(), self.rank()),
            });
        }
        tokens.join(separator)
    }

    /// What pieces become: mostly by choice, now and then by themselves.
    fn promote(&mut self) {
        let types = match self.types() {
            // Whoever must promote needs something to become.
            none if none == "-" => "r".into(),
            types => types.replace("*-k", "*-kp"),
        };
        self.give("promotionPieceTypes", types);
        let by_itself = self.chance(6);
        if by_itself || self.chance(4) {
            let (from, to) = (self.id(), self.id());
            self.give("promotedPieceType", format!("{from}:{to}"));
            if by_itself {
                self.give("mandatoryPiecePromotion", true);
                let victims = self.types();
                self.give("piecePromotionVictims", format!("{from}:{victims}"));
                let squares = self.squares(",");
                self.give("piecePromotionRegionBlack", format!("{from}:{squares}"));
                if self.chance(4) {
                    let types = self.types();
                    self.give("piecePromotionAbsent", format!("{from}:{types}"));
                }
            } else {
                for key in ["mandatoryPiecePromotion", "piecePromotionOnCapture"] {
                    if self.chance(3) {
                        self.give(key, true);
                    }
                }
            }
        }
    }

    /// Any of the other keys, each seldom, with values of their sort.
    fn combine_keys(&mut self) {
        let usual = |key: &&KeyInfo| {
            matches!(
                key.support,
                Support::Dialect | Support::Ours | Support::OurHint
            ) && !GIVEN.contains(&key.name)
        };
        for key in KEYS.iter().filter(usual) {
            if !self.chance(10) {
                continue;
            }
            let mut name = key.name.to_string();
            if let Some(stem) = name.strip_suffix("PIECE") {
                let piece = &self.pieces[usize::from(self.feed.byte()) % self.pieces.len()];
                let (first, rest) = piece.split_at(1);
                name = format!("{stem}{}{rest}", first.to_ascii_uppercase());
            }
            if self
                .lines
                .iter()
                .any(|line| line.starts_with(&format!("{name} =")))
            {
                continue;
            }
            if let Some(value) = self.value(key) {
                self.give(&name, value);
            }
        }
    }

    /// A value of a key's sort; `None` for texts that do not bear on play.
    fn value(&mut self, key: &KeyInfo) -> Option<String> {
        let number = |feed: &mut Feed<'_>, low: u8, high: u8| {
            (low + feed.byte() % (high - low + 1)).to_string()
        };
        Some(match key.value {
            "bool" => self.one_of(&["true", "true", "true", "false"]).into(),
            "squares" => self.squares(" "),
            "types" => self.types(),
            "type" => self.id(),
            "file" => self.file().into(),
            "result" => self.one_of(&["win", "draw", "loss"]).into(),
            "map to squares" => format!("{}:{}", self.id(), self.squares(",")),
            "map to numbers" => format!("{}:{}", self.id(), number(self.feed, 1, 3)),
            "number" => match key.name {
                "castlingRank" => self.rank().to_string(),
                "nMoveRule" => number(self.feed, 0, 60),
                "nFoldRule" => number(self.feed, 2, 5),
                _ => number(self.feed, 1, 2),
            },
            _ => return None,
        })
    }

    /// The start position: two armies, in castling's row and the next, perhaps with
    /// holes between them and sliders under them.
    fn set_up(&mut self) {
        let (files, ranks) = (self.files, self.ranks);
        let castling_rank = self
            .lines
            .iter()
            .find_map(|line| line.strip_prefix("castlingRank = "));
        let home = castling_rank
            .and_then(|rank| rank.parse::<usize>().ok())
            .unwrap_or(1)
            - 1;
        let mut cells = vec![vec![String::new(); files]; ranks];
        let mut sliders = Vec::new();
        for (name, row) in [("sliderWhite", 0), ("sliderBlack", ranks - 1)] {
            if self.chance(10) {
                let width = 1 + usize::from(self.feed.byte()) % (files - 1);
                self.give(name, format!("{}:{width}", row + 1));
                let lowest = usize::from(self.feed.byte()) % (files - width + 1);
                sliders.push((row, lowest, width));
            }
        }
        for row in cells.iter_mut().take(ranks - 1).skip(1) {
            for cell in row {
                if self.chance(40) {
                    *cell = "*".into();
                }
            }
        }
        let king = usize::from(self.feed.byte()) % files;
        let only_king = self.king.clone();
        for file in 0..files {
            let mut id = match self.feed.byte() % 4 {
                0 => "r".to_string(),
                _ => self.id(),
            };
            if file == 0 || file == files - 1 {
                id = "r".into();
            }
            let pawn = !self.feed.byte().is_multiple_of(4);
            let stray = self.chance(6).then(|| self.id());
            for black in [false, true] {
                let row = |n: usize| if black { ranks - 1 - n } else { n };
                let cased = |id: &str| {
                    if black {
                        id.into()
                    } else {
                        id.to_ascii_uppercase()
                    }
                };
                let mut put = |row: usize, file: usize, id: &str| {
                    let cell: &mut String = &mut cells[row][file];
                    if only_king.as_deref() != Some(id) && (cell.is_empty() || cell == "*") {
                        *cell = cased(id);
                    }
                };
                put(row(home), file, if file == king { "" } else { &id });
                if home + 1 < ranks && pawn {
                    put(row(home + 1), file, "p");
                }
                if let Some(id) = &stray {
                    put(row(ranks / 2), file, id);
                }
            }
        }
        let royal = only_king.or_else(|| self.has("k").then(|| "k".into()));
        if let Some(id) = royal {
            cells[home][king] = id.to_ascii_uppercase();
            cells[ranks - 1 - home][king] = id;
        }
        for (row, lowest, width) in sliders {
            for (file, cell) in cells[row].iter_mut().enumerate() {
                if !(lowest..lowest + width).contains(&file) {
                    *cell = "*".into();
                }
            }
        }
        let rights = self.one_of(&["KQkq", "-", "KQkq", "KQ", "Kq", "KQkq", "-"]);
        let side = self.one_of(&["w", "w", "w", "b"]);
        let board = board(&cells);
        let checks = self.one_of(&["", "", "2+3 "]);
        let counted = self.lines.iter().any(|line| line == "checkCounting = true");
        let checks = if counted { checks } else { "" };
        self.give("startFen", format!("{board} {side} {rights} - {checks}0 1"));
    }
}

/// The first field of a FEN.
fn board(cells: &[Vec<String>]) -> String {
    let rank = |row: &Vec<String>| {
        let mut text = String::new();
        for run in row.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
            if run[0].is_empty() {
                // Writing to a String cannot fail.
                let _ = write!(text, "{}", run.len());
            } else {
                text += &run.concat();
            }
        }
        text
    };
    cells.iter().rev().map(rank).collect::<Vec<_>>().join("/")
}
