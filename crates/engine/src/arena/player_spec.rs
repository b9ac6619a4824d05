//! Player specifications as text: `level:3`, `time:100?threads=2`,
//! `cmd:PROGRAM?protocol=uci&time=100`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use menagerie_game::text::excerpt;
use menagerie_search::{Level, Limits};

use super::time_control::TimeControl;
use crate::eval_file::{CONTEMPT, OwnSettings};

/// The specification of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Its name in tables: the text of the specification unless `name=` sets another.
    pub name: String,
    /// The kind of player.
    pub kind: PlayerKind,
    /// Its clock; without one only the limits of its kind count.
    pub clock: Option<TimeControl>,
}

/// The kind of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// The built-in engine at a level.
    Level(Level, OwnSettings),
    /// The built-in engine at full strength. Without a budget only its clock limits it.
    Own(Option<Budget>, OwnSettings),
    /// Plain Monte-Carlo tree search with random playouts: the baseline.
    Plain(Duration),
    /// A beginner who knows the rules and takes what is free.
    Greedy,
    /// Another program.
    External(ExternalSpec),
}

/// The limit for each action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// The time.
    Time(Duration),
    /// The number of nodes.
    Nodes(u64),
    /// The depth in actions.
    Depth(u32),
}

impl Budget {
    /// The limits of a built-in player.
    pub fn limits(self) -> Limits {
        match self {
            Self::Time(time) => Limits::move_time(time),
            Self::Nodes(nodes) => Limits::nodes(nodes),
            Self::Depth(depth) => Limits::depth(depth),
        }
    }

    /// The time per action, if it is limited.
    pub fn time(self) -> Option<Duration> {
        if let Self::Time(time) = self { Some(time) } else { None }
    }
}

/// The specification of another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its protocol.
    pub protocol: Protocol,
    /// The limit for each action; `None` if only its clock limits it.
    pub budget: Option<Budget>,
    /// Its name of the game, if it differs from ours.
    pub variant: Option<String>,
    /// Its options, set in this order before `UCI_Variant`.
    pub options: Vec<(String, String)>,
}

/// The protocol of another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The program gets the start and the list of actions, or a view in games with hidden information.
    Ugi,
    /// The program gets a new position before every action.
    Uci,
}

const FORMS: &str = "level:1 to level:8, nodes:N, depth:N, time:MS, tc:60+0.5, plain:MS, greedy or cmd:PROGRAM, and \
                     after a question mark settings such as threads=2&hash=64&tc=60+0.5";

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, settings) = text.split_once('?').unwrap_or((text, ""));
        let pairs = read_pairs(settings)?;
        let (form, value) = what.split_once(':').unwrap_or((what, ""));
        let name =
            pairs.iter().find(|(key, _)| key == "name").map_or_else(|| text.to_owned(), |(_, name)| name.clone());
        let tc = pairs.iter().find(|(key, _)| key == "tc").map(|(_, tc)| tc.as_str());
        let clock = tc.or((form == "tc").then_some(value)).map(str::parse).transpose()?;
        let pairs: Vec<_> = pairs.iter().filter(|(key, _)| key != "name" && key != "tc").cloned().collect();
        let kind = match form {
            "level" => {
                let level = value.parse().ok().and_then(Level::new);
                PlayerKind::Level(
                    level.ok_or_else(|| wrong(text, "a level is a number from 1 to 8"))?,
                    settings_from(&pairs)?,
                )
            }
            "plain" => match Budget::read("time", value)? {
                Budget::Time(time) if pairs.is_empty() && clock.is_none() => PlayerKind::Plain(time),
                _ => return Err(wrong(text, "a plain player has no settings")),
            },
            "greedy" if value.is_empty() && pairs.is_empty() && clock.is_none() => PlayerKind::Greedy,
            "greedy" => return Err(wrong(text, "greedy has no settings except name")),
            "nodes" | "depth" | "time" => PlayerKind::Own(Some(Budget::read(form, value)?), settings_from(&pairs)?),
            "tc" => PlayerKind::Own(None, settings_from(&pairs)?),
            "cmd" => PlayerKind::External(ExternalSpec::read(value, pairs, clock.is_some())?),
            _ => return Err(wrong(text, FORMS)),
        };
        Ok(Self { name, kind, clock })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn wrong(text: &str, expected: &str) -> String {
    format!("player '{}': {expected}", excerpt(text))
}

