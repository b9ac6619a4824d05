//! Studies: owners, revisions, quotas, and what becomes of old ones.

use menagerie_store::*;

fn body(title: &str) -> StudyBody {
    StudyBody { title: title.to_owned(), game: "jungle".to_owned(), content: "{}".to_owned() }
}

fn study(number: u64, owner: StudyOwner) -> NewStudy {
    NewStudy { id: TableId::from_random(number), owner, creator: "digest".to_owned(), body: body("Rats") }
}

const MOST: usize = 3;

pub(crate) async fn a_change_needs_the_newest_revision(store: &Store) {
    let token = StudyOwner::Token(TokenHash::of("secret"));
    let new = study(1, token);
    store.add_study(&new, MOST).await.unwrap();
    let first = store.study(&new.id).await.unwrap();
    assert_eq!((first.revision, first.owner, &first.body), (1, token, &body("Rats")));
    store.change_study(&new.id, 1, &body("Cats")).await.unwrap();
    let stale = store.change_study(&new.id, 1, &body("Dogs")).await;
    assert!(matches!(stale, Err(StoreError::Conflict)), "{stale:?}");
    let second = store.study(&new.id).await.unwrap();
    assert_eq!((second.revision, second.body.title.as_str()), (2, "Cats"));
    store.delete_study(&new.id).await.unwrap();
    assert!(matches!(store.study(&new.id).await, Err(StoreError::NotFound("study"))));
    assert!(matches!(store.delete_study(&new.id).await, Err(StoreError::NotFound("study"))));
}

pub(crate) async fn an_owner_has_so_many_studies(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap().id;
    for number in 0..MOST as u64 {
        store.add_study(&study(number, StudyOwner::Account(ann)), MOST).await.unwrap();
        store.add_study(&study(10 + number, StudyOwner::Token(TokenHash::of("secret"))), MOST).await.unwrap();
    }
    for owner in [StudyOwner::Account(ann), StudyOwner::Token(TokenHash::of("other"))] {
        let more = store.add_study(&study(20, owner), MOST).await;
        assert!(matches!(more, Err(StoreError::Quota { .. })), "{more:?}");
    }
    assert_eq!(store.studies_of(ann, 10).await.unwrap().len(), MOST);
    let long =
        store.add_study(&NewStudy { body: body(&"x".repeat(101)), ..study(30, StudyOwner::Account(ann)) }, 9).await;
    assert!(matches!(long, Err(StoreError::TooLong { .. })), "{long:?}");
}

pub(crate) async fn old_studies_of_guests_are_deleted(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap().id;
    let (own, guest) = (study(1, StudyOwner::Account(ann)), study(2, StudyOwner::Token(TokenHash::of("secret"))));
    store.add_study(&own, MOST).await.unwrap();
    store.add_study(&guest, MOST).await.unwrap();
    assert_eq!(store.drop_guest_studies(Millis(0)).await.unwrap(), 0);
    assert_eq!(store.drop_guest_studies(Millis(i64::MAX)).await.unwrap(), 1);
    assert!(store.study(&own.id).await.is_ok());
    assert!(store.study(&guest.id).await.is_err());
}
