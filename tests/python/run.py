"""Runs the tests of the Python module, which has to be installed with numpy and OpenSpiel.

usage: python tests/python/run.py [NAME...]      (modules, classes or tests; all if none is named)

The last line is `python: N passed, N failed`.
"""

import os
import signal
import sys
import unittest

# A shell starts a program in the background with interrupts ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
folder = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, folder)
names = sys.argv[1:]
loader = unittest.TestLoader()
suite = loader.loadTestsFromNames(names) if names else loader.discover(folder)
result = unittest.TextTestRunner(verbosity=2, stream=sys.stdout).run(suite)
failed = len(result.failures) + len(result.errors)
print(f"python: {result.testsRun - failed} passed, {failed} failed")
sys.exit(failed != 0 or result.testsRun == 0)
