//! What `sliderule check` says about a file of games: causes and not what follows from
//! them, once each, by line; and what was hardly meant.

use sliderule::position::{AnyPosition, advice, check_starts};
use sliderule::protocol::options::games_of;
use sliderule::rules::{BUILT_IN_INI, Catalog, IniProblem};
use std::cell::Cell;
use std::path::Path;
use std::process::{Command, Output};

/// A game without faults, of which one line can be replaced.
const GOOD: &str = "[good]\nmaxFile = 5\nmaxRank = 6\nking = k\nrook = r\npawn = p\n\
                    promotionPieceTypes = r\npromotionRegionWhite = *6\n\
                    doubleStepRegionBlack = *5\ncastling = false\n\
                    startFen = r3k/ppppp/5/5/PPPPP/R3K w - - 0 1\n";

fn texts(problems: &[IniProblem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

fn loaded(text: &str) -> Catalog {
    let mut catalog = Catalog::with_file("t.ini", text);
    check_starts(&mut catalog);
    catalog
}

fn problems(text: &str) -> Vec<String> {
    texts(loaded(text).problems())
}

/// Warnings and advice about a file without errors.
fn remarks(text: &str) -> Vec<String> {
    let catalog = loaded(text);
    assert_eq!(texts(catalog.problems()), [] as [&str; 0], "{text}");
    let mut all = texts(catalog.warnings());
    all.extend(texts(&advice(&catalog, "t.ini")));
    all
}

/// The good game with another line for the same key, or without it.
fn with(line: &str) -> String {
    let key = line.split(" =").next().unwrap();
    let others = GOOD
        .lines()
        .filter(|old| old.split(" =").next() != Some(key));
    let mut text: String = others.map(|old| format!("{old}\n")).collect();
    if line.contains('=') {
        text += &format!("{line}\n");
    }
    text
}

#[test]
fn a_cause_is_told_without_what_follows_from_it() {
    for (line, said) in [
        (
            "customPiece1 = WyafsW",
            "customPiece1: the colon is missing: write the piece's letter, a colon and its moves, \
             such as a:WyafsW",
        ),
        (
            "rook = r  # the castle",
            "rook: a comment needs a line of its own: '# the castle' is read as part of this one",
        ),
        (
            "maxFile = 5 ; five",
            "maxFile: a comment needs a line of its own: '; five' is read as part of this one",
        ),
        (
            "kinng = k",
            "kinng: unknown key; the nearest known key is king",
        ),
        (
            "promotionPieceTypes = x",
            "promotionPieceTypes: the game has no piece 'x'",
        ),
        (
            "nFoldRule = 1",
            "nFoldRule: '1' is not 0 or a number from 2 to 100",
        ),
        (
            "promotionLimit = r:1 r:5",
            "promotionLimit: 'r:5': 'r' has a value already",
        ),
        (
            "pieceLimit = rp:7 p:9",
            "pieceLimit: 'p:9': 'p' has a value already",
        ),
        (
            "maxFile = five",
            "maxFile: 'five' is not a number of files from 1 to 16",
        ),
    ] {
        let mut text = with(line);
        // What a misspelt key should have said must not be there in another line.
        if line.starts_with("kinng") {
            text = text.replace("king = k\n", "");
        }
        let found = problems(&text);
        assert_eq!(found.len(), 1, "{line}: {found:?}");
        assert!(found[0].ends_with(&format!("[good] {said}")), "{found:?}");
    }
    // Pieces of a broken line are missed nowhere else.
    let broken = GOOD.replace("rook = r\n", "customPiece1 = RmW\n") + "flagPiece = r\n";
    let found = problems(&broken);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("the colon is missing"), "{found:?}");
}

#[test]
fn a_size_that_was_forgotten_is_named() {
    let found = problems(&with("maxFile"));
    let said = "[good] startFen: it has 5 files and the board 8 (default): write maxFile = 5";
    assert_eq!(found, [format!("t.ini:10: {said}")]);
    let ten = "[ten]\nking = k\nrook = r\nstartFen = rk8/10/10/10/10/10/10/10/10/8KR w - - 0 1\n\
               castlingKingsideFile = i\npromotionRegionWhite = *10\n";
    let found = problems(ten);
    assert_eq!(
        found,
        [
            "t.ini:4: [ten] startFen: it has 10 files and the board 8 (default): write maxFile = 10; \
             it has 10 ranks and the board 8 (default): write maxRank = 10"
        ]
    );
    // A single rank that is too long is a slip of another kind.
    let slip = GOOD.replace("r3k/", "r4k/");
    assert!(problems(&slip)[0].ends_with("rank 6 has more than 5 files"));
}

#[test]
fn a_file_without_headers_gets_one_message() {
    let lines: String = (1..=23)
        .map(|n| format!("customPiece{n} = a:W\n"))
        .collect();
    assert_eq!(
        problems(&format!("# My game\n{lines}")),
        [
            "t.ini:2: 'customPiece1' stands before the first section header, such as [mygame], and 22 \
          more lines do"
        ]
    );
    // A header that cannot be read is a header.
    let found = problems(&format!("[mine\n{lines}{GOOD}"));
    assert_eq!(
        found,
        ["t.ini:1: '[mine': the section header does not end with ]"]
    );
    let found = problems(&GOOD.replace("[good]", "[good] # mine"));
    assert_eq!(
        found,
        ["t.ini:1: a comment needs a line of its own: '# mine' is read as part of this one"]
    );
    assert_eq!(
        problems(&GOOD.replace("[good]", "[good] \t")),
        [] as [&str; 0]
    );
}

#[test]
fn causes_stand_before_consequences_and_by_line() {
    let text = format!(
        "[early:late]\n[late:good]\nmaxRank = none\nnFoldRule = 1\n{GOOD}[last:early]\n\
         [wrong:good]\nkingg = k\n"
    );
    assert_eq!(
        problems(&text),
        [
            "t.ini:3: [late] maxRank: 'none' is not a number from 1 to 16",
            "t.ini:1: [early] its parent 'late' has errors",
            "t.ini:16: [last] its parent 'early' has errors",
            "t.ini:18: [wrong] kingg: unknown key; the nearest known key is king",
        ]
    );
}

#[test]
fn parents_that_cannot_be_played_are_named() {
    let text = "[a:crazyhouse]\n[b:xiangqi]\n[crazy:craz]\n[c:crazyhouse2]\n";
    assert_eq!(
        problems(text),
        [
            "t.ini:1: [a] not supported: its parent crazyhouse needs drops",
            "t.ini:2: [b] not supported: its parent xiangqi needs rules against chasing",
            "t.ini:3: [crazy] there is no game 'craz' to inherit from",
            "t.ini:4: [c] there is no game 'crazyhouse2' to inherit from",
        ]
    );
    let error = Catalog::built_in().get("shogi").unwrap_err().to_string();
    assert_eq!(
        error,
        "the game 'shogi' needs drops, which Sliderule does not have"
    );
}

#[test]
fn good_games_get_no_advice() {
    assert_eq!(remarks(GOOD), [] as [&str; 0]);
    assert_eq!(
        remarks("[child:good]\n".replace("good", "chess").as_str()),
        [] as [&str; 0]
    );
    // The games that are shipped need none.
    let catalog = Catalog::with_file("engine.ini", BUILT_IN_INI);
    assert_eq!(catalog.warnings(), []);
    assert_eq!(advice(&catalog, "engine.ini"), []);
}

#[test]
fn what_was_hardly_meant_is_mentioned() {
    let game = |lines: &str| format!("{GOOD}{lines}");
    for (text, line, said) in [
        (
            with("promotionRegionWhite"),
            1,
            "promotionRegionWhite: White's pawns promote nowhere by default; for the last rank \
             write promotionRegionWhite = *6",
        ),
        (
            with("doubleStepRegionBlack"),
            1,
            "doubleStepRegionBlack: Black's pawns have their double step from no rank by default, \
             where no pawn stands; write doubleStepRegionBlack = *5, or doubleStep = false",
        ),
        (
            with("promotionPieceTypes = -") + "mandatoryPawnPromotion = false\n",
            12,
            "mandatoryPawnPromotion: pawns may promote, but promotionPieceTypes is empty: they \
             never do",
        ),
        (
            game("knight = n\n"),
            12,
            "knight: 'n' (Knight) is never on the board: it is not in startFen, and nothing \
             promotes to it",
        ),
        (
            GOOD.replace("rook = r", "customPiece1 = r:(6,1)"),
            5,
            "customPiece1: 'r' (r) has no move on any square of this board",
        ),
        (
            game("mobilityRegionWhiteRook = a1\n"),
            11,
            "startFen: R on a1 can never leave the square",
        ),
        (
            with("startFen = r3k/ppppp/5/5/PPPPP/R3K w KQkq - 0 1"),
            11,
            "startFen: the castling rights KQkq are dropped: castling = false",
        ),
        (
            with("startFen = 4k/5/5/5/5/4K w - - 0 1")
                + "extinctionValue = loss\n\
             extinctionPieceTypes = *\nextinctionPieceCount = 1\nextinctionBothDraw = true\n",
            11,
            "startFen: the game is over before the first move: ",
        ),
        (
            game("title = Mine # and yours\n"),
            12,
            "title: a comment needs a line of its own: '# and yours' is read as part of this one",
        ),
        (
            game("nFoldRule = 4\nnFoldRule = 5\n"),
            13,
            "nFoldRule: given twice, first in line 12; the last one counts",
        ),
    ] {
        let found = remarks(&text);
        let expected = format!("t.ini:{line}: [good] {said}");
        let is_there = found.iter().any(|remark| remark.starts_with(&expected));
        assert!(is_there, "{expected}\n{found:#?}\n{text}");
        found
            .iter()
            .for_each(|remark| assert!(remark.len() <= 300, "{remark}"));
    }
    let other = BUILT_IN_INI.replacen("[chess]", "[chess]\nnFoldRule = 0", 1);
    let found = remarks(&other);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("[chess] replaces the game of that name in built-in engine.ini"));
}

