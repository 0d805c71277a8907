#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of one to four ranks: the same results, clear words when a rank is lost or differs, nothing left behind."""
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Skip, case, check, equal, main  # noqa: E402

MPIRUN = os.environ["WEFT_TEST_MPIRUN"]
RANKS = os.environ["WEFT_TEST_MPI_RANKS"]
PROGRAM = os.environ["WEFT_TEST_MPI_PROGRAM"]
CATALOG = pathlib.Path(os.environ["WEFT_CATALOG_DIR"])

# Ranks share few processors here, and tests may run as root.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def mpirun(*words, **environment):
    return subprocess.run([MPIRUN, "--oversubscribe", *words], env={**ENVIRONMENT, **environment}, text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=60)


@functools.cache
def mpirun_4():
    return "(Open MPI) 4." in mpirun("--version").stdout


def patience(seconds):
    """What lets the ranks of a job that loses one end by themselves. Release 4 waits twice as long before it kills them,
    whatever the reason for a status that is not 0; later ones kill within half a second, or not at all."""
    if mpirun_4():
        return ["--mca", "odls_base_sigkill_timeout", str(seconds)]
    return ["--enable-recovery"] if seconds else []


def run(words, program=RANKS, ranks=3, grace_s=0):
    return mpirun(*patience(grace_s), "-n", str(ranks), program, *words)


def run_well(words, **how):
    job = run(words, **how)
    equal(job.returncode, 0, f"{words}, {how}\n{job.stdout}{job.stderr}")
    return job.stdout


@functools.cache
def need_jobs():
    """A machine that cannot start any job says nothing about the program."""
    job = mpirun("-n", "2", "true")
    if job.returncode != 0:
        raise Skip(f"mpirun cannot start a job here: {job.stderr.strip().splitlines()[:1]}")


def lose(how, ranks=3):
    """A job that loses a rank must end by itself; what rank 0 says of it is one line."""
    need_jobs()
    job = run([f"7 {how}"], ranks=ranks, grace_s=1)
    check(job.returncode != 0, f"status 0 after {how}")
    lines = [line for line in job.stderr.splitlines() if "was lost" in line]
    equal(len(lines), 1, f"lines about the lost rank after {how}:\n{job.stderr}")
    check("weft search --resume RUN" in lines[0], lines[0])
    if how != "zero":
        check("rank 0 ends with status 2" in job.stderr.splitlines(), job.stderr)
    return lines[0]


@case
def one_to_four_ranks():
    """Batches of any size come back whole and in order from one to four ranks"""
    need_jobs()
    for ranks in (1, 2, 4):
        text = run_well(["sizes"], ranks=ranks)
        check(text.startswith(f"mapped by {ranks} workers"), text)
        equal(text.split()[-1], f"{(1 << ranks) - 1:#x}", "ranks that took part")


@case
def same_bytes():
    """A real problem is judged to the same bytes by threads and by one to four ranks"""
    need_jobs()
    expected = run_well(["threads"], ranks=1)
    equal(len(expected.strip()), 64, "a digest")
    for ranks in (1, 2, 3, 4):
        equal(run_well(["problem"], ranks=ranks), expected, f"{ranks} ranks")


@case
def cancelled():
    """A cancelled batch leaves nothing in the next one"""
    need_jobs()
    equal(run_well(["cancel"]), "cancelled and went on\n")


@case
def ends_through_exit():
    """A command that calls exit() ends the job with its status"""
    need_jobs()
    job = run(["exit"])
    equal(job.returncode, 1, job.stderr)
    check("lost" not in job.stderr, job.stderr)


@case
def killed():
    """A rank that is killed is named, and the job ends"""
    check("rank 2 of 3 (on " in lose("kill"), "rank 2 is named")


@case
def alone():
    """Without mpirun the program is a job of one rank"""
    need_jobs()
    job = subprocess.run([RANKS, "7 term"], env=ENVIRONMENT, text=True, capture_output=True, timeout=60)
    equal((job.returncode, job.stdout), (0, "ranks 0x1\n"), job.stderr)


@case
def exited():
    """A rank that exits in the middle is named, whatever its status"""
    check("rank 2 of 4 (on " in lose("exit-0", ranks=4), "rank 2 is named")
    check("rank 2 of 3 (on " in lose("exit-3"), "rank 2 is named")


