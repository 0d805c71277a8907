#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line as scripts see it: keys, exit statuses, messages, bad input, bytes."""
import csv
import io
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Skip, case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
WEFT = os.environ["WEFT_TEST_PROGRAM"]
EXAMPLE = ROOT / "catalog" / "systems" / "iter33.weft"
REFERENCE = ROOT / "catalog" / "systems" / "h100-reference.weft"
COMMANDS = ["evaluate", "validate", "compare", "check", "catalog", "template", "topology", "draw", "simulate", "search", "optimum",
            "study", "trail", "agent", "bench"]
WORKLOADS = ["training", "serving", "stencil", "hpcg", "fft", "coupled"]
COMMON = ["--json", "--profile", "--seed", "--threads", "--no-colour", "--help"]
OWN = {
    "evaluate": ["--chart", "--split-chart", "--table", "--csv", "--explain"],
    "validate": [],
    "compare": ["--all", "--profiles", "--sources"],
    "check": ["--level"],
    "catalog": [],
    "template": ["--params"],
    "topology": ["--params"],
    "draw": ["--view", "--definition", "--side", "--dark", "--output"],
    "trail": ["--actor", "--kind", "--text"],
    "agent": ["--split"],
    "search": ["--space", "--problem", "--power", "--cost", "--without", "--weights", "--methods", "--seeds", "--budget",
               "--no-record", "--no-optimum", "--resume", "--csv", "--output", "--simulate-top", "--agreement"],
    "simulate": ["--network", "--packet", "--exact", "--collectives", "--chunks", "--active-chunks", "--send-ends", "--algorithm",
                 "--knobs", "--remote", "--speed", "--delay", "--scenario", "--chakra", "--describe", "--network-yml",
                 "--system-json", "--groups", "--remote-memory", "--astra", "--unaware", "--beside", "--timeline",
                 "--gantt", "--link-chart", "--bottleneck", "--heat", "--dark", "--export-chakra", "--export-astra",
                 "--export-simgrid", "--max-links"],
    "optimum": ["--space", "--problem", "--power", "--cost", "--without", "--weights", "--limit", "--output"],
    "study": ["--methods", "--seeds", "--budget", "--baseline", "--optimum-limit", "--csv", "--curves", "--chart",
              "--record"],
    "bench": ["--full", "--map", "--time-limit", "--repeat"],
}
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-cli-")
TEMP = pathlib.Path(FOLDER.name)


class Run:
    """One run of the program."""

    def __init__(self, *arguments, stdin=None, env=None, timeout=120):
        environment = dict(os.environ)
        for name in ("COLUMNS", "NO_COLOR"):
            environment.pop(name, None)
        for name, value in (env or {}).items():
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        self.command = "weft " + " ".join(str(argument) for argument in arguments)
        done = subprocess.run([WEFT, *map(str, arguments)], input=stdin if stdin is not None else b"",
                              capture_output=True, env=environment, timeout=timeout, check=False)
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr.decode("utf-8")

    def expect(self, status):
        equal(self.status, status, f"{self.command}\n{self.err}\nstatus")
        return self

    @property
    def text(self):
        return self.out.decode("utf-8")

    @property
    def json(self):
        return strict(self.out)


def strict(data):
    """JSON without the extensions that Python allows."""

    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    return json.loads(data.decode("utf-8"), parse_constant=refuse)


def has_keys(found, keys, what):
    missing = [key for key in keys if key not in found]
    check(not missing, f"{what}: no {', '.join(missing)} among {', '.join(found)}")


def write(name, content):
    path = TEMP / name
    if isinstance(content, str):
        content = content.encode("utf-8")
    elif not isinstance(content, bytes):
        content = json.dumps(content).encode("utf-8")
    path.write_bytes(content)
    return path


def example(**changes):
    document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    document.update(changes)
    return document


# --- evaluate ---


@case
def evaluate_score():
    """evaluate scores the example 1.929"""
    result = Run("evaluate", EXAMPLE, "--json").expect(0).json
    check(abs(result["score"] - 1.929) < 0.001, f"score {result['score']}")
    equal([partition["count"] for partition in result["partitions"]], [896, 4], "chips")
    check("1.929 × reference" in Run("evaluate", EXAMPLE).expect(0).text, "the score in words")


@case
def evaluate_reference():
    """evaluate scores the reference 1 exactly"""
    result = Run("evaluate", REFERENCE, "--json").expect(0).json
    equal(result["score"], 1, "score")
    equal([result["workloads"][name]["speedup"] for name in WORKLOADS], [1] * 6, "speed-ups")


@case
def evaluate_keys():
    """evaluate --json has the keys that scripts rely on"""
    result = Run("evaluate", EXAMPLE, "--json").expect(0).json
    has_keys(result, ["score", "workloads", "partitions", "violations"], "evaluate")
    equal(list(result["workloads"]), WORKLOADS, "workloads")
    for name in WORKLOADS:
        has_keys(result["workloads"][name],
                 ["speedup", "value", "unit", "bottleneck", "partition", "mapping", "split"], name)
        shares = result["workloads"][name]["split"].values()
        check(abs(sum(shares) - 1) < 1e-9, f"{name}: the split sums to {sum(shares)}")
    for partition in result["partitions"]:
        has_keys(partition, ["name", "chip", "count", "domains"], "partition")
    check(abs(result["partitions"][0]["domains"] - 896 / 72) < 1e-9, "domains")


@case
def evaluate_words():
    """evaluate prints workloads, partitions and what the model leaves out"""
    text = Run("evaluate", EXAMPLE).expect(0).text
    for words in ("Iter33", "HPCG", "Training", "896", "12.44", "What the model leaves out"):
        check(words in text, f"no “{words}” in\n{text}")
    check("\033" not in text, "no colours in a pipe")


@case
def evaluate_standard_input():
    """evaluate reads “-” from standard input"""
    from_file = Run("evaluate", EXAMPLE, "--json").expect(0)
    from_input = Run("evaluate", "-", "--json", stdin=EXAMPLE.read_bytes()).expect(0)
    equal(from_input.out, from_file.out, "bytes")


@case
def evaluate_infeasible():
    """evaluate says 0 and why when nothing can run, with status 1"""
    document = example()
    document["partitions"][0]["chip"] = "NoSuchChip"
    run = Run("evaluate", write("unknown.weft", document), "--json").expect(1)
    equal(run.json["score"], 0, "score")
    check(any(violation["code"] == "unknown_chip" for violation in run.json["violations"]),
          "unknown_chip is reported")


@case
def evaluate_structure():
    """evaluate of JSON that is no design prints an empty result with status 1"""
    for number, content in enumerate(([], 3, '"text"', {}, {"partitions": 3}, {"partitions": [[]]},
                                      {"partitions": [{"chip": 7}]})):
        run = Run("evaluate", write(f"structure{number}.weft", content), "--json").expect(1)
        equal(run.json["score"], 0, f"score of {content}")
        check(run.json["violations"], f"violations of {content}")
        Run("evaluate", write(f"structure{number}.weft", content)).expect(1)


@case
def evaluate_files():
    """evaluate writes charts as SVG, PDF and PNG, and a table as CSV"""
    paths = {suffix: TEMP / f"chart.{suffix}" for suffix in ("svg", "pdf", "png")}
    for suffix, head in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        for option in ("--chart", "--split-chart", "--table"):
            paths[suffix].unlink(missing_ok=True)
            Run("evaluate", EXAMPLE, option, paths[suffix], "--json").expect(0)
            check(paths[suffix].read_bytes().startswith(head), f"{option} {suffix}")
    table = TEMP / "table.csv"
    Run("evaluate", EXAMPLE, "--csv", table).expect(0)
    rows = list(csv.reader(io.StringIO(table.read_text(encoding="utf-8"))))
    equal(rows[0], ["workload", "speedup", "value", "reference", "unit", "bottleneck", "placement", "mapping",
                    "reason"], "the heading")
    equal([row[0] for row in rows[1:]], WORKLOADS, "workloads")
    equal(len({len(row) for row in rows}), 1, "widths")
    figures = Run("evaluate", EXAMPLE, "--json").expect(0).json["workloads"]
    for row in rows[1:]:
        found = figures[row[0]]
        equal([float(row[1]), float(row[2]), row[4], row[5]],
              [found["speedup"], found["value"], found["unit"], found["bottleneck"]], row[0])
        check(float(row[3]) > 0, f"{row[0]}: the reference {row[3]}")
    check(table.read_bytes().endswith(b"\n"), "the last line ends")


@case
def evaluate_bad_files():
    """evaluate refuses a chart that it cannot write, with status 2"""
    for name in ("chart.gif", "chart", "no/such/folder/chart.svg"):
        run = Run("evaluate", EXAMPLE, "--chart", TEMP / name).expect(2)
        check("chart" in run.err, f"the message names the file: {run.err}")
    equal(Run("evaluate", EXAMPLE, "--csv", TEMP / "no" / "table.csv").expect(2).out, b"", "output")


@case
def evaluate_csv_cannot_run():
    """A workload that cannot run has no value in CSV, and a reason"""
    document = example(partitions=[
        {"chip": "WSE3s", "role": "general", "power_frac": 1, "scaleup": "UALink", "scaleout": "UEC"}],
        workload={"weights": {"serving": 1}})
    table = TEMP / "cannot.csv"
    Run("evaluate", write("wafers.weft", document), "--csv", table)
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    row = next(row for row in rows if row["workload"] == "hpcg")
    equal([row["speedup"], row["value"], row["bottleneck"]], ["0", "", ""], "hpcg")
    check(row["reason"], "the reason")


