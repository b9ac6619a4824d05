//! The table view of a match at this terminal.

use menagerie_game::{Actor, Effect, Scene, Score, Seat, Viewer, describe};
use menagerie_match::{Clock, ClockReading};

use super::offers::Offered;
use super::{LocalTable, Past, Player};
use crate::clock_text::ClockLine;
use crate::computer::computer_short;
use crate::table_view::{LogLine, SeatLine, TableView, ending, places};

impl LocalTable {
    /// The view of the current position, or of the step that is looked at.
    pub(crate) fn view(&self) -> TableView {
        let info = self.game.info();
        let viewer = self.viewer();
        let eyes = viewer.map_or(Viewer::Spectator, Viewer::Seat);
        let past = &self.log[..self.looking_back.unwrap_or(self.log.len())];
        let acting = self.person_deciding().filter(|_| self.looking_back.is_none() && self.cover().is_none());
        let mut scene = self.scene(eyes);
        if acting.is_none() {
            scene.choices.clear();
        }
        TableView {
            info,
            game: self.name.clone(),
            scene,
            viewer,
            acting,
            seats: self.seat_lines(),
            log: past.iter().map(|past| line(past, eyes, info)).collect(),
            moved: past.iter().rev().map(|past| moved(past, eyes)).find(|moved| !moved.is_empty()).unwrap_or_default(),
            can_undo: acting.is_some() && self.game.can_undo() == acting,
            cover: self.cover(),
            offer: self.offer(),
            ended: self.ending().filter(|_| self.looking_back.is_none_or(|at| at == self.log.len())),
            talk: Vec::new(),
            alliances: Vec::new(),
            remote: false,
            status: self.looking_back.map_or_else(String::new, |at| format!("step {at} of {}", self.log.len())),
        }
    }

    fn scene(&self, eyes: Viewer) -> Scene {
        match self.looking_back {
            Some(events) => self.game.position_at(events).view(eyes).scene(),
            None => self.game.position().view(eyes).scene(),
        }
    }

    /// The viewer: the acting person, or the person who acted last, or a spectator.
    fn viewer(&self) -> Option<Seat> {
        let earlier = self.log.iter().rev().filter_map(|past| past.by);
        let last = || earlier.into_iter().find(|&seat| self.players[seat] == Player::Human);
        let several = self.game.info().hidden && self.people().len() > 1;
        self.person_deciding()
            .or_else(|| if several { None } else { last() })
            .or_else(|| self.people().first().copied().filter(|_| !several))
    }

    /// The cover: if several people share the terminal while something is hidden from one of them, the acting
    /// person lifts it alone.
    fn cover(&self) -> Option<Seat> {
        let seat = self.person_deciding()?;
        let hidden = || self.game.position().view(Viewer::Spectator).hides_something();
        (self.people().len() > 1 && self.uncovered != Some(seat) && hidden()).then_some(seat)
    }

    fn seat_lines(&self) -> Vec<SeatLine> {
        let actor = match self.looking_back.filter(|_| self.is_only_looked_at()) {
            Some(step) => self.game.position_at(step).actor(),
            None => self.game.position().actor(),
        };
        let over = self.game.end().is_some() && self.is_at_end();
        let alone = self.people().len() < 2;
        let who = |seat: Seat| match self.players[seat] {
            Player::Human if alone => "you".to_owned(),
            Player::Computer(level) => computer_short(level),
            Player::Nobody => {
                let named = self.names.iter().find(|(it, _)| *it == seat);
                named.map_or_else(String::new, |(_, name)| name.clone())
            }
            Player::Human => String::new(),
        };
        let acts = |seat: Seat| actor == Actor::Seat(seat) && !over;
        let seats = self.game.position().seats();
        let faces = self.faces();
        let clock = |index: usize| faces.get(index).map(|face| ClockLine::new(face.left, face.periods));
        let line =
            |(index, seat): (usize, Seat)| SeatLine { seat, who: who(seat), clock: clock(index), acts: acts(seat) };
        seats.iter().enumerate().map(line).collect()
    }

    /// The clocks. In a match they keep running while a person looks back. In a record they show the
    /// time at that step.
    fn faces(&self) -> Vec<ClockReading> {
        let seats = self.game.position().seats();
        if !self.is_only_looked_at() {
            return self.clock.faces(self.now, seats);
        }
        let step = self.looking_back.unwrap_or(self.log.len());
        match step.checked_sub(1).and_then(|last| self.log.get(last)) {
            Some(past) => past.faces.clone(),
            None => Clock::new(self.control).faces(self.now, seats),
        }
    }

    fn offer(&self) -> Option<String> {
        let (offered, offer) = self.on_offer()?;
        let asked: Vec<&str> = self.unanswered().into_iter().map(|seat| self.name_of(seat)).collect();
        let what = match offered {
            Offered::Draw => "offers a draw",
            Offered::Takeback => "asks to go back",
        };
        let by = self.name_of(offer.by);
        (!asked.is_empty()).then(|| format!("{by} {what}. {}: agree? (y/n)", asked.join(", ")))
    }

    fn ending(&self) -> Option<String> {
        let end = self.game.end()?;
        let seats = end.outcome.seats();
        let winners: Vec<&str> =
            seats.iter().filter(|&seat| end.outcome.score(seat) > Score::ZERO).map(|seat| self.name_of(seat)).collect();
        Some(ending(&winners, &end.reason.sentence))
    }
}

fn line(past: &Past, eyes: Viewer, info: &menagerie_game::GameInfo) -> LogLine {
    let event =
        past.texts.iter().find(|(viewer, _)| *viewer == eyes).map_or_else(String::new, |(_, text)| text.clone());
    let said = |effect: &&Effect| !matches!(effect, Effect::Turn { .. } | Effect::Ended { .. });
    let heard = past.told.iter().filter(|told| told.audience.includes(eyes)).map(|told| &told.effect).filter(said);
    let words: Vec<String> = heard.map(|effect| describe(info, effect)).collect();
    LogLine { by: past.by, event, words: words.join("; ") }
}

fn moved(past: &Past, eyes: Viewer) -> Vec<menagerie_game::Place> {
    past.told.iter().filter(|told| told.audience.includes(eyes)).flat_map(|told| places(&told.effect)).collect()
}
