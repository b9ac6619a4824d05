//! Puzzles: the collections, the puzzle of the day, the next puzzle, tries and results.
//!
//! A try is stateless. For an account the first wrong answer, hint or solution is its result, whether or not the client
//! reports it, so that asking again cannot improve a rating.

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use menagerie_api::{puzzle_results, puzzles};
use menagerie_game::GameName;
use menagerie_puzzles::Puzzle;
use menagerie_store::{AccountId, NewPuzzleResult, PuzzleRatings, Rating, StoreError};
use menagerie_wire::lessons::{LessonRequest, LessonResponse, LessonStatus};
use menagerie_wire::puzzles::{
    Puzzle as ShownPuzzle, PuzzleCollection, PuzzleRating, PuzzleResult, PuzzleResultRequest, RatingChange,
};
use serde::Deserialize;

use crate::accounts::identity::Identity;
use crate::app::App;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::http::body::Body;
use crate::limits::address::Address;

/// The most recent results of an account that are left out.
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
    app.shown(puzzle_results::daily(&game, app.now())?, &me).await
}

/// What the next puzzle should be like.
#[derive(Deserialize)]
pub(crate) struct NextPuzzle {
    /// Near this rating; the account's if left out.
    rating: Option<f64>,
    #[serde(default)]
    theme: String,
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
    let id = GameName::new(&game).id;
    let account = me.account.as_ref().map(|account| account.id);
    let (own, done) = match account {
        Some(account) => {
            (app.store.puzzle_solver(account, id).await?, app.store.puzzles_done(account, id, MOST_DONE).await?)
        }
        None => (None, Vec::new()),
    };
    let rating = wanted.rating.unwrap_or_else(|| own.map_or_else(puzzle_results::first_rating, shown_rating).value);
    let mut seed = [0; 8];
    (app.entropy)(&mut seed);
    let wanted = puzzle_results::Wanted {
        rating,
        theme: &wanted.theme,
        exclude: &wanted.exclude,
        done: &done,
        seed: u64::from_le_bytes(seed),
    };
    app.shown(puzzle_results::next(&game, &wanted)?, &me).await
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
    let guest = wanted.guest;
    let answer = run_blocking(move || Ok(puzzle_results::result(puzzle, &wanted)?)).await?;
    let Some(account) = &me.account else {
        let Some(guest) = guest.filter(|_| rated) else { return Ok(Json(answer)) };
        return Ok(Json(puzzle_results::for_guest(guest, app.rating_of(puzzle).await?, answer)?));
    };
    app.count_puzzle(account.id, puzzle, answer.solved, rated).await?;
    let counted = app.store.puzzle_result(account.id, &puzzle.id).await?;
    let change = counted.filter(|_| rated).map(|it| RatingChange { before: it.before, after: it.after });
    Ok(Json(PuzzleResult { solved: counted.map_or(answer.solved, |it| it.solved), change, ..answer }))
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

    async fn rating_of(&self, puzzle: &Puzzle) -> Result<PuzzleRating, ApiError> {
        let known = self.store.puzzle_rating(&puzzle.id).await?;
        Ok(known.map_or_else(|| puzzle_results::estimate(puzzle), shown_rating))
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
            let own = self.store.puzzle_solver(account, game).await?;
            let own = own.map_or_else(puzzle_results::first_rating, shown_rating);
            let (after, rating) = puzzle_results::after(own, self.rating_of(puzzle).await?, solved);
            let ratings = rated.then(|| PuzzleRatings { solver: stored(after), puzzle: stored(rating) });
            let (puzzle, game) = (puzzle.id.clone(), game.to_owned());
            let new = NewPuzzleResult { account, puzzle, game, solved, before: own.value, ratings };
            match self.store.add_puzzle_result(&new).await {
                Err(StoreError::Conflict) => {}
                written => return Ok(written.map(|_| ())?),
            }
        }
        Err(StoreError::Conflict.into())
    }
}

fn shown_rating(rating: Rating) -> PuzzleRating {
    let Rating { value, deviation, volatility, games } = rating;
    PuzzleRating { value, deviation, volatility, games }
}

fn stored(rating: PuzzleRating) -> Rating {
    let PuzzleRating { value, deviation, volatility, games } = rating;
    Rating { value, deviation, volatility, games }
}
