#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Traces from the command line: times of ASTRA-sim and SimGrid, and what other simulators fall over or stay silent at."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
# pylint: disable=wildcard-import,unused-wildcard-import,wrong-import-position
from et import coll, comp, et_bytes, field, mem, recv, record, send, transformer, varint, work  # noqa: E402
from simulation import (MIB, SYSTEMS, TEMP, answer, finish, network, peer_arguments, refused, system,  # noqa: E402
                        weft, with_idle, write)
from tap import case, check, equal, main  # noqa: E402

H100 = SYSTEMS / "superpod-h100-unit.weft"
NVL72 = SYSTEMS / "nvl72.weft"
POOL = {"memory-type": "MEMORY_POOL", "remote-mem-latency": 100, "remote-mem-bw": 50}
ROOFLINE = system(roofline_enabled=1, peak_perf=900)


def all_reduce(size, npus, **more):
    """A collective of all ranks."""
    return [[coll(0, "ALL_REDUCE", size, **more)] for _ in range(npus)]


def star_ns(npus, size):
    """A ring through a switch that forwards at once: 2 (n - 1) steps of both latencies and a part of the buffer."""
    return 2 * (npus - 1) * (1000 + size / npus / (50 * 2**30 / 1e9))


# --- times that others print ---


@case
def ring_all_reduce():
    """A ring all-reduce takes what ASTRA-sim prints on every topology, and on a star what SimGrid says"""
    for npus, size, plain, aware, unaware in ((8, MIB, 43025, 84199, 50025), (8, 64 * MIB, 2304732, 4499232, 2311732),
                                              (64, MIB, 104590, 206020, 167590),
                                              (64, 64 * MIB, 2648971, 5172877, 2711971),
                                              (512, MIB, 561599, 1111435, 1072599),
                                              (512, 64 * MIB, 3140105, 6145807, 3651105)):
        ranks = all_reduce(size, npus)
        equal(set(finish(ranks, "Ring", npus)), {plain}, f"{npus}: Ring")
        if npus < 512: # every pair has a link of its own
            equal(set(finish(ranks, "FullyConnected", npus)), {plain}, f"{npus}: FullyConnected")
        equal(set(finish(ranks, "Switch", npus)), {aware}, f"{npus}: Switch")
        equal(set(finish(ranks, "Switch", npus, unaware=None)), {unaware}, f"{npus}: Switch, unaware")
        found = finish(ranks, "Switch", npus, {"system_json": None}, astra=False, collectives="ring")
        check(all(abs(time - star_ns(npus, size)) < 0.06 for time in found), f"{npus}: star {found[0]}")
    check(abs(star_ns(8, MIB) - 48179.7) < 0.06 and abs(star_ns(64, 64 * MIB) - 2586937.5) < 0.06, "as SimGrid prints")


@case
def transformer_in_a_pipeline():
    """A small transformer ends when ASTRA-sim says, on four networks, with times that have no rounding in them"""
    ranks, groups = transformer(2, 2, 1, 2)
    for topology, options, expected in (("Switch", {}, 6922716), ("Ring", {}, 5035716), ("FullyConnected", {}, 4408716),
                                        ("Switch", {"unaware": None}, 4422716)):
        equal(max(finish(ranks, topology, 4, {"groups": groups}, **options)), expected, topology)
    out, _ = weft(*peer_arguments(ranks, "Switch", 4, {"groups": groups}, astra=None), "--json")
    check('"makespan_s": 0.006922716,' in out and '"finish_ns": 6922716}' in out, "no digits of rounding")


