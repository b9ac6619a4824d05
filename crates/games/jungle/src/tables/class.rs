//! Material classes. Two materials share a table if their tokens move alike and capture each other alike: only relative
//! rank, jumping, swimming, and the relation of rat and elephant matter.

use std::cmp::Ordering;

use crate::piece::Animal;

/// The tokens of the tables that are built in.
pub(super) const BUILT_IN_PIECES: usize = 3;
/// The most tokens of a class. A browser has no tables but the built-in ones.
pub(super) const MAX_PIECES: usize = if cfg!(target_family = "wasm") { BUILT_IN_PIECES } else { 5 };
/// The fewest tokens of a class: one on each side.
pub(super) const MIN_PIECES: usize = 2;

/// The animals of two sides, one bit for each.
pub(super) type Material = [u8; 2];

/// One value for each token of a class, the first side's tokens first.
pub(super) type BySlot<T> = [T; MAX_PIECES];

/// A material class: the first material found stands for all. Its first side sits at the bottom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Class {
    /// The animals of the first side, then those of the second.
    pub(super) slots: Vec<Animal>,
    /// How many tokens the first side has.
    pub(super) first: usize,
    /// Neighbouring slots with tokens that can be exchanged, as numbers of slots.
    pub(super) groups: Vec<usize>,
    /// Whether both sides have the same tokens: then the second side's turn is the first side's on the turned board.
    pub(super) symmetric: bool,
}

/// A material's class, and which token goes to which slot.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    /// The number of the class.
    pub(super) class: usize,
    /// The material's second side is the class's first: the board must be turned.
    pub(super) swapped: bool,
    /// The material's animal in each slot.
    pub(super) slots: Vec<Animal>,
}

/// All classes, and the class of every material.
pub(super) struct Directory {
    pub(super) classes: Vec<Class>,
    assignments: Vec<Assignment>,
    /// For each pair of animal sets the number of its assignment plus one.
    numbers: Vec<u16>,
}

/// Whether equivalent material shares a class. Tests compare both ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Merge {
    Equivalent,
    #[cfg(test)]
    Nothing,
}

impl Class {
    /// The side of a slot: 0 or 1.
    #[inline]
    pub(super) fn side(&self, slot: usize) -> usize {
        usize::from(slot >= self.first)
    }

    /// Whether the rule sets differ: a rat meets an enemy rat or elephant.
    pub(super) fn has_disputed_captures(&self) -> bool {
        let (first, second) = self.slots.split_at(self.first);
        let meets = |one: &[Animal], two: &[Animal]| {
            one.contains(&Animal::Rat) && (two.contains(&Animal::Rat) || two.contains(&Animal::Elephant))
        };
        meets(first, second) || meets(second, first)
    }

    /// The animals by their letters, the first side's before the hyphen: `CD-W`.
    pub(super) fn name(&self) -> String {
        let letters = |slots: &[Animal]| slots.iter().map(|animal| animal.letter()).collect::<String>();
        let (first, second) = self.slots.split_at(self.first);
        format!("{}-{}", letters(first), letters(second))
    }
}

impl Directory {
    /// Finds the classes of all materials with up to [`MAX_PIECES`] tokens, those with few tokens first.
    pub(super) fn new(merge: Merge) -> Self {
        let mut directory = Self { classes: Vec::new(), assignments: Vec::new(), numbers: vec![0; 1 << 16] };
        let mut known = Vec::new();
        for pieces in MIN_PIECES..=MAX_PIECES {
            for number in 0..=u16::MAX {
                let material = number.to_le_bytes();
                if number.count_ones() as usize == pieces && material.iter().all(|&side| side != 0) {
                    directory.add(material, merge, &mut known);
                }
            }
        }
        directory
    }

    /// `known` has the keys of the classes found so far, in order, with their numbers.
    fn add(&mut self, material: Material, merge: Merge, known: &mut Vec<(u64, usize)>) {
        let sides = material.map(sorted);
        let [[one, two], swapped_sides] = [[&sides[0], &sides[1]], [&sides[1], &sides[0]]];
        let (straight, turned) = (signature(one, two), signature(swapped_sides[0], swapped_sides[1]));
        let swapped = merge == Merge::Equivalent && turned > straight;
        let (first, second) = if swapped { (two, one) } else { (one, two) };
        let slots: Vec<Animal> = first.iter().chain(second).copied().collect();
        let class = Class {
            first: first.len(),
            groups: if merge == Merge::Equivalent { groups(first, second) } else { vec![1; slots.len()] },
            symmetric: merge == Merge::Equivalent && turned == straight,
            slots: slots.clone(),
        };
        let key =
            if merge == Merge::Equivalent { straight.max(turned) } else { u64::from(u16::from_le_bytes(material)) };
        let at = known.partition_point(|&(other, _)| other < key);
        if known.get(at).is_none_or(|&(other, _)| other != key) {
            known.insert(at, (key, self.classes.len()));
            self.classes.push(class);
        }
        let number = known[at].1;
        self.assignments.push(Assignment { class: number, swapped, slots });
        self.numbers[usize::from(u16::from_le_bytes(material))] = self.assignments.len() as u16;
    }

