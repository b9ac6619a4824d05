//! The start menu: game, options, seats, clock.

use menagerie_game::erased::AnyGame;
use menagerie_game::{BySeat, Seat};
use menagerie_match::TimeControl;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::look::Look;
use crate::words::{clock_in_words, shorten, wrap};

/// Who is to sit on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plan {
    /// A person at this terminal.
    Here,
    /// The computer.
    Computer(u8),
    /// Whoever comes over the network.
    Open,
}

/// The menu.
pub(crate) struct Menu {
    game: usize,
    /// Which options are on.
    options: Vec<bool>,
    plans: BySeat<Plan>,
    clocks: Vec<TimeControl>,
    /// Which of them.
    clock: usize,
    row: usize,
    network: Network,
    public: bool,
    rated: bool,
    message: String,
}

/// Whether others are met over the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Network {
    /// The match is played here.
    None,
    /// On a server, as a guest.
    Guest,
    /// On a server, with an account there.
    Account,
}

/// A line that can be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Game,
    Option(usize),
    Seat(Seat),
    Clock,
    Public,
    Rated,
    Start,
}

/// What the menu leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Chosen {
    Nothing,
    Quit,
    Start(Plans),
}

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plans {
    /// The game with its options.
    pub(crate) game: String,
    /// Who plays each of its seats, in order of play.
    pub(crate) seats: Vec<(Seat, Plan)>,
    pub(crate) clock: TimeControl,
    /// Whether the table is in the lobby.
    pub(crate) public: bool,
    /// Whether ratings are at stake.
    pub(crate) rated: bool,
}

/// The first line of rows on the screen.
const TOP: u16 = 5;
const COMPUTER: u8 = 3;
/// Clocks that people like; days only over the network.
const CLOCKS: [&str; 9] = ["none", "1+0", "3+2", "5+3", "10+0", "15+10", "30+20", "5+3x30", "10+5x30"];
const DAYS: [&str; 3] = ["1d", "3d", "7d"];

impl Menu {
    /// A menu that begins with the first game and this clock, the first seat here and the others the computer's or open.
    pub(crate) fn new(network: Network, clock: TimeControl) -> Self {
        let others = if network == Network::None { Plan::Computer(COMPUTER) } else { Plan::Open };
        let plans = BySeat::from_fn(|seat| if seat.index() == 0 { Plan::Here } else { others });
        let options = vec![false; menagerie_catalog::games().first().map_or(0, |game| game.info().options.len())];
        let days: &[&str] = if network == Network::None { &[] } else { &DAYS };
        let mut clocks: Vec<TimeControl> = CLOCKS.iter().chain(days).filter_map(|text| text.parse().ok()).collect();
        let at = clocks.iter().position(|it| *it == clock).unwrap_or_else(|| {
            clocks.push(clock);
            clocks.len() - 1
        });
        Self {
            game: 0,
            options,
            plans,
            clocks,
            clock: at,
            row: 0,
            network,
            public: true,
            rated: false,
            message: String::new(),
        }
    }

