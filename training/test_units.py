"""Tests of single functions. They need Python alone: `python test_units.py` or `cargo xtask training`."""

import argparse
import contextlib
import io
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path
from unittest import mock

from menagerie_training import accept, generate, program, rounds
from menagerie_training.data_file import MAGIC, commits, read_blocks, read_header
from menagerie_training.inputs import ALL_SEATS, PAIR, checked_layout
from menagerie_training.recipe import add_train_options, complete_train_options, recipe

FOLDER = Path(__file__).parent

# What `menagerie match` prints.
TABLE = """\
new  {points} of 100 points ({share} % ± {margin}): 50 won, 10 drawn, 40 lost; 3 ms per action, longest 9 ms
old  45.0 of 100 points (45.0 % ± 9.9): 40 won, 10 drawn, 50 lost; 3 ms per action, longest 9 ms
Elo difference: +35 ± 70
"""


def match(share, margin, verdict=None):
    table = TABLE.format(points=share, share=share, margin=margin)
    return table + (f"SPRT [0, 5]: {verdict}, 2.95 between -2.94 and 2.94\n" if verdict else "")


class Accept(unittest.TestCase):
    def test_a_net_needs_a_lower_bound_above_one_half(self):
        self.assertIsNone(accept.refusal(match("60.0", "9.9")))
        self.assertIn("50.0 %", accept.refusal(match("60.0", "10.0")))
        self.assertIn("45.1 %", accept.refusal(match("55.0", "9.9")))
        self.assertIn("36.9 %", accept.refusal(match("45.0", "8.1")))
        self.assertIsNone(accept.refusal(match("100.0", "36.9")))

    def test_the_verdict_of_a_sequential_test_decides(self):
        self.assertIsNone(accept.refusal(match("55.0", "9.9", "confirmed")))
        self.assertIn("refuted", accept.refusal(match("55.0", "2.0", "refuted")))

    def test_an_open_sequential_test_leaves_it_to_the_interval(self):
        self.assertIn("45.1 %", accept.refusal(match("55.0", "9.9", "open")))
        self.assertIsNone(accept.refusal(match("60.0", "5.0", "open")))

    def test_an_output_without_a_score_is_refused_with_the_reason(self):
        for output in ("", "new  lost\n"):
            with self.assertRaisesRegex(SystemExit, "no score"):
                accept.refusal(output)


def header(layout, text=b"text", length=None):
    length = len(text) if length is None else length
    return MAGIC + struct.pack("<16sQHBBI", b"toy", 7, 40, 3, layout, length) + text


class Layouts(unittest.TestCase):
    def test_known_layouts_are_read(self):
        for layout in (PAIR, ALL_SEATS):
            inputs, text, begin = read_header(header(layout), "toy.data")
            self.assertEqual((inputs.game, inputs.layout, text), ("toy", layout, "text"))
            self.assertEqual(begin, len(header(layout)))

    def test_other_layouts_are_refused_with_the_reason(self):
        for layout in (1, 3, 255):
            with self.assertRaisesRegex(SystemExit, f"toy.data has layout {layout}"):
                read_header(header(layout), "toy.data")
        with self.assertRaisesRegex(SystemExit, "toy.net has layout 1"):
            checked_layout(1, "toy.net")


class Headers(unittest.TestCase):
    def test_a_header_that_is_cut_off_or_absurd_is_refused(self):
        whole = header(PAIR)
        for length in range(len(whole)):
            with self.assertRaisesRegex(SystemExit, "toy.data is"):
                read_header(whole[:length], "toy.data")
        with self.assertRaisesRegex(SystemExit, "ends inside its header"):
            read_header(header(PAIR, length=2**32 - 1), "toy.data")
        with self.assertRaisesRegex(SystemExit, "not UTF-8"):
            read_header(header(PAIR, b"\xff\xfe"), "toy.data")


def block(number):
    """A block of one game without positions."""
    content = struct.pack("<4IQI", 1, 0, 0, 0, number, 0)
    return struct.pack("<II", len(content), zlib.crc32(content)) + content


