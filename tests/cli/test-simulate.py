#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulation from the command line: bare links, workloads on machines, what is said of them and written, refusals."""
import csv
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from et import coll, recv, send, transformer, write_et  # noqa: E402
from simulation import (MIB, ROOT, SYSTEMS, TEMP, WEFT, answer, network, peer_arguments, refused, system,  # noqa: E402
                        weft, write)
from tap import case, check, equal, main  # noqa: E402

UNIT = SYSTEMS / "superpod-h100-unit.weft"
POOL = SYSTEMS / "h100-cxl-pool.weft"
NVL72 = SYSTEMS / "nvl72.weft"
TRAINING = "llm:tp=8,pp=4,dp=2,phase=training,batch=16,microbatches=4"
DECODE = "llm:phase=decode,tp=8,batch=16,prompt_tokens=8192,new_tokens=2"
KEYS = ["trace", "network", "model", "routing", "makespan_s", "tasks", "events", "messages", "cpu_s", "bound_by",
        "bottleneck", "ranks", "devices", "links", "providers", "collectives", "critical_steps", "critical_path", "notes"]
SHARES = ["compute", "memory_bandwidth", "link_serialization", "queueing", "latency", "remote_memory", "imbalance"]


# --- flows on bare links ---


def link(name, rate=1e9, latency=0, **more):
    return {"id": name, "bandwidth_bytes_s": rate, "latency_s": latency, **more}


def flow(name, *route, size=1e9, start=0):
    return {"id": name, "route": list(route), "bytes": size, "start_s": start}


def scenario(links, flows, *options):
    """When each flow ends."""
    path = write("scenario.json", {"links": links, "flows": flows})
    found = answer("--scenario", path, *options)
    equal([each["id"] for each in found["flows"]], [each["id"] for each in flows], "flows")
    times = [each["finish_s"] for each in found["flows"]]
    equal(found["makespan_s"], max(times), "makespan")
    return times


@case
def fair_shares():
    """Flows that share links end as max-min fairness says, to a nanosecond"""
    a, ups = link("a"), [link(f"u{k}", latency=1e-6) for k in range(8)]
    cases = {
        "single": ([a], [flow("f", "a")], [1]),
        "single_lat": ([link("a", latency=1e-3)], [flow("f", "a")], [1.001]),
        "latency_only": ([link("a", latency=1e-3), link("b", latency=2e-3)], [flow("f", "a", "b", size=1)], [0.003000001]),
        "zero_bytes": ([link("a", latency=1e-3)], [flow("f", "a", size=0)], [0.001]),
        "two_share": ([a], [flow("f", "a"), flow("g", "a")], [2, 2]),
        "two_share_uneq": ([a], [flow("f", "a"), flow("g", "a", size=3e9)], [2, 4]),
        "late_start": ([a], [flow("f", "a"), flow("g", "a", start=0.5)], [1.5, 2]),
        "two_bneck": ([a, link("b", 5e8)], [flow("f", "a", "b")], [2]),
        "two_bneck_shared": ([a, link("b", 5e8)], [flow("f", "a", "b"), flow("g", "a")], [2, 2]),
        "incast8": ([link(f"u{k}") for k in range(8)] + [link("d")], [flow(f"f{k}", f"u{k}", "d") for k in range(8)],
                    [8] * 8),
        "incast8_lat": (ups + [link("d", latency=1e-6)], [flow(f"f{k}", f"u{k}", "d") for k in range(8)],
                        [8.000002] * 8),
        "outcast8": ([a] + [link(f"d{k}") for k in range(8)], [flow(f"f{k}", "a", f"d{k}") for k in range(8)], [8] * 8),
        "parking3": ([link(x) for x in "abc"], [flow("f", "a", "b", "c")] + [flow(x, x) for x in "abc"], [2] * 4),
        "parking_uneq": ([a, link("b", 2e9)], [flow("f", "a", "b"), flow("g", "a"), flow("h", "b"), flow("i", "b")],
                         [2, 2, 4 / 3, 4 / 3]),
        "tri_maxmin": ([link("a", 1e10), link("b", 4e9), link("c", 6e9)],
                       [flow("f", "a", "b", size=1e10), flow("g", "a", "b", size=1e10), flow("h", "a", size=1e10),
                        flow("i", "c", "b", size=1e10)], [7.5, 7.5, 15 / 11, 7.5]),
        "opposite": ([a, link("back")], [flow("f", "a"), flow("g", "back")], [1, 1]),
        "fatpipe": ([link("a", shared=False)], [flow("f", "a"), flow("g", "a")], [1, 1]),
        "rtt_uneq": ([link("a", latency=1e-3), link("x", 1e12, 9e-3)], [flow("f", "a"), flow("g", "a", "x")],
                     [1.992, 2.001]),
        "small_us": ([link("a", 53687091200, 500e-9)], [flow("f", "a", size=131072)], [2.94140625e-6]),
    }
    for name, (links, flows, expected) in cases.items():
        for found, wanted in zip(scenario(links, flows), expected, strict=True):
            check(abs(found - wanted) <= 1e-9, f"{name}: {found}, expected {wanted}")
    equal(scenario(*cases["incast8"][:2], "--exact"), [8] * 8, "--exact")
    check(abs(scenario(*cases["small_us"][:2])[0] - 2.94140625e-6) < 1e-16, "exact small times")


