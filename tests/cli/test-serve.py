#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft evaluate --serve`: what serving language models gives, the best way within limits, and what is refused."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]

FIRST = ["software_s", "slot_s", "queue_s", "prefill_s", "kv_transfer_s", "step_s"]
TOKEN = ["weights_s", "kv_s", "compute_s", "latency_s", "transfer_s", "host_s", "interference_s"]


def run(*arguments, status):
    done = subprocess.run([WEFT, "evaluate", "--serve", *map(str, arguments)], capture_output=True, timeout=120,
                          check=False)
    equal(done.returncode, status, f"{arguments}: {done.stderr.decode()}: status")
    return done


def serve(*arguments, status=0):
    found = json.loads(run(*arguments, "--json", status=status).stdout)
    equal(list(found["ttft_parts"]), FIRST, "parts of the first token")
    equal(list(found["tpot_parts"]), TOKEN, "parts between tokens")
    tpot = sum(found["tpot_parts"].values())
    check(abs(tpot - found["tpot_s"]) <= 1e-9 * tpot, f"{tpot} and {found['tpot_s']}")
    if found["ttft_s"] is not None:
        ttft = sum(found["ttft_parts"].values())
        check(abs(ttft - found["ttft_s"]) <= 1e-9 * ttft, f"{ttft} and {found['ttft_s']}")
    return found


def refused(word, *arguments):
    done = run(*arguments, status=2)
    equal(done.stdout, b"", f"{arguments}: output")
    check(word in done.stderr.decode(), f"{word} in {done.stderr.decode()}")


@case
def as_asked():
    """a plan is answered as it was asked"""
    found = serve("llama-3.1-70b", "--chip", "h100-sxm-80", "--tp", 4, "--input", 1024, "--output", 1024,
                  "--concurrency", 64, "--engine", "trtllm", "--weight-dtype", "fp8", "--kv-dtype", "fp8")
    equal(found["plan"]["pool"], {"tp": 4, "pp": 1, "ep": 1, "dp_attention": 1, "replicas": 1, "batch": 64}, "the pool")
    equal(found["chips"], 4, "chips")
    equal(found["limit"], "asked", "the limit")
    equal(found["warnings"], [], "warnings")
    check(found["fits"], "it fits")
    check(0 < found["spread_ln"] < 0.5, f"the spread is {found['spread_ln']}")


@case
def replicas():
    """chips that are there make replicas, and requests are dealt out to them"""
    found = serve("llama-3.1-8b", "--chip", "h100-sxm-80", "--tp", 2, "--count", 8, "--concurrency", 64)
    equal(found["plan"]["pool"]["replicas"], 4, "replicas")
    equal(found["plan"]["pool"]["batch"], 16, "requests of each")
    equal(found["concurrency"], 64, "requests at once")


@case
def k16():
    """tensor parallelism over two nodes is bound by the fabric's latency; stages of a node each are faster"""
    wide = serve("deepseek-v3", "--chip", "h100-sxm-80", "--tp", 16, "--engine", "sglang")
    deep = serve("deepseek-v3", "--chip", "h100-sxm-80", "--tp", 8, "--pp", 2, "--engine", "sglang")
    equal(wide["bound"], "fabric-latency", "what bounds TP16")
    check(deep["tpot_s"] < wide["tpot_s"], f"{deep['tpot_s']} and {wide['tpot_s']}")
    words = run("deepseek-v3", "--chip", "h100-sxm-80", "--tp", 16, status=0).stdout.decode()
    check("fabric latency" in words, words)
    check("several scale-up domains" in words, words)


@case
def host():
    """software of a step is the user's to set, and may be none"""
    plan = ("llama-3.1-8b", "--chip", "h100-sxm-80", "--concurrency", 8)
    none = serve(*plan, "--host", "0")
    some = serve(*plan, "--host", "1ms")
    equal(none["tpot_parts"]["host_s"], 0, "no software")
    check(abs(some["tpot_s"] - none["tpot_s"] - 1e-3) < 1e-9, f"{some['tpot_s']} and {none['tpot_s']}")


@case
def offline():
    """offline there is no first token to wait for, and batches are as large as fit"""
    found = serve("llama-3.1-70b", "--chip", "h100-sxm-80", "--tp", 2, "--weight-dtype", "fp8", "--kv-dtype", "fp8",
                  "--offline", "--input", 2048, "--output", 2048, "--engine", "trtllm")
    equal(found["ttft_s"], None, "the first token")
    equal(found["limit"], "kv-room", "the limit")


