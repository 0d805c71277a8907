#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program's own help says it takes, the man page and the completions of three shells know too."""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import case, check, equal, main  # noqa: E402

WEFT = os.environ["WEFT_TEST_PROGRAM"]
DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "data"
# Questions of a command that have a help of their own.
QUESTIONS = {"evaluate": (["--fit", "x"], ["--serve", "x"], ["--train", "x"], ["--collective", "x"])}


def read(name):
    return (DATA / name).read_text(encoding="utf-8")


def help_of(*arguments):
    return subprocess.run([WEFT, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def commands():
    listed = help_of("help").split("Commands:")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


def options(command):
    found = []
    for question in ([], *QUESTIONS.get(command, ())):
        found += re.findall(r"^ +(?:-\w, )?(--[a-z][a-z-]*)", help_of(command, *question, "--help"), re.MULTILINE)
    return sorted(set(found))


def bash_words(command):
    text = read("completions/weft.bash")
    words = re.search(r"local common='([^']*)'", text)[1].split()
    for line in re.findall(rf"^ +(?:[a-z |-]+ \| )?{command}(?: \| [a-z |-]+)?\) (common=.*);;$", text, re.MULTILINE):
        words += re.findall(r"--[a-z-]+", line)
    return words


@case
def all_are_told():
    """every option of every command is in the man page and the completions"""
    manual = re.sub(r"\\f[A-Z]", "", read("man/weft.1")).replace("\\-", "-")
    fish, zsh = read("completions/weft.fish"), read("completions/_weft")
    check(len(commands()) > 15, f"{commands()}")
    for command in commands():
        known = bash_words(command)
        for option in options(command):
            check(option in known, f"{command} {option} in weft.bash")
            for name, text, word in (("_weft", zsh, option), ("weft.fish", fish, f"-l {option[2:]}"),
                                     ("weft.1", manual, option)):
                check(re.search(rf"{word}(?![a-z-])", text), f"{command} {option} in {name}")


@case
def each_once():
    """the completion of bash lists the options of a command once"""
    listed = re.findall(r"^ +([a-z |-]+)\) common=", read("completions/weft.bash"), re.MULTILINE)
    names = [name.strip() for line in listed for name in line.split("|")]
    equal(sorted(names), sorted(set(names)), "commands")


main()