@case
def evaluate_keeps_inputs():
    """No output takes the place of the design or of another output"""
    design = write("kept.weft", EXAMPLE.read_bytes())
    link = TEMP / "kept-link.weft"
    link.unlink(missing_ok=True)
    link.symlink_to(design)
    for arguments in ([design, "--csv", design], [design, "--csv", f"{TEMP}/../{TEMP.name}/kept.weft"],
                      [design, "--chart", link], [link, "--csv", design],
                      [design, "--chart", TEMP / "two.svg", "--table", TEMP / "." / "two.svg"],
                      [design, "--chart", TEMP / "two.svg", "--csv", f"{TEMP}/../{TEMP.name}/two.svg"]):
        run = Run("evaluate", *arguments).expect(2)
        check("expected" in run.err, run.err)
    equal(design.read_bytes(), EXAMPLE.read_bytes(), "the design")
    check(not (TEMP / "two.svg").exists(), "nothing is written")


@case
def evaluate_streams():
    """Pipes and /dev/stdin are read as designs"""
    expected = Run("evaluate", EXAMPLE, "--json").expect(0).out
    equal(Run("evaluate", "/dev/stdin", "--json", stdin=EXAMPLE.read_bytes()).expect(0).out, expected, "bytes")
    done = subprocess.run(["bash", "-c", '"$1" evaluate <(cat "$2") --json', "bash", WEFT, str(EXAMPLE)],
                          capture_output=True, check=False)
    equal((done.returncode, done.stdout), (0, expected), "<(cat DESIGN)")
    check("/dev/zero" in Run("evaluate", "/dev/zero").expect(2).err, "what has no end is refused")


@case
def evaluate_long_names():
    """Names of any length neither take time nor fill the screen"""
    document = example()
    document["partitions"][0]["name"] = "n" * 1000
    document["partitions"][1]["name"] = "word " * 200
    path = write("long.weft", document)
    for suffix in ("svg", "pdf", "png", "csv"):
        option = "--csv" if suffix == "csv" else "--table"
        Run("evaluate", path, option, TEMP / f"long.{suffix}", "--json", timeout=20).expect(0)
    check(len(Run("evaluate", path).expect(0).text) < 30000, "the text is short")
    document["partitions"][0]["name"] = "n" * 100_000
    codes = validate_codes(document)
    equal([codes["text_too_long"][key] for key in ("path", "actual", "limit")],
          ["/partitions/0/name", 100_000, 1000], "text_too_long")


HOSTILE = "\x1b[2J\x1b]0;t\x07\x7f\x9b31m\u202egpj\u2066\u200f"