/// A child's board may be higher than the one for which its parent's regions were meant.
#[test]
fn regions_of_a_parents_board_are_noticed() {
    let child = "[child:good]\nmaxRank = 7\nstartFen = r3k/ppppp/5/5/5/PPPPP/R3K w - - 0 1\n";
    let found = remarks(&format!("{GOOD}{child}"));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("White's pawns promote on *6 as its parent says"),
        "{found:?}"
    );
    assert!(
        found[1].contains("write doubleStepRegionBlack = *6"),
        "{found:?}"
    );
}

fn check(file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliderule"));
    command.env_remove("SLIDERULE_INI").arg("check").arg(file);
    command.output().unwrap()
}

#[test]
fn the_command_says_what_was_loaded_and_what_to_do_next() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my games.ini");
    std::fs::write(&file, format!("{GOOD}knight = n\n")).unwrap();
    let output = check(&file);
    assert!(output.status.success(), "advice is no error");
    let errors = String::from_utf8(output.stderr).unwrap();
    let path = file.display();
    assert!(
        errors.starts_with(&format!("advice: {path}:12: [good] knight: ")),
        "{errors}"
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text,
        format!(
            "good  good: 5x6, 4 kinds of pieces, 14 moves in the start position\n\
             1 game fine, 0 disabled\nnext: sliderule play good --config '{path}'\n"
        )
    );
    std::fs::write(&file, GOOD.replace("king = k", "king = K K")).unwrap();
    let output = check(&file);
    assert!(!output.status.success());
    assert_eq!(output.stdout, b"0 games fine, 1 disabled\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

#[test]
fn variant_path_takes_several_files() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (
        folder.path().join("one.ini"),
        folder.path().join("t:wo.ini"),
    );
    std::fs::write(&one, GOOD).unwrap();
    std::fs::write(&two, "[mine:chess]\n").unwrap();
    let three = folder.path().join("three.ini");
    // A later file may build on an earlier one.
    std::fs::write(&three, "[third:good]\n").unwrap();
    let both = std::env::join_paths([&one, &three]).unwrap();
    let games = games_of(both.to_str().unwrap()).unwrap();
    assert_eq!(games.problems(), []);
    assert!(games.get("good").is_ok() && games.get("third").is_ok() && games.get("chess").is_ok());
    // The name of a file may hold the sign between files.
    assert!(games_of(two.to_str().unwrap()).unwrap().get("mine").is_ok());
    let missing = std::env::join_paths([one, folder.path().join("none.ini")]).unwrap();
    let error = games_of(missing.to_str().unwrap()).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("none.ini"), "{error}");
}

