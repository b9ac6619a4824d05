"""Runs the program `menagerie`."""

import os
import subprocess

PROGRAM = os.environ.get("MENAGERIE", "menagerie")
# The exit status of a program that was interrupted by SIGINT.
INTERRUPTED = 130


def run(*words, **options):
    """Runs a command of the program. Gives back its output if `stdout` is a pipe. The program writes UTF-8.

    A failed command has written the reason to standard error, so no traceback follows it.
    """
    try:
        process = subprocess.Popen([PROGRAM, *words], encoding="utf-8", **options)
    except OSError as error:
        advice = "Build it with `cargo build --release`, and set MENAGERIE to its path."
        raise SystemExit(f"cannot run {PROGRAM}: {error.strerror}. {advice}") from None
    with process:
        try:
            output, _ = process.communicate()
        except KeyboardInterrupt:
            # Ctrl-C has reached the program, too. It writes its finished games before it ends.
            process.wait()
            raise SystemExit(INTERRUPTED) from None
    if process.returncode:
        raise SystemExit(f"menagerie {words[0]} failed with exit status {process.returncode}")
    return output
