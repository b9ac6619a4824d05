//! Studies: checks everything that a study holds. Each event and each action must be legal, each comment must belong to a
//! position of the study.

use std::collections::BTreeMap;

use menagerie_game::erased::AnyPosition;
use menagerie_match::AnyMatch;
use menagerie_table::names::disturbs_talk;
use menagerie_table::refusal::by_match;
use menagerie_wire::studies::{StudyComment, StudyContent, StudyVariation};
use menagerie_wire::{Code, Refused};

use crate::refused;
use crate::scene::{begin, by_rules};

const TITLE: usize = 100;
const COMMENT: usize = 1_000;
const COMMENTS: usize = 500;
const VARIATIONS: usize = 200;
/// Of all variations together.
const ACTIONS: usize = 4_000;
/// The longest match has fewer.
const EVENTS: usize = 5_000;

/// How many events and actions a check replays.
pub fn length(content: &StudyContent) -> usize {
    content.events.len() + content.variations.iter().map(|line| line.actions.len()).sum::<usize>()
}

/// Checks a study.
pub fn check(content: &StudyContent) -> Result<(), Refused> {
    sizes(content)?;
    text("the title", &content.title, TITLE, false)?;
    for comment in &content.comments {
        text("a comment", &comment.text, COMMENT, true)?;
        has_place(content, comment)?;
    }
    let positions = positions(content)?;
    content.variations.iter().try_for_each(|variation| check_variation(&positions, variation))
}

fn sizes(content: &StudyContent) -> Result<(), Refused> {
    let actions = content.variations.iter().map(|line| line.actions.len()).sum();
    let counts = [
        ("events", content.events.len(), EVENTS),
        ("variations", content.variations.len(), VARIATIONS),
        ("actions in variations", actions, ACTIONS),
        ("comments", content.comments.len(), COMMENTS),
    ];
    match counts.iter().find(|(_, count, most)| count > most) {
        Some((what, _, most)) => Err(refused(Code::TooMuch, format!("a study has at most {most} {what}"))),
        None => Ok(()),
    }
}

/// Plain text: something that can be seen, not too long, without control, direction and invisible characters.
fn text(what: &str, text: &str, most: usize, several_lines: bool) -> Result<(), Refused> {
    let mut lines = text.split('\n').filter(|line| !line.trim().is_empty()).peekable();
    let problem = if lines.peek().is_none() {
        "must not be empty".to_owned()
    } else if text.chars().count() > most {
        format!("has at most {most} characters")
    } else if lines.any(disturbs_talk) || (text.contains('\n') && !several_lines) {
        "must have printable characters only".to_owned()
    } else {
        return Ok(());
    };
    Err(refused(Code::Malformed, format!("{what} {problem}")))
}

/// Whether a comment belongs to a position of the game or of a variation.
fn has_place(content: &StudyContent, comment: &StudyComment) -> Result<(), Refused> {
    let is_here = |line: &StudyVariation| line.at == comment.at && line.actions.starts_with(&comment.actions);
    let in_game = comment.actions.is_empty() && comment.at as usize <= content.events.len();
    let known = in_game || content.variations.iter().any(is_here);
    let lost = || refused(Code::Malformed, format!("a comment at step {} belongs to no position", comment.at));
    known.then_some(()).ok_or_else(lost)
}

/// Replays the match. Returns the positions in which variations begin.
fn positions(content: &StudyContent) -> Result<BTreeMap<u32, Box<dyn AnyPosition>>, Refused> {
    let mut game: Box<dyn AnyMatch> = begin(&content.game, content.position.as_deref())?;
    let mut positions = BTreeMap::new();
    let mut keep = |at: u32, game: &dyn AnyMatch| {
        if content.variations.iter().any(|line| line.at == at) {
            positions.insert(at, game.position().boxed());
        }
    };
    keep(0, &*game);
    for (number, event) in (1..).zip(&content.events) {
        game.replay_event(event).map_err(|refusal| by_match(&refusal))?;
        keep(number, &*game);
    }
    Ok(positions)
}

fn check_variation(positions: &BTreeMap<u32, Box<dyn AnyPosition>>, line: &StudyVariation) -> Result<(), Refused> {
    let lost = || refused(Code::Malformed, format!("a variation begins at step {}, which the game has not", line.at));
    let mut position = positions.get(&line.at).ok_or_else(lost)?.boxed();
    for action in &line.actions {
        position.apply(action).map_err(|error| by_rules(&error))?;
    }
    if line.actions.is_empty() {
        return Err(refused(Code::Malformed, "a variation has at least one action"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study() -> StudyContent {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        StudyContent {
            title: "The rat".to_owned(),
            game: "jungle".to_owned(),
            position: None,
            events: words("a3a4 a7a6"),
            variations: vec![StudyVariation { at: 1, actions: words("g7g6 a4a5") }],
            comments: vec![
                StudyComment { at: 2, actions: vec![], text: "Both rats\nmove.".to_owned() },
                StudyComment { at: 1, actions: words("g7g6"), text: "<b>or</b> the other".to_owned() },
            ],
        }
    }

    #[test]
    fn a_game_with_variations_and_comments_is_a_study() {
        assert_eq!(check(&study()), Ok(()));
    }

    #[test]
    fn everything_illegal_or_out_of_place_is_refused() {
        type Change = fn(&mut StudyContent);
        let changes: [(&str, Change); 13] = [
            ("two lines", |it| it.title = "a\nb".to_owned()),
            ("direction", |it| it.comments[0].text = "a\u{202e}b".to_owned()),
            ("title", |it| it.title = " ".to_owned()),
            ("long title", |it| it.title = "x".repeat(101)),
            ("control character", |it| it.title = "a\u{7}".to_owned()),
            ("game", |it| it.game = "poker".to_owned()),
            ("position", |it| it.position = Some("nonsense".to_owned())),
            ("event", |it| it.events[1] = "a7a1".to_owned()),
            ("action", |it| it.variations[0].actions[0] = "a4a5".to_owned()),
            ("variation's place", |it| it.variations[0].at = 7),
            ("empty variation", |it| it.variations[0].actions.clear()),
            ("comment's place", |it| it.comments[1].actions = vec!["e7e6".to_owned()]),
            ("long comment", |it| it.comments[0].text = "x".repeat(1_001)),
        ];
        for (what, change) in changes {
            let mut broken = study();
            change(&mut broken);
            assert!(check(&broken).is_err(), "{what}");
        }
    }

    #[test]
    fn a_study_has_limits() {
        let mut many = study();
        many.variations = vec![many.variations[0].clone(); VARIATIONS + 1];
        assert_eq!(check(&many).unwrap_err().code, Code::TooMuch);
    }
}