/// A thousand games that begin alike are compiled once, which is what takes the time.
#[test]
fn games_that_begin_alike_are_checked_once() {
    let asked = |text: &str| {
        let count = Cell::new(0);
        let mut catalog = Catalog::with_file("t.ini", text);
        catalog.disable_where(|_| {
            count.set(count.get() + 1);
            Some("no".into())
        });
        assert_eq!(catalog.count_of("t.ini").0, 0);
        count.get()
    };
    let children = |line: &dyn Fn(usize) -> String| -> String {
        let section = |n| format!("[g{n}:chess]\n{}", line(n));
        (0..100).map(section).collect()
    };
    assert_eq!(asked(&children(&|_| String::new())), 1);
    assert_eq!(
        asked(&children(&|n| format!(
            "title = {n}\nnFoldRule = {}\n",
            n % 90 + 2
        ))),
        1
    );
    assert_eq!(asked(&children(&|n| format!("pieceLimit = q:{n}\n"))), 100);
}

/// Says what is wrong with a section that has this line, with all else as in a good game.
fn complaint(line: &str) -> String {
    let found = problems(&with(line));
    assert_eq!(found.len(), 1, "{line}: {found:?}");
    found[0].clone()
}

#[test]
fn aliases_belong_to_one_game() {
    let taken = |aliases: &str| remarks(&format!("[mine:chess]\naliases = {aliases}\n"));
    let warning = |said: &str| [format!("t.ini:2: [mine] aliases: {said}, which keeps it")];
    assert_eq!(
        taken("battery"),
        warning("'battery' is the name of another game")
    );
    assert_eq!(
        taken("own Atomic"),
        warning("'Atomic' is the name of another game")
    );
    let alias = &Catalog::built_in().get("kingofthehill").unwrap().aliases[0];
    let known = format!("'{alias}' is another name of the game 'kingofthehill'");
    assert_eq!(taken(alias), warning(&known));
    assert_eq!(taken("mine my-own"), [] as [&str; 0]);
    let two = "[one:chess]\naliases = same\n[two:chess]\naliases = same\n";
    assert_eq!(
        remarks(two),
        ["t.ini:4: [two] aliases: 'same' is another name of the game 'one', which keeps it"]
    );
    // A game in the place of another may have its names, and a new one that of an alias.
    let other = format!("[kingofthehill:chess]\naliases = {alias} kingofthehill\n");
    let replaces = remarks(&other);
    assert!(
        replaces.len() == 1 && replaces[0].contains(" replaces "),
        "{replaces:?}"
    );
    let named = format!("[{alias}:chess]\n");
    assert_eq!(remarks(&named), [] as [&str; 0]);
}

