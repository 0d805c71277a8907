#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calibration from the command line: fits of known knobs, projections, tables, trends, files, and what is refused."""
import csv
import io
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Skip, case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-calibrate-")
TEMP = pathlib.Path(FOLDER.name)
EXAMPLES = ROOT / "docs" / "calibration"
OPTIONS = ["--fit", "--platforms", "--attributes", "--platform", "--operator", "--segments", "--date", "--output",
           "--knobs", "--residuals", "--series", "--dark", "--simulated", "--measurements", "--only", "--folds", "--card",
           "--rows", "--check"]
PLATFORMS = """platform,peak_tflops,mem_bw_GBps,link_bw_GBps,link_lat_us,n_dev,hops,chip,fabric,use
A,300,2000,200,0,8,1,h100-sxm-80,NVLink,Calibration
B,150,1000,100,0,8,1,,PCIe,Calibration
C,200,1500,150,0,8,1,,PCIe,Calibration
D,250,1800,180,0,8,1,,PCIe,Projection
"""
FACTS = {"A": (300e12, 2000e9, 200e9), "B": (150e12, 1000e9, 100e9), "C": (200e12, 1500e9, 150e9)}


def weft(*arguments, status=0):
    """Standard output and error of one run, which has to end with that status."""
    environment = dict(os.environ)
    environment.pop("COLUMNS", None)
    done = subprocess.run([WEFT, "calibrate", *map(str, arguments)], capture_output=True, timeout=240, check=False,
                          cwd=TEMP, env=environment)
    equal(done.returncode, status, f"weft calibrate {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def answer(*arguments, status=0):
    """The JSON of a run that has nothing to say besides."""
    out, err = weft(*arguments, "--json", status=status)
    equal(err, "", f"{arguments}: standard error")
    return json.loads(out)


def refused(*arguments, words):
    """A run that fails: one line on standard error, nothing on standard output."""
    for more in ([], ["--json"]):
        out, err = weft(*arguments, *more, status=2)
        equal(out, "", f"{arguments}: standard output")
        check(err.startswith("weft"), err)
        for word in words:
            check(word in err.replace("\u00a0", " "), f"{arguments}: {word!r} in {err!r}")


def write(name, content):
    (TEMP / name).write_text(content, encoding="utf-8")
    return name


def kernel(rng, platform, op, phi, beta, launch_us, n=36, noise=0.02, intensity=(5, 4000)):
    """Lines of a kernel with these knobs, sizes over six decades."""
    peak, bw, _ = FACTS[platform]
    lines = []
    for _ in range(n):
        size = int(10 ** rng.uniform(4, 10))
        flops = int(size * math.exp(rng.uniform(math.log(intensity[0]), math.log(intensity[1]))))
        seconds = launch_us * 1e-6 + max(flops / (peak * phi), size / (bw * beta))
        lines.append(f"{platform},{op},{flops},{size},1,{seconds * 1e6 * math.exp(rng.gauss(0, noise)):.6f}")
    return lines


def collective(platform, op, n_dev, beta, launch_us, growth=1.0):
    """Lines of a collective; the time of a byte is that many times as long."""
    bw = FACTS[platform][2]
    factor = {"allreduce": 2 * (n_dev - 1) / n_dev, "allgather": (n_dev - 1) / n_dev, "p2p": 1}[op]
    return [f"{platform},{op},0,{2 ** k},{n_dev},{launch_us + growth * factor * 2 ** k / (bw * beta) * 1e6:.6f}"
            for k in range(10, 31)]


def example():
    """Measurements of three platforms, and their files."""
    rng = random.Random(5)
    lines = ["platform,op,flops,bytes,n_dev,time_us"]
    for platform, phi in (("A", 0.7), ("B", 0.75), ("C", 0.72)):
        lines += kernel(rng, platform, "gemm", phi, 0.8, 7)
        lines += kernel(rng, platform, "getrf", phi - 0.3, 0.6, 20)
        lines += collective(platform, "allreduce", 8, 0.7, 25)
    lines += kernel(rng, "A", "spmv", 0.2, 0.6, 9, intensity=(0.1, 1))
    return write("points.csv", "\n".join(lines) + "\n"), write("platforms.csv", PLATFORMS)


POINTS, DESCRIBED = example()


@case
def known_knobs():
    """fit finds the knobs that measurements were made with"""
    fit = answer("fit", POINTS, "--platforms", DESCRIBED)
    equal(fit["format"], "weft-fit/1", "format")
    for platform, phi in (("A", 0.7), ("B", 0.75), ("C", 0.72)):
        for op, knobs in (("gemm", (phi, 0.8, 7)), ("getrf", (phi - 0.3, 0.6, 20))):
            found = fit["knobs"][platform][op]
            equal(len(found), 1, f"{platform} {op}: segments")
            for key, value in zip(("phi", "beta", "l_us"), knobs):
                check(abs(found[0][key] / value - 1) < 0.04, f"{platform} {op} {key}: {found[0][key]}, made {value}")
            check(found[0]["identified"] and "bound" not in found[0], f"{platform} {op}: {found[0]}")
            check(found[0]["mape"] < 0.03 and found[0]["from"] < found[0]["to"], f"{platform} {op}: {found[0]}")
        comm = fit["knobs"][platform]["allreduce"][0]
        check(abs(comm["beta"] - 0.7) < 1e-4 and abs(comm["l_us"] - 25) < 1e-3, f"{platform}: {comm}")
        equal((comm["n_dev"], comm["phi"], comm["identified"]), (8, None, True), f"{platform} allreduce")


@case
def untold_knobs():
    """A knob that points do not tell is null, with its bound beside it"""
    spmv = answer("fit", POINTS, "--platforms", DESCRIBED)["knobs"]["A"]["spmv"][0]
    equal((spmv["phi"], spmv["identified"]), (None, False), "phi")
    check(0 < spmv["bound"]["phi"] < 0.02, f"bound {spmv['bound']}")
    check("beta" not in spmv["bound"] and abs(spmv["beta"] - 0.6) < 0.02, f"beta {spmv}")
    check("projected" not in spmv, "no other platform has it")


@case
def segments():
    """A break in size is found, and --segments 1 does not look for one"""
    rng = random.Random(3)
    lines = ["set,flops,bytes,time_us"]
    for _ in range(60):
        size = 10 ** rng.uniform(4, 9.4)
        flops = size * 10 ** rng.uniform(0.7, 3.6)
        launch, phi, beta = (6, 0.55, 0.5) if size < 3e6 else (20, 0.8, 0.85)
        seconds = launch * 1e-6 + max(flops / (300e12 * phi), size / (2000e9 * beta))
        lines.append(f"one,{flops:.0f},{size:.0f},{seconds * 1e6 * math.exp(rng.gauss(0, 0.02)):.6f}")
    points = write("break.csv", "\n".join(lines) + "\n")
    facts = '{"peak_tflops":300,"mem_bw_GBps":2000}'
    found = answer("fit", points, "--attributes", facts)["knobs"]["one"]["break"]
    equal(len(found), 2, "segments")
    check(found[0]["to"] < 3e6 < found[1]["from"], f"cut between {found[0]['to']} and {found[1]['from']}")
    equal([segment["axis"] for segment in found], ["bytes"] * 2, "axis")
    one = answer("fit", points, "--attributes", facts, "--segments", 1)
    equal(len(one["knobs"]["one"]["break"]), 1, "segments")
    check(one["accuracy"][0]["mape"] > 3 * found[0]["mape"], "one segment is worse")
    check("break.csv: the set “one” has the facts" in one["notes"][0], f"notes {one['notes']}")


@case
def words():
    """fit says in words what it found, with outliers, failures and notes"""
    lines = (TEMP / POINTS).read_text().splitlines() + ["A,gemm,0,1000000,1,500", "B,few,1,1,1,1"]
    points = write("more.csv", "\n".join(line + ("," if i else ",remark") for i, line in enumerate(lines)) + "\n")
    out, err = weft("fit", points, "--platforms", DESCRIBED)
    equal(err, "", "standard error")
    out = out.replace("\u00a0", " ")
    for word in ("Arithmetic φ", "Outliers, which count all the same", f"more.csv:{len(lines) - 1}, A gemm: measured 500 µs",
                 "Not fitted", "B few: 1 point for 3 knobs", "Note: more.csv: not read: remark"):
        check(word in out, f"{word!r} in\n{out}")


@case
def same_bytes():
    """The same measurements give the same bytes"""
    first = weft("fit", POINTS, "--platforms", DESCRIBED, "--json")[0]
    equal(weft("fit", POINTS, "--platforms", DESCRIBED, "--json")[0], first, "second run")
    provenance = json.loads(first)["provenance"]
    equal([file["name"] for file in provenance["files"]], ["platforms.csv", "points.csv"], "files")
    check(all(re.fullmatch("[0-9a-f]{64}", file["sha256"]) for file in provenance["files"]), "digests")
    check("date" not in provenance, "no date unless it is given")


@case
def units_refused():
    """Units in cells, mixed units and bad numbers are refused with line and column"""
    for text, words_ in (("bytes,time_us\n1,2\n1,3.2 ms\n", ["u.csv:3:3:", "“ms”", "“us”"]),
                         ("bytes,time_us\n1,450us\n", ["u.csv:2:3:", "“us”"]),
                         ("bytes,time_us\n1,-5\n", ["u.csv:2:3:", "found -5", "above 0"]),
                         ("bytes,time_us\n1,\n", ["u.csv:2:3:", "is empty"]),
                         ("bytes,time_us\n1,nan\n", ["u.csv:2:3:", "found \"nan\""]),
                         ("bytes,time\n1,2\n", ["u.csv:1:7:", "has no unit"]),
                         ("bytes,cycles\n1,2\n", ["u.csv:1:1:", "no column says the time"])):
        refused("fit", write("u.csv", text), words=words_)
    refused("fit", "nowhere.csv", words=["nowhere.csv"])
    refused("fit", write("u.csv", "platform,bytes,time_us\nAA,1,1\n"), "--platforms", DESCRIBED,
            words=["u.csv:2:1: the platform \"AA\" is not described"])


@case
def project():
    """project gives knobs with intervals, and compares a platform that was measured"""
    weft("fit", POINTS, "--platforms", DESCRIBED, "--output", "fit.json")
    for arguments in (["--platform", "D"], ["--attributes", '{"name":"D","peak_tflops":250,"mem_bw_GBps":1800}']):
        found = answer("project", "--fit", "fit.json", *arguments)
        equal((found["platform"], found["platforms"]), ("D", 3), "platform")
        gemm = found["knobs"]["D"]["gemm"][0]
        check(0.68 < gemm["phi"] < 0.77 and abs(gemm["beta"] - 0.8) < 0.03, f"gemm {gemm}")
        low, high = gemm["interval"]["phi"]
        check(low <= gemm["phi"] <= high and low < high, f"interval {gemm}")
        check(abs(gemm["l_us"] - 7) < 0.5 and gemm["held_out_error"] is None, f"launch {gemm}")
    own = answer("project", "--fit", "fit.json", "--platform", "B")
    equal(own["platforms"], 2, "its own measurements are not used")
    check(0.005 < own["held_out_error"] < 0.1 and own["knobs"]["B"]["gemm"][0]["held_out_points"] == 36, f"{own}")
    out, _ = weft("project", "--fit", "fit.json", "--platform", "D", "--knobs", "projected.json")
    check("From 3 platforms" in out, out)
    equal(json.loads((TEMP / "projected.json").read_text())["format"], "weft-knobs/1", "knobs")
    refused("project", "--fit", "fit.json", "--platform", "E", words=["“E”", "--attributes"])
    refused("project", "--fit", "fit.json", words=["--platform NAME"])
    refused("project", "--platform", "D", words=["no --fit"])
    refused("project", "--fit", "fit.json", "--attributes", '{"peak":1}', words=["has no unit"])


@case
def table():
    """table has the layouts of CHASE's table 3 and figure 12"""
    weft("fit", POINTS, "--platforms", DESCRIBED, "--output", "fit.json")
    fit = json.loads((TEMP / "fit.json").read_text())
    out, _ = weft("table", "--fit", "fit.json")
    out = out.replace("\u00a0", " ")
    check(re.search(r"^Platform +System +Scale +Fabric +Use +Points$", out, re.MULTILINE), out)
    check(re.search(r"^A +h100-sxm-80 +1–8 devices +NVLink +Calibration +129$", out, re.MULTILINE), out)
    check(re.search(r"^D +– +8 devices +PCIe +Projection +0$", out, re.MULTILINE), out)
    check(re.search(r"^Operator +A +B +C +All +Held out$", out, re.MULTILINE), out)
    check("Mean of computing" in out and "Mean of communicating" in out, out)
    found = answer("table", "--fit", "fit.json")
    errors = {(row["platform"], row["op"]): row["mape"] for row in fit["accuracy"]}
    for op, row in found["errors"].items():
        for platform, error in row.items():
            check(abs(error - errors[platform, op]) < 1e-12, f"{op} {platform}")
    equal(sum(len(row) for row in found["errors"].values()), len(errors), "cells")


@case
def tail():
    """A 99th percentile becomes a column of tails"""
    lines = ["op,bytes,time_us,p99_us"] + [f"copy,{10 ** (4 + i / 8):.0f},{5 + 10 ** (i / 8 - 2):.6f},"
                                           f"{1.5 * (5 + 10 ** (i / 8 - 2)):.6f}" for i in range(40)]
    facts = ["--attributes", '{"mem_bw_GBps":2000}']
    fit = answer("fit", write("tail.csv", "\n".join(lines)), *facts)
    check(abs(fit["accuracy"][0]["tail_ratio"] - 1.5) < 1e-6, f"{fit['accuracy']}")
    out, _ = weft("fit", "tail.csv", *facts)
    check("p99 / fitted" in out and "1.50" in out, out)


@case
def trend():
    """check says where congestion begins, and whether a simulation shows it"""
    header = ["platform,op,flops,bytes,n_dev,time_us"]
    grown = [line for n in (2, 4, 8) for line in collective("A", "allreduce", n, 0.7, 10, 1.5 if n == 8 else 1)]
    flat = [line for n in (2, 4, 8) for line in collective("A", "allreduce", n, 0.7, 10)]
    write("grown.csv", "\n".join(header + grown))
    write("flat.csv", "\n".join(header + flat))
    found = answer("check", "grown.csv", "--platforms", DESCRIBED, "--simulated", "flat.csv", status=1)
    trend_ = found["trends"][0]
    equal((trend_["measured"]["onset_n_dev"], trend_["simulated"]["onset_n_dev"]), (8, None), "onset")
    check(not found["same"] and not trend_["same_onset"], f"{trend_}")
    check(abs(trend_["measured"]["groups"][2]["excess"] - 0.5) < 0.02, f"{trend_['measured']}")
    found = answer("check", "grown.csv", "--platforms", DESCRIBED, "--simulated", "grown.csv")
    check(found["same"] and found["trends"][0]["difference"] < 1e-9, f"{found}")
    found = answer("check", "flat.csv", "--platforms", DESCRIBED)
    check(found["same"] and found["trends"][0]["difference"] < 0.01, f"the simulator's star: {found}")
    out, _ = weft("check", "grown.csv", "--platforms", DESCRIBED, status=1)
    check("congestion from 8 devices on" in out and "differs in" in out, out)
    weft("fit", "flat.csv", "--platforms", DESCRIBED, "-o", "flat.json")
    check(answer("check", "--fit", "flat.json")["same"], "from a fit")
    refused("check", write("gemm.csv", "bytes,time_us\n1,1\n2,2\n3,3\n"), "--attributes", '{"mem_bw_GBps":1}',
            words=["no communication was measured"])


@case
def files():
    """fit writes itself, knobs and residuals"""
    out, err = weft("fit", POINTS, "--platforms", DESCRIBED, "-o", "out.json", "--knobs", "knobs.json", "--date",
                    "May 2026", "--residuals", "r.csv", "--json")
    fit = json.loads(out)
    equal(json.loads((TEMP / "out.json").read_text()), fit, "the file is what is printed")
    equal(fit["provenance"]["date"], "May 2026", "date")
    check("out.json" in err and "knobs.json" in err and "r.csv" in err, err)
    rows = list(csv.DictReader(io.StringIO((TEMP / "r.csv").read_text())))
    equal(len(rows), fit["provenance"]["points"], "residuals")
    for row in rows:
        error = float(row["predicted_us"]) / float(row["measured_us"]) - 1
        check(abs(error - float(row["error"])) < 1e-9, f"{row}")
    knobs = json.loads((TEMP / "knobs.json").read_text())
    equal({knob["chip"] for knob in knobs["knobs"]}, {"h100-sxm-80", "B", "C"}, "chips")
    equal(knobs["comm"], [], "several platforms have communication")
    for name in ("r.svg", "r.png", "r.pdf"):
        weft("fit", POINTS, "--platforms", DESCRIBED, "--residuals", name, "--series", "A gemm", "--dark")
        check((TEMP / name).stat().st_size > 2000, name)
    svg = (TEMP / "r.svg").read_text()
    check("<title>" in svg, "the picture has a title")
    refused("fit", POINTS, "--platforms", DESCRIBED, "-o", POINTS, words=["is read, expected another file"])
    refused("fit", POINTS, "--platforms", DESCRIBED, "--residuals", "r.txt", words=["r.txt"])
    _, err = weft("fit", POINTS, "--platforms", DESCRIBED, "--residuals", "r.svg", "--series", "A gem", status=2)
    check("there is no series “A gem”; the first is “A gemm”" in err, err)


@case
def knobs_for_the_mapper():
    """Knobs of one platform are taken by map, with their sizes"""
    one = "\n".join(line for line in (TEMP / POINTS).read_text().splitlines() if line.startswith(("platform", "A,")))
    weft("fit", write("one.csv", one.replace("gemm", "symgs")), "--platforms", DESCRIBED, "--knobs", "one.json")
    knobs = json.loads((TEMP / "one.json").read_text())
    equal([(row["comm"], row["ranks"]) for row in knobs["comm"]], [("all_reduce", 8)], "communication")
    command = [WEFT, "map", "hpcg:n=64,iterations=2,blocks=2", str(ROOT / "catalog" / "systems" / "chase-mixed.weft"),
               "--json"]
    plain = subprocess.run(command, capture_output=True, check=True, cwd=TEMP)
    calibrated = subprocess.run(command + ["--knobs", "one.json"], capture_output=True, check=True, cwd=TEMP)
    check(json.loads(calibrated.stdout)["makespan"] > json.loads(plain.stdout)["makespan"], "launches take time")


@case
def broken_fits():
    """A fit that is none is refused with the place"""
    refused("table", "--fit", write("bad.json", "{}"), words=["/format"])
    refused("table", "--fit", write("bad.json", "{\"format\":\"weft-fit/1\"}"), words=["measurements"])
    refused("table", "--fit", write("bad.json", "no"), words=["bad.json:1:1"])
    refused("table", "--fit", POINTS, words=[POINTS])


@case
def company():
    """Options and verbs that do not go together are refused"""
    refused("guess", words=["found “guess”, expected one of fit, project, table, check, evaluator"])
    refused("table", "--fit", "x.json", "--segments", 2, words=["--segments has no meaning here"])
    refused("fit", POINTS, "--simulated", POINTS, words=["--simulated has no meaning here"])
    refused("fit", POINTS, "--segments", 0, words=["--segments: found 0", "at least 1"])
    refused("fit", POINTS, "--segments", 9, words=["--segments is 9, expected 1 to 4"])
    refused("fit", POINTS, "--dark", words=["--dark goes only with --residuals"])
    refused("fit", words=["found 0 files"])
    refused("table", "--fit", "x.json", POINTS, words=["found 1 file,"])
    refused("check", words=["found 0 files"])
    refused("fit", POINTS, "--card", "card.md", words=["--card has no meaning here"])
    refused("evaluator", "--fit", "x.json", words=["--fit has no meaning here"])


@case
def evaluator_refused():
    """What the evaluator's fit cannot take is refused with place and what was expected"""
    refused("evaluator", "--folds", 1, words=["--folds: found 1", "at least 2"])
    refused("evaluator", "--folds", 0, words=["--folds: found 0", "at least 2"])
    refused("evaluator", "--folds", 101, words=["--folds is 101, expected 2 to 100"])
    refused("evaluator", "--only", "beauty", words=["--only is “beauty”, expected one of"])
    refused("evaluator", "--check", "--output", "p.json", words=["--output has no meaning with --check"])
    refused("evaluator", "--profile", "nobody", words=["nobody"])
    refused("evaluator", "--check", write("odd.csv", "a,b\n1,2\n"), words=["odd.csv:1:1", "no table of measurements"])
    refused("evaluator", "--check", "none.csv", words=["none.csv"])
    (TEMP / "bare").mkdir()
    for nothing in (write("header.csv", HEADER), "bare"):
        refused("evaluator", "--check", nothing, words=["no row of measurements", "at least one"])
    refused("evaluator", "--check", "--card", "nowhere/card.md", write("one.csv", HEADER), words=["no folder nowhere"])


HEADER = "id,workload,model,chip,metric,value,unit,source,certainty,note\n"


@case
def evaluator_keeps_tables():
    """A table that is read is not written over, however it was named"""
    content = HEADER + "a,juggling,x,H100,balls,3,1,me,low,\n"
    table = write("kept.csv", content)
    (TEMP / "kept").mkdir()
    inside = TEMP / "kept" / "inside.csv"
    inside.write_text(content)
    for option in ("--card", "--rows"):
        for arguments, target in ((["--measurements", table], table), (["--measurements", "kept"], inside),
                                  (["kept"], inside), ([table], table)):
            refused("evaluator", "--check", *arguments, option, target, words=["is read, expected another file"])
    refused("evaluator", "--measurements", table, "--output", table, words=["is read, expected another file"])
    equal((TEMP / table).read_text(), content, "the table")
    equal(inside.read_text(), content, "the table in the folder")


@case
def evaluator_check():
    """Rows that nobody reads are counted by kind; nothing is fitted"""
    table = write("kinds.csv", HEADER + "a,juggling,x,H100,balls,3,1,me,low,\nb,juggling,x,H100,balls,4,1,me,low,\n")
    found = answer("evaluator", "--check", table)
    equal((found["rows"], found["fitted"], found["unused"]), (2, False, ["juggling, balls: 2 rows"]), "counts")
    weft("evaluator", "--check", table, "--card", "card.md", "--rows", "rows.csv")
    check("juggling, balls: 2 rows" in (pathlib.Path(TEMP) / "card.md").read_text(encoding="utf-8"), "the card tells")
    check((pathlib.Path(TEMP) / "rows.csv").read_text(encoding="utf-8").startswith("domain,set,id,"), "rows have a header")


def card_lines(path):
    """The table of lines to reach of a card: what, measure, met or missed."""
    text = path.read_text(encoding="utf-8").split("## Lines to reach", 1)[1].split("\n## ", 1)[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    return {(row[0], row[1]): row[5].split(" by ")[0] for row in rows[2:]}


@case
def evaluator_shipped():
    """The shipped profile and its model card are what the command makes of the measurements"""
    shared = pathlib.Path(os.environ.get("WEFT_SHARED_DIR", "")) / "measurements"
    card, profile = ROOT / "docs" / "model-card.md", ROOT / "catalog" / "profiles" / "measured.json"
    if not os.environ.get("WEFT_SHARED_DIR") or not shared.is_dir() or not card.exists():
        raise Skip("WEFT_SHARED_DIR has no measurements")
    weft("evaluator", "--measurements", shared, "--output", "measured.json", "--card", "model-card.md")
    shipped, made = ({row["key"]: row for row in json.loads(path.read_text(encoding="utf-8"))["constants"]}
                     for path in (profile, TEMP / "measured.json"))
    equal(sorted(made), sorted(shipped), "constants")
    for key, row in made.items():
        if "residual" in row:
            check(abs(row["value"] - shipped[key]["value"]) <= 2e-3 * abs(row["value"]),
                  f"{key}: {row['value']}, shipped {shipped[key]['value']}: fit again and ship what it writes")
    equal(card_lines(TEMP / "model-card.md"), card_lines(card), "lines of the card")


@case
def examples():
    """The measurements of the guide are fitted as they stand"""
    fit = answer("fit", EXAMPLES / "gemm.csv", EXAMPLES / "allreduce.csv", "--platforms", EXAMPLES / "platforms.csv")
    equal((fit["provenance"]["points"], len(fit["failed"])), (324, 0), "points")
    check(all(row["mape"] < 0.07 for row in fit["accuracy"]), f"{fit['accuracy']}")


@case
def shared():
    """The synthetic set beside the project gives its knobs back"""
    folder = pathlib.Path(os.environ.get("WEFT_SHARED_DIR", "/nowhere")) / "cal"
    if not (folder / "points_truth.json").exists():
        raise Skip("WEFT_SHARED_DIR has no such set")
    truth = json.loads((folder / "points_truth.json").read_text())
    fit = answer("fit", folder / "points.csv", "--platforms", folder / "platforms.csv")
    errors = {"phi": [], "beta": [], "l_us": []}
    for platform, ops in truth.items():
        for op, knobs in ops.items():
            for key, value in (("phi", knobs.get("phi")), ("beta", knobs["beta"]), ("l_us", knobs["l"])):
                found = fit["knobs"][platform][op][0][key]
                if value is not None and found is not None:
                    errors[key].append(abs(found / value - 1))
    for key, list_ in errors.items():
        median = sorted(list_)[len(list_) // 2]
        check(median < 0.02, f"{key}: median error {median:.4f} of {len(list_)}")


@case
def manual():
    """The man page, the completions and the guide name every option"""
    for path in (ROOT / "data" / "man" / "weft.1", ROOT / "data" / "completions" / "weft.bash",
                 ROOT / "data" / "completions" / "_weft", ROOT / "data" / "completions" / "weft.fish"):
        text = path.read_text(encoding="utf-8").replace("\\-", "-")
        for option in OPTIONS:
            spelled = f"-l {option[2:]}" if path.suffix == ".fish" else option
            check(spelled in text, f"{option} in {path.name}")
    text, _ = weft("--help")
    for option in OPTIONS:
        check(option in text, f"{option} in the help")


if __name__ == "__main__":
    main()
