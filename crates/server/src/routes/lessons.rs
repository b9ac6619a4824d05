//! Lessons: the courses, and playing a level.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use menagerie_api::lessons;
use menagerie_game::GameInfo;
use menagerie_lessons::Level;
use menagerie_wire::lessons::{Course, CourseSummary, LessonRequest, LessonResponse, LessonStatus};

use crate::app::App;
use crate::error::ApiError;
use crate::http::Shared;
use crate::http::blocking::run_blocking;
use crate::http::body::Body;
use crate::limits::address::Address;
use crate::operations::lesson_counts::LessonEvent;

/// `GET /api/lessons`
pub(crate) async fn list() -> Json<Vec<CourseSummary>> {
    Json(lessons::list())
}

/// `GET /api/lessons/{game}`
pub(crate) async fn course(Path(game): Path<String>) -> Result<Json<&'static Course>, ApiError> {
    Ok(Json(lessons::course(&game)?))
}

/// `POST /api/lessons/{game}/{level}`
pub(crate) async fn play(
    State(app): Shared,
    Extension(address): Extension<Address>,
    Path((game, level)): Path<(String, String)>,
    Body(wanted): Body<LessonRequest>,
) -> Result<Json<LessonResponse>, ApiError> {
    // A reply can be a search.
    app.rate_limits.may_use_work(address)?;
    let (info, level) = lessons::find(&game, &level)?;
    let is_start = wanted.actions.is_empty();
    let is_hint = wanted.hint;
    let response = run_blocking(move || lessons::play(info, level, &wanted).map_err(ApiError::from)).await?;
    app.count_lesson(info, level, is_start, is_hint, response.status);
    Ok(Json(response))
}

impl App {
    /// Counts a request by its last action. Asking for a hint is one event and repeats none of the others.
    fn count_lesson(
        &self,
        info: &'static GameInfo,
        level: &'static Level,
        is_start: bool,
        is_hint: bool,
        status: LessonStatus,
    ) {
        let event = match status {
            _ if is_hint => LessonEvent::Hint,
            LessonStatus::Going if is_start => LessonEvent::Started,
            LessonStatus::Going => return,
            LessonStatus::Solved => LessonEvent::Solved,
            LessonStatus::Missed => LessonEvent::Missed,
            LessonStatus::Refused => LessonEvent::Refused,
        };
        self.metrics.lessons.count(info.id, &level.id, event);
    }
}
