#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft trail` as scripts see it, on a run that is made here by the rules of docs/trail.md alone."""
import hashlib
import json
import os
import pathlib
import pty
import sqlite3
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-trail-")
TEMP = pathlib.Path(FOLDER.name)
RUNS = TEMP / "runs"
RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
EVENTS = [
    ("run.start", "search", 0, {"method": "hill", "method_label": "hill climbing", "space": "paper-2", "seed": 3,
                                "budget": 2}),
    ("design.proposed", "search", 1, {"design": "d1", "label": "98 % B200, 2 % WSE3s", "reason": "a guess"}),
    ("eval.result", "evaluator", 2, {"design": "d1", "score": 1.929, "feasible": True, "ratios": {"fft": 1.37},
                                     "bottlenecks": {"fft": "bisection bandwidth"}}),
    ("best.changed", "search", 3, {"design": "d1", "score": 1.929}),
    ("design.proposed", "search", 1, {"design": "d2", "label": "100 % H100", "reason": "\u001b[2Jtrick\u202e"}),
    ("run.end", "search", 0, {"reason": "finished", "counts": {"evaluations": 1},
                              "best": {"design": "d1", "score": 1.929}}),
]


class Run:
    """One run of the program."""

    def __init__(self, *arguments, env=None):
        environment = {**os.environ, "WEFT_TRAIL_DIR": str(RUNS), **(env or {})}
        environment.pop("COLUMNS", None)
        self.command = "weft trail " + " ".join(str(argument) for argument in arguments)
        done = subprocess.run([WEFT, "trail", *map(str, arguments)], capture_output=True, env=environment,
                              timeout=60, check=False)
        self.status, self.text, self.err = done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")

    def expect(self, status):
        equal(self.status, status, f"{self.command}\n{self.text}{self.err}\nstatus")
        return self

    @property
    def json(self):
        return json.loads(self.text)


