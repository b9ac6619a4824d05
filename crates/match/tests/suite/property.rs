//! Random events of all sorts: a match equals its replay, and its counters equal a recount by something dumber.

use menagerie_game::{Actor, Counts, Effect, EffectLog, Leaving, Progress, Rules, RulesExt, Seat, Silent};
use menagerie_match::{Cause, Departure, Event, LogStep, Match, StandingActions, taken_back_to};

use crate::toys::stairs::Stairs;
use crate::toys::trio::Trio;

/// A small generator of our own: the tests are the same in every run.
struct Random {
    state: u64,
    patient: bool,
}

impl Random {
    fn new(seed: u64) -> Self {
        Self { state: seed, patient: seed % 2 == 1 }
    }

    /// The toys list first what makes a game long; every other game prefers that.
    fn early(&mut self, sides: usize) -> usize {
        let (first, second) = (self.below(sides), self.below(sides));
        if self.patient { first.min(second).min(self.below(sides)) } else { first }
    }

    fn below(&mut self, sides: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.state >> 33) % sides as u64) as usize
    }

    fn seat(&mut self) -> Seat {
        Seat(self.below(3) as u8)
    }
}

/// Mostly legal actions, and everything else often enough; many of these will be refused.
fn any_event<R: Rules>(game: &Match<R>, random: &mut Random) -> Event<R::Action> {
    match random.below(40) {
        0 => Event::OfferDraw(random.seat()),
        1..=3 => Event::AgreeDraw(random.seat()),
        4 => Event::DeclineDraw(random.seat()),
        5..=6 => Event::Undo,
        7 => Event::OfferTakeback(random.seat(), random.below(game.turns() as usize + 3) as u32),
        8..=10 => Event::AgreeTakeback(random.seat()),
        11 => Event::DeclineTakeback(random.seat()),
        12 if random.below(8) == 0 => Event::Depart(random.seat(), Departure::Resigned),
        13 if random.below(8) == 0 => Event::Depart(random.seat(), Departure::OutOfTime),
        _ => match game.position().list() {
            list if list.is_empty() => Event::Undo,
            list => Event::Act(list[random.early(list.len())]),
        },
    }
}

/// One point of the line in force, with everything counted up to it.
#[derive(Clone)]
struct Point<R> {
    position: R,
    turn_begins: bool,
    by: Actor,
    revealed: bool,
    departed: bool,
    /// For each action of a seat or of chance so far: whether a seat did it, progress, whether a turn was complete then.
    past: Vec<(bool, bool, bool)>,
}

/// The match as one would keep it with unlimited memory and time: every point with its whole past.
struct Recount<R>(Vec<Point<R>>);

impl<R: Rules> Recount<R> {
    fn new(start: &R) -> Self {
        let (position, past) = (start.clone(), Vec::new());
        Self(vec![Point { position, turn_begins: true, by: Actor::Nobody, revealed: false, departed: false, past }])
    }

    fn now(&self) -> &Point<R> {
        &self.0[self.0.len() - 1]
    }

    fn act(&mut self, action: R::Action) {
        let mut point = self.now().clone();
        point.by = point.position.actor();
        point.departed = false;
        let mut effects = EffectLog::new();
        let progress = point.position.apply(action, &mut effects) == Progress::Yes;
        point.revealed = effects.iter().any(|told| matches!(told.effect, Effect::Revealed { .. }));
        point.turn_begins = point.position.begins_turn() || point.position.outcome().is_some();
        point.past.push((point.by.seat().is_some(), progress, point.turn_begins));
        self.0.push(point);
    }

    /// Back to the last turn's start, then out.
    fn leave(&mut self, seat: Seat) {
        self.rewind();
        let mut point = self.now().clone();
        if point.position.living().contains(seat) {
            assert_eq!(point.position.leave(seat, &mut Silent), Leaving::Continues);
            point.departed = true;
            // Progress that no action made: a marker which is neither an action nor the end of a turn.
            point.past.push((false, true, false));
            self.0.push(point);
        }
    }

    /// Whether the turn cannot go on without the seat.
    fn needs(&self, seat: Seat) -> bool {
        let start = self.0.iter().rfind(|point| point.turn_begins);
        let owner = start.map(|point| point.position.actor());
        owner == Some(Actor::Seat(seat)) || self.now().position.actor() == Actor::Seat(seat)
    }