#[test]
fn a_goal_that_nobody_attacks_is_reached_at_once() {
    let goal = "[goal:chess]\nflagPiece = n\nflagPieceCount = 2\nflagRegionWhite = *8\n\
                flagMove = true\n";
    let after = |keys: &str, fen: &str| {
        let catalog = loaded(&format!("{goal}{keys}"));
        let game = catalog.get("goal").unwrap();
        let mut position = AnyPosition::from_fen(game, fen).unwrap();
        let mv = position.parse_move("c6d8").unwrap();
        position.make_unchecked(mv);
        position.status().is_over()
    };
    let free = "1N6/7k/2N5/8/8/3n4/7K/n7 w - - 0 1";
    let attacked = "1N6/7k/2N5/8/1r6/8/7K/8 w - - 0 1";
    assert!(!after("", free));
    assert!(after("flagPieceSafe = true\n", free));
    assert!(!after("flagPieceSafe = true\n", attacked));
}

#[test]
fn keys_without_effect_are_mentioned() {
    for (lines, said) in [
        (
            "flagPiece = k\n",
            "flagPiece: it has no effect: flagRegion, the squares",
        ),
        (
            "flagMove = true\n",
            "flagMove: it has no effect: flagRegion, the squares",
        ),
        (
            "flagPieceCount = 2\n",
            "flagPieceCount: it has no effect: flagRegion",
        ),
        (
            "flagRegionWhite = *6\nflagPieceBlack = k\n",
            "flagPieceBlack: it has no effect: flagRegionBlack is not given",
        ),
        (
            "extinctionPieceTypes = r\n",
            "extinctionPieceTypes: it has no effect: extinctionValue",
        ),
        (
            "extinctionValue = loss\n",
            "extinctionValue: it has no effect: extinctionPieceTypes",
        ),
        (
            "dupleCheck = true\n",
            "dupleCheck: it has no effect: it needs extinctionPseudoRoyal",
        ),
        (
            "blastImmuneTypes = k\n",
            "blastImmuneTypes: it has no effect: it needs blastOnCapture = true",
        ),
        (
            "promotionLimit = k:0\n",
            "promotionLimit: no pawn can become 'k'",
        ),
        (
            "stalematePieceCount = true\n",
            "stalematePieceCount: it has no effect",
        ),
        (
            "nFoldRule = 0\nnFoldValue = loss\n",
            "nFoldValue: it has no effect: nFoldRule is 0",
        ),
        (
            "castlingKingFile = d\n",
            "castlingKingFile: it has no effect: the game has no castling",
        ),
        (
            "mandatoryPiecePromotion = true\n",
            "mandatoryPiecePromotion: it has no effect: promotedPieceType is not given",
        ),
        (
            "checkCounting = true\n",
            "checkCounting: startFen does not say how many checks win: the game begins with 1+1",
        ),
    ] {
        let found = remarks(&format!("{GOOD}{lines}"));
        assert_eq!(found.len(), 1, "{lines}: {found:?}");
        assert!(
            found[0].contains(&format!("[good] {said}")),
            "{said}\n{found:?}"
        );
    }
    // What says no more than the default does is not meant to have an effect.
    let defaults = "flagMove = false\nflagPieceCount = 1\nextinctionPieceTypes = -\n\
                    blastImmuneTypes = -\ndupleCheck = false\n";
    assert_eq!(remarks(&format!("{GOOD}{defaults}")), [] as [&str; 0]);
    let king = with("startFen = r4/ppppp/5/5/PPPPP/R3K w - - 0 1");
    assert!(
        remarks(&king)[0].contains("Black has no king, so Black can never be checkmated"),
        "{:?}",
        remarks(&king)
    );
    let region = problems(&format!("{GOOD}mobilityRegionWhiteCustomPiece2 = a1\n"));
    let said = "mobilityRegionWhiteCustomPiece2: the game has no customPiece2";
    assert_eq!(region, [format!("t.ini:12: [good] {said}")]);
}