def canonical(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.replace("\u202e", "\\u202e")


def chain(events=EVENTS, blobs=None):
    """Lines of a run, hashed as docs/trail.md says."""
    previous, lines = "0" * 64, []
    for seq, (kind, actor, parent, data) in enumerate(events, 1):
        line = {"actor": actor, "data": data, "mono_us": seq * 10, "parent": parent, "prev": previous, "run": RUN,
                "seq": seq, "t": "2026-11-29T11:02:03.123456Z", "type": kind, "v": 1}
        if blobs and seq in blobs:
            line["blobs"] = blobs[seq]
        previous = hashlib.sha256((previous + canonical(line)).encode()).hexdigest()
        line["hash"] = previous
        lines.append(canonical(line))
    return lines


def archive(name, lines, blobs=()):
    """The zip of these lines."""
    path = TEMP / name
    text = "".join(line + "\n" for line in lines).encode()
    entries = [(f"blobs/{hashlib.sha256(blob).hexdigest()}", blob) for blob in blobs] + [("run.jsonl", text)]
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {entry}\n" for entry, data in sorted(entries))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for entry, data in [("SHA256SUMS", sums.encode()), *sorted(entries)]:
            out.writestr(entry, data)
    return path


def imported():
    """The path of the run, imported when it is not there."""
    path = RUNS / f"{RUN}.weft-run"
    if not path.exists():
        Run("import", archive("whole.zip", chain())).expect(0)
    return path


@case
def import_and_verify():
    """A run made by the rules of the format is imported, and is whole"""
    result = Run("import", archive("whole.zip", chain()), "--json").expect(0).json
    equal(result["run"], RUN, "run")
    for name in (RUN, "last", "01AR", "5fav", result["path"], TEMP / "whole.zip"):
        found = Run("verify", name, "--json").expect(0).json
        equal((found["state"], found["events"], found["broken_at"]), ("whole", 6, None), str(name))
        equal(found["last_hash"], json.loads(chain()[-1])["hash"], "the last hash")
    check("whole: 6 events" in Run("verify", "last").expect(0).text, "words")


@case
def list_runs():
    """list says what is known of each run"""
    imported()
    bad = RUNS / "01ARZ3NDEKTSV4RRFFQ69G5FA0.weft-run"
    bad.write_bytes(b"no database at all, but longer than a header would be" * 20)
    runs = Run("list", "--json").expect(0).json["runs"]
    equal([run["status"] for run in runs], ["finished", "damaged"], "status")
    equal(runs[0]["title"], "hill climbing, paper-2, seed 3", "title")
    equal((runs[0]["best"], runs[0]["events"]), (1.929, 6), "best and events")
    check(runs[1]["problem"], "the problem of the damaged run")
    text = Run("list").expect(0).text
    check("1.929" in text and "damaged" in text, text)
    found = Run("verify", bad, "--json").expect(1).json
    equal(found["state"], "broken", "state of the damaged run")
    bad.unlink()
    equal(Run("list", "--json", env={"WEFT_TRAIL_DIR": str(TEMP / "none")}).expect(0).json["runs"], [], "no folder")


@case
def show_events():
    """show prints events, filtered, and one event whole"""
    imported()
    lines = [json.loads(line) for line in chain()]
    equal(Run("show", "last", "--json").expect(0).json["events"], lines, "all events")
    for options, expected in ((["--kind", "eval"], [3]), (["--actor", "evaluator"], [3]),
                              (["--text", "B200 guess"], [2]), (["--kind", "run"], [1, 6]), (["--text", "nowhere"], [])):
        found = Run("show", "last", "--json", *options).expect(0).json["events"]
        equal([event["seq"] for event in found], expected, " ".join(options))
    equal(Run("show", "last", "3").expect(0).json, lines[2], "event 3")
    text = Run("show", "last").expect(0).text
    check("score 1.929, FFT 1.37×, bound by bisection bandwidth" in text, text)
    check("\x1b" not in text and "\u202e" not in text, "nothing steers the terminal")
    Run("show", "last", "7").expect(2)
    Run("show", "last", "x").expect(2)
    Run("show", "nothing").expect(2)


@case
def why_the_best():
    """weft trail why lists the steps to the best design"""
    run = imported()
    found = Run("why", run, "--json").expect(0).json
    equal(found["proposals"], 2)
    equal(found["decision"], 4)
    equal([(step["event"], step["label"], step["reason"]) for step in found["steps"]],
          [(2, "98 % B200, 2 % WSE3s", "a guess")])
    text = Run("why", run).expect(0).text
    check("a guess" in text and "1.9290" in text, text)


@case
def one_byte():
    """verify fails and names the event when one byte is changed"""
    path = imported()
    kept = path.read_bytes()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE events SET line = replace(line, '1.929', '1.930') WHERE seq = 3")
    database.close()
    found = Run("verify", RUN, "--json").expect(1).json
    equal((found["state"], found["events"], found["broken_at"]), ("broken", 2, 3), "report")
    check("event 3" in found["reason"] and json.loads(chain()[2])["hash"] in found["reason"], found["reason"])
    check("broken: event 3" in Run("verify", RUN).expect(1).text, "words")
    Run("export", RUN, TEMP / "broken.zip").expect(1)
    check(not (TEMP / "broken.zip").exists(), "no archive of a broken run")
    path.write_bytes(kept)
    Run("verify", RUN).expect(0)


@case
def truncated():
    """A run without its end is truncated, which is not whole"""
    path = archive("truncated.zip", chain()[:4])
    found = Run("verify", path, "--json").expect(1).json
    equal((found["state"], found["events"], found["broken_at"]), ("truncated", 4, None), "report")
    check("before the run was" in Run("verify", path).expect(1).text, "what it means")


@case
def export_again():
    """export gives the same bytes each time, and SHA256SUMS holds"""
    imported()
    for name in ("a.zip", "b.zip"):
        Run("export", RUN, TEMP / name).expect(0)
    equal((TEMP / "a.zip").read_bytes(), (TEMP / "b.zip").read_bytes(), "archives")
    with zipfile.ZipFile(TEMP / "a.zip") as found:
        equal(found.namelist(), ["SHA256SUMS", "run.jsonl"], "entries")
        text = found.read("run.jsonl")
        equal(text.decode().splitlines(), chain(), "lines")
        equal(found.read("SHA256SUMS").decode(), f"{hashlib.sha256(text).hexdigest()}  run.jsonl\n", "sums")
    Run("import", TEMP / "a.zip").expect(0)


@case
def blobs():
    """Blobs go through an archive and back"""
    blob = b"what the model said " * 100
    named = {2: {"stream": "sha256:" + hashlib.sha256(blob).hexdigest()}}
    path = archive("blobs.zip", chain(blobs=named), [blob])
    folder = {"WEFT_TRAIL_DIR": str(TEMP / "blobs")}
    Run("import", path, env=folder).expect(0)
    Run("verify", "last", env=folder).expect(0)
    Run("export", "last", TEMP / "again.zip", env=folder).expect(0)
    with zipfile.ZipFile(TEMP / "again.zip") as found:
        equal(found.read(found.namelist()[1]), blob, "the blob")
    Run("import", archive("none.zip", chain(blobs=named)), env=folder).expect(1)


@case
def refusals():
    """Other content under the same name, other files and bad usage are refused"""
    imported()
    other = EVENTS[:-1] + [("run.end", "search", 0, {"reason": "stopped"})]
    check("other content" in Run("import", archive("other.zip", chain(other))).expect(2).err, "conflict")
    Run("import", archive("edited.zip", [line.replace("guess", "hunch") for line in chain()])).expect(1)
    Run("import", WEFT).expect(1)
    Run("import", TEMP / "nothing.zip").expect(2)
    Run("verify", "nothing").expect(2)
    Run("export", RUN, TEMP / "no" / "folder.zip").expect(2)
    Run("frobnicate").expect(2)
    Run("verify").expect(2)
    Run("list", "more").expect(2)
    check("show" in Run("list", "--kind", "best").expect(2).err, "what the filters are for")
    check("list, show, why, verify" in Run("frobnicate").err, "what is known")


@case
def replay_on_a_terminal():
    """The progress of a replay is one line that is written over and taken away, and nothing of it goes to a file"""
    environment = {**os.environ, "WEFT_TRAIL_DIR": str(TEMP / "replay")}
    subprocess.run([WEFT, "search", "--methods", "random", "--budget", "300", "--no-optimum"], env=environment,
                   capture_output=True, timeout=60, check=True)
    ours, theirs = pty.openpty()
    with subprocess.Popen([WEFT, "trail", "replay", "last"], env=environment, stdout=subprocess.DEVNULL,
                          stderr=theirs) as running:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # the other side is closed
            pass
        equal(running.wait(60), 0, "status")
    os.close(ours)
    shown = shown.decode("utf-8")
    check(shown.startswith("\r\x1b[K") and shown.endswith(" %\r\x1b[K"), repr(shown[-80:]))
    check("\ufffd" not in shown and "\n" not in shown, repr(shown[-80:]))
    equal(Run("replay", "last", env=environment).expect(0).err, "", "to a file")


if __name__ == "__main__":
    main()
