//! Dice commitments: the server publishes the hash of its secret before it learns our nonce.
//! Afterwards the client verifies the dice against both.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use menagerie_record::{Record, verify};
use menagerie_wire::http::Seated;

/// The server's commitment and our nonce.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DiceCommitment {
    /// The SHA-256 of the table's secret.
    pub(crate) commitment: String,
    /// The nonce that we added afterwards.
    pub(crate) nonce: String,
}

impl DiceCommitment {
    /// `None` in games without chance, or without a nonce.
    pub(crate) fn new(commitment: Option<&str>, nonce: Option<&str>) -> Option<Self> {
        Some(Self { commitment: commitment?.to_owned(), nonce: nonce?.to_owned() })
    }

    /// Checks that a record uses this commitment and our nonce, and that every draw follows from them.
    fn check(&self, record: &Record) -> Result<(), String> {
        let dice = record.dice.as_ref().filter(|dice| dice.commitment == self.commitment);
        let dice = dice.ok_or("its dice are not those it had committed itself to")?;
        if !dice.nonces.contains(&self.nonce) {
            return Err("your nonce is missing from its dice".into());
        }
        verify(record).map(drop).map_err(|error| error.to_string())
    }
}

/// The commitments by table.
#[derive(Default)]
pub(super) struct DiceCommitments(Mutex<HashMap<String, DiceCommitment>>);

impl DiceCommitments {
    /// Checks that the table shows this commitment, and remembers it.
    pub(super) fn remember(&self, dice_commitment: Option<DiceCommitment>, seated: Seated) -> Result<Seated, String> {
        let Some(dice_commitment) = dice_commitment else { return Ok(seated) };
        let table = seated.table.id.clone();
        if seated.table.commitment.as_ref() != Some(&dice_commitment.commitment) {
            return Err(broken(&table, "its dice are not those it had committed itself to"));
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(table, dice_commitment);
        Ok(seated)
    }

    /// Checks the record of a finished match against its commitment.
    pub(super) fn check(&self, table: &str, text: String) -> Result<String, String> {
        let dice_commitment = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(table).cloned();
        if let Some(dice_commitment) = dice_commitment {
            let record = Record::from_text(&text).map_err(|error| error.to_string())?;
            dice_commitment.check(&record).map_err(|why| broken(table, &why))?;
        }
        Ok(text)
    }
}

fn broken(table: &str, why: &str) -> String {
    format!("the server broke its dice commitment at table {table}: {why}")
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
        let dice_commitment = || DiceCommitment::new(Some("told"), Some("ours"));
        assert!(DiceCommitments::default().remember(dice_commitment(), seated("told")).is_ok());
        let why = DiceCommitments::default().remember(dice_commitment(), seated("other")).unwrap_err();
        assert!(why.contains("broke its dice commitment"), "{why}");
        assert!(DiceCommitments::default().remember(None, seated("other")).is_ok(), "nothing was promised");
    }

    #[test]
    fn a_record_must_hold_what_was_told_and_what_we_added() {
        let (secret, other) = (Secret::new([7; 32]), Secret::new([8; 32]));
        let dice_commitments = DiceCommitments::default();
        let told = secret.commitment();
        dice_commitments.remember(DiceCommitment::new(Some(&told), Some("ours")), seated(&told)).unwrap();
        assert!(dice_commitments.check("abc", record("ours", &secret)).is_ok());
        assert!(dice_commitments.check("abc", record("theirs", &secret)).unwrap_err().contains("nonce is missing"));
        assert!(dice_commitments.check("abc", record("ours", &other)).unwrap_err().contains("committed"));
        assert!(dice_commitments.check("another", record("theirs", &other)).is_ok(), "nothing was promised there");
    }
}
