#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A machine is composed in the real window as people do it: with pointer, keys and a crash."""
import contextlib
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import drive  # noqa: E402
from drive import until  # noqa: E402
from tap import case, check, equal, main  # noqa: E402

PROGRAM = os.environ["WEFT_TEST_APP"]
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GRID = 8  # what is dropped stands on it
SWITCH = (144, 56)  # width and height of its box at 100 %
RACK = (112, 256)
AT_RACK = (-200, -64)  # from the middle of the switch to the rack's upper left corner
DROP_RACK = (AT_RACK[0] + RACK[0] // 2, AT_RACK[1] + RACK[1] // 2)  # its middle is where it is let go

# A rack of 72 chips, each with a port, is defined but not used; one switch stands on the canvas.
DESIGN = {
    "name": "Driven",
    "graph": {
        "root": "machine",
        "definitions": {
            "tray": {
                "level": "node", "title": "Compute tray", "enclosure": "gb200-tray",
                "items": [{"id": "gpu", "chip": "GB200", "count": 4, "role": "general"},
                          {"id": "cpu", "chip": "Grace", "count": 2}],
                "links": [{"from": "gpu", "to": "cpu", "wiring": "each", "component": "c2c-grace"}],
                "ports": [{"id": "nvlink", "of": "gpu", "per_item": 18},
                          {"id": "net", "of": "gpu", "per_item": 1}],
            },
            "nvl72": {
                "level": "rack", "title": "NVL72 rack", "enclosure": "rack-nvl72",
                "items": [{"id": "tray", "definition": "tray", "count": 18, "u": 9},
                          {"id": "switch", "component": "nvlink5-switch-tray", "count": 9, "u": 19}],
                "links": [{"from": "tray:nvlink", "to": "switch", "wiring": "all",
                           "component": "nvlink5-link", "fabric": "NVLink5", "channels": 2}],
                "ports": [{"id": "net", "of": "tray:net"}],
            },
            "machine": {
                "level": "cluster", "title": "The machine",
                "items": [{"id": "leaf", "component": "q3400-ra", "at": [0, 0]}],
            },
        },
    },
}


class Desk:
    """The window with a design of its own."""

    def __init__(self, folder):
        self.file = pathlib.Path(folder) / "driven.weft"
        self.file.write_text(json.dumps(DESIGN), "utf-8")
        self.app = drive.App(PROGRAM, folder)

    def start(self):
        self.app.start(self.file)
        self.canvas = self.app.find("panel", "Canvas")
        self.undo = self.app.find("push button", "Undo")
        self.view = self.app.around(self.canvas, "push button", "Fit All")
        self.side = self.app.around(self.app.find("page tab", "Outline"), "list", "Parts for this level")
        tab = self.app.find("page tab", "Inspector")
        self.inspector = self.app.around(tab, "list item", "In the machine")

    def save(self):
        """Ctrl+S, and the bytes of the file that it wrote."""
        def stamp():
            found = self.file.stat()
            return found.st_ino, found.st_mtime_ns

        before = stamp()
        self.app.key("ctrl+s")
        until(lambda: stamp() != before, "the file is saved")
        return self.file.read_bytes()

    def level(self, name="machine"):
        """One definition as the file has it after saving."""
        return json.loads(self.save())["graph"]["definitions"][name]

    def middle(self):
        return self.app.middle(self.canvas)

    def from_middle(self, dx, dy):
        x, y = self.middle()
        return x + dx, y + dy

    def can_undo(self):
        return "sensitive" in self.undo.states

    def selected(self, words):
        """Waits until the canvas says what is selected."""
        until(lambda: words in self.canvas.description, f"the canvas says {words}")

    def shelf_row(self):
        return self.app.find("list item", lambda name: name.startswith("NVL72 rack, Rack"), self.side)

    def drop_rack(self, dx, dy):
        """Drags the rack from the shelf to a place beside the canvas' middle."""
        self.app.drag(self.app.middle(self.shelf_row()), self.from_middle(dx, dy))

    def zoom(self):
        button = self.app.find("push button", lambda name: name.endswith(" %"), self.view)
        return int(button.name.removesuffix(" %"))


@contextlib.contextmanager
def desk():
    with tempfile.TemporaryDirectory(prefix="weft-drive-") as folder:
        found = Desk(folder)
        try:
            found.start()
            yield found
        except AssertionError as error:
            log = found.app.log.read_text("utf-8", "replace") if found.app.log.exists() else ""
            raise AssertionError(f"{error}\n{log}") from error
        finally:
            found.app.close()


def racks(level):
    return [item for item in level["items"] if item.get("definition") == "nvl72"]


def is_near(found, wanted, what):
    """On the grid, at most half of a step and a pixel away."""
    for one, other in zip(found, wanted):
        check(one % GRID == 0 and abs(one - other) <= GRID / 2 + 2, f"{what}: found {found}, wanted {wanted}")


@case
def drops_where_the_pointer_is():
    """A rack dragged from the shelf stands where it is dropped, at two zooms."""
    with desk() as d:
        equal(d.zoom(), 100, "zoom at first")
        d.drop_rack(*DROP_RACK)
        until(d.can_undo, "the drop is a change")
        first = racks(d.level())
        equal(len(first), 1, "racks")
        # The view shows the switch, the only item of the file, in its middle.
        is_near(first[0]["at"], [SWITCH[0] / 2 + AT_RACK[0], SWITCH[1] / 2 + AT_RACK[1]], "at 100 %")

        d.app.key("ctrl+minus", "ctrl+minus")
        until(lambda: d.zoom() == 69, "the zoom is two steps smaller")
        d.drop_rack(150, -60)
        until(lambda: len(racks(d.level())) == 2, "there are two racks")
        second = racks(d.level())[1]
        is_near(second["at"], [SWITCH[0] / 2 + 150 * 1.44 - RACK[0] / 2, SWITCH[1] / 2 - 60 * 1.44 - RACK[1] / 2], "at 69 %")


@case
def connects_and_exceeds_the_radix():
    """A link drawn from a port, too many cables, and back step by step to the bytes of before."""
    with desk() as d:
        original = d.save()
        d.drop_rack(*DROP_RACK)
        until(d.can_undo, "the drop is a change")
        with_rack = d.save()

        # The rack exports one port; its handle is in the middle of the upper edge.
        d.app.drag(d.from_middle(AT_RACK[0] + RACK[0] // 2, AT_RACK[1]), d.middle())
        until(lambda: d.level().get("links"), "there is a link")
        with_link = d.save()
        link = json.loads(with_link)["graph"]["definitions"]["machine"]["links"][0]
        equal({link["from"], link["to"]}, {racks(d.level())[0]["id"] + ":net", "leaf"}, "the ends")

        d.app.click(d.from_middle(AT_RACK[0] + RACK[0] // 2, AT_RACK[1] + RACK[1] // 2))
        d.selected("1 item selected")
        d.app.click(d.app.find("text", "Count", d.inspector), times=3)
        d.app.type("3\n")
        until(lambda: racks(d.level())[0].get("count") == 3, "there are three racks")
        d.app.click(d.middle())
        d.selected("leaf")
        told = ("list item", lambda name: "216" in name and "144" in name, d.inspector)
        d.app.find(*told, what="216 cables at 144 ports are told")

        d.app.key("ctrl+z")
        until(lambda: d.app.is_gone(*told), "the violation goes")
        equal(d.save(), with_link, "without the count")
        d.app.key("ctrl+z")
        until(lambda: not d.level().get("links"), "the link goes")
        equal(d.save(), with_rack, "without the link")
        d.app.key("ctrl+z")
        until(lambda: not d.can_undo(), "nothing is left to undo")
        equal(d.save(), original, "without the rack")


@case
def works_without_a_pointer():
    """Keys alone add a rack, connect it from the outline, delete it and take that back."""
    with desk() as d:
        original = d.save()
        search = d.app.find("entry", lambda name: name.startswith("Search parts"), d.side)
        d.app.tab_to(search)
        d.app.type("NVL72 rack")
        d.app.key("Return")
        until(d.can_undo, "the rack is added")
        rack = racks(d.level())[0]["id"]
        with_rack = d.save()

        d.app.tab_to(d.app.find("page tab", "Outline", d.side), "shift+Tab")
        d.app.key("space")
        outline = d.app.find("list", "Outline of the machine", d.side)
        d.app.tab_to(outline)
        row = d.app.find("list item", lambda name: name.startswith(rack), outline)
        d.app.tab_to(row, "Down")
        # What is asked for is meant for the row with the keyboard, not for the selected one.
        d.app.key("ctrl+Up", "ctrl+l")
        d.app.find("label", "Connect “leaf” to", d.side)
        d.app.key("Escape")
        until(lambda: d.app.is_gone("list", "Where the link may end", d.side), "the popover is closed")
        d.app.tab_to(row, "ctrl+Down")
        d.app.key("ctrl+l")
        d.app.find("label", f"Connect “{rack}” to", d.side)
        d.app.type("leaf")
        d.app.key("Return")
        until(lambda: d.level().get("links"), "there is a link")
        equal(len(d.level()["links"]), 1, "links")
        with_link = d.save()

        d.app.tab_to(d.app.find("list item", lambda name: name.startswith(rack), outline))
        d.app.key("Delete")
        until(lambda: not racks(d.level()), "the rack is deleted")
        for before in (with_link, with_rack, original):
            d.app.key("ctrl+z")
            until(lambda: d.save() == before, "one step back")
        check(not d.can_undo(), "nothing is left to undo")


@case
def finds_opens_and_goes_up():
    """Ctrl+F brings a rack to the middle, a double click opens it, the breadcrumb leads back."""
    with desk() as d:
        d.drop_rack(*DROP_RACK)
        until(d.can_undo, "the drop is a change")
        d.app.key("ctrl+f")
        bar = d.view.parent
        d.app.find("entry", "Find", bar)
        d.app.type("NVL72")
        d.app.find("label", "1 of 1", bar)
        d.selected("1 item selected")
        d.app.key("Escape")
        until(lambda: d.app.is_gone("entry", "Find", bar), "the find bar is gone")

        check(d.app.is_gone("push button", "The machine", d.view), "there is a level to go up to")
        d.app.click(d.middle(), times=2)
        up = d.app.find("push button", "The machine", d.view)
        d.app.find("label", "NVL72 rack", d.view)
        d.app.click(up)
        until(lambda: d.app.is_gone("push button", "The machine", d.view), "the machine is in view")


@case
def cancels_drags_and_opens_a_menu():
    """Escape ends a drag without a change, as dropping beside the canvas does; there is a menu."""
    with desk() as d:
        original = d.save()
        d.app.drag(d.middle(), d.from_middle(80, 96))
        until(d.can_undo, "the switch is moved")
        is_near(d.level()["items"][0]["at"], [80, 96], "the switch")
        d.app.key("ctrl+z")
        until(lambda: d.save() == original, "the switch is back")

        d.app.hold(d.middle(), d.from_middle(80, 96))
        d.app.key("Escape")
        d.app.let_go()
        equal(d.save(), original, "after Escape in a drag of an item")
        d.app.drag(d.app.middle(d.shelf_row()), d.app.middle(d.inspector))
        equal(d.save(), original, "after dropping a part on the inspector")
        check(not d.can_undo(), "there is nothing to undo")

        d.app.click(d.middle(), button=3)
        d.app.find("menu item", "Duplicate", d.canvas)
        d.selected("leaf")
        d.app.key("Escape")
        until(lambda: d.app.is_gone("menu item", "Duplicate", d.canvas), "the menu is closed")


@case
def offers_what_a_crash_left():
    """What was not saved when the program was killed is offered by the next start."""
    def is_journaled():
        for journal in (d.app.home / "data" / "weft" / "recovery").glob("*.jsonl"):
            lines = journal.read_text("utf-8").splitlines()
            if len(lines) >= 2 and json.loads(lines[-1])["record"]["changes"] >= 1:
                return True
        return False

    with desk() as d:
        original = d.save()
        d.drop_rack(*DROP_RACK)
        until(is_journaled, "the change is written down")
        d.app.kill()
        equal(d.file.read_bytes(), original, "the file after the crash")

        d.start()
        d.app.find("label", lambda name: "Driven" in name and "stopped" in name)
        d.app.click(d.app.find("push button", "Open Recovered"))
        until(lambda: d.app.is_gone("push button", "Open Recovered"), "the question is answered")
        d.canvas = d.app.find("panel", "Canvas")
        equal(d.file.read_bytes(), original, "the file before it is saved")
        level = d.level()
        is_near(racks(level)[0]["at"], [SWITCH[0] / 2 + AT_RACK[0], SWITCH[1] / 2 + AT_RACK[1]], "recovered")


def add_trace(app, title):
    """Adds a trace that comes with the program, by keys alone."""
    app.move((drive.WINDOW[0] - 1, drive.WINDOW[1] - 1))
    app.tab_to(app.find("push button", "Add Trace"))
    app.key("Return")
    item = app.find("menu item", title, app.root)

    def reached():
        if not item.has_focus:
            app.key("Down")
        return item.has_focus

    until(reached, f"the keyboard is on {title}")
    app.key("Return")


@case
def simulates_a_trace_and_opens_it_from_the_trail():
    """A trace runs with F5, shows its figures, stands in the trail, and opens from there with the same result."""
    machine = ROOT / "catalog" / "systems" / "superpod-h100-unit.weft"
    with tempfile.TemporaryDirectory(prefix="weft-drive-") as folder:
        app = drive.App(PROGRAM, folder)
        try:
            app.start(machine)
            app.key("ctrl+3")
            add_trace(app, "Transformer on 4")
            app.find("label", "80 tasks of 4 ranks")
            app.key("F5")
            app.find("label", "Makespan", what="figures of the run")

            app.key("ctrl+6")
            app.click(app.find("push button", lambda name: name.endswith("Open in Simulate")))
            app.find("label", "Opened from the trail")
            app.find("label", "Run again, it has the same result as recorded.")
        finally:
            app.close()


def run_all():
    lacking = drive.missing_tools()
    if lacking:
        print(f"1..0 # SKIP this machine lacks {lacking}")
        return
    unknown = drive.unknown_toolkit(PROGRAM)
    if unknown:
        print(f"1..0 # SKIP the driver does not know the widgets of {unknown}")
        return
    drive.enter_bus()
    display = drive.Display()
    try:
        drive.Atspi.init()
        main()
    finally:
        display.close()
        drive.leave_bus()


run_all()