@case
def traces_without_files():
    """Built-in traces end when ASTRA-sim and SimGrid say, to the nanosecond and to 0.06 ns"""
    for name, topology, npus, expected in (("xf8", "Switch", 8, 1028444736), ("xf8", "Ring", 8, 860510112),
                                           ("lcg8", "Switch", 8, 759145247), ("lcg64", "Switch", 64, 805962579),
                                           ("xf64", "Switch", 64, 1380601056), ("xf-tiny", "Switch", 4, 6922716),
                                           ("all-reduce-512", "Switch", 512, 1111435)):
        found = answer(name, "--network-yml", write("network.yml", network(topology, npus)), "--system-json",
                       write("system.json", system()), "--astra")
        equal(found["makespan_s"], expected / 1e9, f"{name} on {topology}")
    found = answer("lcg64", "--network-yml", write("network.yml", network("Switch", 64)))
    check(abs(found["makespan_s"] - 0.7962161465) < 1e-10, f"lcg64 with fair shares {found['makespan_s']}")
    equal((found["tasks"], found["messages"]), (192000, 64000), "sizes")


@case
def messages_between_two():
    """One message takes a serialisation and a latency for each link on its way"""
    both = with_idle({0: [send(0, 0, 1, MIB)], 1: [recv(0, 0, 1, MIB)]}, 8)
    equal(finish(both, "Ring", 8), [20031, 20031] + 6 * [1000], "neighbours on a ring")
    equal(finish(both, "Switch", 8), [40062, 40062] + 6 * [1000], "through a switch")
    far = with_idle({0: [send(0, 0, 2, MIB)], 2: [recv(0, 0, 2, MIB)]}, 8)
    equal(finish(far, "Ring", 8)[2], 40062, "two hops")
    equal(finish(far, "FullyConnected", 8)[2], 20031, "a link of their own")


@case
def messages_meet():
    """Messages that share a link wait for each other: incast, outcast, parking lot"""
    ranks = [[recv(k, k + 1, 0, MIB) for k in range(8)]] + [[send(0, k, 0, MIB)] for k in range(1, 9)]
    equal(finish(ranks, "Switch", 9), [176779] + [40062 + 19531 * k for k in range(8)], "incast8")
    ranks = [[send(k, 0, k + 1, MIB) for k in range(8)]] + [[recv(0, 0, k, MIB)] for k in range(1, 9)]
    equal(finish(ranks, "Switch", 9), [320496] + [40062 * k for k in range(1, 9)], "outcast8")
    shared = with_idle({0: [send(0, 0, 2, MIB)], 1: [send(0, 1, 2, 4 * MIB)],
                        2: [recv(0, 0, 2, MIB), recv(1, 1, 2, 4 * MIB)]}, 8)
    equal(finish(shared, "Ring", 8)[:3], [98156, 78625, 98156], "share")
    parking = with_idle({0: [send(0, 0, 3, MIB)], 1: [send(0, 1, 2, MIB)], 2: [recv(0, 1, 2, MIB), send(1, 2, 3, MIB)],
                         3: [recv(0, 0, 3, MIB), recv(1, 2, 3, MIB)]}, 8)
    equal(finish(parking, "Ring", 8)[:4], [60093, 20031, 20031, 60093], "parking")


@case
def remote_memory():
    """MEM nodes, and PER_NODE remote memory, at which others crash: one request at a time, no network"""
    ranks = [[mem(0, MIB)] for _ in range(8)]
    pool = [21071 * k for k in range(1, 9)]
    node = {"memory-type": "PER_NODE_MEMORY_EXPANSION", "num-nodes": 2, "num-npus-per-node": 4,
            "remote-mem-latency": 100, "remote-mem-bw": 50}
    npu = {**POOL, "memory-type": "PER_NPU_MEMORY_EXPANSION"}
    for kind, expected in ((POOL, pool), (npu, [21071] * 8), (node, pool[:4] * 2)):
        equal(finish(ranks, "FullyConnected", 8, {"remote_memory": kind}), expected, kind["memory-type"])
    then = [[mem(0, MIB, "MEM_STORE"), comp(1, 10, [0])] for _ in range(8)]
    equal(finish(then, "FullyConnected", 8, {"remote_memory": POOL}), [time + 10000 for time in pool], "then compute")
    found = answer(*peer_arguments(ranks, "FullyConnected", 8, {"remote_memory": POOL}, astra=None))
    equal([found["providers"][0][key] for key in ("requests", "bytes")], [8, 8 * MIB], "the pool")
    check(found["bottleneck"]["remote_memory"] > 0.99, "what bounds it")
    refused(*peer_arguments(ranks, "FullyConnected", 8, {"remote_memory": {"memory-type": "NO_MEMORY_EXPANSION"}}),
            words="memory")


