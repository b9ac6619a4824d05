//! A session in which each task runs to its end before the next line is read. A ponder search,
//! which ends only on demand, runs when the next line comes.

use menagerie_catalog::Chosen;
use menagerie_engine::protocol::{Output, Session, StopSignal, Task};
use menagerie_game::Actor;

pub(crate) struct Talk {
    session: Session,
    pondering: Option<Task>,
    pub(crate) over: bool,
}

impl Talk {
    pub(crate) fn about(game: &str) -> Self {
        Self { session: Session::new(game.parse().unwrap()), pondering: None, over: false }
    }

    /// A session whose client chooses the game with `UCI_Variant`.
    pub(crate) fn of_default_game() -> Self {
        Self { session: Session::of_default_game().unwrap(), pondering: None, over: false }
    }

    /// At the first position of a game in which a seat acts.
    pub(crate) fn at_a_decision(game: &str) -> Self {
        let mut position = game.parse::<Chosen>().unwrap().start();
        while position.actor() == Actor::Chance {
            let action = position.actions().swap_remove(0);
            position.apply(&action).unwrap();
        }
        let mut talk = Self::about(game);
        assert_eq!(talk.say(&format!("position fen {}", position.text())), [""; 0]);
        talk
    }

    /// All output for a line.
    pub(crate) fn say(&mut self, line: &str) -> Vec<String> {
        let out = self.session.receive_line(line);
        self.carry_out(out, line.contains("go ponder"))
    }

    /// The only output line for a line.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        let said = self.say(line);
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        said.into_iter().next().unwrap()
    }

    fn carry_out(&mut self, out: Vec<Output>, ponders: bool) -> Vec<String> {
        let mut said = Vec::new();
        for one in out {
            match one {
                Output::Line(line) => said.push(line),
                Output::Start(task) if ponders => self.pondering = Some(task),
                Output::Start(task) => said.extend(self.work(task, &StopSignal::default())),
                Output::OpenTables(folder) => said.push(format!("open {}", folder.display())),
                Output::Stop | Output::Abandon => {
                    let stop = StopSignal::default();
                    if matches!(one, Output::Stop) {
                        stop.set();
                    } else {
                        stop.abandon();
                    }
                    if let Some(task) = self.pondering.take() {
                        said.extend(self.work(task, &stop));
                    }
                }
                Output::Quit => self.over = true,
            }
        }
        said
    }

    /// Runs a task, and then the commands that waited for it.
    fn work(&mut self, task: Task, stop: &StopSignal) -> Vec<String> {
        let mut said = Vec::new();
        let closing = task(stop, &mut |line| said.push(line));
        said.extend(closing);
        let waited = self.session.finished();
        said.extend(self.carry_out(waited, false));
        said
    }
}
