//! Sizes and characters of terminals.

use menagerie_catalog::games;

use super::Terminal;

/// Every game with a computer on the second seat: without a second person there is no cover.
fn against_the_computer() -> impl Iterator<Item = (&'static str, String)> {
    games().iter().map(|game| (game.info().id, format!("{}=computer:1", game.info().seats[1].name)))
}

#[test]
fn every_game_follows_the_size_of_its_terminal() {
    for (game, second) in against_the_computer() {
        let mut terminal = Terminal::run(&[game, "--seat", &second]);
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

#[test]
fn plain_characters_where_others_may_not_be_shown() {
    for (game, second) in against_the_computer() {
        let words = [game, "--seat", &second];
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
