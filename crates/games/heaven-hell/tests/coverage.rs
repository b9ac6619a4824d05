//! Random play reaches everything: every chaos effect, every shop entry, every kind of task.

mod common;

use std::collections::BTreeSet;

use common::full;
use menagerie_game::{Actor, Dice, Options, Rules, RulesExt, Silent, draw};
use menagerie_heaven_hell::{Action, ChaosId, EntryId, Position};
use menagerie_testkit::dice;

const TASKS: [&str; 25] = [
    "slide", "step", "back", "home", "down", "shrink", "up", "pro", "uppro", "grow", "jump", "double", "rampage",
    "purchase", "chaos", "ask", "unlock", "curse", "random", "imp", "orb", "burn", "daze", "hex", "throw",
];

/// Where the games begin: the set-up, rich shoppers, a crowd of strange pieces, and automatic tasks behind a decision.
fn starts() -> Vec<Position> {
    let set_up = Position::start(Options::NONE);
    let rich = set_up
        .to_string()
        .replace("6,12,8,6,5,20,4,8,6,12,12,6,6,2,8,10", "6+,12+,8+,6+,5+,20+,4+,8+,6+,12+,12+,6+,6+,2+,8+,10+")
        .replace(" 0/0 ", " 500/500 ")
        .replace("unlock;unlock;unlock", "-");
    let strange = "w1 Ke1xd,Rc2*2x,Cc4,Xe4,Pa7x,nb8,ke8d,Cd4^x,pd5^,Qa1_*2,Ve6_ d4i,e5i - 9/9 ~ -";
    let automatic = "b0 Ke1,Bb2,La4,Pc4f,Pe4,ke8 - - 0/0 ~ unlock;slide:a4:+1+1;step:c4;back:e4;home:b2;down:a4";
    let texts = [rich, full(strange), full(automatic)];
    texts.iter().map(|text| text.parse().unwrap_or_else(|error| panic!("{error}"))).chain([set_up]).collect()
}

/// The names of the pending tasks.
fn pending(position: &Position) -> Vec<String> {
    let text = position.to_string();
    let tasks = text.rsplit(' ').next().unwrap_or_default();
    tasks.split(';').map(|task| task.split(':').next().unwrap_or_default().to_owned()).collect()
}

/// Wherever play leads, the text says it all.
fn read_back(position: &Position) {
    let text = position.to_string();
    let read: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((&read, read.key()), (position, position.key()), "{text}");
}

#[derive(Default)]
struct Seen {
    effects: BTreeSet<&'static str>,
    entries: BTreeSet<&'static str>,
    tasks: BTreeSet<String>,
}

impl Seen {
    fn note(&mut self, before: &Position, action: Action, after: &Position) {
        let waiting = pending(before);
        match action {
            Action::Pick(effect) => drop(self.effects.insert(effect.id())),
            Action::Draw(effect) if waiting[0] == "random" => drop(self.effects.insert(effect.id())),
            Action::Buy(entry) => drop(self.entries.insert(entry.id())),
            _ => {}
        }
        // The front is answered; an automatic task that is gone was carried out.
        let left = pending(after);
        self.tasks.insert(waiting[0].clone());
        self.tasks.extend(waiting.into_iter().filter(|task| !left.contains(task)));
    }
}

#[test]
fn random_play_reaches_everything() {
    let mut seen = Seen::default();
    for (number, start) in starts().into_iter().enumerate() {
        for seed in 0..60 {
            let mut dice = dice(seed + 1000 * number as u64);
            let mut position = start.clone();
            for _ in 0..400 {
                let action = match position.actor() {
                    Actor::Nobody => break,
                    Actor::Chance => draw(&position, &mut dice).unwrap(),
                    Actor::Seat(_) => {
                        let list = position.list();
                        list[dice.roll(list.len() as u32) as usize]
                    }
                };
                let before = position.clone();
                let _ = position.apply(action, &mut Silent);
                read_back(&position);
                seen.note(&before, action, &position);
            }
        }
    }
    let missing = |all: Vec<&'static str>, seen: &dyn Fn(&str) -> bool| -> Vec<_> {
        all.into_iter().filter(|id| !seen(id)).collect()
    };
    assert_eq!(missing(ChaosId::all().map(ChaosId::id).collect(), &|id| seen.effects.contains(id)), [""; 0]);
    assert_eq!(missing(EntryId::all().map(EntryId::id).collect(), &|id| seen.entries.contains(id)), [""; 0]);
    assert_eq!(missing(TASKS.to_vec(), &|id| seen.tasks.contains(id)), [""; 0]);
}
