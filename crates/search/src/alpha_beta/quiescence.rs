//! Judging a position when nothing is left to take.

use menagerie_game::Rules;

use super::order::{bring_best, is_bad_noise};
use super::score::{self, INFINITE};
use super::search::{Look, Node, Search, evaluate};
use super::table::{Bound, Entry};
use super::tuning::EVASION_PLIES;

impl<R: Rules> Search<'_, R> {
    /// The score of a position for its actor after the noisy actions that are worth doing. Under a threat, and in the
    /// middle of a turn, where doing nothing is no choice, every action is tried.
    pub(super) fn quiesce(&mut self, node: &Node<'_, R>, look: Look) -> i32 {
        self.deepest = self.deepest.max(node.ply);
        let entry = self.control.table.get(node.key);
        if let Some(score) = entry.and_then(|entry| known_score(entry, node.ply, look))
            && !self.is_near_limit(node.tally)
        {
            return score;
        }
        let pressed = !node.position.begins_turn() || (look.depth > -EVASION_PLIES && self.is_threatened(node));
        let standing = match entry {
            _ if pressed => -INFINITE,
            Some(entry) if entry.evaluation != Entry::NO_EVALUATION => i32::from(entry.evaluation),
            _ => evaluate(node),
        };
        if standing >= look.beta {
            return standing;
        }
        let from_table = entry.map_or(Entry::NO_CODE, |entry| entry.code);
        let begin = self.list(node, !pressed, from_table);
        let (best, action) = self.try_noisy(node, look, (begin, standing), pressed);
        self.memory.choices.truncate(begin);
        if !self.halted {
            self.store_quiet(node, look, (best, action), standing);
        }
        best
    }

    /// Tries the listed actions from `begin` on; `standing` is what doing nothing gives.
    fn try_noisy(
        &mut self,
        node: &Node<'_, R>,
        look: Look,
        (begin, standing): (usize, i32),
        pressed: bool,
    ) -> (i32, u16) {
        let (mut best, mut best_code) = (standing, Entry::NO_CODE);
        let end = self.memory.choices.len();
        for index in begin..end {
            bring_best(&mut self.memory.choices[index..end]);
            let choice = self.memory.choices[index];
            if is_bad_noise(&choice) && !pressed {
                break;
            }
            let next = self.next(node, &choice);
            let score = self.visit(node, &next, Look { alpha: best.max(look.alpha), depth: look.depth - 1, ..look });
            if self.halted {
                break;
            }
            if score > best {
                (best, best_code) = (score, choice.code);
                if score > look.alpha && !look.is_narrow() {
                    self.extend_line(node.ply, choice.action);
                }
                if score >= look.beta {
                    break;
                }
            }
        }
        (best, best_code)
    }

    fn store_quiet(&mut self, node: &Node<'_, R>, look: Look, (best, code): (i32, u16), standing: i32) {
        let bound = if best >= look.beta { Bound::Lower } else { Bound::Upper };
        self.control.table.put(
            node.key,
            Entry {
                code,
                score: score::from_here(best, node.ply) as i16,
                evaluation: if standing == -INFINITE { Entry::NO_EVALUATION } else { standing as i16 },
                depth: 0,
                bound,
            },
        );
    }
}

/// The score in the table, where it decides.
#[inline]
fn known_score(entry: Entry, ply: usize, look: Look) -> Option<i32> {
    let score = score::from_root(i32::from(entry.score), ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= look.beta,
        Bound::Upper => score <= look.alpha,
    };
    (decides && look.is_narrow()).then_some(score)
}
