#!/usr/bin/python3
"""Attention as PyTorch or NumPy compute it on the CPU, every weight kept: what engine_bench runs against.

attention_peer.py MODE N D HEADS LAYERS TYPE THREADS
MODE: torch-mha (torch's own multi-head attention), torch-hand (products and softmax), numpy.
TYPE: f32 or f64. A layer is attention with W_O; its output is the next layer's input.

It answers the line "go SECONDS" with the shortest time of a pass in that time, and ends with its input.
Debian: python3-torch, python3-numpy and libopenblas0-pthread (without it BLAS is the slow reference).
"""
import os
import sys
import time

mode, n, d, heads, layers, number_type, threads = sys.argv[1:8]
n, d, heads, layers = int(n), int(d), int(heads), int(layers)
width = d // heads
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = threads
# Fair to PyTorch: its waiting threads would take the cores from those of OpenBLAS.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np

random = np.random.default_rng(1)
kind = np.float64 if number_type == "f64" else np.float32


def numbers(*shape, scale=1.0):
    return (random.standard_normal(shape) * scale).astype(kind)


x0 = numbers(n, d)
weights = [(numbers(d, 3 * d, scale=d**-0.5), numbers(d, d, scale=d**-0.5)) for _ in range(layers)]

if mode.startswith("torch"):
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(int(threads))
    torch.set_grad_enabled(False)
    x0 = torch.from_numpy(x0)
    # As nn.MultiheadAttention holds them: [out, in].
    weights = [tuple(torch.from_numpy(w).t().contiguous() for w in pair) for pair in weights]


def torch_mha(x, w_qkv, w_o):
    y, pattern = F.multi_head_attention_forward(
        x.unsqueeze(1), x.unsqueeze(1), x.unsqueeze(1), d, heads, w_qkv, None, None, None, False, 0.0, w_o, None,
        training=False, need_weights=True, average_attn_weights=False)
    return y.squeeze(1), pattern


def torch_hand(x, w_qkv, w_o):
    q, k, v = F.linear(x, w_qkv).view(n, 3, heads, width).permute(1, 2, 0, 3)
    pattern = torch.softmax(torch.matmul(q, k.transpose(1, 2)) * width**-0.5, -1)
    return F.linear(torch.matmul(pattern, v).transpose(0, 1).reshape(n, d), w_o), pattern


def numpy_matmul(x, w_qkv, w_o):
    q, k, v = (x @ w_qkv).reshape(n, 3, heads, width).transpose(1, 2, 0, 3)
    scores = (q @ k.transpose(0, 2, 1)) * kind(width**-0.5)
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)
    return (scores @ v).transpose(1, 0, 2).reshape(n, d) @ w_o, scores


attention = {"torch-mha": torch_mha, "torch-hand": torch_hand, "numpy": numpy_matmul}[mode]


def one_pass():
    x, patterns = x0, []
    for w_qkv, w_o in weights:
        x, pattern = attention(x, w_qkv, w_o)
        patterns.append(pattern)
    return x, patterns


one_pass()
print("ready", flush=True)
for line in sys.stdin:
    best, end, count = 1e9, time.perf_counter() + float(line.split()[1]), 0
    while count < 2 or time.perf_counter() < end:
        start = time.perf_counter()
        one_pass()
        best = min(best, time.perf_counter() - start)
        count += 1
    print(best, flush=True)
