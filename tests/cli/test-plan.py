#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft plan` as scripts see it: the built-in planner, endpoints that behave and that do not, keys, Ctrl+C, replay."""
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from fake_endpoint import Endpoint  # noqa: E402
from tap import case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-plan-")
TEMP = pathlib.Path(FOLDER.name)
CANARY = "sk-canary-5f1e7c0d93"
SEARCHED = ("--space", "paper-2")


def environment(runs, **more):
    """A user of no profiles and no keys, whose runs go to a folder."""
    clean = {name: value for name, value in os.environ.items() if name not in ("WEFT_API_KEY", "COLUMNS")}
    return {**clean, "WEFT_TRAIL_DIR": str(runs), "XDG_CONFIG_HOME": str(TEMP / "config"), **more}


class Run:
    """One run of the program."""

    def __init__(self, *arguments, runs=TEMP / "runs", env=None):
        self.runs = runs
        self.command = "weft " + " ".join(map(str, arguments))
        done = subprocess.run([WEFT, *map(str, arguments)], capture_output=True, env=environment(runs, **(env or {})),
                              timeout=100, check=False)
        self.status, self.text, self.err = done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")

    def expect(self, status):
        equal(self.status, status, f"{self.command}\n{self.text}{self.err}\nstatus")
        return self

    @property
    def json(self):
        return json.loads(self.text)


def plan(*arguments, **more):
    return Run("plan", *SEARCHED, *arguments, **more)


def check_last(runs):
    """The newest run is whole, and its results are computed again."""
    Run("trail", "verify", "last", runs=runs).expect(0)
    Run("trail", "replay", "last", runs=runs).expect(0)


def end_of(runs):
    """The data of the newest run's end."""
    events = Run("trail", "show", "last", "--kind", "run.end", "--json", runs=runs).expect(0).json["events"]
    return events[0]["data"]


@case
def builtin():
    """The built-in planner needs nothing and leaves a whole run"""
    runs = TEMP / "builtin"
    done = plan("--builtin", "--budget", 5, "--seed", 3, "--json", runs=runs).expect(0)
    found = done.json
    equal(sorted(found), ["counts", "curve", "design", "ended", "found_at", "run", "score"], "members")
    equal(sorted(found["counts"]), ["cost_usd", "duplicates", "evaluations", "infeasible", "refused", "requests", "schema_invalid",
                                    "tokens_completion", "tokens_estimated", "tokens_prompt"], "counts")
    equal(found["counts"]["evaluations"], 5, "evaluations")
    equal(len(found["curve"]), 5, "curve")
    equal(max(found["curve"]), found["score"], "score")
    equal(found["curve"][found["found_at"] - 1], found["score"], "found_at")
    check_last(runs)
    again = plan("--budget", 5, "--seed", 3, "--json", "--no-record").expect(0).json
    equal(again["curve"], found["curve"], "the same seed gives the same curve")
    check("run" not in again, "nothing is recorded")


@case
def text_and_output():
    """What is said on a terminal, and the best design as a file that evaluates to its score"""
    path = TEMP / "best.json"
    done = plan("--budget", 4, "--output", path, runs=TEMP / "text").expect(0)
    check("found by evaluation" in done.text and "recorded as" in done.err, done.text + done.err)
    score = float(done.text.rsplit("\n\n", 1)[-1].split()[0])
    value = Run("evaluate", path, "--json").expect(0).json
    check(abs(value["score"] - score) < 1e-3, f"{value['score']} {score}")


@case
def models_in_a_study():
    """Two models are compared with a method, over seeds, with what is no design counted apart"""
    with Endpoint() as good, Endpoint() as other:
        done = Run("study", *SEARCHED, "--planner", f"{good.url} one", "--planner", f"{other.url} two", "--methods",
                   "builtin", "--seeds", "1-2", "--budget", 3, "--json", "--optimum-limit", 0).expect(0).json
    rows = {row["method"]: row for row in done["rows"]}
    equal(sorted(rows), ["builtin", "llm:one", "llm:two"], "rows")
    for name in ("llm:one", "llm:two"):
        equal(rows[name]["runs"], 2, "runs")
        equal(rows[name]["evaluations"], 3, "evaluations")
        check(rows[name]["mean"] > 1, f"mean {rows[name]['mean']}")
        equal(rows[name]["schema_invalid"], 0, "schema_invalid")
        check(rows[name]["sd"] is not None, "sd")
    refused = Run("study", *SEARCHED, "--planner", " ", "--seeds", "1", "--budget", 1).expect(2)
    check("--planner" in refused.err, refused.err)


