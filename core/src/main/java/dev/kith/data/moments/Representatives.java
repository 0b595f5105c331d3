package dev.kith.data.moments;

import dev.kith.data.Collapsed;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Turns cells into data sets of weighted rows with the same moments. */
final class Representatives {
    /** What rounding may do to the spread of a column, relative to it. */
    private static final double LOST = 1e-7;

    private final Moments moments;
    private final List<String> order;
    private final int[] column;
    private final int labels;

    private Representatives(Moments moments, List<String> order) {
        this.moments = moments;
        this.order = order;
        this.labels = moments.shared() ? moments.tasks().size() : 1;
        this.column = order.stream()
                .mapToInt(name -> labels + moments.features().indexOf(name))
                .toArray();
        if (order.size() != moments.features().size() || Arrays.stream(column).anyMatch(j -> j < labels)) {
            throw new DataException("features must be " + moments.features() + " in any order, got " + order);
        }
    }

    /** Nothing when a column has lost its digits, and {@code lost} is told which. */
    static Optional<Dataset> of(Moments moments, List<String> order, Consumer<String> lost) {
        Representatives made = new Representatives(moments, order);
        Cell[] all = whole(moments);
        Optional<String> large = made.tooLarge(all);
        if (large.isPresent()) {
            lost.accept(large.get());
            return Optional.empty();
        }
        Dataset data = made.dataset(all, true);
        Optional<String> far = made.tooFar(data);
        far.ifPresent(lost);
        return far.isPresent() ? Optional.empty() : Optional.of(data);
    }

    private Optional<String> tooLarge(Cell[] cells) {
        for (Cell cell : cells) {
            for (int c = 0; c < cell.error.length; c++) {
                if (cell.error[c] == Double.POSITIVE_INFINITY) {
                    String what = c < labels
                            ? "labels have"
                            : "feature '" + moments.features().get(c - labels) + "' has";
                    return Optional.of(what + " values too large to be summed; divide them, or keep the rows");
                }
            }
        }
        return Optional.empty();
    }

    /** Of columns far from 0 beside their spread doubles keep too few digits once rows are collapsed. */
    private Optional<String> tooFar(Dataset data) {
        Collapsed rows = data.collapsed().orElseThrow();
        for (int j = 0; j <= order.size(); j++) {
            double[] sums = sums(data, j);
            double mean = sums[1] / sums[0];
            double spread = Math.sqrt(sums[2] / sums[0]);
            double error = 0;
            for (int t = 0; t < data.taskCount(); t++) {
                error = Math.hypot(error, rows.error(t, j));
            }
            if (spread > 0 && !(error / Math.sqrt(sums[0]) <= LOST * spread)) {
                return Optional.of((j == 0 ? "labels lie" : "feature '" + order.get(j - 1) + "' lies") + " around "
                        + (float) mean + " with a spread of " + (float) spread
                        + ": too far from 0 to be collapsed into moments; subtract something near " + (float) mean
                        + ", or keep the rows");
            }
        }
        return Optional.empty();
    }

    /** The weight of all observations, and the sums of column j and of its squares around its first value. */
    private static double[] sums(Dataset data, int j) {
        Matrix x = ((DenseInputs) data.inputs()).values();
        double first = Double.NaN;
        double weight = 0;
        double sum = 0;
        double squares = 0;
        for (int o = 0; o < data.size(); o++) {
            double value = j == 0 ? data.label(o) : x.get(data.row(o), j - 1);
            first = o == 0 ? value : first;
            double apart = value - first;
            weight += data.weight(o);
            sum += data.weight(o) * apart;
            squares += data.weight(o) * apart * apart;
        }
        double mean = sum / weight;
        return new double[] {weight, weight * first + sum, Math.max(0, squares - weight * mean * mean)};
    }

    /** The rows of one cell. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Drawn(double[] rows, double[] weights, double[] error) {}

    private static Drawn draw(Cell cell) {
        int m = cell.representatives();
        double[] rows = new double[m * cell.width];
        double[] weights = new double[m];
        double[] error = cell.representInto(rows, weights);
        return new Drawn(rows, weights, error);
    }

    /**
     * @param cells one per group, settled
     * @param whole whether these are all rows, not a part of a fold
     */
    private Dataset dataset(Cell[] cells, boolean whole) {
        Drawn[] drawn =
                IntStream.range(0, cells.length).mapToObj(g -> draw(cells[g])).toArray(Drawn[]::new);
        int rows = 0;
        for (Drawn one : drawn) {
            rows = Math.addExact(rows, one.weights.length);
        }
        int size = Math.multiplyExact(rows, labels);
        int tasks = moments.tasks().size();
        Matrix x = Matrix.zeros(rows, order.size());
        int[] row = new int[size];
        int[] taskOf = new int[size];
        double[] y = new double[size];
        double[] w = new double[size];
        Matrix error = Matrix.zeros(tasks, 1 + order.size());
        boolean weighted = false;
        int i = 0;
        for (int g = 0; g < drawn.length; g++) {
            Drawn one = drawn[g];
            int width = cells[g].width;
            for (int k = 0; k < one.weights.length; k++, i++) {
                for (int j = 0; j < column.length; j++) {
                    x.set(i, j, one.rows[k * width + column[j]]);
                }
                for (int t = 0; t < labels; t++) {
                    int o = i * labels + t;
                    row[o] = i;
                    taskOf[o] = moments.shared() ? t : g;
                    y[o] = one.rows[k * width + t];
                    w[o] = one.weights[k];
                    weighted |= w[o] != 1;
                }
            }
            for (int t = 0; t < labels; t++) {
                int task = moments.shared() ? t : g;
                error.set(task, 0, one.error[t]);
                for (int j = 0; j < column.length; j++) {
                    error.set(task, 1 + j, one.error[column[j]]);
                }
            }
        }
        long[] counts = new long[tasks];
        Arrays.setAll(counts, t -> cells[moments.shared() ? 0 : t].count());
        return Dataset.of(new DenseInputs(x, order), moments.tasks(), row, taskOf, y, weighted ? w : null, null)
                .withSource(moments.source())
                .withColumns(moments.columns())
                .standingFor(new Many(counts, moments.rows(), error, whole ? this : null));
    }

