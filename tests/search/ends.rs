//! What the search says of the end of a game, against what [`AnyPosition::status`] says: in
//! every game, on positions at the end and up to two plies before it, with the real search.
//!
//! The truth is an interval: what every line of so many plies proves about the score,
//! whatever comes after. A search that looked as deep must say something within.

use crate::games;
use crate::support::{Random, Searcher, depth};
use sliderule::position::{AnyPosition, Move, Status};
use sliderule::rules::Catalog;
use sliderule::search::{AnyEngine, Limits, MAX_PLY, SearchResult, Settings, Stopper, Switches};
use std::collections::BTreeSet;

/// Having won, as the search scores it; a ply later is one less.
const WON: i32 = 31_000;

/// Scores beyond this are forced ends.
const FORCED: i32 = WON - MAX_PLY as i32;

/// The truth is sought where it takes no more than so many positions.
const MOST_LEAVES: u64 = 2_500;

/// What is proved about a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Truth {
    least: i32,
    most: i32,
}

impl Truth {
    fn exactly(score: i32) -> Self {
        Self {
            least: score,
            most: score,
        }
    }

    fn for_the_other(self) -> Self {
        Self {
            least: -self.most,
            most: -self.least,
        }
    }

    fn allows(self, score: i32) -> bool {
        (self.least..=self.most).contains(&score)
    }

    /// Whether a score tells of a win that is not there, or of a loss.
    fn denies(self, score: i32) -> bool {
        score >= FORCED && score > self.most || score <= -FORCED && score < self.least
    }
}

/// The score of a game that has ended, so many plies from the root.
fn of_end(position: &mut AnyPosition, ply: i32) -> Option<i32> {
    match position.status() {
        Status::Ended(None, _) => Some(0),
        Status::Ended(Some(winner), _) if winner == position.side_to_move() => Some(WON - ply),
        Status::Ended(Some(_), _) => Some(ply - WON),
        Status::Ongoing | Status::Check => None,
    }
}

/// What is true of a position `ply` plies from the root, from every line of `plies`.
fn truth(position: &mut AnyPosition, plies: u32, ply: i32) -> Truth {
    if let Some(score) = of_end(position, ply) {
        return Truth::exactly(score);
    }
    if plies == 0 {
        return Truth {
            least: ply + 1 - WON,
            most: WON - ply - 1,
        };
    }
    let of_moves = position.legal_moves();
    let of_moves = of_moves
        .into_iter()
        .map(|mv| truth_after(position, mv, plies, ply));
    of_moves
        .reduce(|a, b| Truth {
            least: a.least.max(b.least),
            most: a.most.max(b.most),
        })
        .expect("there are moves where the game goes on")
}

fn truth_after(position: &mut AnyPosition, mv: Move, plies: u32, ply: i32) -> Truth {
    position.make_unchecked(mv);
    let after = truth(position, plies - 1, ply + 1).for_the_other();
    position.undo();
    after
}

/// Whether a move can end the game at once.
fn is_near_the_end(position: &mut AnyPosition) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        position.make_unchecked(mv);
        let over = position.status().is_over();
        position.undo();
        over
    })
}

/// The position with another number of plies without progress, without history.
fn with_count(position: &AnyPosition, plies: u16) -> AnyPosition {
    let fen = position.fen();
    let mut fields: Vec<String> = fen.split(' ').map(Into::into).collect();
    let at = fields.len() - 2;
    fields[at] = plies.to_string();
    let changed = position
        .with_fen(&fields.join(" "))
        .unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!(changed.halfmoves(), plies, "{fen}");
    changed
}

/// Where games begin: at the start, and with one check to go where checks are counted.
fn starts(start: &AnyPosition) -> Vec<AnyPosition> {
    let mut all = vec![start.clone()];
    if start.variant().ends.counts_checks {
        let fen = start.fen();
        let fields = fen.split(' ');
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let fields: Vec<&str> = fields
            .map(|field| match field.split_once('+') {
                Some((a, b)) if is_number(a) && is_number(b) => "1+1",
                _ => field,
            })
            .collect();
        let last = start.with_fen(&fields.join(" "));
        all.push(last.unwrap_or_else(|e| panic!("{fen}: {e}")));
    }
    all
}