@case
def one_after_the_other():
    """With --network fifo flows wait for each other, whole or in packets"""
    links, flows = [link("a"), link("b")], [flow("f", "a", "b"), flow("g", "a", "b")]
    equal(scenario(links, flows, "--network", "fifo"), [2, 3], "whole messages are stored at each link")
    found = scenario(links, flows, "--network", "fifo", "--packet", "1000000")
    check(abs(found[0] - 1.001) < 1e-9 and abs(found[1] - 2.001) < 1e-9, found)
    out, _ = weft("--scenario", write("scenario.json", {"links": links, "flows": flows, "network": "fifo"}))
    check("fifo" in out and "3.00 s" in out and out.splitlines()[-1].split()[0] == "g", out)


@case
def packets():
    """Packets go with the model of links that a scenario itself names, and not with fluid links"""
    own = {"links": [link("a"), link("b")], "flows": [flow("f", "a", "b")]}
    fifo, fluid = write("fifo.json", {**own, "network": "fifo"}), write("fluid.json", {**own, "network": "fluid"})
    for options in (["--scenario", fifo], ["--scenario", fluid, "--network", "fifo"]):
        check(abs(answer(*options, "--packet", "1e6")["makespan_s"] - 1.001) < 1e-9, options)
    refused("--scenario", fluid, "--packet", "1e6", words=["--packet", "--network fifo"])
    refused("--scenario", fifo, "--network", "fluid", "--packet", "1e6", words=["--packet", "--network fifo"])


@case
def bad_scenarios():
    """What a scenario may not say is refused with its place"""
    one = {"links": [link("a")], "flows": [flow("f", "a")]}
    for change, words in (({"flows": [flow("f", "b")]}, ['"b"']), ({"links": [link("a", 0)]}, ["bandwidth_bytes_s"]),
                          ({"links": [link("a"), link("a")]}, ["a"]), ({"flows": [flow("f", "a", size=-1)]}, ["bytes"]),
                          ({"flows": [flow("f", "a", start=-1)]}, ["start_s"]), ({"colour": 1}, ["colour"]),
                          ({"network": "tcp"}, ["tcp"])):
        refused("--scenario", write("bad.json", {**one, **change}), words=["bad.json", *words])
    refused("--scenario", write("bad.json", "{"), words=["bad.json"])
    refused("--scenario", "nothing.json", words=["nothing.json"])
    refused("--scenario", write("endless.json", {"links": [link("a", 1e-300)], "flows": [flow("f", "a", size=1e300)]}),
            words=["f"], status=1, kind="stuck")


# --- what scripts and people get ---