# --- what others fall over, or stay silent at ---


@case
def receive_without_send():
    """A RECV without SEND, with another tag, or of a byte more, is an error that names both nodes"""
    for size, tag, words, kind in ((MIB, 2, ["tag 2"], "unmatched"), (MIB + 1, 1, ["1048576", "1048577"], "mismatch")):
        ranks = with_idle({0: [send(5, 0, 1, MIB, 1)], 1: [recv(7, 0, 1, size, tag)]}, 4)
        refused(*peer_arguments(ranks, "Ring", 4), words=["rank 1", "node 7", *words], status=1, kind=kind)
    refused(*peer_arguments(with_idle({1: [recv(7, 0, 1, MIB)]}, 4), "Ring", 4),
            words=["rank 1", "node 7", "rank 0"], status=1, kind="unmatched")


@case
def receives_before_sends():
    """Two ranks that RECV before they SEND are a deadlock, reported with the circle"""
    ranks = with_idle({0: [recv(0, 1, 0, 1024), send(1, 0, 1, 1024, 0, [0])],
                       1: [recv(0, 0, 1, 1024), send(1, 1, 0, 1024, 0, [0])]}, 4)
    refused(*peer_arguments(ranks, "Ring", 4), words=["rank 0, node 0", "rank 1, node 0", "waits for"], status=1,
            kind="stuck")


@case
def send_without_receive():
    """A SEND without RECV is warned of"""
    ranks = with_idle({0: [send(3, 0, 1, MIB)]}, 4)
    found = answer(*peer_arguments(ranks, "Ring", 4, astra=None))
    equal(found["ranks"][0]["finish_ns"], 20031, "it is sent")
    check(any("node 3" in note and "rank 0" in note for note in found["notes"]), found["notes"])


@case
def partial_collective():
    """A collective that one rank leaves out, or has another size of, is an error that names the rank"""
    ranks = all_reduce(MIB, 4)
    ranks[3] = [comp(0)]
    refused(*peer_arguments(ranks, "Ring", 4), words=["rank 3"], status=1, kind="unmatched")
    ranks[3] = [coll(0, "ALL_REDUCE", 2 * MIB)]
    refused(*peer_arguments(ranks, "Ring", 4), words=["rank 3", "2097152", "1048576"], status=1, kind="mismatch")


@case
def cycle_beside_a_free_node():
    """A dependency cycle beside a free node is an error with the cycle, the shortest one (chakra 189, 134)"""
    ranks = with_idle({1: [comp(0), comp(1, 1, [2]), comp(2, 1, [1]), *(comp(k, 1, [k - 1, 2]) for k in range(3, 300))]},
                      4)
    refused(*peer_arguments(ranks, "Ring", 4), words=["node 1", "node 2"], status=1, kind="cycle")
    _, err = weft(*peer_arguments(ranks, "Ring", 4), status=1)
    check(len(err) < 400, f"it is short: {err}")


@case
def duplicate_node_id():
    """A node id that comes twice is an error"""
    refused(*peer_arguments([[comp(4, 5), comp(4, 7)]] * 4, "Ring", 4), words=["trace.0.et", "node 4", "2 and 3"])


@case
def missing_dependence():
    """A dependence on a node that is not there names both"""
    refused(*peer_arguments([[comp(4, 5, [77])]] * 4, "Ring", 4), words=["77", "node 4"])


@case
def broadcast_takes_time():
    """BROADCAST, REDUCE, GATHER, SCATTER and BARRIER take real time"""
    times = {}
    for kind in ("BROADCAST", "REDUCE", "GATHER", "SCATTER", "BARRIER"):
        for size in (MIB, 64 * MIB):
            ranks = [[coll(0, kind, 0 if kind == "BARRIER" else size)] for _ in range(4)]
            times[kind, size] = max(finish(ranks))
    for kind in ("BROADCAST", "REDUCE", "GATHER", "SCATTER"):
        check(times[kind, MIB] > 10000 and times[kind, 64 * MIB] > 30 * times[kind, MIB], f"{kind}: {times}")
    check(500 < times["BARRIER", MIB] < 10000, f"a barrier takes latencies: {times['BARRIER', MIB]}")


