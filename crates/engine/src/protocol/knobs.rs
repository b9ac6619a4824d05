//! What `setoption` sets.

use menagerie_catalog::{Chosen, Visitor, games, visit};
use menagerie_game::Rules;
use menagerie_game::text::excerpt;
use menagerie_search::{Level, Settings};

use super::Dialect;

/// The options' values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Knobs {
    /// What the player may use.
    pub(crate) settings: Settings,
    /// How many lines are reported.
    pub(crate) lines: usize,
    /// How strong to play; as strong as possible if there is none.
    pub(crate) level: Option<Level>,
    /// Decides whatever is left to luck.
    pub(crate) seed: u64,
}

impl Default for Knobs {
    fn default() -> Self {
        Self { settings: Settings::default(), lines: 1, level: None, seed: 0 }
    }
}

/// An option with a number.
struct Spin {
    name: &'static str,
    default: u64,
    min: u64,
    max: u64,
    set: fn(&mut Knobs, u64),
}

/// One more than the strongest level: no limit.
const FULL_STRENGTH: u64 = Level::ALL.len() as u64 + 1;

const SPINS: [Spin; 5] = [
    Spin { name: "Hash", default: 16, min: 1, max: 16384, set: |knobs, n| knobs.settings.hash = n as usize },
    Spin { name: "Threads", default: 1, min: 1, max: 256, set: |knobs, n| knobs.settings.threads = n as usize },
    Spin { name: "MultiPV", default: 1, min: 1, max: 256, set: |knobs, n| knobs.lines = n as usize },
    Spin {
        name: "Skill Level",
        default: FULL_STRENGTH,
        min: 1,
        max: FULL_STRENGTH,
        set: |knobs, n| knobs.level = Level::new(n as u8),
    },
    Spin { name: "Seed", default: 0, min: 0, max: u32::MAX as u64, set: |knobs, n| knobs.seed = n },
];

/// Chooses the game.
pub(crate) const VARIANT: &str = "UCI_Variant";
/// Forgets what was learned.
pub(crate) const CLEAR: &str = "Clear Hash";
/// Says that the extension for more seats, chance and views is spoken.
pub(crate) const SEATS: &str = "UGI_Seats";

/// The `option` lines, with the game that is chosen now.
pub(crate) fn option_lines(dialect: Dialect, variant: &str) -> Vec<String> {
    let spin = |spin: &Spin| {
        format!("option name {} type spin default {} min {} max {}", spin.name, spin.default, spin.min, spin.max)
    };
    let mut lines: Vec<_> = SPINS.iter().map(spin).collect();
    lines.push(format!("option name {CLEAR} type button"));
    let values = variants(dialect).join(" var ");
    lines.push(format!("option name {VARIANT} type combo default {variant} var {values}"));
    if dialect == Dialect::Ugi {
        lines.push(format!("option name {SEATS} type check default true"));
    }
    lines
}

impl Knobs {
    /// Sets an option that has a number.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(spin) = SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name)) else {
            let known: Vec<_> = SPINS.iter().map(|spin| spin.name).chain([CLEAR, VARIANT, SEATS]).collect();
            return Err(format!("there is no option '{}'; there are: {}", excerpt(name), known.join(", ")));
        };
        let number = value.parse().ok().filter(|number| (spin.min..=spin.max).contains(number));
        let wrong = || {
            let Spin { name, min, max, .. } = spin;
            format!("{name}: '{}' should be a whole number from {min} to {max}", excerpt(value))
        };
        (spin.set)(self, number.ok_or_else(wrong)?);
        Ok(())
    }
}

/// The games that a dialect can be used for, each alone and with each of its options.
fn variants(dialect: Dialect) -> Vec<String> {
    let spoken = games().iter().map(|game| game.info()).filter(|info| speaks(dialect, info.id));
    spoken
        .flat_map(|info| {
            let with_option = info.options.iter().map(|option| format!("{}:{}", info.id, option.id));
            [info.id.to_owned()].into_iter().chain(with_option)
        })
        .collect()
}

/// The first game that a dialect can be used for.
pub(crate) fn first_variant(dialect: Dialect) -> Option<Chosen> {
    variants(dialect).first()?.parse().ok()
}

/// The game of a session for which none was asked: one that both dialects can be used for.
pub fn default_game() -> Option<Chosen> {
    first_variant(Dialect::Uci)
}

/// Whether a dialect can be used for a game.
pub(crate) fn speaks(dialect: Dialect, game: &str) -> bool {
    struct OneActionTurns;
    impl Visitor for OneActionTurns {
        type Out = bool;

        fn visit<R: Rules>(self) -> bool {
            R::ONE_ACTION_TURNS
        }
    }
    dialect == Dialect::Ugi || visit(game, OneActionTurns) == Some(true)
}
