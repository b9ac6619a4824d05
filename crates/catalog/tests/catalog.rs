//! What the catalog promises to everything that stands on it.

use menagerie_catalog::{Chosen, NotAGame, Visitor, find, games, visit};
use menagerie_game::{Moment, Rules};

struct Id;

impl Visitor for Id {
    type Out = &'static str;

    fn visit<R: Rules>(self) -> &'static str {
        R::INFO.id
    }
}

#[test]
fn every_id_finds_and_visits_its_own_game() {
    for game in games() {
        let id = game.info().id;
        assert_eq!(find(id).map(|found| found.info().id), Some(id));
        assert_eq!(visit(id, Id), Some(id));
    }
    assert_eq!(visit("poker", Id), None);
}

#[test]
fn an_unknown_game_is_told_which_there_are() {
    let error = "poker:wild".parse::<Chosen>().unwrap_err();
    assert_eq!(error, NotAGame::Unknown { found: "poker".into() });
    let ids: Vec<_> = games().iter().map(|game| game.info().id).collect();
    assert_eq!(error.to_string(), format!("there is no game 'poker'; the games are: {}", ids.join(", ")));
}

#[test]
fn an_unknown_option_is_refused() {
    for game in games() {
        let error = format!("{}:no-such-option", game.info().id).parse::<Chosen>().unwrap_err();
        assert!(matches!(error, NotAGame::Options(_)), "{error}");
    }
}

#[test]
fn noise_names_no_game() {
    let long = "x".repeat(1 << 20);
    for text in ["", ":", "::", "shogi5 ", " shogi5", "SHOGI5", "\u{0}", long.as_str()] {
        let error = text.parse::<Chosen>().unwrap_err();
        assert!(error.to_string().len() < 500);
    }
}

#[test]
fn every_console_can_be_ended() {
    let mut sessions: Vec<_> = games().iter().filter_map(|game| game.console()).collect();
    assert!(!sessions.is_empty());
    assert!(sessions.iter_mut().all(|session| session.line(b"0").over));
}

#[test]
fn every_game_says_how_long_it_takes_and_greets_newcomers() {
    for game in games() {
        let info = game.info();
        assert!(0 < info.minutes.0 && info.minutes.0 < info.minutes.1, "{}: {:?}", info.id, info.minutes);
        assert_eq!(info.hints.first().map(|hint| hint.when), Some(Moment::Turn), "{}", info.id);
        assert!(
            info.hints.iter().any(|hint| info.text_of(hint).contains("win")),
            "{}: no hint says what winning means",
            info.id
        );
        for hint in info.hints {
            let text = info.text_of(hint);
            assert!(text.len() <= 180, "{}: too long to be read between two moves: {text}", info.id);
        }
    }
}

#[test]
fn the_artwork_of_every_game_can_be_drawn() {
    for game in games() {
        menagerie_testkit::artwork(game.info());
    }
}

struct NetSize;

impl Visitor for NetSize {
    type Out = usize;

    fn visit<R: Rules>(self) -> usize {
        R::net().map_or(0, |net| net.to_bytes().len())
    }
}

/// The nets are a part of the program, and a browser loads them over the network.
#[test]
fn all_embedded_nets_together_have_at_most_3_megabytes() {
    let sizes: Vec<_> = games().iter().map(|game| (game.info().id, visit(game.info().id, NetSize).unwrap())).collect();
    let total: usize = sizes.iter().map(|(_, size)| size).sum();
    assert!(total > 0 && total <= 3_000_000, "{total} bytes: {sizes:?}");
}