#[test]
fn mistakes_are_told_with_the_way_out() {
    for (line, said) in [
        (
            "rook = rr",
            "rook: 'rr' is not one piece id: a letter, perhaps with ' or ! behind it",
        ),
        (
            "king = \"k\"",
            "king: '\"k\"' is not one piece id: a letter, perhaps with ' or ! behind it",
        ),
        (
            "promotionPieceTypes = r, k",
            "promotionPieceTypes: ids are not separated by commas: write rk",
        ),
        (
            "pieceValueMg = r:99999999",
            "pieceValueMg: 'r:99999999': '99999999' is not a number from 0 to 65535",
        ),
        ("startFen = ", "startFen: it is empty"),
        (
            "maxRank = 10",
            "startFen: it has 6 ranks and the board 10 (maxRank): write maxRank = 6, or a position \
             with 10 ranks",
        ),
    ] {
        let found = complaint(line);
        let said = said.replace("'r:99999999': ", "");
        assert!(found.ends_with(&format!("[good] {said}")), "{found}");
    }
    for line in ["rook r", "rook: r", "rook:r"] {
        let found = problems(&GOOD.replace("rook = r", line));
        let said = format!(
            "t.ini:5: [good] '{line}' is neither a section header nor key = value: write rook = r"
        );
        assert_eq!(found, [said]);
    }
    assert_eq!(
        problems("[mine:chess]\nmaxRank = 10\n"),
        [
            "t.ini:1: [mine] startFen: it is not given, and the default one does not fit: the number \
          of ranks is 8, expected 10"
        ]
    );
    let child = format!("{GOOD}[mine:good]\nrook = -\npromotionPieceTypes = -\n");
    let found = problems(&child);
    let said = "[mine] startFen: it is not given, and the inherited one does not fit: ";
    assert!(found.len() == 1 && found[0].contains(said), "{found:?}");
}

