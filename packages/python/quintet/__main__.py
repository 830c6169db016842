"""Runs the program ``quintet`` with the arguments of the command line."""

import os
import subprocess
import sys

from quintet import find_program


def main() -> None:
    """Replaces this process by the program; on Windows waits for it and ends with its status."""
    program = find_program()
    arguments = [program, *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(arguments).returncode)
    os.execv(program, arguments)


if __name__ == "__main__":
    main()
