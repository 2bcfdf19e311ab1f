#!/usr/bin/python3
"""Attention as PyTorch or NumPy compute it on the CPU, every weight kept: what engine_bench runs against.

attention_peer.py MODE THREADS
MODE: torch-mha (torch's own multi-head attention), torch-hand (products and softmax), numpy.

It answers lines until its input ends: "case N D HEADS LAYERS f32|f64" with "ready" (a layer is attention
with W_O, its output is the next layer's input), and "go SECONDS" with the shortest time of a pass of that
case in that time.
Debian: python3-torch, python3-numpy and libopenblas0-pthread (without it BLAS is the slow reference).
"""
import os
import sys

mode, threads = sys.argv[1:3]
# Fair to both: OpenBLAS chooses the kernel of this processor itself.
for forced in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(forced, None)
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = threads
# Fair to PyTorch: its waiting threads would take the cores from those of OpenBLAS.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np

from turns import take_turns

if mode.startswith("torch"):
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(int(threads))
    torch.set_grad_enabled(False)


def torch_mha(x, w_qkv, w_o, heads):
    y, pattern = F.multi_head_attention_forward(
        x.unsqueeze(1), x.unsqueeze(1), x.unsqueeze(1), x.shape[1], heads, w_qkv, None, None, None, False, 0.0,
        w_o, None, training=False, need_weights=True, average_attn_weights=False)
    return y.squeeze(1), pattern


def torch_hand(x, w_qkv, w_o, heads):
    n, d = x.shape
    q, k, v = F.linear(x, w_qkv).view(n, 3, heads, d // heads).permute(1, 2, 0, 3)
    pattern = torch.softmax(torch.matmul(q, k.transpose(1, 2)) * (d // heads) ** -0.5, -1)
    return F.linear(torch.matmul(pattern, v).transpose(0, 1).reshape(n, d), w_o), pattern


def numpy_matmul(x, w_qkv, w_o, heads):
    n, d = x.shape
    q, k, v = (x @ w_qkv).reshape(n, 3, heads, d // heads).transpose(1, 2, 0, 3)
    scores = (q @ k.transpose(0, 2, 1)) * x.dtype.type((d // heads) ** -0.5)
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)
    return (scores @ v).transpose(1, 0, 2).reshape(n, d) @ w_o, scores


attention = {"torch-mha": torch_mha, "torch-hand": torch_hand, "numpy": numpy_matmul}[mode]


def make_case(n, d, heads, layers, number_type):
    """A function that makes one pass."""
    random = np.random.default_rng(1)
    kind = np.float64 if number_type == "f64" else np.float32

    def numbers(*shape, scale=1.0):
        return random.standard_normal(shape, dtype=kind) * kind(scale)

    x0 = numbers(n, d)
    weights = [(numbers(d, 3 * d, scale=d**-0.5), numbers(d, d, scale=d**-0.5)) for _ in range(layers)]
    if mode.startswith("torch"):
        x0 = torch.from_numpy(x0)
        # As nn.MultiheadAttention holds them: [out, in].
        weights = [tuple(torch.from_numpy(w).t().contiguous() for w in pair) for pair in weights]

    def one_pass():
        x, patterns = x0, []
        for w_qkv, w_o in weights:
            x, pattern = attention(x, w_qkv, w_o, heads)
            patterns.append(pattern)
        return x, patterns

    return one_pass


take_turns(lambda *values: make_case(*map(int, values[:4]), values[4]))
