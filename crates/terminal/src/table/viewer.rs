//! The viewer of a record: steps, autoplay and analysis. It draws with the table's screen and has
//! its own keys, none of which plays, offers or resigns.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::draw::Chrome;
use super::help::Keys;
use super::{Host, TableScreen};
use crate::command::Command;
use crate::engine::{EngineReport, Purpose};
use crate::intent::Intent;
use crate::local::LocalTable;
use crate::table_view::capitalised;
use crate::theme::Theme;

/// The viewer's keys, as its help lists them.
pub(super) const KEYS: Keys = &[
    ("Right, ]", "one step forward"),
    ("Left, [", "one step back"),
    ("Down, Up", "ten steps forward; ten steps back"),
    ("Home, {", "go to the start"),
    ("End, }", "go to the end"),
    ("Space", "start or stop autoplay"),
    ("+, -", "autoplay faster; slower"),
    ("a", "analyse the position, or stop: the engine's best lines with their evaluation"),
    ("Tab, Shift-Tab", "go to the next or previous piece and read its description; or click it"),
    ("f, p", "flip the board; show the next plane"),
    ("PgUp, PgDn", "scroll the move list"),
    ("l, q", "leave the viewer; quit the program"),
    ("Ctrl-Z", "suspend the program (fg resumes it)"),
];

const FOOT: &str = " ? help  Left/Right step  Space play  +/- speed  a analyse  f flip  q quit";

/// The pauses between two steps of autoplay, the longest first.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(4),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(250),
];
/// The initial pause: 1 second.
const USUAL_PAUSE: usize = 2;
/// The large step of the Up and Down keys.
const TEN: i32 = 10;

/// The viewer's screen.
pub(crate) struct ViewerScreen {
    table: TableScreen,
    autoplay: Autoplay,
    analysing: bool,
}

/// The state of autoplay.
struct Autoplay {
    /// Milliseconds since the last step; `None` while it is off.
    waited: Option<i64>,
    /// Index into [`PAUSES`].
    pause: usize,
}

impl Autoplay {
    fn pause(&self) -> Duration {
        PAUSES.get(self.pause).copied().unwrap_or_default()
    }

    fn faster(&mut self) {
        self.pause = (self.pause + 1).min(PAUSES.len() - 1);
    }

    const fn slower(&mut self) {
        self.pause = self.pause.saturating_sub(1);
    }

    /// Advances the time. Returns whether a step is due.
    fn is_due(&mut self, millis: i64) -> bool {
        let pause = self.pause().as_millis() as i64;
        let Some(waited) = &mut self.waited else { return false };
        *waited += millis;
        let due = *waited >= pause;
        if due {
            *waited = 0;
        }
        due
    }
}

impl ViewerScreen {
    /// A viewer at the start of a record.
    pub(crate) fn new(replay: LocalTable, theme: Theme, size: Rect) -> Self {
        let table = TableScreen::new(Host::Local(Box::new(replay)), theme, size);
        Self { table, autoplay: Autoplay { waited: None, pause: USUAL_PAUSE }, analysing: false }
    }

