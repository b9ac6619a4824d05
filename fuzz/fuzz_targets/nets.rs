//! libFuzzer's wrapper around the target of this name in `menagerie-fuzz-targets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| menagerie_fuzz::run("nets", input));
