package dev.kith.convex.proof;

import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;
import dev.kith.numeric.Concurrent;
import java.util.Arrays;
import java.util.function.Function;

/** Kernel values of the training inputs against themselves: f_t = sum_i k(., x_i) B_it. */
public class KernelExpansion implements Expansion.RowByRow {
    /** So many values (16 bytes each) are kept from pass to pass: evaluating them is most of a proof... */
    private static final long MOST_KEPT = 6_250_000;
    /** ... and so many with lo as a float (12 bytes each): 430 MB, 6,000 inputs against each other. */
    private static final long MOST_SHORT = 36_000_000;
    /** What that may lose, relative to the largest value. */
    private static final double SHORT_ROUNDING = 0x1p-76;

    /** From so many values on, they are all evaluated at once, by several threads. */
    private static final long MANY = 250_000;

    /** Products that are worth a piece of work for a thread: some 50 microseconds. */
    private static final long TOGETHER = 50_000;

    private final PreciseRows values;
    private final int width;
    /** Rows seen, hi and lo; empty where there are too many to keep. */
    private final double[][] keptHi;

    private final double[][] keptLo;
    /** Instead of those where there are many. */
    private final float[][] shortLo;

    private double[] hi;
    private double[] lo;
    private int row = -1;
    private double largest;

    /** The values of {@code rows} inputs against {@code width}. */
    public KernelExpansion(PreciseRows values, int rows, int width) {
        this(values, rows, width, true);
    }

    /** The values of n inputs against themselves, evaluated where rows are asked for. */
    KernelExpansion(int n, PreciseRows values) {
        this(values, n, n, false);
    }

    private KernelExpansion(PreciseRows values, int rows, int width, boolean atOnce) {
        this.values = values;
        this.width = width;
        long count = (long) rows * width;
        keptHi = new double[count <= MOST_SHORT ? rows : 0][];
        keptLo = new double[!values.plain() && count <= MOST_KEPT ? rows : 0][];
        shortLo = new float[values.plain() || count <= MOST_KEPT ? 0 : keptHi.length][];
        hi = new double[width];
        lo = new double[width];
        if (atOnce && values.concurrent() && count >= MANY) {
            keepAll();
        }
    }

    private void keepAll() {
        Concurrent.forEach(keptHi.length, i -> keep(i, values.symmetric() ? i + 1 : width));
        for (int i = 0; i < keptHi.length; i++) {
            for (int j = i + 1; j < width && values.symmetric(); j++) {
                keptHi[i][j] = keptHi[j][i];
                if (keptLo.length > 0) {
                    keptLo[i][j] = keptLo[j][i];
                } else if (shortLo.length > 0) {
                    shortLo[i][j] = shortLo[j][i];
                }
            }
            seen(keptHi[i]);
        }
    }

    /** Evaluates the first values of a row. */
    private void keep(int i, int count) {
        double[] rest = new double[width];
        double[] kept = new double[width];
        values.rowUpTo(i, count, kept, rest);
        keptHi[i] = kept;
        if (keptLo.length > 0) {
            keptLo[i] = rest;
        } else if (shortLo.length > 0) {
            shortLo[i] = new float[width];
            for (int j = 0; j < count; j++) {
                shortLo[i][j] = (float) rest[j];
            }
        }
    }

