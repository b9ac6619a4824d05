//! Puzzles: ratings of puzzles and solvers, and the one result that counts.

use menagerie_store::*;

fn rating(value: f64, games: u32) -> Rating {
    Rating { value, deviation: 200.0, volatility: 0.06, games }
}

fn result(account: AccountId, puzzle: &str, solved: bool, own: Rating, puzzle_after: Rating) -> NewPuzzleResult {
    let ratings = Some(PuzzleRatings { solver: own, puzzle: puzzle_after });
    let (puzzle, game) = (puzzle.to_owned(), "jungle".to_owned());
    NewPuzzleResult { account, puzzle, game, solved, before: 1500.0, ratings }
}

pub(crate) async fn the_first_result_counts(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap().id;
    assert_eq!(store.puzzle_result(ann, "jungle-1").await.unwrap(), None);
    let first = result(ann, "jungle-1", false, rating(1400.0, 1), rating(1600.0, 1));
    assert!(store.add_puzzle_result(&first).await.unwrap());
    let again = result(ann, "jungle-1", true, rating(1600.0, 2), rating(1500.0, 2));
    assert!(!store.add_puzzle_result(&again).await.unwrap());
    let kept = store.puzzle_result(ann, "jungle-1").await.unwrap();
    assert_eq!(kept, Some(PuzzleResult { solved: false, before: 1500.0, after: 1400.0 }));
    assert_eq!(store.puzzle_solver(ann, "jungle").await.unwrap(), Some(rating(1400.0, 1)));
    assert_eq!(store.puzzle_rating("jungle-1").await.unwrap(), Some(rating(1600.0, 1)));
    assert_eq!(store.puzzle_solver(ann, "djambi").await.unwrap(), None);
    assert_eq!(store.puzzles_done(ann, "jungle", 10).await.unwrap(), ["jungle-1"]);
    let nobody = store.add_puzzle_result(&result(AccountId(4_711), "p", true, rating(1.0, 1), rating(1.0, 1))).await;
    assert!(matches!(nobody, Err(StoreError::NotFound("account"))), "{nobody:?}");
}

/// Two results computed from the same rating: the second must be computed again, and leaves nothing behind.
pub(crate) async fn a_result_from_an_old_rating_is_refused(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap().id;
    let ben = store.create_account("Ben", "hash").await.unwrap().id;
    store.add_puzzle_result(&result(ann, "jungle-1", true, rating(1600.0, 1), rating(1400.0, 1))).await.unwrap();
    let stale = store.add_puzzle_result(&result(ben, "jungle-1", true, rating(1600.0, 1), rating(1400.0, 1))).await;
    assert!(matches!(stale, Err(StoreError::Conflict)), "{stale:?}");
    assert_eq!(store.puzzle_result(ben, "jungle-1").await.unwrap(), None);
    assert_eq!(store.puzzle_solver(ben, "jungle").await.unwrap(), None);
    store.add_puzzle_result(&result(ben, "jungle-1", true, rating(1600.0, 1), rating(1300.0, 2))).await.unwrap();
}

pub(crate) async fn an_unrated_result_changes_no_rating(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap().id;
    let unrated = NewPuzzleResult { ratings: None, ..result(ann, "jungle-1", true, rating(0.0, 1), rating(0.0, 1)) };
    assert!(store.add_puzzle_result(&unrated).await.unwrap());
    let kept = store.puzzle_result(ann, "jungle-1").await.unwrap();
    assert_eq!(kept, Some(PuzzleResult { solved: true, before: 1500.0, after: 1500.0 }));
    assert_eq!(store.puzzle_solver(ann, "jungle").await.unwrap(), None);
    assert_eq!(store.puzzle_rating("jungle-1").await.unwrap(), None);
}
