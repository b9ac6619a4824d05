//! The dice of tables: secrets and commitments (commit and reveal). See `docs/play/dice.md`.

use menagerie_game::GameInfo;
use menagerie_record::dice::Secret;
use menagerie_store as store;
use menagerie_store::{DiceSecret, StoreError, TokenHash};
use menagerie_table::secret::{Digest, random_word};
use menagerie_wire::Code;
use menagerie_wire::http::Commitment;

use crate::app::App;
use crate::error::ServerError;
use crate::limits::address::Address;
use crate::tables::seating::TOKEN_LENGTH;

impl App {
    /// Commits itself to the dice of a table that is still to be made.
    pub(crate) async fn commit(&self, asker: Address) -> Result<Commitment, ServerError> {
        let id = random_word(&self.entropy, TOKEN_LENGTH);
        let secret = self.new_secret();
        let life = self.config.commitment.as_millis() as i64;
        let most = self.config.limits.commitments_per_address;
        let until = self.store.add_commitment(TokenHash::of(&id), secret, &asker.to_string(), life, most).await?.0;
        Ok(Commitment { id, commitment: Secret::new(secret.0).commitment(), until })
    }

    /// The dice of a new table: of the secret that was committed to under this id, or of one that is drawn now. None where
    /// nothing is left to chance.
    pub(crate) async fn table_dice(
        &self,
        game: &GameInfo,
        commitment: Option<&str>,
        nonces: Vec<String>,
    ) -> Result<Option<store::Dice>, ServerError> {
        let secret = match commitment {
            Some(_) if !game.chance => {
                let sentence = format!("nothing is left to chance in {}: leave the commitment out", game.id);
                return Err(ServerError::new(Code::Malformed, sentence));
            }
            Some(id) => Some(self.committed(id).await?),
            None => None,
        };
        Ok(game.chance.then(|| self.dice(secret, nonces)))
    }

    async fn committed(&self, id: &str) -> Result<DiceSecret, ServerError> {
        let sentence = "this commitment was used already, or its time is over: ask for another one";
        match self.store.use_commitment(TokenHash::of(id)).await {
            Err(StoreError::NotFound(_)) => Err(ServerError::new(Code::NotFound, sentence)),
            used => Ok(used?),
        }
    }

    /// Dice of this secret, or of one that is drawn now. The secret of a rematch is drawn with them: its hash is
    /// published before a player adds a nonce.
    pub(crate) fn dice(&self, secret: Option<DiceSecret>, nonces: Vec<String>) -> store::Dice {
        let secret = secret.unwrap_or_else(|| self.new_secret());
        let commitment = Digest::of_bytes(&secret.0).0;
        store::Dice { secret, commitment, nonces, next: Some(self.new_secret()) }
    }

    fn new_secret(&self) -> DiceSecret {
        let mut secret = [0; 32];
        (self.entropy)(&mut secret);
        DiceSecret(secret)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_the_hash_of_the_secret() {
        let hex = Secret::new(Digest::of_bytes(&[7; 32]).0).to_hex();
        assert_eq!(hex, Secret::new([7; 32]).commitment());
    }
}
