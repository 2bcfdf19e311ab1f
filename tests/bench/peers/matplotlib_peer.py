#!/usr/bin/python3
"""matplotlib as drawing_bench runs against it: new numbers in the images of one figure, drawn again.

It answers lines: "case HEADS TOKENS" prepares a figure of 1200 x 900 pixels with titles and one
colour bar, and is answered by "ready"; "go SECONDS" by the shortest time of an update within them.
Debian: python3-matplotlib.
"""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from turns import take_turns


def make_case(heads, tokens):
    """A function that shows other numbers in all maps, as a slider's callback does."""
    raised = np.exp(np.random.default_rng(1).normal(size=(2, heads, tokens, tokens)) * 1.5)
    weights = raised / raised.sum(axis=-1, keepdims=True)
    columns = min(4, heads)
    figure, axes = plt.subplots(-(-heads // columns), columns, figsize=(12, 9), dpi=100, squeeze=False)
    images = []
    for head, axis in zip(range(heads), axes.flat):
        images.append(axis.imshow(weights[0][head], cmap="viridis", vmin=0, vmax=weights.max(), interpolation="nearest"))
        axis.set_title(f"Head {head + 1}")
    figure.colorbar(images[0], ax=axes)
    figure.canvas.draw()
    turn = 0

    def update():
        nonlocal turn
        turn += 1
        for head, image in enumerate(images):
            image.set_data(weights[turn % 2][head])
        figure.canvas.draw()

    return update


take_turns(lambda *sizes: make_case(*map(int, sizes)))