@case
def tiny_collectives():
    """ALL_REDUCE of 0 and 3 bytes takes latencies only, never a size that is rounded up"""
    zero, three, odd = (max(finish(all_reduce(size, n), "Ring", n)) for size, n in ((0, 4), (3, 8), (1000001, 3)))
    equal((zero, three), (6 * 500 + 70, 14 * 500 + 150), "latencies and endpoint delays")
    equal(odd, 28130, "1000001 bytes on 3")


@case
def metadata_is_ignored():
    """A METADATA node is ignored"""
    ranks = [[{"id": 0, "type": "METADATA"}, comp(1, 5, [0])] for _ in range(4)]
    equal(finish(ranks), [5000] * 4, "only the computation takes time")


@case
def roofline():
    """The roofline, also with tensor_size 0: compute-bound, and what depends on it starts"""
    files = {"system_json": ROOFLINE}
    for size, after in ((10**9, 1111111), (10**6, 1111111), (0, 1111111)):
        equal(finish([[work(0, 10**12, size)]] * 4, files=files), [after] * 4, f"{size} bytes")
    found = finish([[work(0, 10**12, 0), work(1, 9 * 10**11, 10**6, [0])]] * 4, files=files)
    equal(found, [1111111 + 1000000] * 4, "one after the other")


@case
def no_endpoint_delay():
    """An endpoint-delay of 0 is allowed"""
    found = finish(all_reduce(MIB, 8), "Ring", 8, {"system_json": system(endpoint_delay=0)})
    equal(found, [43025 - 150] * 8, "as with 10 ns, without them")


@case
def missing_system_keys():
    """preferred-dataset-splits and local-mem-bw have a stated default, or are missed by name"""
    for key in ("preferred_dataset_splits", "local_mem_bw"):
        found = answer(*peer_arguments(all_reduce(MIB, 8), "Ring", 8, {"system_json": system(**{key: None})}, astra=None))
        check(any(key.replace("_", "-") in note for note in found["notes"]), f"{key}: {found['notes']}")
    equal(found["makespan_s"], 41324e-9, "without reductions")


@case
def too_many_ranks():
    """A trace of 8 ranks on 4 places, or more ranks than chips, is an error with both numbers"""
    refused(*peer_arguments(all_reduce(MIB, 8), "Ring", 4), words=["8 ranks", "4 places"])
    refused("lcg512", NVL72, words=["512 ranks", "108 chips"])
    refused("llm:tp=8,dp=16,batch=16", NVL72, words=["128 ranks", "108 chips", "--algorithm best"])


@case
def own_rank_and_nobody():
    """A send to the own rank is a copy, one to rank 9 of 4 an error that names the node, one of 0 bytes a latency"""
    ranks = with_idle({2: [send(0, 2, 2, MIB), recv(1, 2, 2, MIB)]}, 4)
    check(finish(ranks)[2] <= 1000, "no network")
    refused(*peer_arguments(with_idle({2: [send(5, 2, 9, MIB)]}, 4), "Ring", 4), words=["node 5", "9"])
    equal(finish(with_idle({0: [send(0, 0, 1, 0)], 1: [recv(0, 0, 1, 0)]}, 4))[:2], [500, 500], "latency only")


