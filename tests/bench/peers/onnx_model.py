#!/usr/bin/python3
"""Writes layers of attention as a model for ONNX Runtime: see onnx_peer.js.

onnx_model.py OUT N D HEADS LAYERS. The input is X, the outputs are the last layer's output and the attention
weights of every layer. Debian: python3-onnx, python3-numpy.
"""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

out = sys.argv[1]
n, d, heads, layers = map(int, sys.argv[2:])
random = np.random.default_rng(1)
nodes, constants = [], []


def constant(name, values):
    constants.append(numpy_helper.from_array(np.asarray(values), name))
    return name


def weight(name):
    return constant(name, random.standard_normal((d, d), dtype=np.float32) * np.float32(d**-0.5))


def node(kind, inputs, output, **attributes):
    nodes.append(helper.make_node(kind, inputs, [output], **attributes))
    return output


def split(x, name, order):
    """x W as one matrix for each head."""
    product = node("MatMul", [x, weight(f"w_{name}")], f"{name}_wide")
    return node("Transpose", [node("Reshape", [product, "by_head"], f"{name}_cut")], name, perm=order)


def attention(x, layer):
    q = split(x, f"q{layer}", [1, 0, 2])
    k = split(x, f"k{layer}", [1, 2, 0])
    v = split(x, f"v{layer}", [1, 0, 2])
    scaled = node("Mul", [node("MatMul", [q, k], f"scores{layer}"), "scale"], f"scaled{layer}")
    pattern = node("Softmax", [scaled], f"pattern{layer}", axis=-1)
    z = node("Transpose", [node("MatMul", [pattern, v], f"z{layer}")], f"z_turned{layer}", perm=[1, 0, 2])
    concat = node("Reshape", [z, "side_by_side"], f"concat{layer}")
    return node("MatMul", [concat, weight(f"w_o{layer}")], f"out{layer}")


def tensor(name, *shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


constant("by_head", np.array([n, heads, d // heads], dtype=np.int64))
constant("side_by_side", np.array([n, d], dtype=np.int64))
constant("scale", np.float32((d // heads) ** -0.5))
y = "X"
for layer in range(layers):
    y = attention(y, layer)
patterns = [tensor(f"pattern{layer}", heads, n, n) for layer in range(layers)]
graph = helper.make_graph(nodes, "attention", [tensor("X", n, d)], [tensor(y, n, d), *patterns], constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
model.ir_version = 8
onnx.save(model, out)
