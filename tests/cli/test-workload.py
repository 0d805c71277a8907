#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workloads from the command line: generators, files of other programs, recipes, and what is refused."""
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Skip, case, check, equal, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])
SHARED = pathlib.Path(os.environ.get("WEFT_SHARED_DIR") or ROOT.parent / "shared")
WEFT = os.environ["WEFT_TEST_PROGRAM"]
FOLDER = tempfile.TemporaryDirectory(prefix="weft-test-workload-")
TEMP = pathlib.Path(FOLDER.name)
FORMAT = "weft-workload/1"
KEYS = ["name", "source", "tasks", "edges", "flops", "bytes", "by_kernel", "by_dtype", "given_times", "bytes_read",
        "bytes_written", "edge_bytes", "comm_bytes", "region_bytes", "max_working_set_bytes", "roots", "leaves",
        "levels", "max_width", "collectives", "footprint_bytes", "footprint_bytes_a_task", "make_s", "notes"]


def weft(*arguments, status=0):
    """Standard output and error of one run, which has to end with that status."""
    environment = dict(os.environ)
    environment.pop("COLUMNS", None)
    done = subprocess.run([WEFT, "workload", *map(str, arguments)], capture_output=True, timeout=120, check=False,
                          cwd=TEMP, env=environment)
    equal(done.returncode, status, f"weft workload {arguments}: {done.stderr.decode('utf-8')}: status")
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def figures(*arguments):
    """The JSON of a run that has nothing to say besides."""
    out, err = weft(*arguments, "--json")
    equal(err, "", f"{arguments}: standard error")
    return json.loads(out)


def refused(*arguments, words):
    """The message of a run that fails: one line on standard error, nothing on standard output."""
    for more in ([], ["--json"]):
        out, err = weft(*arguments, *more, status=2)
        equal(out, "", f"{arguments}: standard output")
        check(err.startswith("weft"), err)
        for word in words:
            check(word in err, f"{arguments}: {word!r} in {err!r}")
    return err


def write(name, content):
    """A file in the test's folder; what is no text becomes JSON. Returns its name."""
    path = TEMP / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return name


def plain(result):
    """What does not depend on the machine, nor on how the graph came here."""
    return {key: value for key, value in result.items()
            if key not in ("make_s", "recipe", "source") and not key.startswith("footprint")}


def kernels(result):
    return {kernel["kernel"]: kernel["tasks"] for kernel in result["by_kernel"]}


# --- generators ---


@case
def generator_list():
    """Without a generator all are listed, each parameter is an option, and the defaults make a graph"""
    listed = json.loads(weft("--json")[0])["generators"]
    words = weft()[0]
    docs = (ROOT / "docs" / "workloads.md").read_text(encoding="utf-8")
    equal([entry["id"] for entry in listed],
          ["hpcg", "llm", "sparse", "stencil", "cg", "fft", "coupled", "layered"], "generators")
    for entry in listed:
        help_text = weft(entry["id"], "--help")[0]
        check(f"{entry['id']} — {entry['title']}" in words, entry["id"])
        check(entry["id"] in docs and all(f"`{param['key']}`" in docs for param in entry["params"]), f"{entry['id']} in the docs")
        for param in entry["params"]:
            option = "--" + param["key"].replace("_", "-")
            check(re.search(rf"^ +{option}\b", help_text, re.MULTILINE), f"{entry['id']}: {option} in the help")
            check(re.search(rf"^ +{option}\b", words, re.MULTILINE), f"{entry['id']}: {option} in the list")
        made = figures(entry["id"])
        check(made["tasks"] > 0 and made["edges"] > 0, entry["id"])
        equal(made["recipe"], {"generator": entry["id"],
                               "params": {param["key"]: param["default"] for param in entry["params"]}}, entry["id"])