    private void seen(double[] each) {
        for (double value : each) {
            largest = Math.max(largest, Math.abs(value));
        }
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void open(int next) {
        if (next == row) {
            return;
        }
        row = next;
        if (keptHi.length == 0) {
            values.row(next, hi, lo);
            seen(hi);
            return;
        }
        if (keptHi[next] == null) {
            keep(next, width);
            seen(keptHi[next]);
        }
        hi = keptHi[next];
        lo = keptLo.length > 0 ? keptLo[next] : lo;
        for (int j = 0; j < width && shortLo.length > 0; j++) {
            lo[j] = shortLo[next][j];
        }
    }

    @Override
    public void addInto(TwofoldSum sum, double[] c, int offset) {
        if (values.plain()) {
            sum.addShortSums(hi, 0, c, offset, width);
        } else {
            sum.addDot(hi, 0, c, offset, width);
            sum.addDot(lo, 0, c, offset, width);
        }
    }

    @Override
    public void scatter(Twofold theta, double[] sumHi, double[] sumLo, int offset) {
        for (int j = 0; j < width; j++) {
            Expansion.accumulate(sumHi, sumLo, offset + j, theta.hi(), theta.lo(), hi[j]);
            sumLo[offset + j] += theta.hi() * lo[j];
        }
    }

    @Override
    public double error() {
        double sums = values.plain() ? TwofoldSum.SHORT_SUMS * largest : 0;
        return values.error() + sums + (shortLo.length > 0 ? SHORT_ROUNDING * largest : 0);
    }

    @Override
    public double largest() {
        return largest;
    }

    @Override
    public double reach() {
        return Math.sqrt(largest);
    }

    @Override
    public Factor penalty(Matrix c, double[] units) {
        return penalty(c, units, this);
    }

    /** F with F F' = C K C', K the values {@code gram} has against itself. */
    static Factor penalty(Matrix c, double[] units, RowByRow gram) {
        return inUnits(c, units, each -> penalty(each, gram));
    }

    /**
     * A factor of coefficients in units: powers of 2 are divided out of the coefficients, which is exact, the rest out of the
     * factor: coefficients that cancel must not be rounded.
     */
    static Factor inUnits(Matrix c, double[] units, Function<Matrix, Factor> factor) {
        double[] powers = units.clone();
        double[] rest = units.clone();
        for (int t = 0; t < units.length; t++) {
            powers[t] = Math.scalb(1.0, Math.getExponent(units[t]));
            rest[t] = units[t] / powers[t];
        }
        return factor.apply(Expansion.dividedRows(c, powers)).dividedByRows(rest);
    }

    private static Factor penalty(Matrix c, RowByRow gram) {
        int tasks = c.rows();
        int n = c.cols();
        TwofoldSum[][] sums = new TwofoldSum[tasks][tasks];
        double[] sizes = new double[tasks];
        int together = Math.max(1, (int) (TOGETHER / Math.max(1, n)));
        double most = 0;
        for (int t = 0; t < tasks; t++) {
            double length = 0;
            for (int s = 0; s < tasks; s++) {
                sums[t][s] = new TwofoldSum();
            }
            for (int i = 0; i < n; i++) {
                length += Math.abs(c.get(t, i));
            }
            most = Math.max(most, length);
        }
        Twofold[] image = new Twofold[tasks];
        for (int i = 0; i < n; i++) {
            gram.open(i);
            // Rows are opened one after the other; the sums of tasks over an open row are independent.
            Concurrent.blocks(tasks, together, (from, to) -> {
                for (int t = from; t < to; t++) {
                    TwofoldSum sum = new TwofoldSum();
                    gram.addInto(sum, c.data(), t * n);
                    image[t] = sum.value();
                    sizes[t] = Math.max(sizes[t], sum.absolute());
                }
            });
            for (int t = 0; t < tasks; t++) {
                for (int s = 0; s <= t; s++) {
                    sums[t][s].addProduct(image[s], c.get(t, i));
                }
            }
        }
        double absolute = Arrays.stream(sizes).max().orElse(0);
        double error = gram.error() * most * most + TwofoldSum.error(2L * n, absolute * most);
        return Factor.of(symmetric(sums), error);
    }

    static Twofold[][] symmetric(TwofoldSum[][] sums) {
        int n = sums.length;
        Twofold[][] s = new Twofold[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                s[i][j] = sums[i][j].value();
                s[j][i] = s[i][j];
            }
        }
        return s;
    }

    /** Theta'K Theta: the sums of theta k(., x) at the inputs themselves. */
    @Override
    public Factor dual(Multipliers theta, Matrix sumHi, Matrix sumLo, double off) {
        int groups = theta.groups();
        TwofoldSum[][] sums = new TwofoldSum[groups][groups];
        for (int t = 0; t < groups; t++) {
            for (int s = 0; s < groups; s++) {
                sums[t][s] = new TwofoldSum();
            }
        }
        double absolute = theta.absolute();
        double most = 0;
        for (int o = 0; o < theta.hi().length; o++) {
            int t = theta.group()[o];
            for (int s = 0; s <= t; s++) {
                double value = sumHi.get(s, theta.row()[o]);
                most = Math.max(most, Math.abs(value));
                sums[t][s].add(theta.at(o).times(new Twofold(value, sumLo.get(s, theta.row()[o]))));
            }
        }
        double error = off * absolute + TwofoldSum.error(theta.hi().length, most * absolute);
        return Factor.of(symmetric(sums), error);
    }
}