@case
def replay():
    """A recorded run is played again, and is equal"""
    runs = TEMP / "replay"
    with Endpoint() as endpoint:
        first = plan("--endpoint", endpoint.url, "--budget", 3, "--json", runs=runs).expect(0).json
    done = Run("plan", "--replay", "last", "--json", runs=runs).expect(0).json
    equal(done["replay"], {"compared": 3, "equal": True}, "replay")
    equal(done["curve"], first["curve"], "curve")
    equal(done["score"], first["score"], "score")
    check("3 results compared" in Run("plan", "--replay", "last", runs=runs).expect(0).text, "words")
    equal(len(list(runs.glob("*.weft-run"))), 1, "replaying records nothing")


@case
def ablations():
    """What a planner goes without is in the trail, and the endpoint is not asked for it"""
    with Endpoint() as endpoint:
        plan("--endpoint", endpoint.url, "--budget", 2, "--no-specialists", "--no-attribution", "--no-feedback",
             "--json", runs=TEMP / "without").expect(0)
        check(all("tools" in body for _key, body in endpoint.requests), "only the planner is asked")
        check("bound_by" not in json.dumps([body for _key, body in endpoint.requests]), "no bottlenecks")
    start = Run("trail", "show", "last", "--kind", "run.start", "--json", runs=TEMP / "without").json["events"][0]["data"]
    equal([start["planner"][name] for name in ("specialists", "attribution", "feedback")], [False] * 3, "run.start")


@case
def limits():
    """Each limit ends the run with its reason, and the best design is printed"""
    for arguments, reason in ((["--requests", 2], "requests"), (["--patience", 1], "patience"), (["--minutes", 1e-6], "time"),
                              (["--tokens", 100], "tokens")):
        runs = TEMP / f"limit-{reason}"
        with Endpoint() as endpoint:
            done = plan("--endpoint", endpoint.url, "--budget", 9, "--no-specialists", *arguments, "--json", runs=runs)
        check(done.status in (0, 2), done.err)
        equal(end_of(runs)["reason"], reason, reason)
        check(done.json["ended"], "a sentence")
        Run("trail", "verify", "last", runs=runs).expect(0)


@case
def broken_endpoints():
    """An endpoint that dies, and one that is busy for ever, end the run with a reason and a whole trail"""
    for manner, status in (("dies", 0), ("busy", 2)):
        runs = TEMP / manner
        with Endpoint(manner) as endpoint:
            done = plan("--endpoint", endpoint.url, "--budget", 5, "--json", runs=runs).expect(status)
        equal(end_of(runs)["reason"], "failures", manner)
        Run("trail", "verify", "last", runs=runs).expect(0)
        check(done.json["ended"], "a sentence")
    done = plan("--endpoint", "http://127.0.0.1:9/v1", "--budget", 2, runs=TEMP / "nobody").expect(2)
    equal(done.text, "", "nothing on stdout")
    check(done.err.startswith("weft: "), done.err)


@case
def evil_texts():
    """Nothing of what an endpoint says steers the terminal"""
    runs = TEMP / "evil"
    for options in ([], ["--json"], ["--thinking"]):
        with Endpoint("evil") as endpoint:
            done = plan("--endpoint", endpoint.url, "--budget", 9, *options, runs=runs).expect(0)
        for text in (done.text, done.err):
            bad = [hex(ord(c)) for c in text if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160
                   or 0x202a <= ord(c) <= 0x202e or 0x2066 <= ord(c) <= 0x2069]
            equal(bad, [], f"{options}: {text}")
    for command in (("show", "last"), ("why", "last")):
        text = Run("trail", *command, runs=runs).text
        check("\x1b" not in text and "\u202e" not in text and "\x9b" not in text, text)


def all_bytes(folder):
    """All that is stored under a folder, also what is compressed."""
    found = b""
    for path in folder.rglob("*"):
        if path.is_file():
            found += path.read_bytes()
        if path.suffix == ".weft-run":
            base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            for coding, blob in base.execute("SELECT coding, bytes FROM blobs"):
                found += zlib.decompress(blob, 47) if coding == 1 else blob
            for (line,) in base.execute("SELECT line FROM events"):
                found += line if isinstance(line, bytes) else line.encode()
            base.close()
    return found


