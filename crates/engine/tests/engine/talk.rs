//! A conversation in which every piece of work is done before the next line is read; but pondering, which ends only
//! when it is told to, is done when that line comes.

use menagerie_catalog::Chosen;
use menagerie_engine::protocol::{Out, Session, Stop, Task};
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

    /// Everything that is said about a line.
    pub(crate) fn say(&mut self, line: &str) -> Vec<String> {
        let out = self.session.hear(line);
        self.carry_out(out, line.contains("go ponder"))
    }

    /// The one line that is said.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        let said = self.say(line);
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        said.into_iter().next().unwrap()
    }

    fn carry_out(&mut self, out: Vec<Out>, ponders: bool) -> Vec<String> {
        let mut said = Vec::new();
        for one in out {
            match one {
                Out::Say(line) => said.push(line),
                Out::Begin(task) if ponders => self.pondering = Some(task),
                Out::Begin(task) => said.extend(self.work(task, &Stop::default())),
                Out::Stop | Out::Abandon => {
                    let stop = Stop::default();
                    if matches!(one, Out::Stop) {
                        stop.give();
                    } else {
                        stop.abandon();
                    }
                    if let Some(task) = self.pondering.take() {
                        said.extend(self.work(task, &stop));
                    }
                }
                Out::Quit => self.over = true,
            }
        }
        said
    }

    /// Does a piece of work, and then what waited for it.
    fn work(&mut self, task: Task, stop: &Stop) -> Vec<String> {
        let mut said = Vec::new();
        let closing = task(stop, &mut |line| said.push(line));
        said.extend(closing);
        let waited = self.session.finished();
        said.extend(self.carry_out(waited, false));
        said
    }
}