class Blocks(unittest.TestCase):
    def setUp(self):
        self.content = block(1) + block(2) + block(3)
        self.size = len(block(1))

    def read(self, content):
        return list(read_blocks(bytes(content), 0, "toy.data"))

    def test_an_unfinished_block_at_the_end_is_left_out(self):
        for length in range(len(self.content) + 1):
            self.assertEqual(len(self.read(self.content[:length])), length // self.size, length)

    def test_a_damaged_byte_is_refused_with_the_beginning_of_its_block(self):
        for at in range(len(self.content)):
            for flip in (1, 0x80, 0xFF):
                damaged = bytearray(self.content)
                damaged[at] ^= flip
                with self.assertRaisesRegex(SystemExit, f"toy.data is damaged: .* at byte {at - at % self.size} "):
                    self.read(damaged)


class Commits(unittest.TestCase):
    def test_the_data_names_the_commit_of_its_program(self):
        first = "toy; 2 nodes; program 0.1.0 (62eee414a5 2026-11-19)"
        changed = "toy; 2 nodes; program 0.1.0 (62eee414a5+changes 2026-11-19)"
        self.assertEqual(commits([first]), "62eee414a5")
        self.assertEqual(commits([first, first, changed]), "62eee414a5, 62eee414a5+changes")

    def test_data_without_a_commit_is_not_given_one(self):
        first = "toy; program 0.1.0 (62eee414a5 2026-11-19)"
        for text in ("toy; 2 nodes", "toy (abc def); 2 nodes", "toy; program 0.1.0"):
            self.assertIsNone(commits([text]), text)
            self.assertIsNone(commits([first, text]), text)


def train_options(game, *words):
    parser = argparse.ArgumentParser()
    add_train_options(parser)
    arguments = parser.parse_args(words)
    complete_train_options(arguments, game)
    return arguments


class Recipes(unittest.TestCase):
    def test_train_uses_the_recipe_of_the_game(self):
        found = train_options("shogi5")
        self.assertEqual((found.epochs, found.result_share, found.classical), (8, 0.2, True))
        self.assertEqual((found.width, found.rate, found.scale), (128, 2e-3, None))
        self.assertEqual(train_options("heaven-hell").scale, 400)
        self.assertFalse(train_options("chess2").classical)

    def test_an_option_that_is_given_wins(self):
        found = train_options("shogi5", "--epochs", "2", "--no-classical")
        self.assertEqual((found.epochs, found.result_share, found.classical), (2, 0.2, False))

    def test_a_scale_that_the_program_refuses_is_refused(self):
        for scale in ("0", "-1", "10001", "nan"):
            with contextlib.redirect_stderr(io.StringIO()) as said, self.assertRaises(SystemExit):
                train_options("shogi5", f"--scale={scale}")
            self.assertIn(f"{scale} is not from 1 to 10000", said.getvalue())

    def test_a_game_without_its_own_recipe_has_the_default_one(self):
        self.assertEqual(train_options("toy").epochs, 3)

    def test_a_start_with_options_has_the_numbers_of_its_game(self):
        whole, three = recipe("djambi"), recipe("djambi:3")
        self.assertEqual((three["nodes"], three["random_every"]), (300, 15))
        self.assertEqual(three["train"], whole["train"])
        self.assertEqual((len(whole["starts"]), three["starts"]), (6, ["djambi:3"]))
        self.assertEqual(recipe("shogi5")["starts"], ["shogi5"])


def parsed(module, *words):
    parser = argparse.ArgumentParser()
    module.add_command(parser.add_subparsers())
    return parser.parse_args(words)


class Generate(unittest.TestCase):
    def command(self, *words):
        """The command of the program that `generate` runs."""
        with mock.patch.object(program, "run") as run:
            generate.run(parsed(generate, "generate", "shogi5", "--output", "toy.data", *words))
        return " ".join(run.call_args.args)

    def test_options_that_are_not_given_are_those_of_the_recipe_or_of_the_program(self):
        self.assertIn("--nodes 1000 ", self.command())
        self.assertNotRegex(self.command(), "--seconds|--threads")

    def test_a_zero_reaches_the_program_which_refuses_it(self):
        for option in ("--nodes", "--seconds", "--threads", "--games"):
            self.assertRegex(self.command(option, "0"), f"{option} 0( |$)")


class Program(unittest.TestCase):
    """The reason of a failure is one sentence, without a traceback."""

    COMMANDS = [
        (generate, ("generate", "toy", "--output", "toy.data")),
        (accept, ("accept", "toy", "toy.net")),
    ]

    def test_a_missing_program_is_a_clear_message(self):
        for module, words in self.COMMANDS:
            with mock.patch.object(program, "PROGRAM", "/nowhere/menagerie"):
                with self.assertRaisesRegex(SystemExit, "cannot run /nowhere/menagerie: .* set MENAGERIE"):
                    module.run(parsed(module, *words))

    def test_a_command_that_fails_is_a_clear_message(self):
        with tempfile.TemporaryDirectory() as folder:
            fails = Path(folder) / "fails"
            fails.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
            fails.chmod(0o755)
            for module, words in self.COMMANDS:
                with mock.patch.object(program, "PROGRAM", str(fails)):
                    with self.assertRaisesRegex(SystemExit, "^menagerie (selfplay|match) failed with exit status 3$"):
                        module.run(parsed(module, *words))

    def test_the_output_is_read_as_utf_8_in_every_locale(self):
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "table"
            table.write_text(match("60.0", "9.9"), encoding="utf-8")
            shows = Path(folder) / "shows"
            shows.write_text(f"#!/bin/sh\ncat '{table}'\n", encoding="utf-8")
            shows.chmod(0o755)
            # Here Python's own encoding is ASCII, so that each `±` must be read and written as UTF-8.
            locale = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
            done = subprocess.run(
                [sys.executable, "-B", "-m", "menagerie_training", "accept", "toy", "toy.net"],
                cwd=FOLDER,
                env={**os.environ, **locale, "MENAGERIE": str(shows)},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, match("60.0", "9.9") + "accepted\n")


class Rounds(unittest.TestCase):
    """`rounds` with a training that writes an empty net, or fails."""

    def run_rounds(self, folder, *words, failing=(), program=b"; program 0.1.0 (62eee414a5 2026-11-19)"):
        """Runs rounds of the games `a` and `b`: which game was played in which round with which evaluation."""
        played = []

        def step(command, check=False, **_):
            output = command[command.index("--output") + 1]
            failed = "train" in command and Path(output).name in failing
            if failed and check:
                raise subprocess.CalledProcessError(1, command)
            if not failed:
                Path(output).write_text("made by this run", encoding="utf-8")
            return subprocess.CompletedProcess(command, int(failed))

        def play(game, folder, number, _seconds, eval_, _threads):
            played.append((game, number, eval_))
            (folder / f"{game}-{number}.data").write_bytes(header(PAIR, program))

        arguments = parsed(rounds, "rounds", "a", "b", "--folder", str(folder), *words)
        patches = [mock.patch.object(rounds, "play", play), mock.patch.object(rounds.subprocess, "run", step)]
        with patches[0], patches[1], contextlib.redirect_stderr(io.StringIO()):
            try:
                rounds.run(arguments)
            except SystemExit as error:
                return played, str(error)
        return played, None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def test_the_names_of_files_are_valid_on_windows(self):
        self.assertEqual(rounds.file_name("djambi", 2), "djambi-2")
        self.assertEqual(rounds.file_name("djambi:3", 2), "djambi_3-2")
        played = []
        with mock.patch.object(generate, "run", played.append), contextlib.redirect_stdout(io.StringIO()):
            rounds.play("djambi:3", self.folder, 2, 1, "classical", None)
        self.assertEqual((played[0].game, Path(played[0].output).name), ("djambi:3", "djambi_3-2.data"))

    def test_each_round_has_the_nets_of_the_last(self):
        played, error = self.run_rounds(self.folder, "--seconds", "1", "1")
        nets = [str(self.folder / f"{game}-1.net") for game in "ab"]
        self.assertIsNone(error)
        self.assertEqual(played[:2], [("a", 1, "classical"), ("b", 1, "classical")])
        self.assertEqual(played[2:], [("a", 2, nets[0]), ("b", 2, nets[1])])

    def test_a_training_that_fails_ends_the_run_after_its_round(self):
        # A net of an earlier run must not take its place, neither now nor in a later run.
        stale = self.folder / "b-1.net"
        stale.write_text("of an earlier run", encoding="utf-8")
        played, error = self.run_rounds(self.folder, "--seconds", "1", "1", failing=["b-1.pt"])
        self.assertEqual([round_ for _, round_, _ in played], [1, 1])
        self.assertRegex(error or "", "^the training of b in round 1 failed; the reason is in .*b-1.log$")
        self.assertFalse(stale.exists())
        self.assertTrue((self.folder / "a-1.net").exists())

    def test_data_without_a_commit_is_refused_before_the_training(self):
        _, error = self.run_rounds(self.folder, program=b"; program 0.1.0")
        self.assertRegex(error or "", "^the data of a does not name the program's commit: give it with --commit")
        self.assertFalse((self.folder / "a-1.pt").exists())
        _, error = self.run_rounds(self.folder, "--commit", "62eee414a5", program=b"; program 0.1.0")
        self.assertIsNone(error)

    def test_a_refusal_before_the_training_keeps_the_nets_of_an_earlier_run(self):
        earlier = [self.folder / f"{game}-1.{end}" for game in "ab" for end in ("pt", "net")]
        for path in earlier:
            path.write_text("of an earlier run", encoding="utf-8")
        _, error = self.run_rounds(self.folder, program=b"; program 0.1.0")
        self.assertIn("does not name the program's commit", error or "")
        # Damaged data is refused at the same place.
        _, error = self.run_rounds(self.folder, program=b"\xff")
        self.assertIn("its header is not UTF-8", error or "")
        self.assertEqual([path.read_text(encoding="utf-8") for path in earlier], ["of an earlier run"] * len(earlier))

    def test_a_later_round_begins_with_the_net_before_it_or_with_an_evaluation_that_is_given(self):
        played, error = self.run_rounds(self.folder, "--first-round", "3")
        self.assertEqual(played, [])
        self.assertRegex(error or "", "a-2.net is missing")
        played, error = self.run_rounds(self.folder, "--first-round", "3", "--eval", "embedded")
        self.assertEqual((played, error), ([("a", 3, "embedded"), ("b", 3, "embedded")], None))
        played, error = self.run_rounds(self.folder, "--first-round", "4")
        self.assertEqual([eval_ for _, _, eval_ in played], [str(self.folder / f"{game}-3.net") for game in "ab"])


class WithoutPyTorch(unittest.TestCase):
    """Only `train` and `quantise` need NumPy and PyTorch."""

    def call(self, *words):
        # `None` makes Python say that there is no such module.
        start = "import sys; sys.modules.update(torch=None, numpy=None); import menagerie_training.__main__ as m; m.main()"
        command = [sys.executable, "-B", "-c", start, *words]
        return subprocess.run(command, cwd=FOLDER, capture_output=True, encoding="utf-8", check=False)

    def test_the_other_commands_run_without_it(self):
        for command in ("generate", "train", "quantise", "accept", "rounds"):
            self.assertEqual(self.call(command, "--help").returncode, 0, command)

    def test_the_commands_that_need_it_say_so(self):
        for words in (("train", "toy.data", "--output", "toy.pt"), ("quantise", "toy.pt", "--output", "toy.net")):
            done = self.call(*words)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, "^this command needs the Python package (numpy|torch). Install it with")


if __name__ == "__main__":
    unittest.main()
