//! Runs each check on each kind of database.

use menagerie_store::Store;
use tempfile::TempDir;

/// A store to check, with the folder that must outlive it.
struct Made {
    store: Store,
    _folder: Option<TempDir>,
}

/// The list of checks. Each gets a store of its own. `checks!` passes the list to another macro.
macro_rules! checks {
    ($make_of_them:ident, $($more:tt)*) => {
        $make_of_them! { $($more)*;
            appends::{
                numbers_events_from_one, keeps_several_events_together, refuses_a_stale_writer, refuses_a_gap,
                refuses_an_unknown_table, one_of_two_writers_wins, many_writers_keep_their_order,
                appends_without_a_pause_let_others_write, ends_a_match, times_never_run_backwards, reads_from_a_number_on, a_caller_who_goes_away_blocks_nobody,
            }
            tables::{
                round_trip, ids_are_unique, a_change_needs_the_newest_revision, two_people_take_one_seat,
                a_seats_token_is_its_own, one_rematch_per_table, lobby_is_newest_first_in_pages, lobby_is_public_only,
                history_of_an_account, closes_tables_where_nobody_came,
                an_account_plays_at_its_tables_until_they_are_over,
            }
            retention::{a_match_without_a_first_action_is_closed, abandoned_matches_are_closed_and_then_deleted, what_people_want_to_keep_is_kept}
            lobby::{
                addresses_take_turns, an_address_has_so_many_tables_in_the_lobby, a_table_waits_while_its_lease_is_kept,
                an_operator_finds_the_tables_of_an_address, what_is_over_is_forgotten,
            }
            chat::{
                numbers_what_is_said, numbers_each_audience_apart, keeps_channels, removes_words, keeps_alliances, unknown_table,
                a_seat_says_and_agrees_on_so_much_in_so_long, of_many_words_at_once_so_many_are_kept,
            }
            rematch_votes::{
                a_seat_without_a_vote_declines_those_of_the_others, a_vote_stands_until_it_is_withdrawn,
                of_two_votes_at_once_one_knows_both, votes_are_checked,
            }
            idempotency::{a_message_is_carried_out_once, of_two_at_once_one_is_carried_out, nothing_is_noted_for_what_was_not_done, a_number_stands_for_one_message, a_refused_message_is_not_carried_out_later}
            seeks::{
                a_seek_is_found_by_whom_it_fits, a_seek_whose_lease_ran_out_is_over, a_table_that_begins_is_sought_no_more,
                of_two_seeks_at_once_one_finds_the_other, a_seek_without_a_lease_waits_with_its_table,
            }
            moderation::{mutes, reports, repeated_and_many_reports, bans}
            accounts::{
                names_are_unique_in_any_case, passwords, bots, sessions_can_be_revoked, a_new_password_ends_sessions,
                unused_sessions_are_dropped, api_tokens, an_account_has_so_many_api_tokens, places_of_sign_ins_are_known,
            }
            lessons::{stars_are_merged_by_maximum, counters_add_up}
            puzzles::{the_first_result_counts, a_result_from_an_old_rating_is_refused, an_unrated_result_changes_no_rating}
            studies::{a_change_needs_the_newest_revision, an_owner_has_so_many_studies, old_studies_of_guests_are_deleted}
            ratings::{first_and_next, once_per_table, two_matches_at_once, what_is_to_be_rated_is_known_until_it_is}
            cluster::{
                a_job_goes_to_one_worker, a_lease_that_ran_out_is_taken_by_another, the_first_answer_counts,
                who_waits_at_a_board_comes_first, jobs_are_taken_in_fair_turns, a_payer_over_its_budget_comes_after_everybody,
                a_dropped_job_is_in_vain, what_is_due_is_given_to_one,
                an_append_says_when_to_look_again, versions_tell_what_has_changed,
            }
            challenges::{challenges_wait_until_they_are_answered}
            commitments::{used_once, used_by_one_of_two, gone_when_expired, few_for_each_asker}
            hostile::{texts_come_back_as_they_were, nul_is_refused, long_texts_are_refused, huge_lists_are_refused}
        }
    };
}
#[cfg(feature = "postgres")]
pub(crate) use checks;

/// One test for each check.
macro_rules! tests {
    ($database:ident, $make:path; $($module:ident::{$($check:ident),* $(,)?})*) => {
        mod $database {
            $(mod $module {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $check() {
                    let made = $make().await;
                    crate::$module::$check(&made.store).await;
                })*
            })*
        }
    };
}

checks!(tests, sqlite_file, super::super::file);
checks!(tests, sqlite_memory, super::super::memory);

async fn file() -> Made {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("menagerie.db")).await.unwrap();
    Made { store, _folder: Some(folder) }
}

async fn memory() -> Made {
    Made { store: Store::memory().await.unwrap(), _folder: None }
}
