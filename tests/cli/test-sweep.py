#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What-if questions from the command line: sweeps, tornados, elasticities, break-evens, doubt, presets, and refusals."""
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-sweep-")
TEMP = pathlib.Path(FOLDER.name)
SYSTEMS = ROOT / "catalog" / "systems"
ITER33 = SYSTEMS / "iter33.weft"
H100 = SYSTEMS / "h100-reference.weft"
GRAPH = SYSTEMS / "nvl72.weft"
BANDWIDTH = "partitions/0/chip/mem_bw_gbs"
OPTIONS = ["--input", "--output", "--tornado", "--total", "--elasticities", "--all", "--top", "--break-even", "--over",
           "--uncertainty", "--samples", "--whole", "--against", "--preset", "--list-inputs", "--list-presets", "--csv",
           "--chart"]
PRESETS = ["archagent-all", "archagent-hbm4", "archagent-in-network", "archagent-injection-200"]


def weft(*arguments, status=0):
    """Standard output and error of one run, which has to end with that status."""
    environment = dict(os.environ)
    environment["COLUMNS"] = "160"
    done = subprocess.run([WEFT, "sweep", *map(str, arguments)], capture_output=True, timeout=240, check=False,
                          cwd=TEMP, env=environment)
    equal(done.returncode, status, f"weft sweep {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8").replace("\u00a0", " "), done.stderr.decode("utf-8")


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


def near(found, expected, tolerance, what):
    check(abs(found - expected) <= tolerance, f"{what}: found {found}, expected {expected} within {tolerance}")


