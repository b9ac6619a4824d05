//! Checking a record: every action, the result, every draw of the dice.

use menagerie_game::text::excerpt;
use menagerie_game::{Actor, Outcome};
use menagerie_match::{AnyMatch, Refusal};

use crate::dice::{Secret, TableDice};
use crate::{BeginError, DiceProof, Ended, Record, begin};

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
    /// The result is not what the events lead to.
    #[error("the record says {}, the events lead to {expected}", excerpt(found))]
    Result {
        /// What the record says.
        found: String,
        /// What the events lead to.
        expected: String,
    },
}

/// Plays a record through and checks everything that can be checked.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
    let mut game = begin(&record.game, record.start.as_deref())?;
    let dice = record.dice.as_ref().map(table_dice).transpose()?.flatten();
    let mut verified = Verified { dice: dice.is_some(), ..Verified::default() };
    for (index, entry) in record.events.iter().enumerate() {
        let number = index + 1;
        let is_action = !entry.event.starts_with('!');
        if is_action && game.position().actor() == Actor::Chance {
            if let Some(dice) = &dice {
                check_draw(dice, verified.chance as u64, game.as_ref(), number, &entry.event)?;
            }
            verified.chance += 1;
        }
        verified.actions += usize::from(is_action);
        game.replay_event(&entry.event).map_err(|refusal| VerifyError::Event {
            number,
            event: entry.event.clone(),
            refusal,
        })?;
    }
    check_result(record.ended.as_ref(), game.as_ref())?;
    Ok(verified)
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

fn check_result(found: Option<&Ended>, game: &dyn AnyMatch) -> Result<(), VerifyError> {
    let Some(found) = found else { return Ok(()) };
    let expected = game.end().map(|end| scores(end.outcome).join(" "));
    let matches = expected.as_deref() == Some(found.scores.join(" ").as_str());
    if matches {
        return Ok(());
    }
    let expected = expected.unwrap_or_else(|| "an unfinished match".to_owned());
    Err(VerifyError::Result { found: found.scores.join(" "), expected })
}

/// The scores of the seats in order of play, as records write them.
pub(crate) fn scores(outcome: Outcome) -> Vec<String> {
    outcome.seats().iter().map(|seat| outcome.score(seat).to_string()).collect()
}
