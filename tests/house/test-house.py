#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the house: who may include what, who may know GTK, what every file has."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Skip, case, check, main  # noqa: E402

ROOT = pathlib.Path(os.environ.get("WEFT_TEST_SRCDIR") or pathlib.Path(__file__).resolve().parents[2])

# Every room with the rooms that it may use, besides base and whatever those may use.
ROOMS = {
    "base": [],
    "catalog": [],
    "design": ["catalog"],
    "cost": ["catalog"],
    "model": ["design", "cost"],
    "workload": ["catalog"],
    "mapper": ["design", "cost", "workload"],
    "sim": ["mapper"],
    "calib": ["model", "sim"],
    "trail": [],
    "search": ["model", "sim", "calib", "trail"],
    "agent": ["search"],
    "interop": "all above",
    "draw": "all above",
    "cli": "all above",
    "app": "all above but cli",
}

GTK_INCLUDE = re.compile(r'#\s*include\s*[<"](gtk/|gdk/|gsk/|adwaita|adw-|gtksourceview)')
MPI_LIBRARY = re.compile(r"lib(mpi|open-rte|open-pal)\.so")
GTK_LIBRARY = re.compile(r"lib(gtk|gdk|gsk|adwaita|gtksourceview|gtk4)[-\w.]*\.so")

# Deprecated on the floor's successors although the floor has a lasting way.
DEPRECATED = """GtkTreeView GtkCellView GtkIconView GtkListStore GtkTreeStore GtkTreeViewColumn GtkComboBox
GtkComboBoxText GtkEntryCompletion GtkDialog GtkMessageDialog GtkInfoBar GtkStatusbar GtkColorButton
GtkColorChooserWidget GtkColorChooserDialog GtkFontButton GtkFontChooserWidget GtkFontChooserDialog
GtkFileChooserDialog GtkFileChooserWidget GtkAppChooserButton GtkAppChooserDialog GtkAppChooserWidget
GtkAssistant GtkLockButton GtkVolumeButton AdwFlap AdwLeaflet AdwSqueezer AdwViewSwitcherTitle""".split()

# Not yet there in GTK 4.8 and libadwaita 1.2.
TOO_NEW = """AdwToolbarView AdwOverlaySplitView AdwNavigationSplitView AdwNavigationView AdwNavigationPage
AdwBreakpoint AdwBreakpointBin AdwTabOverview AdwTabButton AdwInlineViewSwitcher AdwToggleGroup AdwToggle
AdwWrapBox AdwSidebar AdwBanner AdwAlertDialog AdwDialog AdwSwitchRow AdwSpinRow AdwButtonRow
AdwPreferencesDialog AdwAboutDialog AdwShortcutsDialog AdwSpinner AdwBottomSheet AdwMultiLayoutView
AdwLayout AdwLayoutSlot GtkFileDialog GtkAlertDialog GtkColorDialog GtkColorDialogButton GtkFontDialog
GtkFontDialogButton GtkUriLauncher GtkFileLauncher GtkGraphicsOffload GtkSvg GtkPopoverBin""".split()

LAZY_NAMES = {"util", "utils", "misc", "manager", "helper", "helpers", "common"}
LEFT_OVER = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|[Nn]ot implemented|\bfor now\b")


def read(path):
    return path.read_text(encoding="utf-8")


def relative(path):
    return path.relative_to(ROOT).as_posix()


def files(*patterns):
    found = set()
    for pattern in patterns:
        found.update(path for path in ROOT.glob(pattern) if path.is_file())
    return sorted(found)


def sources():
    return files("src/**/*.c", "src/**/*.h")


def room_of(path):
    return relative(path).split("/")[1]


def allowed_rooms(room):
    """The closure of what a room may include, itself among them."""
    names = list(ROOMS)
    rule = ROOMS[room]
    if rule == "all above":
        return set(names[: names.index(room) + 1])
    if rule == "all above but cli":
        return set(names) - {"cli"}
    found = {"base", room}
    for other in rule:
        found |= allowed_rooms(other)
    return found


def report(problems):
    check(not problems, "\n".join(problems))


@case
def the_rule_itself():
    """The room order catches an include that runs the wrong way"""
    check("model" not in allowed_rooms("catalog"), "catalog may not use model")
    check("cost" not in allowed_rooms("design"), "design may not use cost")
    check("catalog" in allowed_rooms("model"), "model may use catalog through design")
    check("cli" not in allowed_rooms("app"), "app may not use cli")
    check("app" not in allowed_rooms("cli"), "cli may not use app")


