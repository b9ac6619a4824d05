//! A toy game defined by a table, so that the value of every seat can be computed by hand.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use menagerie_game::{
    Actor, Counts, Effects, GameInfo, MatchRules, Open, OpenRules, Options, Outcome, Progress, Rules, Scene, Seat,
    SeatInfo, SeatSet, Shape, Sink, TextError, Verdict, Viewer,
};

/// A place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ToyGame(pub(crate) usize);

/// The number of a way on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step(pub(crate) u8);

/// What happens at a place.
enum Place {
    /// A seat goes to one of these places.
    Choose(u8, &'static [usize]),
    /// Chance goes to one of these, by weight.
    Roll(&'static [(u32, usize)]),
    /// These seats share the point.
    End(&'static [u8]),
}

use Place::{Choose, End, Roll};

/// Seat 0 stays for a half, or rolls for three quarters.
pub(crate) const GOOD_ODDS: ToyGame = ToyGame(0);
/// Seat 0 stays for a half, or rolls for a quarter.
pub(crate) const BAD_ODDS: ToyGame = ToyGame(1);
/// Seat 0 gives seat 1 the choice between its own win and a kindness.
pub(crate) const RIVALS: ToyGame = ToyGame(2);
/// Seat 0 wins in three steps of its own, or loses at any of them.
pub(crate) const THREE_STEPS: ToyGame = ToyGame(3);
/// Seat 0 rolls for three quarters, or lets seat 1, which cannot win any more, choose between seats 0 and 2.
pub(crate) const KINGMAKER: ToyGame = ToyGame(15);
/// Seat 0 cannot win any more, and chooses between seats 1 and 2.
pub(crate) const HOPELESS: ToyGame = ToyGame(17);
/// Seat 0 cannot win any more, and chooses which of the others gives the point to itself.
pub(crate) const HOPELESS_LATER: ToyGame = ToyGame(23);
/// Seat 0 rolls for an eighth, or lets seat 1 choose between two halves, one of which it shares with seat 0. The other is
/// an average over ten rolls, which is rounded.
pub(crate) const ROUNDED_TIE: ToyGame = ToyGame(18);

/// Seat 0 has 30 ways to a half, or the promising [`WORSE`] one: for four fifths it lets seat 1, which cannot win any more,
/// choose between seats 0 and 2.
pub(crate) const MANY_HALVES: ToyGame = ToyGame(26);
/// The last action of [`MANY_HALVES`], the first that the move-ordering hint suggests.
pub(crate) const WORSE: Step = Step(30);

const TABLE: [Place; 28] = [
    Choose(0, &[9, 4]),
    Choose(0, &[9, 5]),
    Choose(0, &[6, 7]),
    Choose(0, &[12, 8]),
    Roll(&[(3, 11), (1, 12)]),
    Roll(&[(1, 11), (3, 12)]),
    Choose(1, &[11, 12]),
    Choose(1, &[11, 13]),
    Choose(0, &[12, 10]),
    End(&[0, 1]),
    Choose(0, &[14, 11]),
    End(&[0]),
    End(&[1]),
    End(&[0, 1, 2]),
    End(&[2]),
    Choose(0, &[4, 16]),
    Choose(1, &[11, 14]),
    Choose(0, &[12, 14]),
    Choose(0, &[19, 20]),
    Roll(&[(1, 11), (7, 12)]),
    Choose(1, &[9, 21]),
    Roll(&[(1, 22); 10]),
    End(&[1, 2]),
    Choose(0, &[24, 25]),
    Choose(1, &[12]),
    Choose(2, &[14]),
    Choose(0, &[9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 27]),
    Roll(&[(4, 16), (1, 12)]),
];

const fn seat(name: &'static str, letter: char) -> SeatInfo {
    SeatInfo { name, letter, fill: "#ffffff", ink: "#000000", shape: Shape::Circle }
}

static INFO: GameInfo = GameInfo {
    id: "toy",
    messages: menagerie_game::Messages::none(),
    minutes: (1, 2),
    seats: &[seat("ant", 'a'), seat("bee", 'b'), seat("cat", 'c')],
    options: &[],
    chance: true,
    hidden: false,
    kinds: &[],
    terrains: &[],
    place_name: menagerie_game::PlaceName::square,
    rules: "",
    guide: "",
    lessons: "",
    hints: &[],
    topics: &[],
};

impl Rules for ToyGame {
    type Action = Step;
    type View = Open<Self>;
    const INFO: &'static GameInfo = &INFO;

    fn start(_options: Options) -> Self {
        GOOD_ODDS
    }

    fn actor(&self) -> Actor {
        match TABLE[self.0] {
            Choose(seat, _) => Actor::Seat(Seat(seat)),
            Roll(_) => Actor::Chance,
            End(_) => Actor::Nobody,
        }
    }

    fn actions(&self, sink: &mut impl Sink<Step>) -> ControlFlow<()> {
        let count = match TABLE[self.0] {
            Choose(_, goals) => goals.len(),
            Roll(goals) => goals.len(),
            End(_) => 0,
        };
        (0..count as u8).try_for_each(|action| sink.push(Step(action)))
    }

    fn apply(&mut self, action: Step, _effects: &mut impl Effects) -> Progress {
        self.0 = match TABLE[self.0] {
            Choose(_, goals) => goals[action.0 as usize],
            Roll(goals) => goals[action.0 as usize].1,
            End(_) => self.0,
        };
        Progress::Yes
    }

    fn outcome(&self) -> Option<Outcome> {
        match TABLE[self.0] {
            End(winners) => {
                let winners: SeatSet = winners.iter().map(|&seat| Seat(seat)).collect();
                Some(Outcome::shared(self.seats(), winners))
            }
            _ => None,
        }
    }

    fn key(&self) -> u64 {
        self.0 as u64
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        let counts = Counts::Actions;
        MatchRules { repetition: None, counts, no_progress: None, length: None, agreement: "", resignation: "" }
    }

    fn order_hint(&self, action: Step) -> i32 {
        if action == WORSE { 400 } else { 0 }
    }

    fn weight(&self, action: Step) -> u32 {
        match TABLE[self.0] {
            Roll(goals) => goals[action.0 as usize].0,
            _ => 1,
        }
    }
}

impl OpenRules for ToyGame {
    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene::default()
    }

    fn explain(&self, _action: Step) -> Verdict {
        Verdict::allowed("toy/1", "everything is allowed")
    }
}

impl fmt::Display for ToyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Step {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        text.parse().map(Self).map_err(|_| TextError::not_an_action(text, "a number"))
    }
}

impl FromStr for ToyGame {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        text.parse().map(Self).map_err(|_| TextError::not_a_position("toy/1", "a number is a place"))
    }
}