@case
def answers():
    """Every key that scripts rely on is there, shares sum to 1, links are at most full, and the same run is the same"""
    for arguments in ((TRAINING, UNIT), ("xf8", UNIT), ("hpcg:n=64,iterations=4,blocks=8", NVL72)):
        found, again = (answer(*arguments) for _ in range(2))
        equal([key for key in KEYS if key not in found], [], f"{arguments}: missing")
        equal(list(found["bottleneck"]), SHARES, "shares")
        check(abs(sum(found["bottleneck"].values()) - 1) < 1e-9, found["bottleneck"])
        check(all(0 <= each["utilisation"] <= 1 + 1e-9 for each in found["links"]), "use of links")
        equal(max(rank["finish_ns"] for rank in found["ranks"]) / 1e9, found["makespan_s"], "the last rank ends it")
        equal(len(found["devices"]), len(found["ranks"]), "a device a rank")
        check(all(set(each["wait_s"]) == {"start", "task", "message", "slot", "group", "remote"}
                  for each in found["devices"]), "causes of waiting")
        equal(found["bound_by"], max(SHARES, key=lambda share: found["bottleneck"][share]), "what bounds it")
        steps = found["critical_path"]
        check(steps[0]["from_s"] == 0 and abs(steps[-1]["to_s"] - found["makespan_s"]) < 1e-12, "from end to end")
        check(len(found["notes"]) == len(set(found["notes"])), f"notes come once: {found['notes']}")
        found.pop("cpu_s"), again.pop("cpu_s")
        equal(found, again, f"{arguments}: the same again")
    equal(len(answer("xf8", UNIT, "--max-links", "5")["links"]), 5, "--max-links")


@case
def words():
    """Words: the model, the makespan, shares, collectives, links, ranks, each a dozen rows at most, and notes once"""
    out, err = weft(TRAINING, UNIT)
    equal(err, "", "standard error")
    for word in ("Links: fluid: max-min fair shares, cut-through", "Ways: ", "Makespan: ", "the mapper (ranks)",
                 "Busiest link: ", "Cause", "Computing", "Collective", "all_reduce", "Link ", "Ranks with tasks: 64 of 256",
                 "and 52 more; --json has all"):
        check(word in out, f"{word!r} in {out}")
    notes = [line for line in out.splitlines() if line.startswith("•")]
    equal(len(notes), len(set(notes)), "notes")
    check(all(len(line) <= 80 for line in weft(TRAINING, UNIT, COLUMNS="80")[0].splitlines()), "80 columns")
    check("and 20 more" in weft("lcg64", UNIT)[0] or "more; --json has all" in weft("lcg64", UNIT)[0], "cut tables")


@case
def ranks_keep_their_plan():
    """A workload with ranks keeps them, on chips of one kind; without them the mapper chooses; --algorithm counts more"""
    found = answer(TRAINING, NVL72)
    equal(found["mapped_by"], "ranks", "by default")
    busy = [device["device"] for device in found["devices"] if device["tasks"] > 0]
    equal(len(busy), 64, "a chip for each rank")
    check(not any("CPU" in name for name in busy), "none on a host")
    check(answer("hpcg:n=64,iterations=2,blocks=4", UNIT)["mapped_by"] != "ranks", "no ranks")
    check(answer("llm:tp=4", UNIT, "-a", "heft")["mapped_by"] == "heft", "as asked")
    refused("hpcg:n=64,iterations=2", UNIT, "-a", "ranks", words=["rank"], status=1, kind="not_mapped")
    refused("llm:tp=4,dp=64,phase=training,batch=64", UNIT, words=["GPU", "H100", "memory"], status=1, kind="not_mapped")


