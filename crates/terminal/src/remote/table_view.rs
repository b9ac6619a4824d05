//! The table view of a table on a server.

use menagerie_game::{Effect, Place, Scene};
use menagerie_wire::table::{Player, SeatInfo, Stage};
use menagerie_wire::{ChatChannel, ChatMessage, LogEntry};

use super::alliances::alliance_text;
use super::{Declined, RemoteTable};
use crate::clock_text::ClockLine;
use crate::computer::computer_short;
use crate::table_view::{LogLine, SeatLine, TableView, capitalised, ending};

impl RemoteTable {
    pub(crate) fn view(&self) -> TableView {
        let seen = self.seen.as_deref();
        let playing = self.table.stage == Stage::Playing;
        let actor = seen.filter(|_| playing).map_or("", |seen| seen.actor.as_str());
        let covered = seen.is_some_and(|seen| seen.covered && playing);
        let named = |name: &str| self.info.seat_named(name);
        let acting = named(actor).filter(|_| self.is_ours(actor) && !covered);
        let mut scene = seen.and_then(|seen| seen.scene.clone()).unwrap_or_default();
        if acting.is_none() {
            scene.choices.clear();
        }
        self.set_waiting_prompt(&mut scene);
        TableView {
            info: self.info,
            game: self.table.game.clone(),
            viewer: seen.and_then(|seen| named(&seen.viewer)),
            acting,
            seats: self.seat_lines(actor),
            log: self.log.iter().map(|entry| self.line(entry)).collect(),
            moved: self.log.last().map(moved).unwrap_or_default(),
            can_undo: seen.is_some_and(|seen| seen.can_undo),
            cover: named(actor).filter(|_| covered),
            offer: self.proposal().map(|(_, words)| words),
            ended: self.ended(),
            talk: self.talk_lines(),
            alliances: self.alliance_steps(),
            remote: true,
            status: self.status(),
            scene,
        }
    }

    fn status(&self) -> String {
        if let Some(connection_problem) = self.connection_problem() {
            return connection_problem;
        }
        let looking_on = if self.tokens.is_empty() { "you are watching  " } else { "" };
        let watched = match self.table.watching {
            0 => String::new(),
            number => format!("  {number} watching"),
        };
        format!("{looking_on}{}{watched}", self.link())
    }

    fn set_waiting_prompt(&self, scene: &mut Scene) {
        if let Some(connection_problem) = self.connection_problem() {
            scene.prompt.text = connection_problem.into();
            return;
        }
        let gone = self.table.seats.iter().find_map(|seat| Some((seat, seat.claim_in?)));
        if self.table.stage == Stage::Waiting {
            scene.prompt.text = format!("Waiting for players. Others can join at {}", self.link()).into();
        } else if self.table.stage == Stage::Closed {
            scene.prompt.text = "This table is closed".into();
        } else if let Some((seat, wait)) = gone.filter(|(seat, _)| !self.is_ours(&seat.seat)) {
            let left = i64::from(wait) - self.elapsed.1 / 1_000;
            let when = if left > 0 { format!("in {left} seconds") } else { "now".to_owned() };
            let words = format!("{} is away. You can claim {when} that they have left: press g", seat.seat);
            scene.prompt.text = words.into();
        } else if !self.thinking.is_empty() {
            scene.prompt.text = self.thinking.clone().into();
        }
    }

    fn seat_lines(&self, actor: &str) -> Vec<SeatLine> {
        let line = |(index, it): (usize, &SeatInfo)| {
            let who = match &it.player {
                Player::Open => "open".to_owned(),
                Player::Person { name, rating, .. } => {
                    let rating = rating.map_or_else(String::new, |rating| format!(" {rating}"));
                    format!("{name}{rating}{}", if it.here { "" } else { " (away)" })
                }
                Player::Computer { level } => computer_short(*level),
            };
            let seat = self.info.seat_named(&it.seat)?;
            Some(SeatLine { seat, who, clock: self.clock(index, &it.seat), acts: it.seat == actor })
        };
        self.table.seats.iter().enumerate().filter_map(line).collect()
    }

    fn clock(&self, index: usize, seat: &str) -> Option<ClockLine> {
        let clocks = &self.seen.as_ref()?.clocks;
        let running = clocks.running.as_deref() == Some(seat) && self.table.stage == Stage::Playing;
        let left = clocks.left.get(index)? - if running { self.elapsed.0 } else { 0 };
        Some(ClockLine::new(left, clocks.periods.get(index).copied().unwrap_or(0)))
    }

    fn line(&self, entry: &LogEntry) -> LogLine {
        let said = entry.happened.iter().filter(|it| !matches!(it.what, Effect::Turn { .. } | Effect::Ended { .. }));
        let words: Vec<&str> = said.map(|it| it.words.as_str()).collect();
        LogLine { by: self.info.seat_named(&entry.by), event: entry.event.clone(), words: words.join("; ") }
    }

    /// Chat messages and alliance events, in order of time.
    fn talk_lines(&self) -> Vec<String> {
        let mut lines: Vec<(i64, String)> = self.talk.iter().map(|said| (said.at, chat_line(said))).collect();
        for (after, words) in &self.whispers {
            let at = after.checked_sub(1).and_then(|last| self.talk.get(last)).map_or(0, |said| said.at);
            lines.push((at, format!("({words})")));
        }
        lines.extend(self.alliances.iter().map(|it| (it.at, format!("({})", alliance_text(it)))));
        lines.sort_by_key(|(at, _)| *at);
        lines.into_iter().map(|(_, words)| words).collect()
    }

    fn ended(&self) -> Option<String> {
        let ended = self.seen.as_ref()?.ended.as_ref()?;
        let winners: Vec<&str> =
            ended.scores.iter().filter(|(_, score)| *score > 0.0).map(|(seat, _)| seat.as_str()).collect();
        let next = match self.declined {
            _ if self.waits_for_rematch() => ". You want another game; the others are asked".to_owned(),
            Some(Declined::ByUs) => ". You declined another game".to_owned(),
            Some(Declined::ByOthers) => format!(". {} another game", self.decliners()),
            None => String::new(),
        };
        Some(format!("{}{next}", ending(&winners, &ended.reason)))
    }

    /// The decliner, as the subject of a sentence. With more than two seats the server does not say who
    /// declined.
    fn decliners(&self) -> String {
        let others: Vec<&str> =
            self.table.seats.iter().map(|seat| seat.seat.as_str()).filter(|seat| !self.is_ours(seat)).collect();
        match others[..] {
            [other] => format!("{} declines", capitalised(other)),
            _ => "Another player declines".to_owned(),
        }
    }
}

fn chat_line(said: &ChatMessage) -> String {
    match &said.room {
        ChatChannel::Seat { seat } => format!("{} to {seat} alone: {}", said.name, said.text),
        ChatChannel::Players | ChatChannel::Spectators => format!("{}: {}", said.name, said.text),
    }
}

fn moved(entry: &LogEntry) -> Vec<Place> {
    entry.happened.iter().flat_map(|it| crate::table_view::places(&it.what)).collect()
}