/// Parses `key=value` pairs joined by `&`.
fn read_pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let pair = |pair: &str| {
        let (key, value) = pair.split_once('=').ok_or_else(|| wrong(pair, "a setting reads KEY=VALUE"))?;
        Ok((key.to_owned(), value.to_owned()))
    };
    text.split('&').filter(|pair| !pair.is_empty()).map(pair).collect()
}

fn number(key: &str, value: &str, most: u64) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{key}: '{}' should be a whole number from 1 to {most}", excerpt(value)))
}

fn contempt(value: &str) -> Result<i32, String> {
    let number = value.parse().ok().filter(|number| CONTEMPT.contains(number));
    let (least, most) = (CONTEMPT.start(), CONTEMPT.end());
    number.ok_or_else(|| format!("contempt: '{}' should be a whole number from {least} to {most}", excerpt(value)))
}

fn on_or_off(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{key}: '{}' should be on or off", excerpt(value))),
    }
}

/// The settings of a built-in player.
fn settings_from(pairs: &[(String, String)]) -> Result<OwnSettings, String> {
    let mut settings = OwnSettings::default();
    for (key, value) in pairs {
        match key.as_str() {
            "threads" => settings.threads = number(key, value, 256)? as usize,
            "hash" => settings.hash = number(key, value, 16384)? as usize,
            "contempt" => settings.contempt = contempt(value)?,
            "proof" => settings.proof_search = on_or_off(key, value)?,
            "eval" => settings.eval_file = value.parse().unwrap_or_default(),
            _ => return Err(wrong(key, "the settings are threads, hash, eval, contempt, proof, tc and name")),
        }
    }
    Ok(settings)
}

impl Budget {
    fn read(key: &str, value: &str) -> Result<Self, String> {
        const DAY: u64 = 86_400_000;
        Ok(match key {
            "time" => Self::Time(Duration::from_millis(number(key, value, DAY)?)),
            "nodes" => Self::Nodes(number(key, value, u64::MAX)?),
            _ => Self::Depth(number(key, value, 200)? as u32),
        })
    }
}

impl ExternalSpec {
    fn read(command: &str, pairs: Vec<(String, String)>, has_clock: bool) -> Result<Self, String> {
        let command: Vec<_> = command.split_ascii_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            return Err("cmd: should be followed by a program".to_owned());
        }
        let budget = (!has_clock).then_some(Budget::Time(Duration::from_millis(100)));
        let mut external = Self { command, protocol: Protocol::Ugi, budget, variant: None, options: Vec::new() };
        for (key, value) in pairs {
            match key.as_str() {
                "protocol" if value == "ugi" => external.protocol = Protocol::Ugi,
                "protocol" if value == "uci" => external.protocol = Protocol::Uci,
                "time" | "nodes" | "depth" => external.budget = Some(Budget::read(&key, &value)?),
                "variant" => external.variant = Some(value),
                _ => match key.strip_prefix("option.") {
                    Some(name) => external.options.push((name.to_owned(), value)),
                    None => {
                        return Err(wrong(
                            &key,
                            "the settings are protocol=ugi|uci, time, nodes, depth, tc, variant, option.NAME and name",
                        ));
                    }
                },
            }
        }
        Ok(external)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval_file::EvalFile;

    #[test]
    fn our_players_are_read() {
        let player_spec: PlayerSpec = "level:3".parse().unwrap();
        assert_eq!(player_spec.kind, PlayerKind::Level(Level::new(3).unwrap(), OwnSettings::default()));
        let player_spec: PlayerSpec = "time:100?threads=2&hash=64&name=two heads".parse().unwrap();
        let settings = OwnSettings { threads: 2, hash: 64, ..OwnSettings::default() };
        assert_eq!(player_spec.kind, PlayerKind::Own(Some(Budget::Time(Duration::from_millis(100))), settings));
        assert_eq!(player_spec.name, "two heads");
    }

