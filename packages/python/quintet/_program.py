"""The program ``quintet``, which the wheel installs beside this package."""

import os
import sys
import sysconfig


def find_program() -> str:
    """Returns the path of the program ``quintet``.

    Raises:
        FileNotFoundError: if the wheel was installed without it.
    """
    name = "quintet" + (sysconfig.get_config_var("EXE") or "")
    package = os.path.dirname(os.path.abspath(__file__))
    folders = [
        sysconfig.get_path("scripts"),
        # pip install --user
        sysconfig.get_path("scripts", scheme=_user_scheme()),
        # pip install --target
        os.path.join(os.path.dirname(package), "bin"),
        # pip install --prefix
        os.path.join(package, *[os.pardir] * 4, "bin"),
    ]
    for folder in folders:
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"the program {name} is not in {', '.join(map(os.path.normpath, folders))}")


def _user_scheme() -> str:
    if os.name == "nt":
        return "nt_user"
    return "osx_framework_user" if sys.platform == "darwin" and sys._framework else "posix_user"
