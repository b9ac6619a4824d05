//! Why an action is legal or not: the rule's id, and a sentence that a player understands.

use std::borrow::Cow;

use menagerie_board::Direction;
use menagerie_game::{Verdict, message};

use crate::actions::Action;
use crate::board::{DEN, Jump, Square, Squares, WATER, jumps, swim};
use crate::captures::{CaptureRuling, Standing, judge};
use crate::piece::{Animal, Token};
use crate::position::{Ending, Position};

/// The result of one check: `None` if it has no objection.
type Objection = Option<Verdict>;

/// Why an action is legal or not, by the first rule that decides.
pub(crate) fn explain(position: &Position, action: Action) -> Verdict {
    let Action { from, to } = action;
    if let Some(ending) = position.ending() {
        return over(position, ending);
    }
    let token = match own_token(position, from) {
        Ok(token) => token,
        Err(refused) => return refused,
    };
    let hunter = Standing { token, square: from };
    let objection = way(position, hunter, to).or_else(|| own_den(token, to));
    objection.unwrap_or_else(|| end_square(position, hunter, to))
}

/// How the game ended, in words.
pub(crate) fn ending_words(position: &Position, ending: Ending) -> Cow<'static, str> {
    let (winner, loser) = (ending.winner(), ending.winner().other());
    match ending {
        Ending::Den(_) => {
            let animal = position.token_on(DEN[loser]).map_or("token", |token| token.animal.words());
            message!("ending-den", winner = winner.words(), animal, loser = loser.words())
        }
        Ending::LastToken(_) => message!("ending-no-tokens", loser = loser.words()),
        Ending::NoAction(_) => message!("ending-no-action", loser = loser.words()),
    }
}

fn over(position: &Position, ending: Ending) -> Verdict {
    Verdict::refused(ending.rule(), message!("over", why = ending_words(position, ending)))
}

fn own_token(position: &Position, from: Square) -> Result<Token, Verdict> {
    let mover = position.mover();
    match position.token_on(from) {
        Some(token) if token.side == mover => Ok(token),
        Some(token) => {
            let (owner, animal) = (token.side.words(), token.animal.words());
            let reason = message!("refused-other-side", animal, from, owner, mover = mover.words());
            Err(Verdict::refused("jungle/actions/1", reason))
        }
        None => Err(Verdict::refused("jungle/actions/1", message!("refused-no-token", from))),
    }
}

/// Whether a step or a jump leads there (jungle/pieces/1, jungle/pieces/2).
fn way(position: &Position, Standing { token, square: from }: Standing, to: Square) -> Objection {
    let animal = token.animal.words();
    let by_step = swim(from).contains(to);
    let into_water = WATER.contains(to);
    if by_step && (!into_water || token.animal == Animal::Rat) {
        return None;
    }
    if by_step {
        return step_refused(message!("refused-swim", animal, to));
    }
    let Some(direction) = straight(from, to) else {
        let stays = from == to;
        let reason = if stays { message!("refused-stays", animal) } else { message!("refused-diagonal", animal) };
        return step_refused(reason);
    };
    let beside_water = from.step(direction).is_some_and(|next| WATER.contains(next)) && !WATER.contains(from);
    match (beside_water, token.animal.jumps()) {
        (true, true) => jump(position, token, from, to),
        (true, false) => jump_refused(message!("refused-no-jumper", animal)),
        (false, true) => jump_refused(message!("refused-no-water", animal)),
        (false, false) => step_refused(message!("refused-far", animal, to)),
    }
}

/// A lion or tiger, with water in front of it, wants to go further than one square in that direction.
fn jump(position: &Position, token: Token, from: Square, to: Square) -> Objection {
    let animal = token.animal.words();
    if WATER.contains(to) {
        return jump_refused(message!("refused-stop-in-water", animal, to));
    }
    let Some(jump) = jumps(from).iter().find(|jump| jump.to.contains(to)) else {
        return jump_refused(message!("refused-jump-far", animal, to));
    };
    let rat = rat_in_the_way(position, *jump)?;
    jump_refused(message!("refused-rat-in-way", rat, animal))
}

