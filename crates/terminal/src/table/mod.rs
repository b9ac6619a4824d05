//! The screen of a table: keys and clicks come in, commands go out. It draws whatever its [`Host`] lets it see.

mod draw;
mod help;
mod host;
mod keys;
mod log;
mod markdown;
#[cfg(test)]
mod room_tests;
#[cfg(test)]
mod tests;
mod typing;
mod viewer;

use menagerie_game::Place;
use ratatui::layout::Rect;

use crate::choose::{Chooser, Picked};
use crate::command::Command;
use crate::engine::{Purpose, Thought};
use crate::layout::{Angle, Layout};
use crate::look::{Look, sits_on_top};
use crate::sight::{Sight, Wish};
pub(crate) use draw::too_small;
pub(crate) use host::Host;
use typing::Typing;
pub(crate) use viewer::ViewerScreen;

/// The screen of a table.
pub(crate) struct TableScreen {
    host: Host,
    sight: Sight,
    look: Look,
    size: Rect,
    chooser: Chooser,
    cursor: Option<Place>,
    angle: Angle,
    /// Turned round by hand: otherwise the viewer sits at the bottom.
    turned: bool,
    typing: Option<Typing>,
    message: String,
    asking: Option<Asking>,
    /// How far the help is scrolled, while it is open.
    help: Option<usize>,
    /// How far back the move list is scrolled.
    scroll: usize,
    /// What the computer thinks, while it thinks aloud.
    thoughts: Option<Vec<String>>,
    hint: Vec<Place>,
}

/// A question that waits for yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asking {
    Resign,
    Draw,
    Leave,
    Quit,
}

impl Asking {
    fn words(self) -> &'static str {
        match self {
            Self::Resign => "Resign? (y/n)",
            Self::Draw => "Offer a draw? (y/n)",
            Self::Leave => "Leave the table? (y/n)",
            Self::Quit => "Leave the match? (y/n)",
        }
    }
}

impl TableScreen {
    pub(crate) fn new(host: Host, look: Look, size: Rect) -> Self {
        let mut screen = Self {
            sight: host.sight(),
            host,
            look,
            size,
            chooser: Chooser::default(),
            cursor: None,
            angle: Angle::default(),
            turned: false,
            typing: None,
            message: String::new(),
            asking: None,
            help: None,
            scroll: 0,
            thoughts: None,
            hint: Vec::new(),
        };
        screen.refresh();
        screen
    }

    /// Lets chance and computers begin.
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

    /// Says something in the line under the prompt.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Looks again at the table: something may have changed.
    pub(crate) fn refresh(&mut self) {
        let (before, offered) = (self.sight.log.len(), self.sight.offer.take());
        self.sight = self.host.sight();
        // After the end an offer stands where messages do: a new one is not hidden behind an older message.
        if self.sight.ended.is_some() && self.sight.offer.is_some() && self.sight.offer != offered {
            self.message.clear();
        }
        if before != self.sight.log.len() {
            self.chooser.clear();
            self.hint.clear();
            self.scroll = 0;
        }
        let on_top = self.sight.viewer.is_some_and(|seat| sits_on_top(self.sight.info, seat));
        self.angle.flipped = on_top != self.turned;
        self.keep_cursor();
    }

    /// Time goes by: clocks run, and a flag may fall.
    pub(crate) fn tick(&mut self, millis: i64) -> Vec<Command> {
        let commands = self.host.tick(millis);
        self.refresh();
        commands
    }

    /// Hears the computer.
    pub(crate) fn hear(&mut self, thought: Thought) -> Vec<Command> {
        let commands = self.host.hear(&thought);
        match thought {
            Thought::Progress { id, depth, nodes, lines } if self.host.awaits(id) => {
                if let Some(thoughts) = &mut self.thoughts
                    && self.sight.acting.is_some()
                {
                    *thoughts = vec![format!("depth {depth}, {nodes} positions")];
                    thoughts.extend(lines);
                }
            }
            Thought::Answer { id, purpose: Purpose::Hint, action, .. } if self.host.awaits(id) => {
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
        let Some(choice) = self.sight.scene.choices.iter().find(|choice| choice.action == action) else { return };
        self.message = format!("Hint: {} ({action})", choice.words);
        self.hint = choice.touches.iter().filter_map(crate::choose::place_of).collect();
        self.chooser.clear();
        self.cursor = self.hint.first().copied().or(self.cursor);
    }

    fn layout(&self) -> Option<Layout> {
        Layout::new(&self.sight, &self.chooser, self.angle, self.size)
    }

    /// A cursor stays where it was, or goes to the first place that can be touched.
    fn keep_cursor(&mut self) {
        let Some(layout) = self.layout() else { return };
        if self.cursor.is_none_or(|place| layout.area_of(place).is_none()) {
            let first =
                self.chooser.places(&self.sight.scene).into_iter().find(|&place| layout.area_of(place).is_some());
            self.cursor = first.or_else(|| layout.spots.first().map(|&(place, _)| place));
        }
    }

    /// Does what was wished, or says why not.
    fn wish(&mut self, wish: Wish) -> Vec<Command> {
        self.message.clear();
        let commands = match self.host.wish(wish) {
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
        if self.sight.acting.is_none() {
            return Vec::new();
        }
        let begun = self.chooser.is_begun();
        let picked = self.chooser.touch(&self.sight.scene, place);
        if picked == Picked::Nothing && !begun {
            self.message = format!("nothing can be done at {place} now");
        }
        self.picked(picked)
    }

    fn press(&mut self, button: &str) -> Vec<Command> {
        let picked = self.chooser.press(&self.sight.scene, button);
        self.picked(picked)
    }

    fn picked(&mut self, picked: Picked) -> Vec<Command> {
        match picked {
            Picked::Nothing => Vec::new(),
            Picked::More => {
                self.message.clear();
                self.keep_cursor();
                Vec::new()
            }
            Picked::Done(action) => self.wish(Wish::Act(action)),
        }
    }
}
