//! The start menu: game, options, seats, clock.

use menagerie_game::erased::AnyGame;
use menagerie_game::{BySeat, Seat};
use menagerie_match::TimeControl;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::clock_text::clock_in_words;
use crate::computer::{computer, description};
use crate::text_wrap::{shorten, wrap};
use crate::theme::Theme;

/// The player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatSetup {
    /// A person at this terminal.
    Here,
    /// The computer.
    Computer(u8),
    /// A player who joins over the network.
    Open,
}

/// The menu's state.
pub(crate) struct Menu {
    game: usize,
    /// Which options are on.
    options: Vec<bool>,
    setups: BySeat<SeatSetup>,
    clocks: Vec<TimeControl>,
    /// The index of the chosen clock.
    clock: usize,
    row: usize,
    network: Network,
    public: bool,
    rated: bool,
    message: String,
}

/// Whether the match is played over the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Network {
    /// At this terminal.
    None,
    /// On a server, as a guest.
    Guest,
    /// On a server, with an account there.
    Account,
}

/// A line of the menu.
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

/// The effect of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MenuOutcome {
    Nothing,
    Quit,
    Start(MatchSetup),
}

/// The setup of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MatchSetup {
    /// The game with its options.
    pub(crate) game: String,
    /// The players of its seats, in order of play.
    pub(crate) seats: Vec<(Seat, SeatSetup)>,
    pub(crate) clock: TimeControl,
    /// Whether the lobby lists the table.
    pub(crate) public: bool,
    /// Whether the game is rated.
    pub(crate) rated: bool,
}

/// The screen row of the first line.
const TOP: u16 = 5;
const COMPUTER: u8 = 3;
/// The usual time controls; days only over the network.
const CLOCKS: [&str; 9] = ["none", "1+0", "3+2", "5+3", "10+0", "15+10", "30+20", "5+3x30", "10+5x30"];
const DAYS: [&str; 3] = ["1d", "3d", "7d"];

impl Menu {
    /// A menu with the first game and this clock. The first seat is played here, the others by the
    /// computer or over the network.
    pub(crate) fn new(network: Network, clock: TimeControl) -> Self {
        let others = if network == Network::None { SeatSetup::Computer(COMPUTER) } else { SeatSetup::Open };
        let setups = BySeat::from_fn(|seat| if seat.index() == 0 { SeatSetup::Here } else { others });
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
            setups,
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

    pub(crate) fn key(&mut self, code: KeyCode) -> MenuOutcome {
        let rows = self.rows();
        match code {
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(rows.len() - 1),
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % rows.len(),
            KeyCode::Left => self.change(rows[self.row], -1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(rows[self.row], 1),
            KeyCode::Enter => return self.start(),
            KeyCode::Char('q') | KeyCode::Esc => return MenuOutcome::Quit,
            _ => {}
        }
        MenuOutcome::Nothing
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> MenuOutcome {
        let rows = self.rows();
        let row = usize::from(event.row.saturating_sub(TOP));
        if event.kind != MouseEventKind::Down(MouseButton::Left) || event.row < TOP || row >= rows.len() {
            return MenuOutcome::Nothing;
        }
        self.row = row;
        match rows[row] {
            Row::Start => self.start(),
            other => {
                self.change(other, 1);
                MenuOutcome::Nothing
            }
        }
    }

    fn start(&mut self) -> MenuOutcome {
        let seats = self.seats().into_iter().map(|seat| (seat, self.setups[seat])).collect();
        let clock = self.clocks[self.clock];
        MenuOutcome::Start(MatchSetup { game: self.name(), seats, clock, public: self.public, rated: self.rated })
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
                let setups = self.possible_setups();
                let now = setups.iter().position(|setup| *setup == self.setups[seat]).unwrap_or(0) as isize;
                self.setups[seat] = setups[(now + by).rem_euclid(setups.len() as isize) as usize];
            }
            Row::Clock => self.clock = (self.clock as isize + by).rem_euclid(self.clocks.len() as isize) as usize,
            Row::Public => self.public = !self.public,
            Row::Rated => self.rated = !self.rated,
            Row::Start => {}
        }
    }

    /// Switches an option. Options of the same group exclude each other.
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

    fn possible_setups(&self) -> Vec<SeatSetup> {
        let open = (self.network != Network::None).then_some(SeatSetup::Open);
        [SeatSetup::Here].into_iter().chain(open).chain((1..=8).map(SeatSetup::Computer)).collect()
    }

    /// Shows a message under the lines.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    pub(crate) fn draw(&self, theme: Theme, size: Rect, buffer: &mut Buffer) {
        let info = self.game().info();
        let width = usize::from(size.width).saturating_sub(4);
        buffer.set_style(Rect { height: 1, ..size }, Modifier::REVERSED);
        buffer.set_string(size.x, size.y, " Menagerie: strange relatives of chess", Modifier::REVERSED);
        for (row, words) in (0_u16..2).zip(wrap(info.tagline(), width, "")) {
            buffer.set_stringn(size.x + 2, size.y + 2 + row, words, width, theme.dim());
        }
        for (number, (y, row)) in (TOP..).zip(self.rows()).enumerate() {
            let text = self.words(row, theme);
            let style = if number == self.row { theme.emphasis() } else { Style::new() };
            let arrow = if number == self.row { theme.glyph("▶", ">") } else { " " };
            let text = shorten(&text, width.saturating_sub(2));
            buffer.set_stringn(size.x + 2, size.y + y, format!("{arrow} {text}"), width, style);
        }
        let below = size.y + TOP + self.rows().len() as u16 + 1;
        for (y, words) in (below..size.bottom() - 1).zip(wrap(self.remark(), width, "")) {
            buffer.set_stringn(size.x + 2, y, words, width, theme.emphasis());
        }
        let foot = " Up/Down select  Left/Right change  Enter start  q quit";
        buffer.set_stringn(size.x, size.bottom() - 1, foot, width, theme.dim());
    }

