#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft evaluate --fit`: whether language models fit their chips, what does, and what is refused."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]
ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-fit-")
GIB = 2 ** 30

ITEMS = ["other", "reserve", "weights", "gradients", "optimizer", "buffers", "working", "logits", "activations", "kv"]


def run(*arguments, status):
    done = subprocess.run([WEFT, "evaluate", "--fit", *map(str, arguments)], capture_output=True, timeout=120, check=False)
    equal(done.returncode, status, f"{arguments}: {done.stderr.decode()}: status")
    return done


def fit(*arguments, status=0):
    found = json.loads(run(*arguments, "--json", status=status).stdout)
    equal(list(found["items"]), ITEMS, "the items")
    total = sum(item["bytes"] for item in found["items"].values())
    check(abs(total - found["used_bytes"]) <= 1e-9 * total, f"{total} and {found['used_bytes']}")
    check(abs(total + found["free_bytes"] - found["capacity_bytes"]) <= 1e-9 * total, "what is free")
    equal(found["fits"], status == 0, "the status")
    return found


def refused(word, *arguments):
    done = run(*arguments, status=2)
    equal(done.stdout, b"", f"{arguments}: output")
    check(word in done.stderr.decode(), f"{word} in {done.stderr.decode()}")


def config(name, **values):
    path = pathlib.Path(FOLDER.name) / name
    path.write_text(json.dumps(values), encoding="utf-8")
    return path


@case
def long_context_of_70b():
    """128K of context: 70B needs TP4"""
    found = fit("llama-3.1-70b", "--chip", "h100-sxm-80", "--context", 131072, "--reserve", "0", status=1)
    equal(found["kv_request_bytes"], 40 * GIB, "a request")
    equal(found["binding"], "weights", "what is too much")
    first = found["changes"][0]["changes"]
    equal([(change["what"], change["from"], change["to"]) for change in first], [("tensor-parallelism", "1", "4")],
          "the nearest change")
    ways = {way["tp"]: way for way in found["by_tp"]}
    equal([tp for tp in ways if ways[tp]["free_bytes"] >= 0], [4, 8], "what fits")
    check(39000 < ways[2]["max_context"] <= 39176, f"{ways[2]['max_context']} tokens with TP2")
    unknown = run("llama-3.1-8b", "--chip", "qqqqqqqq", status=2).stderr.decode()
    check("weft catalog list" in unknown and "“”" not in unknown, unknown)
    refused("TP3 cannot share the 64 query heads and 8 KV heads", "llama-3.1-70b", "--tp", 3)


@case
def long_context_of_405b():
    """128K of context: 405B needs two nodes"""
    found = fit("llama-3.1-405b", "--chip", "h100-sxm-80", "--tp", 8, "--context", 131072, status=1)
    equal(found["kv_request_bytes"] * 8, 63 * GIB, "a request")
    first = found["changes"][0]
    equal([change["what"] for change in first["changes"]], ["pipeline-stages"], "the nearest change")
    equal(first["chips"], 16, "chips")
    fit("llama-3.1-405b", "--chip", "h100-sxm-80", "--tp", 8, "--pp", 2, "--context", 131072)


@case
def grouped_heads():
    """A cache of 8 KV heads is 29 times smaller than one of 232"""
    path = config("falcon.json", model_type="falcon", architectures=["FalconForCausalLM"], num_hidden_layers=80,
                  hidden_size=14848, num_attention_heads=232, num_kv_heads=8, vocab_size=65024, torch_dtype="bfloat16",
                  new_decoder_architecture=True)
    found = fit(path, "--chip", "a100-sxm-80", "--tp", 8, "--batch", 64, "--context", 2048)
    equal(found["items"]["kv"]["bytes"] * 8, 64 * 2048 * 163840, "the cache")
    check("29× smaller" in found["items"]["kv"]["how"], found["items"]["kv"]["how"])


@case
def reserve_of_a_card():
    """The reserve decides about room for tokens, and its source is shown"""
    card = ("llama-3.1-8b", "--chip", "rtx4090-24", "--count", 1, "--memory", "24GiB", "--context", 2048)
    equal(fit(*card, "--reserve", "0")["kv_room_tokens"], 54400, "without a reserve")
    equal(fit(*card, "--reserve", "1.586GiB")["kv_room_tokens"], 41408, "with the one that was measured")
    text = run(*card, status=0).stdout.decode()
    check("serve_reserve_bytes: derived" in text, text)
    check("as given" in run(*card, "--reserve", "0", status=0).stdout.decode(), "a reserve that is given")


