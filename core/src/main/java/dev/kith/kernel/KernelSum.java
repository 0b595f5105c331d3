package dev.kith.kernel;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.Names;
import dev.kith.data.StringInputs;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * k(x, z) = sum_v k_v(x_v, z_v): several kernels, each of its own columns. Multiple kernel learning gives each a weight of its
 * own; every other method takes the plain sum.
 */
public record KernelSum(List<View> views) implements Kernel {
    private static final String PLUS = " + ";

    /** What stands between the name of a column and what its feature says. */
    private static final List<String> MADE = List.of("=", ">=", "#", ": ");

    /**
     * One kernel and the columns it looks at.
     *
     * @param columns names of features, or of columns that were made into features such as {@code column=value}; none: all numbers. A
     *     kernel on strings, or one over named rows, has exactly one
     */
    public record View(Kernel kernel, List<String> columns) {
        public View {
            columns = List.copyOf(columns);
            if (kernel instanceof KernelSum) {
                throw new IllegalArgumentException("a sum of kernels must not hold a sum, got " + kernel.spec());
            }
            if (ofText(kernel) && columns.size() != 1) {
                throw new IllegalArgumentException("kernel '" + kernel.spec()
                        + "' among several must name its one column, KERNEL@COLUMN, got " + columns);
            }
            for (String column : columns) {
                if (column.isEmpty() || column.contains(",") || column.contains("@") || column.contains(PLUS)) {
                    throw new IllegalArgumentException("columns of a kernel must be names without ',', '@' and '" + PLUS
                            + "', got '" + column + "'");
                }
            }
        }

        /** {@code gaussian:2@age,dose}. */
        public String spec() {
            return kernel.spec() + (columns.isEmpty() ? "" : "@" + String.join(",", columns));
        }

        /** Whether its input is text: a string, or the name of a row. */
        public boolean ofText() {
            return ofText(kernel);
        }

        private static boolean ofText(Kernel kernel) {
            return kernel instanceof StringKernel || (kernel instanceof Precomputed gram && gram.named());
        }

        /** What it looks at. */
        public Inputs of(Inputs x) {
            if (ofText()) {
                return x instanceof MixedInputs mixed ? mixed.text(columns.get(0)) : requireColumn(x);
            }
            return columns.isEmpty() && !(x instanceof MixedInputs) ? x : numbers(dense(x));
        }

        private Inputs requireColumn(Inputs x) {
            if (x instanceof StringInputs strings && strings.name().equals(columns.get(0))) {
                return x;
            }
            throw new DataException("kernel '" + spec() + "' needs the text column '" + columns.get(0) + "'");
        }

        private DenseInputs dense(Inputs x) {
            if (x instanceof MixedInputs mixed) {
                return mixed.numbers();
            }
            if (x instanceof DenseInputs dense) {
                return dense;
            }
            throw new DataException("kernel '" + spec() + "' looks at some columns, which needs columns of numbers");
        }

        private Inputs numbers(DenseInputs x) {
            int[] chosen = positions(x.features());
            if (chosen.length == x.features().size()) {
                return x;
            }
            Matrix some = x.values().transpose().selectRows(chosen).transpose();
            return new DenseInputs(
                    some, Arrays.stream(chosen).mapToObj(x.features()::get).toList());
        }

        /** Positions of its columns among features that are numbers. */
        public int[] positions(List<String> features) {
            if (columns.isEmpty()) {
                return IntStream.range(0, features.size()).toArray();
            }
            for (String column : columns) {
                if (features.stream().noneMatch(feature -> holds(column, feature))) {
                    throw new DataException("kernel '" + spec() + "': " + Names.unknown("column", column, features));
                }
            }
            return IntStream.range(0, features.size())
                    .filter(j -> columns.stream().anyMatch(column -> holds(column, features.get(j))))
                    .toArray();
        }

        private static boolean holds(String column, String feature) {
            return feature.equals(column) || MADE.stream().anyMatch(mark -> feature.startsWith(column + mark));
        }
    }

    public KernelSum {
        views = List.copyOf(views);
        if (views.isEmpty()) {
            throw new IllegalArgumentException("a sum of kernels needs kernels, got none");
        }
    }

    @Override
    public String spec() {
        return views.stream().map(View::spec).collect(Collectors.joining(PLUS));
    }

    /** Whether a text is a sum's. */
    static boolean names(String spec) {
        return spec.contains("@") || spec.contains(PLUS);
    }

    /** From its {@link #spec}. */
    static KernelSum parse(String spec) {
        List<View> views = new ArrayList<>();
        for (String text : spec.split(" \\+ ", -1)) {
            int at = text.lastIndexOf('@');
            List<String> columns =
                    at < 0 ? List.of() : List.of(text.substring(at + 1).split(",", -1));
            views.add(new View(Kernels.parse(at < 0 ? text : text.substring(0, at)), columns));
        }
        return new KernelSum(views);
    }

