//! The console protocol, byte for byte.

use menagerie_game::{LineProtocol, Rules};
use menagerie_shogi5::Position;
use menagerie_shogi5::console::Console;
use menagerie_testkit::Rulebook;

const START: &str = "KGSBLP-------------plbsgk\n\n\n";

/// Everything a session writes for these lines; lines after its end are not read.
fn session(lines: &[&[u8]]) -> String {
    let mut console = Console::new();
    let mut output = String::new();
    for line in lines {
        let reply = console.line(line);
        output.push_str(&reply.output);
        if reply.over {
            break;
        }
    }
    output
}

fn texts(lines: &[String]) -> Vec<&[u8]> {
    lines.iter().map(String::as_bytes).collect()
}

#[test]
fn the_sessions_of_the_rule_file() {
    let book = Rulebook::read("shogi5", Position::INFO.rules);
    let inputs: Vec<_> = book.blocks("console-in").collect();
    let [seed, win] = inputs[..] else { panic!("two sessions") };
    let tail = &book.blocks("console-tail").next().unwrap().lines;
    let output = session(&texts(&seed.lines));
    assert_eq!(output.lines().count(), 33);
    assert!(output.ends_with(&format!("{}\n", tail.join("\n"))), "{output}");
    let expected = &book.blocks("console-out").next().unwrap().lines;
    assert_eq!(session(&texts(&win.lines)), format!("{}\n", expected.join("\n")));
}

/// shogi5/lines/1 and shogi5/ruling/27: nothing is written at the start; shogi5/lines/2 and shogi5/ruling/26: nor at
/// the end of the input.
#[test]
fn nothing_is_written_without_a_line() {
    assert_eq!(session(&[]), "");
}

/// shogi5/lines/3: blank, tab and carriage return separate words and are ignored around a line.
#[test]
fn white_space() {
    assert_eq!(session(&[b" \tl  15\t12\r"]), "KGSBLl-------------p-bsgk\np\n\n");
    assert_eq!(session(&[b"l\x0b15 12"]), START);
}

/// shogi5/lines/4: a single `0` ends the program without an answer.
#[test]
fn zero_ends_the_session() {
    assert_eq!(session(&[b" 0\r", b"l 15 12"]), "");
    assert_eq!(session(&[b"00"]), START);
    assert_eq!(session(&[b"0 0"]), START);
}

/// shogi5/lines/5, shogi5/lines/8 and shogi5/ruling/25: a malformed line changes nothing and is answered.
#[test]
fn malformed_lines() {
    let megabyte = vec![b'l'; 1 << 20];
    let lines: [&[u8]; 17] = [
        b"",
        b" ",
        b"hello",
        b"l 15",
        b"l 15 12 ",
        b"l 15 12 x",
        b"l 1512",
        b"l 16 12",
        b"l 05 12",
        b"l 15 00",
        b"ll 15 12",
        b"\xff\xfe\x00",
        b"+l 15 12",
        b"l 15 1 2",
        b"L 15 12",
        b"x 15 12",
        &megabyte,
    ];
    for line in lines.iter().filter(|&&line| line != b"l 15 12 ") {
        assert_eq!(session(&[line]), START, "{}", String::from_utf8_lossy(&line[..line.len().min(20)]));
    }
}

/// shogi5/lines/6 and shogi5/ruling/24: the letter must be the mover's and stand on the square, plain or promoted.
#[test]
fn the_letter_must_fit_the_square() {
    assert_eq!(session(&[b"b 15 12"]), START);
    assert_eq!(session(&[b"K 11 12"]), START);
    // The spear on a2 is promoted by its first move and still named by its plain letter.
    let output = session(&[b"l 15 12", b"K 11 22", b"l 12 11"]);
    assert!(output.ends_with("lGSBL-K------------p-bsgk\np\n\n"), "{output}");
}

/// shogi5/lines/7: `00` is the hand.
#[test]
fn drops() {
    let output = session(&[b"l 15 12", b"K 11 12", b"p 00 33"]);
    assert!(output.ends_with("-GSBLK------p------p-bsgk\n\nL\n"), "{output}");
    assert_eq!(session(&[b"p 00 33"]), START);
}

/// shogi5/answers/1 and shogi5/ruling/20: 25 squares from row 1, promoted pieces by their plain letter;
/// shogi5/answers/2 and shogi5/answers/3: black's hand, then white's, in the order of capture.
#[test]
fn the_answer() {
    let output = session(&[b"l 15 12", b"K 11 12", b"b 25 52", b"L 51 52"]);
    assert!(output.ends_with("-GSB-K---L---------p--sgk\np\nLB\n"), "{output}");
}

/// shogi5/ruling/19: of two equal letters in hand the one captured first is dropped, so the other stays behind what was
/// captured between them.
#[test]
fn the_first_captured_of_equal_letters_is_dropped() {
    // White captures the spear, then the elephant; black's soldier is taken later.
    let lines: [&[u8]; 10] = [
        b"l 15 12", b"K 11 12", b"b 25 52", b"L 51 52", b"k 55 44", b"L 52 54", b"k 44 33", b"L 00 11", b"k 33 22",
        b"K 12 22",
    ];
    let output = session(&lines);
    assert!(output.ends_with("white wins!\n"), "{output}");
    let last: Vec<_> = output.lines().rev().take(4).collect();
    assert_eq!(last[1], "BPK", "the spear captured first was dropped: {output}");
}

/// shogi5/ruling/21, shogi5/ruling/22 and shogi5/ruling/23: the new state, then the winner's line without quotation marks.
#[test]
fn a_win_is_declared() {
    assert!(session(&[b"l 15 12", b"S 31 32", b"l 12 11", b"0"]).ends_with("pk\n\nblack wins!\n"));
    let white: [&[u8]; 4] = [b"g 45 44", b"K 11 22", b"k 55 45", b"B 41 14"];
    let output =
        session(&[&white[..], &[b"p 54 53", b"B 14 25", b"p 53 52", b"B 25 34", b"p 52 51", b"B 34 45"]].concat());
    assert!(output.ends_with("white wins!\n"), "{output}");
}
