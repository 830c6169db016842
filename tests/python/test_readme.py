"""The examples of the package's README, of docs/embedding.md, and of docstrings."""

import contextlib
import doctest
import io
import os
import re
import unittest

import quintet
import quintet.open_spiel

ROOT = os.path.join(os.path.dirname(__file__), os.pardir, os.pardir)
README = os.path.join(ROOT, "packages", "python", "README.md")
EMBEDDING = os.path.join(ROOT, "docs", "embedding.md")


class Examples(unittest.TestCase):
    def run_examples(self, text, name):
        test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
        self.assertGreater(len(test.examples), 2, name)
        results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
        self.assertEqual(results.failed, 0, name)

    def test_the_readme(self):
        with open(README, encoding="utf-8") as file:
            blocks = re.findall(r"^```pycon\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)
        self.assertGreater(len(blocks), 3)
        self.run_examples("\n".join(blocks), "README.md")

    def test_the_document(self):
        with open(EMBEDDING, encoding="utf-8") as file:
            blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec("\n".join(blocks), {})
        self.assertRegex(printed.getvalue(), "(?s)Cascade 9x9.*Outcome [BW0].*, full board>")

    def test_the_docstrings(self):
        for module in (quintet, quintet.open_spiel):
            self.run_examples(module.__doc__, module.__name__)

    def test_everything_has_a_docstring(self):
        for name in quintet.__all__:
            thing = getattr(quintet, name)
            if callable(thing):
                self.assertTrue(thing.__doc__, name)
            if isinstance(thing, type):
                for member in vars(thing):
                    if not member.startswith("_"):
                        self.assertTrue(getattr(thing, member).__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
