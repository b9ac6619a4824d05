//! Progress in the courses: the stars of the signed-in account, and the operator's counters.

use axum::Json;
use axum::extract::State;
use menagerie_game::text::excerpt;
use menagerie_lessons::MAX_STARS;
use menagerie_store::{LessonStars, StoreError};
use menagerie_wire::Code;
use menagerie_wire::lessons::LessonProgress;
use schemars::JsonSchema;
use serde::Serialize;

use crate::accounts::identity::Identity;
use crate::app::App;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::body::Body;
use crate::routes::operator::Operator;

/// `GET /api/account/lessons`
pub(crate) async fn read(State(app): Shared, me: Identity) -> Result<Json<LessonProgress>, ApiError> {
    Ok(Json(progress(&app, &me).await?))
}

/// `PUT /api/account/lessons`: merges by maximum and returns the result.
pub(crate) async fn merge(
    State(app): Shared,
    me: Identity,
    Body(given): Body<LessonProgress>,
) -> Result<Json<LessonProgress>, ApiError> {
    let account = me.person()?.id;
    app.store.merge_lesson_stars(account, &checked(given)?).await?;
    Ok(Json(progress(&app, &me).await?))
}

async fn progress(app: &App, me: &Identity) -> Result<LessonProgress, ApiError> {
    let mut progress = LessonProgress::default();
    for LessonStars { game, level, stars } in app.store.lesson_stars(me.person()?.id).await? {
        progress.stars.entry(game).or_default().insert(level, stars);
    }
    Ok(progress)
}

/// Only stars of levels that exist are stored.
fn checked(given: LessonProgress) -> Result<Vec<LessonStars>, ApiError> {
    let mut all = Vec::new();
    for (game, levels) in given.stars {
        let course = menagerie_lessons::of_game(&game);
        for (level, stars) in levels {
            if course.is_none_or(|course| course.level(&level).is_none()) {
                let sentence = format!("there is no level '{}' of '{}'", excerpt(&level), excerpt(&game));
                return Err(ApiError::new(Code::NotFound, sentence));
            }
            if !(1..=MAX_STARS).contains(&stars) {
                return Err(ApiError::new(Code::Malformed, format!("a level has 1 to {MAX_STARS} stars, not {stars}")));
            }
            all.push(LessonStars { game: game.clone(), level, stars });
        }
    }
    Ok(all)
}

/// How often something happened in a level, on all nodes since the database was created.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LessonCount {
    game: String,
    level: String,
    /// `started`, `solved`, `missed`, `refused` or `hint`.
    event: String,
    count: u64,
}

/// `GET /api/operator/lessons`
pub(crate) async fn counts(_: Operator, State(app): Shared) -> Result<Json<Vec<LessonCount>>, ApiError> {
    app.save_lesson_counts().await?;
    let counts = app.store.lesson_counts().await?;
    let count = |it: menagerie_store::LessonCount| LessonCount {
        game: it.game,
        level: it.level,
        event: it.event,
        count: it.count,
    };
    Ok(Json(counts.into_iter().map(count).collect()))
}

impl App {
    /// Adds the counters of this process to those in the store.
    pub(crate) async fn save_lesson_counts(&self) -> Result<u64, StoreError> {
        self.metrics.lessons.save(async |counts| self.store.add_lesson_counts(counts).await).await
    }
}
