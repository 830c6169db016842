"""The wheel's program: as a command and by `python -m quintet`."""

import os
import subprocess
import sys
import unittest

import quintet


class Command(unittest.TestCase):
    def run_both(self, *arguments, input=""):
        results = []
        for command in ([quintet.find_program()], [sys.executable, "-m", "quintet"]):
            results.append(subprocess.run([*command, *arguments], input=input, capture_output=True, text=True))
        self.assertEqual([result.returncode for result in results], [results[0].returncode] * 2)
        self.assertEqual(results[0].stdout, results[1].stdout)
        return results[1]

    def test_version(self):
        self.assertEqual(self.run_both("--version").stdout, f"quintet {quintet.__version__}\n")

    def test_input_arguments_and_status_are_passed_on(self):
        result = self.run_both("--game", "cascade", "--size", "3", "--visits", "20", "--seed", "1", input="genmove w\n")
        self.assertRegex(result.stdout, r"^= \w+@[A-C][1-3]\n\n$")
        self.assertEqual(self.run_both("no such command").returncode, 2)

    def test_a_missing_program_is_named(self):
        from quintet import _program

        original, _program.os.path.isfile = os.path.isfile, lambda path: False
        try:
            with self.assertRaisesRegex(FileNotFoundError, "the program quintet.* is not in "):
                quintet.find_program()
        finally:
            os.path.isfile = original


if __name__ == "__main__":
    unittest.main()
