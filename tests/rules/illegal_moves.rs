//! What is said about moves that are not legal: each reason once.

use crate::games;

/// The reason for which the last of some moves is refused.
#[track_caller]
fn why(game: &str, fen: &str, moves: &str) -> String {
    let mut position = games::position(game, fen);
    let mut texts = moves.split(' ');
    let last = texts.next_back().unwrap();
    for text in texts {
        let mv = position.parse_move(text);
        position.make_unchecked(mv.unwrap_or_else(|e| panic!("{text}: {e}")));
    }
    match position.parse_move(last) {
        Err(reason) => reason.to_string(),
        Ok(_) => panic!("{fen}: {last} is legal"),
    }
}

macro_rules! reasons {
    ($($test:ident: $($game:literal, $fen:expr, $moves:literal => $reason:expr;)+)+) => {$(
        #[test]
        fn $test() {
            $(assert_eq!(why($game, $fen, $moves), $reason);)+
        }
    )+};
}

const START: &str = "startpos";
const NOT_A_MOVE: &str =
    "moves are written as two squares, such as e2e4, and what a pawn becomes (a7a8q)";

/// A position of Short Sliders with some pieces from rank 7 up to rank 5.
fn hia(ranks: &str) -> String {
    format!("k10p/12/12/12/12/12/12/12/12/{ranks}/12/1K10/12[] w - - 0 1")
}

