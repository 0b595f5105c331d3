package dev.kith.constraint.equation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An expression as a list of nodes, arguments before their users; the last node is the result. Immutable once built.
 *
 * <p>Gradients by one backward pass, a column of the Hessian by one forward and one backward pass with tangents: exact,
 * O(nodes) each. The passes run in an {@link Evaluation}, which holds their buffers.
 */
public final class Tape {
    private final Operation[] operation;
    /** First argument; the coordinate for a variable; -1 for a constant. */
    private final int[] left;
    /** Second argument, or the first again where there is none. */
    private final int[] right;
    /** The value of a constant. */
    private final double[] constant;

    private final int[] variables;

    private Tape(Builder builder) {
        int n = builder.operations.size();
        operation = builder.operations.toArray(new Operation[0]);
        left = new int[n];
        right = new int[n];
        constant = new double[n];
        for (int k = 0; k < n; k++) {
            left[k] = builder.lefts.get(k);
            right[k] = builder.rights.get(k);
            constant[k] = builder.constants.get(k);
        }
        variables = IntStream.range(0, n)
                .filter(k -> operation[k] == Operation.VARIABLE)
                .map(k -> left[k])
                .distinct()
                .sorted()
                .toArray();
    }

    /** Coordinates the expression mentions, ascending. */
    int[] variables() {
        return variables.clone();
    }

    /** Number of nodes. */
    int size() {
        return operation.length;
    }

    Operation operation(int k) {
        return operation[k];
    }

    /** First argument of node k; its coordinate for a variable. */
    int left(int k) {
        return left[k];
    }

    /** Second argument of node k, or the first again. */
    int right(int k) {
        return right[k];
    }

    /** The value of node k, a constant. */
    double constant(int k) {
        return constant[k];
    }

    /** Whether the expression is visibly linear: 0 constant, 1 linear, 2 anything else. */
    public int degree() {
        int[] degree = new int[operation.length];
        for (int k = 0; k < degree.length; k++) {
            int a = operation[k] == Operation.CONSTANT || operation[k] == Operation.VARIABLE ? 0 : degree[left[k]];
            int b = operation[k] == Operation.CONSTANT || operation[k] == Operation.VARIABLE ? 0 : degree[right[k]];
            degree[k] = switch (operation[k]) {
                case CONSTANT -> 0;
                case VARIABLE -> 1;
                case ADD -> Math.max(a, b);
                case MULTIPLY -> Math.min(2, a + b);
                case NEGATE -> a;
                case DIVIDE -> b == 0 ? a : 2;
                case POWER_CONSTANT -> constant[right[k]] == 1 ? a : a == 0 ? 0 : 2;
                default -> a == 0 && b == 0 ? 0 : 2;
            };
        }
        return degree[degree.length - 1];
    }

    /** Collects nodes; numbers given back by its methods stand for sub-expressions. */
    static final class Builder {
        private final List<Operation> operations = new ArrayList<>();
        private final List<Integer> lefts = new ArrayList<>();
        private final List<Integer> rights = new ArrayList<>();
        private final List<Double> constants = new ArrayList<>();

        int constant(double value) {
            return add(Operation.CONSTANT, -1, -1, value);
        }

        int variable(int coordinate) {
            return add(Operation.VARIABLE, coordinate, coordinate, 0);
        }

        int unary(Operation operation, int a) {
            return binary(operation, a, a);
        }

        /** Of two constants: their value at once, so that an exponent of 1/2 is known to be fixed. */
        int binary(Operation operation, int a, int b) {
            boolean fixed = operations.get(a) == Operation.CONSTANT && operations.get(b) == Operation.CONSTANT;
            return fixed ? constant(operation.value(constants.get(a), constants.get(b))) : add(operation, a, b, 0);
        }

        int power(int a, int b) {
            boolean fixed = operations.get(b) == Operation.CONSTANT;
            return binary(fixed ? Operation.POWER_CONSTANT : Operation.POWER, a, b);
        }

        private int add(Operation operation, int a, int b, double value) {
            operations.add(operation);
            lefts.add(a);
            rights.add(b);
            constants.add(value);
            return operations.size() - 1;
        }

        /** The tape, whose result is the node added last. */
        Tape build() {
            return new Tape(this);
        }
    }