@case
def names_of_groups():
    """Names such as default_pg are groups; one that nobody describes is an error"""
    groups = {"default_pg": [0, 1, 2, 3], "pair": [1, 3]}
    equal(finish(all_reduce(MIB, 4, group="default_pg"), files={"groups": groups}), finish(all_reduce(MIB, 4)), "all")
    ranks = with_idle({1: [coll(0, "ALL_REDUCE", MIB, "pair")], 3: [coll(0, "ALL_REDUCE", MIB, "pair")]}, 4)
    check(finish(ranks, files={"groups": groups})[1] > 20000, "two of them")
    refused(*peer_arguments(all_reduce(MIB, 4, group="7"), "Ring", 4, {"groups": {"1": [0, 1]}}), words=["7"])
    refused(*peer_arguments(all_reduce(MIB, 4, group="1"), "Ring", 4, {"groups": {"1": [0, 1, 2, 3, 4]}}),
            words=["“1”", "4"])


@case
def several_dimensions():
    """FullyConnected and Ring with a Switch are networks too, and congestion is known on them"""
    for topology in ("FullyConnected, Switch", "Ring, Switch", "Switch, Ring"):
        arguments = peer_arguments(all_reduce(MIB, 8), "Ring", 8)
        write("network.yml", network(topology, "4, 2", "50.0, 25.0", "500.0, 1000.0"))
        check(answer(*arguments)["makespan_s"] > 30e-6, topology)
        found = answer(*arguments, "--astra")
        check(found["makespan_s"] > 30e-6, topology)
    ranks = with_idle({0: [send(0, 0, 5, MIB)], 5: [recv(0, 0, 5, MIB)]}, 8)
    arguments = peer_arguments(ranks, "Ring", 8, astra=None)
    write("network.yml", network("Ring, Switch", "4, 2", "50.0, 25.0", "500.0, 1000.0"))
    equal(answer(*arguments, "--unaware")["ranks"][5]["finish_ns"], 20031, "unaware: the first dimension alone")
    equal(answer(*arguments)["ranks"][5]["finish_ns"], 20031 + 2 * (1000 + 39062), "aware: all three links")


# --- what users ask for or complain about ---


@case
def subgroups_in_any_order():
    """astra-sim 339: collectives of a group beside those of all end on every rank"""
    ranks = [[coll(0, "ALL_GATHER", 1024, "1")] for _ in range(4)]
    ranks += [[coll(0, "ALL_REDUCE", 1024, "2"), coll(1, "ALL_GATHER", 1024, "1", [0])] for _ in range(4)]
    found = finish(ranks, "Ring", 8, {"groups": {"1": list(range(8)), "2": [4, 5, 6, 7]}})
    equal(sorted(found), [6783, 7293, 7803, 7815, 7815, 8313, 8823, 8823], "as ASTRA-sim prints")


@case
def nothing_ends_abruptly():
    """astra-sim 187, SimAI 190: a run that cannot end says which ranks wait for what, and fails"""
    ranks = [[comp(0), coll(1, "ALL_REDUCE", MIB, deps=[0]), recv(2, (r + 1) % 4, r, 64, 0, [1]),
              send(3, r, (r - 1) % 4, 64, 0, [2])] for r in range(4)]
    refused(*peer_arguments(ranks, "Ring", 4), words=["rank 0", "waits for"], status=1, kind="stuck")


@case
def stages_that_disagree():
    """LLMServingSim 55 and 65: stages whose sizes differ are an error, not a hang"""
    ranks, groups = transformer(2, 4, 1, 2)
    for node in ranks[2]:
        if node["type"] == "RECV":
            node["attrs"][1] = ("comm_size", "int64", MIB)
            break
    refused(*peer_arguments(ranks, "Switch", 8, {"groups": groups}), words=["8388608", "1048576"], status=1,
            kind="mismatch")


@case
def every_kind_of_integer():
    """astra-sim 207, chakra 136: sizes of any integer type are read, and none is taken for 0"""
    for kind in ("int64", "uint64", "int32", "uint32", "sint64"):
        equal(set(finish(all_reduce(MIB, 8, integer=kind), "Ring", 8)), {43025}, kind)
    refused(*peer_arguments([[coll(3, "ALL_REDUCE", None)]] * 4, "Ring", 4), words=["node 3", "comm_size"])


