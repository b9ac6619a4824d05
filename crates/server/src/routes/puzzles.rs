//! Puzzles: the collections, the puzzle of the day, the next puzzle, tries and results.
//!
//! A try is stateless. For an account the first wrong answer, hint or solution is its result, whether or not the client
//! reports it, so that asking again cannot improve a rating.

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use menagerie_api::puzzles;
use menagerie_game::GameName;
use menagerie_puzzles::{Puzzle, Selection};
use menagerie_store::{AccountId, NewPuzzleResult, PuzzleRatings, Rating, StoreError};
use menagerie_wire::Code;
use menagerie_wire::lessons::{LessonRequest, LessonResponse, LessonStatus};
use menagerie_wire::puzzles::{
    Puzzle as ShownPuzzle, PuzzleCollection, PuzzleRating, PuzzleResult, PuzzleResultRequest, RatingChange,
};
use serde::Deserialize;

use crate::accounts::identity::Identity;
use crate::accounts::rating::{first_rating, puzzle_ratings};
use crate::app::App;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::http::body::Body;
use crate::limits::address::Address;

const DAY: i64 = 24 * 60 * 60 * 1000;
/// How sure the rating of a puzzle is before its first result: the miner estimates it.
const DEVIATION: f64 = 150.0;
const VOLATILITY: f64 = 0.06;
/// The most ids in `exclude`, and the most recent results of an account that are left out.
const MOST_EXCLUDED: usize = 200;
const MOST_DONE: u32 = 5_000;
/// How often a result is written again if another one was first.
const TRIES: usize = 5;

/// `GET /api/puzzles`
pub(crate) async fn list(State(app): Shared, me: Identity) -> Result<Json<Vec<PuzzleCollection>>, ApiError> {
    let mut all = run_blocking(|| Ok(puzzles::list())).await?;
    if let Some(account) = &me.account {
        for collection in &mut all {
            collection.own = app.store.puzzle_solver(account.id, &collection.game).await?.map(shown_rating);
        }
    }
    Ok(Json(all))
}

/// `GET /api/puzzles/{id}`
pub(crate) async fn one(
    State(app): Shared,
    me: Identity,
    Path(id): Path<String>,
) -> Result<Json<ShownPuzzle>, ApiError> {
    app.shown(puzzles::find(&id)?, &me).await
}

/// `GET /api/puzzles/{game}/daily`
pub(crate) async fn daily(
    State(app): Shared,
    me: Identity,
    Path(game): Path<String>,
) -> Result<Json<ShownPuzzle>, ApiError> {
    let day = u32::try_from(app.now() / DAY).unwrap_or_default();
    let puzzle = puzzles::of_game(&game)?.daily(day).ok_or_else(none_left)?;
    app.shown(puzzle, &me).await
}

/// What the next puzzle should be like.
#[derive(Deserialize)]
pub(crate) struct NextPuzzle {
    /// Near this rating; the account's if left out.
    rating: Option<f64>,
    theme: Option<String>,
    /// Ids, separated by commas.
    #[serde(default)]
    exclude: String,
}

/// `GET /api/puzzles/{game}/next`
pub(crate) async fn next(
    State(app): Shared,
    me: Identity,
    Path(game): Path<String>,
    Query(wanted): Query<NextPuzzle>,
) -> Result<Json<ShownPuzzle>, ApiError> {
    let collection = puzzles::of_game(&game)?;
    let id = GameName::new(&game).id;
    let account = me.account.as_ref().map(|account| account.id);
    let (own, done) = match account {
        Some(account) => {
            (app.store.puzzle_solver(account, id).await?, app.store.puzzles_done(account, id, MOST_DONE).await?)
        }
        None => (None, Vec::new()),
    };
    let rating = wanted.rating.unwrap_or_else(|| own.unwrap_or_else(first_rating).value);
    let excluded = wanted.exclude.split(',').filter(|id| !id.is_empty()).take(MOST_EXCLUDED);
    let exclude: Vec<&str> = excluded.chain(done.iter().map(String::as_str)).collect();
    let mut seed = [0; 8];
    (app.entropy)(&mut seed);
    let selection = Selection {
        rating: rating.clamp(0.0, 4_000.0) as u16,
        theme: wanted.theme.as_deref().filter(|theme| !theme.is_empty()),
        game: None,
        exclude: &exclude,
        seed: u64::from_le_bytes(seed),
    };
    app.shown(collection.next(&selection).ok_or_else(none_left)?, &me).await
}

fn none_left() -> ApiError {
    ApiError::new(Code::NotFound, "no puzzle is left: choose another theme, or come back later")
}

/// Whether a try or result changes ratings. Streaks and timed runs do not, but their puzzles count as done.
#[derive(Deserialize)]
pub(crate) struct Rated {
    #[serde(default = "yes")]
    rated: bool,
}

fn yes() -> bool {
    true
}

