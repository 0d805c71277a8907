#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Studies from the command line: rows, curves, published scores, and refusals."""
import csv
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-study-")
TEMP = pathlib.Path(FOLDER.name)
CATALOG = pathlib.Path(os.environ["WEFT_CATALOG_DIR"])
KEYS = ["method", "budget", "runs", "evaluations", "mean", "sd", "regret_mean", "evals_to_1pct", "within_1pct",
        "ert_1pct", "p_value", "p_holm", "a12", "invalid", "infeasible", "duplicates", "estimates",
        "specialised_power_mean"]


def study(*arguments, status=0):
    """Standard output and error of one study."""
    environment = dict(os.environ)
    environment.pop("COLUMNS", None)
    done = subprocess.run([WEFT, "study", *map(str, arguments)], capture_output=True, timeout=240, check=False,
                          env=environment)
    equal(done.returncode, status, f"weft study {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


SMALL = ["--space", "paper-2", "--methods", "random,hill", "--seeds", "1-4", "--budget", "30,10"]


@case
def rows():
    """Every method and budget has a row whose figures follow from its runs"""
    out, err = study(*SMALL, "--json")
    equal(err, "", "standard error")
    result = json.loads(out)
    equal([(row["method"], row["budget"]) for row in result["rows"]],
          [("random", 30), ("random", 10), ("hill", 30), ("hill", 10)], "rows")
    optimum = result["optimum"]["score"]
    equal(result["target"], {"kind": "certified", "score": optimum}, "target")
    for row in result["rows"]:
        for key in KEYS:
            check(key in row, f"{key} in {row}")
        scores = [run["score"] for run in row["seeds"]]
        equal([run["seed"] for run in row["seeds"]], [1, 2, 3, 4], "seeds")
        equal((row["runs"], row["evaluations"]), (4, row["budget"]), "runs and evaluations")
        check(math.isclose(row["mean"], statistics.mean(scores)), f"mean {row['mean']} of {scores}")
        check(math.isclose(row["sd"], statistics.stdev(scores)), f"sd {row['sd']} of {scores}")
        check(math.isclose(row["regret_mean"], 1 - statistics.mean(scores) / optimum, abs_tol=1e-12), "regret")
        equal(row["within_1pct"], sum(score >= 0.99 * optimum for score in scores), "within 1 %")
        check(all(score <= optimum * (1 + 1e-12) for score in scores), f"{scores} above the optimum {optimum}")
    check(result["rows"][0]["p_value"] is None, "the baseline has no test")
    for row in result["rows"][2:]:
        equal(row["baseline"], "random", "baseline")
        check(0 < row["p_value"] <= row["p_holm"] <= 1, f"p-values of {row}")


@case
def threads():
    """The same bytes on one thread and on two"""
    first = study(*SMALL, "--optimum-limit", 0, "--json", "--threads", 1)[0]
    equal(study(*SMALL, "--optimum-limit", 0, "--json", "--threads", 2)[0], first, "two threads")


@case
def words():
    """The tables say what the JSON says, with the published scores of the paper's space"""
    result = json.loads(study(*SMALL, "--json")[0])
    text = study(*SMALL)[0]
    for row in result["rows"]:
        check(f"{row['mean']:.3f} ± {row['sd']:.3f}" in text, f"{row['mean']} in\n{text}")
    check("1.71 ± 0.16" in text and "arXiv" in text, f"published scores in\n{text}")
    equal(len(result["published"][0]["rows"]), 6, "published rows")
    check(f"{result['optimum']['score']:.4f}" in text, f"the optimum in\n{text}")


@case
def other_problem():
    """Published scores stay away from what they were not measured on"""
    for change in (["--power", "300kW"], ["--weights", "training=1"], ["--without", "B200"]):
        out, _ = study("--space", "paper-2", "--methods", "random", "--seeds", "1", "--budget", "5",
                       "--optimum-limit", "0", "--json", *change)
        equal(json.loads(out)["published"], [], f"published with {change}")


@case
def files():
    """Rows and curves are written as CSV"""
    table, curves = TEMP / "rows.csv", TEMP / "curves.csv"
    out, _ = study(*SMALL, "--optimum-limit", 0, "--json", "--csv", table, "--curves", curves)
    found = json.loads(out)["rows"]
    with table.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    equal([line["method"] for line in lines], ["random", "random", "hill", "hill"], "methods")
    for line, row in zip(lines, found):
        for key in KEYS:
            value = row[key]
            equal(line[key], "" if value is None else value if isinstance(value, str) else line[key], key)
            if isinstance(value, (int, float)):
                equal(float(line[key]), value, key)
    with curves.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    equal(len(lines), 2 * (30 + 10), "lines of the curves")
    last = [line for line in lines if line["method"] == "hill" and line["budget"] == "30"][-1]
    equal((last["evaluation"], float(last["mean"])), ("30", found[2]["mean"]), "the end of a curve")
    for line in lines:
        check(float(line["low"]) <= float(line["mean"]) <= float(line["high"]), f"the band of {line}")


@case
def chart():
    """The curves are drawn, and no output takes the place of another or of what is read"""
    picture, plain = TEMP / "curves.svg", TEMP / "both.csv"
    study(*SMALL, "--json", "--chart", picture)
    text = picture.read_text(encoding="utf-8")
    check(text.startswith("<?xml") and "<svg" in text, "an SVG")
    problem = TEMP / "problem.json"
    problem.write_text('{"space": "paper-2"}', encoding="utf-8")
    for arguments, part in ((["--csv", plain, "--curves", plain], "two files"),
                            (["--problem", problem, "--csv", problem], "is read"),
                            (["--chart", TEMP / "curves.xyz"], ".svg")):
        _, err = study(*SMALL[2:], *arguments, status=2)
        check(part in err, f"{part} in {err}")
    equal(problem.read_text(encoding="utf-8"), '{"space": "paper-2"}', "the problem")
    check(not plain.exists(), "nothing is written")


@case
def one_run():
    """One seed has no deviation, and no test has a p-value below 1"""
    out, _ = study("--space", "paper-2", "--methods", "random,hill", "--seeds", "3", "--budget", "5",
                   "--optimum-limit", "0", "--json")
    result = json.loads(out)
    equal([row["sd"] for row in result["rows"]], [None, None], "deviations")
    equal(result["rows"][1]["p_value"], 1.0, "p-value")
    equal(result["target"]["kind"], "best known", "target")
    equal(result["optimum"], None, "optimum")


@case
def refusals():
    """Lists that make no sense are refused with what was expected"""
    broken = TEMP / "broken.json"
    broken.write_text('{"space": 5}', encoding="utf-8")
    for arguments, part in (
            (["--methods", "randon"], "random"),
            (["--methods", "random,random"], "once"),
            (["--methods", "random:no-such"], "no-such"),
            (["--seeds", "5-1"], "smaller"),
            (["--seeds", "x"], "1-20"),
            (["--budget", "0"], "evaluations"),
            (["--baseline", "hill", "--methods", "random"], "--methods"),
            (["--optimum-limit", "-1"], "seconds"),
            (["--space", "no-such-space"], "no-such-space"),
            (["--space", "no-such-space"], "same-generation"),
            (["--power", "300"], "budget of 300"),
            (["--problem", broken], "/space: found 5"),
            (["surplus"], "surplus")):
        space = [] if "--problem" in arguments else ["--space", "paper-2"]
        out, err = study(*space, *arguments, status=2)
        equal(out, "", f"standard output of {arguments}")
        check(part in err or "too many" in err, f"{part} in {err}")


def weft(*arguments, status=0):
    """Standard output and error of any command, with a folder of runs of its own."""
    environment = dict(os.environ, WEFT_TRAIL_DIR=str(TEMP / "runs"))
    done = subprocess.run([WEFT, *map(str, arguments)], capture_output=True, timeout=240, check=False, env=environment)
    equal(done.returncode, status, f"weft {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


@case
def resume():
    """A run is not resumed with options that it would not heed, nor when it has ended"""
    weft("search", "--methods", "random", "--budget", 5, "--no-optimum")
    for arguments, part in (
            (["--budget", "20"], "--budget"),
            (["--space", "paper-3"], "--space"),
            (["machine.weft"], "machine.weft"),
            ([], "has ended")):
        out, err = weft("search", "--resume", "last", "--no-optimum", *arguments, status=2)
        equal(out, "", f"standard output of {arguments}")
        check(part in err, f"{part} in {err}")


@case
def outputs_first():
    """What cannot or must not be written is refused before anything is searched"""
    design = TEMP / "design.weft"
    design.write_bytes((CATALOG / "systems" / "iter33.weft").read_bytes())
    before = design.read_bytes()
    for arguments, word in ((["search", design, "-o", design], "is read"),
                            (["search", "--csv", TEMP / "nowhere" / "x.csv"], "no folder"),
                            (["search", "-b", "-5"], "-5"),
                            (["optimum", design, "-o", design], "is read"),
                            (["study", "--chart", TEMP / "x.gif"], ".svg"),
                            (["study", design, "--curves", design], "is read")):
        done = subprocess.run([WEFT, *map(str, arguments)], capture_output=True, timeout=240, check=False,
                              env=os.environ)
        equal(done.returncode, 2, f"weft {arguments}: status")
        check(word in done.stderr.decode("utf-8"), f"{word} in {done.stderr}")
    equal(design.read_bytes(), before, "the design")


@case
def candidates():
    """weft search --csv has every candidate, and why those without a score have none"""
    table = TEMP / "all.csv"
    out, _ = weft("search", "--methods", "random", "--budget", 60, "--no-record", "--no-optimum", "--csv", table, "--json")
    run = json.loads(out)["runs"][0]
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    kinds = [row["kind"] for row in rows]
    equal((kinds.count("invalid"), kinds.count("infeasible")), (run["invalid"], run["infeasible"]), "kinds")
    check(run["infeasible"] > 0, "some are infeasible")
    for row in rows:
        equal(row["why"] == "", row["kind"] == "feasible", f"why of {row}")
    check(any("no partition can run" in row["why"] for row in rows), "the reason")


@case
def limits():
    """When limits leave nothing the answer says which they are, and that a design takes the whole budget"""
    space, problem = TEMP / "one.json", TEMP / "limits.json"
    space.write_text('{"chips": ["B200"], "fractions": [1]}', encoding="utf-8")
    for limit, part in (({"cost_usd": 15e6}, "whole budget"), ({"cost_usd": 60e6}, "B200 1")):
        problem.write_text(json.dumps({"space": str(space), "constraints": limit}), encoding="utf-8")
        out, _ = weft("optimum", "--problem", problem, status=1 if part == "whole budget" else 0)
        check(part in out.replace("\n", " "), f"{part} in {out}")


if __name__ == "__main__":
    main()
