#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Optimising on tables of machines from the command line: what is printed, that it repeats, and what is refused."""
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
WEFT = os.environ["WEFT_TEST_PROGRAM"]
TABLE = ROOT / "docs" / "optimizing" / "machines.csv"
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-optimize-")
TEMP = pathlib.Path(FOLDER.name)
ROWS = {row["id"]: row for row in csv.DictReader(TABLE.open(encoding="utf-8"))}
BEST = min(float(row["J"]) for row in ROWS.values())
METHODS = ["hybrid", "random", "greedy", "hill", "sa", "re", "gp", "prior", "estimate"]


def weft(*arguments, status=0):
    """Standard output and error of one run, which has to end with that status."""
    done = subprocess.run([WEFT, *map(str, arguments)], capture_output=True, timeout=240, check=False, cwd=TEMP,
                          env=dict(os.environ, COLUMNS="200"))
    equal(done.returncode, status, f"weft {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def optimize(*arguments):
    out, err = weft("optimize", "--table", TABLE, "--json", *arguments)
    equal(err, "", f"{arguments}: standard error")
    return json.loads(out)


def refused(*arguments, words):
    out, err = weft(*arguments, status=2)
    equal(out, "", f"{arguments}: standard output")
    for word in words:
        check(word in err, f"{arguments}: {word!r} in {err!r}")


@case
def evaluations_are_lines():
    """Each evaluation is a line of the table, and the best is the lowest of them"""
    for method in METHODS:
        found = optimize("--method", method, "--budget", 12, "--seed", 4)
        equal(len(found["evaluations"]), 12, f"{method}: evaluations")
        for evaluation in found["evaluations"]:
            row = ROWS[evaluation["design"]["id"]]
            equal(evaluation["J"], float(row["J"]), f"{method}: J")
            for column, option in evaluation["design"]["options"].items():
                equal(option, row[column], f"{method}: {column}")
            check(abs(sum(evaluation["shares"].values()) - 1) < 1e-9, f"{method}: shares {evaluation['shares']}")
        lowest = min(evaluation["J"] for evaluation in found["evaluations"])
        equal(found["best"]["J"], lowest, f"{method}: best")
        check(abs(found["gap"] - math.expm1(lowest - BEST)) < 1e-12, f"{method}: gap {found['gap']}")
        equal(found["evaluations"][0]["design"], optimize("--budget", 1, "--seed", 4)["best"]["design"], f"{method}: start")


@case
def repeats():
    """A seed gives the same bytes again, another seed another start"""
    first = optimize("--seed", 1)
    equal(optimize("--seed", 1), first, "the same seed")
    starts = {optimize("--seed", seed, "--budget", 1)["best"]["design"]["id"] for seed in range(1, 9)}
    check(len(starts) > 4, f"starts {starts}")


@case
def start():
    """--start is the first evaluation"""
    found = optimize("--start", "m17", "--budget", 2)
    equal(found["evaluations"][0]["design"]["id"], "m17", "start")
    equal(found["evaluations"][0]["arm"], "start", "arm")


@case
def words():
    """Without --json there is a line for each evaluation"""
    found = optimize("--budget", 9)
    text, _ = weft("optimize", "--table", TABLE, "--budget", 9)
    for evaluation in found["evaluations"]:
        check(f"{evaluation['J']:.4f}" in text, f"{evaluation['J']} in\n{text}")
    check(f"{100 * found['gap']:.2f} %" in text, f"gap in\n{text}")


@case
def study():
    """The study tells the gaps of runs, the same on one thread and on two"""
    arguments = ["study", "--table", TABLE, "--methods", "hybrid,hybrid:no-prior,shuffled,random", "--seeds", "1-5",
                 "--budget", 20, "--json"]
    found = json.loads(weft(*arguments, "--threads", 1)[0])
    other = json.loads(weft(*arguments, "--threads", 2)[0])
    equal([row["method"] for row in found["rows"]], ["hybrid", "hybrid:no-prior,shuffled", "random"], "methods")
    for row, same in zip(found["rows"], other["rows"]):
        equal(row["gaps"], same["gaps"], f"{row['method']}: threads")
        equal([gap["evaluations"] for gap in row["gaps"]], [8, 16, 20], "points")
        gaps = [optimize("--method", row["method"], "--budget", 20, "--seed", seed)["gap"] for seed in range(1, 6)]
        check(abs(row["gaps"][-1]["mean"] - sum(gaps) / 5) < 1e-9, f"{row['method']}: {row['gaps'][-1]} of {gaps}")
        check(abs(row["gaps"][-1]["worst"] - max(gaps)) < 1e-9, f"{row['method']}: worst of {gaps}")
    check(found["certified"], "the optimum of a table is known")
    check(abs(found["target"] - BEST) < 1e-12, f"target {found['target']}")
    check(found["rows"][0]["gaps"][0]["p_value"] is None, "the baseline has no test")
    text, _ = weft(*arguments[:-1])
    check("hybrid:no-prior,shuffled" in text and "Wilcoxon" in text, text)


@case
def refusals():
    """What is no table, no method or no machine is refused in a line that says what is wrong"""
    bad = TEMP / "bad.csv"
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    bad.write_text("\n".join([*lines[:3], lines[3].replace("air", "air,0", 1)]) + "\n", encoding="utf-8")
    table = ["--table", TABLE]
    refused("optimize", words=["--table"])
    refused("optimize", "--table", "none.csv", words=["none.csv"])
    refused("optimize", "--table", bad, words=["bad.csv:4:", "27 fields"])
    refused("optimize", *table, "--method", "hybird", words=["hybird", "hybrid"])
    refused("optimize", *table, "--method", "hybrid:fast", words=["fast", "no-estimate"])
    refused("optimize", *table, "--budget", 0, words=["--budget"])
    refused("optimize", *table, "--start", "m0", words=["m0", "660"])
    refused("optimize", *table, "--weights", "1,2", words=["--weights", "six"])
    refused("optimize", *table, "--cost-max", "-1", words=["--cost-max"])
    refused("study", *table, "--space", "paper-2", words=["--space"])
    refused("study", *table, "--budget", "8,16", words=["--budget"])
    refused("study", *table, "--methods", "random", "--baseline", "hill", words=["hill"])


main()