#[test]
fn games_broken_by_another_are_counted() {
    let own = "[chess]\nmaxFile = 3\nmaxRank = 3\nking = k\ncastling = false\n\
               startFen = 2k/3/K2 w - - 0 1\n";
    let catalog = loaded(own);
    let found = texts(catalog.problems());
    assert_eq!(found.len(), 1, "{found:?}");
    let begin = "t.ini:1: [chess] ";
    let said = " built-in games that inherit from it are disabled: ";
    assert!(
        found[0].starts_with(begin) && found[0].contains(said),
        "{found:?}"
    );
    assert!(catalog.get("chess").is_ok());
    let (_, names) = found[0].split_once(said).unwrap();
    let first = names.split(',').next().unwrap();
    let error = catalog.get(first).unwrap_err().to_string();
    assert!(error.contains("is disabled: "), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.ini");
    std::fs::write(&file, own).unwrap();
    let output = check(&file);
    let text = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("warning: ") && lines[0].contains("replaces"),
        "{text}"
    );
    assert!(
        lines[1].starts_with("error: ") && lines[1].contains(said),
        "{text}"
    );
}

#[test]
fn impossible_numbers_of_checks_are_refused() {
    let built_in = Catalog::built_in();
    let game = built_in.get("3check").unwrap();
    let at = |side: &str, checks: &str| {
        let fen = format!("7k/8/8/8/8/8/8/KQ6 {side} - - {checks} 0 1");
        AnyPosition::from_fen(game, &fen).map(|p| p.status().result())
    };
    let error = |checks: &str| at("w", checks).unwrap_err().to_string();
    for side in ["w", "b"] {
        assert_eq!(at(side, "0+3"), Ok("1-0"));
        assert_eq!(at(side, "3+0"), Ok("0-1"));
        assert_eq!(at(side, "1+3"), Ok("*"));
    }
    let none = "checks: '0+0': both players cannot have given all their checks";
    assert_eq!(error("0+0"), none);
    assert_eq!(error("+3+3"), none.replace("0+0", "+3+3"));
    assert_eq!(
        error("9+3"),
        "checks: '9+3' is more than the game begins with, 3+3"
    );
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1 +0+0";
    assert!(AnyPosition::from_fen(game, fen).is_ok());
    // A game whose start position does not say it may have any.
    let own = loaded("[own:chess]\ncheckCounting = true\n");
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 5+2 0 1";
    assert!(AnyPosition::from_fen(own.get("own").unwrap(), fen).is_ok());
}
