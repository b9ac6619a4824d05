//! Nothing hidden gets out: private messages, secret alliances, and traps that another seat has planted.
//!
//! The rules here are independent of the games' views. They read the full log, and search the bytes that each connection
//! received. After the end of a match nothing is hidden any more.

use menagerie_store::AllianceStep;
use menagerie_wire::{ChatChannel, FromClient, ToClient};
use serde_json::Value;

use super::replay::MatchState;
use super::views::comes_late;
use super::{Kind, TableCheck};
use crate::transcript::{ClientEvent, Received, Transcript};

impl TableCheck<'_> {
    /// Searches everything that the clients of this table received.
    pub(super) fn secrets(&mut self, moments: &[MatchState], transcripts: &[&Transcript]) {
        let posts: Vec<(Option<&str>, &ChatChannel, &str)> =
            transcripts.iter().flat_map(|it| it.sent()).filter_map(|(_, message)| post(message)).collect();
        let planted = planted(moments);
        self.check_result.secrets += posts.len() + planted.len();
        let mut found = Vec::new();
        for transcript in transcripts {
            let seat = transcript.seat.as_deref();
            let (mut over, mut late) = (false, false);
            for (index, entry) in transcript.entries.iter().enumerate() {
                match &entry.what {
                    ClientEvent::Connected { .. } => late = comes_late(&transcript.entries[index + 1..]),
                    ClientEvent::Heard(received) => {
                        over |= is_over(&received.message);
                        let mut leaks = words(received, seat, over, &posts);
                        leaks.extend(alliance(received, seat, &self.table.alliances));
                        if !over && !late {
                            leaks.extend(traps(received, seat));
                            leaks.extend(planting(received, seat, &planted));
                        }
                        found.extend(leaks.into_iter().map(|leak| (seat, leak)));
                    }
                    _ => {}
                }
            }
        }
        for (seat, detail) in found {
            self.find(Kind::Secret, seat, detail);
        }
    }
}

fn is_over(message: &ToClient) -> bool {
    matches!(message, ToClient::Full { seen, .. } | ToClient::Event { seen, .. } if seen.ended.is_some())
}

/// A chat message: its author, its channel, and its unique word.
fn post(message: &FromClient) -> Option<(Option<&str>, &ChatChannel, &str)> {
    let FromClient::Chat { seat, say, .. } = message else { return None };
    Some((seat.as_deref(), &say.room, say.text.rsplit(' ').next()?))
}

/// The words in a frame that its receiver must not read.
fn words(
    received: &Received,
    seat: Option<&str>,
    over: bool,
    posts: &[(Option<&str>, &ChatChannel, &str)],
) -> Vec<String> {
    let may_read = |author: Option<&str>, channel: &ChatChannel| match channel {
        ChatChannel::Players => seat.is_some(),
        ChatChannel::Spectators => seat.is_none() || over,
        ChatChannel::Seat { seat: to } => seat.is_some() && (seat == author || seat == Some(to)),
    };
    let leaks =
        posts.iter().filter(|(author, channel, word)| received.raw.contains(word) && !may_read(*author, channel));
    leaks.map(|(author, channel, word)| format!("{author:?} said {word} to {channel:?} only")).collect()
}

/// A step of a secret alliance that a third seat or a spectator received.
fn alliance(received: &Received, seat: Option<&str>, steps: &[AllianceStep]) -> Option<String> {
    let ToClient::Alliance { alliance } = &received.message else { return None };
    let stored = steps.iter().find(|it| {
        (it.at.0, &it.step.by, &it.step.partner, &it.step.what)
            == (alliance.at, &alliance.by, &alliance.with, &alliance.what)
    })?;
    let concerned = seat.is_some_and(|seat| seat == stored.step.by || seat == stored.step.partner);
    (!stored.step.open && !concerned).then(|| format!("a secret alliance: {alliance:?}"))
}

/// The traps in a position's or view's text: each a place and the first letter of its owner. In the text of a game with
/// traps they are the fourth of twelve fields; a trap whose place is hidden is a question mark.
pub(super) fn traps_in(text: &str) -> Vec<(&str, char)> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [_, _, _, traps, _, _, _, _, _, _, _, _] = fields[..] else { return Vec::new() };
    let read = |token: &'_ str| {
        let owner = token.chars().next_back().filter(char::is_ascii_lowercase)?;
        Some((token.len() - 1, owner)).filter(|(length, _)| *length > 1)
    };
    traps.split(',').filter_map(|token| read(token).map(|(length, owner)| (&token[..length], owner))).collect()
}

fn owns(seat: Option<&str>, owner: char) -> bool {
    seat.is_some_and(|seat| seat.starts_with(owner))
}

/// The traps of other seats in a shown view.
fn traps(received: &Received, seat: Option<&str>) -> Vec<String> {
    let (ToClient::Full { version, seen, .. } | ToClient::Event { version, seen, .. }) = &received.message else {
        return Vec::new();
    };
    let foreign = traps_in(&seen.text).into_iter().filter(|(_, owner)| !owns(seat, *owner));
    foreign.map(|(place, owner)| format!("version {version} shows a trap of {owner} on {place}")).collect()
}

/// A trap that was planted: the version, the place, the owner's letter.
type Planted = (u32, String, char);

/// The traps that the log's events plant, by the full positions before and after each.
fn planted(moments: &[MatchState]) -> Vec<Planted> {
    let mut found = Vec::new();
    for (version, pair) in (1..).zip(moments.windows(2)) {
        let before = traps_in(&pair[0].position);
        let new = traps_in(&pair[1].position).into_iter().filter(|trap| !before.contains(trap));
        found.extend(new.map(|(place, owner)| (version, place.to_owned(), owner)));
    }
    found
}

/// Entries of the log that tell another seat, or a spectator, where a trap was planted.
fn planting(received: &Received, seat: Option<&str>, planted: &[Planted]) -> Vec<String> {
    let shown = match &received.message {
        ToClient::Full { .. } | ToClient::Event { .. } if !planted.is_empty() => {
            serde_json::from_str::<Value>(&received.raw).unwrap_or_default()
        }
        _ => return Vec::new(),
    };
    let entries = shown["log"].as_array().into_iter().flatten().chain([&shown["entry"]]);
    let leaks = entries.flat_map(|entry| {
        let version = entry["version"].as_u64().unwrap_or_default();
        let text = entry.to_string();
        let foreign = planted.iter().filter(move |it| u64::from(it.0) == version && !owns(seat, it.2));
        foreign.filter(move |(_, place, _)| names(&text, place))
    });
    leaks
        .map(|(version, place, owner)| format!("entry {version} says that {owner} planted a trap on {place}"))
        .collect()
}

/// Whether a text names a place as a word of its own.
fn names(text: &str, place: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric();
    text.match_indices(place).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + place.len()..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}
