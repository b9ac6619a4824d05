//! Whatever bytes come, a console session answers every line until it says that it is over.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    for console in menagerie_catalog::consoles() {
        let mut session = (console.begin)();
        for line in input.split(|&byte| byte == b'\n') {
            let reply = session.line(line);
            assert!(reply.output.is_empty() || reply.output.ends_with('\n'));
            if reply.over {
                break;
            }
        }
    }
});
