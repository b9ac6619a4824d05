//! What JavaScript calls, and what it provides: texts as UTF-8 in this module's memory.
//!
//! The host allocates, writes, and calls; what it gives away it no longer owns. An answer is a pointer and a length in one
//! number; the host reads it and releases it. The page uses one instance of the module for [`LocalServer`] and one for each
//! search.
#![allow(
    unsafe_code,
    reason = "memory shared with the host is raw memory; everything unsafe of this crate is in this file"
)]

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use menagerie_engine::protocol::{Output as EngineOutput, Session, StopSignal};
use menagerie_table::secret::Entropy;

use crate::{Input, LocalServer, json, search};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since any fixed moment; never goes back.
    fn monotonic() -> f64;
    /// Milliseconds since 1970.
    fn now() -> f64;
    /// Fills memory with random bytes.
    fn random(pointer: *mut u8, length: usize);
    /// A line of the search or of the engine that runs.
    fn line(pointer: *const u8, length: usize);
}

thread_local! {
    static SERVER: RefCell<LocalServer> = RefCell::new(LocalServer::new(entropy()));
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Memory for a text of the host.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// Ends an answer's life.
///
/// # Safety
/// The pointer and the length are those of an answer that was not released before.
#[unsafe(no_mangle)]
unsafe extern "C" fn release(pointer: *mut u8, length: usize) {
    // SAFETY: by the contract, this is the box that was leaked for the answer.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Takes an [`Input`] as JSON and answers with a list of outputs.
///
/// # Safety
/// As for [`read`].
#[unsafe(no_mangle)]
unsafe extern "C" fn receive(pointer: *mut u8, length: usize) -> u64 {
    // SAFETY: the host's contract is passed on.
    let text = unsafe { read_text(pointer, length) };
    let out = match json::read::<Input>(&text) {
        Ok(input) => SERVER.with_borrow_mut(|server| server.take(input, wall_clock())),
        Err(_) => Vec::new(),
    };
    give(serde_json::to_vec(&out).unwrap_or_default())
}

/// Sets the net that the searches and the engine of this instance use for its game. Answers whether it was accepted.
///
/// # Safety
/// As for [`read`].
#[unsafe(no_mangle)]
unsafe extern "C" fn set_net(pointer: *mut u8, length: usize) -> bool {
    // SAFETY: the host's contract is passed on.
    let bytes = unsafe { read(pointer, length) };
    let accepted = search::load_net(&bytes).is_some();
    if accepted {
        SESSION.with_borrow_mut(|session| session.as_mut().map(Session::net_loaded));
    }
    accepted
}

/// Loads the endgame tables that the searches and the engine of this instance use for their game: the values of the
/// built-in tables, unpacked. Answers whether they were accepted.
///
/// # Safety
/// As for [`read`].
#[unsafe(no_mangle)]
unsafe extern "C" fn set_tables(pointer: *mut u8, length: usize) -> bool {
    // SAFETY: the host's contract is passed on.
    let values = unsafe { read(pointer, length) };
    menagerie_catalog::load_tables(&values).is_ok()
}

/// Runs a search. Thoughts come as lines of JSON; the answer is the reply as JSON, or `null`.
///
/// # Safety
/// As for [`read`].
#[unsafe(no_mangle)]
unsafe extern "C" fn think(pointer: *mut u8, length: usize) -> u64 {
    menagerie_search::set_clock(clock);
    // SAFETY: the host's contract is passed on.
    let text = unsafe { read_text(pointer, length) };
    let reply = json::read(&text).ok().and_then(|question| {
        search::search(&question, &mut |thought| say(&serde_json::to_string(&thought).unwrap_or_default()))
    });
    give(serde_json::to_vec(&reply).unwrap_or_default())
}

/// Takes a line of the engine's protocol (UGI, UCI). Its answers come as lines, before this returns.
///
/// # Safety
/// As for [`read`].
#[unsafe(no_mangle)]
unsafe extern "C" fn engine(pointer: *mut u8, length: usize) {
    menagerie_search::set_clock(clock);
    // SAFETY: the host's contract is passed on.
    let text = unsafe { read_text(pointer, length) };
    if is_endless(&text) {
        return say("info string nothing can stop a search here: give it a limit, such as movetime 1000");
    }
    SESSION.with_borrow_mut(|session| {
        if session.is_none() {
            *session = Session::of_default_game();
        }
        let Some(session) = session else { return };
        let mut pending = session.receive_line(&text);
        while !pending.is_empty() {
            let mut next = Vec::new();
            for output in pending {
                match output {
                    EngineOutput::Line(text) => say(&text),
                    EngineOutput::Start(task) => {
                        if let Some(last) = task(&StopSignal::default(), &mut |text| say(&text)) {
                            say(&last);
                        }
                        next.extend(session.finished());
                    }
                    EngineOutput::OpenTables(_) => say("info string ERROR: a browser has no folders"),
                    EngineOutput::Stop | EngineOutput::Abandon | EngineOutput::Quit => {}
                }
            }
            pending = next;
        }
    });
}

/// Whether a line begins a search without a limit.
fn is_endless(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("go") && words.next().is_none_or(|word| word == "infinite" || word == "ponder")
}

/// Takes over a text of the host.
///
/// # Safety
/// As for [`read`].
unsafe fn read_text(pointer: *mut u8, length: usize) -> String {
    // SAFETY: the host's contract is passed on.
    let bytes = unsafe { read(pointer, length) };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Takes over bytes of the host.
///
/// # Safety
/// The pointer is from [`allocate`] with this length, and is given away with this call.
unsafe fn read(pointer: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: by the contract, this is the box that `allocate` leaked.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) }.into_vec()
}

/// Hands a text to the host: the pointer in the upper half, the length in the lower half.
fn give(text: Vec<u8>) -> u64 {
    let text = Box::leak(text.into_boxed_slice());
    (text.as_ptr() as u64) << 32 | text.len() as u64
}

fn say(text: &str) {
    // SAFETY: the host reads the text before it returns.
    unsafe { line(text.as_ptr(), text.len()) }
}

fn clock() -> Duration {
    // SAFETY: the host's clock takes nothing and gives a number.
    Duration::from_secs_f64(unsafe { monotonic() }.max(0.0) / 1000.0)
}

fn wall_clock() -> i64 {
    // SAFETY: the host's clock takes nothing and gives a number.
    unsafe { now() as i64 }
}

fn entropy() -> Entropy {
    // SAFETY: the host fills exactly this memory.
    Arc::new(|bytes| unsafe { random(bytes.as_mut_ptr(), bytes.len()) })
}
