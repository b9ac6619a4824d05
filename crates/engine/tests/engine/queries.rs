//! All queries agree with the rules, in positions of random games of every game.

use menagerie_catalog::{Chosen, games};
use menagerie_game::erased::AnyPosition;
use menagerie_game::{Actor, Dice, Seat, Viewer};
use menagerie_search::Random;

use crate::talk::Talk;

/// Every game, without options and with each of its options.
pub(crate) fn all_variants() -> Vec<String> {
    let one = |info: &'static menagerie_game::GameInfo| {
        let options = info.options.iter().map(move |option| format!("{}:{}", info.id, option.id));
        [info.id.to_owned()].into_iter().chain(options)
    };
    games().iter().flat_map(|game| one(game.info())).collect()
}

/// Positions of a random game, with the actions that lead to each.
pub(crate) fn random_game(variant: &str, seed: u64, longest: usize) -> Vec<(Box<dyn AnyPosition>, Vec<String>)> {
    let chosen: Chosen = variant.parse().unwrap();
    let (mut position, mut random) = (chosen.start(), Random::new(seed));
    let (mut found, mut played) = (Vec::new(), Vec::new());
    for _ in 0..longest {
        found.push((position.boxed(), played.clone()));
        let actions = position.actions();
        if actions.is_empty() {
            break;
        }
        let action = &actions[random.roll(actions.len() as u32) as usize];
        position.apply(action).unwrap();
        played.push(action.clone());
    }
    found
}

fn or_none(words: &[String]) -> String {
    if words.is_empty() { "response none".into() } else { format!("response {}", words.join(" ")) }
}

fn check(talk: &mut Talk, position: &dyn AnyPosition) {
    let info = position.info();
    let seats: Vec<Seat> = position.seats().iter().collect();
    let (outcome, actor) = (position.outcome(), position.actor());
    let name = match actor {
        Actor::Seat(seat) => info.seat_name(seat),
        Actor::Chance => "chance",
        Actor::Nobody => "none",
    };
    let names: Vec<_> = seats.iter().map(|seat| info.seat_name(*seat).to_owned()).collect();
    assert_eq!(talk.ask("query seats"), or_none(&names));
    assert_eq!(talk.ask("query actor"), format!("response {name}"));
    assert_eq!(talk.ask("query p1turn"), format!("response {}", actor == Actor::Seat(seats[0])));
    assert_eq!(talk.ask("query gameover"), format!("response {}", outcome.is_some()));
    assert_eq!(talk.ask("query legal"), or_none(&position.actions()));
    let scores: Vec<_> =
        outcome.iter().flat_map(|outcome| seats.iter().map(|seat| outcome.score(*seat).to_string())).collect();
    assert_eq!(talk.ask("query scores"), or_none(&scores));
    let result = outcome.map_or("none".to_owned(), |outcome| match outcome.winner() {
        Some(winner) => format!("p{}win", seats.iter().position(|seat| *seat == winner).unwrap() + 1),
        None => "draw".to_owned(),
    });
    assert_eq!(talk.ask("query result"), format!("response {result}"));
    for (index, seat) in seats.iter().enumerate() {
        let view = format!("response {}", position.view(Viewer::Seat(*seat)).text());
        assert_eq!(talk.ask(&format!("query view {}", index + 1)), view);
        assert_eq!(talk.ask(&format!("query view {}", info.seat_name(*seat))), view);
    }
    let chances: Vec<_> = position.probabilities().into_iter().flatten().zip(position.actions()).collect();
    let chances: Vec<_> = chances.iter().map(|(p, action)| format!("{action} {}/{}", p.weight, p.total)).collect();
    assert_eq!(talk.ask("query chance"), or_none(&chances));
}

#[test]
fn every_query_says_what_the_rules_say_whether_by_text_or_by_actions() {
    for variant in all_variants() {
        let mut talk = Talk::about(&variant);
        for (position, played) in random_game(&variant, 7, 40).iter().step_by(5) {
            assert_eq!(talk.say(&format!("position fen {}", position.text())), [""; 0]);
            check(&mut talk, &**position);
            assert_eq!(talk.say(&format!("position startpos moves {}", played.join(" "))), [""; 0]);
            check(&mut talk, &**position);
        }
    }
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    let mut talk = Talk::about("shogi5");
    // The king of white stands beside that of black, who takes it.
    assert_eq!(talk.say("position fen 5/5/5/1k3/K4[] b moves b2a1"), [""; 0]);
    assert_eq!(talk.ask("query gameover"), "response true");
    assert_eq!(talk.ask("query result"), "response p1win");
    assert_eq!(talk.ask("query scores"), "response 1 0");
    assert_eq!(talk.ask("query legal"), "response none");
    assert_eq!(talk.say("go depth 3"), ["info string the game is over", "bestmove 0000"]);
}

