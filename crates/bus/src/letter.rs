//! Notices as they travel: several in one letter, never longer than the narrowest way takes.

use std::collections::HashMap;

use menagerie_store::{LONGEST_NOTICE, TableId};
use serde::Deserialize;
use serde_json::Value;

use crate::{NodeId, Notice};

/// What is sent at once.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Letter {
    pub(crate) from: NodeId,
    pub(crate) notices: Vec<Notice>,
}

/// The texts of letters that carry these notices. A notice too long for a letter is dropped: it is only a hint.
pub(crate) fn letters(from: &NodeId, notices: Vec<Notice>) -> Vec<String> {
    let texts = newest(notices).into_iter().filter_map(|notice| serde_json::to_string(&notice).ok());
    let head = format!("{{\"from\":\"{from}\",\"notices\":[");
    let longest = LONGEST_NOTICE - head.len() - 2;
    let mut letters = Vec::new();
    let mut body = String::new();
    for text in texts.filter(|text| text.len() <= longest) {
        // A notice that fills a letter alone has nothing before it to send.
        if !body.is_empty() && body.len() + 1 + text.len() > longest {
            letters.push(format!("{head}{body}]}}"));
            body.clear();
        }
        if !body.is_empty() {
            body.push(',');
        }
        body.push_str(&text);
    }
    if !body.is_empty() {
        letters.push(format!("{head}{body}]}}"));
    }
    letters
}

/// Of several notices that say how far a table has come, the last says it all.
fn newest(notices: Vec<Notice>) -> Vec<Notice> {
    let reached = |notice: &Notice| match notice {
        Notice::Reached { table, seq } => Some((table.clone(), *seq)),
        _ => None,
    };
    let mut ends: HashMap<TableId, u32> = HashMap::new();
    for (table, seq) in notices.iter().filter_map(reached) {
        let end = ends.entry(table).or_default();
        *end = seq.max(*end);
    }
    let is_newest = |notice: &Notice| reached(notice).is_none_or(|(table, seq)| ends.get(&table) == Some(&seq));
    notices.into_iter().filter(is_newest).collect()
}

/// A letter before its notices are read.
#[derive(Deserialize)]
struct Sealed {
    from: NodeId,
    notices: Vec<Value>,
}

/// Reads a letter. Whoever writes something else to the bus is not one of us; a notice that we do not know comes from a
/// newer node, and is only a hint.
pub(crate) fn read(text: &str) -> Option<Letter> {
    let Sealed { from, notices } = serde_json::from_str(text).ok()?;
    Some(Letter { from, notices: notices.into_iter().filter_map(|it| serde_json::from_value(it).ok()).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(table: u64, seq: u32) -> Notice {
        Notice::Reached { table: TableId::from_random(table), seq }
    }

    #[test]
    fn a_letter_says_what_was_told_and_only_the_newest_of_each_table() {
        let me = NodeId::random();
        let told = letters(&me, vec![reached(1, 4), Notice::Bans, reached(2, 1), reached(1, 5)]);
        let read = read(&told[0]).unwrap();
        assert_eq!((told.len(), &read.from), (1, &me));
        assert_eq!(read.notices, [Notice::Bans, reached(2, 1), reached(1, 5)]);
    }

    #[test]
    fn letters_fit_the_narrowest_way_and_lose_nothing_that_fits() {
        let told = letters(&NodeId::random(), (1..=1_000).map(|table| reached(table, 1)).collect());
        assert!(told.iter().all(|letter| letter.len() <= LONGEST_NOTICE));
        assert_eq!(told.iter().map(|letter| read(letter).unwrap().notices.len()).sum::<usize>(), 1_000);
    }

    #[test]
    fn a_notice_that_is_too_long_is_dropped_alone() {
        let long = Notice::Answered { job: "x".repeat(LONGEST_NOTICE), asker: NodeId::random() };
        assert_eq!(letters(&NodeId::random(), vec![long, Notice::Bans]).len(), 1);
    }

    /// The other nodes parse every letter: one without notices costs them time and tells them nothing.
    #[test]
    fn no_letter_is_empty_whatever_the_length_of_its_notices() {
        let me = NodeId::named("me");
        let work = |length: usize| Notice::Answered { job: "x".repeat(length), asker: NodeId::named("you") };
        let around = letters(&me, vec![work(0)])[0].len();
        for spare in 0..4 {
            let told = letters(&me, vec![work(LONGEST_NOTICE - around - spare), Notice::Bans]);
            let counts: Vec<usize> = told.iter().map(|letter| read(letter).unwrap().notices.len()).collect();
            assert_eq!(counts, [1, 1], "{spare} bytes to spare");
            assert!(told.iter().all(|letter| letter.len() <= LONGEST_NOTICE));
        }
        assert!(letters(&me, Vec::new()).is_empty());
    }

    #[test]
    fn noise_is_no_letter() {
        assert_eq!(read("[]"), None);
        let odd = r#"{"from":"a","notices":[{"t":"reached","table":"no table","seq":1},{"t":"newer"},{"t":"bans"}]}"#;
        assert_eq!(read(odd).unwrap().notices, [Notice::Bans], "what we do not know is passed over");
    }
}
