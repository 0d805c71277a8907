#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft plan` with a language model that really answers: the server of WEFT_TEST_LLAMA, such as http://127.0.0.1:8080/v1."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Skip, case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]
URL = os.environ.get("WEFT_TEST_LLAMA")
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-llama-")


def weft(*arguments, statuses=(0,)):
    done = subprocess.run([WEFT, *map(str, arguments)], capture_output=True, text=True, timeout=1700, check=False,
                          env={**os.environ, "WEFT_TRAIL_DIR": FOLDER.name})
    check(done.returncode in statuses, f"weft {' '.join(map(str, arguments))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def events(kind):
    return [event["data"] for event in json.loads(weft("trail", "show", "last", "--kind", kind, "--json"))["events"]]


@case
def plans():
    """A model plans three designs with advice, and the run can be verified and played again"""
    if not URL:
        raise Skip("WEFT_TEST_LLAMA has no URL of a server")
    # 1: a small model may find nothing that can run, which is not the program's fault.
    found = json.loads(weft("plan", "--space", "paper-2", "--endpoint", URL, "--budget", 3, "--requests", 30, "--json",
                            statuses=(0, 1)))
    equal(found["counts"]["evaluations"], 3, found["ended"])
    equal([result["score"] for result in events("eval.result")].count(found["score"]) > 0, True, "the evaluator's score")
    said = events("advice")
    check(any(advice["items"] for advice in said), f"advice: {said}")
    check(all(response["usage"]["estimated"] is False for response in events("llm.response") if response["outcome"] == "ok"),
          "tokens are counted")
    weft("trail", "verify", "last")
    weft("trail", "replay", "last")
    played = json.loads(weft("plan", "--replay", "last", "--json"))
    equal(played["replay"], {"compared": 3, "equal": True}, "replay")


if __name__ == "__main__":
    main()