    #[test]
    fn a_greedy_player_has_a_name_only() {
        let player_spec = |text: &str| text.parse::<PlayerSpec>().unwrap();
        assert_eq!(player_spec("greedy").kind, PlayerKind::Greedy);
        assert_eq!(player_spec("greedy?name=beginner").name, "beginner");
    }

    #[test]
    fn contempt_is_a_setting() {
        let player_spec: PlayerSpec = "nodes:9?contempt=-25".parse().unwrap();
        let settings = OwnSettings { contempt: -25, ..OwnSettings::default() };
        assert_eq!(player_spec.kind, PlayerKind::Own(Some(Budget::Nodes(9)), settings));
    }

    #[test]
    fn the_proof_search_is_a_setting() {
        let proof_search = |text: &str| match text.parse::<PlayerSpec>().unwrap().kind {
            PlayerKind::Own(_, settings) => settings.proof_search,
            other => panic!("{other:?}"),
        };
        assert!(proof_search("time:100") && proof_search("time:100?proof=on"));
        assert!(!proof_search("time:100?proof=off"));
    }

    #[test]
    fn the_evaluation_is_a_setting() {
        let eval = |text: &str| match text.parse::<PlayerSpec>().unwrap().kind {
            PlayerKind::Own(_, settings) => settings.eval_file,
            other => panic!("{other:?}"),
        };
        assert_eq!(eval("time:100"), EvalFile::Embedded);
        assert_eq!(eval("time:100?eval=classical"), EvalFile::Classical);
        assert_eq!(eval("time:100?eval=nets/a.net"), EvalFile::Path("nets/a.net".into()));
    }

    #[test]
    fn a_clock_is_a_setting_of_every_player_and_enough_for_ours() {
        let clock = Some("60+0.5".parse().unwrap());
        let player_spec = |text: &str| text.parse::<PlayerSpec>().unwrap();
        assert_eq!(player_spec("tc:60+0.5").kind, PlayerKind::Own(None, OwnSettings::default()));
        for text in ["tc:60+0.5", "level:3?tc=60+0.5", "nodes:9?tc=60+0.5&hash=2", "cmd:x?tc=60+0.5"] {
            assert_eq!(player_spec(text).clock, clock, "{text}");
        }
        let PlayerKind::External(external) = player_spec("cmd:x?tc=60+0.5").kind else { panic!("a program") };
        assert_eq!(external.budget, None, "only the clock counts");
    }

    #[test]
    fn another_program_is_read_with_its_options_in_order() {
        let player_spec: PlayerSpec =
            "cmd:engines/fairy -x?protocol=uci&nodes=70&option.VariantPath=a b.ini&option.Hash=8".parse().unwrap();
        let PlayerKind::External(external) = player_spec.kind else { panic!("{player_spec:?}") };
        assert_eq!(external.command, ["engines/fairy", "-x"]);
        assert_eq!((external.protocol, external.budget), (Protocol::Uci, Some(Budget::Nodes(70))));
        let options = [("VariantPath", "a b.ini"), ("Hash", "8")].map(|(key, value)| (key.into(), value.into()));
        assert_eq!(external.options, options);
    }

    #[test]
    fn a_wrong_description_says_what_would_be_right() {
        for (text, part) in [
            ("", "level:1 to level:8"),
            ("level:9", "from 1 to 8"),
            ("time:soon", "'soon' should be a whole number"),
            ("nodes:0", "from 1 to"),
            ("time:9?contempt=soon", "'soon' should be a whole number from -1000 to 1000"),
            ("time:9?proof=no", "'no' should be on or off"),
            ("cmd:", "a program"),
            ("cmd:x?protocol=cecp", "protocol=ugi|uci"),
            ("level:1?threads", "KEY=VALUE"),
            ("plain:10?threads=2", "no settings"),
            ("plain:10?tc=60", "no settings"),
            ("greedy:3", "no settings"),
            ("greedy?hash=2", "no settings"),
            ("greedy?tc=60", "no settings"),
            ("level:1?tc=soon", "'soon' should read tc=SECONDS"),
            ("tc:", "should read tc=SECONDS"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
