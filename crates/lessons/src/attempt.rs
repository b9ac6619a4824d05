//! An attempt at a level, as a pure state machine: the learner's actions go in, replies and judgements come out.

use menagerie_game::erased::{AnyGame, AnyPosition, AnyView, ApplyError};
use menagerie_game::{Actor, Effect, EffectLog, Score, Seat, SeatSet, TextError, Viewer};

use crate::course::{Level, Wrong};
use crate::goal::{self, Deeds, Goal};
use crate::opponent;

/// The most actions of others in a row. Scripts are shorter, and a search cannot go on forever.
const MAX_REPLIES: usize = 64;

/// An attempt at a level. It is a function of the level and the learner's actions: replaying them gives the same attempt.
pub struct Attempt<'a> {
    level: &'a Level,
    learner: Seat,
    position: Box<dyn AnyPosition>,
    /// Every action so far: the learner's, the replies, chance's.
    history: Vec<String>,
    deeds: Deeds,
    /// The learner's finished turns.
    turns: u8,
    /// Whether the learner has acted in the unfinished turn.
    acted: bool,
    over: bool,
}

/// An action and what the learner sees of it.
pub struct Played {
    /// Who acted.
    pub actor: Actor,
    /// The action's text, as the learner may read it.
    pub action: String,
    /// What happened, as far as the learner may know.
    pub effects: Vec<Effect>,
    /// The learner's view after it.
    pub view: Box<dyn AnyView>,
}

/// The answer to an action of the learner.
pub struct Answer {
    /// The learner's action and the replies to it; empty if it was refused.
    pub played: Vec<Played>,
    /// How the attempt stands now.
    pub status: Status,
}

/// How an attempt stands after an action.
pub enum Status {
    /// The action is illegal; nothing has changed.
    Refused {
        /// The level's own message, if it knows this try.
        message: Option<String>,
        /// The id of the rule; `None` for a text that is no action.
        rule: Option<String>,
        /// The reason.
        reason: String,
    },
    /// The learner is to move again.
    Going,
    /// The goal is reached.
    Solved,
    /// The goal is missed.
    Missed {
        /// What the learner reads.
        message: String,
        /// What the opponents do about it.
        refutation: Vec<Played>,
    },
}

/// Help on demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint<'a> {
    /// The level's hint.
    pub text: Option<&'a str>,
    /// The next action of a solution; `None` if the learner has left all of them.
    pub action: Option<&'a str>,
}

/// Why a level cannot be played. A checked course has no such level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AttemptError {
    /// The position text is wrong.
    #[error("position: {0}")]
    Position(#[from] TextError),
    /// There is nothing to play.
    #[error("position: the game is over")]
    Over,
    /// The seat is unknown, or not to move.
    #[error("position: the learner's seat is not to move")]
    NotToMove,
}

impl<'a> Attempt<'a> {
    /// Starts a level.
    pub fn new(game: &dyn AnyGame, level: &'a Level) -> Result<Self, AttemptError> {
        let position = game.read(&level.position)?;
        let learner = match position.actor() {
            Actor::Nobody => return Err(AttemptError::Over),
            Actor::Chance => return Err(AttemptError::NotToMove),
            Actor::Seat(seat) => seat,
        };
        if level.seat.as_deref().is_some_and(|name| game.info().seat_named(name) != Some(learner)) {
            return Err(AttemptError::NotToMove);
        }
        let (history, deeds) = (Vec::new(), Deeds::default());
        Ok(Self { level, learner, position, history, deeds, turns: 0, acted: false, over: false })
    }

