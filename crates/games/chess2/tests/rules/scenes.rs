//! What a client is shown.

use menagerie_game::{OpenRules, Scene, Seat, Site, Touch, Viewer};

use crate::{START, at};

fn scene(position: &str, viewer: Viewer) -> Scene {
    OpenRules::scene(at("scene", position).position(), viewer)
}

fn prompt(position: &str, viewer: Viewer) -> (String, bool) {
    let prompt = scene(position, viewer).prompt;
    (prompt.text.into_owned(), prompt.mid_turn)
}

const WHITE: Viewer = Viewer::Seat(Seat(0));
const BLACK: Viewer = Viewer::Seat(Seat(1));

#[test]
fn cells_lie_beside_their_gates() {
    let scene = scene(START, WHITE);
    assert_eq!(scene.spots.len(), 68);
    for (cell, x, y) in [("z4", -1, 3), ("z5", -1, 4), ("i4", 8, 3), ("i5", 8, 4)] {
        let spot = scene.spots.iter().find(|spot| spot.id.as_str() == cell).expect("a cell");
        assert_eq!(spot.site, Site::Plane { plane: 0, x, y });
        assert_eq!(spot.terrain, "jail");
    }
}

#[test]
fn a_king_with_his_banana_wears_it_in_jail_too() {
    let badges = |position: &str, at: &str| {
        let scene = scene(position, WHITE);
        let piece = scene.pieces.iter().find(|piece| piece.at.as_str() == at).expect("a king").clone();
        piece.badges.iter().map(|badge| badge.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(badges(START, "e1"), ["banana"]);
    assert_eq!(badges("7k/8/8/8/MF6/8/8/Q6R w K..q - - -", "z4"), ["banana"]);
    assert!(badges("7k/8/8/8/MF6/8/8/Q6R w L..q - - -", "z4").is_empty());
}

#[test]
fn prompts_say_what_is_asked_and_of_whom() {
    let jail = "7r/8/8/8/8/5K2/6R1/q6Q w .... - jail:k -";
    let asked = [
        (START, "Your turn: move a piece", false),
        (jail, "Choose a cell for the captured king", true),
        ("7k/8/8/F7/MF6/8/8/Q6R w K..q - hop:a4:a5 -", "Hop on, catch the banana, or stop", true),
        ("k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2 -", "Hop on, or stop", true),
        ("7k/8/8/F7/LF6/8/8/Q6R w M..q - swing:z4:a5 -", "Swing out of z4: choose where the monkey lands", true),
        ("KE6/FEr5/2r5/8/8/8/7q/7k w Q... - - -", "You have no move: pass", false),
        ("7K/8/8/8/8/8/8/Y6Q b ..kq - - -", "White wins: Black's king and queen are in jail", false),
    ];
    for (position, text, mid_turn) in asked {
        assert_eq!(prompt(position, WHITE), (text.to_owned(), mid_turn), "{position}");
    }
    assert_eq!(prompt(jail, BLACK).0, "White chooses a cell for the captured king");
    assert_eq!(prompt(START, Viewer::Spectator).0, "White is to move");
}

#[test]
fn only_the_one_who_decides_has_choices() {
    assert_eq!(scene(START, WHITE).choices.len(), 88);
    assert!(scene(START, BLACK).choices.is_empty());
    assert!(scene(START, Viewer::Spectator).choices.is_empty());
}

#[test]
fn stop_and_pass_are_buttons() {
    for (position, button) in [
        ("k7/8/8/6q1/4f3/2FM4/3F4/6K1 w .Q.. - hop:d3:d2 -", "stop"),
        ("KE6/FEr5/2r5/8/8/8/7q/7k w Q... - - -", "pass"),
    ] {
        let scene = scene(position, WHITE);
        let choice = scene.choices.iter().find(|choice| choice.action == button).expect("a choice");
        assert!(matches!(&choice.touches[..], [Touch::Button { id, .. }] if id == button));
    }
}

#[test]
fn a_waiting_bear_is_touched_in_the_centre() {
    let scene = scene(&START.replace("- - -", "- - c"), WHITE);
    let spot = scene.spots.iter().find(|spot| spot.id.as_str() == "centre").expect("the centre");
    assert_eq!(spot.site, Site::Tray { tray: "centre".into(), seat: None, slot: 0 });
    assert!(scene.pieces.iter().any(|piece| piece.kind == "bear" && piece.at == spot.id && piece.color.is_none()));
    let choice = scene.choices.iter().find(|choice| choice.action == "bear:d4").expect("a choice");
    assert_eq!(choice.touches.first(), Some(&Touch::place(spot.id)));
    assert_eq!(choice.words, "bear comes in on d4");
}

#[test]
fn a_captive_is_shown_until_it_has_a_cell() {
    let scene = scene("7r/8/8/8/8/5K2/6R1/q6Q w .... - jail:k -", BLACK);
    let captive = scene.pieces.iter().find(|piece| piece.at.as_str() == "custody").expect("the captive");
    assert_eq!((captive.kind.as_ref(), captive.color), ("king", Some(Seat(1))));
}

#[test]
fn actions_are_told_in_words() {
    for (position, action, words) in [
        (START, "b1b3", "monkey b1 hops over b2 and goes to b3"),
        (START, "a1h6", "rook a1 goes to h6"),
        ("7r/6F1/8/k7/8/8/8/7K w .Q.q - - -", "g7h8", "fish g7 takes black rook on h8 and becomes a fishy queen"),
        ("7k/8/8/8/MF6/8/8/Q6R w K..q - - -", "a4z4", "monkey a4 goes into z4 and catches the banana"),
        (
            "7k/8/2e5/1f1f4/LF6/1F6/2q5/Q6R w M... - swing:z4:- -",
            "z4c2",
            "monkey swings out of z4 over b3 and takes black queen on c2",
        ),
        ("7r/8/8/8/8/5K2/6R1/q6Q w .... - jail:k -", "@i4", "put the captured king into i4"),
        ("7k/8/8/8/3*4/8/8/K7 w .Q.q - - -", "d4e5", "bear d4 goes to e5"),
    ] {
        let scene = scene(position, WHITE);
        let choice = scene.choices.iter().find(|choice| choice.action == action).expect("a choice");
        assert_eq!(choice.words, words);
    }
}