@case
def groups_of_any_size():
    """astra-sim 371, 270: groups of different sizes, on any machine"""
    groups = {"1": [0, 1, 2], "2": [3, 4, 5, 6, 7]}
    ranks = [[coll(0, "ALL_REDUCE", 10**8, "1" if r < 3 else "2")] for r in range(8)]
    peer_arguments(ranks, "Ring", 8)
    found = answer("trace", H100, "--groups", write("groups.json", groups))
    equal([(c["group_size"], c["groups"]) for c in found["collectives"]], [(3, 1), (5, 1)], "groups")


@case
def stragglers():
    """astra-sim 73, 292: a slow rank and a late one make all wait, and imbalance says so"""
    ranks = [[comp(0, 1000), coll(1, "ALL_REDUCE", MIB, deps=[0])] for _ in range(4)]
    even = finish(ranks)
    equal(max(finish(ranks, speed="2=0.5")), max(even) + 1000000, "half as fast")
    equal(max(finish(ranks, delay="1=2ms,3=300us")), max(even) + 2000000, "late")
    found = answer(*peer_arguments(ranks, "Ring", 4, speed="2=0.5"))
    check(found["bottleneck"]["imbalance"] > 0.4, found["bottleneck"])
    check(found["devices"][0]["wait_s"]["group"] > 0.9e-3, found["devices"][0])


@case
def senders_end_first():
    """astra-network-analytical 12: with --send-ends sent a sender ends at size over rate, the receiver later"""
    both = with_idle({0: [send(0, 0, 1, MIB)], 1: [recv(0, 0, 1, MIB)]}, 4)
    sender, receiver = finish(both, astra=False, send_ends="sent")[:2]
    check(abs(sender - 19531.25) < 1e-6 and abs(receiver - 20031.25) < 1e-6, (sender, receiver))
    equal(finish(both, astra=False)[0], receiver, "otherwise both at once")


@case
def says_its_model():
    """astra-sim 317, 268: the model of links is in the result, and each link's use"""
    arguments = peer_arguments(all_reduce(MIB, 8), "Switch", 8)
    for more, word in (([], "fluid"), (["--network", "fifo"], "store and forward by message"), (["--astra"], "ASTRA-sim"),
                       (["--network", "fifo", "--packet", "4096"], "packets of 4096")):
        found = answer(*arguments, *more)
        check(word in found["model"], found["model"])
        check(len(found["links"]) == 16 and all(0 < link["utilisation"] <= 1 for link in found["links"]), "links")
        check(f"Links: {found['model']}" in weft(*arguments, *more)[0], "in words too")


@case
def smaller_trace_than_machine():
    """astra-sim 202, 168: a trace of 8 ranks runs on 256 chips"""
    found = answer("all-reduce-8", SYSTEMS / "superpod-h100-unit.weft")
    equal((len(found["ranks"]), found["collectives"][0]["domains_crossed"]), (8, 1), "on the first node")


@case
def times_of_every_node():
    """astra-sim 208: a file with start and end of every node, in seconds"""
    ranks = [[comp(0, 3, name="matmul"), coll(1, "ALL_REDUCE", MIB, deps=[0])] for _ in range(4)]
    weft(*peer_arguments(ranks, "Ring", 4, timeline="times.csv"))
    lines = (TEMP / "times.csv").read_text(encoding="utf-8").splitlines()
    equal(lines[0], "task,rank,name,label,kind,start_s,finish_s,waited_for,released_by", "columns")
    equal(len(lines), 9, "a line a node")
    check(any(line.split(",")[2:] == ['"matmul"', '"compute"', "compute", "0", "3e-06", "start", ""] for line in lines),
          lines)


@case
def several_groups_a_rank():
    """astra-sim 195, chakra 71: one rank is in several groups"""
    groups = {"row": [0, 1], "column": [0, 2], "all": [0, 1, 2, 3]}
    ranks = with_idle({0: [coll(0, "ALL_REDUCE", MIB, "row"), coll(1, "ALL_REDUCE", MIB, "column", [0])],
                       1: [coll(0, "ALL_REDUCE", MIB, "row")], 2: [coll(0, "ALL_REDUCE", MIB, "column")]}, 4)
    found = finish(ranks, files={"groups": groups})
    check(found[0] > found[2] > found[1] > 20000, found)


