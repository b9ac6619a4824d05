//! Every check, once per kind of database.

use menagerie_store::Store;
use tempfile::TempDir;

/// A store to check, and what must outlive it.
struct Made {
    store: Store,
    _folder: Option<TempDir>,
}

/// The list of checks: each gets a store of its own. Handed to a macro that makes something of them.
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
                wakes_clocks_and_computers, history_of_an_account, closes_tables_where_nobody_came,
                an_account_plays_at_its_tables_until_they_are_over,
            }
            lobby::{
                addresses_take_turns, an_address_has_so_many_tables_in_the_lobby, a_table_waits_while_its_lease_is_kept,
                an_operator_finds_the_tables_of_an_address, what_is_over_is_forgotten,
            }
            talk::{
                numbers_what_is_said, numbers_each_circle_apart, keeps_rooms, removes_words, keeps_alliances, unknown_table,
                a_seat_says_and_agrees_on_so_much_in_so_long, of_many_words_at_once_so_many_are_kept,
            }
            wishes::{a_wish_stands_until_it_is_withdrawn, of_two_wishes_at_once_one_knows_both, wishes_are_checked}
            answers::{a_message_is_carried_out_once, of_two_at_once_one_is_carried_out, nothing_is_noted_for_what_was_not_done, a_number_stands_for_one_message}
            seeks::{
                a_seek_is_found_by_whom_it_fits, a_seek_whose_lease_ran_out_is_over, a_table_that_begins_is_sought_no_more,
                of_two_seeks_at_once_one_finds_the_other, a_seek_without_a_lease_waits_with_its_table,
            }
            order::{mutes, reports, repeated_and_many_reports, bans}
            accounts::{
                names_are_unique_in_any_case, passwords, bots, sessions_can_be_revoked, a_new_password_ends_sessions,
                unused_sessions_are_dropped, api_tokens, an_account_has_so_many_api_tokens, places_of_sign_ins_are_known,
            }
            ratings::{first_and_next, once_per_table, two_matches_at_once, what_is_to_be_rated_is_known_until_it_is}
            cluster::{
                a_job_goes_to_one_worker, a_lease_that_ran_out_is_taken_by_another, the_first_answer_counts,
                who_waits_at_a_board_comes_first, a_dropped_job_is_in_vain, what_is_due_is_given_to_one,
                an_append_says_when_to_look_again, standings_tell_what_has_changed,
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