    /** The text columns its kernels look at, each once, in order. */
    public List<String> texts() {
        return views.stream()
                .filter(View::ofText)
                .map(view -> view.columns().get(0))
                .distinct()
                .toList();
    }

    /** The columns by which rows are named in kernels that were given as matrices, one per matrix. */
    public List<String> gramKeys() {
        return views.stream()
                .filter(view -> view.kernel() instanceof Precomputed)
                .map(view -> view.columns().get(0))
                .toList();
    }

    /** The same sum with other matrices in place of those given, in their order. */
    public KernelSum withGram(List<Precomputed> given) {
        List<View> changed = new ArrayList<>();
        int next = 0;
        for (View view : views) {
            changed.add(view.kernel() instanceof Precomputed ? new View(given.get(next++), view.columns()) : view);
        }
        return new KernelSum(changed);
    }

    @Override
    public boolean open() {
        return views.stream().anyMatch(view -> view.kernel().open());
    }

    @Override
    public boolean searched() {
        return views.stream().anyMatch(view -> view.kernel().searched());
    }

    @Override
    public Kernel on(Inputs x, long seed) {
        return open() ? changed(view -> view.kernel().on(view.of(x), seed)) : this;
    }

    @Override
    public Kernel times(double factor) {
        return open() ? changed(view -> view.kernel().times(factor)) : this;
    }

    private KernelSum changed(Function<View, Kernel> to) {
        return new KernelSum(views.stream()
                .map(view -> new View(to.apply(view), view.columns()))
                .toList());
    }

    @Override
    public Matrix cross(Inputs x, Inputs z) {
        return sum(view -> view.kernel().cross(view.of(x), view.of(z)));
    }

    @Override
    public Matrix gram(Inputs x) {
        return sum(view -> view.kernel().gram(view.of(x)));
    }

    private Matrix sum(Function<View, Matrix> of) {
        Matrix all = of.apply(views.get(0));
        for (View view : views.subList(1, views.size())) {
            all = all.plus(1, of.apply(view));
        }
        return all;
    }

    @Override
    public double[] diagonal(Inputs x) {
        double[] all = new double[x.rows()];
        for (View view : views) {
            double[] own = view.kernel().diagonal(view.of(x));
            Arrays.setAll(all, i -> all[i] + own[i]);
        }
        return all;
    }

    @Override
    public Function<Inputs, Matrix> against(Inputs z) {
        List<Function<Inputs, Matrix>> each = new ArrayList<>();
        views.forEach(view -> {
            Function<Inputs, Matrix> own = view.kernel().against(view.of(z));
            each.add(x -> own.apply(view.of(x)));
        });
        List<Function<Inputs, Matrix>> all = Collections.unmodifiableList(each);
        return x -> {
            Matrix sum = all.get(0).apply(x);
            for (int v = 1; v < all.size(); v++) {
                sum = sum.plus(1, all.get(v).apply(x));
            }
            return sum;
        };
    }

    @Override
    public PreciseRows precisely(Inputs x, Inputs z) {
        return new Rows(views.stream()
                .map(view -> view.kernel().precisely(view.of(x), view.of(z)))
                .toList());
    }

    @Override
    public PreciseRows plainly(Inputs x, Inputs z) {
        return new Rows(views.stream()
                .map(view -> view.kernel().plainly(view.of(x), view.of(z)))
                .toList());
    }

    /** Rows added up in twice the precision. */
    private static final class Rows implements PreciseRows {
        /** Of a sum of numbers with 106 bits, in units of the largest. */
        private static final double ROUNDING = 0x1p-98;

        private final List<PreciseRows> parts;
        private double largest;

        Rows(List<PreciseRows> parts) {
            this.parts = parts;
        }

        @Override
        public void row(int i, double[] hi, double[] lo) {
            parts.get(0).row(i, hi, lo);
            double[] h = new double[hi.length];
            double[] l = new double[lo.length];
            for (PreciseRows part : parts.subList(1, parts.size())) {
                part.row(i, h, l);
                for (int j = 0; j < h.length; j++) {
                    double sum = hi[j] + h[j];
                    double back = sum - hi[j];
                    double rest = (hi[j] - (sum - back)) + (h[j] - back);
                    largest = Math.max(largest, Math.abs(hi[j]) + Math.abs(h[j]));
                    hi[j] = sum;
                    lo[j] += rest + l[j];
                }
            }
        }

        @Override
        public double error() {
            double error = parts.size() * ROUNDING * largest;
            for (PreciseRows part : parts) {
                error += part.error();
            }
            return error;
        }
    }
}
