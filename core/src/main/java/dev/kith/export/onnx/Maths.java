package dev.kith.export.onnx;

import java.util.List;

/** What graphs compute, in words of mathematics: each method adds the operations and returns what they make. */
final class Maths {
    private final Graph graph;

    Maths(Graph graph) {
        this.graph = graph;
    }

    Graph graph() {
        return graph;
    }

    Value plus(Value a, Value b) {
        return graph.make("Add", List.of(a, b));
    }

    Value minus(Value a, Value b) {
        return graph.make("Sub", List.of(a, b));
    }

    Value times(Value a, Value b) {
        return graph.make("Mul", List.of(a, b));
    }

    Value dividedBy(Value a, Value b) {
        return graph.make("Div", List.of(a, b));
    }

    /** The product of matrices. */
    Value product(Value a, Value b) {
        return graph.make("MatMul", List.of(a, b));
    }

    Value exp(Value a) {
        return graph.make("Exp", List.of(a));
    }

    Value log(Value a) {
        return graph.make("Log", List.of(a));
    }

    Value root(Value a) {
        return graph.make("Sqrt", List.of(a));
    }

    Value sine(Value a) {
        return graph.make("Sin", List.of(a));
    }

    Value cosine(Value a) {
        return graph.make("Cos", List.of(a));
    }

    Value max(Value a, Value b) {
        return graph.make("Max", List.of(a, b));
    }

    Value min(Value a, Value b) {
        return graph.make("Min", List.of(a, b));
    }

    Value less(Value a, Value b) {
        return graph.make("Less", List.of(a, b));
    }

    Value notNumber(Value a) {
        return graph.make("IsNaN", List.of(a));
    }

    Value where(Value condition, Value yes, Value no) {
        return graph.make("Where", List.of(condition, yes, no));
    }

    /** 1 for true, 0 for false. */
    Value indicator(Value condition) {
        return graph.make("Cast", List.of(condition), Attribute.of("to", graph.realCode()));
    }

    Value toReal(Value whole) {
        return graph.make("Cast", List.of(whole), Attribute.of("to", graph.realCode()));
    }

    Value toWhole(Value value) {
        return graph.make("Cast", List.of(value), Attribute.of("to", Graph.wholeCode()));
    }

    /** The sum over a dimension, which stays where it is to be kept, of size 1. */
    Value sum(Value a, int axis, boolean kept) {
        return graph.make("ReduceSum", List.of(a, graph.list(axis)), Attribute.of("keepdims", kept ? 1 : 0));
    }

    /** The largest over a dimension. */
    Value largest(Value a, int axis, boolean kept) {
        return graph.make(
                "ReduceMax",
                List.of(a),
                Attribute.of("axes", new long[] {axis}),
                Attribute.of("keepdims", kept ? 1 : 0));
    }

    /** The smallest over a dimension, which is gone then. */
    Value least(Value a, int axis) {
        return graph.make(
                "ReduceMin", List.of(a), Attribute.of("axes", new long[] {axis}), Attribute.of("keepdims", 0));
    }

    /** The position of the largest of each row, of equal ones the first. */
    Value place(Value a, int axis) {
        return graph.make("ArgMax", List.of(a), Attribute.of("axis", axis), Attribute.of("keepdims", 0));
    }

    /** Rows of a table by their number. */
    Value rows(Value table, Value numbers) {
        return graph.make("Gather", List.of(table, numbers), Attribute.of("axis", 0));
    }

    /** Columns by their number. */
    Value columns(Value matrix, int... which) {
        long[] numbers = new long[which.length];
        java.util.Arrays.setAll(numbers, k -> which[k]);
        return graph.make("Gather", List.of(matrix, graph.list(numbers)), Attribute.of("axis", 1));
    }

    /** Of each row the entries whose columns are listed for it. */
    Value entries(Value matrix, Value columns) {
        return graph.make("GatherElements", List.of(matrix, columns), Attribute.of("axis", 1));
    }

    /** Of each row the one entry whose column is given for it; one dimension. */
    Value entry(Value matrix, Value column) {
        return squeeze(entries(matrix, unsqueeze(column, 1)), 1);
    }

    Value unsqueeze(Value a, int axis) {
        return graph.make("Unsqueeze", List.of(a, graph.list(axis)));
    }

    Value squeeze(Value a, int axis) {
        return graph.make("Squeeze", List.of(a, graph.list(axis)));
    }

    /** -1 is whatever is left, 0 what it was. */
    Value reshape(Value a, long... dimensions) {
        return graph.make("Reshape", List.of(a, graph.list(dimensions)));
    }

    /** Repeated along dimensions of size 1, as in arithmetic of both shapes; 1 leaves a dimension as it is. */
    Value expand(Value a, long... dimensions) {
        return graph.make("Expand", List.of(a, graph.list(dimensions)));
    }

    /** Side by side. */
    Value concat(List<Value> parts, int axis) {
        return parts.size() == 1 ? parts.get(0) : graph.make("Concat", parts, Attribute.of("axis", axis));
    }

    /** 1 / (1 + exp(-z)). */
    Value sigmoid(Value z) {
        return graph.make("Sigmoid", List.of(z));
    }

    /** The position of each text in a list; {@code other} where it is not there. */
    Value positions(Value texts, List<String> known, long other) {
        long[] numbers = new long[known.size()];
        java.util.Arrays.setAll(numbers, k -> k);
        return graph.make(
                "LabelEncoder",
                Graph.ML,
                List.of(texts),
                Attribute.of("keys_strings", known),
                Attribute.of("values_int64s", numbers),
                Attribute.of("default_int64", other));
    }

    /**
     * exp(z) - 1 with all digits near 0: 2 t / (1 - t) of t = tanh(z / 2), by whose formula no digits are lost where |z| is small.
     */
    Value expm1(Value z) {
        Value one = graph.number(1);
        Value t = graph.make("Tanh", List.of(times(z, graph.number(0.5))));
        Value near = dividedBy(times(graph.number(2), t), minus(one, t));
        Value small = less(graph.make("Abs", List.of(z)), graph.number(0.5));
        return where(small, near, minus(exp(z), one));
    }
}
