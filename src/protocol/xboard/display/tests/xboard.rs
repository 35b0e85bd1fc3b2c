//! XBoard 4.9.1 for tests: only what it makes of `setup`, `piece` and `move` lines, and
//! what it passes on to another engine. It knows nothing of the engine's types, ids and
//! positions, but only XBoard's numbers for pieces: White's from 0, Black's from 66.

const KING: usize = 65;
const BLACK: usize = 66;
const EMPTY: usize = 132;
const HOLE: usize = 133;

/// File and rank, from 0.
type At = (usize, usize);

/// From, to, and the square in between.
type Way = (At, At, Option<At>);

pub struct XBoard {
    files: usize,
    ranks: usize,
    /// The number of the first rank.
    first: usize,
    /// For each piece its id as in a FEN; `+` for a partner, `.` for none.
    ids: Vec<String>,
    nicknames: Vec<Option<char>>,
    partners: Vec<usize>,
    king_castles: bool,
    cells: Vec<Vec<usize>>,
    white: bool,
    /// The file of the last double step; 100 for none, `None` if unknown.
    passed: Option<(usize, usize)>,
    pub plies: usize,
}

impl XBoard {
    /// A board by the lines that set up a game.
    pub fn new(lines: &[String], rank_offset: usize) -> Self {
        let setup = lines[0].strip_prefix("setup (").unwrap();
        let (table, rest) = setup.split_once(") ").unwrap();
        let (size, fen) = rest.split_once(' ').unwrap();
        let (files, ranks) = size
            .strip_suffix("+0_chu")
            .unwrap()
            .split_once('x')
            .unwrap();
        let (files, ranks) = (files.parse().unwrap(), ranks.parse().unwrap());
        assert!(table.len() < 504, "the table is too long");
        assert!(lines[0].len() < 1024);
        let mut board = Self {
            files,
            ranks,
            first: 1 - usize::from(ranks == 10) - rank_offset,
            ids: vec![".".into(); EMPTY],
            nicknames: vec![None; EMPTY],
            partners: (0..EMPTY).collect(),
            king_castles: lines[1].ends_with("O1"),
            cells: vec![vec![EMPTY; files]; ranks],
            white: true,
            passed: None,
            plies: 0,
        };
        board.read_table(table);
        board.read_fen(fen);
        let king = lines[1].strip_prefix("piece ").unwrap().split('&').next();
        assert_eq!(king, Some(board.ids[KING].as_str()));
        board
    }

    fn read_table(&mut self, table: &str) {
        let mut entries: Vec<(bool, String, Option<char>)> = Vec::new();
        let mut rest = table;
        while let Some(mut first) = rest.chars().next() {
            let partner = first == '^';
            if partner {
                rest = &rest[1..];
                first = rest.chars().next().unwrap();
            }
            let mut id = String::from(first);
            rest = &rest[1..];
            if rest.starts_with(['\'', '!']) {
                id += &rest[..1];
                rest = &rest[1..];
            }
            let mut nickname = None;
            if let Some(tail) = rest.strip_prefix('=') {
                nickname = tail.chars().next();
                rest = &tail[1..];
            }
            entries.push((partner, id, nickname));
        }
        assert!(
            entries.len() >= 12 && entries.len().is_multiple_of(2),
            "XBoard ignores the table"
        );
        let half = entries.len() / 2;
        assert!(half <= 66);
        for (n, (partner, id, nickname)) in entries.iter().enumerate() {
            let slot = match n % half == half - 1 {
                true => KING,
                false => n % half,
            } + BLACK * (n / half);
            self.ids[slot] = if *partner { "+".into() } else { id.clone() };
            self.nicknames[slot] = *nickname;
        }
        for (n, (partner, id, _)) in entries.iter().enumerate() {
            if *partner {
                let slot = n % half + BLACK * (n / half);
                let source = self
                    .ids
                    .iter()
                    .position(|i| i == id)
                    .expect("a partner exists");
                assert_eq!(self.partners[source], source, "{id} has two partners");
                self.partners[source] = slot;
                self.partners[slot] = source;
            }
        }
        for slot in 0..EMPTY {
            let id = &self.ids[slot];
            let alone = id == "." || id == "+" || self.ids.iter().filter(|i| *i == id).count() == 1;
            assert!(alone, "two pieces are called {id}");
        }
    }

