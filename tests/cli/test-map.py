#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mapping from the command line: published graphs, machines, files that are written, and what is refused."""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
DATA = ROOT / "tests" / "data" / "mapper"
SYSTEMS = ROOT / "catalog" / "systems"
WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-map-")
TEMP = pathlib.Path(FOLDER.name)
MIXED = SYSTEMS / "chase-mixed.weft"
HPCG = "hpcg:n=64,iterations=3,blocks=4"
# Names on the command line, and in files of published and computed schedules.
LISTS = {"heft": "HEFT", "cpop": "CPOP", "peft": "PEFT", "peft-link": "PEFT_LINK", "peft-lc": "PEFT", "hoft": "HOFT",
         "hoft-code": "HOFT_CODE", "aeft-r": "AEFT_R", "greedy": "GREEDY", "greedy-append": "GREEDY_APPEND"}
KEYS = ["algorithm", "asked", "makespan", "mapper_s", "tasks", "edges", "devices", "bound", "bound_kind", "gap_bound",
        "proved", "mean_latency_s", "mean_inverse_bw_s_byte", "means_over", "notes"]
REPORT_KEYS = ["utilisation", "moved_bytes", "collective_bytes", "moved_messages", "bytes_by_link", "links", "loads",
               "placement", "path", "critical_path"]


