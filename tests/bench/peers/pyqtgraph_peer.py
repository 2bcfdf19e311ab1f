#!/usr/bin/python3
"""pyqtgraph as drawing_bench runs against it: new numbers in one or many ImageItems, and a repaint.

It answers lines: "case SIDE TOKENS PIXELS" prepares SIDE x SIDE maps of TOKENS cells a side, each
PIXELS wide, and is answered by "ready"; "go SECONDS" by the shortest time of an update within them.
Debian: python3-pyqtgraph.
"""
import time

import numpy as np
import pyqtgraph as pg

from turns import take_turns

app = pg.mkQApp()


def make_case(side, tokens, pixels):
    """A function that shows other numbers in all maps."""
    random = np.random.default_rng(1)
    numbers = [random.random((tokens, tokens), dtype=np.float32) for _ in range(2)]
    colours = pg.colormap.get("viridis").getLookupTable(nPts=256)
    window = pg.GraphicsLayoutWidget()
    window.resize(side * pixels, side * pixels)
    window.ci.layout.setSpacing(0)
    window.ci.setContentsMargins(0, 0, 0, 0)
    items = []
    for row in range(side):
        for column in range(side):
            box = window.addViewBox(row, column)
            item = pg.ImageItem(numbers[0], levels=(0, 1))
            item.setLookupTable(colours)
            box.addItem(item)
            box.setRange(xRange=(0, tokens), yRange=(0, tokens), padding=0)
            items.append(item)
    window.show()
    for _ in range(10):
        app.processEvents()
        time.sleep(0.01)
    turn = 0

    def update():
        nonlocal turn
        turn += 1
        for item in items:
            item.setImage(numbers[turn % 2], autoLevels=False)
        window.viewport().repaint()

    return update


take_turns(lambda *sizes: make_case(*map(int, sizes)))