fn rat_in_the_way(position: &Position, jump: Jump) -> Option<Square> {
    // Nothing but rats is ever in the water.
    let tokens: Squares = position.held.0[0] | position.held.0[1];
    (jump.over & tokens).first()
}

/// The direction from one square to another on the same file or rank.
fn straight(from: Square, to: Square) -> Option<Direction> {
    let files = (to.file() as i8 - from.file() as i8).signum();
    let ranks = (to.rank() as i8 - from.rank() as i8).signum();
    Direction::ORTHOGONAL.into_iter().find(|direction| direction.delta() == (files, ranks))
}

fn own_den(token: Token, to: Square) -> Objection {
    let reason = || message!("refused-own-den", side = token.side.words(), to);
    (DEN[token.side] == to).then(|| Verdict::refused("jungle/pieces/3", reason()))
}

/// Whether the token may stop there, given that it can reach the square.
fn end_square(position: &Position, hunter: Standing, to: Square) -> Verdict {
    let Standing { token, square: from } = hunter;
    let animal = token.animal.words();
    match position.token_on(to) {
        Some(other) if other.side == token.side => {
            let (side, animal) = (token.side.words(), other.animal.words());
            let reason = message!("refused-own-token", side, animal, to);
            Verdict::refused("jungle/pieces/4", reason)
        }
        Some(other) => capture(position, hunter, Standing { token: other, square: to }),
        None if DEN[token.side.other()] == to => {
            let loser = token.side.other().words();
            Verdict::allowed("jungle/end/1", message!("allowed-den", animal, loser))
        }
        None if swim(from).contains(to) => Verdict::allowed("jungle/pieces/1", message!("allowed-step", animal, to)),
        None => Verdict::allowed("jungle/pieces/2", message!("allowed-jump", animal, to)),
    }
}

fn capture(position: &Position, hunter: Standing, prey: Standing) -> Verdict {
    let CaptureRuling { rule, allowed } = judge(position, hunter, prey);
    if allowed {
        Verdict::allowed(rule, allowed_words(rule, hunter, prey))
    } else {
        Verdict::refused(rule, refused_words(rule, hunter, prey))
    }
}

fn allowed_words(rule: &str, hunter: Standing, prey: Standing) -> Cow<'static, str> {
    let (own, other) = (hunter.token.animal.words(), prey.token.animal.words());
    match rule {
        "jungle/captures/3" | "jungle/classic/3" => {
            message!("allowed-capture-trapped", own, other, trap = prey.square)
        }
        "jungle/captures/4" => message!("allowed-capture-from-water", other),
        "jungle/classic/4" => message!("allowed-capture-classic", other),
        _ => {
            let (strength, others) = (hunter.strength(), prey.strength());
            message!("allowed-capture", own, strength, other, others)
        }
    }
}

fn refused_words(rule: &str, hunter: Standing, prey: Standing) -> Cow<'static, str> {
    let (own, other) = (hunter.token.animal.words(), prey.token.animal.words());
    match rule {
        "jungle/captures/1" | "jungle/classic/1" => {
            message!("refused-capture-trapped", own, trap = hunter.square)
        }
        "jungle/captures/2" => message!("refused-capture-swimmer"),
        "jungle/classic/2" if prey.in_water() => message!("refused-capture-swimmer"),
        "jungle/classic/2" => message!("refused-capture-from-water", other, square = prey.square),
        "jungle/captures/4" => message!("refused-capture-elephant"),
        "jungle/classic/5" => message!("refused-capture-rat"),
        _ => {
            let (square, strength, others) = (prey.square, hunter.strength(), prey.strength());
            message!("refused-capture-strong", other, square, others, own, strength)
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "an objection, as its callers return it")]
fn step_refused(reason: Cow<'static, str>) -> Objection {
    Some(Verdict::refused("jungle/pieces/1", reason))
}

#[expect(clippy::unnecessary_wraps, reason = "an objection, as its callers return it")]
fn jump_refused(reason: Cow<'static, str>) -> Objection {
    Some(Verdict::refused("jungle/pieces/2", reason))
}