def harmless(data, what):
    text = data.decode("utf-8") if isinstance(data, bytes) else data
    bad = {f"U+{ord(c):04X}" for c in text
           if (ord(c) < 0x20 and c not in "\n\t") or 0x7F <= ord(c) <= 0x9F
           or c in "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
    check(not bad, f"{what}: {' '.join(sorted(bad))}")


@case
def hostile_documents():
    """Nothing that a document says steers the terminal, and JSON gives it back as it is"""
    document = example(name="Name" + HOSTILE, profile="archagent-2026")
    document["k" + HOSTILE] = 1
    for index, partition in enumerate(document["partitions"]):
        partition["name"] = f"Part {index}" + HOSTILE
    path = write("hostile.weft", document)
    wrong = json.loads(json.dumps(document))
    wrong["profile"] = "p" + HOSTILE
    wrong["workload"] = {"profile": "w" + HOSTILE, "weights": {"x" + HOSTILE: 1}, "values": {"y" + HOSTILE: 1}}
    for key in ("chip", "role", "scaleup", "scaleout"):
        wrong["partitions"][0][key] = key + HOSTILE
    wrong_path = write("hostile-wrong.weft", wrong)
    equal(Run("evaluate", path, "--json").expect(0).json["partitions"][0]["name"], "Part 0" + HOSTILE, "round trip")
    for file in (path, wrong_path):
        for arguments in (["evaluate", file], ["evaluate", file, "--json"], ["validate", file],
                          ["validate", file, "--json"], ["compare", file, EXAMPLE], ["compare", file, path, "--json"],
                          ["evaluate", file, "--explain", "partitions/0/count"]):
            for columns in ("40", "80", None):
                run = Run(*arguments, env={"COLUMNS": columns})
                harmless(run.out, run.command)
                harmless(run.err, run.command)
    first = Run("evaluate", write("lines.weft", example(name="a\nb\nc"))).expect(0).text.splitlines()[0]
    equal(first, "a b c", "a name is one line")


@case
def hostile_arguments():
    """Nothing on the command line or in the catalog steers the terminal"""
    path = TEMP / ("file\x1b[2J\x07\u202e.weft")
    path.write_bytes(b"{")
    named = TEMP / ("good\x1b[2J\u202e.weft")
    named.write_bytes(EXAMPLE.read_bytes())
    for arguments in (["evaluate", path], ["evaluate", TEMP / ("none" + HOSTILE)], ["com" + HOSTILE],
                      ["evaluate", EXAMPLE, "--no" + HOSTILE], ["evaluate", EXAMPLE, "--explain", "e" + HOSTILE],
                      ["evaluate", EXAMPLE, "--profile", "p" + HOSTILE], ["evaluate", EXAMPLE, "--chart", "c" + HOSTILE],
                      ["catalog", "show", "n" + HOSTILE], ["catalog", "list", "k" + HOSTILE], ["help", "h" + HOSTILE],
                      ["topology", "t" + HOSTILE], ["topology", "kary", "-p", '{"k' + HOSTILE + '": 1}'],
                      ["draw", NVL72, "--view", "v" + HOSTILE], ["draw", NVL72, "-o", "p" + HOSTILE],
                      ["draw", NVL72, "--view", "rack", "--definition", "d" + HOSTILE, "--json"],
                      ["check", "c" + HOSTILE], ["bench", "b" + HOSTILE]):
        run = Run(*arguments).expect(2)
        harmless(run.out, run.command)
        harmless(run.err, run.command)
    harmless(Run("compare", named, EXAMPLE).expect(0).out, "the name of a file")
    harmless(Run("evaluate", EXAMPLE, "--csv", TEMP / "table\x1b[2J.csv").expect(0).err, "wrote")
    data = TEMP / "hostile-data"
    folder = data / "weft" / "catalog" / "chips"
    folder.mkdir(parents=True)
    (folder / "odd.json").write_text(json.dumps({
        "id": "odd" + HOSTILE, "name": "Odd" + HOSTILE, "aliases": ["alias" + HOSTILE], "notes": "n" + HOSTILE,
        "values": {"class": "gpu", "bf16_tflops": 100, "mem_gb": 80, "mem_bw_gbs": 2000, "tdp_w": 500, "node_chips": 8,
                   "scaleup_domain_max_chips": 8, "scaleup_gbs_dir": 450, "vendor": "v" + HOSTILE},
        "provenance": [{"keys": ["*"], "source": "s" + HOSTILE}]}), encoding="utf-8")
    (folder / ("torn\x1b[2J.json")).write_text("{", encoding="utf-8")
    for arguments in (["catalog", "list", "chips"], ["catalog", "show", "alias" + HOSTILE],
                      ["catalog", "show", "alias" + HOSTILE, "--json"]):
        run = Run(*arguments, env={"XDG_DATA_HOME": str(data)}).expect(0)
        harmless(run.out, run.command)
        harmless(run.err, run.command)


@case
def evaluate_explain():
    """evaluate --explain says where a number comes from"""
    for path in ("score", "workloads/training/speedup", "partitions/0/count", "partitions/0/bf16_tflops"):
        run = Run("evaluate", EXAMPLE, "--explain", path, "--json").expect(0)
        has_keys(run.json, ["path", "origins"], "explain")
        check(run.json["origins"], f"{path} has origins")
        has_keys(run.json["origins"][0], ["label", "value", "confidence", "source"], path)
        check(Run("evaluate", EXAMPLE, "--explain", path).expect(0).out, f"{path} in words")
    check("no/such/number" in Run("evaluate", EXAMPLE, "--explain", "no/such/number").expect(2).err,
          "an unknown path is named")


@case
def evaluate_budgets():
    """evaluate takes power and cost budgets, and refuses both at once"""
    for facility in ({"power_w": 300000}, {"power_w": 5000000}, {"cost_usd": 40000000}):
        document = example(facility=facility)
        document["partitions"] = [
            {"chip": "H100", "role": "general", "power_frac": 1, "scaleup": "NVLink4", "scaleout": "IB-NDR"}]
        result = Run("evaluate", write("budget.weft", document), "--json").expect(0).json
        equal(result["score"], 1, f"score of the reference at {facility}")
    both = write("both.weft", example(facility={"power_w": 1000000, "cost_usd": 1}))
    codes = [violation["code"] for violation in Run("validate", both, "--json").expect(1).json["violations"]]
    check("budget_both" in codes, f"budget_both among {codes}")


@case
def evaluate_same_bytes():
    """evaluate gives the same bytes every time"""
    for extra in ([], ["--json"]):
        first = Run("evaluate", EXAMPLE, *extra).expect(0).out
        for _ in range(3):
            equal(Run("evaluate", EXAMPLE, "--threads", "2", "--seed", "7", *extra).expect(0).out, first,
                  "bytes")
    first, second = TEMP / "first.svg", TEMP / "second.svg"
    Run("evaluate", EXAMPLE, "--chart", first).expect(0)
    Run("evaluate", EXAMPLE, "--chart", second).expect(0)
    equal(first.read_bytes(), second.read_bytes(), "bytes of the chart")


@case
def evaluate_width():
    """Tables fit the width of the terminal"""
    for columns in (40, 60, 80, 100, 200):
        for arguments in (["evaluate", EXAMPLE], ["compare", REFERENCE, EXAMPLE], ["check"],
                          ["catalog", "show", "scaleup/nvlink5", "--profile", "archagent-2026"],
                          ["evaluate", EXAMPLE, "--explain", "partitions/0/count"]):
            run = Run(*arguments, env={"COLUMNS": str(columns)}).expect(0)
            widest = max(run.text.splitlines(), key=len)
            check(len(widest) <= columns, f"{run.command}: {len(widest)} columns of {columns}: {widest}")


# --- validate ---


@case
def validate_good():
    """validate says yes to the shipped systems, but for those that show a broken rule"""
    broken = {"mi350x-air-rack.weft": ["rack_power", "rack_space"], "al128.weft": ["no_chips"],
              "iter33-twelve-racks.weft": ["wiring_numbers"]}
    for path in sorted((ROOT / "catalog" / "systems").glob("*.weft")):
        codes = broken.get(path.name, [])
        result = Run("validate", path, "--json").expect(1 if codes else 0).json
        has_keys(result, ["valid", "violations"], "validate")
        equal(result["valid"], not codes, path.name)
        equal([found["code"] for found in result["violations"]
               if found["severity"] == "error" and "waived" not in found], codes, path.name)
    check("valid" in Run("validate", EXAMPLE).expect(0).text, "in words")
    words = " ".join(Run("validate", ROOT / "catalog" / "systems" / "iter33-twelve-racks.weft").expect(1).text.split())
    check("“rack:net” are 864 devices, the wiring \"leafspine\" takes 896 endpoints." in words, words)
    check("12 of “rack” with 72 each make 864: 32 too few." in words, words)


def validate_codes(document):
    run = Run("validate", write("violation.weft", document), "--json").expect(1)
    equal(run.json["valid"], False, "valid")
    for violation in run.json["violations"]:
        has_keys(violation, ["code", "severity", "path", "actual", "limit", "hint"], "violation")
    return {violation["code"]: violation for violation in run.json["violations"]}


@case
def validate_violations():
    """validate names what is wrong, where, and both numbers"""
    changes = {
        "unknown_chip": ("chip", "B20O"),
        "unknown_role": ("role", "generel"),
        "unknown_scaleup": ("scaleup", "NVLink55"),
        "unknown_scaleout": ("scaleout", "IB-XDRR"),
        "fraction_range": ("power_frac", 1.5),
        "scaleup_does_not_fit": ("scaleup", "NVLink4"),
    }
    for code, (key, value) in changes.items():
        document = example()
        document["partitions"][0][key] = value
        codes = validate_codes(document)
        check(code in codes, f"{code} among {list(codes)}")
        equal(codes[code]["path"], f"/partitions/0/{key}", code)
        equal(codes[code]["actual"], value, f"actual of {code}")
    document = example()
    document["partitions"][0]["chip"] = "B20O"
    text = Run("validate", write("violation.weft", document)).expect(1).text
    check("B200" in text and "B20O" in text, f"the nearest name is in\n{text}")


@case
def validate_sum():
    """validate refuses fractions that sum above 1 and partitions too small for a node"""
    document = example()
    document["partitions"][0]["power_frac"] = 0.99
    check("fraction_sum" in validate_codes(document), "fraction_sum")
    document["partitions"][0]["power_frac"] = 0.000001
    check("partition_too_small" in validate_codes(document), "partition_too_small")
    check("no_partitions" in validate_codes(example(partitions=[])), "no_partitions")


@case
def validate_warning():
    """validate lets a document with unknown keys pass, with a warning"""
    run = Run("validate", write("extra.weft", example(colour="red")), "--json").expect(0)
    equal([(violation["severity"], violation["path"]) for violation in run.json["violations"]
           if violation["code"] == "unknown_key"], [("warning", "/colour")], "unknown_key")
    equal(run.json["valid"], True, "valid")


# --- compare ---


@case
def compare_designs():
    """compare gives both values, the difference and percent"""
    rows = Run("compare", REFERENCE, EXAMPLE, "--json").expect(0).json["rows"]
    for row in rows:
        has_keys(row, ["key", "a", "b", "delta", "percent", "equal"], "row")
    score = next(row for row in rows if row["key"] == "score")
    check(abs(score["delta"] - 0.929) < 0.001 and abs(score["percent"] - 92.9) < 0.1, f"score: {score}")
    equal(score["equal"], False, "equal")
    keys = {row["key"] for row in rows}
    for name in WORKLOADS:
        check(f"workloads.{name}.speedup" in keys, f"workloads.{name}.speedup among the keys")


@case
def compare_hides_equal():
    """compare hides equal rows unless --all is given"""
    text = Run("compare", EXAMPLE, EXAMPLE).expect(0).text
    check("no figure differs" in text, text)
    check("hidden" in text, text)
    few = Run("compare", REFERENCE, EXAMPLE).expect(0).text
    every = Run("compare", REFERENCE, EXAMPLE, "--all").expect(0).text
    check(len(every.splitlines()) > len(few.splitlines()), "more rows with --all")


@case
def compare_bad():
    """compare says no to a design that cannot be scored"""
    broken = write("broken.weft", {"partitions": 3})
    equal(Run("compare", EXAMPLE, broken, "--json").expect(1).json["rows"], [], "rows")
    Run("compare", EXAMPLE, broken).expect(1)
    Run("compare", EXAMPLE, TEMP / "absent.weft").expect(2)
    Run("compare", "-", "-").expect(2)
    Run("compare", EXAMPLE).expect(2)


@case
def evaluate_items():
    """evaluate shows items that add up to the sums beside them, under a profile that has them"""
    answer = Run("evaluate", EXAMPLE, "--profile", "measured", "--json").expect(0).json
    for items, unit, total in ((answer["power"], "w", answer["power_w"]), (answer["cost"], "usd", answer["cost_usd"])):
        parts = {nick: item for nick, item in items.items() if isinstance(item, dict) and unit in item}
        energy = parts["energy"][unit] if "energy" in parts else 0
        equal(len(parts), 5, "items")
        check(abs(sum(item[unit] for item in parts.values()) - energy - total) < 1e-9 * total, f"items in {unit}")
        check(all(item[f"low_{unit}"] <= item[unit] <= item[f"high_{unit}"] for item in parts.values()), "intervals")
    words = Run("evaluate", EXAMPLE, "--profile", "measured").expect(0).text
    check("Power at the peak" in words and "Cost over the years of use" in words, words)
    other = Run("evaluate", EXAMPLE, "--profile", "archagent-2026").expect(0).text
    check("Power at the peak" not in other, other)


PROFILES = ["--profiles", "archagent-2026,measured"]


@case
def compare_profiles():
    """compare --profiles says why one design differs, and the reasons make up the whole difference"""
    answer = Run("compare", EXAMPLE, *PROFILES, "--json").expect(0).json
    equal([answer["design"], answer["a"], answer["b"]], ["Iter33", "archagent-2026", "measured"], "columns")
    rows = {row["key"]: row for row in answer["rows"]}
    for why in answer["why"]:
        has_keys(why, ["workload", "part", "share", "factor", "text", "a", "b", "sources"], "reason")
        check(len(why["text"]) > 20, f"a sentence: {why['text']}")
        for source in why["sources"]:
            check(all(source[key] for key in ("side", "of", "key", "value", "confidence", "source")), f"source: {source}")
    keys = {name: f"workloads.{name}.value" for name in WORKLOADS} | {"score": "score", "partitions.0": "partitions.0.count"}
    for workload, key in keys.items():
        shares = [why["share"] for why in answer["why"] if why["workload"] == workload and why["share"] is not None]
        ratio = math.log(rows[key]["b"] / rows[key]["a"])
        check(abs(sum(shares) - ratio) < 1e-9, f"{workload}: {sum(shares)}, expected {ratio}")
        equal(shares, sorted(shares, key=lambda share: -abs(share)), f"order of {workload}")


@case
def compare_profiles_words():
    """compare --profiles prints both numbers and the constants behind them, and sources when asked"""
    text = Run("compare", EXAMPLE, *PROFILES).expect(0).text
    for words in ("The budget buys 504 b200-sxm, not 896 B200", "gemm_flop_share@b200-sxm/bf16, measured", "mfu, assumed",
                  "Why", "--sources"):
        check(words in text, f"“{words}” in the text")
    few = Run("compare", EXAMPLE, *PROFILES).expect(0).text
    every = Run("compare", EXAMPLE, *PROFILES, "--all", "--sources").expect(0).text
    check(len(every.splitlines()) > len(few.splitlines()), "more lines with --all --sources")
    check("measured, pue: 1.25 (assumed" in every, "the source of a constant")


@case
def compare_profiles_bad():
    """compare --profiles wants one design and two profiles that exist"""
    Run("compare", EXAMPLE, EXAMPLE, *PROFILES).expect(2)
    Run("compare", EXAMPLE, "--profiles", "measured").expect(2)
    Run("compare", EXAMPLE, "--profiles", "measured,absent").expect(2)
    Run("compare", EXAMPLE, *PROFILES, "--profile", "measured").expect(2)
    broken = write("broken.weft", {"partitions": 3})
    equal(Run("compare", broken, *PROFILES, "--json").expect(1).json["rows"], [], "rows")
    racks = ROOT / "catalog" / "systems" / "iter33-racks.weft"
    lacks = Run("compare", racks, *PROFILES, "--json").expect(1).json["why"]
    check(any(why["part"] == "lack" and "1.75 MW" in why["text"].replace("\u00a0", " ") for why in lacks), "why it cannot")


# --- check ---


@case
def check_suite():
    """check runs at least 60 checks in three levels, and all pass"""
    result = Run("check", "--json").expect(0).json
    check(len(result["checks"]) >= 60, f"{len(result['checks'])} checks")
    for entry in result["checks"]:
        has_keys(entry, ["name", "level", "expected", "got", "tolerance", "source", "pass"], "check")
    equal({entry["level"] for entry in result["checks"]}, {1, 2, 3}, "levels")
    equal([entry["name"] for entry in result["checks"] if not entry["pass"]], [], "failed")
    names = [entry["name"] for entry in result["checks"]]
    equal(len(names), len(set(names)), "different names")
    check(all(entry["source"] for entry in result["checks"]), "every check has a source")


@case
def check_last_line():
    """check ends with how many have passed"""
    n = len(Run("check", "--json").expect(0).json["checks"])
    equal(Run("check").expect(0).text.splitlines()[-1], f"{n} checks, {n} passed", "last line")


@case
def check_selection():
    """check takes a level and a pattern"""
    every = Run("check", "--json").expect(0).json["checks"]
    third = Run("check", "--level", "3", "--json").expect(0).json["checks"]
    equal(third, [entry for entry in every if entry["level"] == 3], "level 3")
    name = third[0]["name"]
    found = Run("check", name, "--json").expect(0).json["checks"]
    check(name in [entry["name"] for entry in found], f"{name} is found by its name")
    pattern = name[:4] + "*"
    check(Run("check", pattern, "--json").expect(0).json["checks"], f"{pattern} finds checks")
    for level in ("4", "0", "-1"):
        Run("check", "--level", level).expect(2)
    check("archagent-2026" in Run("check", "--profile", "facts").expect(2).err, "another profile is refused")
    equal(Run("check", "--profile", "archagent-2026", "--level", "3", "--json").expect(0).json["checks"], third,
          "its own profile is taken")
    Run("check", "no such check").expect(2)


@case
def check_fails():
    """check says no when the catalog is wrong"""
    folder = TEMP / "catalog"
    shutil.copytree(ROOT / "catalog", folder)
    path = folder / "profiles" / "archagent-2026.json"
    profile = json.loads(path.read_text(encoding="utf-8"))
    constant = next(entry for entry in profile["constants"] if entry["key"] == "mfu")
    constant["value"] = 0.55
    path.write_text(json.dumps(profile), encoding="utf-8")
    run = Run("check", "--json", env={"WEFT_CATALOG_DIR": str(folder)}).expect(1)
    check(any(not entry["pass"] for entry in run.json["checks"]), "one fails")
    words = Run("check", env={"WEFT_CATALOG_DIR": str(folder)}).expect(1).text.splitlines()[-1]
    check(re.fullmatch(r"\d+ checks, \d+ passed, \d+ failed", words), words)


# --- catalog ---


@case
def catalog_list():
    """catalog list shows every kind"""
    records = Run("catalog", "list", "--json").expect(0).json["records"]
    for record in records:
        has_keys(record, ["kind", "id", "name"], "record")
    kinds = {record["kind"] for record in records}
    equal(kinds, {"chips", "scaleup", "scaleout", "models", "workloads", "components", "profiles"}, "kinds")
    for kind in sorted(kinds):
        found = Run("catalog", "list", kind, "--json").expect(0).json["records"]
        equal(len(found), len(list((ROOT / "catalog" / kind).glob("*.json"))), f"number of {kind}")
        check(found[0]["id"] in Run("catalog", "list", kind).expect(0).text, f"{kind} in words")
    names = {record["id"]: record.get("in_profile") for record in records if record["kind"] == "chips"}
    equal((names["b200-sxm"], names["a100-sxm-80"]), ("B200", None), "names in the profile")
    text = Run("catalog", "list", "chips").expect(0).text
    check("In archagent-2026" in text and re.search(r"^b200-sxm +B200 ", text, re.MULTILINE), text)


@case
def catalog_show():
    """catalog show gives value, unit and provenance"""
    record = Run("catalog", "show", "chips/h100-sxm-80", "--json").expect(0).json
    has_keys(record, ["kind", "id", "name", "values"], "record")
    values = {value["key"]: value for value in record["values"]}
    for value in record["values"]:
        has_keys(value, ["key", "value", "unit", "confidence", "source"], value["key"])
        check(value["source"], f"{value['key']} has a source")
    equal((values["tdp_w"]["value"], values["tdp_w"]["unit"]), (700, "W"), "power")
    equal(values["bf16_tflops"]["unit"], "FLOP/s", "unit")
    check(9e14 < values["bf16_tflops"]["value"] < 1e15, f"peak {values['bf16_tflops']['value']}")
    text = Run("catalog", "show", "h100-sxm-80").expect(0).text
    check("700" in text and "tdp_w" in text, text)


@case
def catalog_unknown_stays_unknown():
    """catalog show prints what nobody knows as unknown, null in JSON"""
    values = Run("catalog", "show", "chips/epyc-venice", "--json").expect(0).json["values"]
    nulls = [value for value in values if value["value"] is None]
    check(nulls, "some values are unknown")
    check("unknown" in Run("catalog", "show", "chips/epyc-venice").expect(0).text, "in words")


@case
def catalog_show_profile():
    """catalog show --profile puts the profile's value beside the catalog's"""
    record = Run("catalog", "show", "scaleup/nvlink5", "--profile", "archagent-2026", "--json").expect(0).json
    overrides = [value for value in record["values"] if "override" in value]
    check(overrides, "nvlink5 has assumptions of the profile")
    for value in overrides:
        equal(value["override"]["confidence"], "assumed", value["key"])
    # A name that only the profile gives shows what the profile assumes beside the fact.
    text = Run("catalog", "show", "B200").expect(0).text
    check("b200-sxm" in text and "180" in text and "192" in text, "fact and assumption of B200")
    profile = Run("catalog", "show", "profiles/archagent-2026", "--json").expect(0).json
    values = {value["key"]: value for value in profile["values"]}
    equal(values["mfu"]["value"], 0.45, "mfu")
    check("mfu" in Run("catalog", "show", "archagent-2026").expect(0).text, "in words")


@case
def catalog_every_record():
    """catalog show works for every record"""
    for record in Run("catalog", "list", "--json").expect(0).json["records"]:
        name = f"{record['kind']}/{record['id']}"
        equal(Run("catalog", "show", name, "--json").expect(0).json["id"], record["id"], name)
        check(Run("catalog", "show", name).expect(0).out, name)


@case
def catalog_bad():
    """catalog refuses unknown kinds and names, with the nearest one"""
    check("h100-sxm-80" in Run("catalog", "show", "chips/h100-sxm-8O").expect(2).err, "the nearest name")
    for arguments in (["list", "fish"], ["show"], ["show", "fish/x"], ["show", "chips/"], ["eat"], [],
                      ["show", "profiles/none"]):
        Run("catalog", *arguments).expect(2)


@case
def user_catalog():
    """A broken record in the user's catalog is named and left out"""
    data = TEMP / "user-data"
    folder = data / "weft" / "catalog" / "chips"
    folder.mkdir(parents=True)
    (folder / "broken.json").write_text("{", encoding="utf-8")
    run = Run("evaluate", EXAMPLE, "--json", env={"XDG_DATA_HOME": str(data)}).expect(0)
    check("broken.json" in run.err, run.err)
    check(abs(run.json["score"] - 1.929) < 0.001, "the score stays")


@case
def user_components():
    """A broken component, which only a graph asks for, is named when a graph is evaluated"""
    data = TEMP / "user-components"
    folder = data / "weft" / "catalog" / "components"
    folder.mkdir(parents=True)
    (folder / "qm9700.json").write_text('{"id":', encoding="utf-8")
    unit = ROOT / "catalog" / "systems" / "superpod-h100-unit.weft"
    check("qm9700.json" in Run("evaluate", unit, env={"XDG_DATA_HOME": str(data)}).expect(0).err, "named")
    equal(Run("evaluate", EXAMPLE, env={"XDG_DATA_HOME": str(data)}).expect(0).err, "", "partitions need none")


@case
def graph_bounded():
    """A small file cannot make the rules walk, or say, more than a bounded amount"""
    two = [{"id": name, "component": "qm9700", "count": 8000} for name in "ab"]
    wide = {"m": {"level": "cluster", "items": two, "links": [{"from": "a", "to": "b", "wiring": "all"}] * 200}}
    long = {f"d{i}": {"level": "node", "items": [{"id": "n", "definition": f"d{(i + 1) % 3000}"},
                                                 {"id": "z", "definition": "d0"}]} for i in range(3000)}
    for root, definitions, code, most in (("m", wide, "graph_too_large", 1), ("d0", long, "definition_cycle", 20)):
        document = json.dumps({"graph": {"root": root, "definitions": definitions}}).encode()
        found = Run("validate", "-", "--json", stdin=document, timeout=60).expect(1).json["violations"]
        found = [violation for violation in found if violation["code"] == code]
        check(0 < len(found) <= most, f"{len(found)} of {code}")
        check(all(len(violation["message"]) < 1000 for violation in found), "short messages")


@case
def graph_one_spelling():
    """An instance has one spelling, so that no cable leads back to its device unseen"""
    for spelling, status in (("l[1]", 0), ("l[00]", 1), ("l[01]", 1)):
        items = [{"id": "l", "component": "qm9700", "count": 2}]
        link = {"from": "l[0]", "to": spelling, "wiring": "all", "component": "dr4-400g"}
        machine = {"m": {"level": "cluster", "items": items, "links": [link]}}
        document = json.dumps({"graph": {"root": "m", "definitions": machine}}).encode()
        found = Run("validate", "-", "--json", stdin=document).json["violations"]
        refused = any(violation["path"].startswith("/graph/definitions/m/links/0") for violation in found
                      if violation["severity"] == "error")
        equal(refused, bool(status), spelling)


@case
def graph_explained():
    """The counts of a graph say that they come from the graph"""
    racks = ROOT / "catalog" / "systems" / "nvl72.weft"
    for path, words in (("count", "counted in the graph"), ("domain_chips", "scale-up links")):
        first = Run("evaluate", racks, "--explain", f"partitions/0/{path}", "--json").expect(0).json["origins"][0]
        check(words in first["source"], first["source"])


@case
def user_values_win():
    """A user's own values lie over a profile's assumptions"""
    data = TEMP / "user-values"
    folder = data / "weft" / "catalog" / "chips"
    folder.mkdir(parents=True)
    (folder / "b200-sxm.json").write_text('{"id": "b200-sxm", "values": {"tdp_w": 1200}}', encoding="utf-8")
    env = {"XDG_DATA_HOME": str(data)}
    document = example()
    before = Run("evaluate", write("b200.weft", document), "--json").expect(0).json["partitions"][0]
    after = Run("evaluate", write("b200.weft", document), "--json", env=env).expect(0).json["partitions"][0]
    check(after["count"] < before["count"], f"{after['count']} chips of 1200 W, {before['count']} of 1000 W")
    run = Run("evaluate", EXAMPLE, "--explain", "partitions/0/tdp_w", "--json", env=env).expect(0)
    equal(run.json["origins"][0]["confidence"], "user", "where it comes from")
    values = Run("catalog", "show", "B200", "--json", env=env).expect(0).json["values"]
    power = next(value for value in values if value["key"] == "tdp_w")
    equal((power["value"], power["confidence"], "override" in power), (1200, "user", False), "catalog show")


@case
def unknown_profile_once():
    """An unknown profile is one violation"""
    codes = [violation["code"] for violation in
             Run("validate", write("profile.weft", example(profile="archagent-2062")), "--json").expect(1).json["violations"]
             if violation["severity"] == "error"]
    equal(codes, ["unknown_profile"], "codes")


@case
def hint_is_a_command():
    """The command that a hint names works"""
    document = example(workload={"values": {"quetzalcoatl": 1}})
    hint = validate_codes(document)["unknown_value"]["hint"]
    Run(*re.search(r'"weft ([^"]*)"', hint).group(1).split()).expect(0)


@case
def late_components():
    """Components are read by the commands that use them, and by no other"""
    folder = TEMP / "late-catalog"
    shutil.copytree(ROOT / "catalog", folder)
    (folder / "components" / "qm9700.json").write_text("{", encoding="utf-8")
    env = {"WEFT_CATALOG_DIR": str(folder)}
    Run("evaluate", EXAMPLE, "--json", env=env).expect(0)
    Run("catalog", "show", "chips/h100-sxm-80", env=env).expect(0)
    for arguments in (["catalog", "list"], ["catalog", "list", "components"], ["catalog", "show", "sn5600"],
                      ["catalog", "show", "components/sn5600"], ["check"]):
        check("qm9700.json" in Run(*arguments, env=env).expect(2).err, str(arguments))
    data = TEMP / "late-data"
    (data / "weft" / "catalog" / "components").mkdir(parents=True)
    (data / "weft" / "catalog" / "components" / "torn.json").write_text("{", encoding="utf-8")
    env = {"XDG_DATA_HOME": str(data)}
    check("torn.json" not in Run("evaluate", EXAMPLE, env=env).expect(0).err, "evaluate reads none")
    for arguments in (["catalog", "show", "qm9700"], ["check", "--level", "1"]):
        check("torn.json" in Run(*arguments, env=env).expect(0).err, str(arguments))


@case
def component_by_entity():
    """catalog show finds a range by its entity, with its bounds and their source"""
    record = Run("catalog", "show", "Die.Dense_Tensor", "--json").expect(0).json
    equal((record["kind"], record["id"]), ("components", "die-dense-tensor"), "record")
    values = {value["key"]: value for value in record["values"]}
    equal((values["peak_min_tflops"]["value"], values["peak_min_tflops"]["unit"]), (8e14, "FLOP/s"), "least")
    equal(values["peak_min_tflops"]["confidence"], "assumed", "the paper's")
    equal(values["idle_w"]["value"], None, "unknown")


# --- topology ---

METRICS = ["endpoints", "switches", "memory", "links", "diameter", "avg_hops", "max_switch_radix",
           "max_endpoint_ports", "connected", "bisection", "bisection_method"]


def topology(generator, **params):
    return Run("topology", generator, "--params", json.dumps(params), "--json").expect(0).json


@case
def topology_instances():
    """topology gives the published figures of every instance"""
    path = ROOT / "tests" / "design" / "data" / "topologies.json"
    for instance in json.loads(path.read_text(encoding="utf-8"))["instances"]:
        found = topology(instance["generator"], **instance["params"])
        equal(list(found)[:len(METRICS)], METRICS, f"{instance['id']}: keys")
        for key, expected in instance["expected"].items():
            good = abs(found[key] - expected) < 5.1e-7 if key == "avg_hops" else found[key] == expected
            check(good, f"{instance['id']}: {key} is {found[key]}, expected {expected}")
        if "ocs" in instance:
            sides = dict(zip("XYZ", instance["params"]["dims"]))
            found = topology("torus_ocs", **sides)
            for key, expected in instance["ocs"].items():
                equal(found[key], expected, key)


@case
def topology_list():
    """topology alone lists every generator with parameters from which a form can be built"""
    text = Run("topology").expect(0).text
    generators = Run("topology", "--json").expect(0).json["generators"]
    equal(len(generators), 21, "generators")
    for generator in generators:
        check(generator["name"] in text, f"{generator['name']} in the list")
        has_keys(generator, ["name", "title", "summary", "params"], generator["name"])
        for param in generator["params"]:
            has_keys(param, ["name", "label", "type", "min", "max", "required", "initial"], param["name"])
        initial = {param["name"]: param["initial"] for param in generator["params"]}
        has_keys(topology(generator["name"], **initial), METRICS, generator["name"])
        check("Bisection" in Run("topology", generator["name"], "-p", json.dumps(initial)).expect(0).text,
              "the table")


@case
def topology_input():
    """Parameters from standard input, unknown numbers as null, the same bytes for the same seed"""
    params = b'{"n": 3, "el": [[0, 1, 2]], "sw": []}'
    found = Run("topology", "edges", "--params", "-", "--json", stdin=params).expect(0).json
    equal((found["connected"], found["diameter"], found["avg_hops"]), (False, None, None), "apart")
    check("unknown" in Run("topology", "edges", "--params", "-", stdin=params).expect(0).text, "unknown")
    arguments = ["topology", "torus", "-p", '{"dims": [7, 5, 9]}', "--json", "--seed", "4"]
    equal(Run(*arguments).expect(0).out, Run(*arguments).expect(0).out, "bytes")


@case
def topology_bad():
    """Bad generators and parameters have status 2 and say what was found and expected"""
    for arguments, words in ((["karry"], ["“weft topology”", '"kary"']),
                             (["kary"], ["--params", '"k": 8']),
                             (["kary", "-p", "{}"], ['"k"']),
                             (["kary", "-p", '{"k": 5}'], ["/k", "5", "even"]),
                             (["kary", "-p", '{"k": 2000}'], ["2005000000", "4000000"]),
                             (["kary", "-p", '{"k": 4'], ["--params:1:"]),
                             (["kary", "-p", '{"k": 4, "K": 4}'], ['"K"', '"k"']),
                             (["clique", "-p", '{"n": 1e6, "m": 1}'], ["499999500000", "64000000"]),
                             (["-p", "{}"], ["generator"])):
        run = Run("topology", *arguments).expect(2)
        equal(run.out, b"", f"{run.command}: output")
        for word in words:
            check(word in run.err, f"{run.command}: {word} in {run.err}")


# --- bench ---


@case
def bench_json():
    """bench gives figures with units and goals"""
    rows = Run("bench", "json", "evaluator", "topology", "graph", "--json").expect(0).json["rows"]
    for row in rows:
        has_keys(row, ["name", "value", "unit", "goal", "met"], "row")
        check(row["value"] > 0, f"{row['name']} is {row['value']}")
    names = [row["name"] for row in rows]
    for name in ("json-scan", "evaluator-fresh", "evaluator-cached", "topology-kary-64", "graph-check",
                 "graph-flatten", "graph-verify", "graph-verdict", "graph-verdict-2000",
                 "graph-memory"):
        check(name in names, f"{name} among {names}")
    Run("bench", "fish").expect(2)


@case
def bench_map():
    """bench map lists the small graphs, each with a schedule and what no schedule beats"""
    result = Run("bench", "map", "--map", "small", "--time-limit", "0.02", "--json").expect(0).json
    graphs = result["map-small"]
    equal(len(graphs), 15, "small graphs")
    for graph in graphs:
        tasks = graph["iterations"] * (graph["blocks"] * (9 * graph["levels"] + 2) + 5) + 2
        equal(graph["tasks"], tasks, "tasks")
        check(46 <= tasks <= 634, f"{tasks} tasks")
        check(0 < graph["least_s"] <= graph["best_s"] <= graph["makespan_s"],
              f"{graph['least_s']} <= {graph['best_s']} <= {graph['makespan_s']}")
        check(not graph["proved"] or graph["gap"] >= 0, f"gap {graph['gap']}")
    names = [row["name"] for row in result["rows"]]
    equal(names, ["map-small-gap", "map-small-gap-weighted", "map-small-gap-best"], "rows")
    Run("bench", "map", "--map", "fish").expect(2)
    Run("bench", "map", "--time-limit", "-1").expect(2)


@case
def bench_sim():
    """bench sim simulates works whose makespans are known, also where no other simulator is at hand"""
    run = Run("bench", "sim", "--repeat", "1", "--json", env={"PATH": "/nowhere"}).expect(0)
    check("SimGrid is not run beside" in run.err, run.err)
    found = {(work["work"], work["links"]): work for work in run.json["sim"]}
    for work, links, makespan_ns in (("all-reduce-512", "astra", 1111435), ("xf64", "astra", 1380601056),
                                     ("lcg64", "astra", 805962579), ("lcg64", "fluid", 796216146.5),
                                     ("all-reduce-512", "fluid", 1060986.2), ("at-once", "fluid", 32403343.7)):
        got = found[work, links]
        check(abs(got["makespan_s"] * 1e9 - makespan_ns) < 0.1, f"{work}, {links}: {got['makespan_s']}")
        check(got["cpu_s"] > 0 and got["events"] >= got["messages"] > 0, f"{work}, {links}: {got}")
        equal(got["simgrid_cpu_s"], None, "SimGrid")
    names = [row["name"] for row in run.json["rows"]]
    for name in ("sim-ring-fifo", "sim-at-once-fluid", "sim-events", "sim-events-least"):
        check(name in names, f"{name} among {names}")
    for bad in ("0", "-1", "1001", "x"):
        Run("bench", "sim", "--repeat", bad).expect(2)


# --- draw ---


NVL72 = ROOT / "catalog" / "systems" / "nvl72.weft"


@case
def draw_pictures():
    """Every view is drawn in every format"""
    begins = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}
    for number, options in enumerate(([], ["--view", "floor", "--dark"], ["--view", "rack"],
                                      ["--view", "rack", "--definition", "nvl72", "--side", "rear"],
                                      ["--view", "canvas"], ["--view", "canvas", "--definition", "tray", "--dark"])):
        for suffix, begin in begins.items():
            path = TEMP / f"draw-{number}.{suffix}"
            run = Run("draw", NVL72, *options, "-o", path).expect(0)
            equal(run.out, b"", "standard output")
            check(path.name in run.err, "the file is named")
            check(path.read_bytes().startswith(begin), f"{path.name} is of that format")
    check(b"<title>GB200 NVL72</title>" in (TEMP / "draw-0.svg").read_bytes(), "the title")