@case
def beyond_two_gigabytes():
    """astra-sim 94, 115: 8 and 64 GiB, and SimAI 300: hours of computing, without overflow"""
    equal(finish(all_reduce(8 << 30, 4)), [252082663] * 4, "8 GiB")
    equal(finish(all_reduce(64 << 30, 4)), [2016639832] * 4, "64 GiB")
    equal(finish([[comp(0, 5000000)]] * 4), [5000000000] * 4, "5 s")
    equal(finish([[comp(0, 4 * 3600 * 10**6)]] * 4), [4 * 3600 * 10**9] * 4, "4 h")
    check(min(finish(all_reduce((1 << 63) - 1, 4))) > 2.5e17, "as much as there can be")


@case
def no_order_is_warned_of():
    """chakra 215: collectives of which none waits for anything are warned of"""
    ranks = [[comp(0, 5)] + [coll(k, "ALL_REDUCE", MIB) for k in range(1, 9)] for _ in range(4)]
    notes = answer(*peer_arguments(ranks, "Ring", 4, astra=None))["notes"]
    check(any("wait for nothing" in note and "32" in note for note in notes), notes)


@case
def folded_iterations():
    """SimAI 192 and 170: equal iterations are counted and not run again; a BROADCAST is simulated"""
    head = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 1 ga: {} all_gpus: 8"
    layer = "layer{} -1 100000 {} 1048576 100000 NONE 0 100000 ALLREDUCE 1048576 100"
    found = {}
    for ga in (8, 512, 32768):
        text = "\n".join([head.format(ga) + " checkpoints: 0 checkpoint_initiates: 0", str(2 * ga),
                          *(layer.format(k % 2, "ALLREDUCE") for k in range(2 * ga))]) + "\n"
        found[ga] = answer(write("steps.txt", text), H100)
    times = {ga: run["makespan_s"] for ga, run in found.items()}
    equal(found[32768]["tasks"], found[512]["tasks"], "as many tasks")
    step_s = (times[512] - times[8]) / 504
    check(step_s > 400e-6 and abs((times[32768] - times[512]) / 32256 / step_s - 1) < 1e-6, f"each step counts: {times}")
    check(found[32768]["folded_s"] > 0.99 * times[32768], "nearly all is counted")
    text = "\n".join([head.format(1) + " checkpoints: 0 checkpoint_initiates: 0", "1", layer.format(0, "BROADCAST")]) + "\n"
    run = answer(write("steps.txt", text), H100)
    equal([each["collective"] for each in run["collectives"]], ["broadcast"], "a broadcast is simulated")


@case
def exact_small_times():
    """simgrid 71, 81, 219: short transfers take what they take, and no factor is hidden"""
    both = with_idle({0: [send(0, 0, 1, 1)], 1: [recv(0, 0, 1, 1)]}, 4)
    check(abs(finish(both, astra=False)[1] - (500 + 1 / 53.6870912)) < 1e-9, "a byte")


@case
def uneven_gather():
    """sst-macro 421: sizes that ranks do not divide, in any collective"""
    for kind in ("ALL_REDUCE", "ALL_GATHER", "REDUCE_SCATTER", "ALL_TO_ALL", "BROADCAST", "GATHER", "SCATTER"):
        for algorithm in ("ring", "direct", "halving-doubling", "auto"):
            if algorithm == "halving-doubling" and kind in ("ALL_TO_ALL", "GATHER", "SCATTER"):
                continue
            found = finish([[coll(0, kind, 1000003)] for _ in range(7)], "Switch", 7, {"system_json": None}, astra=False,
                           collectives=algorithm)
            check(all(time > 1000 for time in found), f"{kind}, {algorithm}")


# --- files that are not what they should be ---


