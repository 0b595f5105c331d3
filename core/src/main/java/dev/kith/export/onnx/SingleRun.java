package dev.kith.export.onnx;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;

/**
 * Runs a graph while it is built, every result rounded to single precision: how far that leads away can be measured without a runtime. Knows the
 * operations that the functions of models are made of.
 */
final class SingleRun {
    private static final Map<String, DoubleUnaryOperator> PLAIN = Map.ofEntries(
            Map.entry("Identity", x -> x),
            Map.entry("Exp", Math::exp),
            Map.entry("Log", Math::log),
            Map.entry("Sqrt", Math::sqrt),
            Map.entry("Sin", Math::sin),
            Map.entry("Cos", Math::cos),
            Map.entry("Tanh", Math::tanh),
            Map.entry("Abs", Math::abs),
            Map.entry("IsNaN", x -> Double.isNaN(x) ? 1 : 0),
            Map.entry("Not", x -> 1 - x));

    private final Map<String, Tensor> known = new HashMap<>();

    /** A constant, or what goes in. */
    void give(String name, Tensor tensor) {
        known.put(name, tensor.map(x -> x));
    }

    /** What a tensor holds. */
    Tensor get(String name) {
        return Objects.requireNonNull(known.get(name), name);
    }

    /** Carries out an operation. */
    void run(String operation, List<Value> from, String to, Attribute... attributes) {
        List<Tensor> in = from.stream().map(value -> get(value.name())).toList();
        DoubleUnaryOperator plain = PLAIN.get(operation);
        known.put(to, plain != null ? in.get(0).map(plain) : made(operation, in, attributes));
    }

    private static Tensor made(String operation, List<Tensor> in, Attribute... attributes) {
        Tensor a = in.get(0);
        return switch (operation) {
            case "Add" -> Tensor.pair(a, in.get(1), Double::sum);
            case "Sub" -> Tensor.pair(a, in.get(1), (x, y) -> x - y);
            case "Mul" -> Tensor.pair(a, in.get(1), (x, y) -> x * y);
            case "Div" -> Tensor.pair(a, in.get(1), (x, y) -> x / y);
            case "Max" -> Tensor.pair(a, in.get(1), Math::max);
            case "Min" -> Tensor.pair(a, in.get(1), Math::min);
            case "Or" -> Tensor.pair(a, in.get(1), Math::max);
            case "Less" -> Tensor.pair(a, in.get(1), (x, y) -> x < y ? 1 : 0);
            case "Where" -> where(a, in.get(1), in.get(2));
            case "MatMul" -> product(a, in.get(1));
            case "Cast" -> whole("to", attributes) == Graph.wholeCode() ? a.map(x -> (long) x) : a;
            case "Concat" -> concat(in, (int) whole("axis", attributes));
            case "Shape" ->
                new Tensor(
                        new int[] {a.dimensions()},
                        Arrays.stream(a.shape()).asDoubleStream().toArray());
            case "ReduceSum" -> a.folded((int) in.get(1).at(0), whole("keepdims", attributes) == 1, 0, Double::sum);
            case "ReduceMax" ->
                a.folded(
                        (int) whole("axes", attributes),
                        whole("keepdims", attributes) == 1,
                        Double.NEGATIVE_INFINITY,
                        Math::max);
            case "Gather" -> whole("axis", attributes) == 0 ? rows(a, in.get(1)) : columns(a, in.get(1));
            case "GatherElements" -> entries(a, in.get(1));
            case "Unsqueeze" -> a.shaped(a.inserted((int) in.get(1).at(0)));
            case "Squeeze" -> a.shaped(a.without((int) in.get(1).at(0)));
            case "Reshape" -> a.shaped(shape(a, in.get(1)));
            case "Expand" -> a.expanded(Tensor.common(a.shape(), ints(in.get(1))));
            default -> throw new IllegalStateException("no such operation here: " + operation);
        };
    }

    private static long whole(String name, Attribute... attributes) {
        for (Attribute attribute : attributes) {
            if (attribute.name().equals(name)) {
                return attribute.wholes().get(0);
            }
        }
        throw new IllegalStateException("no attribute " + name);
    }

    private static int[] ints(Tensor list) {
        return Arrays.stream(list.values()).mapToInt(x -> (int) x).toArray();
    }

    private static int[] shape(Tensor a, Tensor wanted) {
        int[] shape = ints(wanted);
        int left = a.values().length;
        for (int size : shape) {
            left /= size > 0 ? size : 1;
        }
        for (int k = 0; k < shape.length; k++) {
            shape[k] = shape[k] < 0 ? left : shape[k];
        }
        return shape;
    }

    private static Tensor where(Tensor condition, Tensor yes, Tensor no) {
        int[] shape = Tensor.common(condition.shape(), Tensor.common(yes.shape(), no.shape()));
        double[] asked = condition.expanded(shape).values();
        double[] left = yes.expanded(shape).values();
        double[] right = no.expanded(shape).values();
        double[] made = new double[asked.length];
        Arrays.setAll(made, k -> asked[k] == 1 ? left[k] : right[k]);
        return new Tensor(shape, made);
    }

    private static Tensor product(Tensor a, Tensor b) {
        int n = a.size(0);
        int inner = a.size(1);
        int m = b.size(1);
        double[] made = new double[n * m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                float sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum += (float) a.at(i * inner + k) * (float) b.at(k * m + j);
                }
                made[i * m + j] = sum;
            }
        }
        return new Tensor(new int[] {n, m}, made);
    }

    /** Of two dimensions along the second, of one dimension along it. */
    private static Tensor concat(List<Tensor> parts, int axis) {
        int total = parts.stream().mapToInt(part -> part.size(axis)).sum();
        int rows = axis == 0 ? 1 : parts.get(0).size(0);
        double[] made = new double[rows * total];
        int at = 0;
        for (Tensor part : parts) {
            int width = part.size(axis);
            for (int i = 0; i < rows; i++) {
                System.arraycopy(part.values(), i * width, made, i * total + at, width);
            }
            at += width;
        }
        return new Tensor(parts.get(0).with(axis, total), made);
    }

    private static Tensor rows(Tensor table, Tensor numbers) {
        int width = table.values().length / Math.max(1, table.size(0));
        double[] made = new double[numbers.values().length * width];
        for (int k = 0; k < numbers.values().length; k++) {
            System.arraycopy(table.values(), ((int) numbers.at(k)) * width, made, k * width, width);
        }
        int[] shape = Arrays.copyOf(numbers.shape(), numbers.dimensions() + table.dimensions() - 1);
        for (int d = 1; d < table.dimensions(); d++) {
            shape[numbers.dimensions() + d - 1] = table.size(d);
        }
        return new Tensor(shape, made);
    }

    private static Tensor columns(Tensor matrix, Tensor numbers) {
        int width = numbers.size(0);
        double[] made = new double[matrix.size(0) * width];
        for (int k = 0; k < made.length; k++) {
            made[k] = matrix.at(k / width * matrix.size(1) + (int) numbers.at(k % width));
        }
        return new Tensor(new int[] {matrix.size(0), width}, made);
    }

    private static Tensor entries(Tensor matrix, Tensor columns) {
        int width = columns.size(1);
        double[] made = new double[columns.values().length];
        Arrays.setAll(made, k -> matrix.at(k / width * matrix.size(1) + (int) columns.at(k)));
        return new Tensor(columns.shape(), made);
    }
}