reasons! {
    not_a_move:
        "chess", START, "nonsense" => NOT_A_MOVE;
        "chess", START, "e2" => NOT_A_MOVE;
        "chess", START, "O-O" => NOT_A_MOVE;
        "chess", START, "e2e4 e7\u{e9}5" => NOT_A_MOVE;
        "chess", START, "e2e4xyz" => NOT_A_MOVE;
        "chess", START, "e2e4,e4" => NOT_A_MOVE;

    no_such_square:
        "chess", START, "e2e9" => "'e9' is not a square of this board";
        "chess", START, "e2e4 i7i5" => "'i7' is not a square of this board";
        "chess", START, "a2a99999999999999999999" => "'a99999999999999999999' is not a square of this board";

    game_over:
        "chess", START, "f2f3 e7e5 g2g4 d8h4 a2a3" => "the game is over (checkmate)";
        "short-sliders", "11k/12/12/12/12/12/R'11/12/12/12/12/12/12/12/12/11K b - - 0 1", "l16k16"
            => "the game is over (bare-king-black-loses)";

    no_piece:
        "chess", START, "e3e4" => "there is no piece on e3";
        // A move of two legs would capture where the first one ends.
        "chess", START, "e2e4,e4e5" => "there is no piece on e4";

    not_yours:
        "chess", START, "e7e5" => "the piece on e7 is not White's";
        "chess", START, "e2e4 e4e5" => "the piece on e4 is not Black's";

    hole:
        "battery", START, "a2a1" => "a1 is a hole in the board";
        "battery", START, "e10e9" => "e10 is a hole in the board";

    dead_square:
        "opposition", START, "f1a1" => "a1 is not part of the board now, as the strip is elsewhere";

    own_piece:
        "chess", START, "e1e2" => "e2 is occupied by your own Pawn";

    blocked:
        "chess", START, "a1a5" => "the Rook on a1 is blocked on a2 on its way to a5";
        "chess", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4"
            => "the Pawn on e2 is blocked on e3 on its way to e4";
        "opposition", "1k2***/7/7/7/2PPP2/2pHP2/***3K w - - 0 1", "d2c4"
            => "the Horse on d2 is blocked on c3 on its way to c4";

    stopped:
        "short-sliders", &hia("12/12/4R1n5/3G'8"), "e5g5"
            => "the Short Rook on e5 cannot get to g5, as moves of several steps end on e5, next \
                to a Bodyguard";
        "short-sliders", &hia("12/5g'6/12/3P1O6"), "f4d6"
            => "the Berolina Pawn on f4 cannot get to d6, as moves of several steps end on e5, \
                next to a Bodyguard";
        // A piece in the way is what anyone would name first.
        "short-sliders", &hia("12/12/4RN6/3G'8"), "e5g5"
            => "the Short Rook on e5 is blocked on f5 on its way to g5";

    does_not_move_so:
        "chess", START, "b1b3" => "the Knight on b1 does not move to b3";
        "chess", START, "e2e5" => "the Pawn on e2 does not move to e5";
        "short-sliders", "k10p/12/12/12/6R5/7A4/12/12/12/5AK5/12/12/12/12/12/12 w - - 0 1", "h11h12,h12h11"
            => "the Archer on h11 does not move to h12";

    only_captures:
        "chess", START, "e2d3" => "the Pawn on e2 can go to d3 only to capture";

    cannot_capture:
        "chess", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3" => "the Pawn on e2 cannot capture on e3";

    leaves_king_in_check:
        "chess", "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3" => "it leaves the king on e1 in check";
        "chess", "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1", "e1e2" => "it leaves the king on e2 in check";
        "short-sliders", "k11/12/12/12/6r5/7A4/12/6n5/12/5AK5/12/12/12/12/12/12 w - - 0 1", "f7g9,g9f7"
            => "it leaves the king on g7 in check";

    nothing_to_become:
        "battery", "*3*/kP3/5/5/5/5/5/5/MAKAM/*QTQ* w - - 0 1", "b9b10"
            => "the Pawn on b9 must promote on b10, and nothing is available";
        "battery", "*3*/kP3/5/5/5/5/5/5/MAKAM/*QTQ* w - - 0 1", "b9b10q"
            => "the Pawn on b9 must promote on b10, and nothing is available";

    choices_missing:
        "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8" => "write what the Pawn becomes on a8: b, n, q, r";

    cannot_become:
        "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k"
            => "the Pawn cannot become 'k' on a8; possible: b, n, q, r";
        "battery", "*2k*/5/1P3/5/5/5/5/5/2KAM/*1TQ* w - - 0 1", "b8b9t"
            => "the Pawn cannot become 't' on b9; possible: a, m, q, nothing";

    cannot_promote:
        "chess", START, "e2e4q" => "the Pawn cannot promote on e4; leave out 'q'";

    surplus:
        "chess", START, "b1c3q" => "only what a piece becomes is written after the squares; leave out 'q'";

    no_slider:
        "chess", START, "d1c1s" => "the game has no strips";

    shift_in_check:
        "opposition", "1k2***/7/7/2m4/5h1/7/***2K1 w - - 0 1", "d1c1s"
            => "the strip may not shift because the king is in check";

    shift_with_enemy:
        "opposition", "1k2***/7/7/7/3K3/7/***1p1H w - - 0 1", "d1c1s"
            => "the strip may not shift because an enemy piece stands on it, on e1";

    shift_through_check:
        "opposition", "1k2***/7/7/1m5/7/7/***2K1 w - - 0 1", "d1a1s"
            => "the strip may not shift because the king on it would pass through check (with \
                the strip at c1)";

    shift_into_check:
        "opposition", "1k2***/7/7/1m5/7/7/***2K1 w - - 0 1", "d1c1s"
            => "the strip may not shift because the king would be in check afterwards";

    shift_text:
        "opposition", START, "e1d1s"
            => "a shift is written as the strip's lowest square before (d1) and after (a1 to \
                d1), then s";
        "opposition", START, "d1b1s a7e7s"
            => "a shift is written as the strip's lowest square before (a7) and after (a7 to \
                d7), then s";

    castling:
        "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"
            => "castling is not possible: the king or that rook has moved";
        "chess", "4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1"
            => "castling is not possible: a square between king and rook is not empty";
        "chess", "4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "e1g1"
            => "castling is not possible: the king is in check";
        "chess", "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "e1h1"
            => "castling is not possible: the king would pass or land on an attacked square";
        "short-sliders", START, "g1l1"
            => "castling is not possible: a square between king and rook is not empty";
}