@case
def speeds_and_delays():
    """Ranks that are slow or late"""
    alone = answer("xf8", UNIT)["makespan_s"]
    slow = answer("xf8", UNIT, "--speed", "3=0.5")
    check(slow["makespan_s"] > 1.3 * alone and slow["bottleneck"]["imbalance"] > 0.2, slow["bottleneck"])
    check(abs(answer("xf8", UNIT, "--delay", "0=1ms")["makespan_s"] - alone - 1e-3) < 2e-4, "late")
    for option, text, word in (("--speed", "3", "3"), ("--speed", "3=0", "3=0"), ("--speed", "8=2", "rank 8"),
                               ("--speed", "1=fast", "1=fast"), ("--delay", "1=2kg", "1=2kg"), ("--delay", "1=-2ms", "-2ms"),
                               ("--delay", "9=1ms", "8 ranks")):
        refused("xf8", UNIT, option, text, words=[option, word])


@case
def contradictions():
    """Options that contradict each other, or would have no effect, are refused"""
    write("knobs.json", {"knobs": []})
    write("network.yml", network("Switch", 8))
    peer = ["xf8", "--network-yml", "network.yml"]
    for arguments, words_ in (
            (["xf8", UNIT, "--astra"], ["--astra", "--network-yml"]),
            ([*peer, "--astra", "--network", "fluid"], ["--astra"]), ([*peer, "--unaware"], ["--unaware", "--astra"]),
            ([*peer, "--packet", "4096"], ["--packet", "fifo"]), ([*peer, "--astra", "--packet", "4096"], ["--packet"]),
            (["xf8", UNIT, "--network", "fifo", "--exact"], ["--exact", "fluid"]),
            ([*peer, "--heat", "heat.svg"], ["--heat"]), ([*peer, "--knobs", "knobs.json"], ["--knobs"]),
            ([*peer, "--algorithm", "heft"], ["--algorithm"]), ([*peer, "--groups", "groups.json"], ["--groups"]),
            ([*peer, "--beside", UNIT], ["--beside"]), (["hpcg", "--network-yml", "network.yml"], ["hpcg", "workload"]),
            (["xf8", UNIT, "--algorithm", "heft"], ["--algorithm"]), (["xf8", UNIT, "--remote", "kv*=pool"], ["--remote"]),
            (["hpcg", UNIT, "--system-json", "s.json"], ["--system-json"]),
            (["xf8", UNIT, "--beside", NVL72, "--timeline", "t.csv"], ["--timeline"]),
            (["xf8", UNIT, "--beside", NVL72, "--heat", "h.svg"], ["--heat"]), (["xf8", UNIT, "--dark"], ["--dark"]),
            (["--scenario", "s.json", "--gantt", "g.svg"], ["--gantt"]), (["--scenario", "s.json", "--chunks", "2"], ["--chunks"]),
            (["--scenario", "s.json", "--chakra", "x"], ["--scenario", "--chakra"]), (["--scenario", "s.json", "xf8"], ["too many"]),
            (["xf8"], ["too few"]), ([], ["too few"]), (["xf8", UNIT, "more"], []),
            (["xf8", UNIT, "--collectives", "quick"], ["quick", "halving-doubling"]),
            (["xf8", UNIT, "--network", "tcp"], ["tcp"]), (["xf8", UNIT, "--send-ends", "never"], ["never"]),
            (["xf8", UNIT, "--network", "fifo", "--packet", "1.5"], ["--packet"]),
            (["xf8", UNIT, "--network", "fifo", "--packet", "-1"], ["--packet"]),
            (["xf8", UNIT, "--chunks", "-2"], ["--chunks"]), (["xf8", UNIT, "--timeline", "nowhere/t.csv"], ["nowhere"]),
            (["xf8", UNIT, "--gantt", "g.bmp"], ["g.bmp"]), (["nothing", UNIT], ["nothing"]), (["xf8", "nothing.weft"], ["nothing.weft"])):
        refused(*arguments, words=words_)


@case
def stops_when_asked():
    """A terminal sees how far a run is, and Ctrl+C stops it"""
    master, slave = pty.openpty()
    with subprocess.Popen([WEFT, "simulate", "hpcg:n=64,iterations=50,blocks=64", UNIT, "--json"], stderr=slave,
                          stdout=subprocess.PIPE, cwd=TEMP) as run:
        os.close(slave)
        shown = b""
        while b"%" not in shown:
            shown += os.read(master, 4096)
        run.send_signal(signal.SIGINT)
        out = run.stdout.read()
        run.wait(60)
    os.close(master)
    check("Mapping: " in shown.decode() or "Simulating: " in shown.decode(), shown)
    equal(run.returncode, 1, "status")
    equal(json.loads(out)["error"]["kind"], "cancelled", "kind")


