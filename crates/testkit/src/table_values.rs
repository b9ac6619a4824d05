//! References for endgame tables: a position's value from the positions one action later, and from plain search.

use menagerie_game::{Progress, Rules, RulesExt, Silent, TableValue};

/// The value for the actor, computed from the `value` after each of its actions. A win or loss that takes more than
/// `limit` actions to the next progress is a draw.
pub fn table_value_by_actions<R: Rules>(
    position: &R,
    limit: u32,
    mut value: impl FnMut(&R) -> TableValue,
) -> TableValue {
    let (mut win, mut loss) = (None::<u32>, Some(0));
    for action in position.list() {
        let (next, progress) = after(position, action);
        let ends = next.outcome().is_some() || progress == Progress::Yes;
        let reply = if next.outcome().is_some() { TableValue::Loses { plies: 0 } } else { value(&next) };
        let distance = |plies: u32| if ends { 1 } else { plies + 1 };
        match reply {
            TableValue::Loses { plies } => win = Some(win.map_or(distance(plies), |best| best.min(distance(plies)))),
            TableValue::Draw => loss = None,
            TableValue::Wins { plies } => loss = loss.map(|worst| worst.max(distance(plies))),
        }
    }
    match (win, loss) {
        (Some(plies), _) if plies <= limit => TableValue::Wins { plies },
        (None, Some(plies)) if plies <= limit => TableValue::Loses { plies },
        _ => TableValue::Draw,
    }
}

/// The value for the actor if plain search decides it within `depth` actions: with the end of the game, or with the next
/// progress. Only after progress `value` is asked, so a table is checked against smaller tables and the rules alone.
pub fn table_value_by_search<R: Rules>(
    position: &R,
    depth: u32,
    mut value: impl FnMut(&R) -> TableValue,
) -> Option<TableValue> {
    let mut decided = |wins, plies: &u32| decides_within(position, wins, *plies, &mut value);
    let win = (0..=depth).find(|plies| decided(true, plies)).map(|plies| TableValue::Wins { plies });
    win.or_else(|| (0..=depth).find(|plies| decided(false, plies)).map(|plies| TableValue::Loses { plies }))
}

/// What [`table_value_by_search`] must find: the value, if it is decided within `depth` actions.
pub fn table_value_within(value: TableValue, depth: u32) -> Option<TableValue> {
    let (TableValue::Wins { plies } | TableValue::Loses { plies }) = value else { return None };
    (plies <= depth).then_some(value)
}

/// Whether the actor wins (`wins`) or loses within this many actions to the end or the next progress.
fn decides_within<R: Rules>(position: &R, wins: bool, actions: u32, value: &mut impl FnMut(&R) -> TableValue) -> bool {
    let seat = position.actor().seat();
    let mut reaches = |action: R::Action| {
        let (next, progress) = after(position, action);
        match next.outcome() {
            Some(outcome) => outcome.winner() == seat && wins,
            None if progress == Progress::Yes => match value(&next) {
                TableValue::Wins { .. } => !wins,
                TableValue::Loses { .. } => wins,
                TableValue::Draw => false,
            },
            None => decides_within(&next, !wins, actions - 1, value),
        }
    };
    let mut list = position.list().into_iter();
    // Without an action the actor has lost.
    if list.len() == 0 {
        return !wins;
    }
    actions > 0 && if wins { list.any(&mut reaches) } else { list.all(&mut reaches) }
}

fn after<R: Rules>(position: &R, action: R::Action) -> (R, Progress) {
    let mut next = position.clone();
    let progress = next.apply(action, &mut Silent);
    (next, progress)
}
