#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Machines as graphs from the command line: templates, racks under a cap, accepted violations."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
WEFT = os.environ["WEFT_TEST_PROGRAM"]


def weft(*arguments, status=0, document=None):
    """Standard output and error of one run, which has to end with that status."""
    text = json.dumps(document).encode("utf-8") if document is not None else b""
    done = subprocess.run([WEFT, *arguments], input=text, capture_output=True, timeout=120, check=False)
    equal(done.returncode, status, f"weft {' '.join(arguments)}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def make(template, status=0, **params):
    """The document that a template makes, or the message that it is refused with."""
    out, err = weft("template", "make", template, "--params", json.dumps(params), status=status)
    return json.loads(out) if status == 0 else err


def validate(document, status=0):
    found = json.loads(weft("validate", "-", "--json", document=document, status=status)[0])
    equal(found["valid"], status == 0, "valid")
    return found["violations"]


def count_parts(document):
    """How many there are of each part in the whole machine, by name."""
    definitions, counts = document["graph"]["definitions"], {}

    def add(name, times):
        for item in definitions[name]["items"]:
            n = times * item.get("count", 1)
            if "definition" in item:
                add(item["definition"], n)
            else:
                part = item.get("chip") or item["component"]
                counts[part] = counts.get(part, 0) + n

    add(document["graph"]["root"], 1)
    return counts


def end_size(document, owner, end):
    """Devices that one end of a link stands for."""
    definitions = document["graph"]["definitions"]
    name, _, port = end.partition(":")
    instance = name.endswith("]")
    item = next(item for item in definitions[owner]["items"] if item["id"] == name.partition("[")[0])
    n = 1 if instance else item.get("count", 1)
    if "definition" in item:
        inside = next(entry for entry in definitions[item["definition"]]["ports"] if entry["id"] == port)
        n *= end_size(document, item["definition"], inside["of"])
    return n


def count_cables(document, low, high):
    """Cables of the whole machine's own links between items whose names begin so."""
    root = document["graph"]["root"]
    total = 0
    for link in document["graph"]["definitions"][root].get("links", []):
        if link["from"].startswith(low) and link["to"].startswith(high):
            a, b = end_size(document, root, link["from"]), end_size(document, root, link["to"])
            total += (a * b if link["wiring"] == "all" else max(a, b)) * link.get("channels", 1)
    return total


def switches(document, name):
    root = document["graph"]["definitions"][document["graph"]["root"]]
    return sum(item.get("count", 1) for item in root["items"] if item["id"].removeprefix("last-").startswith(name))


# --- templates ---


@case
def template_list():
    """template list, show and make agree, and every default is a document"""
    templates = json.loads(weft("template", "list", "--json")[0])["templates"]
    names = [entry["id"] for entry in templates]
    generators = json.loads(weft("topology", "--json")[0])["generators"]
    equal(names[-len(generators):], [entry["name"] for entry in generators], "a template for each generator")
    for entry in templates:
        equal(json.loads(weft("template", "show", entry["id"], "--json")[0]), entry, entry["id"])
        check(entry["title"] in weft("template", "show", entry["id"])[0], entry["id"])
        document = make(entry["id"])
        given = make(entry["id"], **{param["key"]: param["default"] for param in entry["params"]})
        equal(given, document, f"{entry['id']}: what is left out is the default")
        check(entry["id"] in weft("template", "list")[0], entry["id"])


@case
def template_refused():
    """Wrong templates, parameters and actions are refused with what was found"""
    for arguments, words in (
            (["template", "mak", "rack"], "mak"), (["template", "make"], "template list"),
            (["template", "show", "rak"], "rack"), (["template", "list", "rack"], "list"),
            (["template", "show", "rack", "--params", "{}"], "--params"),
            (["template", "make", "rack", "--params", "[]"], "object"),
            (["template", "make", "rack", "--params", "{"], "--params"),
            (["template", "make", "rack", "--params", '{"cap": 15}'], "cap_kw"),
            (["template", "make", "kary", "--params", '{"k": 5}'], "5")):
        check(words in weft(*arguments, status=2)[1], f"{arguments}: {words}")


@case
def template_params_from_input():
    """Parameters may come from standard input"""
    out, _ = weft("template", "make", "rack", "--params", "-", document={"cap_kw": 15})
    equal(json.loads(out), make("rack", cap_kw=15), "the same document")


@case
def fat_tree_1024():
    """1,024 GPUs on 64-port switches: 32 leaves, 16 spines, 1,024 + 1,024 cables, 1,388 kW"""
    document = make("rail-fat-tree", nodes=128, k=64)
    equal((switches(document, "leaf"), switches(document, "spine"), switches(document, "core")), (32, 16, 0), "switches")
    equal((count_cables(document, "rack", "leaf"), count_cables(document, "leaf", "spine")), (1024, 1024), "cables")
    parts = count_parts(document)
    equal((parts["H100"], parts["qm9700"]), (1024, 48), "parts")
    records = {name: json.loads(weft("catalog", "show", f"components/{name}", "--json")[0])["values"]
               for name in ("dgx-h100", "qm9700")}
    power = {name: next(value["value"] for value in values if value["key"] == "active_max_w")
             for name, values in records.items()}
    equal(round((128 * power["dgx-h100"] + 48 * power["qm9700"]) / 1000), 1388, "kilowatts")
    check("1388.2 kW" in document["notes"], document["notes"])
    document["facility"] = {"power_w": 2e6}
    equal([found for found in validate(document) if found["severity"] == "error"], [], "no violation")
    result = json.loads(weft("evaluate", "-", "--json", document=document)[0])
    equal([part["count"] for part in result["partitions"]], [1024], "chips that are scored")


@case
def fat_tree_over_a_megawatt():
    """128 nodes draw more than 1 MW, which is said with both numbers and does not make the design invalid"""
    document = make("rail-fat-tree", nodes=128)
    equal([(found["code"], found["limit"]) for found in validate(document, status=1)], [("budget_exceeded", 1e6)],
          "the usual budget of a profile that counts hosts and cooling")
    document["profile"] = "archagent-2026"
    equal([found["code"] for found in validate(document)], [], "chips alone, without a facility")
    document["facility"] = {"power_w": 1e6}
    found = [entry for entry in validate(document) if entry["code"] == "facility_power"]
    # Cables draw half at each end; of the 1,024 to nodes that end is in the nameplate of the node.
    cables = 1024 * 18 / 2 + 1024 * 18
    equal([(entry["severity"], entry["actual"], entry["limit"]) for entry in found],
          [("warning", 128 * 10200 + 48 * 1720 + cables, 1e6)], "watts")
    for words in ("1.42 MW", "1.00 MW"):
        check(words in found[0]["message"].replace("\u00a0", " "), found[0]["message"])
    document["facility"] = {"power_w": 1.42e6}
    equal([entry["code"] for entry in validate(document)], [], "1.42 MW are enough")


@case
def fat_tree_4096():
    """4,096 GPUs need a third tier: 128 + 128 + 64 switches"""
    document = make("rail-fat-tree", nodes=512)
    equal((switches(document, "leaf"), switches(document, "spine"), switches(document, "core")), (128, 128, 64), "switches")
    equal([count_cables(document, *ends) for ends in (("rack", "leaf"), ("leaf", "spine"), ("spine", "core"))],
          [4096] * 3, "cables")
    document["facility"] = {"power_w": 10e6}
    equal([found for found in validate(document) if found["severity"] == "error"], [], "no violation")


@case
def fat_tree_node_257():
    """Two tiers of 64 ports end at 256 nodes; node 257 is refused with both numbers, or gets three tiers"""
    message = make("rail-fat-tree", nodes=257, tiers=2, status=2)
    for words in ("257", "256", "2048", "64 ports", "3 tiers"):
        check(words in message, f"{words}: {message}")
    equal(switches(make("rail-fat-tree", nodes=256), "core"), 0, "256 nodes take two tiers")
    document = make("rail-fat-tree", nodes=257)
    check(switches(document, "core") > 0, "257 take three")
    equal(count_parts(document)["H100"], 257 * 8, "every node is there")


@case
def fat_tree_one_node_more():
    """A design of two tiers with one host more than it has ports for is a violation"""
    document = make("rail-fat-tree", nodes=256)
    machine = document["graph"]["definitions"]["machine"]
    document["graph"]["definitions"]["more"] = dict(document["graph"]["definitions"]["rack"], items=[
        {"id": "node", "definition": "dgx-h100"}])
    machine["items"].append({"id": "more", "definition": "more"})
    machine["links"] += [{"from": f"more:rail-{rail}", "to": f"leaf-{rail}[0]", "wiring": "all", "component": "dr4-400g",
                          "fabric": "IB-NDR"} for rail in range(8)]
    document["facility"] = {"power_w": 10e6}
    found = [entry for entry in validate(document, status=1) if entry["code"] == "radix"]
    equal([(entry["actual"], entry["limit"]) for entry in found], [(65, 64)] * 8, "ports of the first leaves")


# --- racks under a cap ---


@case
def racks_under_a_cap():
    """Racks of 50, 41 and 15 kW hold four, four and one DGX H100, five by height"""
    for cap, power, nodes in ((50, 4, 4), (41, 4, 4), (15, 1, 1)):
        document = make("rack", node="dgx-h100", cap_kw=cap)
        equal(count_parts(document)["H100"], 8 * nodes, f"{cap} kW")
        for words in (f"a rack holds {nodes}:", f"5 by space (42 U), {power} by power ({cap}.0 kW)", "power binds"):
            check(words in document["notes"], document["notes"])
    equal(count_parts(make("rack", cap_kw=51))["H100"], 40, "51 kW are five")
    message = make("rack", cap_kw=10, status=2)
    check("10.2 kW" in message and "10.0 kW" in message, message)


@case
def racks_of_32_nodes():
    """Under 15 kW 32 nodes take 32 racks"""
    for cap, racks in ((15, 32), (50, 8)):
        document = make("rack", cap_kw=cap, nodes=32)
        machine = document["graph"]["definitions"]["machine"]
        equal(next(item for item in machine["items"] if item["id"] == "rack")["count"], racks, f"{cap} kW")
        equal(count_parts(document)["H100"], 256, "chips")


def cable_power(**params):
    """Watts of all cables and of the whole machine, from the totals."""
    document = make("rack", leaves="rack", **params)
    # A cap above the rack's own limit is an error that is not asked for here.
    out = subprocess.run([WEFT, "evaluate", "-", "--json"], input=json.dumps(document).encode("utf-8"),
                         capture_output=True, timeout=120, check=False).stdout
    totals = json.loads(out)["totals"]
    equal((totals["power_w"]["cables"]["n_unknown"], totals["it_w"]["n_unknown"]), (0, 0), "all power is known")
    return totals["power_w"]["cables"]["known"], totals["it_w"]["known"]


def too_long(cap, cable, nodes=4):
    """Lengths and reaches of the cables that are too long, errors only."""
    status = 1 if cap == 50 or cable.startswith("dac") or cable == "link-dac-copper" else 0
    found = validate(make("rack", leaves="rack", cap_kw=cap, cable=cable, nodes=nodes), status=status)
    equal([entry for entry in found if entry["code"] == "cable_reach_unknown"], [], "every length is known")
    return [entry for entry in found if entry["code"] == "cable_reach"]


@case
def copper_under_a_cap():
    """Under 50 kW four nodes and their leaf share a rack and copper reaches; under 15 kW it does not"""
    for cable, reach in (("dac-400g", 2), ("link-dac-copper", 2.5)):
        equal(too_long(50, cable), [], f"{cable} in one rack")
        found = too_long(15, cable)
        equal(len(found), 8, f"{cable}: every rail")
        for entry in found:
            check(entry["actual"] > 3 and entry["limit"] == reach, entry)
            check(f"{entry['actual']:.2f} m" in entry["message"] and f"reaches {reach} m" in entry["message"], entry)
            check("AEC, which reaches 7 m" in entry["hint"], entry["hint"])
    equal(too_long(15, "aec-400g"), [], "active copper reaches")
    found = too_long(15, "dac-400g", nodes=32)
    equal([entry["limit"] for entry in found], [2] * 8, "32 racks")
    check(min(entry["actual"] for entry in found) > 7 and all("AOC" in entry["hint"] for entry in found), found)
    for cable in ("aoc-400g", "dr4-400g"):
        equal(too_long(15, cable, nodes=32), [], f"{cable} reaches across 32 racks")


@case
def transceivers_under_a_cap():
    """What reaches draws more: the totals grow by the cables' watts, half of them at nodes, whose nameplate covers it"""
    for nodes, cable in ((4, "aec-400g"), (32, "aoc-400g"), (32, "dr4-400g")):
        watts = {}
        for name in ("dac-400g", cable):
            values = json.loads(weft("catalog", "show", f"components/{name}", "--json")[0])["values"]
            figures = {value["key"]: value["value"] for value in values}
            watts[name] = figures.get("active_max_w", figures["active_w"]) * (2 if figures["per_end"] else 1)
        copper, active = (cable_power(cap_kw=15, nodes=nodes, cable=name) for name in ("dac-400g", cable))
        more = nodes * 8 * (watts[cable] - watts["dac-400g"])
        check(more > 0 and abs(active[0] - copper[0] - more) < 1e-6, (cable, copper, active, more))
        check(abs(active[1] - copper[1] - more / 2) < 1e-6, (cable, copper, active, more))


@case
def leaves_of_a_rack():
    """Leaves stand in the hall, in the rack, or in one of their own; what fits nowhere is refused"""
    def racks(**params):
        definitions = make("rack", **params)["graph"]["definitions"]
        return {name: [item["id"] for item in entry["items"]] for name, entry in definitions.items()
                if entry["level"] == "rack"}
    equal(racks(cap_kw=50), {"rack": ["node"]}, "in the hall")
    equal(racks(cap_kw=50, leaves="rack"), {"rack": ["node", "leaf"]}, "in the rack")
    equal(racks(cap_kw=41, leaves="rack"), {"rack": ["node"], "leaf-rack": ["leaf"]}, "42.5 kW are too many")
    equal(racks(cap_kw=15, nodes=32, leaves="rack"), {"rack": ["node"], "leaf-rack": ["leaf"]}, "a rack of eight")
    message = make("rack", cap_kw=12, nodes=32, leaves="rack", status=2)
    check("13.8 kW" in message and "12.0 kW" in message, message)
    check("row" in make("rack", leaves="row", status=2), "an unknown place")


@case
def rack_over_its_own_limit():
    """A cap above what the rack is made for is said, and the rules show it with both numbers"""
    document = make("rack", cap_kw=50, nodes=32)
    check("more than the rack itself is made for" in document["notes"], document["notes"])
    found = {entry["code"]: entry for entry in validate(document, status=1)}
    equal((found["rack_power"]["actual"], found["rack_power"]["limit"]), (40800, 40000), "watts")
    equal([entry for entry in validate(make("rack", nodes=32)) if entry["severity"] == "error"], [], "its own limit")


# --- accepted violations ---


def waived(document, *codes):
    path = "/graph/definitions/rack"
    return dict(document, waivers=[{"code": code, "path": path, "reason": f"The row has more, {code}"} for code in codes])


@case
def waivers():
    """A waived limit is listed with its reason and no longer counts; the design is scored"""
    document = make("rack", cap_kw=50, nodes=32)
    before = {entry["code"]: entry for entry in validate(document, status=1)}
    validate(waived(document, "rack_power"), status=1)
    accepted = waived(document, "rack_power", "air_heat")
    after = {entry["code"]: entry for entry in validate(accepted)}
    for code in ("rack_power", "air_heat"):
        equal(after[code], dict(before[code], waived=f"The row has more, {code}"), code)
    words, _ = weft("validate", "-", document=accepted)
    check("Error, accepted" in words and "Accepted: The row has more, air_heat" in words and "\nvalid" in words, words)
    equal(json.loads(weft("evaluate", "-", "--json", document=document, status=1)[0])["score"], 0, "not accepted")
    check(json.loads(weft("evaluate", "-", "--json", document=accepted)[0])["score"] > 0, "accepted")
    words, _ = weft("evaluate", "-", document=accepted)
    check("Accepted: The row has more, rack_power" in words, words)


@case
def waivers_unused():
    """A waiver that meets nothing is reported; faults of composition cannot be waived"""
    document = waived(make("rack", nodes=32), "rack_power")
    equal([(entry["code"], entry["severity"], entry["path"]) for entry in validate(document)],
          [("waiver_unused", "info", "/waivers/0")], "unused")
    document = make("rack", nodes=32)
    document["graph"]["definitions"]["machine"]["items"][0]["count"] = 0
    path = "/graph/definitions/machine/items/0/count"
    document["waivers"] = [{"code": "count_range", "path": path, "reason": "please"}]
    codes = [entry["code"] for entry in validate(document, status=1)]
    check("count_range" in codes and "waiver_refused" in codes, codes)


@case
def waivers_without_reason():
    """A waiver without a reason is no waiver"""
    for reason, code in (("", "waiver_reason"), ("  ", "waiver_reason"), (None, "wrong_type"), (3, "wrong_type")):
        document = make("rack", nodes=32)
        document["waivers"] = [{"code": "rack_power", "path": "/graph", "reason": reason}]
        found = validate(document, status=1)
        equal([(entry["code"], entry["path"]) for entry in found], [(code, "/waivers/0/reason")], str(reason))


@case
def large_example():
    """100,800 chips in a file of a few kilobytes"""
    path = ROOT / "catalog" / "systems" / "hundred-thousand.weft"
    check(path.stat().st_size < 4096, "a small file")
    result = json.loads(weft("evaluate", str(path), "--json")[0])
    equal([part["count"] for part in result["partitions"]], [100800], "chips")
    equal(result["violations"], [], "no violation")


@case
def one_length_for_a_cable():
    """The floor plan lays cables as long as the rules judge them"""
    for cap in (15, 50):
        document = make("rack", node="dgx-h100", cap_kw=cap, nodes=32, leaves="rack", cable="dac-400g")
        with tempfile.TemporaryDirectory() as folder:
            design = pathlib.Path(folder) / "racks.weft"
            design.write_text(json.dumps(document))
            judged = json.loads(weft("validate", str(design), "--json", status=1)[0])["violations"]
            drawn = json.loads(weft("draw", str(design), "--json")[0])["media"]
        equal(max(one["actual"] for one in judged if one["code"] == "cable_reach"),
              max(medium["longest_m"] for medium in drawn), f"longest cable under {cap} kW")


main()