# --- files ---


@case
def files():
    """Timeline, charts, and the same for two designs"""
    weft("xf8", UNIT, "--timeline", "times.csv", "--gantt", "ranks.svg", "--link-chart", "links.pdf", "--bottleneck",
         "shares.png", "--heat", "heat.svg", "--dark", "--json")
    with open(TEMP / "times.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = answer("xf8", UNIT)
    equal(len(rows), found["tasks"], "a row a task")
    equal(max(float(row["finish_s"]) for row in rows), found["makespan_s"], "the last ends it")
    check(all(float(row["start_s"]) <= float(row["finish_s"]) for row in rows), "starts before ends")
    check(any(row["waited_for"] == "message" and row["released_by"] for row in rows), "what they waited for")
    for name, begin in (("ranks.svg", b"<?xml"), ("links.pdf", b"%PDF"), ("shares.png", b"\x89PNG"), ("heat.svg", b"<?xml")):
        check((TEMP / name).read_bytes().startswith(begin), name)
    first = (TEMP / "ranks.svg").read_bytes()
    weft("xf8", UNIT, "--gantt", "ranks.svg", "--dark")
    equal((TEMP / "ranks.svg").read_bytes(), first, "the same picture again")
    weft("xf8", UNIT, "--beside", NVL72, "--gantt", "both.svg", "--bottleneck", "both-shares.svg", "--link-chart", "l.svg")
    check((TEMP / "both.svg").stat().st_size > 1000, "two timelines")


@case
def out_to_others():
    """What runs goes out as Chakra traces, as ASTRA-sim's files and as a platform of SimGrid, and comes back the same"""
    ranks, groups = transformer(2, 2, 1, 2)
    arguments = peer_arguments(ranks, "Switch", 4, {"groups": groups})
    first = answer(*arguments, "--astra")
    _, err = weft(*arguments, "--astra", "--export-astra", "out", "--export-simgrid", "out.xml", "--export-chakra", "plain")
    check("out" in err and "out.xml" in err, err)
    back = answer("out", "--network-yml", "out.network.yml", "--system-json", "out.system.json", "--groups",
                  "out.groups.json", "--astra")
    equal(back["makespan_s"], first["makespan_s"], "through ASTRA-sim's files")
    again = answer("plain", "--network-yml", "network.yml", "--system-json", "system_json.json", "--groups",
                   "out.groups.json", "--astra")
    equal(again["ranks"], first["ranks"], "through Chakra traces")
    check((TEMP / "out.xml").read_text(encoding="utf-8").startswith("<?xml"), "a platform")
    weft("llm:tp=8", NVL72, "--export-chakra", "llm", "--export-simgrid", "nvl72.xml")
    equal(answer("--describe", "llm")["ranks"], 108, "a workload")
    refused(*arguments, "--export-chakra", "trace", words=["--export-chakra", "read"])
    refused("lcg64", leaf_spine(16), "--export-astra", "unit", words=["network"])


@case
def beside_another():
    """--beside runs the same on a second design, with both in one answer"""
    found = answer(TRAINING, UNIT, "--beside", NVL72)
    alone = answer(TRAINING, NVL72)
    equal(found["beside"]["makespan_s"], alone["makespan_s"], "as alone")
    equal(found["beside"]["network"], alone["network"], "its name")
    out, _ = weft(TRAINING, UNIT, "--beside", NVL72)
    for word in ("Share beside", "Difference", "Makespan", "Critical path: "):
        check(word in out, f"{word} in {out}")


# --- what machines do to workloads ---


def leaf_spine(uplinks):
    """128 GPUs under 4 leaves with so many cables from each leaf to each of 2 spines; 16 are no oversubscription."""
    document = json.loads((SYSTEMS / "h100-4-by-32.weft").read_text(encoding="utf-8"))
    for each in document["graph"]["definitions"]["machine"]["links"]:
        if each["to"] == "spine":
            each["channels"] = uplinks
    return write(f"leaf-spine-{uplinks}.weft", document)


@case
def tapered_fat_tree():
    """A fat tree that is tapered 4:1 shows congestion: more queueing, longer waits, and where"""
    write_et(TEMP / "across", [[send(0, r, (r + 64) % 128, 16 * MIB), recv(1, (r + 64) % 128, r, 16 * MIB)]
                               for r in range(128)])
    full, tapered = (answer("across", leaf_spine(n)) for n in (16, 4))
    check(tapered["makespan_s"] > 2.5 * full["makespan_s"], (full["makespan_s"], tapered["makespan_s"]))
    check(tapered["bottleneck"]["queueing"] > full["bottleneck"]["queueing"] + 0.15, "queueing share")
    check(max(each["wait_p99_s"] for each in tapered["links"]) > 2 * max(each["wait_p99_s"] for each in full["links"]),
          "waits of links")
    busiest = tapered["links"][0]
    check("Spine" in busiest["link"] and busiest["level"] == "cluster" and busiest["utilisation"] > 0.95, busiest)
    check("between nodes or racks" in weft("across", "leaf-spine-4.weft")[0], "in words")


@case
def remote_pool():
    """A KV cache that moves to a CXL pool is seen: remote memory bounds decoding, and how much of it is queueing"""
    near, far = answer(DECODE, POOL), answer(DECODE, POOL, "--remote", "kv*=pool")
    equal((near["bottleneck"]["remote_memory"], near["providers"]), (0, []), "in HBM")
    check(far["makespan_s"] > 5 * near["makespan_s"] and far["bound_by"] == "remote_memory", far["bottleneck"])
    pool = far["providers"][0]
    check(pool["requests"] > 1000 and pool["network_s"] > 0 and pool["queue_s"] > 0 and pool["serve_s"] > 0, pool)
    check("Pool" in far["links"][0]["link"], far["links"][0])
    check("Memory " in weft(DECODE, POOL, "--remote", "kv*=pool")[0], "a table of memories")
    refused(DECODE, POOL, "--remote", "kv", words=["--remote", "kv"])
    refused(DECODE, POOL, "--remote", "kv*=attic", words=["attic", "Pool 1"])
    refused(DECODE, UNIT, "--remote", "kv*=pool", words=["pool"])
    check(any("zz*" in note for note in answer(DECODE, POOL, "--remote", "zz*=pool")["notes"]), "nothing of that name")


@case
def kernels_with_knobs():
    """Measured knobs of kernels and messages count"""
    plain = answer("llm:tp=8", UNIT)
    knobs = write("knobs.json", {"knobs": [{"chip": "h100-sxm-80", "flop_efficiency": 0.5, "launch_s": 1e-6}],
                                 "comm": [{"comm": "all_reduce", "efficiency": 0.5}]})
    slow = answer("llm:tp=8", UNIT, "--knobs", knobs)
    check(1.6 * plain["makespan_s"] < slow["makespan_s"] < 2.2 * plain["makespan_s"], slow["makespan_s"])
    refused("llm:tp=8", UNIT, "--knobs", write("knobs.json", {"knobs": [{"flop_efficiency": 2}]}), words=["knobs.json"])
    refused("llm:tp=8", UNIT, "--knobs", write("knobs.json", {"knobs": [], "comm": [{"comm": "shout"}]}),
            words=["knobs.json", "shout"])


@case
def closed_form():
    """Priced collectives say how far they are from their messages"""
    found = answer("llm:tp=8", UNIT, "--collectives", "closed-form")
    whole = answer("llm:tp=8", UNIT)
    check(abs(found["makespan_s"] / whole["makespan_s"] - 1) < 0.02 and found["messages"] < whole["messages"] / 100, "near")
    check(abs(found["closed_form_check"]["difference"]) < 0.05, found["closed_form_check"])
    check("message by message it takes" in weft("llm:tp=8", UNIT, "--collectives", "closed-form")[0], "in words")


# --- questions that users asked ---


def node_of_eight():
    """One HGX H100 board, as in the SuperPOD."""
    graph = json.loads(UNIT.read_text(encoding="utf-8"))["graph"]
    definition = {**graph["definitions"]["dgx-h100"], "ports": []}
    return write("node.weft", {"name": "HGX", "graph": {"root": "node", "definitions": {"node": definition}}})


@case
def brochure_and_benchmark():
    """K08: 1 GB on 8 H100 takes 4.73 ms in a ring at 370 GB/s and 3.64 ms in the switch; links are never over-full"""
    write_et(TEMP / "gigabyte", [[coll(0, "ALL_REDUCE", 10**9)] for _ in range(8)])
    knobs = write("nccl.json", {"knobs": [], "comm": [
        {"comm": "all_reduce", "algorithm": "ring", "efficiency": 370 / 450},
        {"comm": "all_reduce", "algorithm": "in-switch", "efficiency": 275 / 450}]})
    for algorithm, more, expected in (("ring", ["--knobs", knobs], 4.73e-3), ("in-switch", ["--knobs", knobs], 3.64e-3),
                                      ("ring", [], 3.89e-3)):
        found = answer("gigabyte", node_of_eight(), "--collectives", algorithm, *more)
        check(abs(found["makespan_s"] / expected - 1) < 0.02, f"{algorithm}: {found['makespan_s']}")
        check(all(each["utilisation"] <= 1 + 1e-9 for each in found["links"]), "links")


def cluster(nodes, chips):
    """Nodes on one switch, with a card of 12.5 GB/s for each chip, the chips of a node on PCIe."""
    folder = TEMP / "data" / "weft" / "catalog" / "components"
    if not folder.is_dir():
        folder.mkdir(parents=True)
        cable = json.loads((ROOT / "catalog" / "components" / "dac-400g.json").read_text(encoding="utf-8"))
        cable.update(id="dac-100g", name="100G cable", aliases=[])
        cable["values"]["port_gbps"] = 100
        (folder / "dac-100g.json").write_text(json.dumps(cable), encoding="utf-8")
    node = {"level": "node", "items": [{"id": "gpu", "chip": "A100", "count": chips, "role": "general"}], "links": [],
            "ports": [{"id": "net", "of": "gpu", "per_item": 1}]}
    if chips > 1:
        node["items"].append({"id": "switch", "component": "pex88096"})
        node["links"].append({"from": "gpu", "to": "switch", "wiring": "all", "component": "pcie4-lane", "channels": 16})
    whole = {"level": "cluster", "items": [{"id": "node", "definition": "node", "count": nodes},
                                           {"id": "leaf", "component": "qm8700"}],
             "links": [{"from": "node:net", "to": "leaf", "wiring": "all", "component": "dac-100g", "fabric": "IB-HDR"}]}
    return write(f"cluster-{nodes}.weft", {"name": f"{nodes} by {chips}",
                                           "graph": {"root": "whole", "definitions": {"node": node, "whole": whole}}})


@case
def three_shapes():
    """K10: the same 8 chips in 8, 4 and 2 nodes: A > B > C, A/B is 2, and C is bound inside its nodes"""
    write_et(TEMP / "shapes", [[coll(0, "ALL_REDUCE", 1600000000)] for _ in range(8)])
    knobs = write("shapes.json", {"knobs": [], "comm": [{"comm": "all_reduce", "efficiency": 0.62}]})
    home = {**os.environ, "XDG_DATA_HOME": str(TEMP / "data")}
    runs = []
    for nodes in (8, 4, 2):
        done = subprocess.run([WEFT, "simulate", "shapes", cluster(nodes, 8 // nodes), "--knobs", knobs, "--collectives",
                               "ring", "--json"], capture_output=True, cwd=TEMP, env=home, check=False)
        equal(done.returncode, 0, done.stderr.decode())
        runs.append(json.loads(done.stdout))
    a, b, c = (run["makespan_s"] for run in runs)
    check(a > b > c and 2.0 <= round(a / b, 3) <= 2.1 and abs(a - 0.363) < 0.01, (a, b, c))
    equal([run["links"][0]["level"] for run in runs], ["cluster", "cluster", "node"], "where the busiest link is")


@case
def direct_and_ring():
    """K13: ring and direct both take 3.5 ms; stored by message the ring takes twice that, and a note beside it says why"""
    for rank in range(8):
        write_et(TEMP / "hundred", [[coll(0, "ALL_REDUCE", 10**8)] for _ in range(8)])
    write("network.yml", network("Switch", 8, str(50 / 1.073741824), "10.0"))
    base = ["hundred", "--network-yml", "network.yml", "--chunks", "8", "--active-chunks", "1"]
    for algorithm in ("ring", "direct"):
        for more in ([], ["--network", "fifo", "--packet", "4096"]):
            found = answer(*base, "--collectives", algorithm, *more)
            check(abs(found["makespan_s"] / 3.5e-3 - 1) < 0.03, f"{algorithm} {more}: {found['makespan_s']}")
            check(not any("stored at each link" in note for note in found["notes"]), "no note")
    stored = answer(*base, "--collectives", "ring", "--network", "fifo")
    check(1.9 < stored["makespan_s"] / 3.5e-3 < 2.1, stored["makespan_s"])
    check(any("stored at each link" in note and "2 times" in note for note in stored["notes"]), stored["notes"])
    out, _ = weft(*base, "--collectives", "ring", "--network", "fifo")
    lines = out.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("Makespan"))
    check("stored at each link" in lines[at + 1], "beside the number")
    check(not any(line.startswith("•") and "stored at each link" in line for line in lines), "and not again below")


@case
def no_effect_of_more_chips():
    """K15: groups of 8 in one node take the same on 32 and 64 chips, and a note says that more have no effect"""
    def rails(racks):
        document = json.loads(UNIT.read_text(encoding="utf-8"))
        for item in document["graph"]["definitions"]["unit"]["items"]:
            if item["id"] == "rack":
                item["count"] = racks
        return write(f"rails-{racks}.weft", document)

    small, large = (answer("llm:tp=8", rails(n)) for n in (1, 2))
    equal((len(small["ranks"]), len(large["ranks"])), (32, 64), "chips")
    equal(small["makespan_s"], large["makespan_s"], "the same time")
    row = large["collectives"][0]
    equal((row["group_size"], row["members"], row["domains_crossed"]), (8, list(range(8)), 1), "the table says why")
    check(any("No effect of more devices" in note and "8 ranks" in note for note in large["notes"]), large["notes"])
    ranks = [[coll(0, "ALL_REDUCE", MIB)] for _ in range(64)]
    write_et(TEMP / "world", ranks)
    found = answer("world", "rails-2.weft")
    check(not any("No effect" in note for note in found["notes"]), "a group of all")
    equal(found["collectives"][0]["domains_crossed"], 8, "eight nodes")


@case
def uses_a_folder_of_data():
    """ASTRA-sim's own example files, where they are at hand"""
    shared = os.environ.get("WEFT_SHARED_DIR")
    if not shared or not (pathlib.Path(shared) / "sim" / "et").is_dir():
        return
    folder = pathlib.Path(shared) / "sim"
    write("network.yml", network("Switch", 4))
    found = answer(folder / "et" / "xf_tiny", "--network-yml", "network.yml", "--system-json",
                   folder / "configs" / "system_ring1.json", "--groups", folder / "configs" / "comm_groups_xf_tiny.json",
                   "--remote-memory", folder / "configs" / "memory_none.json", "--astra")
    equal(found["makespan_s"], 0.006922716, "xf_tiny")
    equal(system()["endpoint-delay"], 10, "as there")


if __name__ == "__main__":
    main()