    fn named(&self, id: &str) -> usize {
        let mut letters = id.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && let Some(slot) = self.nicknames.iter().position(|n| *n == Some(letter))
        {
            return slot;
        }
        self.ids
            .iter()
            .position(|i| i == id)
            .unwrap_or_else(|| panic!("no piece {id}"))
    }

    fn read_fen(&mut self, fen: &str) {
        let mut fields = fen.split(' ');
        for (row, rank) in fields.next().unwrap().split('/').zip((0..self.ranks).rev()) {
            let (mut file, mut rest) = (0, row);
            while let Some(first) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    file += rest[..digits].parse::<usize>().unwrap();
                    rest = &rest[digits..];
                    continue;
                }
                let promoted = first == '+';
                rest = &rest[usize::from(promoted)..];
                let length = 1 + usize::from(rest[1..].starts_with(['\'', '!']));
                self.cells[rank][file] = match &rest[..length] {
                    "*" => HOLE,
                    id if promoted => self.partners[self.named(id)],
                    id => self.named(id),
                };
                file += 1;
                rest = &rest[length..];
            }
            assert_eq!(file, self.files, "{row}");
        }
        assert_eq!(self.cells.len(), self.ranks);
        self.white = fields.next() == Some("w");
    }

    /// The board as XBoard writes it in a FEN, and the side to move.
    pub fn fen(&self) -> String {
        let row = |cells: &Vec<usize>| {
            let mut row = String::new();
            for run in cells.chunk_by(|a, b| *a == EMPTY && *b == EMPTY) {
                row += &match run[0] {
                    EMPTY => run.len().to_string(),
                    HOLE => "*".into(),
                    piece if self.ids[piece] == "+" => {
                        format!("+{}", self.ids[self.partners[piece]])
                    }
                    piece => self.ids[piece].clone(),
                };
            }
            row
        };
        let rows: Vec<String> = self.cells.iter().rev().map(row).collect();
        format!("{} {}", rows.join("/"), if self.white { 'w' } else { 'b' })
    }

    fn square<'a>(&self, text: &'a str) -> ((usize, usize), &'a str) {
        let file = usize::from(text.as_bytes()[0] - b'a');
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let rank: usize = text[1..=digits].parse().unwrap();
        assert!(rank < 16, "moves of rank 16 are taken for drops");
        let rank = rank - self.first;
        assert!(file < self.files && rank < self.ranks, "{text}");
        ((file, rank), &text[1 + digits..])
    }

    fn name(&self, (file, rank): (usize, usize)) -> String {
        format!("{}{}", (b'a' + file as u8) as char, rank + self.first)
    }

    /// Obeys `move`. Returns what another engine gets as `usermove`.
    pub fn make(&mut self, text: &str) -> String {
        self.plies += 1;
        let white = self.white;
        self.white = !white;
        let passed = self.passed.replace((100, 100));
        if text == "@@@@" {
            return text.into();
        }
        let mut legs = text.split(',');
        let (from, rest) = self.square(legs.next().unwrap());
        let (mut to, mut suffix) = self.square(rest);
        let mut kill = None;
        if let Some(second) = legs.next() {
            let (start, rest) = self.square(second);
            let (end, rest) = self.square(rest);
            // XBoard compares the files only.
            if start.0 == to.0 {
                (to, suffix) = (end, rest);
            } else {
                suffix = "";
            }
            kill = Some(start);
        }
        let suffix = suffix.strip_prefix('=').unwrap_or(suffix).chars().next();
        assert!(
            suffix.is_none_or(|s| s == '+' || s.is_ascii_alphabetic() && s != 'x'),
            "{text}"
        );
        let piece = self.cells[from.1][from.0];
        assert!(
            piece != EMPTY && (piece < BLACK) == white,
            "{text} is not for this side"
        );
        assert!(from != to || kill.is_some(), "{text} does not move");
        let relayed = self.relay((from, to, kill), suffix);
        self.apply((from, to, kill), suffix, passed);
        relayed
    }

    fn relay(&self, (from, to, kill): Way, suffix: Option<char>) -> String {
        let suffix = suffix.map(String::from).unwrap_or_default();
        let (a, b) = (self.name(from), self.name(to));
        let Some(kill) = kill else {
            return format!("{a}{b}{suffix}");
        };
        let middle = self.name(kill);
        let white = |(file, rank): (usize, usize)| self.cells[rank][file] < BLACK;
        if white(kill) == white(from) {
            let step: i8 = if from.0 > kill.0 { 1 } else { -1 };
            let file = (b'a' + to.0 as u8).wrapping_add_signed(step) as char;
            return format!("{a}{b},{middle}{file}{}", to.1 + self.first);
        }
        format!("{a}{middle},{middle}{b}{suffix}")
    }

    fn apply(
        &mut self,
        (from, to, kill): Way,
        suffix: Option<char>,
        passed: Option<(usize, usize)>,
    ) {
        let cells = &mut self.cells;
        let mut killed = EMPTY;
        if let Some((file, rank)) = kill {
            killed = std::mem::replace(&mut cells[rank][file], EMPTY);
        }
        let piece = cells[from.1][from.0];
        let white = piece < BLACK;
        let king = if white { KING } else { BLACK + KING };
        let there = cells[to.1][to.0];
        let (x, y) = (from.0 as i32, from.1 as i32);
        let (to_x, to_y) = (to.0 as i32, to.1 as i32);
        let last = self.files as i32 - 1;
        let height = self.ranks as i32;
        let pawn = piece == 0 || piece == BLACK;
        let ahead = if white { 1 } else { -1 };
        let (far, promotion_rank) = match white {
            true => (y >= height / 2, to_y == height - 1),
            false => (y < height / 2, to_y == 0),
        };
        if piece == king
            && self.king_castles
            && let Some(kill) = kill
            && (killed < BLACK) == white
        {
            cells[to.1][to.0] = piece;
            cells[from.1][from.0] = EMPTY;
            let step = if kill.0 < from.0 { 1 } else { -1 };
            cells[to.1][(to_x + step) as usize] = killed;
        } else if there < EMPTY && (there < BLACK) == white {
            cells[from.1][from.0] = there;
            cells[to.1][to.0] = piece;
        } else if piece == king && x != 0 && x != last && y == to_y && (to_x - x).abs() > 1 {
            let step = (to_x - x).signum();
            let mut rook = x + step;
            while cells[from.1][rook as usize] == EMPTY && rook != 0 && rook != last {
                rook += step;
            }
            cells[from.1][(to_x - step) as usize] = cells[from.1][rook as usize];
            cells[from.1][rook as usize] = EMPTY;
            cells[from.1][from.0] = EMPTY;
            cells[to.1][to.0] = king;
        } else {
            cells[from.1][from.0] = EMPTY;
            cells[to.1][to.0] = piece;
            let takes = !(promotion_rank && suffix.is_some()) && far && pawn && to_x != x;
            if takes && there == EMPTY {
                let (file, rank) = passed.expect("what XBoard does is not known");
                if file == to.0 || (to_x - x).abs() > 4 {
                    let long = rank >= 128 && to_y == rank as i32 - 128 + ahead;
                    cells[(to_y - ahead * if long { 2 } else { 1 }) as usize][to.0] = EMPTY;
                }
            }
        }
        let advance = (to_y - y) * ahead;
        if pawn && advance >= 2 {
            let rank = (to_y - ahead) as usize + if advance > 2 { 128 } else { 0 };
            self.passed = Some(((from.0 + to.0) / 2, rank));
        }
        if suffix == Some('+') {
            let partner = self.partners[piece];
            assert_eq!(self.ids[partner], "+", "this piece cannot be promoted");
            self.cells[to.1][to.0] = partner;
        } else if let Some(letter) = suffix {
            let letter = match white {
                true => letter.to_ascii_uppercase(),
                false => letter.to_ascii_lowercase(),
            };
            self.cells[to.1][to.0] = self.named(&letter.to_string());
        }
    }
}
