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
    /// `Skill Level`: as strong as possible if there is none.
    skill: Option<Level>,
    /// `UCI_LimitStrength`: `UCI_Elo` decides instead.
    limited: bool,
    elo: u64,
    /// `UCI_AnalyseMode`: always as strong as possible.
    analyses: bool,
    /// Decides whatever is left to luck.
    pub(crate) seed: u64,
}

impl Default for Knobs {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            lines: 1,
            skill: None,
            limited: false,
            elo: ELO.1,
            analyses: false,
            seed: 0,
        }
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

/// The least and the greatest of `UCI_Elo`: the first and the last level.
const ELO: (u64, u64) = (800, 2200);
/// So much of it is a level.
const ELO_STEP: u64 = (ELO.1 - ELO.0) / (Level::ALL.len() as u64 - 1);

const SPINS: [Spin; 6] = [
    Spin { name: "Hash", default: 16, min: 1, max: 16384, set: |knobs, n| knobs.settings.hash = n as usize },
    Spin { name: "Threads", default: 1, min: 1, max: 256, set: |knobs, n| knobs.settings.threads = n as usize },
    Spin { name: "MultiPV", default: 1, min: 1, max: 256, set: |knobs, n| knobs.lines = n as usize },
    Spin {
        name: "Skill Level",
        default: FULL_STRENGTH,
        min: 1,
        max: FULL_STRENGTH,
        set: |knobs, n| knobs.skill = Level::new(n as u8),
    },
    Spin { name: "UCI_Elo", default: ELO.1, min: ELO.0, max: ELO.1, set: |knobs, n| knobs.elo = n },
    Spin { name: "Seed", default: 0, min: 0, max: u32::MAX as u64, set: |knobs, n| knobs.seed = n },
];

/// An option that is on or off.
struct Check {
    name: &'static str,
    default: bool,
    set: fn(&mut Knobs, bool),
}

const CHECKS: [Check; 4] = [
    Check { name: "UCI_LimitStrength", default: false, set: |knobs, on| knobs.limited = on },
    Check { name: "UCI_AnalyseMode", default: false, set: |knobs, on| knobs.analyses = on },
    // Only there to say what is understood: `go ponder`, and the extension for more seats, chance and views.
    Check { name: "Ponder", default: false, set: |_, _| {} },
    Check { name: SEATS, default: true, set: |_, _| {} },
];

/// Chooses the game.
pub(crate) const VARIANT: &str = "UCI_Variant";
/// Forgets what was learned.
pub(crate) const CLEAR: &str = "Clear Hash";
/// Says that the extension for more seats, chance and views is spoken.
const SEATS: &str = "UGI_Seats";

/// The `option` lines, with the game that is chosen now.
pub(crate) fn option_lines(dialect: Dialect, variant: &str) -> Vec<String> {
    let spin = |spin: &Spin| {
        format!("option name {} type spin default {} min {} max {}", spin.name, spin.default, spin.min, spin.max)
    };
    let check = |check: &Check| format!("option name {} type check default {}", check.name, check.default);
    let mut lines: Vec<_> = SPINS.iter().map(spin).collect();
    // UCI has two seats and nothing hidden, and only UCI has a word for pondering.
    let other = if dialect == Dialect::Ugi { "Ponder" } else { SEATS };
    lines.extend(CHECKS.iter().filter(|check| check.name != other).map(check));
    lines.push(format!("option name {CLEAR} type button"));
    let values = variants(dialect).join(" var ");
    lines.push(format!("option name {VARIANT} type combo default {variant} var {values}"));
    lines
}

impl Knobs {
    /// How strong to play; as strong as possible if there is none.
    pub(crate) fn level(&self) -> Option<Level> {
        match self {
            Self { analyses: true, .. } => None,
            Self { limited: true, elo, .. } => Level::new(1 + ((elo - ELO.0 + ELO_STEP / 2) / ELO_STEP) as u8),
            _ => self.skill,
        }
    }

    /// Sets an option that has a value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if let Some(check) = CHECKS.iter().find(|check| check.name.eq_ignore_ascii_case(name)) {
            let on = value.to_ascii_lowercase().parse();
            let on = on.map_err(|_| format!("{}: '{}' should be true or false", check.name, excerpt(value)))?;
            (check.set)(self, on);
            return Ok(());
        }
        let Some(spin) = SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name)) else {
            return Err(format!("there is no option '{}'; there are: {}", excerpt(name), names().join(", ")));
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

/// Every option.
fn names() -> Vec<&'static str> {
    let with_values = SPINS.iter().map(|spin| spin.name).chain(CHECKS.iter().map(|check| check.name));
    with_values.chain([CLEAR, VARIANT]).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn level_with(options: &[(&str, &str)]) -> Option<u8> {
        let mut knobs = Knobs::default();
        for (name, value) in options {
            knobs.set(name, value).unwrap();
        }
        knobs.level().map(|level| 1 + Level::ALL.iter().position(|one| *one == level).unwrap() as u8)
    }

    #[test]
    fn elo_limits_strength_only_when_told_to() {
        assert_eq!(level_with(&[("UCI_Elo", "800")]), None);
        let limited = |elo| level_with(&[("UCI_LimitStrength", "true"), ("UCI_Elo", elo)]);
        assert_eq!([limited("800"), limited("1000"), limited("2200")], [Some(1), Some(2), Some(8)]);
        assert_eq!([limited("1099"), limited("1100")], [Some(2), Some(3)], "the nearest level");
        assert_eq!(level_with(&[("Skill Level", "3"), ("UCI_LimitStrength", "true")]), Some(8), "Elo goes first");
    }

    #[test]
    fn an_analysis_is_never_limited() {
        assert_eq!(level_with(&[("Skill Level", "3"), ("UCI_AnalyseMode", "true")]), None);
        assert_eq!(level_with(&[("Skill Level", "3"), ("UCI_AnalyseMode", "False")]), Some(3));
    }
}
