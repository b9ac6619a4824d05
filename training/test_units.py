"""Tests of single functions. They need Python alone: `python test_units.py` or `cargo xtask training`."""

import argparse
import struct
import unittest

from menagerie_training import accept
from menagerie_training.inputs import ALL_SEATS, MAGIC, PAIR, checked_layout, read_header
from menagerie_training.recipe import add_train_options, complete_train_options, current_commit

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


def header(layout):
    return MAGIC + struct.pack("<16sQHBBI", b"toy", 7, 40, 3, layout, 4) + b"text"


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

    def test_a_game_without_its_own_recipe_has_the_default_one(self):
        self.assertEqual(train_options("toy").epochs, 3)


class Commit(unittest.TestCase):
    def test_the_commit_is_a_short_hash_or_unknown(self):
        self.assertRegex(current_commit(), r"^([0-9a-f]{7,40}|unknown)$")


if __name__ == "__main__":
    unittest.main()
