//! Threads that share a list of work.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` for each item, with this number of threads. The first error of each thread ends it.
pub(super) fn in_parallel<T: Sync>(
    workers: usize,
    items: &[T],
    work: impl Fn(&T) -> Result<(), String> + Sync,
) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let until_done = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(item)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(until_done)).collect();
        threads.into_iter().try_for_each(|it| it.join().map_err(|_| "a thread panicked".to_owned())?)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn each_item_is_worked_on_once_and_an_error_comes_back() {
        let done = Mutex::new(Vec::new());
        let work = |item: &u32| {
            done.lock().unwrap().push(*item);
            if *item == 3 { Err("three".to_owned()) } else { Ok(()) }
        };
        assert_eq!(in_parallel(2, &[1, 2, 3, 4, 5], work), Err("three".to_owned()));
        let mut done = done.into_inner().unwrap();
        done.sort_unstable();
        assert_eq!(done, [1, 2, 3, 4, 5]);
    }
}
