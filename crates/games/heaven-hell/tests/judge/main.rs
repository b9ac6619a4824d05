//! A second referee that knows nothing of the library's positions: it works on the text alone, square by square, as the
//! rules are written. It says who decides, which actions there are, and what each of them leads to.
//!
//! It judges main actions, purchases, the answers to all tasks, chance, and all chaos effects, for all types, sizes and
//! marks on all three planes, with the run loop up to the next decision. It does not judge what a seat sees.

mod answers;
mod board;
mod chaos;
mod crowd;
#[path = "../common/ids.rs"]
mod ids;
mod land;
mod moves;
mod shop;
mod tasks;
mod turn;
mod upgrades;

use std::collections::BTreeSet;

use board::Game;
use chaos::ASKING_EFFECTS;
use ids::{EFFECTS, ENTRIES};
use menagerie_game::{Actor, Dice, Options, Rules, RulesExt, Seat, Silent};
use menagerie_heaven_hell::Position;
use menagerie_testkit::dice;

/// What was compared.
#[derive(Default)]
struct Compared {
    actions: usize,
    /// Words of tasks, what was asked, and the texts of purchases and draws.
    seen: BTreeSet<String>,
}

impl Compared {
    /// The referee names the same actor and the same actions, and each leads to the same position.
    fn agrees(&mut self, position: &Position) {
        let text = position.to_string();
        let judge = Game::read(&text);
        assert_eq!(judge.write(), text, "read and written again");
        let actor = match position.actor() {
            Actor::Nobody => '-',
            Actor::Chance => '?',
            Actor::Seat(Seat(0)) => 'w',
            Actor::Seat(_) => 'b',
        };
        assert_eq!(actor, judge.actor(), "the actor in {text}");
        let listed = position.sorted_texts();
        assert_eq!(listed, judge.options(), "actions of {text}");
        let task = text.rsplit(' ').next().unwrap_or_default().split(';').next().unwrap_or_default();
        let mut words = task.split(':');
        self.seen.insert(format!("task {}", words.next().unwrap_or_default()));
        if task.starts_with("ask:") {
            self.seen.extend(words.next().map(|id| format!("ask:{id}")));
        }
        for action in &listed {
            let mut after = position.clone();
            let _ = after.apply(action.parse().unwrap(), &mut Silent);
            let mut expected = judge.clone();
            expected.act(action);
            assert_eq!(after.to_string(), expected.write(), "{action} in {text}");
            self.seen.extend(action.contains(':').then(|| action.clone()));
        }
        self.actions += listed.len();
    }

    /// Follows a random way for some actions, comparing everything. Where the wanted action is legal, it is taken.
    fn follow(&mut self, mut position: Position, wanted: &str, longest: u32, dice: &mut impl Dice) {
        for _ in 0..longest {
            self.agrees(&position);
            let list = position.list();
            if list.is_empty() {
                return;
            }
            let found = list.iter().copied().find(|action| action.to_string() == wanted);
            let action = found.unwrap_or_else(|| list[dice.roll(list.len() as u32) as usize]);
            let _ = position.apply(action, &mut Silent);
        }
    }

    /// Fails if something of this kind was never compared.
    #[track_caller]
    fn has_seen(&self, word: &str, names: &[&str]) {
        let missing: Vec<_> = names.iter().filter(|name| !self.seen.contains(&format!("{word}{name}"))).collect();
        assert!(missing.is_empty(), "{word} was never compared with {missing:?}");
        println!("{} actions compared", self.actions);
    }
}

#[test]
fn random_games_agree_with_the_referee() {
    let mut compared = Compared::default();
    for seed in 0..4 {
        compared.follow(Position::start(Options::NONE), "", 400, &mut dice(seed));
    }
    println!("{} actions compared", compared.actions);
    assert!(compared.actions > 20_000, "only {} actions were compared", compared.actions);
}