@case
def apart():
    """prompts on chips of their own"""
    found = serve("llama-3.1-70b", "--chip", "h100-sxm-80", "--tp", 4, "--weight-dtype", "fp8", "--concurrency", 64,
                  "--prefill-count", 8, "--prefill-tp", 4)
    equal(found["chips"], 12, "chips")
    equal(found["plan"]["prefill"]["replicas"], 2, "replicas that read prompts")
    equal(found["tpot_parts"]["interference_s"], 0, "prompts of others")
    check(found["ttft_parts"]["kv_transfer_s"] > 0, "the cache travels")


@case
def best():
    """the best way keeps the limits"""
    found = serve("deepseek-v3", "--chip", "h200-sxm-141", "--count", 16, "--best", "--tpot", 30, "--ttft", 2000,
                  "--weight-dtype", "fp8", "--engine", "sglang")
    check(found["found"] and found["tried"] > 100, f"{found['tried']} tried")
    check(found["tpot_s"] <= 0.03 and found["ttft_s"] <= 2, f"{found['tpot_s']} and {found['ttft_s']}")
    check("experts" in [warning["id"] for warning in found["warnings"]], f"{found['warnings']}")
    missed = serve("deepseek-v3", "--chip", "h200-sxm-141", "--count", 16, "--best", "--tpot", 0.1,
                   "--weight-dtype", "fp8", status=1)
    check(not missed["found"] and missed["tpot_s"] > 1e-4, "the nearest is shown")


@case
def versions():
    """other engines and versions are answered with a warning and a wider band"""
    plan = ("llama-3.1-70b", "--chip", "h100-sxm-80", "--tp", 4, "--weight-dtype", "fp8")
    known = serve(*plan, "--engine", "vllm-0.12.0")
    old = serve(*plan, "--engine", "vllm-0.9.1")
    other = serve(*plan, "--engine", "mine")
    equal([warning["id"] for warning in old["warnings"]], ["version"], "an old version")
    equal([warning["id"] for warning in other["warnings"]], ["engine"], "another engine")
    check(old["spread_ln"] > known["spread_ln"] and other["spread_ln"] > known["spread_ln"], "bands")


@case
def no_fit():
    """what does not fit is said, with the answer as if it did"""
    found = serve("llama-3.1-405b", "--chip", "h100-sxm-80", "--tp", 4, status=1)
    check(not found["fits"] and found["room_bytes"] < 0, f"{found['room_bytes']}")
    equal(found["limit"], "memory", "the limit")
    equal(found["tokens_s"], 0, "the rate")
    words = run("llama-3.1-405b", "--chip", "h100-sxm-80", "--tp", 4, status=1).stdout.decode()
    check("does not fit" in words, words)
    none = json.loads(run("llama-3.1-405b", "--chip", "h100-sxm-80", "--count", 4, "--best", "--json",
                          status=1).stdout)
    equal((none["found"], none["tried"]), (False, 0), "nothing to choose from")


@case
def refusals():
    """what cannot be is refused with what to do"""
    refused("no-such", "no-such-model")
    refused("h200", "llama-3.1-8b", "--chip", "h2000")
    refused("pipeline", "llama-3.1-8b", "--chip", "wse3")
    refused("whole number", "llama-3.1-8b", "--concurrency", -1)
    refused("bf16", "llama-3.1-8b", "--weight-dtype", "fp3")
    refused("--offline", "llama-3.1-8b", "--offline", "--static")
    refused("--host", "llama-3.1-8b", "--host", "fast")
    refused("8", "llama-3.1-8b", "--tp", 3)
    for option in ("--ttft", "--tpot", "--rate"):
        for value in ("0", "-5", "nan", "inf"):
            refused(f"{option}: found {value}", "llama-3.1-8b", "--best", f"{option}={value}")
        refused("--best", "llama-3.1-8b", f"{option}=5")
    for option in ("--chip", "--scaleup", "--scaleout"):
        done = run("llama-3.1-8b", option, "qqqqqqqq", status=2).stderr.decode()
        check("qqqqqqqq" in done and "“”" not in done, f"{option}: {done}")
    for option in ("count", "tp", "pp", "ep", "dp-attention", "input", "output", "concurrency", "chunk",
                   "prefill-count", "prefill-tp", "domain"):
        refused(f"--{option}: found 0", "llama-3.1-8b", f"--{option}", 0)


main()
