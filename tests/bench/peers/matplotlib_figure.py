#!/usr/bin/python3
"""Draws heads of attention weights with matplotlib and saves them, as a script would.

matplotlib_figure.py FORMAT DPI HEADS TOKENS ROUNDS OUT: a new figure each round, with imshow
without interpolation, titles and one colour bar. Prints the seconds of every round, one a line;
loading Python and matplotlib is not counted.
"""

import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def weights(heads, tokens):
    """Rows that add up to 1, as flat and as sharp as a softmax makes them."""
    scores = np.random.default_rng(1).normal(size=(heads, tokens, tokens)) * 1.5
    raised = np.exp(scores)
    return raised / raised.sum(axis=-1, keepdims=True)


def draw(maps, dpi, out):
    columns = min(4, len(maps))
    rows = -(-len(maps) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(12, 9), dpi=dpi, squeeze=False)
    for number, (axis, values) in enumerate(zip(axes.flat, maps), start=1):
        image = axis.imshow(values, cmap="viridis", vmin=0, vmax=maps.max(), interpolation="nearest")
        axis.set_title(f"Head {number}")
    figure.colorbar(image, ax=axes)
    figure.savefig(out, dpi=dpi)
    plt.close(figure)


def main():
    format_name, dpi, heads, tokens, rounds, out = sys.argv[1:]
    maps = weights(int(heads), int(tokens))
    draw(maps, int(dpi), f"{out}.{format_name}")  # fonts and caches are loaded once
    for _ in range(int(rounds)):
        begin = time.perf_counter()
        draw(maps, int(dpi), f"{out}.{format_name}")
        print(time.perf_counter() - begin)


main()
