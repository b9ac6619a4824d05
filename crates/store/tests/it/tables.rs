//! Tables, the lobby, history.

use std::slice::from_ref;

use menagerie_store::*;

use crate::fixture::*;

fn everything() -> NewTable {
    let here = SeatPlan::Here { name: "Zoë".to_owned() };
    let zoe = Player::Person { name: "Zoë".to_owned(), account: None, bot: true };
    NewTable {
        settings: Settings {
            public: true,
            rated: true,
            shuffle: true,
            clock: blitz(),
            first_action: FirstAction::Within(60_000),
        },
        seats: vec![
            Seat { seat: "red".to_owned(), plan: here, player: zoe, token: Some(TokenHash::of("zoë's")) },
            Seat { player: Player::Computer { level: 8 }, plan: SeatPlan::Computer { level: 8 }, ..open_seat("blue") },
            open_seat("yellow"),
            person("green", "Gus", None),
        ],
        dice: Some(Dice {
            secret: DiceSecret([7; 32]),
            commitment: [9; 32],
            nonces: vec!["one".to_owned(), "\"two\"".to_owned()],
            next: Some(DiceSecret([8; 32])),
        }),
        creator: Some(Creator { address: "0123456789abcdef".to_owned(), account: Some(AccountId(3)) }),
        ..waiting()
    }
}

pub(crate) async fn round_trip(store: &Store) {
    for new in [everything(), waiting(), playing(), NewTable { seats: vec![], ..waiting() }] {
        let made = make(store, new.clone()).await;
        let read = store.table(&made.id).await.unwrap();
        assert_eq!(read, made);
        assert_eq!((read.seats, read.dice, read.settings), (new.seats, new.dice, new.settings));
        assert_eq!((read.game, read.start, read.stage), (new.game, new.start, new.stage));
    }
    assert!(matches!(store.table(&fresh_id()).await, Err(StoreError::NotFound("table"))));
}

pub(crate) async fn ids_are_unique(store: &Store) {
    let table = make(store, waiting()).await;
    let again = store.create_table(&NewTable { id: table.id.clone(), game: "shogi5".to_owned(), ..waiting() }).await;
    assert!(matches!(again, Err(StoreError::Taken(_))), "{again:?}");
    assert_eq!(store.table(&table.id).await.unwrap(), table);
}

pub(crate) async fn a_change_needs_the_newest_revision(store: &Store) {
    let table = make(store, everything()).await;
    let mut started = table.clone();
    started.stage = Stage::Playing;
    started.seats[2] = person("yellow", "Yan", None);
    started.settings.public = false;
    let saved = store.update_table(&started).await.unwrap();
    assert_eq!(saved.revision, table.revision + 1);
    assert_eq!(store.table(&table.id).await.unwrap(), saved);

    let mut late = table;
    late.stage = Stage::Closed;
    assert!(matches!(store.update_table(&late).await, Err(StoreError::Conflict)));
    assert_eq!(store.table(&late.id).await.unwrap(), saved);
}

pub(crate) async fn two_people_take_one_seat(store: &Store) {
    let table = make(store, waiting()).await;
    let sit = async |name: &str| {
        let mut with = table.clone();
        with.seats[1] = person("black", name, None);
        store.update_table(&with).await
    };
    let (ann, ben) = tokio::join!(sit("Ann"), sit("Ben"));
    let (won, lost) = if ann.is_ok() { (ann, ben) } else { (ben, ann) };
    assert!(matches!(lost, Err(StoreError::Conflict)), "{lost:?}");
    assert_eq!(store.table(&table.id).await.unwrap().seats, won.unwrap().seats);
}

pub(crate) async fn a_seats_token_is_its_own(store: &Store) {
    let mut new = playing();
    new.seats[1].token = Some(TokenHash::of("ben's token"));
    make(store, new).await;
    let mut thief = playing();
    thief.seats[0].token = Some(TokenHash::of("ben's token"));
    assert!(matches!(store.create_table(&thief).await, Err(StoreError::Taken("seat token"))));
    assert!(matches!(store.table(&thief.id).await, Err(StoreError::NotFound(_))), "all of it or nothing");
}

pub(crate) async fn one_rematch_per_table(store: &Store) {
    let first = make(store, playing()).await;
    let rematch = || NewTable { rematch_of: Some(first.id.clone()), ..playing() };
    let second = make(store, rematch()).await;
    assert_eq!(store.table(&first.id).await.unwrap().rematch, Some(second.id.clone()));
    assert_eq!(store.table(&second.id).await.unwrap().rematch_of, Some(first.id.clone()));
    assert!(matches!(store.create_table(&rematch()).await, Err(StoreError::Taken(_))));
}