    /** Buffers for evaluating the tape at one point after another; serves one thread. */
    final class Evaluation {
        private final double[] value = new double[operation.length];
        private final double[] bar = new double[operation.length];
        private final double[] dot = new double[operation.length];
        private final double[] barDot = new double[operation.length];
        private final double[][] partials = new double[operation.length][5];

        /** The value at x. */
        double at(double[] x) {
            for (int k = 0; k < operation.length; k++) {
                value[k] = switch (operation[k]) {
                    case CONSTANT -> constant[k];
                    case VARIABLE -> x[left[k]];
                    default -> operation[k].value(value[left[k]], value[right[k]]);
                };
            }
            return value[value.length - 1];
        }

        /** Prepares gradient, Hessian and magnitude at the point last given to {@link #at}. */
        void differentiate() {
            for (int k = 0; k < operation.length; k++) {
                if (operation[k] != Operation.CONSTANT && operation[k] != Operation.VARIABLE) {
                    operation[k].derivativesInto(partials[k], value[left[k]], value[right[k]], value[k]);
                }
            }
        }

        /** Writes the gradient into {@code gradient}, zeros where a coordinate is not mentioned. */
        void gradientInto(double[] gradient) {
            Arrays.fill(gradient, 0);
            Arrays.fill(bar, 0);
            bar[bar.length - 1] = 1;
            for (int k = bar.length - 1; k >= 0; k--) {
                if (operation[k] == Operation.VARIABLE) {
                    gradient[left[k]] += bar[k];
                } else if (operation[k] != Operation.CONSTANT && bar[k] != 0) {
                    bar[left[k]] += bar[k] * partials[k][0];
                    if (partials[k][1] != 0) {
                        bar[right[k]] += bar[k] * partials[k][1];
                    }
                }
            }
        }

        /** Adds factor times the Hessian to {@code hessian}, T x T row by row. */
        void addHessian(double[] hessian, int dimension, double factor) {
            for (int variable : variables) {
                tangent(variable);
                Arrays.fill(bar, 0);
                Arrays.fill(barDot, 0);
                bar[bar.length - 1] = 1;
                for (int k = bar.length - 1; k >= 0; k--) {
                    if (operation[k] == Operation.VARIABLE) {
                        hessian[variable * dimension + left[k]] += factor * barDot[k];
                    } else if (operation[k] != Operation.CONSTANT && (bar[k] != 0 || barDot[k] != 0)) {
                        pushBack(k);
                    }
                }
            }
        }

        private void tangent(int variable) {
            for (int k = 0; k < dot.length; k++) {
                dot[k] = switch (operation[k]) {
                    case CONSTANT -> 0;
                    case VARIABLE -> left[k] == variable ? 1 : 0;
                    default -> times(partials[k][0], dot[left[k]]) + times(partials[k][1], dot[right[k]]);
                };
            }
        }

        private void pushBack(int k) {
            double[] d = partials[k];
            int a = left[k];
            int b = right[k];
            bar[a] += times(bar[k], d[0]);
            barDot[a] += times(barDot[k], d[0]) + bar[k] * (times(d[2], dot[a]) + times(d[3], dot[b]));
            if (b != a) {
                bar[b] += times(bar[k], d[1]);
                barDot[b] += times(barDot[k], d[1]) + bar[k] * (times(d[3], dot[a]) + times(d[4], dot[b]));
            }
        }

        /** 0 times anything is 0: an infinite slope in a direction nobody moves in does not matter. */
        private double times(double x, double y) {
            return x == 0 || y == 0 ? 0 : x * y;
        }

        /** The size of the terms that make up the value: what its rounding is relative to. */
        double magnitude() {
            double[] size = dot;
            for (int k = 0; k < size.length; k++) {
                size[k] = switch (operation[k]) {
                    case CONSTANT, VARIABLE -> Math.abs(value[k]);
                    case ADD -> size[left[k]] + size[right[k]];
                    case MULTIPLY -> size[left[k]] * size[right[k]];
                    case POWER_CONSTANT ->
                        value[right[k]] >= 1 ? Math.pow(size[left[k]], value[right[k]]) : bound(size, k);
                    default -> bound(size, k);
                };
            }
            return size[size.length - 1];
        }

        /** |f| plus what relative changes of its arguments' terms do to it. */
        private double bound(double[] size, int k) {
            return Math.abs(value[k])
                    + times(Math.abs(partials[k][0]), size[left[k]])
                    + times(Math.abs(partials[k][1]), size[right[k]]);
        }
    }
}
