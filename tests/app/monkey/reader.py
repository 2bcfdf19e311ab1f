"""Walks the accessibility tree of a program called monkey_subject, as a screen reader does, until it
is told to stop. Prints how much it read, and fails when that is hardly anything."""

import signal
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

PATIENCE = 60_000  # milliseconds: an action of the monkey may take a while
MOST_CHILDREN = 60  # of one node: tables may have very many
LEAST_NODES = 100
LEAST_CELLS = 1

running = True


def stop(*_):
    global running
    running = False


def read(node, counts):
    """A node and all below it. What goes away meanwhile is no fault."""
    try:
        role = node.get_role_name()
        node.get_name(), node.get_description(), node.get_state_set().get_states()
        interfaces = node.get_interfaces()
        if "Text" in interfaces:
            Atspi.Text.get_text(node, 0, -1)
        if "Value" in interfaces:
            Atspi.Value.get_current_value(node)
        if "Component" in interfaces:
            Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
        counts[role] = counts.get(role, 0) + 1
        for i in range(min(node.get_child_count(), MOST_CHILDREN)):
            if not running:
                return
            child = node.get_child_at_index(i)
            if child:
                read(child, counts)
    except GLib.Error:
        pass


def walk(counts):
    """One walk through the program, or none where it is not there yet."""
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(i)
        if program and program.get_name() == "monkey_subject":
            program.clear_cache()
            read(program, counts)
            return 1
    return 0


def main():
    signal.signal(signal.SIGTERM, stop)
    Atspi.set_timeout(PATIENCE, PATIENCE)
    counts = {}
    walks = 0
    while running:
        GLib.MainContext.default().iteration(False)
        try:
            walks += walk(counts)
        except GLib.Error:  # the program came or went
            pass
    nodes = sum(counts.values())
    cells = counts.get("table cell", 0)
    print(f"{walks} walks, {nodes} nodes, {cells} cells")
    return 0 if nodes >= LEAST_NODES and cells >= LEAST_CELLS else 1


sys.exit(main())