    /** The moments that a data set was made of. */
    static Optional<Moments> behind(Collapsed collapsed) {
        return collapsed instanceof Many many && many.all != null ? Optional.of(many.all.moments) : Optional.empty();
    }

    /** The rows behind a data set. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Many(
            long[] counts,
            long rows,
            Matrix errors,
            @Nullable Representatives all) implements Collapsed {
        @Override
        public long labels(int task) {
            return counts[task];
        }

        @Override
        public double error(int task, int column) {
            return errors.get(task, column);
        }

        @Override
        public List<Fold> folds(int k, long seed) {
            int dealt = all == null ? 0 : all.moments.folds();
            if (all == null || (dealt != k && dealt != OnePass.blocks(k)) || all.moments.seed() != seed) {
                throw new DataException("these moments were not gathered for " + k + " folds of seed " + seed
                        + (all == null || dealt == 0 ? "" : ", but for " + dealt + " of seed " + all.moments.seed())
                        + "; gather them again, or give lambda");
            }
            return dealt == k ? all.folds() : all.nested(k);
        }

        @Override
        public int blocks() {
            return all == null ? 0 : all.moments.folds();
        }

        @Override
        public Dataset block(int block) {
            Representatives made = java.util.Objects.requireNonNull(all);
            return made.dataset(made.part(block), false);
        }
    }

    /** The cells of one fold. */
    private Cell[] part(int fold) {
        Cell[] cells = new Cell[moments.cells().length];
        Arrays.setAll(cells, g -> moments.cells()[g][fold]);
        return cells;
    }

    /** Folds whose training part has folds of its own: of blocks b, fold b mod k, and within the others fold (b / k) mod k. */
    private List<Collapsed.Fold> nested(int k) {
        return IntStream.range(0, k).mapToObj(f -> nested(k, f)).toList();
    }

    private Collapsed.Fold nested(int k, int fold) {
        int groups = moments.cells().length;
        Cell[][] train = new Cell[groups][k + 1];
        Cell[] test = new Cell[groups];
        Triangle work = new Triangle(moments.width());
        long rows = 0;
        for (int g = 0; g < groups; g++) {
            Cell[] blocks = moments.cells()[g];
            test[g] = new Cell(moments.width());
            Arrays.setAll(train[g], i -> new Cell(moments.width()));
            for (int b = 0; b < blocks.length; b++) {
                int inner = b == blocks.length - 1 ? k : b / k % k;
                boolean held = b < blocks.length - 1 && b % k == fold;
                (held ? test[g] : train[g][inner]).add(blocks[b], work);
                rows += held ? 0 : blocks[b].count();
            }
            test[g].settle(work);
            for (Cell cell : train[g]) {
                cell.settle(work);
            }
        }
        Moments others = new Moments(moments.tasks(), moments.features(), train, k, moments.seed(), rows)
                .with(moments.source(), moments.columns());
        Representatives made = new Representatives(others, order);
        return new Collapsed.Fold(made.dataset(whole(others), true), () -> dataset(test, false));
    }

    private static Cell[] whole(Moments moments) {
        Moments sum = moments.whole();
        Cell[] all = new Cell[sum.cells().length];
        Arrays.setAll(all, g -> sum.cells()[g][0]);
        return all;
    }

    /** Every fold, and the sum of all others: sums from the front and from the back, never a difference. */
    private List<Collapsed.Fold> folds() {
        int k = moments.folds();
        int groups = moments.cells().length;
        Cell[][] train = new Cell[k][groups];
        Triangle work = new Triangle(moments.width());
        for (int g = 0; g < groups; g++) {
            Cell[] parts = moments.cells()[g];
            Cell[] behind = new Cell[k + 1];
            behind[k] = parts[k];
            for (int f = k - 1; f > 0; f--) {
                behind[f] = parts[f].copy();
                behind[f].add(behind[f + 1], work);
            }
            Cell before = new Cell(parts[0].width);
            for (int f = 0; f < k; f++) {
                train[f][g] = before.copy();
                train[f][g].add(behind[f + 1], work);
                train[f][g].settle(work);
                before.add(parts[f], work);
            }
        }
        List<Collapsed.Fold> folds = new ArrayList<>();
        for (int f = 0; f < k; f++) {
            int fold = f;
            folds.add(new Collapsed.Fold(dataset(train[f], false), () -> dataset(part(fold), false)));
        }
        return folds;
    }
}
