package dev.kith.export.onnx;

/** A tensor of a graph, by its name there. */
record Value(String name) {}
