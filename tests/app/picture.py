# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the driven window for the documentation, alike on every machine."""
import contextlib
import os
import pathlib
import tempfile

import drive

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD_DIR", ROOT / "_build"))
EDGE = 5  # without a window manager GTK draws its shadow's edge
FONT = "[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations=false\n"


def save(app, picture):
    """The pointer leaves first, so that nothing is highlighted and no tooltip is in the way."""
    app.move((drive.WINDOW[0] - 1, drive.WINDOW[1] - 1))
    last = None
    while True:
        drive.run("import", "-silent", "-window", "root", picture)
        now = pathlib.Path(picture).read_bytes()
        if now == last:
            break
        last = now
    drive.run("mogrify", "-shave", f"{EDGE}x{EDGE}", "+repage", picture)
    print("wrote", picture)


@contextlib.contextmanager
def window(design, size=None, state=""):
    """The window with a design, "WIDTHxHEIGHT" large, and with more of what it remembers of its last run."""
    if size:
        drive.WINDOW = tuple(int(length) + 2 * EDGE for length in size.split("x"))
    drive.SCREEN = f"{drive.WINDOW[0]}x{drive.WINDOW[1]}x24"
    drive.enter_bus()
    display = drive.Display()
    with tempfile.TemporaryDirectory() as home:
        app = drive.App(str(BUILD / "src" / "app" / "weft-app"), home)
        (pathlib.Path(home) / "config" / "gtk-4.0" / "settings.ini").write_text(FONT, "ascii")
        with open(pathlib.Path(home) / "state" / "weft" / "state.ini", "a", encoding="ascii") as file:
            file.write(state)
        try:
            app.start(ROOT / "catalog" / "systems" / design)
            yield app
        finally:
            app.close()
            display.close()
            drive.leave_bus()
