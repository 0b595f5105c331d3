package dev.kith.data.moments;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The moments of weighted rows of p numbers: how many, their weight, their mean, and the triangular factor R of the scatter about it,
 *
 * <pre>  R'R = sum_i w_i (z_i - mean)(z_i - mean)'  </pre>
 *
 * Up to p + 1 rows are kept as they are, since their moments would not be smaller; more are collapsed. A column with values that are
 * not finite, or too large to be summed, has an infinite error from then on. Not safe for several threads.
 */
final class Cell {
    /*
     * Means are kept as a row seen first (origin) plus a small number (shift): a column that never changes has shift 0 and
     * scatter 0 exactly, and columns far from 0 lose no digits. Means of parts are shifted as in [1].
     *
     * `error` bounds what rounding has done, column by column: the collapsed rows are an orthogonal transform of rows whose
     * column j, times the root of the weights, is no further from that of the true rows than error[j].
     * [1] Chan, Golub, LeVeque, Algorithms for computing the sample variance, 1983.
     */
    /** Blocks of fewer rows spend their time on R; each cell has room for one. */
    private static final int LEAST_BLOCK = 32;

    /** Rows of a block beside columns: R of many columns is large. */
    private static final int COLUMNS_TO_ROWS = 8;

    private static final double UNIT = 0x1p-53;
    /** Rounding errors of a reflection, in units, for each row of the block and each column before. */
    private static final int ROUNDINGS = 4;
    /** Rounding errors of centring and shifting means, in units. */
    private static final int SHIFTING = 16;

    final int width;
    long count;
    double weight;
    double weightRest;

    /** Weight of the collapsed rows; those kept are not in it. */
    double collapsed;

    double collapsedRest;

    double @Nullable [] origin;
    double[] shift = new double[0];
    double[] factor = new double[0];
    double[] error = new double[0];

    double[] kept;
    double[] keptWeight;
    int held;
    /** Whether rows have been taken out to be collapsed. */
    private boolean begun;

    Cell(int width) {
        this.width = width;
        kept = new double[0];
        keptWeight = new double[0];
    }

    /** Rows taken out of a cell to be collapsed, perhaps by another thread. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    record Block(double[] rows, double[] weights, int size) {}

    static final Block EMPTY = new Block(new double[0], new double[0], 0);

    /** Rows that a cell holds before they must be collapsed; at first all that may have to stay as they are. */
    private int capacity() {
        return begun ? block(width) : most(width);
    }

    private static int block(int width) {
        return Math.max(LEAST_BLOCK, width / COLUMNS_TO_ROWS);
    }

    /** Rows that a cell can hold. */
    static int most(int width) {
        return Math.max(width + 1, block(width));
    }

    long count() {
        return count;
    }

    double weight() {
        return weight + weightRest;
    }

    /** Numbers held. */
    long numbers() {
        return (origin == null ? 0 : 3L * width + factor.length) + (long) keptWeight.length * (width + 1);
    }

    boolean full() {
        return held == capacity();
    }

    boolean isCollapsed() {
        return origin != null;
    }

    /** Adds the row {@code z[from], ..., z[from + width - 1]}; the cell must not be full. */
    void add(double[] z, int from, double w) {
        keep(z, from, w);
        count++;
        addWeight(w);
    }

    private void keep(double[] z, int from, double w) {
        if (held == keptWeight.length) {
            int room = Math.min(capacity(), Math.max(4, 2 * held));
            kept = Arrays.copyOf(kept, room * width);
            keptWeight = Arrays.copyOf(keptWeight, room);
        }
        System.arraycopy(z, from, kept, held * width, width);
        keptWeight[held++] = w;
    }

    private void addWeight(double w) {
        double s = weight + w;
        double v = s - weight;
        weightRest += (weight - (s - v)) + (w - v);
        weight = s;
    }

    /** The rows held, to be given back by {@link #collapse}; the cell can be added to meanwhile. */
    Block take() {
        return take(EMPTY);
    }

    /** The same, with the room of a block that has been collapsed. */
    Block take(Block spare) {
        Block block = new Block(kept, keptWeight, held);
        kept = spare.rows;
        keptWeight = spare.weights;
        held = 0;
        begun = true;
        return block;
    }

    /** Takes the rows of a block into the factor. Blocks must come in the order they were taken. */
    void collapse(Block block, Triangle work) {
        int first = 0;
        while (first < block.size && !(block.weights[first] > 0)) {
            first++;
        }
        if (first == block.size) {
            return;
        }
        if (origin == null) {
            begin(Arrays.copyOfRange(block.rows, first * width, (first + 1) * width));
        }
        double total = 0;
        for (int i = 0; i < block.size; i++) {
            total += block.weights[i];
        }
        double[] mean = mean(block, total);
        double[] lengths = new double[width];
        work.open(block.size + 1);
        for (int i = 0; i < block.size; i++) {
            if (block.weights[i] > 0) {
                centreInto(work, block, i, mean, lengths);
            }
        }
        for (int j = 0; j < width; j++) {
            lengths[j] = Math.sqrt(block.size) * lengths[j];
        }
        merge(work, total, mean, lengths);
    }