    fn rewind(&mut self) {
        while !self.now().turn_begins {
            self.0.pop();
        }
    }

    fn take_back(&mut self, turn: u32) {
        while !(self.now().turn_begins && self.now().turns() < turn) {
            self.0.pop();
        }
    }

    fn times(&self) -> usize {
        let now = self.now();
        self.0.iter().filter(|point| point.turn_begins && point.position == now.position).count()
    }
}

impl<R> Point<R> {
    fn turns(&self) -> u32 {
        self.past.iter().filter(|(_, _, complete)| *complete).count() as u32
    }

    fn actions(&self) -> u32 {
        self.past.iter().filter(|(by_seat, _, _)| *by_seat).count() as u32
    }

    fn idle_actions(&self) -> u32 {
        self.past.iter().rev().take_while(|(_, progress, _)| !progress).filter(|(by_seat, _, _)| *by_seat).count()
            as u32
    }

    /// Completed turns since the last one with progress in it.
    fn idle_turns(&self) -> u32 {
        let complete = self.past.iter().rposition(|(_, _, complete)| *complete).map_or(0, |last| last + 1);
        let departure = self.past.iter().rposition(|entry| *entry == (false, true, false)).map_or(0, |at| at + 1);
        let past = &self.past[departure.min(complete)..complete];
        past.split_inclusive(|(_, _, complete)| *complete)
            .rev()
            .take_while(|turn| turn.iter().all(|(_, progress, _)| !progress))
            .count() as u32
    }
}

/// Plays one random match and compares after every event.
fn check_match<R: Rules>(start: &R, seed: u64, idle: fn(&Point<R>) -> u32) -> Match<R> {
    let mut random = Random::new(seed);
    let mut game = Match::new(start.clone());
    let mut recount = Recount::new(start);
    let mut waiting: Vec<Seat> = Vec::new();
    for _ in 0..400 {
        let event = any_event(&game, &mut random);
        let before = game.clone();
        if game.try_event(event).is_err() {
            assert!(game == before, "seed {seed}: refused, and yet changed");
            continue;
        }
        assert_eq!(game.log().last(), Some(&event));
        match event {
            Event::Act(action) => recount.act(action),
            Event::Undo => {
                let undone = recount.0.pop().expect("something to undo");
                assert!(!undone.turn_begins && !undone.revealed && !undone.departed, "seed {seed}");
                assert_eq!(undone.by.seat(), before.can_undo(), "seed {seed}");
            }
            Event::Depart(seat, _) if game.end().is_none() || R::INFO.seats.len() > 2 => waiting.push(seat),
            Event::OfferTakeback(..) | Event::AgreeTakeback(_) => {
                let all = before.offers().takeback.filter(|_| game.offers().takeback.is_none());
                if let Some(takeback) = all {
                    recount.take_back(takeback.turn);
                }
            }
            _ => {}
        }
        let due = recount.now().turn_begins || waiting.iter().any(|&seat| recount.needs(seat));
        let drawn = matches!(
            game.end().map(|end| end.reason.cause),
            Some(Cause::Repetition | Cause::NoProgress | Cause::Length)
        );
        if due && !drawn && recount.now().position.outcome().is_none() {
            for seat in std::mem::take(&mut waiting) {
                if recount.now().position.outcome().is_none() {
                    recount.leave(seat);
                }
            }
        }
        compare(&game, &recount, idle, seed);
        if game.end().is_some() {
            break;
        }
    }
    let replayed = Match::replay(start.clone(), game.log().iter().copied());
    assert!(replayed.as_ref() == Ok(&game), "seed {seed}: replay differs");
    let texts = game.log().iter().map(|event| Event::read(&event.text(R::INFO), R::INFO).expect("its own text"));
    assert!(texts.eq(game.log().iter().copied()), "seed {seed}: texts differ");
    check_standing_actions(start.clone(), &game, seed);
    game
}

