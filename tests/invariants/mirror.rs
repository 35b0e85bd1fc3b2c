//! Positions seen from the other side of the board.

/// How the board is turned; the players are always exchanged.
#[derive(Clone, Copy, Debug)]
pub enum Turn {
    /// Top to bottom: files stay.
    Mirror,
    /// By half a turn: files are reversed, too.
    Half,
}

fn swap_case(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        })
        .collect()
}

/// The ids, counts and holes of a rank.
fn tokens(rank: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for c in rank.chars() {
        let joins = match tokens.last() {
            Some(last) => {
                matches!(c, '\'' | '!')
                    || c.is_ascii_digit() && last.chars().all(|d| d.is_ascii_digit())
            }
            None => false,
        };
        match tokens.last_mut() {
            Some(last) if joins => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

/// The same position for the other player. Half turns are for games without castling
/// and en passant on files that would change.
pub fn turned(fen: &str, turn: Turn, files: u8, ranks: u8) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let (board, pool) = match fields[0].split_once('[') {
        Some((board, pool)) => (board, format!("[{}", swap_case(pool))),
        None => (fields[0], String::new()),
    };
    let rows: Vec<String> = board
        .split('/')
        .rev()
        .map(|rank| match turn {
            Turn::Mirror => swap_case(rank),
            Turn::Half => swap_case(&tokens(rank).into_iter().rev().collect::<String>()),
        })
        .collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling = swap_case(fields[2]);
    let passed: String = tokens(fields[3])
        .iter()
        .map(|token| match (token.parse::<u8>(), turn) {
            (Ok(rank), _) => (ranks + 1 - rank).to_string(),
            (Err(_), Turn::Half) if token != "-" => {
                ((b'a' + files - 1 - (token.as_bytes()[0] - b'a')) as char).to_string()
            }
            _ => token.clone(),
        })
        .collect();
    format!(
        "{}{pool} {side} {castling} {passed} {} {}",
        rows.join("/"),
        fields[4],
        fields[5]
    )
}
