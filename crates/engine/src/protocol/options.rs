//! The engine options of `setoption`.

use menagerie_catalog::{Chosen, Visitor, games, visit};
use menagerie_game::Rules;
use menagerie_game::text::excerpt;
use menagerie_search::Level;

use super::Dialect;
use crate::eval_file::{CONTEMPT, EvalFile, OwnSettings};

/// The values of the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineOptions {
    /// `Hash`, `Threads`, `EvalFile`, `ProofSearch` and `Contempt`.
    pub(crate) settings: OwnSettings,
    /// `MultiPV`: the number of reported lines.
    pub(crate) multipv: usize,
    /// `Skill Level`; `None` is full strength.
    skill: Option<Level>,
    /// `UCI_LimitStrength`: `UCI_Elo` sets the level.
    limit_strength: bool,
    elo: i64,
    /// `UCI_AnalyseMode`: always full strength.
    analyse_mode: bool,
    /// `Seed` of the random numbers.
    pub(crate) seed: u64,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            settings: OwnSettings::default(),
            multipv: 1,
            skill: None,
            limit_strength: false,
            elo: ELO.1,
            analyse_mode: false,
            seed: 0,
        }
    }
}

/// An option of type `spin`: a number.
struct Spin {
    name: &'static str,
    default: i64,
    min: i64,
    max: i64,
    set: fn(&mut EngineOptions, i64),
}

/// One more than the strongest level: full strength.
const FULL_STRENGTH: i64 = Level::ALL.len() as i64 + 1;

/// The minimum and maximum of `UCI_Elo`: the first and the last level.
const ELO: (i64, i64) = (800, 2200);
/// The Elo difference between two levels.
const ELO_STEP: i64 = (ELO.1 - ELO.0) / (Level::ALL.len() as i64 - 1);

const SPINS: [Spin; 7] = [
    Spin { name: "Hash", default: 16, min: 1, max: 16384, set: |options, n| options.settings.hash = n as usize },
    Spin { name: "Threads", default: 1, min: 1, max: 256, set: |options, n| options.settings.threads = n as usize },
    Spin { name: "MultiPV", default: 1, min: 1, max: 256, set: |options, n| options.multipv = n as usize },
    Spin {
        name: "Skill Level",
        default: FULL_STRENGTH,
        min: 1,
        max: FULL_STRENGTH,
        set: |options, n| options.skill = Level::new(n as u8),
    },
    Spin { name: "UCI_Elo", default: ELO.1, min: ELO.0, max: ELO.1, set: |options, n| options.elo = n },
    Spin { name: "Seed", default: 0, min: 0, max: u32::MAX as i64, set: |options, n| options.seed = n as u64 },
    Spin {
        name: "Contempt",
        default: 0,
        min: *CONTEMPT.start() as i64,
        max: *CONTEMPT.end() as i64,
        set: |options, n| options.settings.contempt = n as i32,
    },
];

/// An option of type `check`: true or false.
struct Check {
    name: &'static str,
    default: bool,
    set: fn(&mut EngineOptions, bool),
}

const CHECKS: [Check; 5] = [
    Check { name: "UCI_LimitStrength", default: false, set: |options, on| options.limit_strength = on },
    Check { name: "UCI_AnalyseMode", default: false, set: |options, on| options.analyse_mode = on },
    Check { name: "ProofSearch", default: true, set: |options, on| options.settings.proof_search = on },
    // These two only announce support: for `go ponder`, and for the extension for more seats, chance
    // and views.
    Check { name: "Ponder", default: false, set: |_, _| {} },
    Check { name: SEATS, default: true, set: |_, _| {} },
];

/// Selects the game.
pub(crate) const VARIANT: &str = "UCI_Variant";
/// Selects the evaluation: `embedded`, `classical`, or the path of a net.
pub(crate) const EVAL_FILE: &str = "EvalFile";
/// Clears the transposition table.
pub(crate) const CLEAR: &str = "Clear Hash";
/// A folder of endgame tables.
pub(crate) const TABLES: &str = "TablesFolder";
/// Announces the extension for more seats, chance and views.
const SEATS: &str = "UGI_Seats";

/// The `option` lines. The current game is the default of `UCI_Variant`.
pub(crate) fn option_lines(dialect: Dialect, variant: &str) -> Vec<String> {
    let spin = |spin: &Spin| {
        format!("option name {} type spin default {} min {} max {}", spin.name, spin.default, spin.min, spin.max)
    };
    let check = |check: &Check| format!("option name {} type check default {}", check.name, check.default);
    let mut lines: Vec<_> = SPINS.iter().map(spin).collect();
    // UCI has two seats and no hidden information. Only UCI has `ponder`.
    let other = if dialect == Dialect::Ugi { "Ponder" } else { SEATS };
    lines.extend(CHECKS.iter().filter(|check| check.name != other).map(check));
    lines.push(format!("option name {EVAL_FILE} type string default {}", EvalFile::default()));
    lines.push(format!("option name {CLEAR} type button"));
    lines.push(format!("option name {TABLES} type string default <empty>"));
    let values = variants(dialect).join(" var ");
    lines.push(format!("option name {VARIANT} type combo default {variant} var {values}"));
    lines
}

impl EngineOptions {
    /// The strength level; `None` is full strength.
    pub(crate) fn level(&self) -> Option<Level> {
        match self {
            Self { analyse_mode: true, .. } => None,
            Self { limit_strength: true, elo, .. } => Level::new(1 + ((elo - ELO.0 + ELO_STEP / 2) / ELO_STEP) as u8),
            _ => self.skill,
        }
    }

    /// How much worse than an equal position the engine rates a draw. Analysis has no contempt.
    pub(crate) fn contempt(&self) -> i32 {
        if self.analyse_mode { 0 } else { self.settings.contempt }
    }

    /// Sets an option. The error lists the valid options or values.
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

/// The names of all options.
fn names() -> Vec<&'static str> {
    let with_values = SPINS.iter().map(|spin| spin.name).chain(CHECKS.iter().map(|check| check.name));
    with_values.chain([EVAL_FILE, CLEAR, TABLES, VARIANT]).collect()
}

/// The games that a dialect supports, each without options and with each of its options.
fn variants(dialect: Dialect) -> Vec<String> {
    let spoken = games().iter().map(|game| game.info()).filter(|info| supports(dialect, info.id));
    spoken
        .flat_map(|info| {
            let with_option = info.options.iter().map(|option| format!("{}:{}", info.id, option.id));
            [info.id.to_owned()].into_iter().chain(with_option)
        })
        .collect()
}

/// The first game that a dialect supports.
pub(crate) fn first_variant(dialect: Dialect) -> Option<Chosen> {
    variants(dialect).first()?.parse().ok()
}

/// Whether a dialect supports a game.
pub(crate) fn supports(dialect: Dialect, game: &str) -> bool {
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

    fn level_with(pairs: &[(&str, &str)]) -> Option<u8> {
        let mut options = EngineOptions::default();
        for (name, value) in pairs {
            options.set(name, value).unwrap();
        }
        options.level().map(|level| 1 + Level::ALL.iter().position(|one| *one == level).unwrap() as u8)
    }

    #[test]
    fn analysis_has_no_contempt() {
        let mut options = EngineOptions::default();
        options.set("Contempt", "30").unwrap();
        assert_eq!(options.contempt(), 30);
        options.set("UCI_AnalyseMode", "true").unwrap();
        assert_eq!(options.contempt(), 0);
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