@case
def keys():
    """The keys that scripts rely on are there, and sums by kernel and format are the whole"""
    for arguments in (["hpcg", "--iterations", 3], ["llm", "--phase", "training", "--microbatches", 2, "--batch", 2],
                      ["layered", "--classes", "gpu,cpu"], ["coupled", "--train", 2]):
        result = figures(*arguments)
        equal([key for key in KEYS if key not in result], [], f"{arguments}: missing")
        equal(set(result) - set(KEYS), {"recipe"}, f"{arguments}: more")
        for key, of_kernel in (("tasks", "tasks"), ("flops", "flops"), ("bytes", "bytes"), ("comm_bytes", "comm_bytes")):
            total = sum(kernel[of_kernel] for kernel in result["by_kernel"])
            check(abs(total - result[key]) <= 1e-12 * result[key], f"{arguments}: {key} {total} of {result[key]}")
        check(abs(sum(result["by_dtype"].values()) - result["flops"]) <= 1e-12 * result["flops"], "by_dtype")
        equal(result["bytes_read"] + result["bytes_written"], result["bytes"], "bytes")
    for arguments in (["hpcg", "--iterations", 500], ["llm", "--tp", 64], ["sparse", "--block", 16]):
        check(figures(*arguments)["footprint_bytes_a_task"] <= 120, f"{arguments}: memory of a task and its edges")
    equal([entry["class"] for entry in figures("layered", "--classes", "gpu, cpu")["given_times"]], ["gpu", "cpu"],
          "classes")


@case
def words():
    """The same in words: names, counts with their separators, a row for each kernel"""
    out, err = weft("hpcg")
    equal(err, "", "standard error")
    for text in ("hpcg_n104_l4_it50", "Tasks: 2,152", "Edges: 3,901", "symgs", "waxpby", "(fp64)"):
        check(text in out, f"{text} in {out}")
    check("Given times on “cpu”:" in weft("layered", "--classes", "gpu,cpu")[0], "given times")


@case
def hpcg_counts():
    """HPCG has 43 tasks an iteration and two more, 78 edges and one more, and the non-zeros of its grid"""
    for iterations, tasks in ((3, 131), (5, 217), (50, 2152), (100, 4302), (500, 21502)):
        result = figures("hpcg", "--iterations", iterations)
        equal((result["tasks"], result["edges"]), (tasks, 78 * iterations + 1), f"{iterations} iterations")
    for n, levels, blocks in ((104, 4, 1), (64, 4, 8), (32, 2, 2), (16, 1, 4), (96, 5, 3)):
        result = figures("hpcg", "--n", n, "--levels", levels, "--iterations", 2, "--blocks", blocks)
        equal(result["tasks"], 2 * (blocks * (9 * levels + 2) + 5) + 2, f"{n}, {levels}, {blocks}")
    flops = {kernel["kernel"]: kernel["flops"] for kernel in figures("hpcg", "--iterations", 1)["by_kernel"]}
    nonzeros = [(3 * (104 >> level) - 2) ** 3 for level in range(4)]
    equal(flops["symgs"], 8 * sum(nonzeros[:3]) + 4 * nonzeros[3], "sweeps: 4 operations an entry")
    equal(flops["spmv"], 2 * sum(nonzeros[:3]) + 2 * nonzeros[0], "products: 2 operations an entry")


@case
def llm_counts():
    """A pass of a language model has TP (5 L + 2) + TP (PP − 1) + 1 tasks"""
    for tp, pp, tasks in ((64, 1, 25729), (8, 5, 3249), (8, 1, 3217), (1, 1, 403), (2, 80, 963)):
        result = figures("llm", "--model", "llama-3.1-70b", "--tp", tp, "--pp", pp)
        equal(result["tasks"], tasks, f"TP{tp} PP{pp}")
        equal(result["tasks"], tp * (5 * 80 + 2) + tp * (pp - 1) + 1, "the rule")
    decode = figures("llm", "--phase", "decode", "--tp", 4, "--new-tokens", 3, "--batch", 2, "--microbatches", 2)
    equal(decode["tasks"], 1 + 3 * 2 * 4 * 402, "decode")
    training = figures("llm", "--phase", "training", "--tp", 2, "--dp", 2, "--batch", 4, "--microbatches", 2)
    equal(training["tasks"], 1 + 2 * (2 * 2 * 2 * 402 + 2 * 2 * 82), "training")
    equal(kernels(figures("llm", "--model", "mixtral-8x7b", "--tp", 2))["experts"], 2 * 32, "experts")