@case
def draw_json():
    """The JSON says what stands where, and how long each cable is"""
    rack = Run("draw", NVL72, "--view", "rack", "--json").expect(0).json
    has_keys(rack, ["definition", "units", "used", "power_w", "power_limit_w", "slots", "unplaced", "cables"], "rack")
    equal((rack["units"], rack["used"], rack["power_limit_w"]), (48, 27, 132000), "the rack")
    switches = [slot["u"] for slot in rack["slots"] if slot["item"] == "switch"]
    equal(switches, list(range(19, 28)), "units of the switches")
    equal(rack["cables"][0]["count"], 1296, "cables in the rack")
    floor = Run("draw", NVL72, "--json").expect(0).json
    has_keys(floor, ["rows", "tiles", "n_cables", "length_m", "media", "cables"], "floor")
    equal(sum(cable["count"] for cable in floor["cables"]), 72, "cables of the machine")
    equal(floor["n_cables"], 72, "all cables")
    length = sum(cable["count"] * cable["length_m"] for cable in floor["cables"])
    check(abs(length - floor["length_m"]) < 1e-9 * length, "the sum of the lengths")
    for options in ([], ["--view", "rack"]):
        equal(Run("draw", NVL72, "--json", *options).out, Run("draw", NVL72, "--json", *options).out, "bytes")


