#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`weft agent parse` as scripts see it: what it prints, its statuses, and case files that are broken or mean harm."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
STREAMS = ROOT / "tests" / "agent" / "streams"
WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-agent-")
TEMP = pathlib.Path(FOLDER.name)


def run(*arguments):
    return subprocess.run([WEFT, "agent", "parse", *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          check=False)


def made(name, stream=b"data: [DONE]\n\n", **changes):
    """A case of our own: its file."""
    document = {"id": name, "tools": ["evaluate_design"], "body": f"{name}.sse",
                "response": {"status": 200, "headers": [["Content-Type", "text/event-stream"]], "end": "eof"}}
    document.update(changes)
    (TEMP / f"{name}.sse").write_bytes(stream)
    path = TEMP / f"{name}.json"
    path.write_text(json.dumps({key: value for key, value in document.items() if value is not None}))
    return path


@case
def recorded_cases():
    """Recorded answers give what their files expect, however they are cut"""
    for name in ("h001-openai-tool-call", "h017-sse-level", "h070-er-http-429", "h086-ho-many-calls", "r010-think-in-content"):
        path = STREAMS / f"{name}.json"
        expected = json.loads(path.read_text())["expect"]
        for split in ([], ["--split", "bytewise"], ["--split", "recorded"], ["--split", "random", "--seed", "5"]):
            done = run(path, "--json", *split)
            equal(done.returncode, 0, f"{name}: {done.stderr}")
            equal(json.loads(done.stdout), expected, name)
            equal(done.stderr, "", name)


@case
def words():
    """Without --json the answer is there to read"""
    done = run(STREAMS / "h070-er-http-429.json")
    equal(done.returncode, 0, done.stderr)
    check("Rate limit reached" in done.stdout and "4000 ms" in done.stdout, done.stdout)
    done = run(STREAMS / "h059-lk-json-in-content.json")
    check("evaluate_design (weft-call-1), recovered from the text" in done.stdout, done.stdout)
    done = run(STREAMS / "h017-sse-level.json")
    check('message: "a\\n b"' in done.stdout and "Comments: 1" in done.stdout, done.stdout)


@case
def difference():
    """What is not as expected has status 1, and the first difference is named"""
    path = made("other", expect={"outcome": "ok"})
    for option in ([], ["--json"]):
        done = run(path, *option)
        equal(done.returncode, 1, done.stderr)
        check("other: not as expected: " in done.stderr, done.stderr)
        check(done.stdout, "the answer is printed all the same")
    done = run(made("free"))
    equal(done.returncode, 0, done.stderr)


@case
def harmless():
    """Nothing in an answer steers the terminal"""
    body = 'data: {"choices":[{"delta":{"content":"a\\u001b[31mb\\u202ec","tool_calls":[{"index":0,"id":"x\\ny\\u009b"}]}}]}\n\n'
    done = run(made("steering", body.encode()))
    equal(done.returncode, 0, done.stderr)
    check(not any(ord(c) in (0x1b, 0x9b, 0x202e) for c in done.stdout), done.stdout)
    check("Call" in done.stdout, done.stdout)


@case
def broken_files():
    """Case files that are broken or mean harm are refused with status 2"""
    response = {"status": 200, "headers": [], "end": "eof"}
    (TEMP / "cut.json").write_text('{"id": "x"')
    (TEMP / "deep.json").write_text("[" * 100000)
    (TEMP / "list.json").write_text("[]")
    bad = [TEMP / "none.json", TEMP / "cut.json", TEMP / "deep.json", TEMP / "list.json", TEMP,
           made("b1", id=None), made("b2", id=5), made("b3", body=None), made("b4", response=None), made("b5", tools=[1]),
           made("b6", tools="x"), made("b7", limits={"line": 0}), made("b8", limits={"calls": -1}),
           made("b9", limits={"events": 1e18}), made("b10", response={**response, "end": "never"}),
           made("b11", response={**response, "headers": [["a"]]}), made("b12", response={**response, "status": 10**9}),
           made("b13", http_chunks=[-1]), made("b14", http_chunks=["a"]), made("b15", generator={"repeat": [{"text": "x", "count": 10**12}]}),
           made("b16", generator={"repeat": [{"text": "x" * 1000, "count": 10**6}] * 9}), made("b17", generator=[]),
           made("b18", generator={"repeat": [5]}), made("b19", generator={"repeat": [{"text": "x", "count": -1}]}),
           made("b20", now="x"), made("b21", response={**response, "headers": [[1, 2]]})]
    for name in ("/etc/passwd", "../x.sse", "", ".", "none.sse"):
        path = made("outside")
        path.write_text(json.dumps({**json.loads(path.read_text()), "body": name}))
        done = run(path)
        equal(done.returncode, 2, f"{name}: {done.stdout}")
    for path in bad:
        for option in ([], ["--json"]):
            done = run(path, *option)
            equal(done.returncode, 2, f"{path.name}: {done.stderr}")
            equal(done.stdout, "", path.name)
            check(done.stderr.startswith("weft: ") and path.name in done.stderr, f"{path.name}: {done.stderr}")
            check(len(done.stderr) < 500, f"{path.name}: {len(done.stderr)} characters")


@case
def usage():
    """Wrong words on the command line are refused with status 2"""
    path = STREAMS / "h001-openai-tool-call.json"
    for arguments in ([], [path, path], [path, "--split", "half"]):
        equal(run(*arguments).returncode, 2, str(arguments))
    done = subprocess.run([WEFT, "agent", "sing", path], capture_output=True, text=True, check=False)
    equal(done.returncode, 2, done.stderr)
    check("“sing”" in done.stderr, done.stderr)


if __name__ == "__main__":
    main()
