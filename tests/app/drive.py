# SPDX-License-Identifier: GPL-3.0-or-later
"""The real window on a display of its own: found by what it tells assistive technologies, acted on
with pointer and keys. Nothing waits for a time, only for what has to become true."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

try:
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, Gio, GLib
except (ImportError, ValueError):
    Atspi = None

APP_ID = "io.github.weft.Weft"
BUS_MARK = "WEFT_DRIVE_RESULTS"  # the file descriptor of standard output before
# Of other displays and sessions nothing reaches the program.
NOT_INHERITED = ("AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "GTK_A11Y", "G_DEBUG",
                 "WAYLAND_DISPLAY", "XAUTHORITY")
SCREEN = "1400x900x24"
WINDOW = (1300, 840)
PATIENCE_S = 20
# Names of the same role in other releases of GTK and at-spi2.
ROLE_ALIASES = {"button": "push button", "grouping": "panel", "filler": "panel", "list box": "list"}


class Timeout(AssertionError):
    """What was waited for has not happened."""


def missing_tools():
    """What this machine lacks for driving windows, in words; empty when nothing does."""
    lacking = [tool for tool in ("Xvfb", "xdotool", "dbus-run-session") if shutil.which(tool) is None]
    return ", ".join(lacking + ([] if Atspi else ["Atspi 2.0 for Python"]))


# Newer toolkits tell other roles and places of widgets, which the driver does not know.
KNOWN_GTK = (4, 10)


def unknown_toolkit(program):
    """The toolkit's version in words when the driver does not know it; empty when it does."""
    words = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"GTK (\d+)\.(\d+)", words)
    return "" if found and tuple(map(int, found.groups())) < KNOWN_GTK else words.strip()


def enter_bus():
    """Goes on in a D-Bus session of its own; the program is run anew there, once. What the services of
    that session print goes to standard error, for standard output belongs to the results."""
    if BUS_MARK in os.environ:
        results = int(os.environ.pop(BUS_MARK))
        os.dup2(results, 1)
        os.close(results)
        return
    environment = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    # The accessibility bus has a socket there, which two sessions would take from each other.
    environment["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="weft-bus-")
    results = os.dup(1)
    os.set_inheritable(results, True)
    os.dup2(2, 1)
    environment[BUS_MARK] = str(results)
    os.execvpe("dbus-run-session", ["dbus-run-session", "--", sys.executable, *sys.argv], environment)


def leave_bus():
    """Removes the folder of the session's sockets."""
    shutil.rmtree(os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)


def until(probe, what):
    """Asks again until the answer is true, and returns it."""
    # Under load a machine may be slow, but it is never asked faster than it can answer.
    end = time.monotonic() + PATIENCE_S
    while True:
        found = probe()
        if found:
            return found
        if time.monotonic() > end:
            raise Timeout(f"not within {PATIENCE_S} s: {what}")
        time.sleep(0.02)


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=60).stdout


class Display:
    """A virtual screen without a window manager; its number is chosen by the server."""

    def __init__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN,
                                        "-nolisten", "tcp"],
                                       pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("the virtual display does not start")
        os.environ["DISPLAY"] = ":" + number

    def close(self):
        self.server.terminate()
        self.server.wait()


class Node:
    """One accessible object. All that is asked goes to the program: a cache would lag behind."""

    def __init__(self, accessible):
        self.accessible = accessible

    @property
    def role(self):
        role = self.accessible.get_role_name()
        return ROLE_ALIASES.get(role, role)

    @property
    def name(self):
        return self.accessible.get_name() or ""

    @property
    def description(self):
        return self.accessible.get_description() or ""

    @property
    def text(self):
        return Atspi.Text.get_text(self.accessible, 0, Atspi.Text.get_character_count(self.accessible))

    @property
    def states(self):
        return {state.value_nick for state in self.accessible.get_state_set().get_states()}

    @property
    def box(self):
        """x, y, width, height in the window."""
        area = self.accessible.get_extents(Atspi.CoordType.WINDOW)
        return area.x, area.y, area.width, area.height

    @property
    def is_hidden(self):
        try:
            return min(self.box[2:]) < 1
        except GLib.Error:
            return False  # the page of a stack has no place of its own, but what is in it has

    @property
    def has_focus(self):
        """Whether it or something in it has the keyboard."""
        return any("focused" in node.states for node in self.walk())

    @property
    def parent(self):
        return Node(self.accessible.get_parent())

    def walk(self):
        """Itself and what is in it, but nothing of what takes up no room, such as hidden pages."""
        yield self
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child is not None and not Node(child).is_hidden:
                yield from Node(child).walk()