def write(name, content):
    (TEMP / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return name


def evaluate(path):
    done = subprocess.run([WEFT, "evaluate", path, "--json"], capture_output=True, check=True, cwd=TEMP)
    return json.loads(done.stdout)


@case
def documented():
    """Every option is in the man page, the guide and the completions."""
    places = [ROOT / "data" / "man" / "weft.1", ROOT / "docs" / "what-if.md", ROOT / "data" / "completions" / "_weft",
              ROOT / "data" / "completions" / "weft.bash", ROOT / "data" / "completions" / "weft.fish"]
    for place in places:
        text = place.read_text(encoding="utf-8").replace("\\-", "-")
        for option in OPTIONS:
            name = option[2:] if place.suffix == ".fish" else option
            check(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None, f"{option} in {place.name}")
    for preset in PRESETS:
        check(f"`{preset}`" in places[1].read_text(encoding="utf-8"), f"{preset} in what-if.md")


# --- sweeps ---

@case
def sweep():
    """The point where a design stands is the design's own score, and more bandwidth is more."""
    found = answer(ITER33, "--input", f"{BANDWIDTH}=2000:32000:5:log", "--output", "score", "--output", "workloads/hpcg/value")
    equal(found["inputs"][0]["path"], BANDWIDTH, "path")
    equal(found["inputs"][0]["value"], 8000, "value")
    equal([point["inputs"][0] for point in found["points"]], [2000, 4000, 8000, 16000, 32000], "values")
    scores = [point["outputs"][0] for point in found["points"]]
    equal(scores, sorted(scores), "scores grow")
    plain = evaluate(ITER33)
    equal(scores[2], plain["score"], "score where it stands")
    equal(found["points"][2]["outputs"][1], plain["workloads"]["hpcg"]["value"], "HPCG where it stands")
    equal(found["no_effect"], [], "something moves")
    out, _ = weft(ITER33, "--input", f"{BANDWIDTH}=2000:32000:5:log")
    check("8.00 TB/s" in out and "1.929×" in out, out)


@case
def two_inputs_and_a_held_one():
    found = answer(ITER33, "--input", f"{BANDWIDTH}=4000,8000", "--input", "budget=1 MW,2 MW", "--input", "constants/mfu=0.4")
    equal([point["inputs"] for point in found["points"]],
          [[4000, 1e6], [4000, 2e6], [8000, 1e6], [8000, 2e6]], "points")
    equal([(held["path"], held["at"]) for held in found["held"]], [("constants/mfu", 0.4)], "held")
    alone = answer(ITER33, "--input", f"{BANDWIDTH}=8000", "--input", "constants/mfu=0.4")
    equal(found["points"][2]["outputs"][0], alone["after"]["score"], "held counts")


@case
def held_alone():
    """One value is answered beside the design as it stands."""
    out, _ = weft(ITER33, "--input", f"{BANDWIDTH}=16000")
    check("As it is" in out and "What if" in out and "1.207×" in out, out)


@case
def no_effect():
    """What does not move says so, with the reason where that is known (K15)."""
    found = answer(ITER33, "--input", "partitions/0/scaleup/gbs=100:900:3", "--output", "workloads/fft/value")
    equal([(flat["input"], flat["output"]) for flat in found["no_effect"]],
          [("partitions/0/scaleup/gbs", "workloads/fft/value")], "flat")
    design = write("eight.weft", {
        "name": "Eight", "facility": {"power_w": 24320},
        "workload": {"weights": {"serving": 1},
                     "values": {"llm_params": 400000000000, "llm_layers": 126, "llm_hidden": 16384}},
        "partitions": [{"chip": "H100", "role": "general", "power_frac": 1, "scaleup": "NVLink4", "scaleout": "IB-NDR"}]})
    out, _ = weft(design, "--profile", "archagent-2026", "--input", "budget=24320:48640:3",
                  "--output", "workloads/serving/decode_user_tokens_s")
    check("no effect of Budget" in out and "group size 8" in out, out)
    out, _ = weft(ITER33, "--input", "workload/weights/fft=0.1:0.4:3", "--output", "workloads/fft/value")
    check("no effect of Weight of FFT on FFT: weights bear on the score alone" in out, out)


@case
def points_without_an_answer():
    """They stay empty, with the reason; none at all is status 1."""
    found = answer(ITER33, "--input", "budget=1 kW,1 MW")
    equal(found["points"][0]["outputs"], [0], "too little power")
    check("needs" in found["points"][0]["reason"], found["points"][0]["reason"])
    check("reason" not in found["points"][1], "the other one has an answer")
    out, _ = weft(ITER33, "--input", "budget=1:100:30", status=1)
    check("22 more points have no answer" in out, out)


@case
def files():
    """CSV holds the points; charts are drawn of lines, maps and tornados."""
    weft(ITER33, "--input", f"{BANDWIDTH}=4000:8000:3", "--csv", "points.csv", "--chart", "line.svg")
    with open(TEMP / "points.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    equal(rows[0], [BANDWIDTH, "score"], "header")
    equal([float(row[0]) for row in rows[1:]], [4000, 6000, 8000], "values")
    near(float(rows[3][1]), evaluate(ITER33)["score"], 1e-12, "score")
    weft(ITER33, "--input", f"{BANDWIDTH}=4000:8000:3", "--input", "budget=1 MW,2 MW", "--chart", "lines.svg")
    weft(ITER33, "--tornado", "--csv", "bars.csv", "--chart", "bars.png")
    for name in ("line.svg", "lines.svg"):
        check("<svg" in (TEMP / name).read_text(encoding="utf-8")[:400], name)
    check((TEMP / "bars.png").read_bytes().startswith(b"\x89PNG"), "bars.png")
    with open(TEMP / "bars.csv", newline="", encoding="utf-8") as file:
        check(len(list(csv.DictReader(file))) > 40, "bars.csv")


# --- which inputs matter ---

@case
def tornado():
    """Bars by size; an input alone gives the ends of a sweep over its range."""
    found = answer(ITER33, "--tornado")
    bars = found["bars"]
    spans = [bar["swing"] for bar in bars]
    equal(spans, sorted(spans, reverse=True), "by size")
    bar = next(bar for bar in bars if bar["path"] == BANDWIDTH)
    ends = answer(ITER33, "--input", f"{BANDWIDTH}={bar['low']!r},{bar['high']!r}")
    equal([bar["output_low"], bar["output_high"]], [point["outputs"][0] for point in ends["points"]], "ends")
    check(not any(bar["path"] == "budget" for bar in bars), "what is chosen takes no part")
    check(any(bar["path"] == "budget" for bar in answer(ITER33, "--tornado", "--all")["bars"]), "--all")
    out, _ = weft(ITER33, "--tornado", "--top", 3)
    check("more inputs have smaller effects" in out and "inputs have no effect" in out, out)


@case
def total_order():
    arguments = (ITER33, "--tornado", "--total", "--input", BANDWIDTH, "--input", "partitions/0/chip/tdp_w")
    found = answer(*arguments, "--seed", 7)
    totals = [bar["total_order"] for bar in found["bars"]]
    near(sum(totals), 1, 0.1, "two inputs that hardly act together")
    equal(found["bars"], answer(*arguments, "--seed", 7, "--threads", 1)["bars"], "seed")
    check(totals != [bar["total_order"] for bar in answer(*arguments, "--seed", 8)["bars"]], "another seed")


@case
def elasticities():
    """A time that is all memory traffic goes with 1 over the bandwidth; weights leave times alone."""
    found = answer(ITER33, "--elasticities", "--input", BANDWIDTH, "--input", "workload/weights/fft",
                   "--output", "workloads/hpcg/value")
    slopes = {entry["path"]: entry for entry in found["elasticities"]}
    check(-1 <= slopes[BANDWIDTH]["elasticity"] < 0, slopes[BANDWIDTH])
    equal(slopes["workload/weights/fft"]["kind"], "flat", "weights")
    out, _ = weft(ITER33, "--elasticities", "--top", 2)
    check("percent for each percent" in out and "have no effect nearby" in out, out)


# --- break-even ---

@case
def break_even():
    """At the crossing both have the same; none is status 1 with both ends."""
    over = ("--over", f"{BANDWIDTH}=500:8000")
    found = answer(ITER33, "--break-even", H100, *over)
    equal(len(found["crossings"]), 1, "crossings")
    at = found["crossings"][0]["at"]
    score = answer(ITER33, "--input", f"{BANDWIDTH}={at!r},{at * 1.001!r}")["points"][0]["outputs"][0]
    near(score, 1, 1e-6, "score at the crossing")
    out, _ = weft(ITER33, "--break-even", H100, *over)
    check("beyond it Iter33 is better" in out, out)
    found = answer(ITER33, "--break-even", 2, "--over", f"{BANDWIDTH}=500:20000")
    score = answer(ITER33, "--input", f"{BANDWIDTH}={found['crossings'][0]['at']!r},1e4")["points"][0]["outputs"][0]
    near(score, 2, 1e-6, "score at the number")
    out, _ = weft(ITER33, "--break-even", 20, *over, status=1)
    check("no break-even: at 500 GB/s" in out and "at 8.00 TB/s" in out, out)
    equal(answer(ITER33, "--break-even", 20, *over, status=1)["crossings"], [], "none")


# --- doubt ---

@case
def uncertainty():
    """The bands hold where the design stands; shares are of one variance; the seed alone counts."""
    arguments = (ITER33, "--uncertainty", "--samples", 2000)
    found = answer(*arguments, "--seed", 5)
    bands = found["designs"][0]["outputs"]
    plain = evaluate(ITER33)
    equal(bands["score"]["value"], plain["score"], "score")
    for name, band in bands.items():
        check(band["p5"] < band["value"] < band["p95"], f"{name}: {band}")
    shares = [source["share"] for source in found["designs"][0]["sources"]]
    equal(shares, sorted(shares, reverse=True), "by size")
    check(0.8 < sum(shares) <= 1 + 1e-9, shares)
    equal(found, answer(*arguments, "--seed", 5, "--threads", 1), "threads")
    check(found["designs"] != answer(*arguments, "--seed", 6)["designs"], "another seed")


@case
def comparison():
    """A design and itself are not distinguishable; the reference is as good as itself in every draw."""
    found = answer(ITER33, "--uncertainty", "--samples", 500, "--against", ITER33)["comparison"]["score"]
    equal([found["probability"], found["verdict"]], [0.5, "not distinguishable"], "itself")
    equal(answer(H100, "--uncertainty", "--samples", 500)["designs"][0]["outputs"]["score"]["p5"], 1, "reference")
    found = answer(ITER33, "--uncertainty", "--samples", 2000, "--against", H100)["comparison"]
    equal(found["score"]["verdict"], "first", "far apart")
    equal(found["workloads/serving/value"]["verdict"], "not distinguishable", "serving")
    check(0.05 < found["workloads/serving/value"]["probability"] < 0.95, "serving")
    out, _ = weft(ITER33, "--uncertainty", "--samples", 500, "--against", H100)
    check("Iter33 is better than H100 reference with" in out, out)


@case
def measured():
    """Under measured equations a stand-in draws and says how far it may be off; a graph has doubts, too."""
    found = answer(GRAPH, "--profile", "measured", "--uncertainty", "--samples", 1000)
    check(found["whole_evaluations"] < 400, found["whole_evaluations"])
    band = found["designs"][0]["outputs"]["score"]
    check(band["p5"] < band["value"] < band["p95"], band)
    out, _ = weft(GRAPH, "--profile", "measured", "--uncertainty", "--samples", 1000)
    check("1,000 draws from" in out, out)
    whole = answer(GRAPH, "--profile", "measured", "--uncertainty", "--samples", 100, "--whole")
    equal(whole["whole_evaluations"], 100, "--whole")
    near(math.log(whole["designs"][0]["outputs"]["score"]["p50"] / band["p50"]), 0, 0.05, "median")


# --- lists and presets ---

@case
def inputs():
    """Every input of the list can be asked about, and none of the list has gone from words to JSON."""
    found = answer(ITER33, "--list-inputs")["inputs"]
    paths = [entry["path"] for entry in found]
    equal(len(paths), len(set(paths)), "no path twice")
    for path in ("budget", "partitions/1/power_frac", BANDWIDTH, "reference/chip/tdp_w", "workload/fft_edge",
                 "workload/weights/serving", "constants/mfu"):
        check(path in paths, path)
    for entry in found:
        check(entry["low"] <= entry["value"] <= entry["high"], entry)
        check(entry["confidence"] and entry["label"], entry)
    bars = answer(ITER33, "--tornado", *(f"--input={path}" for path in paths))["bars"]
    equal(sorted(bar["path"] for bar in bars), sorted(paths), "all are answered")


@case
def presets():
    """The paper's what-ifs: each says what it changes and from where, and helps."""
    out, _ = weft("--list-presets")
    for preset in PRESETS:
        check(preset in out, out)
        for design in (ITER33, GRAPH):
            found = answer(design, "--preset", preset)
            check("2610.23724" in found["preset"]["source"], found["preset"])
            check(len(found["changes"]) > 0 and all("source" in change for change in found["changes"]), found["changes"])
            check(found["after"]["score"] >= found["before"]["score"], f"{preset}: {found['after']['score']}")
    words, _ = weft(ITER33, "--preset", "archagent-hbm4")
    check("10.0 TB/s instead of 8.00 TB/s" in words and "What it leaves out" in words, words)


@case
def own_preset():
    own = write("own.json", {"id": "own", "name": "Twice the memory", "description": "So.", "source": "me", "changes": [
        {"input": "partitions/*/chip/mem_bw_gbs", "factor": 2, "note": "why not"}]})
    found = answer(ITER33, "--preset", TEMP / own)
    equal((found["changes"][0]["from"], found["changes"][0]["to"]), (8000, 16000), "change")
    for text, words in (("{", ["own.json", "1"]), ("[]", ["object"]), ('{"id":"a","x":1}', ["x"]),
                        ('{"id":"a","name":"a","description":"a","source":"a","changes":[{"input":"budgett","value":1}]}',
                         ["budgett"])):
        write("own.json", text)
        refused(ITER33, "--preset", TEMP / own, words=words)


# --- refusals ---

@case
def tie_at_an_end():
    """A design meets itself where the input stands, at whichever end of the range that is"""
    stands = answer(ITER33, "--list-inputs")["inputs"]
    stands = next(entry["value"] for entry in stands if entry["path"] == BANDWIDTH)
    for low, high in ((stands, 2 * stands), (stands / 2, stands)):
        crossings = answer(ITER33, "--break-even", ITER33, "--over", f"{BANDWIDTH}={low}:{high}")["crossings"]
        equal([crossing["at"] for crossing in crossings], [stands], f"{low} to {high}")
        equal(crossings[0]["first"], crossings[0]["second"], "the answers")
        check("first_is_better_beyond" not in crossings[0], "who is better beyond the range is not known")


@case
def slopes_file():
    """The slopes of --csv are those of --json, with their kinds"""
    weft(ITER33, "--elasticities", "--csv", "slopes.csv")
    with open(TEMP / "slopes.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    told = answer(ITER33, "--elasticities")["elasticities"]
    equal([(row["path"], row["kind"]) for row in rows], [(entry["path"], entry["kind"]) for entry in told], "rows")
    for row, entry in zip(rows, told):
        if entry["elasticity"] is not None:
            equal(float(row["elasticity"]), entry["elasticity"], row["path"])


@case
def hostile():
    """Bad paths, ranges and numbers end with what was found and what was expected."""
    for arguments, words in (
            (["-i", f"{BANDWIDTH}=nan:5"], ["nan", "finite"]),
            (["-i", "budget=inf"], ["inf", "finite"]),
            (["-i", "budget=1e999"], ["finite"]),
            (["-i", "budget="], ["no value"]),
            (["-i", f"{BANDWIDTH}=9:5"], ["9 to 5", "smaller"]),
            (["-i", f"{BANDWIDTH}=1:5:1000000"], ["1000000", "100000"]),
            (["-i", f"{BANDWIDTH}=1:5:1"], ["2 to"]),
            (["-i", f"{BANDWIDTH}=1:5:lag"], ["lag", "log"]),
            (["-i", "budget=0:5:log"], ["logarithmic"]),
            (["-i", "budget=1,x"], ["x", "power"]),
            (["-i", "partitions/0/chip/mem_bw_gb=1:5"], ["mem_bw_gb", BANDWIDTH]),
            (["-i", "partitions/7/chip/mem_bw_gbs=1:5"], ["partitions/7"]),
            (["-i", "partitions/99999999999999999999/chip/x=1:5"], ["no input"]),
            (["-i", "partitions/0/../1=1:5"], ["no input"]),
            (["-i", "=5"], ["no input"]),
            (["-i", "budget=1:2:3", "-i", "budget=4"], ["budget", "twice"]),
            (["-i", "budget=1:2:1000", "-i", f"{BANDWIDTH}=1:2:1000"], ["1000000", "100000"]),
            (["-i", "budget=1:2", "-i", f"{BANDWIDTH}=1:2", "-i", "workload/fft_edge=2:4"], ["3 inputs"]),
            (["-i", "budget=1:2", "-o", "scor"], ["scor", "score"]),
            (["-i", "budget=1:2", "--chart", "x.bmp"], ["x.bmp", ".svg"]),
            (["-i", "budget=1:2", "--csv", "/nonexistent/x.csv"], ["/nonexistent"]),
            (["-i", "budget=1:2", "--csv", "x.csv", "--chart", "x.csv"], ["x.csv"]),
            (["--tornado", "--elasticities"], ["--tornado", "--elasticities"]),
            (["--tornado", "--top", "0"], ["--top"]),
            (["--break-even", "2"], ["--over"]),
            (["--break-even", "2", "--over", "budget=1"], ["LOW:HIGH"]),
            (["--tornado", "--over", "budget=1:2"], ["--over", "--break-even"]),
            (["--tornado", "--against", H100], ["--against", "--uncertainty"]),
            (["--uncertainty", "--samples", "100000000"], ["--samples", "1000000"]),
            (["--uncertainty", "-o", "n_chips"], ["score"]),
            (["--uncertainty", "--against", "nowhere.weft"], ["nowhere.weft"]),
            (["--uncertainty", "--samples", "0"], ["--samples: found 0", "2"]),
            (["--uncertainty", "--csv", "x.csv"], ["--csv", "--uncertainty"]),
            (["--uncertainty", "--chart", "x.svg"], ["--chart", "--uncertainty"]),
            (["--elasticities", "--chart", "x.svg"], ["--chart", "--elasticities"]),
            (["--break-even", "2", "--over", "budget=1:2", "--csv", "x.csv"], ["--csv", "--break-even"]),
            (["--preset", "archagent-all", "--csv", "x.csv"], ["--csv", "--preset"]),
            (["--list-inputs", "--chart", "x.svg"], ["--chart", "--list-inputs"]),
            (["-i", "budget=300000", "--csv", "x.csv"], ["--csv", "PATH=VALUE"]),
            (["--preset", "nope"], ["nope", "archagent-all"]),
            ([], ["no question"])):
        refused(ITER33, *arguments, words=words)
    refused("--tornado", words=["no design"])
    refused("nowhere.weft", "--tornado", words=["nowhere.weft"])


if __name__ == "__main__":
    main()