    /// The text under the lines: a message, or the description of the selected option or level.
    fn remark(&self) -> &str {
        let described = match self.rows().get(self.row) {
            Some(Row::Option(index)) => {
                let info = self.game().info();
                Some(info.text_of(&info.options[*index]))
            }
            Some(Row::Seat(seat)) => match self.setups[*seat] {
                SeatSetup::Computer(level) => description(level),
                SeatSetup::Here | SeatSetup::Open => None,
            },
            _ => None,
        };
        described.filter(|_| self.message.is_empty()).unwrap_or(&self.message)
    }

    fn words(&self, row: Row, theme: Theme) -> String {
        let info = self.game().info();
        let (left, right) = (theme.glyph("◂", "<"), theme.glyph("▸", ">"));
        match row {
            Row::Game => format!("Game      {left} {} {right}", info.name()),
            Row::Option(index) => {
                let option = &info.options[index];
                format!(
                    "Option    [{}] {}: {}",
                    if self.options[index] { 'x' } else { ' ' },
                    option.id,
                    info.text_of(option)
                )
            }
            Row::Seat(seat) => {
                let setup = match self.setups[seat] {
                    SeatSetup::Here => "a person at this terminal".to_owned(),
                    SeatSetup::Computer(level) => format!("the {}", computer(level)),
                    SeatSetup::Open => "open for other players".to_owned(),
                };
                format!("{:<9} {left} {setup} {right}", crate::table_view::capitalised(info.seat_name(seat)))
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
                let MenuOutcome::Start(setups) = menu.start() else { panic!("the menu starts a game") };
                assert!(setups.game.parse::<menagerie_catalog::Chosen>().is_ok(), "{}", setups.game);
                assert!(setups.seats.len() >= 2, "{}", setups.game);
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
        let MenuOutcome::Start(setups) = menu.key(KeyCode::Enter) else { panic!("Enter starts") };
        assert_eq!(setups.seats[0].1, SeatSetup::Computer(1));
        assert_eq!(menu.key(KeyCode::Char('q')), MenuOutcome::Quit);
    }

    #[test]
    fn a_seat_shows_the_name_of_its_level_and_the_selected_one_how_it_plays() {
        let mut menu = Menu::new(Network::None, TimeControl::None);
        let shown = |menu: &Menu| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
            menu.draw(Theme { ascii: true, color: false }, buffer.area, &mut buffer);
            buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        assert!(shown(&menu).contains("< the computer, level 3: curious >"), "{}", shown(&menu));
        assert!(!shown(&menu).contains("Takes what you leave unguarded"), "the seat is not selected");
        menu.row = menu.rows().iter().position(|row| *row == Row::Seat(Seat(1))).expect("a second seat");
        assert!(shown(&menu).contains("Takes what you leave unguarded and overlooks longer plans."));
        menu.say("a message");
        assert!(shown(&menu).contains("a message") && !shown(&menu).contains("Takes what you leave unguarded"));
    }

    #[test]
    fn clocks_are_chosen_and_one_of_our_own_stays() {
        let own = "7+7".parse().expect("a time control");
        let mut menu = Menu::new(Network::Guest, own);
        let MenuOutcome::Start(setups) = menu.start() else { panic!("the menu starts a game") };
        assert_eq!(setups.clock, own);
        menu.change(Row::Clock, 1);
        let MenuOutcome::Start(setups) = menu.start() else { panic!("the menu starts a game") };
        assert_eq!(setups.clock, TimeControl::None);
        menu.change(Row::Clock, -2);
        assert_eq!(menu.clocks[menu.clock], TimeControl::Days { days: 7 });
        assert!(!menu.rows().contains(&Row::Rated), "a guest has no rating");
    }
}