@case
def rooms_are_known():
    """Every folder of src/ is a room of the house"""
    report([f"{relative(path)}: no such room" for path in sorted((ROOT / "src").iterdir())
            if path.is_dir() and path.name not in ROOMS])


@case
def includes_point_up():
    """Every include points to a room that may be used"""
    problems = []
    for path in sources():
        if path == ROOT / "src" / "weft.h":
            continue  # all public headers, for programs outside
        if path.parent == ROOT / "src":
            problems.append(f"{relative(path)}: stands in no room")
            continue
        allowed = allowed_rooms(room_of(path))
        for number, line in enumerate(read(path).splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if not match or match.group(1) in ("config.h", "weft-resources.h"):
                continue
            target = match.group(1)
            room = target.split("/")[0]
            if room not in ROOMS or "/" not in target:
                problems.append(f"{relative(path)}:{number}: “{target}”, expected \"room/file\"")
            elif room not in allowed:
                problems.append(f"{relative(path)}:{number}: {room_of(path)} may not use {room}")
            elif not (ROOT / "src" / target).exists() and not target.endswith("weft-resources.h"):
                problems.append(f"{relative(path)}:{number}: {target} is not there")
    report(problems)


@case
def gtk_stays_in_app():
    """Nothing but app/ includes GTK or libadwaita"""
    problems = []
    for path in sources():
        if room_of(path) == "app":
            continue
        for number, line in enumerate(read(path).splitlines(), 1):
            if GTK_INCLUDE.search(line):
                problems.append(f"{relative(path)}:{number}: {line.strip()}")
    report(problems)


def check_linked(variable, forbidden=GTK_LIBRARY):
    path = os.environ.get(variable)
    if not path:
        raise Skip(f"{variable} is not set")
    if shutil.which("ldd") is None:
        raise Skip("ldd is not there")
    text = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout
    check("libglib-2.0" in text, f"{path}: ldd shows no GLib, so it shows nothing:\n{text}")
    report([f"{path}: {line.strip()}" for line in text.splitlines() if forbidden.search(line)])


@case
def library_links_no_gtk():
    """libweft does not link GTK"""
    check_linked("WEFT_TEST_LIBRARY")


@case
def program_links_no_gtk():
    """weft does not link GTK"""
    check_linked("WEFT_TEST_PROGRAM")


@case
def only_one_program_links_mpi():
    """Neither libweft nor weft links MPI"""
    check_linked("WEFT_TEST_LIBRARY", MPI_LIBRARY)
    check_linked("WEFT_TEST_PROGRAM", MPI_LIBRARY)


@case
def licence_lines():
    """Every file that can hold one has an SPDX line at its beginning"""
    problems = []
    for path in files("src/**/*.[ch]", "src/**/meson.build", "tests/**/*.[ch]", "tests/**/*.py",
                      "tests/**/meson.build", "ui/**/*.ui", "ui/**/*.css", "ui/**/*.svg",
                      "data/**/*.svg", "data/**/*.in", "data/**/meson.build", "data/completions/*",
                      "data/man/*", "build-aux/*", ".ci/run", "meson.build", "po/meson.build"):
        if path.suffix == ".service" or path.name.endswith(".service.in") or "__pycache__" in path.parts:
            continue
        head = path.read_text(encoding="utf-8").splitlines()[:4]
        if not any("SPDX-License-Identifier:" in line for line in head):
            problems.append(f"{relative(path)}: no SPDX line in its first four lines")
    report(problems)


@case
def ui_classes():
    """UI files use no class that is deprecated or too new"""
    problems = []
    for path in files("ui/**/*.ui"):
        for number, line in enumerate(read(path).splitlines(), 1):
            for name in re.findall(r'(?:class|parent)="(\w+)"', line):
                if name in DEPRECATED:
                    problems.append(f"{relative(path)}:{number}: {name} is deprecated")
                if name in TOO_NEW:
                    problems.append(f"{relative(path)}:{number}: {name} is too new")
    report(problems)


@case
def names_say_what():
    """No file or folder is called util, misc, manager, helper or common"""
    problems = []
    for top in ("src", "tests", "ui", "build-aux"):
        for path in sorted((ROOT / top).rglob("*")):
            if LAZY_NAMES & set(re.split(r"[^a-z0-9]+", path.name.lower())):
                problems.append(relative(path))
    report(problems)


@case
def files_stay_short():
    """No source file is much longer than 600 lines"""
    report([f"{relative(path)}: {len(read(path).splitlines())} lines" for path in
            sources() + files("tests/**/*.c") if len(read(path).splitlines()) > 680])


@case
def nothing_left_over():
    """No file carries a note of unfinished work"""
    problems = []
    for path in sources() + files("tests/**/*.c", "ui/**/*.ui", "docs/*.md", "README.md"):
        for number, line in enumerate(read(path).splitlines(), 1):
            if LEFT_OVER.search(line):
                problems.append(f"{relative(path)}:{number}: {line.strip()}")
    report(problems)


@case
def umbrella_header():
    """weft.h includes every public header"""
    installed = set()
    for build in (ROOT / "src").rglob("meson.build"):
        text = read(build)
        for block in re.findall(r"^(?:room|topology|\w+)_headers \+?= files\((.*?)\)", text, re.MULTILINE | re.DOTALL):
            folder = build.parent.relative_to(ROOT / "src")
            installed |= {str(folder / name) for name in re.findall(r"'([^']+\.h)'", block)}
    included = set(re.findall(r'^#include "([^"]+)"', read(ROOT / "src" / "weft.h"), re.MULTILINE))
    check(installed, "public headers are found")
    check(included == installed, f"missing: {sorted(installed - included)}, too much: {sorted(included - installed)}")


@case
def tests_are_named():
    """Every test program is built and run"""
    problems = []
    lists = read(ROOT / "tests" / "meson.build")
    for path in files("tests/*/test-*.c"):
        own = path.parent / "meson.build"
        match = re.search(rf"'{path.parent.name}': \[([^\]]*)\]", lists)
        names = match.group(1) if match else read(own) if own.exists() else ""
        short = path.stem.removeprefix("test-")
        if not any(f"'{name}'" in names for name in (short, path.stem, path.name)):
            problems.append(f"{relative(path)}: in no meson.build of tests/")
    report(problems)


@case
def sources_are_named():
    """Every source file is built"""
    problems = []
    for path in files("src/*/**/*.c"):
        room = ROOT / "src" / room_of(path)
        lists = "".join(read(file) for file in room.rglob("meson.build"))
        if path.name not in lists and path.relative_to(room).as_posix() not in lists:
            problems.append(f"{relative(path)}: in no meson.build of its room")
    report(problems)


@case
def potfiles():
    """po/POTFILES names every file with words to translate"""
    run = subprocess.run([str(ROOT / "build-aux" / "check-potfiles")], capture_output=True, text=True)
    check(run.returncode == 0, run.stdout + run.stderr)


@case
def scripts_parse():
    """Every shell script parses, and shellcheck has nothing to say where it is installed"""
    problems = []
    for path in files("build-aux/*", ".ci/run"):
        if not read(path).startswith("#!/bin/sh"):
            continue
        check(os.access(path, os.X_OK), f"{relative(path)} may not be executed")
        commands = [["sh", "-n", str(path)]]
        if shutil.which("shellcheck"):
            commands.append(["shellcheck", str(path)])
        for command in commands:
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode != 0:
                problems.append(f"{relative(path)}: {run.stdout}{run.stderr}")
    report(problems)


@case
def flatpak_manifest():
    """The Flatpak manifest asks for no more than a window needs, endpoints and the keyring included"""
    manifest = json.loads(read(ROOT / "flatpak" / "io.github.weft.Weft.json"))
    check(manifest["id"] == "io.github.weft.Weft", "the id is the application's")
    check(manifest["command"] == "weft-app", "the command is the window program")
    check(manifest["runtime"] == "org.gnome.Platform", "the runtime is GNOME's")
    check(int(manifest["runtime-version"]) >= 43, "the runtime has libadwaita 1.2")
    allowed = {"--share=ipc", "--socket=fallback-x11", "--socket=wayland", "--device=dri",
               "--share=network", "--talk-name=org.freedesktop.secrets"}
    extra = set(manifest["finish-args"]) - allowed
    check(not extra, f"the sandbox is opened by {sorted(extra)}")
    check(any(module["name"] == "weft" for module in manifest["modules"]), "weft is built")
    for archive in (source for module in manifest["modules"] for source in module["sources"] if source["type"] == "archive"):
        check(archive["url"].startswith("https://") and re.fullmatch(r"[0-9a-f]{64}", archive["sha256"]),
              f"{archive['url']} is pinned by its digest")


@case
def application_id():
    """Every file of the desktop goes by the application's id"""
    text = read(ROOT / "meson.build")
    app_id = re.search(r"app_id = '([^']+)'", text).group(1)
    desktop = read(ROOT / "data" / f"{app_id}.desktop.in")
    check(f"Icon={app_id}" in desktop, "the icon is named by the id")
    check("Exec=weft-app %U" in desktop, "the program takes files")
    check("MimeType=application/vnd.weft+json;" in desktop, "the type is claimed")
    for path in (f"data/{app_id}.metainfo.xml.in", f"data/mime/{app_id}.xml.in",
                 f"data/icons/{app_id}.svg", f"data/icons/{app_id}-symbolic.svg",
                 f"data/dbus/{app_id}.service.in", f"flatpak/{app_id}.json"):
        check((ROOT / path).exists(), f"{path} is not there")


@case
def links_lead_somewhere():
    """Links of the README and the guides point to files that are there"""
    problems = []
    for path in files("README.md", "docs/*.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", read(path)):
            if "://" not in target and not (path.parent / target).exists():
                problems.append(f"{relative(path)}: {target} is not there")
        for command in re.findall(r"^(build-aux/\S+)", read(path), re.MULTILINE):
            if not os.access(ROOT / command, os.X_OK):
                problems.append(f"{relative(path)}: {command} may not be executed")
    report(problems)


# Keys that are the same to people: those of the keypad, and what Shift makes of a key.
SAME_KEY = {"Enter": "Return", "Add": "plus", "equal": "plus", "Subtract": "minus", "parenright": "0"}


def shown_key(key, modifiers):
    """A key as the help shows it, such as "Control+Shift+a"."""
    key = key.removeprefix("KP_")
    return "+".join(sorted(modifiers) + [SAME_KEY.get(key, key)])


@case
def help_shows_every_key():
    """Every key that canvas, plans, outline and graph editor bind stands among the keyboard shortcuts"""
    shown = set()
    for accels in re.findall(r'"accelerator">([^<]*)<', read(ROOT / "ui/gtk/help-overlay.ui")):
        for accel in accels.split():
            key = re.sub(r"&lt;\w+&gt;", "", accel)
            shown.add(shown_key(key, re.findall(r"&lt;(\w+)&gt;", accel)))
    found, problems = 0, []
    for path in ("canvas/weft-canvas-actions.c", "canvas/weft-level-plan.c", "compose/weft-outline-verbs.c",
                 "compose/weft-graph-editor.c"):
        for key, masks in re.findall(r"GDK_KEY_(\w+)((?:[,|\s]+GDK_\w+_MASK)*)", read(ROOT / "src/app" / path)):
            bound = shown_key(key, [mask.capitalize() for mask in re.findall(r"GDK_(\w+)_MASK", masks)])
            found += 1
            if bound not in shown:
                problems.append(f"src/app/{path}: {bound} is not in ui/gtk/help-overlay.ui")
    check(found > 40, f"only {found} keys were found")
    report(problems)


@case
def no_paths_of_this_machine():
    """No file names a folder of the machine it was written on"""
    here = re.escape(f"{ROOT}/") + "|"
    if len(ROOT.parts) < 3:
        here = ""  # the name of a folder such as /src is part of many an innocent path
    pattern = re.compile(here + r"/root/|/home/\w|/Users/\w|\.pyenv")
    problems = []
    for path in files("src/**/*", "ui/**/*", "docs/*", "build-aux/*", ".ci/run", "README.md", "meson.build",
                      "data/**/*", "catalog/**/*", "flatpak/*", "tests/**/*"):
        if path == pathlib.Path(__file__).resolve() or path.suffix in (".png", ".pyc"):
            continue
        # recorded bytes need not be UTF-8
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.search(line):
                problems.append(f"{relative(path)}:{number}: {line.strip()[:120]}")
    report(problems)


if __name__ == "__main__":
    main()
