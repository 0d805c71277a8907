#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft evaluate --train`: a training step part by part, the best of all ways, and what is refused."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

PROGRAM = os.environ["WEFT_TEST_PROGRAM"]


def train(*arguments, status=0):
    done = subprocess.run([PROGRAM, "evaluate", "--train", *arguments], capture_output=True, text=True, check=False)
    equal(done.returncode, status, " ".join(arguments) + ": " + done.stderr)
    return done


def answer(*arguments, status=0):
    return json.loads(train(*arguments, "--json", status=status).stdout)


@case
def sums():
    """parts add up to the step, and items to the memory"""
    found = answer("llama-3.1-70b", "--count", "256", "--tp", "4", "--pp", "4", "--batch", "256", "--sequence", "4096")
    check(abs(sum(found["parts_s"].values()) / found["step_s"] - 1) < 1e-9, "a step is its parts")
    memory = dict(found["memory_bytes"])
    total, capacity = memory.pop("total"), memory.pop("capacity")
    check(abs(sum(memory.values()) / total - 1) < 1e-9, "memory is its items")
    equal(found["fits"], total <= capacity, "what fits")
    equal(found["plan"]["dp"], 16, "replicas are what is left of the chips")
    check(abs(found["tokens_s"] - 256 * 4096 / found["step_s"]) < 1e-6 * found["tokens_s"], "tokens a second")


@case
def published():
    """the published step of GPT-3 175B on 64 A100"""
    # arXiv 2205.05198, table 5: 13.75 s with sequence parallelism and selective recomputation.
    found = answer("gpt3-175b", "--chip", "a100-sxm-80", "--count", "64", "--tp", "8", "--pp", "8", "--chunks", "3",
                   "--batch", "64", "--sequence", "2048", "--recompute", "selective", "--stack", "megatron")
    check(abs(found["step_s"] / 13.75 - 1) < 0.1, str(found["step_s"]))


@case
def switches():
    """overlap never makes a step slower, recomputation never a faster one"""
    plan = ["llama-3.1-8b", "--count", "64", "--tp", "2", "--batch", "64", "--sequence", "8192"]
    base = answer(*plan)["step_s"]
    check(answer(*plan, "--no-overlap")["step_s"] >= base, "overlap")
    check(answer(*plan, "--recompute", "full")["step_s"] >= base, "recomputation")


@case
def best():
    """the best is no slower than what was asked for"""
    asked = answer("llama-3.1-8b", "--count", "64", "--tp", "2", "--batch", "128", "--sequence", "4096")
    best = answer("llama-3.1-8b", "--count", "64", "--best", "--batch", "128", "--sequence", "4096")
    check(best["step_s"] <= asked["step_s"] * (1 + 1e-9), "best")
    equal(best["plans"], best["too_large"] + best["timed"], "plans are counted apart")
    steps = [plan["step_s"] for plan in best["best"]]
    equal(steps, sorted(steps), "the fastest first")


@case
def unfit():
    """what does not fit is said, with exit status 1"""
    done = train("llama-3.1-405b", "--count", "8", "--tp", "8", status=1)
    check("does not fit" in done.stdout, done.stdout)
    equal(answer("llama-3.1-405b", "--count", "8", "--tp", "8", status=1)["fits"], False, "fits")


@case
def wide():
    """tensor parallelism beyond the domain is allowed and slow"""
    plan = ["llama-3.1-8b", "--chip", "a100-sxm-80", "--count", "64", "--batch", "64", "--sequence", "2048"]
    steps = [answer(*plan, "--tp", tp, "--domain", "8")["step_s"] for tp in ("8", "16")]
    check(steps[1] > 1.3 * steps[0], f"{steps[1]} against {steps[0]}")


@case
def refused():
    """what cannot be is refused with both numbers"""
    for arguments, words in ((["llama-3.1-70b", "--count", "100", "--tp", "8"], "96"),
                             (["llama-3.1-70b", "--recompute", "some"], "some"),
                             (["llama-3.1-70b", "--dtype", "fp64"], "fp64"),
                             (["llama-3.1-70b", "--chip", "h10"], "h10"),
                             (["no-such-model"], "no-such-model"),
                             (["llama-3.1-70b", "--profile", "archagent-2026"], "measured")):
        done = train(*arguments, status=2)
        check(words in done.stderr and not done.stdout, f"{arguments}: {done.stderr}")


main()
