//! Conversations with a session.

use super::*;
use crate::rules::Catalog;

struct Talk(TerminalSession);

impl Talk {
    fn new(game: &str, human: Side) -> Self {
        let catalog = Catalog::built_in().clone();
        let position = AnyPosition::start(catalog.get(game).unwrap()).unwrap();
        let strength = Strength {
            level: 1,
            ..Strength::default()
        };
        Self(TerminalSession::new(catalog, position, human, strength).unwrap())
    }

    /// The answer to a line, an error or not.
    fn say(&mut self, line: &str) -> String {
        let mut out = Vec::new();
        let mut screen = Screen::new(&mut out, false);
        let result = self.0.obey(line, &mut screen);
        screen.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        let mut text = anstream::adapter::strip_str(&text).to_string();
        if let Err(error) = result {
            text += &format!("error: {error:#}\n");
        }
        text
    }

    fn played(&self) -> String {
        self.0.game.start.line_texts(&self.0.game.moves).join(" ")
    }
}

#[test]
fn the_engine_answers_for_its_side_only() {
    let mut talk = Talk::new("chess", Side::White);
    let answer = talk.say("e2e4");
    assert!(answer.starts_with("Sliderule plays "), "{answer}");
    assert_eq!(talk.0.game.moves.len(), 2);
    assert!(
        talk.say("go")
            .starts_with("You play Black.\nSliderule plays ")
    );
    assert_eq!(talk.0.game.moves.len(), 3);
    let mut both = Talk::new("chess", Side::Both);
    assert_eq!(both.say("e2e4"), "");
    assert!(both.say("go").starts_with("Sliderule plays "));
    assert_eq!(both.0.human, Side::Both);
    assert_eq!(both.0.game.moves.len(), 2);
}

#[test]
fn undo_goes_back_to_the_persons_turn() {
    let mut talk = Talk::new("battery", Side::White);
    assert_eq!(talk.say("undo"), "error: there is no move to take back\n");
    talk.say("c3c5");
    assert!(talk.say("undo").starts_with("taken back: c3c5 "));
    assert_eq!(talk.played(), "");
    assert_eq!(talk.0.position.fen(), talk.0.game.start.fen());
    // The engine has opened the game: that is no move of the person's.
    talk.say("go");
    assert!(talk.say("undo").contains("no move of yours"));
    assert_eq!(talk.0.game.moves.len(), 1);
    talk.say("side both");
    talk.say("undo");
    assert_eq!(talk.0.game.moves.len(), 0);
}

#[test]
fn a_mate_ends_the_game_and_can_be_taken_back() {
    let mut talk = Talk::new("chess", Side::Both);
    for text in ["f2f3", "e7e5", "g2g4"] {
        assert_eq!(talk.say(text), "");
    }
    assert_eq!(talk.say("d8h4"), "Checkmate: Black wins, 0-1\n");
    assert_eq!(talk.0.game.result, GameResult::BlackWins);
    for line in ["e2e4", "go", "hint"] {
        assert!(
            talk.say(line)
                .starts_with("error: the game is over (Checkmate")
        );
    }
    assert_eq!(talk.say("undo"), "taken back: d8h4\n");
    assert_eq!(talk.0.game.result, GameResult::Unfinished);
    assert_eq!(talk.say("d8h4"), "Checkmate: Black wins, 0-1\n");
    // The loser who has been mated by the engine takes back two moves.
    talk.say("side white");
    assert_eq!(talk.say("undo"), "taken back: g2g4 d8h4\n");
}

#[test]
fn errors_keep_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let mut talk = Talk::new("opposition", Side::Both);
    talk.say("g3g4");
    std::fs::write(path("bad.pgn"), "[Variant \"chess\"]\n1. e2e4 e7e4 *").unwrap();
    let missing = talk.say(&format!("load {}", path("missing.pgn")));
    assert!(missing.starts_with("error: cannot read "), "{missing}");
    let bad = talk.say(&format!("load {}", path("bad.pgn")));
    assert!(
        bad.contains("bad.pgn: line 2: move 1... 'e7e4' is illegal: "),
        "{bad}"
    );
    let nowhere = talk.say(&format!("save {}", path("no/where.pgn")));
    assert!(nowhere.starts_with("error: cannot write "), "{nowhere}");
    assert!(talk.say("new chess 8/8 w").starts_with("error: "));
    assert!(
        talk.say("new nothing")
            .contains("there is no game 'nothing'")
    );
    assert!(
        talk.say("g4g9")
            .starts_with("error: the move 'g4g9' is illegal: ")
    );
    assert!(talk.say("udno").contains("did you mean undo?"));
    assert_eq!(talk.played(), "g3g4");
    assert!(talk.say("fen").starts_with("1kh1***/mmh4/ppp4/6P/4PP1/"));
}

#[test]
fn a_saved_game_is_loaded_exactly() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let mut talk = Talk::new("opposition", Side::White);
    talk.say("d1b1s");
    let (played, fen) = (talk.played(), talk.say("fen"));
    let saved = talk.say(&format!("save {}", path("a.pgn")));
    assert!(saved.ends_with("a.pgn, 2 moves\n"), "{saved}");
    let mut other = Talk::new("chess", Side::Black);
    let loaded = other.say(&format!("load {}", path("a.pgn")));
    assert!(
        loaded.ends_with("a.pgn: opposition, 2 moves\nYou play White.\n"),
        "{loaded}"
    );
    assert_eq!((other.played(), other.say("fen")), (played, fen));
    other.say(&format!("save {}", path("b.pgn")));
    let read = |name| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!(read("a.pgn"), read("b.pgn"));
    assert!(read("a.pgn").contains(&format!("[Black \"{NAME}\"]")));
    assert!(other.say("undo").starts_with("taken back: d1b1s "));
}

#[test]
fn questions_change_nothing() {
    let mut talk = Talk::new("battery", Side::White);
    let before = talk.say("fen");
    assert!(talk.say("hint").starts_with("hint: "));
    assert!(talk.say("eval").contains("\nscore for White: "));
    assert!(talk.say("eval").starts_with("term "));
    assert!(talk.say("moves").contains("c3c5"));
    assert!(talk.say("board").contains(" 10  # q t q # 10\n"));
    assert!(talk.say("flip").starts_with("     e d c b a\n  1  # "));
    assert!(talk.say("help").contains("undo"));
    assert_eq!(talk.say("level 3"), "level 3 of 20, at most 5s a move\n");
    assert_eq!(
        talk.say("time 250ms"),
        "level 3 of 20, at most 250ms a move\n"
    );
    assert_eq!(talk.say("side"), "You play White.\n");
    assert_eq!(talk.say(""), "");
    assert_eq!(talk.say("fen"), before);
}

#[test]
fn a_new_game_may_begin_anywhere() {
    let mut talk = Talk::new("chess", Side::White);
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    talk.say(&format!("new chess {fen}"));
    assert_eq!(talk.say("a1a8"), "Checkmate: White wins, 1-0\n");
    assert_eq!(talk.say("new BATTERY"), "");
    assert_eq!(talk.0.position.variant().name, "battery");
    let mut black = Talk::new("chess", Side::Black);
    assert!(black.say("new").starts_with("Sliderule plays "));
    assert_eq!(black.0.prompt(), "chess 1... ");
}
