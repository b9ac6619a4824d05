//! The screen of a table: keys and clicks come in, commands go out. It draws the view of its
//! [`Host`].

mod draw;
mod help;
mod host;
mod keys;
#[cfg(test)]
mod layout_tests;
mod log;
mod markdown;
#[cfg(test)]
mod tests;
mod text_input;
mod viewer;

use menagerie_game::Place;
use ratatui::layout::Rect;

use crate::action_picker::{ActionPicker, PickResult};
use crate::command::Command;
use crate::engine::{EngineReport, Purpose};
use crate::intent::Intent;
use crate::layout::{Layout, Orientation};
use crate::table_view::TableView;
use crate::theme::{Theme, sits_on_top};
pub(crate) use draw::too_small;
pub(crate) use host::Host;
use text_input::TextInput;
pub(crate) use viewer::ViewerScreen;

/// The screen of a table.
pub(crate) struct TableScreen {
    host: Host,
    view: TableView,
    theme: Theme,
    size: Rect,
    picker: ActionPicker,
    cursor: Option<Place>,
    orientation: Orientation,
    /// Turned by hand. Otherwise the viewer sits at the bottom.
    turned: bool,
    text_input: Option<TextInput>,
    message: String,
    confirmation: Option<Confirmation>,
    /// The scroll offset of the help, while it is open.
    help: Option<usize>,
    /// The scroll offset of the move list.
    scroll: usize,
    /// The lines of the engine's analysis, while it is on.
    thoughts: Option<Vec<String>>,
    hint: Vec<Place>,
}

/// A yes-or-no question before an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Confirmation {
    Resign,
    Draw,
    Leave,
    Quit,
}

impl Confirmation {
    fn words(self) -> &'static str {
        match self {
            Self::Resign => "Resign? (y/n)",
            Self::Draw => "Offer a draw? (y/n)",
            Self::Leave => "Leave the table? (y/n)",
            Self::Quit => "Quit and leave the match? (y/n)",
        }
    }
}

impl TableScreen {
    pub(crate) fn new(host: Host, theme: Theme, size: Rect) -> Self {
        let mut screen = Self {
            view: host.view(),
            host,
            theme,
            size,
            picker: ActionPicker::default(),
            cursor: None,
            orientation: Orientation::default(),
            turned: false,
            text_input: None,
            message: String::new(),
            confirmation: None,
            help: None,
            scroll: 0,
            thoughts: None,
            hint: Vec::new(),
        };
        screen.refresh();
        screen
    }

    /// Starts the match: dice, computer players, or the connection.
    pub(crate) fn begin(&mut self) -> Vec<Command> {
        let commands = self.host.begin();
        self.refresh();
        commands
    }

    /// The host of the match.
    pub(crate) fn host_mut(&mut self) -> &mut Host {
        &mut self.host
    }

    pub(crate) fn resize(&mut self, size: Rect) {
        self.size = size;
        self.keep_cursor();
    }

    /// Shows a message under the prompt.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Updates the view after a possible change.
    pub(crate) fn refresh(&mut self) {
        let (before, offered) = (self.view.log.len(), self.view.offer.take());
        self.view = self.host.view();
        // After the end an offer uses the message line, so a new offer replaces an older message.
        if self.view.ended.is_some() && self.view.offer.is_some() && self.view.offer != offered {
            self.message.clear();
        }
        if before != self.view.log.len() {
            self.picker.clear();
            self.hint.clear();
            self.scroll = 0;
        }
        let on_top = self.view.viewer.is_some_and(|seat| sits_on_top(self.view.info, seat));
        self.orientation.flipped = on_top != self.turned;
        self.keep_cursor();
    }

    /// Advances the time. A flag may fall.
    pub(crate) fn tick(&mut self, millis: i64) -> Vec<Command> {
        let commands = self.host.tick(millis);
        self.refresh();
        commands
    }

    /// Handles a report of the engine.
    pub(crate) fn on_engine_report(&mut self, report: EngineReport) -> Vec<Command> {
        let commands = self.host.on_engine_report(&report);
        match report {
            EngineReport::Progress { id, depth, nodes, lines } if self.host.is_current_search(id) => {
                if let Some(thoughts) = &mut self.thoughts
                    && self.view.acting.is_some()
                {
                    *thoughts = vec![format!("depth {depth}, {nodes} positions")];
                    thoughts.extend(lines);
                }
            }
            EngineReport::Answer { id, purpose: Purpose::Hint, action, .. } if self.host.is_current_search(id) => {
                self.show_hint(&action);
            }
            _ => {}
        }
        if !commands.is_empty() {
            self.message.clear();
        }
        self.refresh();
        commands
    }

    fn show_hint(&mut self, action: &str) {
        let Some(choice) = self.view.scene.choices.iter().find(|choice| choice.action == action) else { return };
        self.message = format!("Hint: {} ({action})", choice.words);
        self.hint = choice.touches.iter().filter_map(crate::action_picker::place_of).collect();
        self.picker.clear();
        self.cursor = self.hint.first().copied().or(self.cursor);
    }

    fn layout(&self) -> Option<Layout> {
        Layout::new(&self.view, &self.picker, self.orientation, self.size)
    }

    /// Keeps the cursor on its place, or moves it to the first place that can be selected.
    fn keep_cursor(&mut self) {
        let Some(layout) = self.layout() else { return };
        if self.cursor.is_none_or(|place| layout.area_of(place).is_none()) {
            let first = self.picker.places(&self.view.scene).into_iter().find(|&place| layout.area_of(place).is_some());
            self.cursor = first.or_else(|| layout.spots.first().map(|&(place, _)| place));
        }
    }

    /// Handles an intent, and shows the error if it is not possible.
    fn handle(&mut self, intent: Intent) -> Vec<Command> {
        self.message.clear();
        let commands = match self.host.handle(intent) {
            Ok(commands) => commands,
            Err(why) => {
                self.message = why;
                Vec::new()
            }
        };
        self.refresh();
        commands
    }

    fn touch(&mut self, place: Place) -> Vec<Command> {
        self.cursor = Some(place);
        if self.view.acting.is_none() {
            return Vec::new();
        }
        let begun = self.picker.is_begun();
        let picked = self.picker.touch(&self.view.scene, place);
        if picked == PickResult::Nothing && !begun {
            self.message = format!("no action is possible at {place} now");
        }
        self.picked(picked)
    }

    fn press(&mut self, button: &str) -> Vec<Command> {
        let picked = self.picker.press(&self.view.scene, button);
        self.picked(picked)
    }

    fn picked(&mut self, picked: PickResult) -> Vec<Command> {
        match picked {
            PickResult::Nothing => Vec::new(),
            PickResult::More => {
                self.message.clear();
                self.keep_cursor();
                Vec::new()
            }
            PickResult::Done(action) => self.handle(Intent::Act(action)),
        }
    }
}
