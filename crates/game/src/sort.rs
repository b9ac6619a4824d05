//! Sorting short lists with little code. The sorts of the standard library are fast for long lists, but each of them is
//! several kilobytes of the module for browsers.

/// Sorts a short list; equal ones keep their order. An insertion sort: nothing is allocated, and a list that is nearly
/// sorted takes linear time.
pub fn insertion_sort_by<T>(list: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for index in 1..list.len() {
        let mut place = index;
        while place > 0 && is_less(&list[place], &list[place - 1]) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// The same by a key that is cheap.
pub fn insertion_sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    insertion_sort_by(list, |a, b| key(a) < key(b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_stable_sort_of_the_standard_library() {
        for length in 0..60_u64 {
            let numbers: Vec<(u64, u64)> = (0..length).map(|index| (index * index * 7 % 9, index)).collect();
            let [mut sorted, mut expected] = [numbers.clone(), numbers];
            insertion_sort_by_key(&mut sorted, |&(key, _)| key);
            expected.sort_by_key(|&(key, _)| key);
            assert_eq!(sorted, expected);
        }
    }
}