/// Positions of random games that go on: some of any kind, more of those that a move can
/// end, and both again a ply or two before the game is drawn for lack of progress.
fn positions(start: &AnyPosition, seed: u64, count: usize) -> Vec<AnyPosition> {
    let mut found = Vec::new();
    let starts = starts(start);
    let small = start.shape().len() <= 80;
    let plies = if small { 6_000 } else { 1_500 };
    let mut random = Random::new(seed);
    let mut position = start.clone();
    // Games in which much is captured come to their ends.
    let mut greed = 0;
    let (mut any, mut near) = (0, 0);
    for _ in 0..plies {
        if near == count && any == count / 2 {
            break;
        }
        if position.status().is_over() || position.ply() > 200 {
            position = starts[random.below(starts.len())].clone();
            greed = [0, 1, 3, 9][random.below(4)];
        }
        let moves = position.legal_moves();
        let captures: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| position.victim(mv).is_some())
            .collect();
        let takes = !captures.is_empty() && random.below(10) < greed;
        let from = if takes { &captures[..] } else { &moves[..] };
        position.make_unchecked(from[random.below(from.len())]);
        if position.status().is_over() || random.below(3) > 0 {
            continue;
        }
        if is_near_the_end(&mut position) {
            if near < count {
                near += 1;
                found.push(position.clone());
            }
        } else if any < count / 2 && random.below(8) == 0 {
            any += 1;
            found.push(position.clone());
        }
    }
    let limit = start.variant().ends.n_move_plies;
    if limit > 2 {
        let again: Vec<AnyPosition> = found
            .iter()
            .enumerate()
            .map(|(i, position)| with_count(position, limit - 1 - (i as u16 & 1)))
            .filter(|p| !p.clone().status().is_over())
            .collect();
        found.extend(again);
    }
    found
}

fn every_game() -> impl Iterator<Item = AnyPosition> {
    let games = Catalog::built_in().games().iter();
    games.map(|game| AnyPosition::start(game).unwrap_or_else(|e| panic!("{}: {e}", game.name)))
}

fn about(position: &AnyPosition) -> String {
    format!("{} {}", position.variant().name, position.fen())
}

/// The move that a search plays is as good as what a look at every move finds: it wins at
/// once if one does, and does not lose at once if another does not.
fn check_move(position: &mut AnyPosition, result: &SearchResult, at_once: Truth, what: &str) {
    let best = result.best.expect("the game goes on");
    let played = truth_after(position, best, 1, 0);
    let text = position.move_text(best);
    if at_once.least == WON - 1 {
        assert_eq!(played, at_once, "{what}: {text} does not win at once");
    }
    assert!(
        played.most > 1 - WON || at_once.most == 1 - WON,
        "{what}: {text} loses at once"
    );
}

/// Whether a move loses at once to a reply although another does not.
fn loses_to_a_reply(position: &mut AnyPosition, played: Move) -> bool {
    let lost = |position: &mut AnyPosition, mv| truth_after(position, mv, 2, 0).most <= 2 - WON;
    let moves = position.legal_moves();
    lost(position, played) && moves.into_iter().any(|mv| !lost(position, mv))
}

/// Positions in which a search to depth 2 once overlooked what two plies prove: losses that the
/// reply brings, or a draw that no move avoids.
const OVERLOOKED: [&str; 7] = [
    "breakthrough 7p/pp3Ppp/1P1p4/p1ppP1pp/Pp3Ppp/1PP2pPP/2PPP3/P4P2 b - - 7 33",
    "breakthrough 7p/pp3Ppp/1P1p4/p1ppP1pp/Pp3Ppp/1PP2pPP/2PPP3/P4P2 b - - 99 33",
    "breakthrough 8/P4Pp1/p2pP1pp/p2P2pp/P2p1Ppp/pP2PpPP/1PP1P3/5P2 b - - 6 39",
    "nocheckatomic 1nb1k3/3p1pp1/r7/1Np1p3/5PPp/r2PnK1P/P6R/R4B2 w - - 1 25",
    "nocheckatomic 1nb1k3/3p1pp1/r7/1Np1p3/5PPp/r2PnK1P/P6R/R4B2 w - - 98 25",
    "nocheckatomic 1nb1k3/5p2/6p1/8/5PPp/4p1KP/Pr6/5B2 w - - 1 33",
    "nocheckatomic r1bqkbnr/1pp1pNpp/n5P1/p2p1p2/8/BP6/P1PPPPBP/RN1Q1K1R b kq - 99 10",
];

/// The positions of that list that are of a game.
fn overlooked_in(start: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
    let name = &start.variant().name;
    let all = OVERLOOKED.iter().filter_map(|text| text.split_once(' '));
    let fens = all
        .filter(move |(game, _)| game == name)
        .map(|(_, fen)| fen);
    fens.map(|fen| start.with_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}")))
}

