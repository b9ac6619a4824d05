//! Two seats walk one token up and down a staircase; the seat that brings it to the top, 30, wins. A turn is as many actions as
//! one likes, up to `stop`. `roll` asks chance, `ask` asks the other seat, `peek` brings something to light, `take` is
//! progress. With the option `single` every action of a seat is a turn, and limits count actions.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use menagerie_game::*;

use super::seat;

static INFO: GameInfo = GameInfo {
    id: "stairs",
    messages: Messages::none(),
    minutes: (1, 2),
    seats: &[seat("white", 'w'), seat("black", 'b')],
    options: &[OptionInfo { id: "single", group: None }],
    chance: true,
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

const TOP: u8 = 30;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    Fresh,
    Within,
    Rolling,
    Asked,
}

const PHASES: [(Phase, &str); 4] =
    [(Phase::Fresh, "-"), (Phase::Within, "."), (Phase::Rolling, "?"), (Phase::Asked, "!")];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stairs {
    level: u8,
    seat: Seat,
    phase: Phase,
    single: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Word(&'static str);

const WORDS: [&str; 11] = ["up", "down", "take", "peek", "roll", "ask", "stop", "die:1", "die:2", "yes", "no"];

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for Word {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let known = WORDS.iter().find(|word| **word == text);
        known.map(|word| Self(word)).ok_or_else(|| TextError::not_an_action(text, "one of the toy's words"))
    }
}

impl fmt::Display for Stairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = PHASES.iter().find(|(phase, _)| *phase == self.phase).map_or("", |(_, text)| text);
        let counts = if self.single { "single" } else { "many" };
        write!(f, "{} {} {phase} {counts}", self.level, INFO.seat_name(self.seat))
    }
}

impl FromStr for Stairs {
    type Err = TextError;
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = |found: &str| TextError::form("stairs", found, "LEVEL SEAT PHASE single|many");
        let [level, seat, phase, counts] = text::fields(text, "4 fields")?;
        Ok(Self {
            level: level.parse().map_err(|_| wrong(level))?,
            seat: INFO.seat_named(seat).ok_or_else(|| wrong(seat))?,
            phase: PHASES.iter().find(|(_, text)| *text == phase).ok_or_else(|| wrong(phase))?.0,
            single: counts == "single",
        })
    }
}

impl Stairs {
    fn other(self) -> Seat {
        Seat(1 - self.seat.0)
    }
}

impl Rules for Stairs {
    type Action = Word;
    type View = Open<Self>;
    const INFO: &'static GameInfo = &INFO;

    fn start(options: Options) -> Self {
        Self { level: 4, seat: Seat(0), phase: Phase::Fresh, single: INFO.has(options, "single") }
    }

    fn actor(&self) -> Actor {
        match self.phase {
            _ if self.level >= TOP => Actor::Nobody,
            Phase::Rolling => Actor::Chance,
            Phase::Asked => Actor::Seat(self.other()),
            Phase::Fresh | Phase::Within => Actor::Seat(self.seat),
        }
    }

    fn actions(&self, sink: &mut impl Sink<Word>) -> ControlFlow<()> {
        let words: &[&str] = match self.phase {
            _ if self.level >= TOP => &[],
            Phase::Rolling => &["die:1", "die:2"],
            Phase::Asked => &["yes", "no"],
            _ if self.single => &["stop", "down", "up", "take", "roll"],
            _ => &["stop", "down", "up", "take", "peek", "roll", "ask"],
        };
        for &word in words.iter().filter(|word| self.level > 0 || **word != "down") {
            sink.push(Word(WORDS.iter().find(|known| **known == word).unwrap_or(&"")))?;
        }
        ControlFlow::Continue(())
    }

    fn apply(&mut self, action: Word, effects: &mut impl Effects) -> Progress {
        self.phase = Phase::Within;
        match action.0 {
            "up" | "die:1" | "yes" => self.level += 1,
            "die:2" => self.level = (self.level + 2).min(TOP),
            "down" => self.level -= 1,
            "peek" => {
                effects.tell(|| Effect::Revealed { piece: Figure::new("token", ""), at: Place::new("stairs") });
            }
            "roll" => self.phase = Phase::Rolling,
            "ask" => self.phase = Phase::Asked,
            _ => {}
        }
        let over = self.level >= TOP;
        if !over && (action.0 == "stop" || self.single && self.phase == Phase::Within) {
            self.seat = self.other();
            self.phase = Phase::Fresh;
            effects.tell(|| Effect::Turn { seat: self.seat });
        }
        Progress::when(action.0 == "take")
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.level >= TOP).then(|| Outcome::won_by(self.seat, self.seats()))
    }

    fn ended_by(&self) -> Ending {
        Ending::new("stairs/end/1", "the top is reached")
    }

    /// Deliberately poor: all phases of a level share a key, and so do neighbours, so that equal keys prove nothing.
    fn key(&self) -> u64 {
        u64::from(self.level / 2)
    }

    fn view(&self, viewer: Viewer) -> Open<Self> {
        Open::new(*self, viewer)
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules {
            repetition: Some(Limit { number: 3, rule: "stairs/match-rules/1" }),
            counts: if self.single { Counts::Actions } else { Counts::Turns },
            no_progress: Some(Limit { number: 8, rule: "stairs/match-rules/2" }),
            length: Some(Limit { number: 20, rule: "stairs/match-rules/3" }),
            agreement: "stairs/match-rules/4",
            resignation: "stairs/match-rules/5",
        }
    }

    fn begins_turn(&self) -> bool {
        self.phase == Phase::Fresh
    }
}

impl OpenRules for Stairs {
    fn scene(&self, _viewer: Viewer) -> Scene {
        Scene::default()
    }

    fn explain(&self, action: Word) -> Verdict {
        if self.is_legal(action) {
            return Verdict::allowed("stairs/rules/1", "it is on the list");
        }
        Verdict::refused("stairs/rules/1", "it is not on the list")
    }
}
