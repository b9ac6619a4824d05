//! Lessons: stars of an account, anonymous counters.

use menagerie_store::*;

fn stars(level: &str, stars: u8) -> LessonStars {
    LessonStars { game: "jungle".into(), level: level.into(), stars }
}

fn count(event: &str, count: u64) -> LessonCount {
    LessonCount { game: "jungle".into(), level: "den".into(), event: event.into(), count }
}

pub(crate) async fn stars_are_merged_by_maximum(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let ben = store.create_account("Ben", "hash").await.unwrap();
    store.merge_lesson_stars(ann.id, &[stars("den", 2), stars("rat", 3)]).await.unwrap();
    store.merge_lesson_stars(ann.id, &[stars("den", 3), stars("rat", 1), stars("lion", 1)]).await.unwrap();
    let merged = store.lesson_stars(ann.id).await.unwrap();
    assert_eq!(merged, [stars("den", 3), stars("lion", 1), stars("rat", 3)]);
    assert!(store.lesson_stars(ben.id).await.unwrap().is_empty());
    let nobody = store.merge_lesson_stars(AccountId(4_711), &[stars("den", 1)]).await;
    assert!(matches!(nobody, Err(StoreError::NotFound("account"))), "{nobody:?}");
}

pub(crate) async fn counters_add_up(store: &Store) {
    assert!(store.lesson_counts().await.unwrap().is_empty());
    store.add_lesson_counts(&[count("started", 5), count("solved", 2)]).await.unwrap();
    store.add_lesson_counts(&[count("started", 1)]).await.unwrap();
    assert_eq!(store.lesson_counts().await.unwrap(), [count("solved", 2), count("started", 6)]);
    let long = store.add_lesson_counts(&[count(&"x".repeat(1_000), 1)]).await;
    assert!(matches!(long, Err(StoreError::TooLong { .. })), "{long:?}");
}