    void begin(double[] row) {
        origin = row;
        shift = new double[width];
        factor = new double[Triangle.length(width)];
        error = new double[width];
    }

    /** The mean of a block, from the origin. */
    private double[] mean(Block block, double total) {
        double[] from = Objects.requireNonNull(origin);
        double[] mean = new double[width];
        for (int i = 0; i < block.size; i++) {
            double share = block.weights[i] / total;
            for (int j = 0; j < width && share > 0; j++) {
                mean[j] += share * (block.rows[i * width + j] - from[j]);
            }
        }
        return mean;
    }

    /** Writes a centred row, and the largest distance from the origin so far into {@code farthest}. */
    private void centreInto(Triangle work, Block block, int i, double[] mean, double[] farthest) {
        double[] from = Objects.requireNonNull(origin);
        double root = Math.sqrt(block.weights[i]);
        int row = work.row();
        for (int j = 0; j < width; j++) {
            double apart = block.rows[i * width + j] - from[j];
            work.set(row, j, root * (apart - mean[j]));
            farthest[j] = Math.max(farthest[j], root * Math.abs(apart));
        }
    }

    /**
     * Takes rows written into {@code work}, centred at {@code mean}.
     *
     * @param mean from the origin
     * @param lengths no column, from the origin and times the roots of the weights, is longer
     */
    private void merge(Triangle work, double total, double[] mean, double[] lengths) {
        double sum = collapsed + total;
        double v = sum - collapsed;
        collapsedRest += (collapsed - (sum - v)) + (total - v);
        double pull = Math.sqrt(collapsed / sum) * Math.sqrt(total);
        if (collapsed > 0) {
            int row = work.row();
            for (int j = 0; j < width; j++) {
                work.set(row, j, pull * (mean[j] - shift[j]));
            }
        }
        work.reduceInto(factor);
        double[] norm = Triangle.lengths(factor, width);
        double reflecting = (double) ROUNDINGS * (work.rows() + SHIFTING) * (width + 2) * UNIT;
        double shifting = 2.0 * (work.rows() + SHIFTING) * UNIT;
        for (int j = 0; j < width; j++) {
            double apart = mean[j] - shift[j];
            shift[j] += apart * (total / sum);
            double means = Math.sqrt(sum) * (Math.abs(shift[j]) + Math.abs(apart));
            double grown = error[j] + (reflecting * norm[j] + shifting * (means + lengths[j]));
            error[j] = grown < Double.POSITIVE_INFINITY ? grown : Double.POSITIVE_INFINITY;
        }
        collapsed = sum;
    }

    /** Takes what another cell holds, which stays as it was. */
    void add(Cell other, Triangle work) {
        if (other.origin != null) {
            if (origin == null) {
                begin(other.origin.clone());
                System.arraycopy(other.shift, 0, shift, 0, width);
                System.arraycopy(other.factor, 0, factor, 0, factor.length);
                System.arraycopy(other.error, 0, error, 0, width);
                collapsed = other.collapsed;
                collapsedRest = other.collapsedRest;
            } else {
                addCollapsed(other, work);
            }
        }
        for (int i = 0; i < other.held; i++) {
            if (full()) {
                collapse(take(), work);
            }
            keep(other.kept, i * width, other.keptWeight[i]);
        }
        count = Math.addExact(count, other.count);
        addWeight(other.weight);
        addWeight(other.weightRest);
    }

    private void addCollapsed(Cell other, Triangle work) {
        double[] here = Objects.requireNonNull(origin);
        double[] there = Objects.requireNonNull(other.origin);
        work.open(width + 1);
        double[] mean = new double[width];
        double[] lengths = Triangle.lengths(other.factor, width);
        int at = 0;
        for (int k = 0; k < width; k++) {
            int row = work.row();
            for (int j = k; j < width; j++, at++) {
                work.set(row, j, other.factor[at]);
            }
        }
        double root = Math.sqrt(other.collapsed);
        for (int j = 0; j < width; j++) {
            double apart = there[j] - here[j];
            mean[j] = apart + other.shift[j];
            lengths[j] += root * (Math.abs(apart) + Math.abs(other.shift[j]));
            error[j] += other.error[j];
        }
        merge(work, other.collapsed, mean, lengths);
    }

    /** Collapses the rows still held, unless all of them are and they are no more than would represent them. */
    void settle(Triangle work) {
        if (held > 0 && (origin != null || held > width + 1)) {
            collapse(take(), work);
        }
    }

    Cell copy() {
        Cell copy = new Cell(width);
        copy.count = count;
        copy.weight = weight;
        copy.weightRest = weightRest;
        copy.collapsed = collapsed;
        copy.collapsedRest = collapsedRest;
        if (origin != null) {
            copy.begin(origin.clone());
            copy.shift = shift.clone();
            copy.factor = factor.clone();
            copy.error = error.clone();
        }
        copy.kept = Arrays.copyOf(kept, held * width);
        copy.keptWeight = Arrays.copyOf(keptWeight, held);
        copy.held = held;
        return copy;
    }

