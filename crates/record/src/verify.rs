//! Checking a record: every action, every draw of the dice, every tag that the events decide.

use menagerie_game::text::excerpt;
use menagerie_game::{Actor, Outcome};
use menagerie_match::{AnyMatch, EventText, Millis, Refusal};

use crate::dice::{Secret, TableDice};
use crate::tags::{Clocks, check_tags};
use crate::{BeginError, DiceProof, Record, begin};

/// What was checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Actions of seats and of chance.
    pub actions: usize,
    /// Actions of chance.
    pub chance: usize,
    /// Whether the dice could be checked: the secret is published.
    pub dice: bool,
}

/// Why a record does not verify.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot even begin.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// An event that cannot happen there.
    #[error("event {number}, {}: {refusal}", excerpt(event))]
    Event {
        /// Counted from 1.
        number: usize,
        /// Its text.
        event: String,
        /// Why not.
        refusal: Refusal,
    },
    /// The dice fell otherwise.
    #[error("event {number}, {}: the dice say {expected}", excerpt(found))]
    Dice {
        /// Counted from 1.
        number: usize,
        /// What the record says.
        found: String,
        /// What the secret says.
        expected: String,
    },
    /// The secret is not the one that was committed to.
    #[error("the secret does not have the hash that was published before the match")]
    Commitment,
    /// A flag fell before the time was up.
    #[error("event {number}, !flag:{seat}: the tag Clock and the stamps leave {seat} {left} ms more")]
    Flag {
        /// Counted from 1.
        number: usize,
        /// Whose flag.
        seat: String,
        /// The time that was left.
        left: Millis,
    },
    /// A tag is not what the events lead to.
    #[error("{} \"{}\" is false: by the events {expected}", tag_words(tag), excerpt(found))]
    Tag {
        /// Its name: `Result`, `Reason`, `Seat2`; or `the closing result`.
        tag: String,
        /// What the record says.
        found: String,
        /// What it should say.
        expected: String,
    },
}

/// Plays a record through and checks everything that can be checked.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
    let (verified, game) = play_through(record)?;
    check_tags(record, game.as_ref())?;
    Ok(verified)
}

/// Plays a record through and checks its actions, clocks and dice alone, whatever it says about the result.
pub fn verify_events(record: &Record) -> Result<Verified, VerifyError> {
    play_through(record).map(|(verified, _)| verified)
}

fn play_through(record: &Record) -> Result<(Verified, Box<dyn AnyMatch>), VerifyError> {
    let mut game = begin(&record.game, record.start.as_deref())?;
    let mut clocks = Clocks::of(record, game.as_ref())?;
    let dice = record.dice.as_ref().map(table_dice).transpose()?.flatten();
    let mut verified = Verified { dice: dice.is_some(), ..Verified::default() };
    for (index, entry) in record.events.iter().enumerate() {
        let number = index + 1;
        let is_action = EventText::of(&entry.event).is_action();
        if is_action && game.position().actor() == Actor::Chance {
            if let Some(dice) = &dice {
                check_draw(dice, verified.chance as u64, game.as_ref(), number, &entry.event)?;
            }
            verified.chance += 1;
        }
        verified.actions += usize::from(is_action);
        clocks.check_flag(game.as_ref(), number, &entry.event, entry.at)?;
        clocks.happen(game.as_mut(), &entry.event, entry.at).map_err(|refusal| VerifyError::Event {
            number,
            event: entry.event.clone(),
            refusal,
        })?;
    }
    Ok((verified, game))
}

fn tag_words(tag: &str) -> String {
    if tag.contains(' ') { tag.to_owned() } else { format!("the tag {tag}") }
}

/// The dice, if the secret is published and is the one committed to.
fn table_dice(proof: &DiceProof) -> Result<Option<TableDice>, VerifyError> {
    let Some(secret) = &proof.secret else { return Ok(None) };
    let secret = Secret::from_hex(secret).ok_or(VerifyError::Commitment)?;
    if secret.commitment() != proof.commitment {
        return Err(VerifyError::Commitment);
    }
    Ok(Some(TableDice::new(&secret, proof.nonces.iter().map(String::as_str))))
}

fn check_draw(dice: &TableDice, n: u64, game: &dyn AnyMatch, number: usize, found: &str) -> Result<(), VerifyError> {
    let actions = game.position().actions();
    let weights: Vec<u32> =
        game.position().probabilities().unwrap_or_default().iter().map(|probability| probability.weight).collect();
    let expected = actions.into_iter().nth(dice.choose(n, &weights)).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    Err(VerifyError::Dice { number, found: found.to_owned(), expected })
}

/// The scores of the seats in order of play, as records write them.
pub(crate) fn scores(outcome: Outcome) -> Vec<String> {
    outcome.seats().iter().map(|seat| outcome.score(seat).to_string()).collect()
}