@case
def draw_bad():
    """What cannot be drawn is refused with the reason"""
    design = write("no-picture.weft", NVL72.read_bytes())
    for arguments, words in (([NVL72], ["--output", "--json"]),
                             ([NVL72, "--view", "roof", "--json"], ["roof", "floor", "rack", "canvas"]),
                             ([NVL72, "--view", "canvas", "--definition", "nvl7", "--json"], ["nvl7"]),
                             ([NVL72, "--view", "canvas", "--side", "rear", "--json"], ["--side"]),
                             ([NVL72, "--side", "rear", "--json"], ["--side"]),
                             ([NVL72, "--definition", "nvl72", "--json"], ["--definition"]),
                             ([NVL72, "--view", "rack", "--side", "top", "--json"], ["top", "front", "rear"]),
                             ([NVL72, "--view", "rack", "--definition", "nvl7", "--json"], ["nvl7"]),
                             ([NVL72, "--view", "rack", "--definition", "tray", "--json"], ["tray", "node", "rack"]),
                             ([NVL72, "-o", TEMP / "picture.gif"], [".svg"]),
                             ([design, "-o", design], ["the design"]),
                             ([EXAMPLE, "--json"], ["partitions", "graph"])):
        run = Run("draw", *arguments).expect(2)
        equal(run.out, b"", "standard output")
        for word in words:
            check(word in run.err, f"{word} in {run.err}")
    check(design.read_bytes() == NVL72.read_bytes(), "the design is unharmed")
    Run("draw", write("no-design.weft", b"[]"), "--json").expect(1)