    /** The same rows with weights times a factor > 0; counts stay. */
    Cell times(double share) {
        Cell copy = copy();
        double root = Math.sqrt(share);
        copy.weight = weight * share;
        copy.weightRest = weightRest * share;
        copy.collapsed = collapsed * share;
        copy.collapsedRest = collapsedRest * share;
        double[] lengths = Triangle.lengths(factor, isCollapsed() ? width : 0);
        Arrays.setAll(copy.factor, i -> copy.factor[i] * root);
        Arrays.setAll(copy.error, j -> root * (copy.error[j] + 4 * UNIT * lengths[j]));
        Arrays.setAll(copy.keptWeight, i -> copy.keptWeight[i] * share);
        return copy;
    }

    /** The same rows with columns of zeros added at the end. */
    Cell widened(int to) {
        int[] columns = new int[to];
        Arrays.setAll(columns, j -> j < width ? j : -1);
        return select(columns, new Triangle(to));
    }

    /** Some columns of the same rows, in this order; -1 for a column of zeros. */
    Cell select(int[] columns, Triangle work) {
        Cell cell = new Cell(columns.length);
        cell.count = count;
        cell.weight = weight;
        cell.weightRest = weightRest;
        cell.collapsed = collapsed;
        cell.collapsedRest = collapsedRest;
        cell.held = held;
        cell.keptWeight = Arrays.copyOf(keptWeight, held);
        cell.kept = new double[held * columns.length];
        for (int i = 0; i < held; i++) {
            System.arraycopy(selected(kept, i * width, columns), 0, cell.kept, i * columns.length, columns.length);
        }
        if (origin != null) {
            cell.begin(selected(origin, 0, columns));
            cell.shift = selected(shift, 0, columns);
            cell.error = selected(error, 0, columns);
            selectFactor(cell, columns, work);
        }
        return cell;
    }

    private static double[] selected(double[] from, int at, int[] columns) {
        double[] values = new double[columns.length];
        Arrays.setAll(values, j -> columns[j] < 0 ? 0 : from[at + columns[j]]);
        return values;
    }

    private void selectFactor(Cell cell, int[] columns, Triangle work) {
        work.open(width);
        for (int k = 0; k < width; k++) {
            int row = work.row();
            for (int j = 0; j < columns.length; j++) {
                if (columns[j] >= k) {
                    work.set(row, j, factor[Triangle.at(width, k, columns[j])]);
                }
            }
        }
        work.reduceInto(cell.factor);
        double[] norm = Triangle.lengths(cell.factor, cell.width);
        double reflecting = (double) ROUNDINGS * (width + SHIFTING) * (cell.width + 2) * UNIT;
        for (int j = 0; j < cell.width; j++) {
            cell.error[j] += reflecting * norm[j];
        }
    }

    /** How many weighted rows represent this cell; settled. */
    int representatives() {
        return origin == null ? held : width + 1;
    }

    /**
     * Writes the representatives, one after the other: the rows themselves, or
     *
     * <pre>  z_k = mean + sqrt(m / w) (H R)_k,   k = 1..m,  m = p + 1,  H orthonormal columns that sum to 0 (Helmert)  </pre>
     *
     * each of weight w / m: they have the weight, mean and scatter of the rows.
     *
     * @param weights filled with their weights
     * @return what bounds the error of each column, as {@code error} does, with the rounding of the representatives
     */
    double[] representInto(double[] rows, double[] weights) {
        double[] from = origin;
        if (from == null) {
            System.arraycopy(kept, 0, rows, 0, held * width);
            System.arraycopy(keptWeight, 0, weights, 0, held);
            return new double[width];
        }
        int m = width + 1;
        double total = weight();
        Arrays.fill(weights, 0, m, total / m);
        double unit = Math.sqrt(m / total);
        double[] below = new double[width];
        double[] largest = new double[width];
        for (int k = width; k >= 0; k--) {
            // Column i of H is 1/sqrt((i+1)(i+2)) in rows 0..i and -(i+1)/sqrt((i+1)(i+2)) in row i + 1.
            double here = -Math.sqrt(k / (k + 1.0));
            double above = 1 / Math.sqrt(k * (k + 1.0));
            int row = k == 0 ? 0 : Triangle.at(width, k - 1, k - 1) - (k - 1);
            for (int j = 0; j < width; j++) {
                boolean entry = k > 0 && j >= k - 1;
                double r = entry ? factor[row + j] : 0;
                double z = from[j] + (shift[j] + unit * (below[j] + r * here));
                rows[k * width + j] = z;
                largest[j] = Math.max(largest[j], Math.abs(z));
                below[j] += entry ? r * above : 0;
            }
        }
        double[] bound = error.clone();
        double[] norm = Triangle.lengths(factor, width);
        double root = Math.sqrt(total);
        for (int j = 0; j < width; j++) {
            bound[j] += (width + SHIFTING) * 2 * UNIT * Math.sqrt(width) * norm[j]
                    + 4 * UNIT * root * (largest[j] + Math.abs(shift[j]));
        }
        return bound;
    }
}