/// Random games seldom see a Fortress of size 3 in Hell: these positions are full of such pieces.
#[test]
fn crowded_positions_agree_with_the_referee() {
    let mut dice = dice(1);
    let mut compared = Compared::default();
    for _ in 0..1000 {
        compared.agrees(&read(&crowd::text(&mut |sides| dice.roll(sides))));
    }
    println!("{} actions compared", compared.actions);
    assert!(compared.actions > 20_000, "only {} actions were compared", compared.actions);
}

/// heaven-hell/11: each entry is bought in crowded positions, and everything that follows is compared.
#[test]
fn purchases_agree_with_the_referee() {
    let mut dice = dice(2);
    let mut compared = Compared::default();
    for round in 0..8 {
        for entry in ENTRIES {
            let shop = [
                "6+,12+,8+,6+,5+,20+,4+,8+,6+,12+,12+,6+,6+,2+,8+,10",
                "7+,13+,-,9+,9+,9999+,4+,8,6+,12+,12+,9+,9+,9+,9+,10+",
            ];
            let coins = ["30/30", "12/9999", "9999/20", "7/8"][round % 4];
            let text = crowd::text(&mut |sides| dice.roll(sides));
            let position = read(&crowd::with_shop(&text, coins, shop[round % 2]));
            compared.follow(position, &format!("buy:{entry}"), 6, &mut dice);
        }
    }
    compared.has_seen("buy:", &ENTRIES);
    let at_once = ["chaos-orb", "two-actions"];
    let asked: Vec<_> = ENTRIES.into_iter().filter(|id| !at_once.contains(id)).collect();
    compared.has_seen("ask:", &asked);
}

/// heaven-hell/12: each effect happens in crowded positions, also on planes that have lost squares or are gone, and
/// everything that follows is compared.
#[test]
fn chaos_effects_agree_with_the_referee() {
    let mut dice = dice(3);
    let mut compared = Compared::default();
    for losses in [0, 1, 0, 3, 0, 4, 0] {
        for effect in EFFECTS {
            let text = crowd::text(&mut |sides| dice.roll(sides));
            let seat = ["w", "b"][dice.roll(2) as usize];
            let plane = ["heaven", "hell"][dice.roll(2) as usize];
            let destroyed = format!("ask:destroy-{plane}:{seat};").repeat(losses);
            let position = read(&crowd::with_tasks(&text, &format!("{destroyed}random:{seat}")));
            compared.follow(position, &format!("draw:{effect}"), 8 + losses as u32, &mut dice);
        }
    }
    compared.has_seen("draw:", &EFFECTS);
    compared.has_seen("ask:", &ASKING_EFFECTS);
}

/// heaven-hell/4.2: every task about a piece, alone and behind others, in crowded positions.
#[test]
fn tasks_agree_with_the_referee() {
    const WORDS: [&str; 14] = [
        "up", "pro", "uppro", "grow", "jump", "double", "rampage", "curse", "throw", "step", "back", "home", "down",
        "slide",
    ];
    let mut dice = dice(4);
    let mut compared = Compared::default();
    for round in 0..300 {
        let text = crowd::text(&mut |sides| dice.roll(sides));
        let pieces = crowd::anchors(&text);
        let mut tasks = vec!["unlock".to_owned()];
        for word in [WORDS[round % WORDS.len()], WORDS[dice.roll(14) as usize]] {
            let fits = |letter: char| match word {
                "pro" | "rampage" => letter.eq_ignore_ascii_case(&'P'),
                "jump" => letter.eq_ignore_ascii_case(&'C'),
                "home" => letter.eq_ignore_ascii_case(&'B'),
                _ => true,
            };
            let able: Vec<_> = pieces.iter().filter(|(letter, _)| fits(*letter)).collect();
            if !able.is_empty() {
                let (_, at) = able[dice.roll(able.len() as u32) as usize];
                let vector = if word == "slide" { ":+1-1" } else { "" };
                tasks.push(format!("{word}:{at}{vector}"));
            }
        }
        let position = read(&crowd::with_tasks(&text, &tasks.join(";")));
        compared.follow(position, "", 6, &mut dice);
    }
    compared.has_seen("task ", &WORDS[..9]);
    compared.has_seen("task ", &["shrink", "unlock"]);
}

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
