#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""weft evaluate --collective: the ways of one collective, its three bandwidths apart, and refusals."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]


def weft(*arguments, status=0):
    """Standard output and error of one run, which has to end with that status."""
    done = subprocess.run([WEFT, "evaluate", *arguments], capture_output=True, text=True, timeout=120, check=False)
    equal(done.returncode, status, f"weft evaluate {' '.join(arguments)}: {done.stderr}: status")
    return done.stdout, done.stderr


def ask(*arguments):
    return json.loads(weft("--collective", *arguments, "--json")[0])


@case
def one_node():
    found = ask("all_reduce", "--bytes", "1GB", "--ranks", "8", "--chip", "h100-sxm-80", "--scaleup", "nvlink4",
                "--scaleout", "ib-ndr")
    equal(found["algorithm"], "in_switch", "algorithm")
    equal((found["domains"], found["rails"]), (1, 0), "domains and rails")
    ways = {way["algorithm"]: way for way in found["ways"]}
    check(3.4e-3 < ways["in_switch"]["time_s"] < 3.9e-3, ways["in_switch"])
    check(4.5e-3 < ways["ring"]["time_s"] < 5.0e-3, ways["ring"])
    check(ways["in_switch"]["busbw_bytes_s"] > found["inside_line_bytes_s"], "bus bandwidth above the line rate")
    for way in found["ways"]:
        check(way["inside_bytes_s"] <= found["inside_line_bytes_s"], way)
        check(way["time_s"] >= way["least_s"], way)
        check(way["time_s"] >= found["time_s"], way)


@case
def ports():
    full = ask("all_reduce", "--bytes", "1GB", "--ranks", "64", "--per-node", "8")
    half = ask("all_reduce", "--bytes", "1GB", "--ranks", "64", "--per-node", "8", "--ports", "4")
    equal((full["rails"], half["rails"]), (8, 4), "rails")
    check(1.5 < half["time_s"] / full["time_s"] < 2.1, (half["time_s"], full["time_s"]))


@case
def network_that_reduces():
    plain = ask("all_reduce", "--bytes", "1GB", "--ranks", "64", "--per-node", "1")
    reduced = ask("all_reduce", "--bytes", "1GB", "--ranks", "64", "--per-node", "1", "--in-network")
    equal(reduced["algorithm"], "in_network", "algorithm")
    check(1.8 < plain["time_s"] / reduced["time_s"] < 2.1, (plain["time_s"], reduced["time_s"]))


@case
def large_groups():
    found = ask("all_to_all", "--bytes", "1MiB", "--ranks", "100000", "--per-node", "8")
    equal(found["domains"], 12500, "domains")
    found = ask("all_reduce", "--bytes", "8", "--ranks", "688128", "--per-node", "112", "--library", "mpi",
                "--busy-hosts", "--scaleout", "slingshot11")
    check(300e-6 < found["time_s"] < 400e-6, found["time_s"])


@case
def one_rank():
    found = ask("all_reduce", "--bytes", "1GB", "--ranks", "1")
    equal((found["time_s"], found["algorithm"], found["ways"]), (0, "none", []), "one rank")


@case
def words():
    out = weft("--collective", "all_reduce", "--bytes", "14kB", "--ranks", "16")[0]
    for word in ("algbw", "busbw", "Scale-up wire", "2 domains", "* "):
        check(word in out, word)


@case
def refusals():
    for arguments, said in (
            (("--collective", "all", "--bytes", "1"), "expected all_reduce"),
            (("--collective", "all_reduce"), "--bytes"),
            (("--collective", "all_reduce", "--bytes", "0"), "more than 0"),
            (("--collective", "all_reduce", "--bytes", "many"), "many"),
            (("--collective", "all_reduce", "--bytes", "1", "--ranks", "-3"), "--ranks: found -3"),
            (("--collective", "all_reduce", "--bytes", "1", "--chip", "h100-sxm-8"), "h100-sxm-80"),
            (("--collective", "all_reduce", "--bytes", "1", "--scaleup", "if-mi300"), "does not fit"),
            (("--collective", "all_reduce", "--bytes", "1", "--library", "x"), "expected nccl"),
            (("--collective", "all_reduce", "--bytes", "1", "--oversubscription", "0.5"), "1 or more"),
            (("--collective", "all_reduce", "--bytes", "1", "design.weft"), "too many arguments")):
        out, err = weft(*arguments, status=2)
        equal(out, "", arguments)
        check(said in err, (arguments, err))


main()
