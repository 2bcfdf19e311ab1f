"""Walks the accessibility tree of a program called monkey_subject, as a screen reader does, until it
is told to stop. Prints how much it read, and fails when that is hardly anything."""

import signal
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

MOST_CHILDREN = 60  # of one node: tables may have very many
LEAST_NODES = 500
LEAST_CELLS = 10

running = True


def stop(*_):
    global running
    running = False


def read(node, counts):
    """A node and all below it. What goes away meanwhile is no fault."""
    try:
        node.clear_cache_single()
        role = node.get_role_name()
        node.get_name(), node.get_description(), node.get_state_set().get_states()
        text = node.get_text_iface()
        if text:
            text.get_text(0, -1)
        value = node.get_value_iface()
        if value:
            value.get_current_value()
        component = node.get_component_iface()
        if component:
            component.get_extents(Atspi.CoordType.SCREEN)
        counts[role] = counts.get(role, 0) + 1
        for i in range(min(node.get_child_count(), MOST_CHILDREN)):
            if not running:
                return
            child = node.get_child_at_index(i)
            if child:
                read(child, counts)
    except GLib.Error:
        pass


def main():
    signal.signal(signal.SIGTERM, stop)
    counts = {}
    walks = 0
    while running:
        GLib.MainContext.default().iteration(False)
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(i)
            if program and program.get_name() == "monkey_subject":
                read(program, counts)
                walks += 1
    nodes = sum(counts.values())
    cells = counts.get("table cell", 0)
    print(f"{walks} walks, {nodes} nodes, {cells} cells")
    return 0 if nodes >= LEAST_NODES and cells >= LEAST_CELLS else 1


sys.exit(main())
