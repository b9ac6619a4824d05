//! The collection file: what is read, and what is refused with which message.

use menagerie_puzzles::{Collection, Puzzle};

use crate::{den, puzzle};

fn collection() -> Collection {
    let mut collection = Collection::new(menagerie_catalog::find("jungle").unwrap().info());
    assert!(collection.add(den()));
    assert!(collection.add(puzzle("jungle:classic", "red", "7/3C3/7/7/7/7/7/7/6l r", &["d8d9"])));
    collection
}

fn refusal(text: &str) -> String {
    Collection::read(text).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read_again() {
    let collection = collection();
    let text = collection.write();
    assert_eq!(text.lines().count(), 3);
    assert_eq!(Collection::read(&text).unwrap(), collection);
    assert!(!collection.has_other_rules());
}

#[test]
fn a_position_is_not_added_twice() {
    let mut collection = collection();
    assert!(!collection.add(Puzzle { rating: 2000, ..den() }));
    assert_eq!(collection.puzzles.len(), 2);
}

#[test]
fn foreign_texts_are_refused() {
    for text in [
        "",
        "\n",
        "not json",
        "{}",
        "{\"format\":\"other\",\"version\":1,\"game\":\"jungle\",\"rules\":\"\",\"puzzles\":0}",
    ] {
        assert_eq!(refusal(text), "line 1: this is not a collection of puzzles: the first line must be its header");
    }
    let text = collection().write();
    assert_eq!(
        refusal(&text.replacen("\"version\":1", "\"version\":2", 1)),
        "line 1: the collection has version 2, this program reads version 1"
    );
    assert_eq!(
        refusal(&text.replacen("\"game\":\"jungle\"", "\"game\":\"poker\"", 1)),
        "line 1: there is no game 'poker'"
    );
}

#[test]
fn cut_off_and_damaged_files_are_refused_with_the_line() {
    let text = collection().write();
    let lines: Vec<&str> = text.lines().collect();
    let without_last = lines[..2].join("\n");
    assert_eq!(
        refusal(&without_last),
        "line 2: the file is cut off or was added to: it has 1 puzzles, its header says 2"
    );
    let half = &text[..text.len() - 40];
    assert!(refusal(half).starts_with("line 3: this is not a puzzle: "), "{}", refusal(half));
    let changed = text.replacen("\"d8d9\"", "\"d8c8\"", 1);
    assert!(refusal(&changed).starts_with("line 2: puzzle jungle-"), "{}", refusal(&changed));
    assert!(refusal(&changed).ends_with("is damaged: its id does not fit its position and its line"));
    let twice = [lines[0], lines[1], lines[1]].join("\n");
    assert!(refusal(&twice).starts_with("line 3: puzzle jungle-") && refusal(&twice).ends_with("is there twice"));
}

#[test]
fn a_puzzle_of_another_game_is_refused() {
    let foreign = puzzle("shogi5", "white", "k4/5/1G3/5/4K[G] w", &["G@b4"]);
    let mut collection = collection();
    collection.puzzles.push(foreign);
    assert!(refusal(&collection.write()).ends_with(" is of shogi5, the collection is of jungle"));
}

#[test]
fn unknown_keys_are_refused() {
    let text = collection().write().replacen("\"rating\":1000", "\"rating\":1000,\"stars\":3", 1);
    assert!(refusal(&text).contains("unknown field `stars`"), "{}", refusal(&text));
}

#[test]
fn other_rules_are_noticed() {
    let collection = Collection { rules: "0".to_owned(), ..collection() };
    assert!(Collection::read(&collection.write()).unwrap().has_other_rules());
}