@case
def chips_of_sram():
    """How many chips of SRAM hold the weights at least"""
    equal(fit("llama-3.1-70b", "--chip", "groq-lpu1", "--memory", "230MB", status=1)["least_chips"]["fp8"], 307, "of 230 MB")
    least = fit("llama-3.1-70b", "--chip", "wse3-slice", "--memory", "5.5GB", status=1)["least_chips"]
    equal(least, {"bf16": 26, "fp8": 13, "int4": 7}, "slices of a wafer")


@case
def training():
    """Training on 2,304 chips fits, with an item too much it does not, and states are shared out first"""
    plan = ("llama-3.1-405b", "--train", "--chip", "h100-sxm-80", "--count", 2304, "--tp", 8, "--pp", 8, "--cp", 2,
            "--virtual-stages", 8, "--context", 8192, "--batch", 1152, "--sequence-parallel", "--states", "nemo")
    found = fit(*plan, "--zero", 1)
    equal(found["stage"], 0, "the fullest stage")
    check("microbatches under way" in found["items"]["activations"]["how"], found["items"]["activations"]["how"])
    found = fit(*plan, status=1)
    first = found["changes"][0]["changes"]
    equal([(change["what"], change["to"]) for change in first], [("zero-stage", "1")], "the nearest change")


@case
def words():
    """In words: the items with their sum, what fits by TP, changes and sources"""
    text = run("llama-3.1-70b", "--chip", "h100-sxm-80", "--context", 131072, status=1).stdout.decode()
    for word in ("Weights", "KV cache", "Sum", "Capacity", "Free", "Longest request", "Nearest changes",
                 "tensor parallelism 1 → 4", "device_bytes@h100-sxm-80: measured", "bf16, 1 in fp8"):
        check(word in text, f"{word} in {text}")


@case
def the_same_bytes():
    """The same question has the same answer"""
    question = ("llama-3.1-405b", "--train", "--context", 8192)
    equal(run(*question, status=1).stdout, run(*question, status=1).stdout, "bytes")


@case
def refusals():
    """What cannot be is refused with status 2, what is wrong and what is expected"""
    refused("no-such-model", "no-such-model")
    refused("h20-sxm-96", "llama-3.1-8b", "--chip", "h20-sxm-69")
    refused("--tp: found -1", "llama-3.1-8b", "--tp", -1)
    refused("--memory", "llama-3.1-8b", "--memory", "much")
    refused("--train and --serve", "llama-3.1-8b", "--train", "--serve")
    refused("“fp3” is not known", "llama-3.1-8b", "--kv-dtype", "fp3")
    refused("--recompute: found “some”", "llama-3.1-8b", "--train", "--recompute", "some")
    refused("--states: found “x”", "llama-3.1-8b", "--train", "--states", "x")
    refused("--offload: found “all”", "llama-3.1-8b", "--train", "--offload", "all")
    refused("33 pipeline stages", "llama-3.1-8b", "--pp", 33)
    refused("train_mask_bytes", "llama-3.1-8b", "--profile", "archagent-2026")
    refused("too many arguments", "llama-3.1-8b", "design.weft")


@case
def manual():
    """The man page and the completions name every option"""
    help_text = subprocess.run([WEFT, "evaluate", "--fit", "x", "--help"], capture_output=True, text=True, check=True).stdout
    options = ["--fit", "--chip", "--count", "--serve", "--train", "--tp", "--pp", "--ep", "--context", "--batch", "--memory",
               "--reserve", "--weight-dtype", "--kv-dtype", "--chunk", "--fill", "--dp-attention", "--dp", "--cp",
               "--virtual-stages", "--microbatch", "--zero", "--recompute", "--sequence-parallel", "--no-flash", "--states",
               "--offload"]
    for path in (ROOT / "data" / "man" / "weft.1", ROOT / "data" / "completions" / "weft.bash",
                 ROOT / "data" / "completions" / "_weft", ROOT / "data" / "completions" / "weft.fish"):
        text = path.read_text(encoding="utf-8").replace("\\-", "-")
        for option in options:
            check(option in help_text, f"{option} in the help")
            found = option if path.suffix != ".fish" else f"-l {option[2:]}"
            check(found in text, f"{option} in {path.name}")


if __name__ == "__main__":
    main()
