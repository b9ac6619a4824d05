//! libFuzzer's way into the target of this name in `menagerie-noise`, which says what it promises.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| menagerie_fuzz::run("records", input));
