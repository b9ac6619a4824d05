//! A conversation in which every piece of work is done before the next line is read.

use menagerie_engine::protocol::{Out, Session, Stop};

pub(crate) struct Talk {
    session: Session,
    pub(crate) over: bool,
}

impl Talk {
    pub(crate) fn about(game: &str) -> Self {
        Self { session: Session::new(game.parse().unwrap()), over: false }
    }

    /// Everything that is said about a line.
    pub(crate) fn say(&mut self, line: &str) -> Vec<String> {
        let out = self.session.hear(line);
        self.carry_out(out)
    }

    /// The one line that is said.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        let said = self.say(line);
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        said.into_iter().next().unwrap()
    }

    fn carry_out(&mut self, out: Vec<Out>) -> Vec<String> {
        let mut said = Vec::new();
        for one in out {
            match one {
                Out::Say(line) => said.push(line),
                Out::Begin(task) => {
                    task(&Stop::default(), &mut |line| said.push(line));
                    let waited = self.session.finished();
                    said.extend(self.carry_out(waited));
                }
                Out::Stop => {}
                Out::Quit => self.over = true,
            }
        }
        said
    }
}
