#!/usr/bin/env python3
"""Writes seeded.json: what core/model/initialize should draw, computed a second time.

    python3 make_seeded.py > seeded.json

Python's float is an IEEE double and its sqrt is correctly rounded, so the bits must agree.
"""
import json
import math

MASK = 2 ** 64 - 1


class SplitMix64:
    def __init__(self, state):
        self.state = state & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def next_signed(self):
        return (self.next() >> 11) * 2.0 ** -52 - 1


def log(x):
    """log x = e log 2 + 2 artanh((m-1)/(m+1)) with x = m 2^e and m around 1."""
    m, e = math.frexp(x)
    if m < 0.70710678118654752440:
        m, e = m * 2, e - 1
    s = (m - 1) / (m + 1)
    total = 0.0
    for power in range(23, 0, -2):
        total = total * (s * s) + 1.0 / power
    return e * 0.693147180559945309417 + 2 * s * total


def normal(key):
    random = SplitMix64(key)
    while True:
        u, v = random.next_signed(), random.next_signed()
        square = u * u + v * v
        if 0 < square < 1:
            return u * math.sqrt(-2 * log(square) / square)


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def mix(seed, value):
    return SplitMix64(seed ^ SplitMix64(value & MASK).next()).next()


def seeded_normal(seed, name, row, column):
    return normal(mix(mix(mix(seed, fnv1a(name)), row), column))


def weight(seed, deviation, layer, name, head, row, column):
    key = mix(mix(mix(seed, layer), fnv1a(name)), head)
    return deviation * normal(mix(mix(key, row), column))


def check_log():
    """The series is within two units in the last place of the C library's logarithm."""
    random = SplitMix64(1)
    samples = [(random.next() >> 11) * 2.0 ** -53 for _ in range(200000)]
    samples += [2.0 ** -e for e in range(1, 105)] + [1 - 2.0 ** -e for e in range(1, 54)]
    worst = max(abs(log(x) - math.log(x)) / math.ulp(math.log(x)) for x in samples if x > 0)
    assert worst <= 2, worst


def main():
    check_log()
    seeds = [0, 1, 2, 123456789, MASK]
    names = ["", "W_Q", "embedding of bank", "pin layers.0.head.0.q", "naïve 東京"]
    places = [(0, 0), (0, 1), (1, 0), (3, 1000), (16383, 16383)]
    numbers = [{"seed": seed, "name": name, "row": r, "column": c,
                "value": seeded_normal(seed, name, r, c).hex()}
               for seed in seeds for name in names for r, c in places]
    # d_model 3, d_k 2, d_v 1, 2 heads, 2 layers, W_O 2 x 3
    shape = {"W_Q": (3, 2, False), "W_K": (3, 2, False), "W_V": (3, 1, False), "W_O": (1, 3, True)}
    weights = {}
    for layer in range(2):
        for name, (rows, columns, heads_are_rows) in shape.items():
            blocks = [[[weight(42, 0.02, layer, name, h, r, c).hex() for c in range(columns)]
                       for r in range(rows)] for h in range(2)]
            weights[f"layers.{layer}.{name}"] = (
                blocks[0] + blocks[1] if heads_are_rows
                else [a + b for a, b in zip(*blocks)])
    embedding = [seeded_normal(7, "embedding of bank", 0, c).hex() for c in range(8)]
    lines = ",\n  ".join(json.dumps(n, ensure_ascii=False) for n in numbers)
    print("{\n \"numbers\": [\n  " + lines + "\n ],")
    print(" \"weights\": " + json.dumps(weights) + ",")
    print(" \"embedding\": " + json.dumps(embedding) + "\n}")


main()