/// `POST /api/puzzles/{id}/try`
pub(crate) async fn play(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Path(id): Path<String>,
    Query(Rated { rated }): Query<Rated>,
    Body(wanted): Body<LessonRequest>,
) -> Result<Json<LessonResponse>, ApiError> {
    // A refutation is a search.
    app.rate_limits.may_use_work(address)?;
    let puzzle = puzzles::find(&id)?;
    let is_hint = wanted.hint;
    let response = run_blocking(move || Ok(puzzles::play(puzzle, &wanted)?)).await?;
    let solved = match response.status {
        _ if is_hint => Some(false),
        LessonStatus::Solved => Some(true),
        LessonStatus::Missed => Some(false),
        LessonStatus::Going | LessonStatus::Refused => None,
    };
    if let (Some(account), Some(solved)) = (&me.account, solved) {
        app.count_puzzle(account.id, puzzle, solved, rated).await?;
    }
    Ok(Json(response))
}

/// `POST /api/puzzles/{id}/result`
pub(crate) async fn result(
    State(app): Shared,
    Extension(address): Extension<Address>,
    me: Identity,
    Path(id): Path<String>,
    Query(Rated { rated }): Query<Rated>,
    Body(wanted): Body<PuzzleResultRequest>,
) -> Result<Json<PuzzleResult>, ApiError> {
    app.rate_limits.may_use_work(address)?;
    let puzzle = puzzles::find(&id)?;
    let (guest, hint) = (wanted.guest, wanted.hint);
    let reached = run_blocking(move || Ok(puzzles::is_solved(puzzle, &wanted.actions)?)).await?;
    let solved = reached && !hint;
    let (line, themes) = (puzzle.line.clone(), puzzles::themes(puzzle));
    let answer = PuzzleResult { solved, line, themes, change: None, guest: None };
    let Some(account) = &me.account else {
        return Ok(Json(app.guest_result(puzzle, guest.filter(|_| rated), answer).await?));
    };
    app.count_puzzle(account.id, puzzle, solved, rated).await?;
    let counted = app.store.puzzle_result(account.id, &puzzle.id).await?;
    let change = counted.filter(|_| rated).map(|it| RatingChange { before: it.before, after: it.after });
    Ok(Json(PuzzleResult { solved: counted.map_or(solved, |it| it.solved), change, ..answer }))
}

impl App {
    /// A puzzle as the client sees it.
    async fn shown(&self, puzzle: &'static Puzzle, me: &Identity) -> Result<Json<ShownPuzzle>, ApiError> {
        let rating = self.rating_of(puzzle).await?.value;
        let shown = run_blocking(move || Ok(puzzles::shown(puzzle, rating.round() as u16)?)).await?;
        let done = match &me.account {
            Some(account) => self.store.puzzle_result(account.id, &puzzle.id).await?.map(|it| it.solved),
            None => None,
        };
        Ok(Json(ShownPuzzle { done, ..shown }))
    }

    async fn rating_of(&self, puzzle: &Puzzle) -> Result<Rating, ApiError> {
        let value = f64::from(puzzle.rating);
        let first = Rating { value, deviation: DEVIATION, volatility: VOLATILITY, games: 0 };
        Ok(self.store.puzzle_rating(&puzzle.id).await?.unwrap_or(first))
    }

    /// Counts the result of an account, unless it has one in this puzzle already.
    async fn count_puzzle(
        &self,
        account: AccountId,
        puzzle: &Puzzle,
        solved: bool,
        rated: bool,
    ) -> Result<(), ApiError> {
        let game = GameName::new(&puzzle.game).id;
        for _ in 0..TRIES {
            if self.store.puzzle_result(account, &puzzle.id).await?.is_some() {
                return Ok(());
            }
            let own = self.store.puzzle_solver(account, game).await?.unwrap_or_else(first_rating);
            let (after, rating) = puzzle_ratings(own, self.rating_of(puzzle).await?, solved);
            let ratings = rated.then_some(PuzzleRatings { solver: after, puzzle: rating });
            let (puzzle, game) = (puzzle.id.clone(), game.to_owned());
            let new = NewPuzzleResult { account, puzzle, game, solved, before: own.value, ratings };
            match self.store.add_puzzle_result(&new).await {
                Err(StoreError::Conflict) => {}
                written => return Ok(written.map(|_| ())?),
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// The rating of a guest after an attempt. Nothing is stored: the guest's browser keeps it.
    async fn guest_result(
        &self,
        puzzle: &Puzzle,
        guest: Option<PuzzleRating>,
        answer: PuzzleResult,
    ) -> Result<PuzzleResult, ApiError> {
        let Some(guest) = guest else { return Ok(answer) };
        let before = own_rating(guest)?;
        let (after, _) = puzzle_ratings(before, self.rating_of(puzzle).await?, answer.solved);
        let change = RatingChange { before: before.value, after: after.value };
        Ok(PuzzleResult { change: Some(change), guest: Some(shown_rating(after)), ..answer })
    }
}

fn shown_rating(rating: Rating) -> PuzzleRating {
    let Rating { value, deviation, volatility, games } = rating;
    PuzzleRating { value, deviation, volatility, games }
}

/// The rating that a guest sends. Numbers outside Glicko-2's range are refused.
fn own_rating(guest: PuzzleRating) -> Result<Rating, ApiError> {
    let PuzzleRating { value, deviation, volatility, games } = guest;
    let fits = (0.0..=4_000.0).contains(&value)
        && (1.0..=500.0).contains(&deviation)
        && (0.001..=0.2).contains(&volatility)
        && games < 1_000_000;
    let malformed = || ApiError::new(Code::Malformed, "this is no Glicko-2 rating");
    fits.then_some(Rating { value, deviation, volatility, games }).ok_or_else(malformed)
}
