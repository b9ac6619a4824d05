//! Sorting the actions of the root.

/// Sorts by a key that is computed once for each; equal ones keep their order. Only keys are sorted, so the code of the
/// sort is compiled once and not for each game.
pub(super) fn sort_by_cached_key<T>(list: &mut [T], key: impl Fn(&T) -> i64) {
    let mut order: Vec<(i64, usize)> = list.iter().enumerate().map(|(index, item)| (key(item), index)).collect();
    order.sort_unstable();
    for place in 0..list.len() {
        let mut from = order[place].1;
        // What stood there has been swapped away, maybe several times.
        while from < place {
            from = order[from].1;
        }
        list.swap(place, from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_stable_sort_of_the_standard_library() {
        let mut random = crate::Random::new(3);
        for length in 0..60 {
            let numbers: Vec<(i64, usize)> =
                (0..length).map(|index| (i64::from(menagerie_game::Dice::roll(&mut random, 9)), index)).collect();
            let [mut cached, mut expected] = [numbers.clone(), numbers];
            sort_by_cached_key(&mut cached, |&(key, _)| -key);
            expected.sort_by_key(|&(key, _)| -key);
            assert_eq!(cached, expected);
        }
    }
}