/// The actions that stand lead to the same position without anything else, as long as no seat has left.
fn check_standing_actions<R: Rules>(start: R, game: &Match<R>, seed: u64) {
    if game.log().iter().any(|event| matches!(event, Event::Depart(..))) {
        return;
    }
    let mut replayed = Match::new(start.clone());
    let mut standing = StandingActions::default();
    for event in game.log() {
        let (text, turn) = (event.text(R::INFO), replayed.turns() + 1);
        let by_chance = replayed.position().actor() == Actor::Chance;
        replayed.replay_event(*event).expect("its own log");
        standing.push(LogStep::of(&text, taken_back_to(&replayed, &text), by_chance), turn, *event);
    }
    let mut position = start;
    for (_, event) in standing.iter() {
        let Event::Act(action) = event else { panic!("seed {seed}: {event:?} stands") };
        let _ = position.apply(*action, &mut Silent);
    }
    assert_eq!(position, *game.position(), "seed {seed}: the standing actions lead elsewhere");
}

#[track_caller]
fn compare<R: Rules>(game: &Match<R>, recount: &Recount<R>, idle: fn(&Point<R>) -> u32, seed: u64) {
    let now = recount.now();
    assert_eq!(*game.position(), now.position, "seed {seed}");
    assert_eq!((game.turns(), game.actions()), (now.turns(), now.actions()), "seed {seed}");
    assert_eq!(game.without_progress(), idle(now), "seed {seed}");
    let rules = now.position.match_rules();
    let thrice = now.turn_begins && rules.repetition.is_some_and(|limit| recount.times() >= limit.number as usize);
    let counted = now.turn_begins || rules.counts == Counts::Actions;
    let idle_out = counted && rules.no_progress.is_some_and(|limit| idle(now) >= limit.number);
    match game.end().map(|end| end.reason.cause) {
        Some(Cause::Rules) => assert_eq!(game.end().map(|end| end.outcome), now.position.outcome(), "seed {seed}"),
        Some(Cause::Repetition) => assert!(thrice, "seed {seed}"),
        Some(Cause::NoProgress) => assert!(idle_out && !thrice, "seed {seed}"),
        Some(Cause::Length) => assert!(!thrice && !idle_out, "seed {seed}"),
        Some(Cause::Agreement | Cause::Departure(..)) => {}
        None => assert!(!thrice && !idle_out && now.position.outcome().is_none(), "seed {seed}"),
    }
}

fn ends_of_all_sorts<R: Rules>(
    start: &str,
    seeds: std::ops::Range<u64>,
    idle: fn(&Point<R>) -> u32,
    expected: &[&str],
) {
    let start: R = start.parse().expect("a position");
    let mut seen = std::collections::BTreeSet::new();
    for seed in seeds {
        let game = check_match(&start, seed, idle);
        if let Some(end) = game.end() {
            seen.insert(end.reason.rule);
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
}

const STAIRS: [&str; 6] = [
    "stairs/end/1",
    "stairs/match-rules/1",
    "stairs/match-rules/2",
    "stairs/match-rules/3",
    "stairs/match-rules/4",
    "stairs/match-rules/5",
];

#[test]
fn a_match_equals_its_replay_and_a_recount_with_turns_of_many_actions() {
    ends_of_all_sorts::<Stairs>("20 white - many", 0..4000, Point::idle_turns, &STAIRS);
}

#[test]
fn a_match_equals_its_replay_and_a_recount_with_single_actions() {
    ends_of_all_sorts::<Stairs>("24 white - single", 0..2000, Point::idle_actions, &STAIRS);
}

#[test]
fn a_match_equals_its_replay_and_a_recount_with_three_seats() {
    let expected =
        ["trio/end/1", "trio/match-rules/1", "trio/match-rules/2", "trio/match-rules/4", "trio/match-rules/5"];
    ends_of_all_sorts::<Trio>("rgb red - 0", 0..2000, Point::idle_turns, &expected);
}

#[test]
fn every_point_of_a_log_can_be_seen_again() {
    for seed in 0..50 {
        let start: Trio = "rgb red - 0".parse().expect("a position");
        let game = check_match(&start, seed, Point::idle_turns);
        let mut again = Match::new(start);
        for (index, event) in game.log().iter().enumerate() {
            assert_eq!(game.position_at(index), *again.position(), "seed {seed}");
            again.try_event(*event).expect("it happened before");
        }
    }
}
