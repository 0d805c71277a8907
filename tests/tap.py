# SPDX-License-Identifier: GPL-3.0-or-later
"""Cases as functions, results as TAP on standard output."""
import sys
import traceback


class Skip(Exception):
    """Raised by a case that cannot run here; the text says why."""


_cases = []


def case(function):
    """Marks a function as a case; its first docstring line is the case's name."""
    _cases.append(function)
    return function


def check(condition, message):
    """Fails the running case unless the condition holds."""
    if not condition:
        raise AssertionError(message)


def equal(found, expected, what=""):
    """Fails the running case unless both are equal."""
    check(found == expected, f"{what}: found {found!r}, expected {expected!r}")


def _comment(text):
    for line in text.rstrip().splitlines():
        print("# " + line)


def main():
    """Runs every case and ends the program."""
    failed = 0
    print("TAP version 13")
    print(f"1..{len(_cases)}")
    for number, function in enumerate(_cases, 1):
        name = (function.__doc__ or function.__name__).splitlines()[0].rstrip(".").replace("#", "no.")
        try:
            function()
            print(f"ok {number} - {name}")
        except Skip as reason:
            print(f"ok {number} - {name} # SKIP {reason}")
        except AssertionError as error:
            failed += 1
            print(f"not ok {number} - {name}")
            _comment(str(error))
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f"not ok {number} - {name}")
            _comment(traceback.format_exc())
        sys.stdout.flush()
    sys.exit(1 if failed else 0)