#[test]
fn repetition_ends_the_game_for_queries_but_a_program_may_play_on() {
    let mut talk = Talk::about("shogi5");
    let round = "b5b4 d1d2 b4b5 d2d1";
    let position = talk.say(&format!("position fen 1g2k/5/5/5/K2G1[] b moves {}", [round; 3].join(" ")));
    assert_eq!(position, [""; 0]);
    assert_eq!(talk.ask("query result"), "response draw");
    // The session plays on as if a match began there: earlier positions do not count as repetitions or
    // towards a limit.
    assert_eq!(thoughts(&mut talk), thoughts_about("position fen 1g2k/5/5/5/K2G1[] b"));
    assert_eq!(talk.say(&format!("position fen 1g2k/5/5/5/K2G1[] b moves {} b5b4", [round; 3].join(" "))), [""; 0]);
    assert_eq!(talk.ask("query gameover"), "response false");
    assert_eq!(thoughts(&mut talk), thoughts_about("position fen 1g2k/5/5/5/K2G1[] b moves b5b4"));
}

/// Scores, lines and best move of a player with empty tables.
fn thoughts(talk: &mut Talk) -> Vec<String> {
    assert_eq!(talk.say("uginewgame"), [""; 0]);
    let said = talk.say("go depth 6");
    assert!(said.last().unwrap().starts_with("bestmove ") && said.last().unwrap() != "bestmove 0000", "{said:?}");
    let told = |line: &String| line.split(" nps ").next().unwrap_or_default().to_owned();
    said.iter().map(told).collect()
}

fn thoughts_about(position: &str) -> Vec<String> {
    let mut talk = Talk::about("shogi5");
    assert_eq!(talk.say(position), [""; 0]);
    thoughts(&mut talk)
}

#[test]
fn perft_counts_what_the_rules_count() {
    for variant in all_variants() {
        let mut talk = Talk::about(&variant);
        let start = variant.parse::<Chosen>().unwrap().start();
        let said = talk.say("go perft 2");
        assert_eq!(said.last().unwrap(), &format!("Nodes searched: {}", start.perft(2)));
        let shares: Vec<_> = start.perft_divide(2).iter().map(|(action, count)| format!("{action}: {count}")).collect();
        assert_eq!(said[..said.len() - 2], shares);
        assert_eq!(talk.ask("go perft 0"), "Nodes searched: 1");
    }
}

#[test]
fn d_draws_the_board_with_its_text() {
    for variant in all_variants() {
        let said = Talk::about(&variant).say("d");
        let start = variant.parse::<Chosen>().unwrap().start();
        assert!(said.len() > 5);
        assert!(said.contains(&format!("Fen: {}", start.text())));
    }
}

#[test]
fn every_game_and_option_can_be_chosen() {
    let mut talk = Talk::about("shogi5");
    let offered = talk.say("ugi").into_iter().find(|line| line.starts_with("option name UCI_Variant")).unwrap();
    for variant in all_variants() {
        assert!(offered.contains(&format!(" var {variant}")), "{variant}: {offered}");
        assert_eq!(talk.say(&format!("setoption name uci_variant value {variant}")), [""; 0]);
        let start = variant.parse::<Chosen>().unwrap().start();
        assert_eq!(talk.ask("query view spectator"), format!("response {}", start.view(Viewer::Spectator).text()));
    }
}

#[test]
fn uci_offers_only_games_whose_turn_is_one_action() {
    for variant in all_variants() {
        let mut talk = Talk::about("shogi5");
        let offered = talk.say("uci").into_iter().find(|line| line.starts_with("option name UCI_Variant")).unwrap();
        let spoken = offered.split(" var ").any(|name| name == variant);
        assert_eq!(talk.say(&format!("setoption name UCI_Variant value {variant}")).is_empty(), spoken);
        let one_seat_after_the_other = random_game(&variant, 3, 60).windows(2).all(|pair| {
            let (now, next) = (pair[0].0.actor(), pair[1].0.actor());
            next == Actor::Nobody || (now != next && next != Actor::Chance)
        });
        assert!(one_seat_after_the_other || !spoken, "{variant}");
    }
}

#[test]
fn a_game_that_uci_cannot_play_is_replaced_with_a_word() {
    for game in games().iter().map(|game| game.info().id) {
        let said = Talk::about(game).say("uci");
        let kept = said.iter().any(|line| line.contains(&format!("combo default {game} ")));
        assert_ne!(kept, said.iter().any(|line| line.contains("use ugi for it")), "{game}: {said:?}");
        assert_eq!(said.last().unwrap(), "uciok");
    }
}

/// The nodes that a search for at most 200,000 nodes needs until it ends. With a proof it ends early.
fn nodes_for_a_long_win(option: &str) -> u64 {
    let mut talk = Talk::about("shogi5");
    talk.say("ugi");
    assert_eq!(talk.say(option), [""; 0]);
    talk.say("position fen 4k/+S2+L1/3g1/PP1+s1/K4[Bgbl] b");
    let said = talk.say("go nodes 200000");
    let last = said.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
    let words: Vec<_> = last.split(' ').collect();
    let at = words.iter().position(|word| *word == "nodes").unwrap();
    words[at + 1].parse().unwrap()
}

#[test]
fn the_option_switches_the_proof_search() {
    assert!(nodes_for_a_long_win("setoption name ProofSearch value true") <= 10_000, "its share of the nodes");
    assert!(nodes_for_a_long_win("setoption name ProofSearch value false") > 10_000);
}