    /// The level.
    pub fn level(&self) -> &'a Level {
        self.level
    }

    /// The learner's seat.
    pub fn learner(&self) -> Seat {
        self.learner
    }

    /// The seats of the game.
    pub fn seats(&self) -> SeatSet {
        self.position.seats()
    }

    /// What the learner sees.
    pub fn view(&self) -> Box<dyn AnyView> {
        self.position.view(Viewer::Seat(self.learner))
    }

    /// Every action so far, the replies included.
    pub fn history(&self) -> &[String] {
        &self.history
    }

    /// The learner's turns that are left.
    pub fn turns_left(&self) -> u8 {
        self.level.moves.saturating_sub(self.turns)
    }

    /// Whether the goal is reached before the learner acts: a fault of the level.
    pub(crate) fn is_reached_at_start(&self) -> bool {
        self.history.is_empty() && self.is_solved()
    }

    /// Why an action of the actor cannot be played now: a fault of a line; `None` if it can.
    pub(crate) fn why_illegal(&self, action: &str) -> Option<String> {
        self.position.boxed().apply(action).err().map(|error| error.to_string())
    }

    /// Whether the level is solved or missed.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Help: the level's hint and the next action of a solution.
    pub fn hint(&self) -> Hint<'a> {
        let next = self.solutions().find(|line| line.starts_with(&self.history));
        let action = next.and_then(|line| line.get(self.history.len())).map(String::as_str);
        Hint { text: self.level.hint.as_deref(), action }
    }

    /// Plays an action of the learner and the replies to it.
    pub fn play(&mut self, action: &str) -> Answer {
        let mut played = Vec::new();
        let status = if self.over {
            Status::Refused { message: None, rule: None, reason: "this try is over; start the level again".into() }
        } else {
            match self.apply(action) {
                Ok(own) => {
                    played.push(own);
                    self.judge(&mut played)
                }
                Err(error) => self.refused(action, &error),
            }
        };
        self.over |= matches!(status, Status::Solved | Status::Missed { .. });
        Answer { played, status }
    }

    fn refused(&self, action: &str, error: &ApplyError) -> Status {
        let (rule, reason) = match error {
            ApplyError::Text(error) => (None, error.to_string()),
            ApplyError::Illegal { verdict, .. } => (Some(verdict.rule.to_string()), verdict.reason.to_string()),
        };
        let is_tried = |wrong: &&Wrong| {
            wrong.tried.split_last().is_some_and(|(last, before)| last == action && before == self.history)
        };
        let message = self.level.wrong.iter().find(is_tried).map(|wrong| wrong.message.clone());
        Status::Refused { message, rule, reason }
    }

    /// Judges the learner's action and plays the replies to it.
    fn judge(&mut self, played: &mut Vec<Played>) -> Status {
        if self.is_solved() {
            return Status::Solved;
        }
        if let Some(wrong) = self.level.wrong.iter().find(|wrong| wrong.tried == self.history) {
            return Status::Missed { message: wrong.message.clone(), refutation: self.scripted(&wrong.refutation) };
        }
        for _ in 0..MAX_REPLIES {
            if self.is_hopeless() {
                break;
            }
            if self.position.actor() == Actor::Seat(self.learner) {
                return Status::Going;
            }
            let Some(reply) = self.reply().and_then(|reply| self.apply(&reply).ok()) else { break };
            played.push(reply);
            if self.is_solved() {
                return Status::Solved;
            }
        }
        let message = self.level.missed.clone().unwrap_or_else(|| self.level.goal.missed().to_owned());
        Status::Missed { message, refutation: self.searched() }
    }

    /// Applies an action of the actor and counts what the learner did.
    fn apply(&mut self, action: &str) -> Result<Played, ApplyError> {
        let by_learner = self.position.actor() == Actor::Seat(self.learner);
        let (played, effects) = apply(&mut *self.position, self.learner, action)?;
        self.history.push(action.to_owned());
        self.acted |= by_learner;
        if self.acted {
            self.deeds.add(&self.level.goal, self.position.info(), self.learner, &effects);
        }
        if self.position.begins_turn() || self.position.outcome().is_some() {
            self.turns = self.turns.saturating_add(u8::from(self.acted));
            self.acted = false;
        }
        Ok(played)
    }

    /// The complete solutions, the main one first.
    fn solutions(&self) -> impl Iterator<Item = &'a Vec<String>> + use<'a> {
        std::iter::once(&self.level.solution).chain(&self.level.other)
    }

    fn is_solved(&self) -> bool {
        match &self.level.goal {
            Goal::Line => self.solutions().any(|line| *line == self.history),
            Goal::Survive { turns, keep } => self.turns >= *turns && self.is_answered() && self.has_survived(keep),
            goal => goal::is_reached(goal, &self.deeds, &*self.position, self.learner),
        }
    }

    /// Whether everyone has replied to the learner's last turn.
    fn is_answered(&self) -> bool {
        match self.position.actor() {
            Actor::Seat(seat) => seat == self.learner && !self.acted,
            Actor::Chance => false,
            Actor::Nobody => true,
        }
    }

    fn has_survived(&self, keep: &[String]) -> bool {
        let scene = self.view().scene();
        let lost = self.position.outcome().is_some_and(|outcome| outcome.score(self.learner) == Score::ZERO);
        !lost && self.is_living() && keep.iter().all(|place| goal::stands(&scene, self.learner, place, None))
    }

    fn is_living(&self) -> bool {
        self.position.living().contains(self.learner)
    }

    /// Whether the goal can no longer be reached.
    fn is_hopeless(&self) -> bool {
        let stopped = match &self.level.goal {
            Goal::Line => !self.solutions().any(|line| line.starts_with(&self.history)),
            Goal::Survive { turns, .. } => self.turns >= *turns && self.is_answered(),
            _ => self.turns_left() == 0 && !self.acted,
        };
        stopped || self.position.outcome().is_some() || !self.is_living()
    }

    /// The next action of an opponent or of chance: from the first line that begins with the actions so far; else drawn;
    /// else searched, if the level allows it.
    fn reply(&self) -> Option<String> {
        let tried = self.level.wrong.iter().map(|wrong| &wrong.tried);
        let mut lines = self.solutions().chain(tried);
        let next = lines.find(|line| line.len() > self.history.len() && line.starts_with(&self.history));
        if let Some(next) = next {
            return next.get(self.history.len()).cloned();
        }
        let may_search = self.level.replies.is_some() || self.position.actor() == Actor::Chance;
        may_search.then(|| opponent::choose(&*self.position, self.level.replies, self.seed()))?
    }

    /// Fixed per level and action, so that a replay gives the same attempt (FNV-1a).
    fn seed(&self) -> u64 {
        let bytes = self.level.id.bytes().chain(self.history.iter().flat_map(|action| action.bytes()));
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
    }

    /// The scripted refutation of a wrong try, as far as it is legal.
    fn scripted(&self, line: &[String]) -> Vec<Played> {
        let mut position = self.position.boxed();
        let apply = |action: &String| apply(&mut *position, self.learner, action).ok().map(|(played, _)| played);
        line.iter().map_while(apply).collect()
    }

    /// The opponent's best turn after a try that no line knows. It is shown only if it harms the learner: a quiet move
    /// would teach nothing.
    fn searched(&self) -> Vec<Played> {
        if self.acted || self.position.actor() == Actor::Seat(self.learner) {
            return Vec::new();
        }
        let mut position = self.position.boxed();
        let (mut line, mut harms) = (Vec::new(), false);
        while line.len() < MAX_REPLIES && position.actor() != Actor::Seat(self.learner) {
            let Some(action) = opponent::choose(&*position, None, self.seed()) else { break };
            let Ok((played, effects)) = apply(&mut *position, self.learner, &action) else { break };
            harms |= effects.iter().any(|told| self.is_harm(position.info().seat_name(self.learner), &told.effect));
            line.push(played);
            if position.begins_turn() {
                break;
            }
        }
        if harms { line } else { Vec::new() }
    }

    fn is_harm(&self, own: &str, effect: &Effect) -> bool {
        match effect {
            Effect::Captured { piece, .. } | Effect::Died { piece, .. } => piece.color == own,
            Effect::Eliminated { seat } => *seat == self.learner,
            Effect::Ended { outcome } => outcome.winner() != Some(self.learner),
            _ => false,
        }
    }
}

/// Applies an action and keeps what the learner may know of it.
fn apply(position: &mut dyn AnyPosition, learner: Seat, action: &str) -> Result<(Played, EffectLog), ApplyError> {
    let viewer = Viewer::Seat(learner);
    let actor = position.actor();
    let text = position.view(viewer).action_text(action)?;
    let effects = position.apply(action)?;
    let known = effects.iter().filter(|told| told.audience.includes(viewer)).map(|told| told.effect.clone()).collect();
    Ok((Played { actor, action: text, effects: known, view: position.view(viewer) }, effects))
}