@case
def sparse_counts():
    """Block sparse LU has the published rules' tasks, dependences and operations"""
    for grid, order, block, tasks, edges, flops, kinds in (
            ("8x8", "natural", 8, 29, 35, 7413, (8, 7, 7, 7)), ("8x8", "natural", 4, 131, 229, 7413, (16, 29, 29, 57)),
            ("32x32", "natural", 32, 125, 155, 2043613, (32, 31, 31, 31)),
            ("32x32", "nd", 32, 502, 1050, 719221, (32, 90, 90, 290)),
            ("32x32", "nd", 16, 1394, 3086, 719221, (64, 226, 226, 878))):
        result = figures("sparse", "--grid", grid, "--points", 5, "--order", order, "--block", block)
        equal((result["tasks"], result["edges"], result["flops"]), (tasks, edges, flops), f"{grid} {order} {block}")
        equal(tuple(kernels(result)[kernel] for kernel in ("getrf", "tstrf", "gessm", "ssssm")), kinds, grid)
    batched = figures("sparse", "--grid", "32x32", "--order", "nd", "--block", 32, "--dispatch", "batched")
    check(batched["tasks"] < 502 and batched["flops"] == 719221, "batches do the same work in fewer tasks")
    for order in ("metis", "amd"):
        filled = figures("sparse", "--grid", "32x32", "--order", order, "--block", 16)
        check(filled["flops"] < 2043613, f"{order} fills less than the natural order")


