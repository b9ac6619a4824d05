//! What a server had committed itself to before it learned what we add to the dice of a table, and whether it kept its word.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use menagerie_record::{Record, verify};
use menagerie_wire::http::Seated;

/// What was told, and what we added afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Promise {
    /// The SHA-256 of the table's secret.
    pub(crate) commitment: String,
    /// What we added.
    pub(crate) nonce: String,
}

impl Promise {
    /// None where nothing is left to chance, or where nothing was added.
    pub(crate) fn new(commitment: Option<&str>, nonce: Option<&str>) -> Option<Self> {
        Some(Self { commitment: commitment?.to_owned(), nonce: nonce?.to_owned() })
    }

    /// Whether a record's dice are those that were promised, with ours among what was added, and every draw follows from them.
    fn check(&self, record: &Record) -> Result<(), String> {
        let dice = record.dice.as_ref().filter(|dice| dice.commitment == self.commitment);
        let dice = dice.ok_or("its dice are not those it had committed itself to")?;
        if !dice.nonces.contains(&self.nonce) {
            return Err("what you added to its dice is left out".into());
        }
        verify(record).map(drop).map_err(|error| error.to_string())
    }
}

/// What was promised, by table.
#[derive(Default)]
pub(super) struct Promises(Mutex<HashMap<String, Promise>>);

impl Promises {
    /// The seats at a table, if its dice are those that were promised; the promise is kept in mind.
    pub(super) fn note(&self, promise: Option<Promise>, seated: Seated) -> Result<Seated, String> {
        let Some(promise) = promise else { return Ok(seated) };
        let table = seated.table.id.clone();
        if seated.table.commitment.as_ref() != Some(&promise.commitment) {
            return Err(broken(&table, "its dice are not those it had committed itself to"));
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(table, promise);
        Ok(seated)
    }

    /// The record of a match that is over, if the word that was given for it is kept.
    pub(super) fn check(&self, table: &str, text: String) -> Result<String, String> {
        let promise = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(table).cloned();
        if let Some(promise) = promise {
            let record = Record::from_text(&text).map_err(|error| error.to_string())?;
            promise.check(&record).map_err(|why| broken(table, &why))?;
        }
        Ok(text)
    }
}

fn broken(table: &str, why: &str) -> String {
    format!("the server did not keep its word at table {table}: {why}")
}

#[cfg(test)]
mod tests {
    use menagerie_record::DiceProof;
    use menagerie_record::dice::Secret;

    use super::*;

    fn seated(commitment: &str) -> Seated {
        let table = format!(
            r#"{{"id":"abc","game":"heaven-hell","public":false,"rated":false,"stage":"playing","seats":[],
                "clock":{{"kind":"none"}},"watching":0,"created":0,"commitment":"{commitment}"}}"#
        );
        Seated { table: serde_json::from_str(&table).unwrap(), tokens: Vec::new() }
    }

    fn record(nonce: &str, secret: &Secret) -> String {
        let dice = DiceProof {
            commitment: secret.commitment(),
            nonces: vec![nonce.to_owned()],
            secret: Some(secret.to_hex()),
        };
        Record { game: "heaven-hell".to_owned(), dice: Some(dice), ..Record::default() }.to_text()
    }

    #[test]
    fn a_table_with_other_dice_than_promised_is_not_played_at() {
        let promise = || Promise::new(Some("told"), Some("ours"));
        assert!(Promises::default().note(promise(), seated("told")).is_ok());
        let why = Promises::default().note(promise(), seated("other")).unwrap_err();
        assert!(why.contains("did not keep its word"), "{why}");
        assert!(Promises::default().note(None, seated("other")).is_ok(), "nothing was promised");
    }

    #[test]
    fn a_record_must_hold_what_was_told_and_what_we_added() {
        let (secret, other) = (Secret::new([7; 32]), Secret::new([8; 32]));
        let promises = Promises::default();
        let told = secret.commitment();
        promises.note(Promise::new(Some(&told), Some("ours")), seated(&told)).unwrap();
        assert!(promises.check("abc", record("ours", &secret)).is_ok());
        assert!(promises.check("abc", record("theirs", &secret)).unwrap_err().contains("left out"));
        assert!(promises.check("abc", record("ours", &other)).unwrap_err().contains("committed"));
        assert!(promises.check("another", record("theirs", &other)).is_ok(), "nothing was promised there");
    }
}