class App:
    """The program with an open file. Folders of its own last from one start to the next."""

    def __init__(self, program, home):
        self.program = program
        self.home = pathlib.Path(home)
        self.process = None
        self.log = self.home / "app.log"
        for name in ("config", "data", "cache", "state"):
            (self.home / name).mkdir(mode=0o700, exist_ok=True)
        (self.home / "state" / "weft").mkdir(exist_ok=True)
        (self.home / "config" / "gtk-4.0").mkdir(exist_ok=True)
        (self.home / "config" / "gtk-4.0" / "settings.ini").write_text(
            "[Settings]\ngtk-enable-animations=false\n", "ascii")
        (self.home / "state" / "weft" / "state.ini").write_text(
            "[state]\nversion=1\n[window]\nwidth=%d\nheight=%d\n" % WINDOW, "ascii")

    def start(self, *files):
        environment = dict(os.environ, GSK_RENDERER="cairo", GDK_BACKEND="x11", GSETTINGS_BACKEND="memory",
                           G_DEBUG="fatal-criticals")
        for name in ("config", "data", "cache", "state"):
            environment[f"XDG_{name.upper()}_HOME"] = str(self.home / name)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([self.program, *map(str, files)], env=environment,
                                            stdout=log, stderr=log)
        self.root = until(self._find_root, "the program is on the accessibility bus")
        self.frame = until(lambda: self.look("frame", within=self.root), "there is a window")
        self.window = until(self._find_window, "the window is on the screen")
        self.focus()

    def _find_root(self):
        if self.process.poll() is not None:
            raise Timeout(f"the program ended with {self.process.returncode}: {self.log.read_text()}")
        desktop = Atspi.get_desktop(0)
        desktop.set_cache_mask(Atspi.Cache.NONE)
        for index in range(desktop.get_child_count()):
            try:
                child = desktop.get_child_at_index(index)
                if child is not None and child.get_process_id() == self.process.pid:
                    child.set_cache_mask(Atspi.Cache.NONE)
                    return Node(child)
            except GLib.Error:
                pass  # one that has just gone
        return None

    def _find_window(self):
        """The largest X window of the program: popovers and drag icons have windows too."""
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                               capture_output=True, text=True, check=False, timeout=60).stdout.split()
        sizes = [(self._geometry(window), window) for window in found]
        sizes = [(g["WIDTH"] * g["HEIGHT"], window) for g, window in sizes if g]
        return max(sizes)[1] if sizes else None

    @staticmethod
    def _geometry(window):
        done = subprocess.run(["xdotool", "getwindowgeometry", "--shell", window],
                              capture_output=True, text=True, check=False, timeout=60)
        pairs = (line.split("=") for line in done.stdout.splitlines() if "=" in line)
        return {key: int(value) for key, value in pairs if key in ("X", "Y", "WIDTH", "HEIGHT")}

    def focus(self):
        """Without a window manager nobody gives the keyboard to a window."""
        run("xdotool", "windowfocus", "--sync", self.window)

    def kill(self):
        """Ends it as a crash would; the next start must not take its name for a running program."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        until(lambda: not bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                        "org.freedesktop.DBus", "NameHasOwner",
                                        GLib.Variant("(s)", (APP_ID,)), None,
                                        Gio.DBusCallFlags.NONE, -1).unpack()[0], "the name is free")

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def _search(self, role, name, within):
        accepts = name if callable(name) else lambda text: name is None or text == name
        return next((node for node in (within or self.frame).walk()
                     if node.role == role and accepts(node.name)), None)

    def look(self, role, name=None, within=None):
        """The first thing to be seen that has a role and, when given, a name or one that a function
        accepts; None when there is none now."""
        try:
            return self._search(role, name, within)
        except GLib.Error:
            return None  # a widget went while the tree was walked

    def is_gone(self, role, name=None, within=None):
        """Whether all was looked through, and no such thing is there."""
        try:
            return self._search(role, name, within) is None
        except GLib.Error:
            return False

    def find(self, role, name=None, within=None, what=None):
        """Like look, but waits for it."""
        return until(lambda: self.look(role, name, within), what or f"there is a {role} {name}")

    def around(self, node, role, name=None):
        """The smallest part of the window that holds a node and something else that is there: what
        is looked for in it is found sooner than in all of the window."""
        while self.look(role, name, within=node) is None:
            if node.role == "frame":
                raise Timeout(f"there is no {role} {name} around it")
            node = node.parent
        return node

    def settle(self):
        """Lets the program handle what the display has sent: the answers come from the same loop."""
        for _ in range(4):
            self.frame.accessible.get_name()

    def origin(self):
        """Where the window's coordinates begin on the screen: its content fills it but for an equal
        edge on each side, and is at another place in the window in other releases of GTK."""
        window = self._geometry(self.window)
        content = Node(self.frame.accessible.get_child_at_index(0)).box
        return (window["X"] + (window["WIDTH"] - content[2]) // 2 - content[0],
                window["Y"] + (window["HEIGHT"] - content[3]) // 2 - content[1])

    def middle(self, node):
        """Its middle on the screen."""
        (ox, oy), (x, y, w, h) = self.origin(), node.box
        return ox + x + w // 2, oy + y + h // 2

    def move(self, at):
        run("xdotool", "mousemove", "--sync", str(round(at[0])), str(round(at[1])))
        self.settle()

    def click(self, what, button=1, times=1):
        """On the middle of a node, or at a place on the screen."""
        self.move(what if isinstance(what, tuple) else self.middle(what))
        run("xdotool", "click", "--repeat", str(times), "--delay", "60", str(button))

    def hold(self, start, end):
        """Presses at one place and moves to another one in steps, without letting go. The last
        steps are small: who is to take what is dropped has then answered."""
        self.move(start)
        run("xdotool", "mousedown", "1")
        steps = 10
        for step in range(1, steps + 1):
            self.move([a + (b - a) * step / steps for a, b in zip(start, end)])
        for shift in (1, 0, 1, 0):
            self.move([end[0] + shift, end[1]])

    def drag(self, start, end):
        self.hold(start, end)
        self.let_go()

    def let_go(self):
        run("xdotool", "mouseup", "1")
        self.settle()

    def key(self, *keys):
        run("xdotool", "key", "--delay", "30", *keys)
        self.settle()

    def type(self, text):
        run("xdotool", "type", "--delay", "30", text)
        self.settle()

    def tab_to(self, node, key="Tab"):
        """Takes the keyboard to a node as those do who have no pointer."""
        for _ in range(60):
            if node.has_focus:
                return
            self.key(key)
        here = [n for n in self.root.walk() if "focused" in n.states]
        raise Timeout(f"{key} does not lead to {node.role} {node.name} but to "
                      + (", ".join(f"{n.role} {n.name}" for n in here) or "nothing"))
