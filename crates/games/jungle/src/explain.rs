//! Why an action is legal or not: the rule's id, and a sentence that a player understands.

use menagerie_board::Direction;
use menagerie_game::Verdict;

use crate::actions::Action;
use crate::board::{DEN, Jump, Square, Squares, WATER, jumps, swim};
use crate::captures::{CaptureRuling, Standing, judge};
use crate::piece::{Animal, Token};
use crate::position::{Ending, Position};

/// What one check says: nothing, if it has no objection.
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
pub(crate) fn ending_words(position: &Position, ending: Ending) -> String {
    let (winner, loser) = (ending.winner(), ending.winner().other());
    match ending {
        Ending::Den(_) => {
            let animal = position.token_on(DEN[loser]).map_or("token", |token| token.animal.name());
            format!("{}'s {animal} stands in {}'s den", winner.name(), loser.name())
        }
        Ending::LastToken(_) => format!("{} has no tokens left", loser.name()),
        Ending::NoAction(_) => format!("{} is on move and cannot move", loser.name()),
    }
}

fn over(position: &Position, ending: Ending) -> Verdict {
    Verdict::refused(ending.rule(), format!("the game is over: {}", ending_words(position, ending)))
}

fn own_token(position: &Position, from: Square) -> Result<Token, Verdict> {
    let mover = position.mover();
    match position.token_on(from) {
        Some(token) if token.side == mover => Ok(token),
        Some(token) => {
            let (owner, animal) = (token.side.name(), token.animal.name());
            let reason = format!("the {animal} on {from} is {owner}'s, and {} is on move", mover.name());
            Err(Verdict::refused("jungle/actions/1", reason))
        }
        None => Err(Verdict::refused("jungle/actions/1", format!("there is no token on {from}"))),
    }
}

/// Whether a step or a jump leads there (jungle/pieces/1, jungle/pieces/2).
fn way(position: &Position, Standing { token, square: from }: Standing, to: Square) -> Objection {
    let name = token.animal.name();
    let by_step = swim(from).contains(to);
    let into_water = WATER.contains(to);
    if by_step && (!into_water || token.animal == Animal::Rat) {
        return None;
    }
    if by_step {
        return step_refused(format!("only a rat may swim: the {name} cannot enter the water on {to}"));
    }
    let Some(direction) = straight(from, to) else {
        let reason =
            if from == to { "has to leave its square" } else { "goes up, down, left or right, never diagonally" };
        return step_refused(format!("the {name} {reason}"));
    };
    let beside_water = from.step(direction).is_some_and(|next| WATER.contains(next)) && !WATER.contains(from);
    match (beside_water, token.animal.jumps()) {
        (true, true) => jump(position, token, from, to),
        (true, false) => jump_refused(format!("only lion and tiger jump over water: the {name} goes one square")),
        (false, true) => {
            jump_refused(format!("the {name} jumps only over water that is next to it; here it goes one square"))
        }
        (false, false) => step_refused(format!("the {name} goes one square at a time: {to} is too far")),
    }
}

/// A lion or tiger, with water in front of it, wants to go further than one square in that direction.
fn jump(position: &Position, token: Token, from: Square, to: Square) -> Objection {
    let name = token.animal.name();
    if WATER.contains(to) {
        return jump_refused(format!("the {name} cannot stop in the water on {to}"));
    }
    let Some(jump) = jumps(from).iter().find(|jump| jump.to.contains(to)) else {
        return jump_refused(format!("the {name} lands on the first square behind the water: {to} is too far"));
    };
    let rat = rat_in_the_way(position, *jump)?;
    jump_refused(format!("a rat on {rat} blocks the {name}'s jump"))
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
    let reason = || format!("{} never enters its own den {to}", token.side.name());
    (DEN[token.side] == to).then(|| Verdict::refused("jungle/pieces/3", reason()))
}

/// Whether the token may end there, once it is clear that it gets there.
fn end_square(position: &Position, hunter: Standing, to: Square) -> Verdict {
    let Standing { token, square: from } = hunter;
    let name = token.animal.name();
    match position.token_on(to) {
        Some(other) if other.side == token.side => {
            let reason = format!("{}'s own {} stands on {to}", token.side.name(), other.animal.name());
            Verdict::refused("jungle/pieces/4", reason)
        }
        Some(other) => capture(position, hunter, Standing { token: other, square: to }),
        None if DEN[token.side.other()] == to => {
            Verdict::allowed("jungle/end/1", format!("the {name} enters {}'s den and wins", token.side.other().name()))
        }
        None if swim(from).contains(to) => Verdict::allowed("jungle/pieces/1", format!("the {name} steps to {to}")),
        None => Verdict::allowed("jungle/pieces/2", format!("the {name} jumps over the water to {to}")),
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

fn allowed_words(rule: &str, hunter: Standing, prey: Standing) -> String {
    let (own, other) = (hunter.token.animal.name(), prey.token.animal.name());
    match rule {
        "jungle/captures/3" | "jungle/classic/3" => {
            format!("the {own} takes the {other}, which has strength 0 in the trap on {}", prey.square)
        }
        "jungle/captures/4" => format!("the rat takes the {other} from the water"),
        "jungle/classic/4" => format!("a rat takes an {other}"),
        _ => format!("the {own} ({}) takes the {other} ({})", hunter.strength(), prey.strength()),
    }
}

fn refused_words(rule: &str, hunter: Standing, prey: Standing) -> String {
    let (own, other) = (hunter.token.animal.name(), prey.token.animal.name());
    match rule {
        "jungle/captures/1" | "jungle/classic/1" => {
            format!("the {own} has strength 0 in the trap on {} and takes nothing", hunter.square)
        }
        "jungle/captures/2" => "a rat in the water cannot be taken from land".into(),
        "jungle/classic/2" if prey.in_water() => "a rat in the water cannot be taken from land".into(),
        "jungle/classic/2" => {
            format!("a rat in the water takes nothing on land, so not the {other} on {}", prey.square)
        }
        "jungle/captures/4" => "a rat takes an elephant only from the water".into(),
        "jungle/classic/5" => "an elephant cannot take a rat".into(),
        _ => format!(
            "the {other} on {} ({}) is too strong for the {own} ({})",
            prey.square,
            prey.strength(),
            hunter.strength()
        ),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "an objection, as its callers return it")]
fn step_refused(reason: String) -> Objection {
    Some(Verdict::refused("jungle/pieces/1", reason))
}

#[expect(clippy::unnecessary_wraps, reason = "an objection, as its callers return it")]
fn jump_refused(reason: String) -> Objection {
    Some(Verdict::refused("jungle/pieces/2", reason))
}