    /// The class of a material; `None` if it has too many tokens, or a side has none.
    #[inline]
    pub(super) fn find(&self, material: Material) -> Option<&Assignment> {
        let number = self.numbers[usize::from(u16::from_le_bytes(material))];
        self.assignments.get(usize::from(number).checked_sub(1)?)
    }

    /// The numbers of the classes with this many tokens.
    pub(super) fn with_pieces(&self, pieces: usize) -> impl Iterator<Item = usize> {
        (0..self.classes.len()).filter(move |&class| self.classes[class].slots.len() == pieces)
    }
}

/// How a token moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Gait {
    Walks,
    Jumps,
    Swims,
}

fn gait(animal: Animal) -> Gait {
    match animal {
        Animal::Rat => Gait::Swims,
        _ if animal.jumps() => Gait::Jumps,
        _ => Gait::Walks,
    }
}

/// How two enemies stand to each other, as a number: by rank, but for rat and elephant.
fn relation(own: Animal, enemy: Animal) -> u8 {
    match (own, enemy, own.cmp(&enemy)) {
        (Animal::Rat, Animal::Elephant, _) => 3,
        (Animal::Elephant, Animal::Rat, _) => 4,
        (_, _, Ordering::Less) => 0,
        (_, _, Ordering::Equal) => 1,
        (_, _, Ordering::Greater) => 2,
    }
}

fn relations(own: Animal, enemies: &[Animal]) -> impl Iterator<Item = u8> {
    enemies.iter().map(move |&enemy| relation(own, enemy))
}

/// All animals in the order of slots: by the way they move, then by rank.
const IN_ORDER: [Animal; 8] = {
    use Animal::*;
    [Cat, Dog, Wolf, Leopard, Elephant, Tiger, Lion, Rat]
};

/// The animals of a side in the order of slots.
fn sorted(side: u8) -> Vec<Animal> {
    IN_ORDER.into_iter().filter(|&animal| side >> animal as u8 & 1 == 1).collect()
}

/// Everything that the rules can tell about a material, as the octal digits of a number. Materials with equal
/// signatures play alike.
fn signature(first: &[Animal], second: &[Animal]) -> u64 {
    let sizes = [first.len() as u8, second.len() as u8];
    let gaits = first.iter().chain(second).map(|&animal| gait(animal) as u8);
    let matrix = first.iter().flat_map(|&own| relations(own, second));
    sizes.into_iter().chain(gaits).chain(matrix).fold(0, |number, digit| number << 3 | u64::from(digit))
}

/// The sizes of the groups of neighbouring slots whose tokens move alike and stand alike to all enemies.
fn groups(first: &[Animal], second: &[Animal]) -> Vec<usize> {
    let of_side = |own: &[Animal], enemies: &[Animal]| -> Vec<usize> {
        let alike = |one: &Animal, two: &Animal| {
            gait(*one) == gait(*two) && relations(*one, enemies).eq(relations(*two, enemies))
        };
        own.chunk_by(alike).map(<[Animal]>::len).collect()
    };
    [of_side(first, second), of_side(second, first)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of a material given by letters.
    fn class_of(directory: &Directory, first: &str, second: &str) -> usize {
        let side = |letters: &str| {
            let bit = |animal: &Animal| 1 << *animal as u8;
            Animal::ALL.iter().filter(|animal| letters.contains(animal.letter())).map(bit).sum()
        };
        directory.find([side(first), side(second)]).expect("a class").class
    }

    #[test]
    fn slots_are_ordered_by_the_way_of_moving_then_by_rank() {
        let mut animals = Animal::ALL;
        animals.sort_by_key(|&animal| (gait(animal), animal));
        assert_eq!(IN_ORDER, animals);
    }

    #[test]
    fn relative_rank_decides_not_the_animal() {
        let directory = Directory::new(Merge::Equivalent);
        let same = |one: (&str, &str), two: (&str, &str)| {
            class_of(&directory, one.0, one.1) == class_of(&directory, two.0, two.1)
        };
        assert!(same(("C", "D"), ("D", "P")), "both weaker walkers");
        assert!(same(("C", "D"), ("W", "E")), "an elephant without an enemy rat is a walker");
        assert!(same(("PT", "C"), ("TE", "D")), "a jumper and a walker, both stronger");
        assert!(same(("C", "DW"), ("WP", "C")), "colours do not matter");
        assert!(!same(("C", "D"), ("C", "C")), "equals capture each other");
        assert!(!same(("C", "T"), ("C", "P")), "a tiger jumps");
        assert!(!same(("R", "E"), ("R", "P")), "rat and elephant");
        assert!(!same(("R", "C"), ("C", "D")), "a rat swims");
    }

    #[test]
    fn tokens_of_a_group_stand_alike_to_all_enemies() {
        let directory = Directory::new(Merge::Equivalent);
        let groups = |first, second| directory.classes[class_of(&directory, first, second)].groups.clone();
        assert_eq!(groups("CD", "W"), [2, 1]);
        assert_eq!(groups("CP", "W"), [1, 1, 1], "the wolf captures only one of them");
        assert_eq!(groups("PT", "W"), [1, 1, 1], "only the tiger jumps");
        assert_eq!(groups("PE", "R"), [1, 1, 1], "only the elephant fears the rat");
        assert_eq!(groups("PE", "C"), [2, 1]);
    }
}