pub(crate) async fn lobby_is_newest_first_in_pages(store: &Store) {
    let mut made = Vec::new();
    for _ in 0..11 {
        made.push(make(store, waiting()).await);
    }
    make(store, playing()).await;
    made.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));

    let (mut listed, mut sizes) = (Vec::new(), Vec::new());
    for skip in [0, 4, 8, 12] {
        let page = store.lobby(Stage::Waiting, LobbyPage { offset: skip, limit: 4 }).await.unwrap();
        sizes.push(page.len());
        listed.extend(page);
    }
    assert_eq!(listed, made);
    assert_eq!(sizes, [4, 4, 3, 0]);
}

pub(crate) async fn lobby_is_public_only(store: &Store) {
    let settings = Settings { public: false, ..Settings::default() };
    make(store, NewTable { settings, ..waiting() }).await;
    make(store, NewTable { stage: Stage::Closed, ..waiting() }).await;
    let open = make(store, waiting()).await;
    let live = make(store, playing()).await;
    let ids = async |stage| -> Vec<TableId> {
        store
            .lobby(stage, LobbyPage { offset: 0, limit: 50 })
            .await
            .unwrap()
            .into_iter()
            .map(|table| table.id)
            .collect()
    };
    assert_eq!(ids(Stage::Waiting).await, [open.id]);
    assert_eq!(ids(Stage::Playing).await, [live.id]);
}

pub(crate) async fn history_of_an_account(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let ben = store.create_account("Ben", "hash").await.unwrap();
    let mut of_ann = Vec::new();
    for _ in 0..5 {
        let seats = vec![person("red", "Ann", Some(ann.id)), person("black", "Ben", Some(ben.id))];
        of_ann.push(make(store, NewTable { seats, ..playing() }).await);
    }
    // Ann plays against herself: one table, not two.
    let seats = vec![person("red", "Ann", Some(ann.id)), person("black", "Ann", Some(ann.id))];
    of_ann.push(make(store, NewTable { seats, ..playing() }).await);
    make(store, NewTable { seats: vec![person("red", "Ann", None)], ..playing() }).await;
    of_ann.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));

    let first = PageRequest::first(4);
    let newest = store.history(ann.id, &first).await.unwrap();
    assert_eq!(newest.items, of_ann[..4]);
    let older = store.history(ann.id, &first.next(&newest).unwrap()).await.unwrap();
    assert_eq!((older.items.as_slice(), older.next), (&of_ann[4..], None));
    assert_eq!(store.history(ben.id, &PageRequest::first(50)).await.unwrap().items.len(), 5);
}

pub(crate) async fn an_account_plays_at_its_tables_until_they_are_over(store: &Store) {
    let ann = store.create_account("Ann", "hash").await.unwrap();
    let mut tables = Vec::new();
    for _ in 0..4 {
        let seats = vec![person("red", "Ann", Some(ann.id)), person("black", "Ben", None)];
        tables.push(make(store, NewTable { seats, ..playing() }).await);
    }
    make(store, NewTable { seats: vec![person("red", "Ann", Some(ann.id)), open_seat("black")], ..waiting() }).await;
    store.append_end(&tables[3].id, 0, &[event("!flag:red")], red_wins()).await.unwrap();
    tables.truncate(3);
    tables.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
    let first = PageRequest::first(2);
    let newest = store.playing(ann.id, &first).await.unwrap();
    assert_eq!(newest.items, tables[..2]);
    assert_eq!(store.playing(ann.id, &first.next(&newest).unwrap()).await.unwrap().items, tables[2..]);
}

pub(crate) async fn closes_tables_where_nobody_came(store: &Store) {
    let stale = make(store, waiting()).await;
    let live = make(store, playing()).await;
    assert!(store.close_waiting(stale.updated).await.unwrap().is_empty());
    assert_eq!(store.close_waiting(Millis(live.updated.0 + 1)).await.unwrap(), from_ref(&stale.id));
    assert_eq!(store.table(&stale.id).await.unwrap().stage, Stage::Closed);
    assert_eq!(store.table(&live.id).await.unwrap(), live);
    assert!(matches!(store.update_table(&stale).await, Err(StoreError::Conflict)));
}