@case
def broken_traces():
    """Truncated files, wrong varints, sizes of 2^63, negative times and texts in their place are errors, never zeros"""
    whole = et_bytes([comp(0, 5), coll(1, "ALL_REDUCE", MIB, deps=[0])])
    bad = {
        "truncated": (whole[:-3], ["trace.0.et"]),
        "varint": (whole + b"\xff" * 11, ["trace.0.et"]),
        "length": (whole + varint(1 << 40) + b"x", ["trace.0.et"]),
        "text": (b"not a trace at all\n", ["trace.0.et"]),
        "empty": (b"", ["trace.0.et"]),
    }
    arguments = peer_arguments([[comp(0)]], "Ring", 4)
    for name, (data, words) in bad.items():
        (TEMP / "trace.0.et").write_bytes(data)
        refused(*arguments, words=words)
    for nodes, words in (([comp(0, -5)], ["node 0"]), ([coll(3, "ALL_REDUCE", -1)], ["node 3", "comm_size"]),
                         ([coll(3, "ALL_REDUCE", 1 << 63, integer="uint64")], ["node 3", "comm_size"]),
                         ([{"id": 0, "type": "COLL", "attrs": [("comm_type", "int64", 77), ("comm_size", "int64", 8)]}],
                          ["node 0", "77"])):
        refused(*peer_arguments([nodes], "Ring", 4), words=words)


@case
def long_and_compressed():
    """Records over 16 KB, files that gzip made, and fields that nobody knows are read"""
    ranks = [[comp(0, 5, name="x" * 40000), coll(1, "ALL_REDUCE", MIB, deps=[0])] for _ in range(8)]
    plain = finish(ranks, "Ring", 8)
    equal(plain, [48025] * 8, "long names")
    found = answer(*peer_arguments(ranks, "Ring", 8, compress=True, astra=None))
    equal([rank["finish_ns"] for rank in found["ranks"]], plain, "compressed")
    odd = record(field(1, "0.0.4")) + record(field(1, 0) + field(3, 4) + field(7, 5) + field(99, "future"))
    arguments = peer_arguments([[comp(0)]] * 4, "Ring", 4, astra=None)
    (TEMP / "trace.2.et").write_bytes(odd)
    equal(answer(*arguments)["ranks"][2]["finish_ns"], 5000, "an unknown field")


@case
def broken_networks():
    """Lists of different lengths, unknown topologies and missing keys are errors; unknown keys are warnings"""
    arguments = peer_arguments(all_reduce(MIB, 8), "Ring", 8, astra=None)
    for text, words in ((network("Ring, Switch", "4, 2"), ["bandwidth"]), (network("Torus", "8"), ["Torus"]),
                        (network("Ring", "1"), ["1"]), (network("Ring", "8", "-50.0"), ["bandwidth"]),
                        ("topology: [ Ring ]\nnpus_count: [ 8 ]\n", ["bandwidth"]), ("{{{", ["network.yml"])):
        write("network.yml", text)
        refused(*arguments, words=words)
    write("network.yml", network("Ring", "8") + "colour: [ blue ]\n")
    check(any("colour" in note for note in answer(*arguments)["notes"]), "an unknown key")
    arguments = peer_arguments(all_reduce(MIB, 8), "Ring", 8, {"system_json": system(boost_mode=0)}, astra=None)
    found = answer(*arguments)
    check(any("boost-mode" in note for note in found["notes"]), "an unknown key of the system")
    equal(found["makespan_s"], 43025e-9, "which changes nothing")


@case
def describes_a_trace():
    """--describe says what a trace holds, whether it could run or not"""
    ranks, _ = transformer(2, 2, 1, 2)
    peer_arguments(ranks, "Ring", 4)
    found = answer("--describe", "trace")
    equal((found["ranks"], found["nodes"], found["types"]["COMP"]["nodes"]), (4, 80, 32), "counts")
    equal(found, answer("--describe", "--chakra", "trace"), "by --chakra")
    out, _ = weft("--describe", "trace")
    check("4 ranks, 80 nodes" in out and "COMM_COLL" in out, out)
    refused("--describe", "nothing-here", words=["nothing-here"])
    refused("--describe", "trace", "--gantt", "x.svg", words=["--gantt"])


if __name__ == "__main__":
    main()
