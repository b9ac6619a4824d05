//! New tables: made by a call, or as the rematch of one that is over.

use menagerie_catalog::Chosen;
use menagerie_game::erased::AnyPosition;
use menagerie_game::text::excerpt;
use menagerie_record::dice::Secret;
use menagerie_table::names;
use menagerie_table::refusal::refused;
use menagerie_table::secret::{Digest, Entropy, random_word};
use menagerie_wire::http::{CreateTable, SeatPlan};
use menagerie_wire::{Code, Refused};

use crate::saved::{SavedDice, SavedSeat, SavedTable};

const TOKEN_LENGTH: usize = 24;
/// Tells a table of this browser from those of a server, whose ids have no hyphen.
pub const PREFIX: &str = "local-";
const ID_LENGTH: usize = 10;
const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// A new table and the tokens of its seats.
pub struct Created {
    /// The table.
    pub table: SavedTable,
    /// The seats of people and their tokens, in order of play.
    pub tokens: Vec<(String, String)>,
}

/// Makes a table. `committed` is the secret that was committed to before.
pub fn create(
    wanted: &CreateTable,
    committed: Option<Secret>,
    entropy: &Entropy,
    now: i64,
) -> Result<Created, Refused> {
    let chosen: Chosen = wanted.game.parse().map_err(|error| refused(Code::NotFound, format!("{error}")))?;
    if wanted.rated || wanted.public {
        return Err(refused(Code::NotAllowed, "a table of this browser alone is neither rated nor public"));
    }
    let start = starting(&chosen, wanted.position.as_deref())?;
    if !wanted.clock.is_sensible() {
        return Err(refused(Code::Malformed, "this time control makes no sense"));
    }
    let nonce = names::nonce(wanted.nonce.clone().unwrap_or_default())?;
    let mut plans = wanted.seats.clone();
    if wanted.shuffle {
        shuffle(&mut plans, entropy);
    }
    let (seats, tokens) = seats(&*start, plans, entropy)?;
    let dice = chosen.game.info().chance.then(|| dice(committed, vec![nonce], entropy));
    let table = SavedTable {
        id: new_id(entropy),
        game: wanted.game.clone(),
        start: start.text(),
        seats,
        clock: wanted.clock,
        created: now,
        dice,
        events: Vec::new(),
        rematch: None,
        lineage: Vec::new(),
    };
    Ok(Created { table, tokens })
}

/// The rematch of a table: everybody moves on by one seat, so that the first to move becomes the last.
pub fn rematch_of(table: &SavedTable, nonces: Vec<String>, entropy: &Entropy, now: i64) -> SavedTable {
    let id = new_id(entropy);
    let moved = |(place, seat): (usize, &SavedSeat)| {
        let from = &table.seats[(place + 1) % table.seats.len()];
        let token = from.token.map(|token| Digest(token).at_rematch(&id).0);
        SavedSeat { seat: seat.seat.clone(), plan: from.plan.clone(), token }
    };
    let promised = |dice: &SavedDice| Secret::from_hex(&dice.next);
    SavedTable {
        seats: table.seats.iter().enumerate().map(moved).collect(),
        created: now,
        dice: table.dice.as_ref().map(|old| dice(promised(old), nonces, entropy)),
        events: Vec::new(),
        rematch: None,
        lineage: table.lineage.iter().cloned().chain([id.clone()]).collect(),
        id,
        ..table.clone()
    }
}

/// A secret of 256 bits.
pub fn new_secret(entropy: &Entropy) -> Secret {
    let mut secret = [0; 32];
    entropy(&mut secret);
    Secret::new(secret)
}

/// An id that no table has.
pub fn new_id(entropy: &Entropy) -> String {
    format!("{PREFIX}{}", random_word(entropy, ID_LENGTH))
}

fn dice(secret: Option<Secret>, nonces: Vec<String>, entropy: &Entropy) -> SavedDice {
    let secret = secret.unwrap_or_else(|| new_secret(entropy));
    SavedDice { secret: secret.to_hex(), nonces, next: new_secret(entropy).to_hex() }
}

fn starting(chosen: &Chosen, position: Option<&str>) -> Result<Box<dyn AnyPosition>, Refused> {
    let Some(text) = position else { return Ok(chosen.start()) };
    let id = chosen.game.info().id;
    let wrong = |error| refused(Code::Malformed, format!("'{}' is no position of {id}: {error}", excerpt(text)));
    let start = chosen.game.read(text).map_err(wrong)?;
    if start.outcome().is_some() {
        return Err(refused(Code::Malformed, "in this position the game is over already"));
    }
    Ok(start)
}

type Tokens = Vec<(String, String)>;

fn seats(
    start: &dyn AnyPosition,
    plans: Vec<SeatPlan>,
    entropy: &Entropy,
) -> Result<(Vec<SavedSeat>, Tokens), Refused> {
    let expected = start.seats().len();
    if plans.len() != expected {
        let sentence = format!("this game has {expected} seats, not {}", plans.len());
        return Err(refused(Code::Malformed, sentence));
    }
    let mut tokens = Vec::new();
    let mut seats = Vec::new();
    for (seat, plan) in start.seats().iter().zip(plans) {
        let seat = start.info().seat_name(seat).to_owned();
        let (plan, token) = match plan {
            SeatPlan::Open => return Err(refused(Code::NotAllowed, "nobody else can join a table of this browser")),
            SeatPlan::Computer { level } if !LEVELS.contains(&level) => {
                return Err(refused(Code::Malformed, "levels go from 1 to 8"));
            }
            SeatPlan::Computer { level } => (SeatPlan::Computer { level }, None),
            SeatPlan::Here { name } => {
                let token = random_word(entropy, TOKEN_LENGTH);
                tokens.push((seat.clone(), token.clone()));
                (SeatPlan::Here { name: names::name(&name)? }, Some(Digest::of(&token).0))
            }
        };
        seats.push(SavedSeat { seat, plan, token });
    }
    Ok((seats, tokens))
}

/// Fisher and Yates; of eight bytes the remainder's bias is nothing.
fn shuffle(plans: &mut [SeatPlan], entropy: &Entropy) {
    for last in (1..plans.len()).rev() {
        let mut number = [0; 8];
        entropy(&mut number);
        plans.swap(last, (u64::from_le_bytes(number) % (last as u64 + 1)) as usize);
    }
}