    fn game(&self) -> &'static dyn AnyGame {
        menagerie_catalog::games()[self.game]
    }

    /// The game's name with the options that are on.
    fn name(&self) -> String {
        let info = self.game().info();
        let on = info.options.iter().zip(&self.options).filter(|(_, on)| **on).map(|(option, _)| option.id);
        match on.collect::<Vec<_>>().join(",") {
            none if none.is_empty() => info.id.to_owned(),
            options => format!("{}:{options}", info.id),
        }
    }

    /// The seats of the game with these options.
    fn seats(&self) -> Vec<Seat> {
        let chosen: Result<menagerie_catalog::Chosen, _> = self.name().parse();
        chosen.map_or_else(|_| Vec::new(), |chosen| chosen.start().seats().iter().collect())
    }

    fn rows(&self) -> Vec<Row> {
        let options = (0..self.options.len()).map(Row::Option);
        [Row::Game]
            .into_iter()
            .chain(options)
            .chain(self.seats().into_iter().map(Row::Seat))
            .chain([Row::Clock])
            .chain((self.network != Network::None).then_some(Row::Public))
            .chain((self.network == Network::Account).then_some(Row::Rated))
            .chain([Row::Start])
            .collect()
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> Chosen {
        let rows = self.rows();
        match code {
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(rows.len() - 1),
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % rows.len(),
            KeyCode::Left => self.change(rows[self.row], -1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(rows[self.row], 1),
            KeyCode::Enter => return self.start(),
            KeyCode::Char('q') | KeyCode::Esc => return Chosen::Quit,
            _ => {}
        }
        Chosen::Nothing
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> Chosen {
        let rows = self.rows();
        let row = usize::from(event.row.saturating_sub(TOP));
        if event.kind != MouseEventKind::Down(MouseButton::Left) || event.row < TOP || row >= rows.len() {
            return Chosen::Nothing;
        }
        self.row = row;
        match rows[row] {
            Row::Start => self.start(),
            other => {
                self.change(other, 1);
                Chosen::Nothing
            }
        }
    }

    fn start(&mut self) -> Chosen {
        let seats = self.seats().into_iter().map(|seat| (seat, self.plans[seat])).collect();
        let clock = self.clocks[self.clock];
        Chosen::Start(Plans { game: self.name(), seats, clock, public: self.public, rated: self.rated })
    }

    fn change(&mut self, row: Row, by: isize) {
        self.message.clear();
        match row {
            Row::Game => {
                let games = menagerie_catalog::games().len() as isize;
                self.game = (self.game as isize + by).rem_euclid(games) as usize;
                self.options = vec![false; self.game().info().options.len()];
            }
            Row::Option(index) => self.switch(index),
            Row::Seat(seat) => {
                let plans = self.possible_plans();
                let now = plans.iter().position(|plan| *plan == self.plans[seat]).unwrap_or(0) as isize;
                self.plans[seat] = plans[(now + by).rem_euclid(plans.len() as isize) as usize];
            }
            Row::Clock => self.clock = (self.clock as isize + by).rem_euclid(self.clocks.len() as isize) as usize,
            Row::Public => self.public = !self.public,
            Row::Rated => self.rated = !self.rated,
            Row::Start => {}
        }
    }

    /// Switches an option; another one of its group goes off.
    fn switch(&mut self, index: usize) {
        let options = self.game().info().options;
        let on = !self.options[index];
        if on && options[index].group.is_some() {
            for (other, option) in options.iter().enumerate() {
                self.options[other] &= option.group != options[index].group;
            }
        }
        self.options[index] = on;
    }

    fn possible_plans(&self) -> Vec<Plan> {
        let open = (self.network != Network::None).then_some(Plan::Open);
        [Plan::Here].into_iter().chain(open).chain((1..=8).map(Plan::Computer)).collect()
    }

    /// Says something under the rows.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    pub(crate) fn draw(&self, look: Look, size: Rect, buffer: &mut Buffer) {
        let info = self.game().info();
        let width = usize::from(size.width).saturating_sub(4);
        buffer.set_style(Rect { height: 1, ..size }, Modifier::REVERSED);
        buffer.set_string(size.x, size.y, " Menagerie: five strange relatives of chess", Modifier::REVERSED);
        for (row, words) in (0_u16..2).zip(wrap(info.tagline, width, "")) {
            buffer.set_stringn(size.x + 2, size.y + 2 + row, words, width, look.quiet());
        }
        for (number, (y, row)) in (TOP..).zip(self.rows()).enumerate() {
            let text = self.words(row, look);
            let style = if number == self.row { look.loud() } else { Style::new() };
            let arrow = if number == self.row { look.sign("▶", ">") } else { " " };
            let text = shorten(&text, width.saturating_sub(2));
            buffer.set_stringn(size.x + 2, size.y + y, format!("{arrow} {text}"), width, style);
        }
        let below = size.y + TOP + self.rows().len() as u16 + 1;
        for (y, words) in (below..size.bottom() - 1).zip(wrap(self.remark(), width, "")) {
            buffer.set_stringn(size.x + 2, y, words, width, look.loud());
        }
        let foot = " up/down choose a line, left/right change it, Enter starts, q leaves";
        buffer.set_stringn(size.x, size.bottom() - 1, foot, width, look.quiet());
    }

    /// What is said under the rows: a message, or what the option under the arrow does.
    fn remark(&self) -> &str {
        match self.rows().get(self.row) {
            Some(Row::Option(index)) if self.message.is_empty() => self.game().info().options[*index].text,
            _ => &self.message,
        }
    }

    fn words(&self, row: Row, look: Look) -> String {
        let info = self.game().info();
        let (left, right) = (look.sign("◂", "<"), look.sign("▸", ">"));
        match row {
            Row::Game => format!("Game      {left} {} {right}", info.name),
            Row::Option(index) => {
                let option = &info.options[index];
                format!("Option    [{}] {}: {}", if self.options[index] { 'x' } else { ' ' }, option.id, option.text)
            }
            Row::Seat(seat) => {
                let plan = match self.plans[seat] {
                    Plan::Here => "a person here".to_owned(),
                    Plan::Computer(level) => format!("the computer, level {level}"),
                    Plan::Open => "whoever comes over the network".to_owned(),
                };
                format!("{:<9} {left} {plan} {right}", crate::sight::capitalised(info.seat_name(seat)))
            }
            Row::Clock => format!("Clock     {left} {} {right}", clock_in_words(self.clocks[self.clock])),
            Row::Public => format!("Table     {left} {} {right}", if self.public { "in the lobby" } else { "private" }),
            Row::Rated => format!("Rated     {left} {} {right}", if self.rated { "yes" } else { "no" }),
            Row::Start => "Start".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_can_be_started_with_every_option() {
        let mut menu = Menu::new(Network::None, TimeControl::None);
        for game in menagerie_catalog::games() {
            assert_eq!(menu.game().info().id, game.info().id);
            for index in 0..game.info().options.len() {
                menu.switch(index);
                let Chosen::Start(plans) = menu.start() else { panic!("the menu starts a game") };
                assert!(plans.game.parse::<menagerie_catalog::Chosen>().is_ok(), "{}", plans.game);
                assert!(plans.seats.len() >= 2, "{}", plans.game);
            }
            menu.change(Row::Game, 1);
        }
    }

    #[test]
    fn seats_are_changed_by_keys() {
        let mut menu = Menu::new(Network::None, TimeControl::None);
        let first = menu.rows().iter().position(|row| matches!(row, Row::Seat(_))).unwrap();
        for _ in 0..first {
            menu.key(KeyCode::Down);
        }
        menu.key(KeyCode::Right);
        let Chosen::Start(plans) = menu.key(KeyCode::Enter) else { panic!("Enter starts") };
        assert_eq!(plans.seats[0].1, Plan::Computer(1));
        assert_eq!(menu.key(KeyCode::Char('q')), Chosen::Quit);
    }

    #[test]
    fn clocks_are_chosen_and_one_of_our_own_stays() {
        let own = "7+7".parse().expect("a time control");
        let mut menu = Menu::new(Network::Guest, own);
        let Chosen::Start(plans) = menu.start() else { panic!("the menu starts a game") };
        assert_eq!(plans.clock, own);
        menu.change(Row::Clock, 1);
        let Chosen::Start(plans) = menu.start() else { panic!("the menu starts a game") };
        assert_eq!(plans.clock, TimeControl::None);
        menu.change(Row::Clock, -2);
        assert_eq!(menu.clocks[menu.clock], TimeControl::Days { days: 7 });
        assert!(!menu.rows().contains(&Row::Rated), "a guest has no rating");
    }
}