# --- usage ---


@case
def usage_help():
    """Help names every command and option"""
    text = Run("--help").expect(0).text
    for command in COMMANDS:
        check(command in text, f"{command} in the help")
        own = Run("help", command).expect(0).text
        equal(own, Run(command, "--help").expect(0).text, "the same help both ways")
        for option in COMMON + OWN[command]:
            check(option in own, f"{option} in the help of {command}")
    equal(Run("help").expect(0).text, text, "help without a command")
    check(re.fullmatch(r"weft \d+\.\d+\.\d+\n", Run("--version").expect(0).text), "the version")


@case
def usage_options_first():
    """Options may stand before the command"""
    expected = Run("evaluate", EXAMPLE, "--profile", "facts", "--json")
    run = Run("--profile", "facts", "--json", "evaluate", EXAMPLE)
    equal((run.status, run.out), (expected.status, expected.out), "the same answer")
    Run("--profile").expect(2)
    Run("--profile", "facts").expect(2)
    check("--fish" in Run("--fish", "evaluat", EXAMPLE).expect(2).err, "an unknown option is named")


@case
def usage_uninstalled():
    """The program finds its catalog from the build folder by itself"""
    if not (pathlib.Path(WEFT).parent.parent / "weft-uninstalled.ini").exists():
        raise Skip("this is not a build folder")
    run = Run("evaluate", EXAMPLE, "--json", env={"WEFT_CATALOG_DIR": None, "WEFT_DATA_DIR": None})
    equal(run.expect(0).out, Run("evaluate", EXAMPLE, "--json").expect(0).out, "bytes")
    run = Run("evaluate", EXAMPLE, env={"WEFT_CATALOG_DIR": str(TEMP / "nowhere")}).expect(2)
    check("nowhere" in run.err, run.err)


@case
def usage_bad():
    """Bad usage has status 2, a message, and nothing on standard output"""
    for arguments in ([], ["evalute", EXAMPLE], ["evaluate"], ["evaluate", EXAMPLE, EXAMPLE],
                      ["evaluate", "--no-such-option", EXAMPLE], ["compare", EXAMPLE], ["validate"],
                      ["help", "fish"], ["help", "evaluate", "x"], ["evaluate", EXAMPLE, "--threads", "-1"],
                      ["evaluate", EXAMPLE, "--threads", "many"], ["evaluate", EXAMPLE, "--seed", "x"],
                      ["evaluate", EXAMPLE, "--profile", "no-such-profile"], ["evaluate", ""],
                      ["evaluate", EXAMPLE, "--profile", ""], ["check", "a", "b"]):
        run = Run(*arguments).expect(2)
        check(run.err.startswith("weft"), f"{run.command}: {run.err}")
        equal(run.out, b"", f"{run.command}: output")
    check("“evaluate”" in Run("evalute").expect(2).err, "the nearest command")
    check("archagent-2026" in Run("evaluate", EXAMPLE, "--profile", "archagent-2025").expect(2).err,
          "a profile that exists")