    pub(crate) fn resize(&mut self, size: Rect) {
        self.table.resize(size);
    }

    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.table.say(message);
    }

    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let playing = match self.autoplay.waited {
            Some(_) => format!("  autoplay: a step every {} s", self.autoplay.pause().as_secs_f64()),
            None => String::new(),
        };
        let status = format!("record, {}{playing}", self.table.view.status);
        self.table.draw_with(&Chrome { status: &status, foot: FOOT, keys: KEYS }, buffer);
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Command> {
        if self.table.help.is_some() {
            self.table.key_in_help(key.code, KEYS);
            return Vec::new();
        }
        match key.code {
            KeyCode::Right | KeyCode::Char(']') => return self.step_by_hand(1),
            KeyCode::Left | KeyCode::Char('[') => return self.step_by_hand(-1),
            KeyCode::Down => return self.step_by_hand(TEN),
            KeyCode::Up => return self.step_by_hand(-TEN),
            KeyCode::Home | KeyCode::Char('{') => return self.step_by_hand(i32::MIN),
            KeyCode::End | KeyCode::Char('}') => return self.step_by_hand(i32::MAX),
            KeyCode::Char(' ') => return self.play_or_stop(),
            KeyCode::Char('+' | '=') => self.autoplay.faster(),
            KeyCode::Char('-' | '_') => self.autoplay.slower(),
            KeyCode::Char('a' | 'e') => return self.analyse_or_stop(),
            KeyCode::Tab => self.table.next_piece(1),
            KeyCode::BackTab => self.table.next_piece(-1),
            KeyCode::PageUp => self.table.scroll_by(super::keys::PAGE.cast_signed()),
            KeyCode::PageDown => self.table.scroll_by(-super::keys::PAGE.cast_signed()),
            KeyCode::Char('f') => self.table.flip(),
            KeyCode::Char('p') => self.table.next_plane(),
            KeyCode::Char('?') => self.table.help = Some(0),
            KeyCode::Char('l') => return vec![Command::Leave],
            KeyCode::Char('q') => return vec![Command::Quit],
            _ => {}
        }
        Vec::new()
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> Vec<Command> {
        let help = self.table.help.is_some();
        match event.kind {
            MouseEventKind::ScrollUp if help => self.table.key_in_help(KeyCode::Up, KEYS),
            MouseEventKind::ScrollDown if help => self.table.key_in_help(KeyCode::Down, KEYS),
            MouseEventKind::ScrollUp => self.table.scroll_by(1),
            MouseEventKind::ScrollDown => self.table.scroll_by(-1),
            MouseEventKind::Down(MouseButton::Left) if help => self.table.help = None,
            MouseEventKind::Down(MouseButton::Left) => self.table.inspect(Position::new(event.column, event.row)),
            _ => {}
        }
        Vec::new()
    }

    /// Advances autoplay. It stops at the end.
    pub(crate) fn tick(&mut self, millis: i64) -> Vec<Command> {
        if !self.autoplay.is_due(millis) {
            return Vec::new();
        }
        let commands = self.step(1);
        if self.is_at_end() {
            self.autoplay.waited = None;
        }
        commands
    }

    /// Handles a report of the engine.
    pub(crate) fn on_engine_report(&mut self, report: &EngineReport) {
        if !self.analysing {
            return;
        }
        match report {
            EngineReport::Progress { id, depth, nodes, lines } if self.table.host.is_current_search(*id) => {
                let seat = self.table.host.seat_to_move().unwrap_or_default();
                let head = format!("{} to decide, depth {depth}, {nodes} positions:", capitalised(seat));
                self.table.thoughts = Some([head].into_iter().chain(lines.iter().cloned()).collect());
            }
            EngineReport::Answer { id, purpose: Purpose::Analysis, expected, .. }
                if self.table.host.is_current_search(*id) =>
            {
                let seat = self.table.host.seat_to_move().unwrap_or_default();
                let words = format!("Expected score of {seat}: {:.0} %.", expected * 100.0);
                self.table.thoughts.get_or_insert_default().push(words);
            }
            _ => {}
        }
    }

    /// A manual step. It stops autoplay.
    fn step_by_hand(&mut self, by: i32) -> Vec<Command> {
        self.autoplay.waited = None;
        self.step(by)
    }

    fn step(&mut self, by: i32) -> Vec<Command> {
        let before = self.table.view.log.len();
        let mut commands = self.table.handle(Intent::Step(by));
        if self.analysing && self.table.view.log.len() != before {
            commands.extend(self.analyse());
        }
        commands
    }

    fn is_at_end(&self) -> bool {
        match &self.table.host {
            Host::Local(table) => table.is_at_end(),
            Host::Remote(_) => true,
        }
    }

    /// Starts or stops autoplay. At the end it starts again from the beginning.
    fn play_or_stop(&mut self) -> Vec<Command> {
        self.autoplay.waited = if self.autoplay.waited.is_some() { None } else { Some(0) };
        let again = self.autoplay.waited.is_some() && self.is_at_end();
        if again { self.step(i32::MIN) } else { Vec::new() }
    }

    fn analyse_or_stop(&mut self) -> Vec<Command> {
        self.analysing = !self.analysing;
        self.table.message.clear();
        if self.analysing {
            return self.analyse();
        }
        self.table.thoughts = None;
        vec![Command::StopThinking]
    }

    /// Starts an analysis of the shown position.
    fn analyse(&mut self) -> Vec<Command> {
        let Host::Local(table) = &mut self.table.host else { return Vec::new() };
        let (words, command) = match table.search_request_at_view() {
            Ok(search_request) => ("Analysis started.".to_owned(), Command::Think(search_request)),
            Err(why) => (why, Command::StopThinking),
        };
        self.table.thoughts = Some(vec![words]);
        vec![command]
    }
}

#[cfg(test)]
mod tests {
    use menagerie_record::Record;
    use ratatui::crossterm::event::KeyModifiers;

    use super::*;

    const RECORD: &str =
        "[Game \"shogi5\"]\n[Seat1 \"black ann\"]\n[Seat2 \"white bob\"]\n\n1. a5a2 2. a1b2 3. a2a1 !resign:white *\n";

    fn viewer(text: &str) -> ViewerScreen {
        let record = Record::from_text(text).expect("a record");
        let replay = LocalTable::replay(&record).expect("it can be looked at");
        ViewerScreen::new(replay, Theme { ascii: true, color: false }, Rect::new(0, 0, 80, 24))
    }

    fn text(viewer: &ViewerScreen) -> String {
        let mut buffer = Buffer::empty(viewer.table.size);
        viewer.draw(&mut buffer);
        let rows = buffer.content.chunks(usize::from(viewer.table.size.width));
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n").collect()
    }

    fn press(viewer: &mut ViewerScreen, codes: &[KeyCode]) -> Vec<Command> {
        codes.iter().flat_map(|code| viewer.key(KeyEvent::new(*code, KeyModifiers::NONE))).collect()
    }