def weft(*arguments, status=0):
    """Standard output and error of one run, which has to end with that status."""
    environment = dict(os.environ)
    environment.pop("COLUMNS", None)
    done = subprocess.run([WEFT, "map", *map(str, arguments)], capture_output=True, timeout=240, check=False, cwd=TEMP,
                          env=environment)
    equal(done.returncode, status, f"weft map {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def answer(*arguments):
    """The JSON of a run that has nothing to say besides."""
    out, err = weft(*arguments, "--json")
    equal(err, "", f"{arguments}: standard error")
    return json.loads(out)


def refused(*arguments, words, status=2):
    """A run that fails: one line on standard error, nothing on standard output."""
    for more in ([], ["--json"]):
        out, err = weft(*arguments, *more, status=status)
        equal(out, "", f"{arguments}: standard output")
        check(err.startswith("weft"), err)
        err = err.replace("\u00a0", " ")
        for word in words:
            check(word in err, f"{arguments}: {word!r} in {err!r}")


def write(name, content):
    (TEMP / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return name


def solve(problem, algorithm):
    return answer("--instance", write("problem.json", problem), "-a", algorithm)


def published(name):
    return json.loads((DATA / "canonical" / f"{name}.json").read_text())


def problem_of(tasks, edges, latency=0, bandwidth=1):
    """A problem with equal links."""
    n = len(tasks[0])
    return {"procs": n, "tasks": tasks, "edges": edges, "latency": [[latency] * n] * n, "bandwidth": [[bandwidth] * n] * n}


def check_schedule(problem, found, what):
    """That tasks wait for their data, that no device does two things at once, and that the makespan is the end."""
    proc, start = found["proc"], found["start"]
    finish = [start[i] + problem["tasks"][i][proc[i]] for i in range(len(proc))]
    for a, b, data in problem["edges"]:
        p, q = proc[a], proc[b]
        comm = 0 if p == q else problem["latency"][p][q] + data / problem["bandwidth"][p][q]
        check(start[b] >= finish[a] + comm, f"{what}: task {b} begins at {start[b]}, before its data of {a}")
    for device in set(proc):
        tasks = sorted((start[i], finish[i]) for i in range(len(proc)) if proc[i] == device)
        check(all(one[1] <= other[0] for one, other in zip(tasks, tasks[1:])), f"{what}: two tasks at once on {device}")
    equal(found["makespan"], max(finish, default=0), f"{what}: makespan")
    check(found["bound"] <= found["makespan"], f"{what}: bound")


# --- problems in plain numbers ---


@case
def published_makespans():
    """HEFT 80 and CPOP 86 of Topcuoglu et al., PEFT 122 and HEFT 133 of Arabnejad and Barbosa"""
    for name, makespans in (("topcuoglu2002", {"heft": 80, "cpop": 86, "peft": 85, "hoft": 76, "hoft-code": 89,
                                               "aeft-r": 73, "greedy": 88, "exhaustive": 73}),
                            ("arabnejad2014", {"heft": 133, "cpop": 167, "peft": 122, "hoft": 141, "exhaustive": 113}),
                            ("mrocklin_7", {"heft": 29, "peft": 30, "exhaustive": 29})):
        for algorithm, makespan in makespans.items():
            found = answer("--instance", DATA / "canonical" / f"{name}.json", "-a", algorithm)
            equal(found["makespan"], makespan, f"{name}: {algorithm}")
    found = answer("--instance", DATA / "canonical" / "mackncheesiest_random10.json", "-a", "heft")
    check(abs(found["makespan"] - 184.129) < 1e-3, found["makespan"])


@case
def every_instance():
    """Every list scheduler places and starts every task of every problem as computed elsewhere"""
    for path in sorted((DATA / "instances").glob("*.json")):
        problem = json.loads(path.read_text())
        for algorithm, name in LISTS.items():
            found = answer("--instance", path, "--algorithm", algorithm)
            expected = problem["expected"][name]
            equal([found[key] for key in ("makespan", "proc", "start")],
                  [expected[key] for key in ("makespan", "proc", "start")], f"{path.name}: {algorithm}")
            equal((found["algorithm"], found["asked"]), (algorithm, algorithm), "names")


@case
def answers():
    """The keys that scripts rely on are there, and schedules are valid"""
    problem = published("topcuoglu2002")
    for algorithm in [*LISTS, "exhaustive", "best"]:
        found = solve(problem, algorithm)
        equal([key for key in [*KEYS, "proc", "start"] if key not in found], [], f"{algorithm}: missing")
        check_schedule(problem, found, algorithm)
        check(abs(found["gap_bound"] - (found["makespan"] / found["bound"] - 1)) < 1e-12, "gap")
    equal((found["tasks"], found["edges"], found["devices"]), (10, 15, 3), "sizes")
    equal((found["mean_latency_s"], found["mean_inverse_bw_s_byte"]), (0, 1), "means over ordered pairs")


@case
def fourth_processor():
    """Zero-cost ends, edges without data, and a device more, which a list scheduler may fall into"""
    problem = published("topcuoglu2002")
    ends = dict(problem, tasks=[[0] * 3, *problem["tasks"], [0] * 3],
                edges=[[a + 1, b + 1, data] for a, b, data in problem["edges"]] + [[0, 1, 0], [10, 11, 0]])
    equal(solve(ends, "heft")["makespan"], 80, "zero-cost ends")
    empty = dict(problem, edges=[[a, b, 0] for a, b, data in problem["edges"]])
    equal(solve(empty, "heft")["makespan"], 48, "edges without data")
    more = problem_of([[*row, sum(row) / 3] for row in problem["tasks"]], problem["edges"])
    equal((solve(more, "heft")["makespan"], solve(more, "peft")["makespan"]), (87, 80), "a fourth device")
    check(solve(more, "best")["makespan"] <= solve(problem, "best")["makespan"], "best is never worse for it")


@case
def best():
    """The best plan is the least of those that were tried, and a device more never makes it worse"""
    for name in ("forkjoin_3", "lu_0", "random_small_0", "tree_0", "tiny_tiled_0"):
        problem = json.loads((DATA / "instances" / f"{name}.json").read_text())
        found = solve(problem, "best")
        tries = [entry["makespan"] for entry in found["tries"] if entry["makespan"] is not None]
        equal(found["makespan"], min(tries), name)
        check_schedule(problem, found, name)
    notes = [note for path in sorted((DATA / "instances").glob("*.json")) for note in answer("--instance", path)["notes"]
             if "empty" in note]
    check(notes and all(re.search(r"it takes [\d.]+, the best one with all devices [\d.]+\.$", note) for note in notes),
          f"plain numbers without a unit: {notes}")
    problem = json.loads((DATA / "instances" / "tiny_random_0.json").read_text())
    last = float("inf")
    for n in range(1, problem["procs"] + 1):
        fewer = {"procs": n, "tasks": [row[:n] for row in problem["tasks"]], "edges": problem["edges"],
                 **{key: [row[:n] for row in problem[key][:n]] for key in ("latency", "bandwidth")}}
        found = solve(fewer, "best")["makespan"]
        check(found <= last, f"{n} devices: {found}, {n - 1}: {last}")
        last = found


@case
def exhaustive():
    """Branch and bound proves the least makespan of small problems, and says a bound when it is stopped"""
    for path in sorted((DATA / "instances").glob("tiny_*.json")):
        problem = json.loads(path.read_text())
        found = solve(problem, "exhaustive")
        equal((found["makespan"], found["proved"], found["bound_kind"]),
              (problem["expected"]["OPT"]["makespan"], True, "proof"), path.name)
        check_schedule(problem, found, path.name)
    path = DATA / "instances" / "cholesky_0.json"
    found = answer("--instance", path, "-a", "exhaustive", "--max-states", 1000)
    check(not found["proved"] and found["bound"] < found["makespan"], found["bound"])
    check(any("stopped" in note for note in found["notes"]), found["notes"])
    check_schedule(json.loads(path.read_text()), found, path.name)
    check("proved" in weft("--instance", DATA / "instances" / "tiny_tree_0.json", "-a", "exhaustive")[0], "in words")


@case
def locality():
    """Looking only near the data is a valid plan, and its price is told"""
    for name in ("random_large_0", "cholesky_0", "hpcg_n64_it1"):
        problem = json.loads((DATA / "instances" / f"{name}.json").read_text())
        exact = solve(problem, "peft-lc")
        check("gap_locality" not in exact, "the exact rule has no price")
        near = answer("--instance", "problem.json", "-a", "peft-lc", "--locality")
        check_schedule(problem, near, name)
        check(abs(near["gap_locality"] - (near["makespan"] / exact["makespan"] - 1)) < 1e-12, name)
    check("near the data costs" in weft("--instance", "problem.json", "-a", "peft-lc", "--locality")[0], "in words")


@case
def names():
    """Algorithms are found whatever their case and hyphens; a wrong name gets the nearest one and all others"""
    path = DATA / "canonical" / "topcuoglu2002.json"
    for name in ("PEFT-LC", "peft_lc", "Peft LC", "peftlc"):
        equal(answer("--instance", path, "-a", name)["algorithm"], "peft-lc", name)
    refused("--instance", path, "-a", "peftt", words=["peftt", "“peft”", "greedy-append"])
    refused("--instance", path, "-a", "simulated annealing", words=["exhaustive", "best"])
    listed = weft("--help")[0].split("Algorithms:\n")[1].split("\n\n")[0].splitlines()
    known = [line.split()[0] for line in listed if re.match(r"  [a-z]", line)]
    equal([name for name in [*LISTS, "exhaustive", "best"] if name not in known], [], "in the help")
    for place in ("man/weft.1", "completions/_weft", "completions/weft.bash", "completions/weft.fish"):
        text = (ROOT / "data" / place).read_text(encoding="utf-8").replace("\\-", "-")
        equal([name for name in known if not re.search(rf"\b{name}\b", text)], [], f"not in {place}")
    docs = (ROOT / "docs" / "mapping.md").read_text(encoding="utf-8")
    equal([name for name in known if f"| `{name}` |" not in docs], [], "not in docs/mapping.md")
    notes = answer("--instance", path, "-a", "aeft-r")["notes"]
    check(any("reconstruction" in note for note in notes), notes)


@case
def unusual_problems():
    """One device, no edges, several ends, tasks without time, and no tasks are defined for every algorithm"""
    for algorithm in [*LISTS, "exhaustive", "best"]:
        for problem, makespan in ((problem_of([[1], [2]], [[0, 1, 5]]), 3), (problem_of([[3, 3], [3, 3]], []), 3),
                                  (problem_of([[0, 0], [2, 2], [0, 0]], [[0, 1, 3], [1, 2, 3]]), 2),
                                  (problem_of([[0, 0]], []), 0),
                                  (dict(problem_of([[1]], []), tasks=[]), 0)):
            found = solve(problem, algorithm)
            equal(found["makespan"], makespan, f"{algorithm}: {problem}")
            check_schedule(problem, found, algorithm)


@case
def bad_problems():
    """A wrong problem is refused with the pointer of what is wrong"""
    good = problem_of([[1, 1], [2, 2]], [[0, 1, 1]])
    for changes, words in (({"edges": [[0, 1, 1], [1, 0, 1]]}, ["task@0 → task@1 → task@0"]),
                           ({"edges": [[0, 0, 1]]}, ["task@0 → task@0"]),
                           ({"edges": [[0, 7, 1]]}, ["/edges/0/1", "7"]), ({"edges": [[0, 1, -1]]}, ["/edges/0/2", "-1"]),
                           ({"edges": [[0, 1]]}, ["/edges/0"]), ({"tasks": [[1, -1], [2, 2]]}, ["/tasks/0/1", "-1"]),
                           ({"tasks": [[1, 1], [2]]}, ["/tasks/1"]), ({"tasks": [[1, None], [2, 2]]}, ["/tasks/0/1"]),
                           ({"bandwidth": [[1, 0], [1, 1]]}, ["/bandwidth/0/1"]),
                           ({"latency": [[0, -1], [0, 0]]}, ["/latency/0/1"]), ({"latency": [[0]]}, ["/latency"]),
                           ({"procs": 0, "tasks": [], "edges": []}, ["/procs"]), ({"procs": "two"}, ["/procs"]),
                           ({"format": "weft-map-instance/9"}, ["/format"])):
        refused("--instance", write("bad.json", dict(good, **changes)), "-a", "heft", words=["bad.json", *words])
    del good["latency"]
    refused("--instance", write("bad.json", good), words=["bad.json", "latency"])
    for text, words in (('{"procs": 1, "tasks": [[NaN]], "edges": []}', ["NaN"]), ("", ["bad.json"]), ("[1]", ["bad.json"])):
        refused("--instance", write("bad.json", text), words=words)
    refused("--instance", "ghost.json", words=["ghost.json"])


@case
def instance_files():
    """A problem in plain numbers has a schedule, a trace and a picture too"""
    path = DATA / "canonical" / "topcuoglu2002.json"
    found = answer("--instance", path, "-a", "heft")
    err = weft("--instance", path, "-a", "heft", "--schedule", "s.json", "--trace", "t.json", "--gantt", "g.svg")[1]
    equal(err, "wrote s.json\nwrote t.json\nwrote g.svg\n", "standard error")
    rows = json.loads((TEMP / "s.json").read_text())["rows"]
    equal([[row[2], row[3]] for row in rows], [list(pair) for pair in zip(found["proc"], found["start"])], "schedule")
    equal([task["start_s"] for task in json.loads((TEMP / "t.json").read_text())["tasks"]], found["start"], "trace")
    check("task@9" in (TEMP / "g.svg").read_text() or "<svg" in (TEMP / "g.svg").read_text(), "picture")


# --- machines ---


def trace_of(*arguments):
    """The trace of a mapping, which has to be one that a simulator could follow."""
    weft(*arguments, "--trace", "trace.json", "--schedule", "schedule.json")
    trace = json.loads((TEMP / "trace.json").read_text())
    tasks, devices = trace["tasks"], {}
    equal(trace["format"], "weft-trace/1", "format")
    for task in tasks:
        devices.setdefault(task["device"], []).append((task["start_s"], task["finish_s"]))
        for other in task["deps"]:
            check(tasks[other]["finish_s"] <= task["start_s"], f"{task['name']} begins before {tasks[other]['name']} ends")
    for spans in devices.values():
        spans.sort()
        check(all(one[1] <= other[0] for one, other in zip(spans, spans[1:])), "two tasks at once")
    equal(max(task["finish_s"] for task in tasks), trace["makespan_s"], "makespan")
    crossing = [[other, i] for i, task in enumerate(tasks) for other in task["deps"]
                if tasks[other]["device"] != task["device"]]
    equal([message[:2] for message in trace["messages"]], crossing, "messages are dependences between two devices")
    rows = json.loads((TEMP / "schedule.json").read_text())
    equal(rows["columns"], ["task", "kernel", "device", "start", "finish"], "columns")
    equal(rows["rows"], [[task["name"], trace["costs"][task["cost"]]["kernel"], task["device"], task["start_s"],
                          task["finish_s"]] for task in tasks], "the schedule says the same")
    return trace


@case
def machine_keys():
    """On a machine there are the keys of loads, links, kernels and the critical path"""
    found = answer(HPCG, MIXED, "--algorithm", "heft")
    equal([key for key in KEYS + REPORT_KEYS if key not in found], [], "missing")
    equal((found["tasks"], found["devices"]), (3 * (4 * 38 + 5) + 2, 16), "sizes")
    equal(sorted(found["loads"][0]), ["busy_s", "capacity_bytes", "chip", "device", "resident_bytes", "tasks"], "loads")
    equal(sorted(found["links"][0]), ["bytes", "from", "link", "messages", "to"], "links")
    equal(sorted(found["path"]), sorted(["steps", "work_s", "transfer_s", "start", "data", "result", "device", "group"]),
          "path")


@case
def machine_sums():
    """Loads, placement, links and path add up"""
    found = answer(HPCG, MIXED, "-a", "peft")
    loads, placement = found["loads"], found["placement"]
    equal(sum(load["tasks"] for load in loads), found["tasks"], "tasks on devices")
    busy = sum(load["busy_s"] for load in loads)
    check(abs(found["utilisation"] - busy / (found["makespan"] * found["devices"])) < 1e-12, "utilisation")
    equal(placement["chips"], ["h200-sxm-141", "H100", "l40s-48"], "chips")
    equal(sum(sum(row["tasks"]) for row in placement["rows"]), found["tasks"], "tasks of kernels")
    for row in placement["rows"]:
        check(abs(sum(row["shares"]) - 1) < 1e-12, row)
    equal({f"{link['from']} -> {link['to']}" for link in found["links"]}, set(found["bytes_by_link"]), "names of links")
    check(found["links"] == sorted(found["links"], key=lambda link: -link["bytes"]), "the most bytes first")
    steps = found["critical_path"]
    equal((steps[0]["start_s"], steps[-1]["finish_s"]), (0, found["makespan"]), "the path is the makespan")
    for before, step in zip(steps, steps[1:]):
        equal(step["for"], before["task"], "each step waits for the one before")
        check(abs(step["start_s"] - before["finish_s"] - step["comm_s"]) <= 1e-12, step)
    check(abs(found["path"]["work_s"] + found["path"]["transfer_s"] - found["makespan"]) < 1e-9, found["path"])
    check(found["bound"] <= found["makespan"], "bound")


@case
def machine_words():
    """In words: the busiest devices first, how many have no task, notes at the end"""
    out, err = weft("hpcg:iterations=3", MIXED, "-a", "heft")
    equal(err, "", "standard error")
    for words in ("131 tasks on 16 devices", "Makespan:", "by HEFT", "No schedule is shorter", "p ≠ q", "Critical path:",
                  "from “init” to “final”", "Kernels and Chips", "symgs", "of 16 devices have no task", "• Times are"):
        check(words in out, f"{words} in {out}")
    table = out.split("Busiest Devices\n\n")[1].split("\n\n")[0].splitlines()[2:]
    counts = [int(re.search(r"(?:H100|h200-sxm-141|l40s-48) +([\d,]+) ", row).group(1).replace(",", ""))
              for row in table if " devices have no task" not in row]
    equal(sum(counts), 131, "tasks of the devices that are listed")
    found = answer("hpcg:iterations=3", MIXED, "-a", "heft")
    order = sorted((load for load in found["loads"] if load["tasks"]), key=lambda load: -load["busy_s"])
    equal([row.split("  ")[0] for row in table][:len(order)], [load["device"] for load in order], "the busiest first")
    check(f"{16 - len(order)} of 16 devices have no task" in out, out)


@case
def traces():
    """Traces and schedules of every kind of workload are ones that can be followed, and the same each time"""
    for workload, algorithm in ((HPCG, "best"), ("sparse:grid=12x12,block=8", "heft"), ("fft:n=32,parts=4", "peft-lc"),
                                ("llm:model=llama-3.1-8b,tp=2", "peft"), ("coupled:n=32,steps=20", "cpop"),
                                ("layered:tasks=300,classes=gpu", "greedy")):
        trace = trace_of(workload, MIXED, "-a", algorithm)
        text = (TEMP / "trace.json").read_bytes()
        equal(trace_of(workload, MIXED, "-a", algorithm), trace, workload)
        equal((TEMP / "trace.json").read_bytes(), text, f"{workload}: the same bytes")
    ranks = {}
    for task in trace_of("llm:model=llama-3.1-8b,tp=2", MIXED, "-a", "peft")["tasks"]:
        if "group" in task:
            ranks.setdefault(task["group"], []).append(task)
    check(ranks and all(len(group) == 2 for group in ranks.values()), "collectives of two ranks")


@case
def standard_output():
    """A trace or a schedule may go to standard output, which then has nothing else"""
    for option, form in (("--trace", "weft-trace/1"), ("--schedule", "weft-schedule/1")):
        out, err = weft("hpcg:iterations=3", MIXED, "-a", "heft", option, "-")
        equal((json.loads(out)["format"], err), (form, ""), option)
        refusal = weft("hpcg:iterations=3", MIXED, option, "-", "--json", status=2)[1]
        check("--json" in refusal and option in refusal, refusal)
    check("two files" in weft(HPCG, MIXED, "--trace", "-", "--schedule", "-", status=2)[1], "both")
    equal(sorted(path.name for path in TEMP.iterdir() if path.name == "-"), [], "no file of that name")


@case
def unwritable():
    """What cannot be written is said, whether it shows before the mapping or only then"""
    (TEMP / "folder.svg").mkdir()
    os.mkfifo(TEMP / "pipe.svg")
    (TEMP / "lost.svg").symlink_to("/nowhere/lost.svg")
    for option in ("--schedule", "--trace", "--gantt"):
        refused(HPCG, MIXED, "-a", "heft", option, "folder.svg", words=[option, "folder.svg is a folder"])
        refused(HPCG, MIXED, "-a", "heft", option, "pipe.svg", words=[option, "pipe.svg is a device or a pipe"])
        refused(HPCG, MIXED, "-a", "heft", option, "lost.svg", words=["lost.svg"])


@case
def full_disk():
    """Where not all of a file can be written, none is there, and one that was there is as it was"""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    (TEMP / "old.json").write_text("old")
    for option in ("--schedule", "--trace"):
        for name in ("new.json", "old.json"):
            done = subprocess.run([WEFT, "map", "hpcg:iterations=20", str(MIXED), "-a", "heft", option, name], cwd=TEMP,
                                  capture_output=True, timeout=240, check=False, preexec_fn=limit,
                                  restore_signals=False)
            equal(done.returncode, 2, f"{option} {name}: {done.stderr}")
            check(name.encode() in done.stderr, done.stderr)
            equal((TEMP / name).exists() and (TEMP / name).read_text(), name == "old.json" and "old", f"{option} {name}")


@case
def pictures():
    """The schedule as SVG, PDF and PNG, dark too"""
    for suffix, begin in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        equal(weft("hpcg:iterations=3", MIXED, "-a", "heft", "--gantt", f"g.{suffix}")[1], f"wrote g.{suffix}\n", suffix)
        light = (TEMP / f"g.{suffix}").read_bytes()
        check(light.startswith(begin) and len(light) > 2000, suffix)
        weft("hpcg:iterations=3", MIXED, "-a", "heft", "--gantt", f"g.{suffix}", "--dark")
        check((TEMP / f"g.{suffix}").read_bytes() != light, f"{suffix}: dark")
    refused(HPCG, MIXED, "--gantt", "g.gif", words=["--gantt", "g.gif", ".svg"])


@case
def workload_forms():
    """A workload is a generator in short, a recipe, a graph or another program's file; the answer is the same"""
    def figures(*arguments):
        found = answer(*arguments, "-a", "heft")
        return {key: found[key] for key in ("makespan", "tasks", "edges", "bound", "moved_bytes", "bytes_by_link")}

    subprocess.run([WEFT, "workload", "hpcg", "--n", "32", "--iterations", "2", "-o", "graph.json", "--recipe",
                    "recipe.json"], cwd=TEMP, capture_output=True, check=True)
    short = figures("hpcg:n=32,iterations=2", MIXED)
    equal(figures("graph.json", MIXED), short, "a graph that was saved")
    equal(figures("recipe.json", MIXED), short, "a recipe")
    equal(figures("hpcg", MIXED)["tasks"], 2152, "a generator alone")
    equal(figures(write("a.dot", "digraph { a [time=1]; b [time=2]; a -> b }"), MIXED)["makespan"], 3, "DOT")
    refused("hpcg:n=32,m=4", MIXED, words=["m", "n"])
    refused("hpcg:n", MIXED, words=["n", "KEY=VALUE"])
    refused("hpcg:n=32,n=64", MIXED, words=["“n”", "twice"])
    refused("hpgc:n=32", MIXED, words=["hpgc", "hpcg"])
    refused("ghost.json", MIXED, words=["ghost.json"])


ONE = {"name": "One", "graph": {"root": "node", "definitions": {
    "node": {"level": "node", "items": [{"id": "gpu", "chip": "H100"}]}}}}


@case
def one_device():
    """On a machine of one chip every algorithm puts one task behind the other"""
    write("one.weft", ONE)
    spans = {algorithm: answer("hpcg:iterations=3", "one.weft", "-a", algorithm)["makespan"]
             for algorithm in [*LISTS, "best"]}
    spans["near"] = answer("hpcg:iterations=3", "one.weft", "-a", "peft-lc", "--locality")["makespan"]
    check(max(spans.values()) - min(spans.values()) < 1e-12, spans)
    found = answer("hpcg:iterations=3", "one.weft", "-a", "heft")
    equal((found["devices"], found["moved_bytes"], found["links"], found["mean_latency_s"]), (1, 0, [], 0), "no transfers")
    check(abs(found["utilisation"] - 1) < 1e-12, "always busy")
    empty = answer(write("none.json", {"format": "weft-workload/1", "tasks": []}), "one.weft")
    equal((empty["makespan"], empty["tasks"], empty["critical_path"]), (0, 0, []), "no tasks")
    weft("none.json", "one.weft", "--gantt", "none.svg", "--trace", "none-trace.json")


@case
def memory():
    """What no device can hold is refused with both numbers; what several can is spread"""
    write("one.weft", ONE)
    big = {"format": "weft-workload/1", "regions": [{"name": f"part{i}", "bytes": 50e9} for i in range(2)],
           "tasks": [{"name": f"task{i}", "flops": 1e12, "region": f"part{i}"} for i in range(2)]}
    refused(write("big.json", big), "one.weft", status=1, words=["task1", "50000000000 B", "30000000000 B"])
    refused("llm:tp=2", "one.weft", "-a", "peft", status=1, words=["memory", "layer"])
    # The largest working set of all tasks that a device has run has to stay free, whatever this task's own is.
    tasks = [{"name": "wide", "flops": 1e12, "working_set_bytes": 75e9},
             {"name": "heavy", "flops": 1e12, "region": "part", "after": ["wide"]}]
    tight = {"format": "weft-workload/1", "regions": [{"name": "part", "bytes": 10e9}], "tasks": tasks}
    refused(write("tight.json", tight), "one.weft", status=1, words=["heavy", "10000000000 B", "5000000000 B"])
    tasks[1]["region"] = tasks[0]["region"] = "part"
    tasks[0]["working_set_bytes"], tasks[1]["working_set_bytes"] = 1e9, 75e9
    refused(write("tight.json", tight), "one.weft", status=1, words=["heavy", "85000000000 B", "80000000000 B"])
    for algorithm in [*LISTS, "best"]:
        found = answer("big.json", SYSTEMS / "chase-llm.weft", "-a", algorithm)
        check(all(load["resident_bytes"] <= load["capacity_bytes"] for load in found["loads"]), algorithm)
        equal(sum(load["resident_bytes"] for load in found["loads"]), 100e9, algorithm)


@case
def no_mapping():
    """No device for a task, or too many of them, is the answer no"""
    task = {"name": "a", "times": {"cpu": 1}}
    refused(write("cpu.json", {"format": "weft-workload/1", "tasks": [task]}), MIXED, status=1, words=["time", "task"])
    refused(HPCG, SYSTEMS / "hundred-thousand.weft", status=1, words=["100800", "4096"])


@case
def given_times():
    """Times that a task has count: of its chip, then of its class, then any"""
    def makespan(**times):
        graph = {"format": "weft-workload/1", "tasks": [{"name": "a", "flops": 1e15, "times": times}]}
        return answer(write("times.json", graph), "one.weft", "-a", "heft")["makespan"]

    write("one.weft", ONE)
    equal(makespan(**{"*": 5}), 5, "any")
    equal(makespan(**{"*": 5, "gpu": 4}), 4, "the class")
    equal(makespan(**{"*": 5, "gpu": 4, "H100": 3}), 3, "the chip")
    check(makespan(cpu=5) != 5, "of another class: by its operations")


@case
def knobs():
    """Measured efficiencies and launch times count, and are refused when they are wrong"""
    write("one.weft", ONE)
    task = {"format": "weft-workload/1", "tasks": [{"name": "a", "kernel": "gemm", "flops": {"bf16": 1e15}}]}
    write("gemm.json", task)
    plain = answer("gemm.json", "one.weft")["makespan"]

    def makespan(*entries):
        write("knobs.json", {"format": "weft-knobs/1", "knobs": list(entries)})
        return answer("gemm.json", "one.weft", "--knobs", "knobs.json")["makespan"]

    check(abs(makespan({"flop_efficiency": 0.5}) - 2 * plain) < 1e-12, "half the peak")
    check(abs(makespan({"launch_s": 0.25}) - plain - 0.25) < 1e-12, "a launch")
    equal(makespan({"bandwidth_efficiency": 0.5}), plain, "no traffic")
    check(abs(makespan({"flop_efficiency": 0.5}, {"chip": "H100", "kernel": "gemm", "flop_efficiency": 0.25}) - 4 * plain)
          < 1e-12, "the one that says most")
    equal(makespan({"kernel": "lu", "flop_efficiency": 0.5}), plain, "another kernel")
    for entry, words in (({"flop_efficiency": 0}, ["/knobs/0/flop_efficiency"]), ({"flop_efficiency": 1.5}, ["1.5"]),
                         ({"launch_s": -1}, ["-1"]), ({"efficiency": 1}, ["efficiency"]), ({"chip": "H10"}, ["H10", "H100"])):
        write("knobs.json", {"knobs": [entry]})
        refused("gemm.json", "one.weft", "--knobs", "knobs.json", words=["knobs.json", *words])
    refused("gemm.json", "one.weft", "--knobs", "ghost.json", words=["ghost.json"])


@case
def models():
    """A language model is spread over a machine: TP 8, PP 5 on five hosts of eight, with the alternatives"""
    llm = SYSTEMS / "chase-llm.weft"
    for name in ("qwen3-32b", "llama-3.1-70b", "gemma-3-27b", "mixtral-8x7b"):
        found = answer("--model", name, llm)
        equal((found["tp"], found["pp"], found["dp"], found["devices"]), (8, 5, 1, 40), name)
        plans = found["plans"]
        equal((plans[0]["time_s"], plans[0]["why"]), (found["time_s"], found["why"]), "the first is chosen")
        fitting = [plan["time_s"] for plan in plans if plan["fits"]]
        equal(fitting, sorted(fitting), "the quickest first")
        check(all(len(set(plan["devices"])) == plan["tp"] * plan["pp"] * plan["dp"] for plan in plans), "a chip a rank")
        check(plans[0]["inside_islands"] and found["why"].startswith("Chosen"), found["why"])
    equal(answer("--model", "llama-3.1-70b", llm)["tasks"], 3249, "tasks of the graph")
    every = answer("--model", "llama-3.1-70b", llm, "--use-all")["plans"]
    check(every and all(plan["tp"] * plan["pp"] * plan["dp"] == 40 for plan in every), "all chips")
    made = answer("--model", "llama-3.1-70b", llm, "--new", 10)
    check(made["plans"][0]["step_s"] > 0 and made["time_s"] > found["time_s"], "new tokens take longer")
    config = ROOT / "tests" / "data" / "workload" / "hf" / "llama-3.1-70b.json"
    equal(answer("--model", config, llm)["tp"], 8, "a config.json")
    training = answer("--model", "llama-3.1-8b", llm, "--training", "--batch", 16)["plans"]
    check(any(plan["dp"] > 1 and plan["dp_comm_s"] > 0 for plan in training), "training has gradients to bring together")
    out = weft("--model", "llama-3.1-70b", llm)[0]
    for words in ("TP 8, PP 5, DP 1", "Chosen", "Plans", "TP 4, PP 10, DP 1: Takes", "• "):
        check(words in out, f"{words} in {out}")


@case
def model_files():
    """The schedule of the best plan has each rank on its chip"""
    trace = trace_of("--model", "llama-3.1-70b", SYSTEMS / "chase-llm.weft", "--gantt", "plan.svg")
    names = answer("--model", "llama-3.1-70b", SYSTEMS / "chase-llm.weft")["plans"][0]["devices"]
    equal(len({task["device"] for task in trace["tasks"] if task["name"] != "source"}), 40, "chips")
    first = {int(found.group(1)): trace["devices"][task["device"]]["name"] for task in trace["tasks"]
             if (found := re.fullmatch(r"m0\.layer0\.attention@(\d+)", task["name"]))}
    equal([first[rank] for rank in range(8)], names[:8], "tensor ranks of the first stage")


@case
def bad_models():
    """Models that there are not, that fit nowhere, and wrong numbers are refused"""
    llm = SYSTEMS / "chase-llm.weft"
    write("one.weft", ONE)
    refused("--model", "lama-3.1-70b", llm, words=["lama-3.1-70b", "llama-3.1-70b"])
    refused("--model", "llama-3.1-405b", "one.weft", status=1, words=["fits", "72.0 GB"])
    refused("--model", ROOT / "tests" / "data" / "workload" / "hf" / "t5.json", llm, words=["t5"])
    refused("--model", "llama-3.1-70b", words=["too few"])
    refused("--model", "llama-3.1-70b", llm, "--batch", "0", words=["--batch"])
    refused("--model", "llama-3.1-70b", llm, "--new", "-1", words=["--new"])


@case
def bad_designs():
    """What is no design is the answer no, with its violations; what has no machine is bad input"""
    write("bad.weft", {"partitions": 3})
    out, err = weft(HPCG, "bad.weft", "--json", status=1)
    equal((json.loads(out)["violations"][0]["path"], err), ("/partitions", ""), "violations")
    write("bad.weft", {"partitions": [{"chip": "H1000", "role": "general", "power_frac": 1, "scaleup": "NVLink4",
                                       "scaleout": "IB-NDR"}]})
    check("H1000" in weft(HPCG, "bad.weft", status=2)[1], "an unknown chip")


def shown(name, form):
    """The example of a format in a document."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    return next(json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", text, re.M | re.S) if f'"{form}"' in block)


@case
def documented_files():
    """The files that the docs show are read"""
    problem = shown("file-format.md", "weft-map-instance/1")
    for algorithm in LISTS:
        check_schedule(problem, solve(problem, algorithm), algorithm)
    write("knobs.json", shown("mapping.md", "weft-knobs/1"))
    slower = answer("hpcg:iterations=3", SYSTEMS / "h100-nvl64.weft", "--knobs", "knobs.json", "-a", "heft")
    check(slower["makespan"] > answer("hpcg:iterations=3", SYSTEMS / "h100-nvl64.weft", "-a", "heft")["makespan"], "knobs")


@case
def usage():
    """Options without effect, wrong numbers and wrong files are bad usage"""
    path = DATA / "canonical" / "topcuoglu2002.json"
    refused(words=["too few", "found 0"])
    refused(HPCG, words=["too few", "found 1"])
    refused(HPCG, MIXED, MIXED, words=["too many"])
    refused("--instance", path, MIXED, words=["too many"])
    refused("--instance", path, "--model", "llama-3.1-8b", words=["--instance", "--model"])
    refused(HPCG, MIXED, "--locality", "-a", "heft", words=["--locality", "peft-lc"])
    refused(HPCG, MIXED, "--max-states", "5", words=["--max-states", "exhaustive"])
    refused(HPCG, MIXED, "--time-limit", "5", words=["--time-limit", "exhaustive"])
    refused(HPCG, MIXED, "--time-limit", "-5", "-a", "exhaustive", words=["--time-limit"])
    refused(HPCG, MIXED, "--use-all", words=["--use-all", "--model"])
    refused(HPCG, MIXED, "--batch", "4", words=["--batch", "--model"])
    refused(HPCG, MIXED, "--dark", words=["--dark", "--gantt"])
    refused("--instance", path, "--knobs", path, words=["--knobs", "DESIGN"])
    for option in (["--algorithm", "heft"], ["--knobs", path]):
        refused("--model", "llama-3.1-8b", MIXED, *option, words=[option[0], "WORKLOAD"])
    refused(HPCG, "ghost.weft", words=["ghost.weft"])
    refused(HPCG, MIXED, "--schedule", "nowhere/s.json", words=["--schedule", "nowhere"])
    refused(HPCG, MIXED, "--trace", MIXED, words=["--trace", "is read"])
    refused(HPCG, MIXED, "--trace", "x.svg", "--gantt", "x.svg", words=["--trace", "--gantt", "two files"])
    refused(HPCG, MIXED, "--profile", "ghost", words=["ghost"])


main()