@case
def usage_full_disk():
    """A result that cannot be written is no result"""
    if not os.path.exists("/dev/full"):
        raise Skip("/dev/full is not there")
    for arguments in (["evaluate", str(EXAMPLE), "--json"], ["--help"], ["help", "evaluate"], ["evaluate", "--help"],
                      ["--version"], ["catalog", "list"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([WEFT, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
        equal(done.returncode, 2, f"status of {arguments}")
        check(b"standard output" in done.stderr, done.stderr.decode())


# --- bad input ---


def refused(content, *words, name="bad.weft"):
    """Every command that reads a design refuses this text: status 2, a message, no output."""
    path = write(name, content) if not isinstance(content, pathlib.Path) else content
    for command in (["evaluate"], ["evaluate", "--json"], ["validate"], ["validate", "--json"]):
        run = Run(*command, path).expect(2)
        equal(run.out, b"", f"{run.command}: output")
        check(run.err.startswith("weft: "), f"{run.command}: {run.err}")
        check(path.name in run.err, f"{run.command}: the file is named: {run.err}")
        for word in words:
            check(word in run.err, f"{run.command}: “{word}” in {run.err}")
        check(len(run.err) < 2000, f"{run.command}: a message of {len(run.err)} characters")


@case
def bad_truncated():
    """Truncated JSON is refused at every length"""
    text = EXAMPLE.read_bytes().rstrip()
    refused(text[: len(text) // 2], "bad.weft:8:", "end of the text")
    for length in range(1, len(text), 7):
        run = Run("evaluate", "-", "--json", stdin=text[:length]).expect(2)
        equal(run.out, b"", f"{length} bytes: output")


@case
def bad_nesting():
    """10 MB of nested brackets are refused"""
    refused(b"[" * 10_000_000, "bad.weft:1:")
    refused(b'{"a":' * 2_000_000, "bad.weft:1:")
    refused(b"[" * 5_000_000 + b"]" * 5_000_000, "bad.weft:1:")


@case
def bad_numbers():
    """NaN, Infinity, 1e999 and numbers in other notations are refused"""
    for number in ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "0x10", "01", "1.", ".5", "+1", "1e", "--1"):
        refused('{"name": "x",\n "partitions": [{"power_frac": %s}]}' % number, "bad.weft:2:")


@case
def bad_duplicates():
    """A key that stands twice in its object is refused"""
    refused('{"name": "x",\n "name": "y", "partitions": []}', "name", "bad.weft:2:")
    refused('{"name": "x", "partitions": [{"chip": "B200", "chip": "H100"}]}', "chip")
    refused('{"name": "x", "n\\u0061me": "y", "partitions": []}', "name")


@case
def bad_encoding():
    """Text that is not UTF-8 is refused"""
    refused(b'{"name": "\xff\xfe", "partitions": []}', "UTF-8")
    refused(b'{"name": "caf\xe9", "partitions": []}', "UTF-8")
    refused("{}".encode("utf-16"))
    refused(b'{"name": "\xed\xa0\x80", "partitions": []}', "UTF-8")
    refused(b'{"name": "a\x00b", "partitions": []}')


@case
def bad_not_json():
    """What is not JSON is refused"""
    for content in ("", " \n", "hello", "{'name': 1}", '{"a": 1,}', "[1 2]", '{"a" 1}', '{"a": 1} x',
                    '// comment\n{}', '{"a": "tab\there"}', "{", '{"a": tru}', '{"a": "\\x"}', "\ufeff{"):
        refused(content)


@case
def bad_types():
    """Values of the wrong type are violations with their place"""
    changes = {"chip": 7, "role": [], "power_frac": "0.98", "scaleup": {}, "scaleout": True}
    for key, value in changes.items():
        document = example()
        document["partitions"][1][key] = value
        codes = validate_codes(document)
        code = "fraction_not_number" if key == "power_frac" else "wrong_type"
        check(code in codes, f"{code} among {list(codes)}")
        equal(codes[code]["path"], f"/partitions/1/{key}", "place")
    for key in ("chip", "scaleup", "scaleout"):
        document = example()
        del document["partitions"][0][key]
        check("missing_key" in validate_codes(document), f"missing_key for {key}")
    for change in ({"name": 3}, {"facility": []}, {"facility": {"power_w": "1 MW"}}, {"profile": 1},
                   {"partitions": {}}):
        check(validate_codes(example(**change)), f"{change} is a violation")


@case
def bad_places():
    """Files that are none are refused by name"""
    refused(TEMP / "absent.weft", "absent.weft")
    folder = TEMP / "folder.weft"
    folder.mkdir()
    refused(folder)
    refused(pathlib.Path("/dev/null"))
    refused(write("empty.weft", b""))


@case
def bad_permission():
    """A file without read permission is refused"""
    if os.geteuid() == 0:
        raise Skip("root may read every file")
    path = write("secret.weft", EXAMPLE.read_bytes())
    path.chmod(0)
    refused(path, "ermission")


@case
def bad_standard_input():
    """Bad standard input is refused by that name"""
    run = Run("evaluate", "-", stdin=b"{").expect(2)
    check("standard input" in run.err, run.err)
    Run("validate", "-", stdin=b"").expect(2)


@case
def bad_mutations():
    """No single wrong byte in a design makes the program crash"""
    text = bytearray(EXAMPLE.read_bytes())
    for place in range(0, len(text), 11):
        for byte in (0x00, 0x22, 0x5B, 0x7D, 0x39, 0xC3):
            changed = bytearray(text)
            changed[place] = byte
            run = Run("validate", "-", "--json", stdin=bytes(changed))
            check(run.status in (0, 1, 2), f"byte {place} = {byte:#x}: status {run.status}\n{run.err}")
            if run.status != 2:
                check("valid" in run.json, f"byte {place} = {byte:#x}: {run.out!r}")


# --- locale ---


@case
def locale_decimal_comma():
    """A locale with a decimal comma gives the same bytes"""
    if shutil.which("localedef") is None:
        raise Skip("localedef is not there")
    folder = TEMP / "locale"
    folder.mkdir()
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")],
                          capture_output=True, check=False)
    if not (folder / "de_DE.UTF-8").exists():
        raise Skip(f"the locale could not be made: {made.stderr.decode(errors='replace').strip()}")
    german = {"LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "C"}
    comma = subprocess.run(["printf", "%.1f", "0"], env={**os.environ, **german}, capture_output=True,
                           check=False)
    if b"," not in comma.stdout:
        raise Skip("the locale is not taken up")
    for arguments in (["evaluate", EXAMPLE], ["evaluate", EXAMPLE, "--json"],
                      ["compare", REFERENCE, EXAMPLE], ["compare", REFERENCE, EXAMPLE, "--json"],
                      ["check"], ["check", "--json"], ["catalog", "show", "chips/b200-sxm"],
                      ["catalog", "show", "chips/b200-sxm", "--json"]):
        plain = {"LC_ALL": "C" if "--json" in arguments else "C.UTF-8"}
        equal(Run(*arguments, env=german).expect(0).out, Run(*arguments, env=plain).expect(0).out,
              " ".join(map(str, arguments)))
    for number, suffix in enumerate(("csv", "svg")):
        option = "--csv" if suffix == "csv" else "--chart"
        plain, comma = TEMP / f"plain{number}.{suffix}", TEMP / f"comma{number}.{suffix}"
        Run("evaluate", EXAMPLE, option, plain, env={"LC_ALL": "C"}).expect(0)
        Run("evaluate", EXAMPLE, option, comma, env=german).expect(0)
        equal(comma.read_bytes(), plain.read_bytes(), option)


# --- what stands beside the program ---


@case
def man_page():
    """The man page names every command, option and exit status, and has no errors"""
    path = ROOT / "data" / "man" / "weft.1"
    text = path.read_text(encoding="utf-8").replace("\\-", "-")
    for command in COMMANDS:
        check(re.search(rf"^\.B.*\b{command}\b", text, re.MULTILINE), f"{command} in the man page")
        for option in COMMON + OWN[command]:
            check(option in text, f"{option} in the man page")
    for variable in ("WEFT_CATALOG_DIR", "WEFT_DATA_DIR", "WEFT_TRAIL_DIR", "XDG_DATA_HOME", "COLUMNS", "NO_COLOR"):
        check(variable in text, f"{variable} in the man page")
    version = Run("--version").expect(0).text.strip()
    check(f'"{version}"' in text, f"the man page is of {version}")
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-ww", "-man", "-Tutf8", str(path)], capture_output=True, check=False)
        equal(done.stderr.decode(), "", "warnings of groff")


@case
def completions():
    """The completions name every command and option"""
    for name in ("weft.bash", "_weft", "weft.fish"):
        text = (ROOT / "data" / "completions" / name).read_text(encoding="utf-8")
        for command in COMMANDS:
            check(re.search(rf"\b{command}\b", text), f"{command} in {name}")
            for option in COMMON + OWN[command]:
                spelled = option if not name.endswith(".fish") else f"-l {option[2:]}"
                check(spelled in text, f"{option} in {name}")
    done = subprocess.run(["bash", "-n", str(ROOT / "data" / "completions" / "weft.bash")],
                          capture_output=True, check=False)
    equal(done.returncode, 0, "bash parses its completion")


@case
def completion_bash():
    """The completion of bash offers commands, kinds and records"""
    script = '''
      source "$1"
      COMP_WORDS=($2); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
      if [ -n "$3" ]; then COMP_WORDS+=(""); COMP_CWORD=$(( COMP_CWORD + 1 )); fi
      compopt () { :; }
      _weft
      printf "%s\\n" "${COMPREPLY[@]}"
    '''
    environment = dict(os.environ, PATH=f"{pathlib.Path(WEFT).parent}:{os.environ['PATH']}")

    def complete(words, new_word=""):
        done = subprocess.run(["bash", "-c", script, "bash", str(ROOT / "data" / "completions" / "weft.bash"),
                               words, new_word], capture_output=True, env=environment, check=False)
        return done.stdout.decode().split()

    equal(complete("weft eva"), ["evaluate"], "a command")
    equal(complete("weft catalog", "new"), ["list", "show"], "a verb")
    check("chips/b200-sxm" in complete("weft catalog show chips/b2"), "a record")
    equal(complete("weft evaluate --spl"), ["--split-chart"], "an option")
    equal(complete("weft evaluate --profile archagent-2"), ["archagent-2026"], "a profile")
    equal(complete("weft --profile archagent-2026 eva"), ["evaluate"], "a command after an option")
    equal(complete("weft --json --seed 3 catalog show chips/b200"), ["chips/b200-sxm"], "a record after options")
    equal(complete("weft check -l", "new"), ["1", "2", "3"], "a level")
    check("b200-sxm" in complete("weft catalog show b2"), "a record without its kind")


def doc_blocks(name, heading):
    """The JSON blocks of a section of a guide, up to the next heading."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    section = re.split(r"^##+ ", text.split(f"### {heading}\n", 1)[1], flags=re.MULTILINE)[0]
    return section, re.findall(r"^```json\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


@case
def guide_own_chip():
    """The guide's chip of one's own loads as it stands, and a design may use it"""
    _, blocks = doc_blocks("file-format.md", "A chip of your own")
    data = TEMP / "guide-data"
    folder = data / "weft" / "catalog" / "chips"
    folder.mkdir(parents=True)
    record = json.loads(blocks[0])
    (folder / f"{record['id']}.json").write_text(blocks[0], encoding="utf-8")
    env = {"XDG_DATA_HOME": str(data)}
    document = {"partitions": [{"chip": record["id"], "power_frac": 1, "scaleup": "UALink", "scaleout": "IB-NDR"}]}
    run = Run("evaluate", write("own.weft", document), "--json", env=env).expect(0)
    equal(run.err, "", "messages")
    check(run.json["score"] > 0 and run.json["partitions"][0]["count"] > 0, "it is scored")
    for key in ("node_chips", "scaleup_domain_max_chips", "scaleup_gbs_dir"):
        less = dict(record, values={k: v for k, v in record["values"].items() if k != key})
        (folder / f"{record['id']}.json").write_text(json.dumps(less), encoding="utf-8")
        check(key in Run("catalog", "list", "chips", env=env).expect(0).err, f"{key} is needed")


@case
def guide_keys():
    """The guide lists every key of every kind, and those that the program needs"""
    for kind, heading in (("chips", "Keys of chips"), ("scaleup", "Keys of scale-up fabrics"),
                          ("scaleout", "Keys of scale-out fabrics"), ("models", "Keys of language models"),
                          ("workloads", "Keys of workloads")):
        section, _ = doc_blocks("file-format.md", heading)
        needed, _, optional = section.rpartition("| optional key ")
        needed = set(re.findall(r"^\| `(\w+)` ", needed, re.MULTILINE))
        listed = needed | set(re.findall(r"^\| `(\w+)` ", optional, re.MULTILINE))
        for path in (ROOT / "catalog" / kind).glob("*.json"):
            missing = set(json.loads(path.read_text(encoding="utf-8"))["values"]) - listed
            check(not missing, f"{heading}: no {', '.join(sorted(missing))}")
        # A record of what is needed alone is taken, and with one key less it is not.
        data = TEMP / f"needed-{kind}"
        folder = data / "weft" / "catalog" / kind
        folder.mkdir(parents=True)
        for left_out in [None, *sorted(needed)]:
            values = {key: 8 for key in needed if key != left_out}
            (folder / "least.json").write_text(json.dumps({"id": "least", "values": values}), encoding="utf-8")
            err = Run("catalog", "list", kind, env={"XDG_DATA_HOME": str(data)}).expect(0).err
            check((left_out or "") in err and (left_out is None) == (err == ""), f"{kind} without {left_out}: {err}")


def fits_schema(schema, value, root):
    """The part of JSON Schema that the design's schema uses."""
    if "$ref" in schema:
        return fits_schema(root["$defs"][schema["$ref"].rpartition("/")[2]], value, root)
    names = {"object": dict, "array": list, "string": str, "number": (int, float), "null": type(None)}
    types = schema.get("type", list(names))
    types = [types] if isinstance(types, str) else types
    if "integer" in types:
        types = ["number" if name == "integer" else name for name in types]
        if isinstance(value, float) and value != int(value):
            return False
    if not any(isinstance(value, names[name]) and not isinstance(value, bool) for name in types):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "anyOf" in schema and not any(fits_schema(part, value, root) for part in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(fits_schema(part, value, root) for part in schema["oneOf"]) != 1:
        return False
    if isinstance(value, str):
        return len(value) <= schema.get("maxLength", len(value)) and re.search(schema.get("pattern", ""), value)
    if isinstance(value, (int, float)):
        return (schema.get("minimum", value) <= value <= schema.get("maximum", value)
                and value > schema.get("exclusiveMinimum", float("-inf")))
    if isinstance(value, list):
        return (schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
                and all(fits_schema(schema.get("items", {}), item, root) for item in value))
    if isinstance(value, dict):
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", {})
        if any(key not in value for key in schema.get("required", [])) or (rest is False and set(value) - set(known)):
            return False
        return all(fits_schema(known.get(key, rest or {}), item, root) for key, item in value.items())
    return True


@case
def schema_agrees():
    """Schema and program take the same documents and refuse the same"""
    schema = json.loads((ROOT / "data" / "schema" / "weft-design.schema.json").read_text(encoding="utf-8"))
    part = {"chip": "H100", "power_frac": 1, "scaleup": "NVLink4", "scaleout": "IB-NDR"}
    good = [{}, {"name": None, "notes": None, "profile": None, "facility": None, "workload": None, "waivers": None,
                 "graph": None, "$schema": None}, {"facility": {"power_w": 1e6, "cost_usd": None}},
            {"facility": {"power_w": None, "cost_usd": 1e8}}, {"workload": {"profile": None, "weights": None, "values": None}},
            {"workload": {"weights": {"training": 1}, "values": {"llm_params": 7e10}}}, {"unknown": [1]},
            {"name": "n" * 1000, "notes": "n" * 100_000}, {"partitions": [dict(part, role=None, name=None)]},
            {"partitions": [dict(part, name="x", role="ai")]}, {"waivers": []},
            {"waivers": [{"code": "radix", "path": "/graph", "reason": "known"}]}]
    bad = [{"partitions": None}, {"partitions": []}, {"graph": {}}, {"partitions": [part] * 17}, {"facility": {}},
           {"facility": {"power_w": 1e6, "cost_usd": 1e6}}, {"facility": {"power_w": 0}}, {"facility": {"power_w": 1e12}},
           {"facility": {"power_w": None}}, {"name": 1}, {"name": "n" * 1001}, {"notes": "n" * 100_001},
           {"workload": {"weights": {"training": None}}}, {"workload": {"weights": {"train": 1}}},
           {"workload": {"weights": {"training": -1, "serving": 2}}}, {"workload": {"values": {"llm_params": None}}},
           {"workload": {"values": {"llm_params": 1e17}}}, {"workload": {"values": {"halo_faces": 0}}},
           {"waivers": {}}, {"waivers": [1]}, {"waivers": [{"code": "radix", "path": "/graph"}]},
           {"waivers": [{"code": "radix", "path": "/graph", "reason": " "}]}, {"waivers": [{"code": "r", "path": "/graph", "reason": "r" * 1001}]},
           {"partitions": [dict(part, power_frac=1.5)]}, {"partitions": [dict(part, power_frac=0)]},
           {"partitions": [dict(part, power_frac="1")]}, {"partitions": [dict(part, chip=None)]},
           {"partitions": [dict(part, chip="c" * 201)]}, {"partitions": [dict(part, role=1)]}, {"$schema": 1}]
    gpu, up = {"id": "gpu", "chip": "H100", "count": 8}, {"from": "gpu", "to": "gpu", "wiring": "all", "fabric": "NVLink4"}
    out = {"from": "gpu", "to": ["leaf"], "wiring": "all", "fabric": "IB-NDR", "channels": None}
    node = {"level": "node", "title": None, "items": [dict(gpu, at=[1, 2.5], u=None), {"id": "leaf", "component": "pex89144"}],
            "links": [up, out], "ports": None}

    def graph(**members):
        return {"workload": {"weights": {"stencil": 1}}, "partitions": None,
                "graph": {"root": "n", "definitions": {"n": dict(node, **members)}}}

    good += [graph(), graph(enclosure=None, title="t" * 1000), graph(unknown=1)]
    bad += [{"graph": graph()["graph"]}, {"partitions": None, "graph": {"root": "n"}},
            {"partitions": None, "graph": {"root": "n" * 201, "definitions": {"n" * 201: node}}}, graph(items=[]), graph(level="room"),
            graph(items=[dict(gpu, count=0)]), graph(items=[dict(gpu, count=1.5)]), graph(items=[dict(gpu, count=1e12)]),
            graph(items=[dict(gpu, definition="n")]), graph(items=[{"id": "gpu"}]), graph(items=[dict(gpu, id="a:b")]),
            graph(items=[dict(gpu, at=[1])]), graph(items=[dict(gpu, u=0)]), graph(items=[dict(gpu, role="boss")]),
            graph(items=[dict(gpu, chip="c" * 201)]), graph(title="t" * 1001), graph(links=[dict(up, wiring="some")]),
            graph(links=[dict(up, wiring={"torus": []})]), graph(links=[dict(up, channels=-1)]), graph(links=[dict(up, to=3)]),
            graph(links=[dict(up, to=[])]), graph(links=[dict(up, to="g" * 1001)]), graph(links=[dict(up, to="gpu[x]")]), graph(links=[dict(up, length_m=-1)]),
            graph(links=[dict(up, wiring={"torus": [2, 2], "params": {"dims": [4]}})]), graph(ports=[{"id": "", "of": "gpu"}]),
            {"partitions": [], "graph": graph()["graph"]},
            graph(ports=[{"id": "p"}]), graph(ports=[{"id": "p", "of": "gpu", "per_item": 0}])]
    for changes, valid in [(changes, True) for changes in good] + [(changes, False) for changes in bad]:
        document = {"partitions": [part], **changes}
        shown = str(changes)[:200]
        equal(bool(fits_schema(schema, document, schema)), valid, f"the schema on {shown}")
        equal(Run("validate", write("schema.weft", document), "--json").json["valid"], valid, f"the program on {shown}")


@case
def readme():
    """The README shows what the program prints"""
    if shutil.which("jq") is None:
        raise Skip("jq is not there")
    done = subprocess.run([sys.executable, str(ROOT / "build-aux" / "refresh-readme"), "--check", WEFT],
                          capture_output=True, check=False)
    equal((done.returncode, done.stderr.decode()), (0, ""), "refresh-readme --check")


if __name__ == "__main__":
    main()
