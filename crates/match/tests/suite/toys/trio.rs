//! Three seats; the last one in the game wins. A turn is `step`, then any number of `again`, then `end`, or `hit`, which
//! puts the next seat out of the game and is progress. A seat that leaves is out; if it was its turn, the next one's
//! begins. The position has a counter from 0 to 3 that `again` and `end` push on.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use menagerie_game::*;

use super::seat;

static INFO: GameInfo = GameInfo {
    id: "trio",
    name: "Trio",
    tagline: "",
    seats: &[seat("red", 'r'), seat("green", 'g'), seat("blue", 'b')],
    options: &[],
    chance: false,
    hidden: false,
    kinds: &[],
    terrains: &[],
    rules: "",
    guide: "",
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Trio {
    living: SeatSet,
    seat: Seat,
    within: bool,
    count: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    Step,
    Again,
    End,
    Hit,
}

const ACTS: [(Act, &str); 4] = [(Act::Step, "step"), (Act::Again, "again"), (Act::End, "end"), (Act::Hit, "hit")];

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
        let phase = if self.within { '.' } else { '-' };
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
            within: phase == ".",
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
        Self { living: SeatSet::first(3), seat: Seat(0), within: false, count: 0 }
    }

    fn actor(&self) -> Actor {
        if self.living.len() < 2 { Actor::Nobody } else { Actor::Seat(self.seat) }
    }

    fn actions(&self, sink: &mut impl Sink<Act>) -> ControlFlow<()> {
        let acts: &[Act] = match self.actor() {
            Actor::Nobody => &[],
            _ if self.within => &[Act::Again, Act::End, Act::Hit],
            _ => &[Act::Step],
        };
        acts.iter().try_for_each(|&act| sink.push(act))
    }

    fn apply(&mut self, action: Act, effects: &mut impl Effects) -> Progress {
        self.within = matches!(action, Act::Step | Act::Again);
        self.count = (self.count + u8::from(matches!(action, Act::Again | Act::End))) % 4;
        if action == Act::Hit {
            self.put_out(self.next(), effects);
        }
        if !self.within {
            self.seat = self.next();
        }
        if self.living.len() == 1 {
            let outcome = Outcome::shared(self.seats(), self.living);
            effects.tell(|| Effect::Ended { outcome });
        }
        Progress::when(action == Act::Hit)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.living.len() < 2).then(|| Outcome::shared(self.seats(), self.living))
    }

    fn key(&self) -> u64 {
        let living = self.living.iter().fold(0, |bits, seat| bits | 1 << seat.0);
        Key::new()
            .word(living)
            .word(u64::from(self.seat.0))
            .word(u64::from(self.count) << 1 | u64::from(self.within))
            .finish()
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn living(&self) -> SeatSet {
        self.living
    }

    fn begins_turn(&self) -> bool {
        !self.within
    }

    fn leave(&mut self, seat: Seat, effects: &mut impl Effects) -> Leaving {
        // A match that lets a seat leave inside a turn is left without any.
        self.living = if self.within { SeatSet::EMPTY } else { self.living };
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