@case
def killed_early():
    """A rank that is killed before it has begun is named, and the job ends"""
    check("rank 2 of 3 (on " in lose("crash"), "rank 2 is named")


@case
def asked_to_end():
    """A rank that is asked to end goes on until rank 0 ends"""
    need_jobs()
    equal(run_well(["7 term"]), "ranks 0x7\n")


@case
def rank_0_killed():
    """When rank 0 is killed, another rank says so and all end"""
    check("rank 0 was lost" in lose("zero"), "rank 0 is named")


@case
def refused():
    """A rank that cannot make the work says why"""
    need_jobs()
    job = run(["7 refuse"])
    equal(job.returncode, 2, job.stderr)
    check("rank 2 (on " in job.stderr and "the catalog is another" in job.stderr, job.stderr)
    job = run(["7 resize"])
    equal(job.returncode, 2, job.stderr)
    check("has items of 4" in job.stderr and "the programs differ" in job.stderr, job.stderr)


@case
def other_catalog():
    """A rank with another catalog is refused, naming the rank and the folder"""
    need_jobs()
    with tempfile.TemporaryDirectory() as folder:
        other = pathlib.Path(folder) / "catalog"
        shutil.copytree(CATALOG, other)
        path = other / "workloads" / "mixed-ai-hpc.json"
        text = path.read_text(encoding="utf-8")
        check('"serving": 0.3,' in text and '"training": 0.25,' in text, "the weights are found")
        path.write_text(text.replace('"serving": 0.3,', '"serving": 0.25,').replace('"training": 0.25,', '"training": 0.3,'),
                        encoding="utf-8")
        # One program for all ranks: some releases of mpirun 5 crash when they are given two.
        script = 'if [ "$OMPI_COMM_WORLD_RANK" -eq 1 ]; then export WEFT_CATALOG_DIR="$1"; fi; exec "$0" problem'
        job = run(["-c", script, RANKS, str(other)], program="sh", ranks=2)
        equal(job.returncode, 2, job.stdout + job.stderr)
        check("rank 1 (on " in job.stderr and str(other) in job.stderr, job.stderr)


@case
def searches():
    """A search that loses a rank resumes to the results of one that was never interrupted"""
    need_jobs()
    with tempfile.TemporaryDirectory() as folder:
        results = {ranks: run_well(["search", f"{folder}/{ranks}"], ranks=ranks) for ranks in (1, 4)}
        equal(len(results[1].splitlines()), 8, results[1])
        check("unfinished" not in results[1], results[1])
        equal(results[4], results[1], "four ranks and one")

        cut = f"{folder}/cut"
        job = mpirun(*patience(1), "-n", "3", RANKS, "search", cut, WEFT_TEST_LOSE="1")
        check("rank 2 of 3 (on " in job.stderr and "rank 0 ends with status 2" in job.stderr, job.stderr)
        check("unfinished" in run_well(["results", cut], ranks=1), "the search was cut")
        equal(run_well(["resume", cut], ranks=2), results[1], "resumed and whole")


@case
def search_command():
    """weft-mpi search prints what weft search prints"""
    need_jobs()
    words = ["search", "--space", "paper-2", "--methods", "hill,random", "--seeds", "1-3", "--budget", "60",
             "--no-optimum"]
    with tempfile.TemporaryDirectory() as folder:
        job = mpirun("-n", "3", PROGRAM, *words, WEFT_TRAIL_DIR=f"{folder}/ranks")
        equal(job.returncode, 0, job.stderr)
        alone = subprocess.run([os.environ["WEFT_TEST_PROGRAM"], *words], text=True, capture_output=True,
                               env={**os.environ, "WEFT_TRAIL_DIR": f"{folder}/threads"}, timeout=60)
        equal(alone.returncode, 0, alone.stderr)
        equal(job.stdout.replace("\r\n", "\n"), alone.stdout, "printed by ranks and by threads")


@case
def commands():
    """weft-mpi runs the commands of weft, once"""
    need_jobs()
    equal(run_well(["--version"], program=PROGRAM).count("weft "), 1)
    text = run_well(["catalog", "list", "profiles"], program=PROGRAM)
    equal(text.count("archagent-2026"), 1, text)
    job = run(["nonsense"], program=PROGRAM, ranks=2)
    equal(job.returncode, 2, job.stderr)
    job = run(["help", "evaluate"], program=PROGRAM, ranks=2)
    equal(job.returncode, 0, job.stderr)


if __name__ == "__main__":
    main()
