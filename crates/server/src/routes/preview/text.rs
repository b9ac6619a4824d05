//! The texts of a preview. They say what `GET /api/tables/{id}` shows to anyone with the link, and nothing else.

use menagerie_catalog::Chosen;
use menagerie_game::{GameInfo, GameName};
use menagerie_store::Rating;
use menagerie_wire::Ended;
use menagerie_wire::table::{Player, Stage, Table, TimeControl};

use crate::accounts::rating::rating_name;

/// What a link shows before it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The path of the image.
    pub(crate) image: String,
}

impl Default for Preview {
    /// The start screen, and every link to something that does not exist.
    fn default() -> Self {
        let description = "Strange relatives of chess. Play the computer, share one screen, or play online.";
        Self { title: "Menagerie".into(), description: description.into(), image: "/api/preview.png".into() }
    }
}

/// The preview of a table, or of its match's review.
pub(crate) fn of_table(table: &Table, ended: Option<&Ended>, version: u32, is_review: bool) -> Preview {
    let name = name_of(&table.game);
    let (title, description) = match table.stage {
        Stage::Waiting => (invitation(table, &name), join(&[clock(table.clock), rated(table), free_seats(table)])),
        Stage::Playing => {
            let call = if is_review { "Look at the moves so far." } else { "Follow the link to watch." };
            (
                match_title(table, &name),
                join(&["A game in progress".into(), clock(table.clock), rated(table), call.into()]),
            )
        }
        Stage::Over => {
            let call = if is_review { "Step through every move." } else { "Follow the link to see the board." };
            (match_title(table, &name), join(&[ended.map(result).unwrap_or_default(), rated(table), call.into()]))
        }
        Stage::Closed => (match_title(table, &name), "This table is closed.".to_owned()),
    };
    // The version makes a new address after each event, for programs that keep images.
    Preview { title, description, image: format!("/api/tables/{}/preview.png?v={version}", table.id) }
}

/// The preview of a game's rules.
pub(crate) fn of_rules(game: &str) -> Option<Preview> {
    let info = known(game)?;
    Some(of_game(info, format!("How to play {}", info.name())))
}

/// The preview of a game's board editor.
pub(crate) fn of_editor(game: &str) -> Option<Preview> {
    let info = known(game)?;
    Some(of_game(info, format!("{}: board editor", info.name())))
}

/// The preview of a game's puzzles.
pub(crate) fn of_puzzles(game: &str) -> Option<Preview> {
    let info = known(game)?;
    Some(of_game(info, format!("{}: puzzles", info.name())))
}

/// The preview of a study.
pub(crate) fn of_study(title: &str, game: &str) -> Option<Preview> {
    let info = known(game)?;
    Some(Preview { description: format!("A study of {}", info.name()), ..of_game(info, title.to_owned()) })
}

fn of_game(info: &GameInfo, title: String) -> Preview {
    Preview { title, description: info.tagline().to_owned(), image: format!("/api/games/{}/preview.png", info.id) }
}

/// The preview of an account's profile, with some of its ratings.
pub(crate) fn of_profile(name: &str, ratings: &[(String, Rating)]) -> Preview {
    let rating = |(key, it): &(String, Rating)| format!("{} {}", rating_name(key), it.value.round() as i32);
    let listed: Vec<String> = ratings.iter().map(rating).collect();
    let description = if listed.is_empty() { "No rated games yet.".to_owned() } else { join(&[listed.join(" · ")]) };
    Preview { title: format!("{name} on Menagerie"), description, ..Preview::default() }
}

fn known(game: &str) -> Option<&'static GameInfo> {
    menagerie_catalog::find(GameName::new(game).id).map(menagerie_game::erased::AnyGame::info)
}

/// A game's name with its options: `Djambi (2)`.
fn name_of(game: &str) -> String {
    let GameName { id, options } = GameName::new(game);
    let name = known(id).map_or(id, |info| info.name());
    // A game that is stored has valid options; another program's text is not shown.
    match options {
        "" => name.to_owned(),
        options if game.parse::<Chosen>().is_ok() => format!("{name} ({options})"),
        _ => name.to_owned(),
    }
}

/// `Ada invites you to a game of Animal Chess`.
fn invitation(table: &Table, game: &str) -> String {
    let host = table.seats.iter().find_map(|seat| match &seat.player {
        Player::Person { name, .. } => Some(name),
        Player::Open | Player::Computer { .. } => None,
    });
    match host {
        Some(host) => format!("{host} invites you to a game of {game}"),
        None => format!("A game of {game} waits for players"),
    }
}

/// `Animal Chess: Ada – Bob`.
fn match_title(table: &Table, game: &str) -> String {
    let name = |player: &Player| match player {
        Player::Person { name, .. } => name.clone(),
        Player::Computer { level } => format!("computer {level}"),
        Player::Open => "open seat".to_owned(),
    };
    let names: Vec<String> = table.seats.iter().map(|seat| name(&seat.player)).collect();
    format!("{game}: {}", names.join(" – "))
}

