//! Records at this terminal: a resumed match keeps tags and names, and an unchanged match is not
//! written.

use menagerie_game::BySeat;
use menagerie_record::dice::Secret;
use menagerie_record::{Record, begin, verify};

use super::{LocalTable, Player};
use crate::command::Command;
use crate::intent::Intent;

const OPEN: &str = "[Game \"shogi5\"]\n[Event \"club evening\"]\n[Site \"here\"]\n[Seat1 \"black Ann\"]\n\
    [Seat2 \"white Bob\"]\n[Result \"*\"]\n\n1. a5a4 *\n";

fn resume(text: &str, asked: &[(String, Player)]) -> Result<LocalTable, String> {
    let record: Record = text.parse().expect("a record");
    let mut table = LocalTable::resume(&record, asked, Secret::new([1; 32]))?;
    table.save_to("match.txt".into());
    Ok(table)
}

fn saved(commands: &[Command]) -> Option<&str> {
    commands.iter().find_map(|command| match command {
        Command::Save { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// Plays the first legal action.
fn act(table: &mut LocalTable) -> Vec<Command> {
    table.handle(Intent::LiftCover).expect("the cover can be lifted");
    let action = table.view().scene.choices[0].action.clone();
    table.handle(Intent::Act(action)).expect("a legal action")
}

#[test]
fn opening_a_record_writes_nothing() {
    let over = OPEN.replace("1. a5a4 *", "1. a5a4 2. !resign:white 1-0").replace("\"*\"", "\"1-0\"");
    for text in [OPEN, &over] {
        let mut table = resume(text, &[]).expect("it goes on");
        assert_eq!(saved(&table.advance()), None);
        table.handle(Intent::Step(-1)).expect("a step");
        assert_eq!(saved(&table.advance()), None);
    }
}

#[test]
fn tags_and_names_stay_when_a_match_goes_on() {
    let mut table = resume(OPEN, &[]).expect("it goes on");
    let commands = act(&mut table);
    let text = saved(&commands).expect("it is saved");
    for tag in ["[Event \"club evening\"]", "[Site \"here\"]", "[Seat1 \"black Ann\"]", "[Seat2 \"white Bob\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    assert!(verify(&text.parse().expect("a record")).is_ok());
    let computer = [("white".to_owned(), Player::Computer(2))];
    let mut table = resume(OPEN, &computer).expect("it goes on");
    table.saved = None;
    let commands = table.advance();
    let text = saved(&commands).expect("it is saved");
    assert!(text.contains("[Seat1 \"black Ann\"]\n[Seat2 \"white computer:2\"]"), "another player was asked: {text}");
}

#[test]
fn a_record_that_is_not_true_is_refused() {
    let why = resume(&OPEN.replace("\"*\"", "\"1-0\""), &[]).err().expect("it is refused");
    assert!(why.contains("does not verify") && why.contains("the tag Result \"1-0\""), "{why}");
}

#[test]
fn seats_that_are_not_there_are_refused() {
    let why = resume(OPEN, &[("green".to_owned(), Player::Human)]).err().expect("it is refused");
    assert_eq!(why, "there is no seat 'green' in this game; the seats are black, white");
}

/// A game whose first action belongs to chance.
fn drawn_by_hand() -> Record {
    let game = begin("heaven-hell", None).expect("a game");
    let draw = game.position().actions().swap_remove(0);
    format!("[Game \"heaven-hell\"]\n\n1. {draw} *\n").parse().expect("a record")
}

#[test]
fn draws_without_a_secret_go_on_without_one_and_verify() {
    let mut table = resume(&drawn_by_hand().to_text(), &[]).expect("it goes on");
    table.advance();
    let commands = act(&mut table);
    let record: Record = saved(&commands).expect("it is saved").parse().expect("a record");
    assert_eq!(record.dice, None);
    let verified = verify(&record).expect("a true record");
    assert!(verified.chance > 0 && !verified.dice, "{verified:?}");
}

#[test]
fn nonces_stay_with_their_secret() {
    let secret = Secret::new([7; 32]);
    let dice = menagerie_record::dice::TableDice::new(&secret, ["ann"]);
    let game = begin("heaven-hell", None).expect("a game");
    let weights: Vec<_> = game.position().probabilities().unwrap_or_default().iter().map(|p| p.weight).collect();
    let draw = game.position().actions().swap_remove(dice.choose(0, &weights));
    let text = format!(
        "[Game \"heaven-hell\"]\n[Commitment \"{}\"]\n[Nonce \"ann\"]\n[Secret \"{}\"]\n\n1. {draw} *\n",
        secret.commitment(),
        secret.to_hex()
    );
    let mut table = resume(&text, &[]).expect("it goes on");
    table.advance();
    let commands = act(&mut table);
    let record: Record = saved(&commands).expect("it is saved").parse().expect("a record");
    let verified = verify(&record).expect("every draw follows from the secret and the nonce");
    assert!(verified.dice, "{verified:?}");
    let unpublished = text.replace(&format!("[Secret \"{}\"]\n", secret.to_hex()), "");
    let why = resume(&unpublished, &[]).err().expect("it is refused");
    assert!(why.contains("has not published their secret"), "{why}");
}

#[test]
fn a_match_from_a_position_says_so_in_its_record() {
    let mut position = begin("shogi5", None).expect("a game");
    position.try_event("a5a4").expect("a legal action");
    let start = position.position().text();
    let game = begin("shogi5", Some(&start)).expect("a position");
    let mut table = LocalTable::with("shogi5", BySeat::from_fn(|_| Player::Human), Secret::new([1; 32]), game);
    table.save_to("match.txt".into());
    let commands = act(&mut table);
    let text = saved(&commands).expect("it is saved");
    assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n")), "{text}");
    assert!(verify(&text.parse().expect("a record")).is_ok());
}