    #[test]
    fn a_record_is_stepped_through_both_ways_and_to_its_ends() {
        let mut viewer = viewer(RECORD);
        let shows = |viewer: &ViewerScreen, step: &str| assert!(text(viewer).contains(step), "{}", text(viewer));
        shows(&viewer, "step 0 of 4");
        press(&mut viewer, &[KeyCode::Right, KeyCode::Char(']')]);
        shows(&viewer, "step 2 of 4");
        press(&mut viewer, &[KeyCode::Left]);
        shows(&viewer, "step 1 of 4");
        press(&mut viewer, &[KeyCode::End]);
        shows(&viewer, "step 4 of 4");
        shows(&viewer, "Black wins: white resigned");
        press(&mut viewer, &[KeyCode::Home]);
        shows(&viewer, "step 0 of 4");
    }

    #[test]
    fn nothing_is_played_offered_or_given_up_in_a_viewer() {
        let mut viewer = viewer(RECORD);
        for letter in "drbhutcwgmyn:".chars() {
            assert!(press(&mut viewer, &[KeyCode::Char(letter)]).is_empty(), "{letter}");
        }
        let shown = text(&viewer);
        assert!(shown.contains("step 0 of 4"), "{shown}");
        for word in ["resign?", "draw", "resign ", "hint"] {
            assert!(!shown.to_lowercase().contains(word), "{word}\n{shown}");
        }
    }

    #[test]
    fn help_lists_the_viewers_own_keys_only() {
        let mut viewer = viewer(RECORD);
        viewer.resize(Rect::new(0, 0, 80, 60));
        press(&mut viewer, &[KeyCode::Char('?')]);
        let shown = text(&viewer);
        for (key, words) in KEYS {
            assert!(
                shown.contains(key) && shown.contains(words.split_whitespace().next().unwrap_or_default()),
                "{key}"
            );
        }
        assert!(!shown.contains("resign") && !shown.contains("offer a draw"), "{shown}");
    }

    #[test]
    fn autoplay_steps_by_itself_at_its_speed_and_stops_at_the_end() {
        let mut viewer = viewer(RECORD);
        viewer.tick(60_000);
        assert!(text(&viewer).contains("step 0 of 4"), "it does not begin by itself");
        press(&mut viewer, &[KeyCode::Char(' ')]);
        viewer.tick(999);
        assert!(text(&viewer).contains("step 0 of 4  autoplay: a step every 1 s"), "{}", text(&viewer));
        viewer.tick(1);
        assert!(text(&viewer).contains("step 1 of 4"));
        press(&mut viewer, &[KeyCode::Char('+')]);
        viewer.tick(500);
        assert!(text(&viewer).contains("step 2 of 4  autoplay: a step every 0.5 s"), "{}", text(&viewer));
        press(&mut viewer, &[KeyCode::Char(' ')]);
        viewer.tick(60_000);
        assert!(text(&viewer).contains("step 2 of 4"), "it stops when asked");
        press(&mut viewer, &[KeyCode::Char(' ')]);
        for _ in 0..5 {
            viewer.tick(500);
        }
        assert!(text(&viewer).contains("step 4 of 4") && !text(&viewer).contains("autoplay:"), "{}", text(&viewer));
        press(&mut viewer, &[KeyCode::Char(' ')]);
        assert!(text(&viewer).contains("step 0 of 4  autoplay"), "at the end it begins again");
    }

    fn search_request(commands: &[Command]) -> crate::engine::SearchRequest {
        let asked = commands.iter().find_map(|command| match command {
            Command::Think(search_request) => Some(search_request.clone()),
            _ => None,
        });
        asked.unwrap_or_else(|| panic!("the engine is asked: {commands:?}"))
    }

    #[test]
    fn analysis_follows_the_steps_and_shows_lines_with_their_evaluation() {
        let mut viewer = viewer(RECORD);
        press(&mut viewer, &[KeyCode::Right]);
        let first = search_request(&press(&mut viewer, &[KeyCode::Char('a')]));
        assert_eq!(first.past.as_ref().map(|(_, events)| events.len()), Some(1), "up to the step that is shown");
        let lines = vec!["+0.35  a1b2 a2a1".to_owned()];
        viewer.on_engine_report(&EngineReport::Progress { id: first.id, depth: 7, nodes: 1234, lines: lines.clone() });
        let shown = text(&viewer);
        assert!(shown.contains("White to decide, depth 7, 1234") && shown.contains("+0.35 a1b2 a2a1"), "{shown}");
        let second = search_request(&press(&mut viewer, &[KeyCode::Right]));
        assert_ne!(first.view, second.view);
        viewer.on_engine_report(&EngineReport::Progress { id: first.id, depth: 8, nodes: 9, lines });
        assert!(!text(&viewer).contains("+0.35"), "an answer about another step is not shown");
        press(&mut viewer, &[KeyCode::End]);
        assert!(text(&viewer).contains("The match is over here"), "{}", text(&viewer));
        assert!(matches!(press(&mut viewer, &[KeyCode::Char('a')])[..], [Command::StopThinking]));
    }

    #[test]
    fn the_seats_have_the_names_of_those_who_played() {
        let shown = text(&viewer(RECORD));
        assert!(shown.contains("ann") && shown.contains("bob"), "{shown}");
    }
}
