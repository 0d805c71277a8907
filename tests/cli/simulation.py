# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of `weft simulate` for tests: on networks of ASTRA-sim, on bare links, on designs."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from et import comp, write_et  # noqa: E402
from tap import check, equal  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
WEFT = os.environ["WEFT_TEST_PROGRAM"]
SYSTEMS = ROOT / "catalog" / "systems"
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-simulate-")
TEMP = pathlib.Path(FOLDER.name)
MIB = 1 << 20
COLLECTIVES = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all")


def system(algorithm="ring", **changes):
    """A system.json as ASTRA-sim takes it; None leaves a key out."""
    keys = {"scheduling-policy": "LIFO", "endpoint-delay": 10, "active-chunks-per-dimension": 1,
            "preferred-dataset-splits": 1, "collective-optimization": "baseline", "local-mem-bw": 1600}
    keys.update({f"{name}-implementation": [algorithm] for name in COLLECTIVES})
    keys.update({key.replace("_", "-"): value for key, value in changes.items()})
    return {key: value for key, value in keys.items() if value is not None}


def network(topology, npus, bandwidth="50.0", latency="500.0"):
    """A network.yml of one or, with lists in texts, several dimensions."""
    return (f"topology: [ {topology} ]\nnpus_count: [ {npus} ]\nbandwidth: [ {bandwidth} ]  # GB/s (2^30 B)\n"
            f"latency: [ {latency} ]  # ns\n")


def write(name, content):
    """A file in the test's folder."""
    (TEMP / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return name


def weft(*arguments, status=0, command="simulate", **more):
    """Standard output and error of one run, which has to end with that status."""
    environment = {**os.environ, **more}
    if "COLUMNS" not in more:
        environment.pop("COLUMNS", None)
    done = subprocess.run([WEFT, command, *map(str, arguments)], capture_output=True, timeout=240, check=False,
                          cwd=TEMP, env=environment)
    equal(done.returncode, status, f"weft {command} {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8").replace("\u00a0", " "), done.stderr.decode("utf-8").replace("\u00a0", " ")


def answer(*arguments):
    """The JSON of a run that has nothing to say besides."""
    out, err = weft(*arguments, "--json")
    equal(err, "", f"{arguments}: standard error")
    return json.loads(out)


def refused(*arguments, words, status=2, kind=None):
    """A run that fails: a message on standard error, nothing on standard output but what kind of no the answer is."""
    for more in ([], ["--json"]):
        out, err = weft(*arguments, *more, status=status)
        if kind is not None and more:
            equal(json.loads(out)["error"]["kind"], kind, f"{arguments}: kind")
        else:
            equal(out, "", f"{arguments}: standard output")
        check(err.startswith("weft"), err)
        for word in [words] if isinstance(words, str) else words:
            check(word in err, f"{arguments}: {word!r} in {err!r}")


def peer_arguments(ranks, topology, npus, files=None, compress=False, **options):
    """Writes a trace (nodes of each rank) and what stands beside it; options by their names, None for a flag."""
    for path in TEMP.glob("trace.*.et"):
        path.unlink()
    write_et(TEMP / "trace", ranks, compress)
    arguments = ["--chakra", "trace", "--network-yml", write("network.yml", network(topology, npus))]
    beside = {"system_json": system(), **(files or {})}
    for name, content in beside.items():
        if content is not None:
            arguments += [f"--{name.replace('_', '-')}", write(f"{name}.json", content)]
    for name, value in options.items():
        arguments += [f"--{name.replace('_', '-')}"] + ([] if value is None else [str(value)])
    return arguments


def finish(ranks, topology="Ring", npus=4, files=None, astra=True, **options):
    """When each rank ends, in nanoseconds; counted as ASTRA-sim does unless said otherwise."""
    if astra:
        options = {"astra": None, **options}
    found = answer(*peer_arguments(ranks, topology, npus, files, **options))
    times = [rank["finish_ns"] for rank in found["ranks"]]
    check(abs(max(times) / 1e9 - found["makespan_s"]) <= 1e-15 * max(times), "the last rank is the makespan")
    return times


def with_idle(busy, npus):
    """Ranks of which those that have nothing to do compute for a microsecond."""
    return [busy.get(rank, [comp(0)]) for rank in range(npus)]