@case
def other_counts():
    """Stencil, CG, FFT, coupled loop and random layers have as many tasks and edges as their rules say"""
    result = figures("stencil", "--n", 64, "--points", 7, "--steps", 5, "--blocks", 4)
    equal((result["tasks"], result["edges"]), (5 * 64, 4 * (64 + 6 * 3 * 16)), "7 points: six faces")
    result = figures("stencil", "--n", 64, "--points", 27, "--steps", 5, "--blocks", 4)
    equal((result["tasks"], result["edges"]), (5 * 64, 4 * 10 ** 3), "27 points: all neighbours")
    result = figures("cg", "--iterations", 7, "--blocks", 8)
    equal((result["tasks"], result["edges"]), (7 * (7 * 8 + 4) + 2, 7 * (17 * 8 + 4 + 2 * 7)), "cg: blocks are slabs first")
    result = figures("fft", "--parts", 16, "--transforms", 3)
    equal((result["tasks"], result["edges"]), (3 * 3 * 16, 3 * 2 * 64 + 2 * 16), "pencils")
    result = figures("fft", "--parts", 16, "--transforms", 1, "--cut", "slabs")
    equal((result["tasks"], result["edges"]), (3 * 16, 16 + 16 * 16), "slabs")
    result = figures("coupled", "--steps", 100, "--every", 10, "--blocks", 4, "--train", 2)
    equal(result["tasks"], 4 * (90 + 3 * 10) + 5 * (4 + 1), "coupled")
    result = figures("layered", "--tasks", 1000, "--width", 32, "--degree", 2.5)
    equal((result["tasks"], result["edges"]), (1000, 968 * 5 // 2), "layered")


@case
def parameters():
    """Options may have underscores, the seed that all commands have is the generator's, equal seeds are equal graphs"""
    equal(plain(figures("llm", "--prompt_tokens=64")), plain(figures("llm", "--prompt-tokens", 64)), "underscores")
    one, again, other = (figures(*arguments) for arguments in
                         (["layered", "--seed", 5], ["--seed", "5", "layered"], ["layered", "--seed=6"]))
    equal(plain(one), plain(again), "the same seed")
    equal(one["recipe"]["params"]["seed"], 5, "the seed in the recipe")
    check(plain(one) != plain(other), "another seed")


@case
def parameters_refused():
    """Wrong generators, options and values are refused with what was found and what is meant"""
    refused("hpgc", words=["hpgc", "“hpcg”"])
    refused("nothing", words=["nothing", "stencil"])
    refused("hpcg", "--n", "abc", words=["hpcg", "n", "abc"])
    refused("hpcg", "--n", "0", words=["hpcg", "n", "found 0"])
    refused("hpcg", "--n", "105", words=["105", "104", "112"])
    refused("hpcg", "--nn", "8", words=["--nn"])
    refused("hpcg", "more", words=["too many arguments"])
    refused("hpcg", "--blocks", "7", "--n", "16", words=["blocks", "7"])
    refused("llm", "--model", "lama-3.1-70b", words=["lama-3.1-70b", "llama-3.1-70b"])
    refused("llm", "--pp", "81", words=["81", "80"])
    refused("llm", "--batch", "1", "--microbatches", "2", words=["batch", "microbatches"])
    refused("llm", "--phase", "dreaming", words=["dreaming", "prefill", "training"])
    refused("stencil", "--points", "8", words=["points", "8"])
    refused("sparse", "--order", "nd", "--matrix", write("m.mtx", MATRIX), words=["nd"])
    refused("sparse", "--grid", "3x", words=["grid"])
    refused("sparse", "--grid", "8x8", "--matrix", "m.mtx", words=["--grid", "--matrix"])
    refused("llm", "--model", "gpt-oss-120b", "--config", "c.json", words=["--model", "--config"])
    refused("fft", "--parts", "1000", "--cut", "slabs", "--n", "256", words=["1000", "256"])
    refused("layered", "--seed", "-3", words=["seed", "-3"])
    refused("layered", "--degree", "33", words=["degree", "33", "32"])


@case
def limits():
    """More tasks or edges than are taken are refused before they are made, with both numbers"""
    for arguments in (["hpcg", "--iterations", "10000000"], ["layered", "--tasks", "10000001"],
                      ["stencil", "--n", "1024", "--blocks", "256"], ["cg", "--iterations", "2000000"],
                      ["coupled", "--steps", "10000000"], ["fft", "--transforms", "1000000"],
                      ["llm", "--tp", "4096", "--dp", "100", "--batch", "100"],
                      ["layered", "--tasks", "9000000", "--width", "1000", "--degree", "100"]):
        refused(*arguments, words=["10,000,000", "50,000,000"])


# --- recipes and Weft's own files ---


@case
def recipes():
    """A recipe makes the same graph again, and says every parameter"""
    for arguments in (["hpcg", "--n", 32, "--iterations", 4], ["sparse", "--grid", "12x12", "--block", 8],
                      ["llm", "--tp", 2, "--model", "gpt-oss-120b"], ["layered", "--seed", 9, "--classes", "gpu"]):
        out, err = weft(*arguments, "--recipe", "recipe.json", "--json")
        made = json.loads(out)
        equal(err, "wrote recipe.json\n", "standard error")
        equal(json.loads((TEMP / "recipe.json").read_text()), made["recipe"], "the recipe")
        equal(plain(figures("info", "recipe.json")), plain(made), f"{arguments}")
    equal(figures("info", write("recipe.json", {"generator": "hpcg", "params": {"iterations": 3}}))["tasks"], 131,
          "what is left out is the default")
    equal(figures("info", write("recipe.json", {"generator": "hpcg"}))["tasks"], 2152, "all left out")


@case
def recipes_refused():
    """A wrong recipe is refused with the pointer of what is wrong"""
    for recipe, words in (({"generator": "hpgc"}, ["/generator", "hpcg"]),
                          ({"generator": "hpcg", "params": {"m": 3}}, ["/params/m", "m"]),
                          ({"generator": "hpcg", "params": {"n": "big"}}, ["/params/n", "big"]),
                          ({"generator": "hpcg", "params": {"n": 105}}, ["/params", "105"]),
                          ({"generator": "hpcg", "param": {}}, ["param"])):
        refused("info", write("recipe.json", recipe), words=["recipe.json", *words])


@case
def saved_graphs():
    """A saved graph has the same figures when it is read, and the same bytes when it is saved again"""
    for arguments in (["hpcg", "--n", 32, "--iterations", 4, "--blocks", 2], ["sparse", "--grid", "20x20", "--block", 8],
                      ["llm", "--tp", 2, "--phase", "training", "--model", "llama-3.1-8b"],
                      ["layered", "--classes", "gpu,cpu"], ["coupled", "--train", 1]):
        out, err = weft(*arguments, "-o", "graph.json", "--json")
        equal(err, "wrote graph.json\n", "standard error")
        read, _ = weft("import", "graph.json", "-o", "again.json", "--json")
        equal(plain(json.loads(read)), plain(json.loads(out)), f"{arguments}")
        equal((TEMP / "again.json").read_bytes(), (TEMP / "graph.json").read_bytes(), f"{arguments}: bytes")
        equal(json.loads((TEMP / "graph.json").read_text())["format"], FORMAT, "format")


@case
def outputs():
    """Files are looked at before anything is made: none takes the place of another or of what is read"""
    refused("hpcg", "-o", "one.json", "--recipe", "./one.json", words=["--output", "--recipe", "two files"])
    refused("hpcg", "-o", "nowhere/one.json", words=["--output", "nowhere"])
    (TEMP / "lost.json").symlink_to("/nowhere/lost.json")
    for option in ("--output", "--recipe"):
        refused("hpcg", option, ".", words=[option, "folder"])
        refused("hpcg", option, "-", words=[option, "file"])
        refused("hpcg", option, "lost.json", words=["lost.json"])
    refused("import", write("in.json", ROWS), "-o", "in.json", words=["--output", "is read"])
    refused("sparse", "--matrix", write("m.mtx", MATRIX), "-o", "m.mtx", words=["--output", "is read"])
    check("--output" in weft("import", "in.json")[1], "import without an output says so")
    equal(weft("info", "in.json")[1], "", "info does not")


ROWS = {"format": FORMAT, "name": "three", "regions": [{"name": "table", "bytes": 100}],
        "tasks": [{"name": "read", "bytes_read": 4e9, "times": {"*": 2}},
                  {"name": "solve", "kernel": "lu", "flops": 3e12, "region": "table",
                   "after": [{"task": "read", "bytes": 4e9}]},
                  {"name": "plot", "flops": {"fp32": 1e9}, "after": ["solve"]}]}


@case
def rows():
    """Graphs that people write as rows are read, whatever the order of the tasks"""
    result = figures("info", write("rows.json", ROWS))
    equal((result["name"], result["tasks"], result["edges"], result["edge_bytes"], result["region_bytes"]),
          ("three", 3, 2, 4e9, 100), "figures")
    equal(result["by_dtype"], {"fp64": 3e12, "fp32": 1e9}, "formats")
    equal(result["given_times"], [{"class": "*", "tasks": 1, "time_s": 2}], "times")
    backwards = dict(ROWS, tasks=ROWS["tasks"][::-1])
    equal(figures("info", write("rows.json", backwards))["levels"], 3, "backwards")
    misspelt = dict(ROWS, tasks=[dict(ROWS["tasks"][0], byte_read=3)])
    check(any("byte_read" in note for note in figures("info", write("rows.json", misspelt))["notes"]), "a note")


@case
def documented_files():
    """The files that the docs show are read: both forms of graphs, and a recipe"""
    text = (ROOT / "docs" / "workload-files.md").read_text(encoding="utf-8")
    shown = [figures("info", write("shown.json", block)) for block in re.findall(r"^```json\n(.*?)^```", text, re.M | re.S)]
    equal([(result["name"], result["tasks"], result["edges"]) for result in shown],
          [("two steps", 4, 2), ("shown", 3, 2), ("hpcg_n104_l4_it50", 2152, 3901)], "examples")


@case
def unusual_graphs():
    """Tasks without cost, no edges, several ends and no tasks at all are defined"""
    result = figures("info", write("odd.json", {"format": FORMAT, "tasks": [{"name": "a"}, {"name": "b"}]}))
    equal((result["tasks"], result["edges"], result["roots"], result["leaves"], result["flops"]), (2, 0, 2, 2, 0), "no edges")
    result = figures("info", write("odd.json", {"format": FORMAT, "tasks": []}))
    equal((result["tasks"], result["edges"], result["levels"], result["by_kernel"]), (0, 0, 0, []), "no tasks")
    equal(figures("info", write("odd.json", {"format": FORMAT, "tasks": {"name": [], "kind": []}}))["tasks"], 0, "columns")


@case
def bad_graphs():
    """What no graph may have is refused with the names of the tasks"""
    def graph(*tasks):
        return {"format": FORMAT, "tasks": list(tasks)}

    columns = {"format": FORMAT, "kinds": [{"kernel": "k"}], "tasks": {"name": ["a", "b"], "kind": [0, 0]}}
    for content, words in (
            (graph({"name": "a", "after": ["c"]}, {"name": "b", "after": ["a"]}, {"name": "c", "after": ["b"]}),
             ["a → b → c → a"]),
            (graph({"name": "a", "after": ["a"]}), ["a → a"]),
            (graph({"name": "a", "after": ["ghost"]}), ["“a”", "“ghost”"]),
            (graph({"name": "a"}, {"name": "a"}), ["“a”", "second"]),
            (graph({"name": "a", "flops": -1}), ["-1"]), (graph({"name": "a", "times": {"*": -2}}), ["-2"]),
            ('{"format": "%s", "tasks": [{"name": "a", "flops": NaN}]}' % FORMAT, ["NaN"]),
            ('{"format": "%s", "tasks": [{"name": "a", "flops": 1e999}]}' % FORMAT, ["1e999"]),
            (graph({"name": "a", "region": "ghost"}), ["“a”", "“ghost”"]),
            (dict(columns, edges={"from": [0], "to": [5]}), ["“a”", "5"]),
            (dict(columns, edges={"from": [0], "to": []}), ["edges.to"]),
            (dict(columns, tasks={"name": ["a", "b"], "kind": [0, 7]}), ["“b”", "7"]),
            (dict(columns, tasks={"name": ["a", "b"], "kind": [0]}), ["tasks.kind"]),
            (dict(columns, tasks={"name": ["a", "a"], "kind": [0, 0]}), ["“a”"]),
            (dict(columns, format="weft-workload/2"), [FORMAT]), ({"format": FORMAT}, ["tasks"]),
            ("", ["empty"]), ("[1, 2]", ["format"]), ('{"format": "%s",' % FORMAT, ["bad.json:1"]), (b"\x00\x01", ["text"])):
        refused("info", write("bad.json", content), words=["bad.json", *words])
    refused("info", "ghost.json", words=["ghost.json"])
    refused("info", ".", words=["folder"])
    refused("import", words=["too few arguments"])


# --- files of other programs ---

MATRIX = "%%MatrixMarket matrix coordinate real general\n% a comment\n3 3 4\n1 1 1\n2 2 1\n3 3 1\n3 1 5\n"


def grid_matrix(n, symmetric):
    """The five-point matrix of an n × n grid."""
    entries = []
    for row in range(n * n):
        entries.append((row, row))
        for other in ([row + 1] if (row + 1) % n else []) + ([row + n] if row + n < n * n else []):
            entries.append((other, row))
            if not symmetric:
                entries.append((row, other))
    kind = "symmetric" if symmetric else "general"
    lines = [f"{row + 1} {column + 1} 1.5" for row, column in entries]
    return f"%%MatrixMarket matrix coordinate real {kind}\n{n * n} {n * n} {len(lines)}\n" + "\n".join(lines) + "\n"


@case
def matrices():
    """A matrix from a file has the graph of the same grid, whole or symmetric, packed or not"""
    expected = figures("sparse", "--grid", "8x8", "--order", "natural", "--block", 4)
    for symmetric in (False, True):
        text = grid_matrix(8, symmetric)
        write("grid.mtx", text)
        write("grid.mtx.gz", gzip.compress(text.encode()))
        for name in ("grid.mtx", "grid.mtx.gz"):
            found = figures("sparse", "--matrix", name, "--order", "natural", "--block", 4)
            equal((found["tasks"], found["edges"], found["flops"]), (131, 229, 7413), f"{name}, symmetric {symmetric}")
            equal(kernels(found), kernels(expected), name)
    stated = figures("import", "grid.mtx", "--params", '{"order": "natural", "block": 4}')
    equal(stated["tasks"], 131, "import with parameters")
    check(any("176 entries" in note and "288 entries" in note for note in stated["notes"]), stated["notes"])


@case
def matrix_kinds():
    """Every banner is read: patterns, complex, integer, skew-symmetric, hermitian and arrays"""
    for kind, line in (("pattern general", "3 1"), ("pattern symmetric", "3 1"), ("integer general", "3 1 5"),
                       ("complex general", "3 1 5 -1"), ("complex hermitian", "3 1 5 -1"), ("real symmetric", "3 1 5"),
                       ("REAL General", "3 1 5")):
        diagonal = line.split()[2:]
        lines = [" ".join([str(i), str(i), *diagonal]) for i in (1, 2, 3)] + [line]
        name = write("kind.mtx", f"%%MatrixMarket matrix coordinate {kind}\n3 3 4\n" + "\n".join(lines) + "\n")
        result = figures("info", name, "--params", '{"block": 1}')
        equal(kernels(result)["getrf"], 3, kind)
        check(any(f"{'5' if 'symm' in kind or 'herm' in kind else '4'} entries" in note for note in result["notes"]),
              f"{kind}: {result['notes']}")
    name = write("kind.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n3 1 5\n")
    equal(kernels(figures("info", name, "--params", '{"block": 1}'))["getrf"], 3, "skew-symmetric")
    name = write("kind.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n")
    equal(figures("info", name, "--params", '{"block": 1}')["tasks"], 1 + 1 + 1 + 1 + 1, "array")


@case
def bad_matrices():
    """A wrong matrix is refused with line, what was found and what was stated"""
    head = "%%MatrixMarket matrix coordinate real general\n"
    for content, words in (
            ("%%MatrixMarket matrix coordinated real general\n3 3 1\n1 1 1\n", ["bad.mtx:1", "coordinated"]),
            ("%%MatrixMarket matrix coordinate quaternion general\n1 1 1\n1 1 1\n", ["quaternion"]),
            ("%%MatrixMarket matrix coordinate real triangular\n1 1 1\n1 1 1\n", ["triangular"]),
            ("%%MatrixMarket matrix coordinate pattern hermitian\n1 1 1\n1 1\n", ["pattern", "hermitian"]),
            ("3 3 1\n1 1 1\n", ["bad.mtx:1", "%%MatrixMarket"]), (head + "3 3 1\n4 1 1\n", ["bad.mtx:3", "row 4"]),
            (head + "3 3 1\n1 0 1\n", ["bad.mtx:3", "column 0"]), (head + "3 3 4\n1 1 1\n", ["4"]),
            (head + "3 3 1\n1 1 1\n2 2 2\n", ["bad.mtx:4", "one entry more"]), (head, ["size"]),
            (head + "3 4 1\n1 4 1\n", ["3 × 4"]), (head + "0 0 0\n", ["0 × 0"]),
            (head + "99999999 99999999 1\n1 1 1\n", ["99999999"]),
            (head + "3 3 1\n1 1\n", ["bad.mtx:3"]), (head + "3 3 1\n1 1 abc\n", ["bad.mtx:3", "abc"]),
            ("%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 1 5\n", ["1 1 5", "pattern"]),
            (gzip.compress((head + "3 3 1\n1 1 1\n").encode())[:-9], ["bad.mtx"])):
        refused("info", write("bad.mtx", content), words=words)
    refused("sparse", "--matrix", "ghost.mtx", words=["ghost.mtx"])


@case
def models():
    """config.json of a model: what is read, derived and assumed is said, and the model is the graph"""
    folder = ROOT / "tests" / "data" / "workload" / "hf"
    result = figures("import", folder / "gpt2.json", "--params", '{"tp": 1}')
    equal(result["tasks"], 5 * 12 + 3, "layers")
    for words in ("Read of the model: layers 12 (“/n_layer” of the file)", "Derived of the model:",
                  "Assumed of the model:"):
        check(any(words in note for note in result["notes"]), f"{words} in {result['notes']}")
    equal(figures("info", folder / "llama-3.1-70b.json", "--params", '{"tp": 64}')["tasks"], 25729, "Llama 70B")
    experts = figures("info", folder / "mixtral-8x7b.json", "--params", '{"tp": 2, "phase": "decode"}')
    equal(kernels(experts)["experts"], 2 * 32, "experts")
    result = figures("info", folder / "unknown.json")
    check(any("“new_model” is not known" in note for note in result["notes"]), result["notes"])


@case
def bad_models():
    """A model that is no decoder, or lacks what cannot be assumed, is refused by name"""
    folder = ROOT / "tests" / "data" / "workload" / "hf"
    for name, words in (("t5.json", ["t5"]), ("mamba.json", ["mamba"])):
        refused("info", folder / name, words=[name, *words])
    refused("info", write("config.json", {"architectures": ["FooForCausalLM"], "model_type": "foo", "hidden_size": 8}),
            words=["config.json", "foo", "num_hidden_layers"])
    refused("info", folder / "gpt2.json", "--params", '{"x": 1}', words=["x"])
    refused("info", folder / "gpt2.json", "--params", "[]", words=["--params", "object"])
    refused("info", folder / "gpt2.json", "--params", "{", words=["--params"])


def workflow(**changes):
    """A workflow of two tasks with a file between them."""
    tasks = [{"name": "first", "id": "a1", "parents": [], "children": ["b1"], "outputFiles": ["f"]},
             {"name": "second", "id": "b1", "parents": ["a1"], "children": [], "inputFiles": ["f", "g"]}]
    runs = [{"id": "b1", "runtimeInSeconds": 2}, {"id": "a1", "runtimeInSeconds": 0}]
    result = {"name": "two", "schemaVersion": "1.5", "workflow": {
        "specification": {"tasks": tasks, "files": [{"id": "f", "sizeInBytes": 1000}, {"id": "g", "sizeInBytes": 50}]},
        "execution": {"makespanInSeconds": 2, "executedAt": "2024", "tasks": runs}}}
    for where, value in changes.items():
        at = result
        *path, key = where.split("__")
        for step in path:
            at = at[int(step) if step.isdigit() else step]
        if value is None:
            del at[key]
        else:
            at[key] = value
    return result


@case
def workflows():
    """WfFormat: joined by id, bytes of the files that pass, zero run times, files from outside"""
    result = figures("import", write("wf.json", workflow()))
    equal((result["tasks"], result["edges"], result["edge_bytes"]), (2, 1, 1000), "figures")
    equal(result["given_times"], [{"class": "*", "tasks": 2, "time_s": 2}], "run times by id, not by place")
    check(any("Files: 2" in note and "1 of 2" in note for note in result["notes"]), result["notes"])
    half = workflow(workflow__specification__tasks__0__children=[])
    equal(figures("import", write("wf.json", half))["edges"], 1, "one side is enough")


@case
def bad_workflows():
    """A workflow without run times, of an older layout, with a cycle or a missing parent is refused"""
    specification = "workflow__specification__tasks__"
    for changes, words in (({"workflow__execution": None}, ["runtimeInSeconds"]),
                           ({"workflow__execution__tasks__0__runtimeInSeconds": None}, ["“b1”", "1 of 2"]),
                           ({"workflow__execution__tasks__0__runtimeInSeconds": -1}, ["-1"]),
                           ({specification + "0__parents": ["b1"]}, ["a1 → b1 → a1"]),
                           ({specification + "1__parents": ["ghost"]}, ["“b1”", "“ghost”"]),
                           ({specification + "1__children": ["ghost"]}, ["“b1”", "“ghost”"]),
                           ({specification + "1__id": "a1"}, ["“a1”", "second"]),
                           ({"workflow__specification__files": []}, ["“b1”", "“f”"]),
                           ({"schemaVersion": "1.4"}, ["1.4", "1.5"]), ({"workflow": {"tasks": []}}, ["workflow.tasks"])):
        refused("import", write("wf.json", workflow(**changes)), words=["wf.json", *words])


@case
def real_workflows():
    """Four recorded workflows have the tasks, edges, bytes and times that they should"""
    folder = SHARED / "map" / "wf"
    if not (folder / "expected.json").exists():
        raise Skip("the workflows are not here; WEFT_SHARED_DIR names the folder that has map/wf")
    for entry in json.loads((folder / "expected.json").read_text())["cases"]:
        result = figures("import", folder / entry["file"])
        equal([result[key] for key in ("tasks", "edges", "edge_bytes", "roots", "leaves")],
              [entry[key] for key in ("tasks", "edges", "edge_bytes", "roots", "leaves")], entry["file"])
        check(abs(result["given_times"][0]["time_s"] - entry["runtime_s_sum"]) < 1e-6, entry["file"])


@case
def task_graphs():
    """STG and DOT: tasks, edges, times and bytes"""
    result = figures("import", write("a.stg", "2\n0 0 0\n1 3 1 0\n2 4 1 0\n3 0 2 1 2\n# information\n"))
    equal((result["tasks"], result["edges"], result["given_times"][0]["time_s"]), (4, 4, 7), "STG")
    result = figures("import", write("a.stg", "2 4\n1 3 0\n2 4 1 1\n3 0 1 2\n"))
    equal((result["tasks"], result["edges"]), (3, 2), "STG, prototype set")
    result = figures("import", write("a.dot", 'digraph g { a [size=5e9]; b [time=2, kernel="lu"]; a -> b -> { c d } [bytes=7] }'))
    equal((result["name"], result["tasks"], result["edges"], result["flops"], result["edge_bytes"]), ("g", 4, 3, 5e9, 21),
          "DOT")


@case
def bad_task_graphs():
    """Wrong files in STG and DOT are refused with line, task and cycle"""
    for name, content, words in (
            ("bad.stg", "2\n0 0 0\n1 3 1 2\n2 4 1 1\n3 0 1 2\n", ["T@1 → T@2 → T@1"]),
            ("bad.stg", "2\n0 0 0\n1 3 1 9\n2 4 1 0\n3 0 1 2\n", ["bad.stg:3", "task 9"]),
            ("bad.stg", "2\n0 0 0\n1 3 1 0\n1 4 1 0\n3 0 1 2\n", ["bad.stg:4", "second time"]),
            ("bad.stg", "2\n0 0 0\n1 -3 1 0\n2 4 1 0\n3 0 1 2\n", ["bad.stg:3", "-3"]),
            ("bad.stg", "2\n0 0 0\n1 3 1 0\n", ["2 tasks"]),
            ("bad.stg", "2\n0 0 0\n1 3 1 0 5\n2 4 1 0 5\n3 0 2 1 5 2 5\n", ["communication costs"]),
            ("bad.dot", "digraph { a -> b -> a }", ["a → b → a"]), ("bad.dot", "graph { a -- b }", ["digraph"]),
            ("bad.dot", "digraph { a [time=-3] }", ["time", "-3"]), ("bad.dot", "digraph { a -> }", ["bad.dot:1"]),
            ("bad.dot", 'digraph { "a }', ["bad.dot:1"])):
        refused("import", write(name, content), words=[name, *words])


main()
