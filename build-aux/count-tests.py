#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints "N passed, N failed[, N skipped]" for the last run of `meson test`.

Cases of TAP programs count one by one, other programs count as one. A program that ends badly although
each of its cases passed counts as one failure.
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

GOOD = {"OK", "EXPECTEDFAIL"}


def short_name(name):
    """A program's name without project and suites, which meson writes when there are several."""
    return name.split(" / ")[-1]


def read_programs(logs):
    """Name and result of every test program."""
    with open(logs / "testlog.json", encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            yield short_name(entry["name"]), entry["result"]


def read_cases(logs):
    """Passed, failed and skipped cases of every TAP program."""
    cases = {}
    tree = ElementTree.parse(logs / "testlog.junit.xml")
    for suite in tree.getroot().iter("testsuite"):
        name = short_name(suite.get("name", "").split(".", 1)[-1])
        counts = [0, 0, 0]
        for case in suite.iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                counts[1] += 1
            elif case.find("skipped") is not None:
                counts[2] += 1
            else:
                counts[0] += 1
        cases[name] = counts
    return cases


def main():
    logs = pathlib.Path(sys.argv[1])
    if not (logs / "testlog.json").exists():
        print("0 passed, 1 failed")
        print("no test has run: meson wrote no log", file=sys.stderr)
        return 1
    cases = read_cases(logs)
    passed = failed = skipped = 0
    for name, result in read_programs(logs):
        good, bad, left = cases.get(name, (0, 0, 0))
        if good + bad + left == 0:
            good, bad, left = int(result in GOOD), 0, int(result == "SKIP")
        if result not in GOOD and result != "SKIP" and bad == 0:
            bad = 1
        passed, failed, skipped = passed + good, failed + bad, skipped + left
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
