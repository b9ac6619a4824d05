//! Three seats; the last one in the game wins. A turn is `step`, then any number of `again`, then `end`, or `hit`, which
//! puts the next seat out of the game and is progress; `cut` does the same, but the turn goes on. `ask` lets the next seat
//! `answer` inside the turn. A seat that leaves is out; if it was its turn, the next one's begins. The position has a
//! counter from 0 to 3 that `again` and `end` push on.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use menagerie_game::*;

use super::seat;

static INFO: GameInfo = GameInfo {
    id: "trio",
    messages: Messages::none(),
    minutes: (1, 2),
    seats: &[seat("red", 'r'), seat("green", 'g'), seat("blue", 'b')],
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Trio {
    living: SeatSet,
    seat: Seat,
    phase: Phase,
    count: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Fresh,
    Within,
    Asked,
}

const PHASES: [(Phase, &str); 3] = [(Phase::Fresh, "-"), (Phase::Within, "."), (Phase::Asked, "!")];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    Step,
    Again,
    End,
    Hit,
    Cut,
    Ask,
    Answer,
}

const ACTS: [(Act, &str); 7] = [
    (Act::Step, "step"),
    (Act::Again, "again"),
    (Act::End, "end"),
    (Act::Hit, "hit"),
    (Act::Cut, "cut"),
    (Act::Ask, "ask"),
    (Act::Answer, "answer"),
];

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ACTS[*self as usize].1)
    }
}

impl FromStr for Act {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let found = ACTS.iter().find(|(_, name)| *name == text);
        found.map(|(act, _)| *act).ok_or_else(|| TextError::not_an_action(text, "step, again, end or hit"))
    }
}

impl fmt::Display for Trio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for info in self.living.iter().map(|seat| &INFO.seats[seat.index()]) {
            write!(f, "{}", info.letter)?;
        }
        let phase = PHASES[self.phase as usize].1;
        write!(f, " {} {phase} {}", INFO.seat_name(self.seat), self.count)
    }
}

impl FromStr for Trio {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = |found: &str| TextError::form("trio", found, "LIVING SEAT PHASE COUNT");
        let [living, seat, phase, count] = text::fields(text, "4 fields")?;
        let lives = |seat: &Seat| living.contains(INFO.seats[seat.index()].letter);
        Ok(Self {
            living: SeatSet::first(3).iter().filter(lives).collect(),
            seat: INFO.seat_named(seat).ok_or_else(|| wrong(seat))?,
            phase: PHASES.iter().find(|(_, text)| *text == phase).ok_or_else(|| wrong(phase))?.0,
            count: count.parse().map_err(|_| wrong(count))?,
        })
    }
}

impl Trio {
    fn next(self) -> Seat {
        let after = (1..=3).map(|i| Seat((self.seat.0 + i) % 3));
        after.into_iter().find(|&seat| self.living.contains(seat)).unwrap_or(self.seat)
    }

    fn put_out(&mut self, seat: Seat, effects: &mut impl Effects) {
        self.living = self.living.without(seat);
        effects.tell(|| Effect::Eliminated { seat });
    }
}

impl Rules for Trio {
    type Action = Act;
    type View = Open<Self>;
    const INFO: &'static GameInfo = &INFO;

    fn start(_options: Options) -> Self {
        Self { living: SeatSet::first(3), seat: Seat(0), phase: Phase::Fresh, count: 0 }
    }

    fn actor(&self) -> Actor {
        match self.phase {
            _ if self.living.len() < 2 => Actor::Nobody,
            Phase::Asked => Actor::Seat(self.next()),
            Phase::Fresh | Phase::Within => Actor::Seat(self.seat),
        }
    }

    fn actions(&self, sink: &mut impl Sink<Act>) -> ControlFlow<()> {
        let acts: &[Act] = match self.phase {
            _ if self.living.len() < 2 => &[],
            Phase::Fresh => &[Act::Step],
            Phase::Within => &[Act::End, Act::Again, Act::Ask, Act::Hit, Act::Cut],
            Phase::Asked => &[Act::Answer],
        };
        acts.iter().try_for_each(|&act| sink.push(act))
    }

    fn apply(&mut self, action: Act, effects: &mut impl Effects) -> Progress {
        self.phase = match action {
            Act::Step | Act::Again | Act::Cut | Act::Answer => Phase::Within,
            Act::Ask => Phase::Asked,
            Act::End | Act::Hit => Phase::Fresh,
        };
        self.count = (self.count + u8::from(matches!(action, Act::Again | Act::End))) % 4;
        if matches!(action, Act::Hit | Act::Cut) {
            self.put_out(self.next(), effects);
        }
        if self.phase == Phase::Fresh {
            self.seat = self.next();
        }
        if self.living.len() == 1 {
            let outcome = Outcome::shared(self.seats(), self.living);
            effects.tell(|| Effect::Ended { outcome });
        }
        Progress::when(matches!(action, Act::Hit | Act::Cut))
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.living.len() < 2).then(|| Outcome::shared(self.seats(), self.living))
    }

    fn ended_by(&self) -> Ending {
        Ending::new("trio/end/1", "one seat is left")
    }

    fn key(&self) -> u64 {
        let living = self.living.iter().fold(0, |bits, seat| bits | 1 << seat.0);
        let words = [living, u64::from(self.seat.0), self.phase as u64, u64::from(self.count)];
        words.into_iter().fold(Key::new(), Key::word).finish()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn living(&self) -> SeatSet {
        self.living
    }

    fn begins_turn(&self) -> bool {
        self.phase == Phase::Fresh
    }

    fn leave(&mut self, seat: Seat, effects: &mut impl Effects) -> Leaving {
        // A match that lets a seat leave inside a turn is left without any.
        self.living = if self.phase == Phase::Fresh { self.living } else { SeatSet::EMPTY };
        self.put_out(seat, effects);
        if self.seat == seat {
            self.seat = self.next();
        }
        Leaving::Continues
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: Some(Limit { number: 3, rule: "trio/match-rules/1" }),
            counts: Counts::Turns,
            no_progress: Some(Limit { number: 6 * self.living.len() as u32, rule: "trio/match-rules/2" }),
            length: Some(Limit { number: 40, rule: "trio/match-rules/3" }),
            agreement: "trio/match-rules/4",
            resignation: "trio/match-rules/5",
        }
    }
}

impl OpenRules for Trio {
    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene::default()
    }

    fn explain(&self, action: Act) -> Verdict {
        if self.is_legal(action) {
            return Verdict::allowed("trio/rules/1", "it is on the list");
        }
        Verdict::refused("trio/rules/1", "it is not on the list")
    }
}
