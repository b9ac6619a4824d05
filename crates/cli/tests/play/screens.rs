//! Sizes and characters of terminals.

use super::Terminal;

const GAMES: [&str; 5] = ["chess2", "jungle", "djambi", "heaven-hell", "shogi5"];

#[test]
fn every_game_follows_the_size_of_its_terminal() {
    for game in GAMES {
        let mut terminal = Terminal::run(&[game, "--seat", second(game)]);
        terminal.shows("? help");
        terminal.resize(60, 20);
        terminal.shows("60x20");
        terminal.resize(140, 45);
        terminal.wait("a large board", |screen| screen.rows(0, 140).nth(44).is_some_and(|row| row.contains("? help")));
        terminal.resize(80, 24);
        terminal.wait("a small board", |screen| screen.rows(0, 80).nth(23).is_some_and(|row| row.contains("? help")));
        if game == "heaven-hell" {
            terminal.wait("three planes", |screen| {
                screen
                    .rows(0, 80)
                    .nth(1)
                    .is_some_and(|row| ["Heaven", "Earth", "Hell"].iter().all(|it| row.contains(it)))
            });
        }
        terminal.press("qy");
        terminal.ends();
    }
}

/// Without a second person there is no cover.
fn second(game: &str) -> &'static str {
    match game {
        "djambi" => "blue=computer:1",
        "shogi5" => "white=computer:1",
        _ => "black=computer:1",
    }
}

#[test]
fn plain_characters_where_others_may_not_be_shown() {
    for game in GAMES {
        let words = [game, "--seat", second(game)];
        let plain = |terminal: &Terminal| {
            terminal.shows("? help");
            assert!(terminal.text().is_ascii(), "{game}\n{}", terminal.text());
        };
        plain(&Terminal::with(&words, &[("LANG", "C"), ("LC_ALL", "C")]));
        plain(&Terminal::with(&[&words[..], &["--ascii"]].concat(), &[]));
        plain(&Terminal::with(&words, &[("TERM", "linux")]));
    }
}

#[test]
fn no_color_means_no_colours() {
    let colours = |variables: &[(&str, &str)]| {
        let terminal = Terminal::with(&["jungle"], variables);
        terminal.shows("? help");
        terminal.has_colours()
    };
    assert!(colours(&[]));
    assert!(!colours(&[("NO_COLOR", "1")]));
}
