#!/usr/bin/env python3
"""Writes worked_examples.json: published numeric examples, each with the exact results.

    python3 make_exact.py path/to/reference/worked_examples.json > worked_examples.json

Exact means 50-digit decimal arithmetic on the inputs as doubles, printed with 17 digits. It shares
no code with Headlight.
"""
import json
import sys
from decimal import Decimal, getcontext

getcontext().prec = 50

MATH_BEHIND = {"title": "The math behind attention: Q, K and V", "licence": "facts only"}
CRACKING = {"title": "Cracking Self-Attention", "licence": "facts only"}
OURS = [
    {
        "id": "birds_eat_seeds", "source": MATH_BEHIND, "tokens": ["birds", "eat", "seeds"],
        "inputs": {
            "X": [[1, 0, 2, 0], [0, 2, 0, 1], [1, 1, 0, 1]],
            "W_Q": [[1, 2], [1, 0], [0, 1], [0, 1]],
            "W_K": [[1, 0], [0, 1], [1, 0], [1, 0]],
            "W_V": [[0, 2], [2, 0], [0, 1], [0, 2]],
        },
        "params": {"scale": 0.5 ** 0.5, "causal": False, "n_heads": 1},
        "published": {
            "Q": {"values": [[1, 4], [2, 1], [2, 3]], "decimals": 0},
            "K": {"values": [[3, 0], [1, 2], [2, 1]], "decimals": 0},
            "V": {"values": [[0, 4], [4, 2], [2, 4]], "decimals": 0},
            "scores": {"values": [[3, 9, 6], [6, 4, 5], [6, 8, 7]], "decimals": 0},
            "scaled": {"values": [[2.12, 6.36, 4.24], [4.24, 2.83, 3.54], [4.24, 5.66, 4.95]],
                       "decimals": 2},
            "weights_0": {"values": [0.013, 0.882, 0.106], "decimals": 3},
            "output": {"values": [[3.74, 2.24], [1.13, 3.72], [2.87, 2.85]], "decimals": 2},
        },
    },
    {
        "id": "birds_eat_seeds_without_scaling", "source": MATH_BEHIND,
        "tokens": ["birds", "eat", "seeds"],
        "inputs": {"scores": [[3, 9, 6], [6, 4, 5], [6, 8, 7]]},
        "params": {"scale": 1.0, "causal": False, "n_heads": 1},
        "published": {"weights_0": {"values": [0.002, 0.950, 0.047], "decimals": 3}},
    },
    {
        "id": "cute_dog", "source": CRACKING, "tokens": ["Cute", "dog"],
        "inputs": {"Q": [[1, 0], [0, 1]], "K": [[0, 1], [1, 0]], "V": [[2, 5], [3, 1]]},
        "params": {"scale": 1.0, "causal": False, "n_heads": 1},
        "published": {
            "scores": {"values": [[0, 1], [1, 0]], "decimals": 0},
            "weights": {"values": [[0.27, 0.73], [0.73, 0.27]], "decimals": 2},
            "output_0": {"values": [2.73, 2.08], "decimals": 2},
        },
    },
]


def exact(values):
    return [exact(v) for v in values] if isinstance(values, list) else Decimal(float(values))


def times(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def softmax(row):
    terms = [Decimal(0) if x is None else (x - max(y for y in row if y is not None)).exp()
             for x in row]
    return [t / sum(terms) for t in terms]


def per_head(example, name, heads):
    """The input `name` as one matrix for each head, or None."""
    value = example["inputs"].get(name)
    if value is None:
        return None
    value = exact(value)
    if isinstance(value[0][0], list):
        return value
    if name.startswith("W_") and heads > 1:
        width = len(value[0]) // heads
        return [[row[h * width:(h + 1) * width] for row in value] for h in range(heads)]
    return [value] * heads


def projected(example, x, letter, heads):
    given = per_head(example, letter, heads)
    weights = per_head(example, "W_" + letter, heads)
    if given:
        return given
    if weights:
        return [times(x, w) for w in weights]
    if "W_Q" not in example["inputs"] and x:
        return [x] * heads  # self-attention without weights
    return None


def factor(example, q):
    """The scale as a number of 50 digits where it is 1/sqrt(d_k)."""
    scale = Decimal(float(example["params"]["scale"]))
    width = Decimal(len(q[0][0])) if q else Decimal(64)
    by_width = 1 / width.sqrt()
    return by_width if abs(scale - by_width) < Decimal("1e-12") else scale


def solve(example):
    heads = example["params"]["n_heads"]
    x = exact(example["inputs"]["X"]) if "X" in example["inputs"] else None
    q, k, v = (projected(example, x, letter, heads) for letter in "QKV")
    if "raw_scores" in example["inputs"]:
        scores = [exact([example["inputs"]["raw_scores"]])]
    elif "scores" in example["inputs"]:
        scores = [exact(example["inputs"]["scores"])]
    elif q:
        scores = [times(q[h], [list(c) for c in zip(*k[h])]) for h in range(heads)]
    else:
        scores = [[[Decimal(0)] * len(v[0]) for _ in v[0]]]
    scale = factor(example, q)
    scaled = [[[s * scale for s in row] for row in head] for head in scores]
    visible = lambda i, j: j <= i or not example["params"]["causal"]
    weights = [[softmax([s if visible(i, j) else None for j, s in enumerate(row)])
                for i, row in enumerate(head)] for head in scaled]
    result = {"Q": q, "K": k, "V": v, "scores": scores, "scaled": scaled, "weights": weights}
    if v:
        z = [times(weights[h], v[h]) for h in range(heads)]
        concat = [[c for head in z for c in head[t]] for t in range(len(z[0]))]
        output = concat
        if "W_O" in example["inputs"]:
            bias = exact(example["inputs"].get("b_O", [0] * len(example["inputs"]["W_O"][0])))
            output = [[c + b for c, b in zip(row, bias)]
                      for row in times(concat, exact(example["inputs"]["W_O"]))]
        result |= {"z": z, "concat": concat, "output": output}
    return {name: value for name, value in result.items() if value is not None}


class Verbatim(str):
    """A number as the reference file spells it."""


def text(value, indent=0):
    """JSON with every row of numbers on a line of its own."""
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, Decimal):
        return format(float(format(value, ".25g")), ".17g")
    pad = " " * (indent + 1)
    if isinstance(value, dict) and value:
        parts = [json.dumps(k) + ": " + text(v, indent + 1) for k, v in value.items()]
        return "{\n" + pad + (",\n" + pad).join(parts) + "\n" + pad[1:] + "}"
    if isinstance(value, list) and value and isinstance(value[0], (list, dict)):
        return "[\n" + pad + (",\n" + pad).join(text(v, indent + 1) for v in value) + "]"
    if isinstance(value, list):
        return "[" + ", ".join(text(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def main():
    document = json.load(open(sys.argv[1]), parse_float=Verbatim, parse_int=Verbatim)
    ours = json.loads(json.dumps(OURS), parse_float=Verbatim, parse_int=Verbatim)
    document["examples"] += ours
    document["about"] += (" The block exact is made by make_exact.py: one matrix for each head,"
                          " except concat and output.")
    document["count"] = len(document["examples"])
    for example in document["examples"]:
        plain = dict(example, params=dict(example["params"],
                                          n_heads=int(example["params"]["n_heads"])))
        example["exact"] = solve(plain)
    print(text(document))


main()
