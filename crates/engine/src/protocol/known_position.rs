//! The position of a session, full or as one seat's view, and the answers to `query`.

use menagerie_game::text::excerpt;
use menagerie_game::{Actor, Outcome, Rules, RulesExt, Score, Seat, SeatSet, View, Viewer};
use menagerie_search::{History, Random, Request};

use crate::tracked_match::TrackedMatch;

/// What the session knows: the full position with its history, or one seat's view.
pub(crate) enum KnownPosition<R: Rules> {
    Full(Box<TrackedMatch<R>>),
    View {
        view: R::View,
        /// A position sampled from the view. It answers only questions about public information.
        public: Box<R>,
    },
}

const QUERIES: &str = "p1turn, gameover, result, seats, actor, legal, chance, view SEAT, scores";

/// The answer `none`.
const NONE: &str = "none";

impl<R: Rules> KnownPosition<R> {
    pub(crate) fn full(start: R) -> Self {
        Self::Full(Box::new(TrackedMatch::new(start)))
    }

    /// The position after these actions.
    pub(crate) fn played<'a>(start: R, actions: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut play = TrackedMatch::new(start);
        for (index, text) in actions.enumerate() {
            let wrong = |error: String| format!("action {}: {error}", index + 1);
            let action = text.parse().map_err(|error: menagerie_game::TextError| wrong(error.to_string()))?;
            play.act_beyond_limits(action).map_err(|refusal| wrong(refusal.to_string()))?;
        }
        Ok(Self::Full(Box::new(play)))
    }

    /// Parses the view of a seat, which is given by name or by number in order of play.
    pub(crate) fn read_view(seat: &str, text: &str) -> Result<Self, String> {
        let all = SeatSet::first(R::INFO.seats.len() as u8);
        let viewer = viewer::<R>(all, seat)?;
        let view = R::View::read(text, viewer).map_err(|error| error.to_string())?;
        let public = Box::new(view.sample(&mut Random::new(0)));
        Ok(Self::View { view, public })
    }

    /// The full position, if it is known.
    pub(crate) fn position(&self) -> Option<&R> {
        match self {
            Self::Full(play) => Some(play.position()),
            Self::View { .. } => None,
        }
    }

    /// A position to query for public information.
    fn public(&self) -> &R {
        match self {
            Self::Full(play) => play.position(),
            Self::View { public, .. } => public,
        }
    }

    pub(crate) fn seats(&self) -> SeatSet {
        self.public().seats()
    }

    /// The actor; `Nobody` also at a limit of the match.
    pub(crate) fn actor(&self) -> Actor {
        if self.outcome().is_some() { Actor::Nobody } else { self.public().actor() }
    }

    /// The actor by the rules of the game alone. The client may use other match limits than we do.
    pub(crate) fn actor_by_rules(&self) -> Actor {
        self.public().actor()
    }

    pub(crate) fn actor_name(&self) -> &'static str {
        match self.actor() {
            Actor::Seat(seat) => R::INFO.seat_name(seat),
            Actor::Chance => "chance",
            Actor::Nobody => NONE,
        }
    }

    /// The actor's view, or the view that the client gave.
    pub(crate) fn view(&self) -> R::View {
        match self {
            Self::Full(play) => {
                let viewer = play.position().actor().seat().map_or(Viewer::Spectator, Viewer::Seat);
                play.position().view(viewer)
            }
            Self::View { view, .. } => view.clone(),
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Full(play) => play.position().to_string(),
            Self::View { view, .. } => view.to_string(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Full(play) => play.end().map(|end| end.outcome),
            Self::View { view, .. } => view.outcome(),
        }
    }

    /// The search request of a seat; `None` if its view is not known.
    pub(crate) fn request(&self, seat: Seat) -> Option<Request<R>> {
        match self {
            Self::Full(play) => Some(Request::new(play.position().view(Viewer::Seat(seat)), play.history_to_play_on())),
            Self::View { view, .. } if view.viewer().is(seat) => Some(Request::new(view.clone(), History::default())),
            Self::View { .. } => None,
        }
    }

    /// Answers a query. The error lists the valid queries.
    pub(crate) fn query(&self, words: &[String]) -> Result<String, String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(match words[..] {
            ["p1turn", ..] => (self.actor().seat() == self.seats().iter().next()).to_string(),
            ["gameover", ..] => (self.actor() == Actor::Nobody).to_string(),
            ["result", ..] => self.outcome().map_or_else(|| NONE.to_owned(), |outcome| self.result(outcome)),
            ["seats", ..] => joined(self.seats().iter().map(|seat| R::INFO.seat_name(seat).to_owned())),
            ["actor", ..] => self.actor_name().to_owned(),
            ["legal", ..] => joined(self.legal()),
            ["chance", ..] => joined(self.chances()),
            ["view", seat, ..] => self.seen_by(viewer::<R>(self.seats(), seat)?)?,
            ["scores", ..] => self.outcome().map_or_else(|| NONE.to_owned(), |outcome| self.scores(outcome)),
            _ => {
                let asked = words.first().copied().unwrap_or_default();
                return Err(format!("unknown query '{}'; there are: {QUERIES}", excerpt(asked)));
            }
        })
    }

    /// `pNwin` for the seat with the whole point, or `draw`.
    fn result(&self, outcome: Outcome) -> String {
        let winner = self.seats().iter().position(|seat| outcome.score(seat) == Score::ONE);
        winner.map_or_else(|| "draw".to_owned(), |number| format!("p{}win", number + 1))
    }

    fn scores(&self, outcome: Outcome) -> String {
        joined(self.seats().iter().map(|seat| outcome.score(seat).to_string()))
    }

    fn legal(&self) -> Vec<String> {
        if self.actor() == Actor::Nobody {
            return Vec::new();
        }
        let mut actions = Vec::new();
        let _ = self.view().actions(&mut actions);
        let mut texts: Vec<_> = actions.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts
    }

    /// The actions of chance, each followed by its probability. Hidden information does not change
    /// them.
    fn chances(&self) -> Vec<String> {
        if self.actor() != Actor::Chance {
            return Vec::new();
        }
        let position = self.public();
        let told = |action: &R::Action| {
            let probability = position.probability(*action);
            format!("{action} {}/{}", probability.weight, probability.total)
        };
        let mut texts: Vec<_> = position.list().iter().map(told).collect();
        texts.sort_unstable();
        texts
    }

    fn seen_by(&self, viewer: Viewer) -> Result<String, String> {
        match self {
            Self::Full(play) => Ok(play.position().view(viewer).to_string()),
            Self::View { view, .. } if view.viewer() == viewer => Ok(view.to_string()),
            Self::View { .. } => Err("only one seat's view is known here, and it is not that one".to_owned()),
        }
    }
}

fn joined(words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<_> = words.into_iter().collect();
    if words.is_empty() { NONE.to_owned() } else { words.join(" ") }
}

/// Parses a seat's name, its number in order of play, or `spectator`.
fn viewer<R: Rules>(seats: SeatSet, text: &str) -> Result<Viewer, String> {
    if text == "spectator" {
        return Ok(Viewer::Spectator);
    }
    let at = |number: usize| number.checked_sub(1).and_then(|index| seats.iter().nth(index));
    let numbered = text.parse().ok().and_then(at);
    let by_name = || R::INFO.seat_named(text).filter(|seat| seats.contains(*seat));
    numbered.or_else(by_name).map(Viewer::Seat).ok_or_else(|| {
        let names = joined(seats.iter().map(|seat| R::INFO.seat_name(seat).to_owned()));
        format!("there is no seat '{}'; there are {names}, 1 to {} and spectator", excerpt(text), seats.len())
    })
}
