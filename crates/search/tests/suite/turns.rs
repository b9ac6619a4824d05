//! Turns of several actions, in a toy game that can be solved by hand.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use menagerie_game::*;
use menagerie_search::{Limits, Request, Value};

use super::ask;

/// A heap of counters. In a turn a seat takes one to three of them, one by one, and then says stop (it must after the
/// third). The seat that takes the last one wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Heap {
    left: u32,
    seat: Seat,
    taken: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Step {
    Take,
    Stop,
}

const fn seat(name: &'static str, letter: char) -> SeatInfo {
    SeatInfo { name, letter, fill: "#000", ink: "#fff", shape: Shape::WedgeUp }
}

static INFO: GameInfo = GameInfo {
    id: "heap",
    messages: Messages::none(),
    minutes: (1, 2),
    seats: &[seat("first", 'f'), seat("second", 's')],
    options: &[],
    chance: false,
    hidden: false,
    kinds: &[],
    terrains: &[],
    place_name: PlaceName::square,
    rules: "",
    guide: "",
    lessons: "",
    hints: &[],
    topics: &[],
};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Take { "take" } else { "stop" })
    }
}

impl FromStr for Step {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        Err(TextError::not_an_action(text, "not read in these tests"))
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, INFO.seat_name(self.seat), self.taken)
    }
}

impl FromStr for Heap {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        Err(TextError::form("heap", text, "not read in these tests"))
    }
}

impl Rules for Heap {
    type Action = Step;
    type View = Open<Self>;
    const INFO: &'static GameInfo = &INFO;

    fn start(_options: Options) -> Self {
        Self { left: 15, seat: Seat(0), taken: 0 }
    }

    fn actor(&self) -> Actor {
        if self.left == 0 { Actor::Nobody } else { Actor::Seat(self.seat) }
    }

    fn actions(&self, sink: &mut impl Sink<Step>) -> ControlFlow<()> {
        if self.left > 0 && self.taken > 0 {
            sink.push(Step::Stop)?;
        }
        if self.left > 0 && self.taken < 3 {
            sink.push(Step::Take)?;
        }
        ControlFlow::Continue(())
    }

    fn apply(&mut self, action: Step, _effects: &mut impl Effects) -> Progress {
        match action {
            Step::Take => {
                self.left -= 1;
                self.taken += 1;
            }
            Step::Stop => {
                self.seat = Seat(1 - self.seat.0);
                self.taken = 0;
            }
        }
        Progress::Yes
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::won_by(self.seat, self.seats()))
    }

    fn key(&self) -> u64 {
        Key::new().word(u64::from(self.left)).word(u64::from(self.seat.0)).word(u64::from(self.taken)).finish()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: None,
            counts: Counts::Turns,
            no_progress: None,
            length: None,
            agreement: "heap/1",
            resignation: "heap/2",
        }
    }

    fn begins_turn(&self) -> bool {
        self.taken == 0
    }
}

impl OpenRules for Heap {
    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene::default()
    }

    fn explain(&self, _action: Step) -> Verdict {
        Verdict::allowed("heap/1", "")
    }
}

#[test]
fn the_toy_is_solved() {
    for left in 1..=13 {
        let mut position = Heap { left, seat: Seat(1), taken: 0 };
        let answer = ask(&Request::at(&position).within(Limits::depth(40)));
        // The seat that leaves a multiple of four wins.
        assert_eq!(matches!(answer.value, Value::Wins { .. }), left % 4 != 0, "{left} left: {:?}", answer.value);
        if left % 4 == 0 {
            continue;
        }
        while position.seat == Seat(1) && position.left > 0 {
            let step = ask(&Request::at(&position).within(Limits::depth(40))).action;
            let _ = position.apply(step, &mut Silent);
        }
        assert_eq!(position.left % 4, 0, "it leaves {} of {left}", position.left);
    }
}

#[test]
fn distances_count_actions_of_both() {
    let position = Heap { left: 3, seat: Seat(0), taken: 0 };
    assert_eq!(ask(&Request::at(&position).within(Limits::depth(9))).value, Value::Wins { plies: 3 });
    // The loser takes three and stops; the winner takes the last one.
    let position = Heap { left: 4, seat: Seat(0), taken: 0 };
    assert_eq!(ask(&Request::at(&position).within(Limits::depth(9))).value, Value::Loses { plies: 5 });
}