fn clock(control: TimeControl) -> String {
    match control {
        TimeControl::None => "No clock".to_owned(),
        TimeControl::Fischer { initial, increment: 0 } => format!("{} each", time(initial)),
        TimeControl::Fischer { initial, increment } => {
            format!("{} each, plus {} per turn", time(initial), time(increment))
        }
        TimeControl::Byoyomi { initial, period, .. } => {
            format!("{} each, then {} per turn", time(initial), time(period))
        }
        TimeControl::Days { days } => format!("{} per turn", counted(days, "day")),
    }
}

/// `10 minutes`, `90 seconds`.
fn time(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (minutes, 0) if minutes > 0 => counted(minutes, "minute"),
        _ => counted(seconds, "second"),
    }
}

fn rated(table: &Table) -> String {
    if table.rated { "Rated".to_owned() } else { String::new() }
}

fn free_seats(table: &Table) -> String {
    match table.seats.iter().filter(|seat| seat.player == Player::Open).count() {
        0 => String::new(),
        1 => "A seat is free: follow the link to play".to_owned(),
        number => format!("{number} seats are free: follow the link to play"),
    }
}

/// `Red wins: blue resigned`.
fn result(ended: &Ended) -> String {
    let winner = ended.scores.iter().find(|(_, score)| *score >= 1.0);
    match winner {
        Some((seat, _)) => format!("{} wins: {}", capitalised(seat), ended.reason),
        None => capitalised(&ended.reason),
    }
}

fn counted(number: u32, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// Sentences in a row; empty ones are left out.
fn join(sentences: &[String]) -> String {
    let whole = |text: &&String| !text.is_empty();
    let ended = |text: &String| if text.ends_with('.') { text.clone() } else { format!("{text}.") };
    sentences.iter().filter(whole).map(ended).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use menagerie_wire::table::SeatInfo;

    use super::*;

    fn person(name: &str) -> Player {
        Player::Person { name: name.into(), account: None, rating: None, bot: false }
    }

    fn table(game: &str, stage: Stage, clock: TimeControl, players: Vec<Player>) -> Table {
        let seat = |player| SeatInfo { seat: "red".into(), player, here: false, claim_in: None };
        Table {
            id: "abc".into(),
            game: game.into(),
            public: false,
            rated: false,
            stage,
            seats: players.into_iter().map(seat).collect(),
            clock,
            watching: 0,
            commitment: None,
            next_commitment: None,
            rematch: None,
            created: 0,
        }
    }

    #[test]
    fn an_invitation_names_the_host_the_game_the_clock_and_the_free_seat() {
        let clock = TimeControl::Fischer { initial: 600, increment: 0 };
        let shown =
            of_table(&table("jungle", Stage::Waiting, clock, vec![person("Ada"), Player::Open]), None, 0, false);
        assert_eq!(shown.title, "Ada invites you to a game of Animal Chess");
        assert_eq!(shown.description, "10 minutes each. A seat is free: follow the link to play.");
        assert_eq!(shown.image, "/api/tables/abc/preview.png?v=0");
        let empty = table("djambi", Stage::Waiting, TimeControl::Days { days: 1 }, vec![Player::Open, Player::Open]);
        let shown = of_table(&empty, None, 0, false);
        assert_eq!(shown.title, "A game of Djambi waits for players");
        assert_eq!(shown.description, "1 day per turn. 2 seats are free: follow the link to play.");
    }

    #[test]
    fn a_match_names_its_players_and_its_result() {
        let players = || vec![person("Ada"), Player::Computer { level: 3 }];
        let clock = TimeControl::Byoyomi { initial: 90, period: 30, periods: 3 };
        let running = Table { rated: true, ..table("jungle", Stage::Playing, clock, players()) };
        let shown = of_table(&running, None, 7, false);
        assert_eq!(shown.title, "Animal Chess: Ada – computer 3");
        let description =
            "A game in progress. 90 seconds each, then 30 seconds per turn. Rated. Follow the link to watch.";
        assert_eq!(shown.description, description);
        let ended = Ended {
            scores: vec![("red".into(), 1.0), ("black".into(), 0.0)],
            rule: "resign".into(),
            reason: "black resigned".into(),
            cause: None,
        };
        let over = table("jungle", Stage::Over, TimeControl::None, players());
        let shown = of_table(&over, Some(&ended), 8, true);
        assert_eq!(shown.description, "Red wins: black resigned. Step through every move.");
    }

    #[test]
    fn games_and_profiles_have_their_own_texts() {
        assert_eq!(of_rules("jungle").unwrap().title, "How to play Animal Chess");
        assert_eq!(of_rules("no-such-game"), None);
        let rating = Rating { value: 1519.6, deviation: 60.0, volatility: 0.06, games: 3 };
        let shown = of_profile("Ada", &[("jungle".into(), rating)]);
        assert_eq!((shown.title.as_str(), shown.description.as_str()), ("Ada on Menagerie", "Animal Chess 1520."));
        assert_eq!(of_profile("Ada", &[]).description, "No rated games yet.");
    }
}