#[test]
fn the_search_says_what_the_ends_near_it_prove() {
    let mut near_ends = 0;
    let mut overlooked = BTreeSet::new();
    for start in every_game() {
        let mut searcher = Searcher::new(&start, Switches::default());
        let (mut seen, mut proofs) = (0, 0);
        let all = positions(&start, 31, 7).into_iter();
        for mut position in all.chain(overlooked_in(&start)) {
            let what = about(&position);
            let at_once = truth(&mut position, 1, 0);
            for plies in 1..=2 {
                let result = searcher.go(&position, &depth(plies));
                let score = result.score.raw();
                let said = format!("{what} depth {plies}: {} ({score})", result.score);
                check_move(&mut position, &result, at_once, &said);
                if at_once.least == WON - 1 || plies == 1 {
                    assert!(at_once.allows(score), "{said}, not {at_once:?}");
                }
                if plies == 1 {
                    continue;
                }
                let best = result.best.expect("the game goes on");
                if loses_to_a_reply(&mut position, best) {
                    overlooked.insert(what.clone());
                }
                if position.perft(2) > MOST_LEAVES {
                    continue;
                }
                proofs += 1;
                let proved = truth(&mut position, 2, 0);
                assert!(!proved.denies(score), "{said}, not {proved:?}");
                if !proved.allows(score) {
                    overlooked.insert(what.clone());
                }
            }
            seen += 1;
            near_ends += u32::from(at_once.least > 2 - WON || at_once.most < WON - 2);
        }
        let name = &start.variant().name;
        println!("{name}: {seen} positions, {proofs} searched to depth 2 by brute force");
        assert!(seen > 4, "{name}: only {seen} positions");
    }
    println!("{near_ends} positions near an end");
    assert!(near_ends > 700, "only {near_ends} positions near an end");
    assert_eq!(overlooked, BTreeSet::new());
}

#[test]
fn a_search_that_is_broken_off_tells_no_false_end() {
    for start in every_game() {
        let mut searcher = Searcher::new(&start, Switches::default());
        for mut position in positions(&start, 32, 3) {
            if position.perft(2) > MOST_LEAVES {
                continue;
            }
            let at_once = truth(&mut position, 1, 0);
            let proved = truth(&mut position, 2, 0);
            for nodes in [1, 2, 5, 10, 20, 60, 200] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let mut reports = 0;
                let what = format!("{} nodes {nodes}", about(&position));
                let result = searcher.go_reporting(&position, &limits, &mut |report| {
                    reports += 1;
                    let line = report.lines.first().expect("a line");
                    assert!(!line.moves.is_empty(), "{what}");
                });
                assert!(reports > 0, "{what}");
                let score = result.score.raw();
                let said = format!("{what}: {} ({score})", result.score);
                check_move(&mut position, &result, at_once, &said);
                if at_once.least == WON - 1 || at_once.most == 1 - WON {
                    assert!(at_once.allows(score), "{said}, not {at_once:?}");
                }
                assert!(!proved.denies(score), "{said}, not {proved:?}");
            }
        }
    }
}

/// What a search says of a position of a game, and the move that it plays.
fn say(game: &str, fen: &str, limits: &Limits) -> (String, Option<String>) {
    let start = games::start(game);
    let position = start.with_fen(fen).unwrap_or_else(|e| panic!("{e}"));
    let mut searcher = Searcher::new(&start, Switches::default());
    let result = searcher.go(&position, limits);
    let best = result.best.map(|mv| position.move_text(mv));
    (result.score.to_string(), best)
}

fn says(score: &str, best: &str) -> (String, Option<String>) {
    (score.into(), Some(best.into()))
}

#[test]
fn a_stalemate_that_wins_outranks_the_limit_of_plies() {
    for (count, plies) in [(139, 1), (139, 2), (139, 6), (137, 4)] {
        let fen = format!("k7/2K5/8/p7/P7/8/8/1R6 w - - {count} 80");
        assert_eq!(
            say("shatranj", &fen, &depth(plies)),
            says("mate 1", "b1b7"),
            "{fen}"
        );
    }
}

#[test]
fn the_score_of_a_game_that_has_ended_keeps_its_sign() {
    let over = |game, fen| say(game, fen, &depth(3)).0;
    assert_eq!(
        over("antichess", "4k3/1n6/7p/3p4/8/5p2/8/8 w - - 0 1"),
        "mate 1"
    );
    assert_eq!(over("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "mate 0");
    assert_eq!(over("misere", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), "mate 1");
    assert_eq!(over("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "cp 0");
    // Drawn already, although there is a move that would mate.
    assert_eq!(over("chess", "7k/8/6K1/8/8/8/8/R7 w - - 100 90"), "cp 0");
    assert_eq!(over("chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 90"), "mate 1");
}

#[test]
fn what_the_table_knows_of_other_counts_is_not_believed() {
    let start = games::start("chess");
    let settings = Settings {
        hash: 4,
        ..Settings::default()
    };
    let mut engine = AnyEngine::new(settings).unwrap();
    // Three plies until the mate, of which the last may be the hundredth.
    for (count, wins) in [(0, true), (97, true), (98, false), (99, false), (96, true)] {
        let fen = format!("7k/8/5K2/8/8/8/8/R7 w - - {count} 90");
        let limits = depth(7);
        let stopper = Stopper::default();
        stopper.arm(&limits);
        let position = start.with_fen(&fen).unwrap();
        let said = engine.go(&position, &limits, &stopper, &mut |_| {}).score;
        let expected = if wins { "mate 2" } else { "cp 0" };
        assert_eq!(said.to_string(), expected, "{fen}");
    }
}