@case
def keys():
    """The key goes to the endpoint and nowhere else, even when that one says it aloud"""
    file = TEMP / "key"
    file.write_text(CANARY + "\n")
    file.chmod(0o600)
    for name, arguments, env in (("variable", [], {"WEFT_API_KEY": CANARY}), ("file", ["--key-file", file], {}),
                                 ("other", ["--key-variable", "MY_KEY"], {"MY_KEY": CANARY})):
        runs = TEMP / f"key-{name}"
        runs.mkdir()
        with Endpoint("tells_key") as endpoint:
            done = plan("--endpoint", endpoint.url, "--model", "fake", "--budget", 4, *arguments, "--output",
                        runs / "best.json", "--json", runs=runs, env=env)
            equal({key for key, _body in endpoint.requests}, {"Bearer " + CANARY}, name)
            check(CANARY not in json.dumps([body for _key, body in endpoint.requests]), "not in a body")
        check(done.status == 0, done.err)
        check(CANARY not in done.text + done.err, f"{name}: {done.text}{done.err}")
        stored = all_bytes(runs)
        check(b"llm.response" in stored, "the trail was looked at")
        check(CANARY.encode() not in stored, f"{name}: in the trail")
    file.chmod(0o644)
    with Endpoint() as endpoint:
        done = plan("--endpoint", endpoint.url, "--model", "fake", "--key-file", file, "--budget", 2, runs=TEMP / "open").expect(2)
        equal(endpoint.requests, [], "nothing is asked with a key that others can read")
        check("key" in done.err and CANARY not in done.err, done.err)


@case
def interrupt():
    """Ctrl+C ends a run with the best design and a whole trail"""
    runs = TEMP / "interrupt"
    with Endpoint("stalls") as endpoint:
        with subprocess.Popen([WEFT, "plan", *SEARCHED, "--endpoint", endpoint.url, "--budget", "9", "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(runs)) as process:
            check(endpoint.stalled.wait(60), "the second answer begins")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    equal(process.returncode, 0, err.decode())
    found = json.loads(out)
    equal(found["counts"]["evaluations"], 1, "evaluations")
    check(found["score"] > 0 and found["design"], "the best design")
    equal(end_of(runs)["reason"], "stopped", "reason")
    check_last(runs)


@case
def usage():
    """Wrong options are refused with status 2 and one line, before anything is written"""
    runs = TEMP / "usage"
    path = TEMP / "none.json"
    for arguments in (["--budget", 0], ["--budget", -3], ["--budget", "x"], ["--requests", -1], ["--spend", -1], ["--spend", "nan"],
                      ["--spend", "inf"], ["--minutes", "nan"], ["--minutes", "inf"], ["--tokens", -1], ["--builtin", "--endpoint", "http://127.0.0.1:9/v1"],
                      ["--model", "m"], ["--key-file", path], ["--replay", "last", "--builtin"], ["--from-design"],
                      ["--endpoint", "ftp://host/v1", "--model", "m"], ["--endpoint", "http://user:pw@host/v1", "--model", "m"],
                      ["--endpoint", "no-such-profile"], ["--replay", "last"], ["--output", TEMP / "none" / "x.json"], ["--sing"]):
        done = plan(*arguments, runs=runs)
        equal(done.status, 2, f"{arguments}: {done.text}{done.err}")
        equal(done.text, "", f"{arguments}: stdout")
        check(done.err.startswith(("weft: ", "weft plan: ")) and len(done.err.strip().splitlines()) <= 2, f"{arguments}: {done.err}")
        check("pw" not in done.err, done.err)
    check(not list(runs.glob("*.weft-run")), "no run was begun")


@case
def from_design():
    """A run may begin with the user's own design, which is evaluated first"""
    path = TEMP / "mine.json"
    plan("--budget", 2, "--output", path, "--no-record").expect(0)
    with Endpoint() as endpoint:
        plan(path, "--from-design", "--endpoint", endpoint.url, "--budget", 2, "--json", runs=TEMP / "from").expect(0)
        first = endpoint.requests[0][1]["messages"][1]["content"]
    check('"score":' in first and "begins with this design" in first, first)
    check_last(TEMP / "from")


if __name__ == "__main__":
    main()
