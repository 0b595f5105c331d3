package dev.kith.convex.proof;

import dev.kith.kernel.PreciseRows;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.Twofold;
import dev.kith.linalg.TwofoldSum;

/** Kernel values of the training inputs against themselves: f_t = sum_i k(., x_i) B_it. */
public class KernelExpansion implements Expansion {
    /** So many values (16 bytes each) are kept from pass to pass: evaluating them is most of a proof. */
    private static final long MOST_KEPT = 6_250_000;

    private final PreciseRows values;
    private final int width;
    /** Rows seen, hi and lo; empty where there are too many to keep. */
    private final double[][][] kept;

    private double[] hi;
    private double[] lo;
    private int row = -1;
    private double largest;

    /** The values of {@code rows} inputs against {@code width}. */
    public KernelExpansion(PreciseRows values, int rows, int width) {
        this.values = values;
        this.width = width;
        kept = new double[(long) rows * width <= MOST_KEPT ? rows : 0][][];
        hi = new double[width];
        lo = new double[width];
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
        if (next < kept.length && kept[next] != null) {
            hi = kept[next][0];
            lo = kept[next][1];
            return;
        }
        if (next < kept.length) {
            hi = new double[width];
            lo = new double[width];
            kept[next] = new double[][] {hi, lo};
        }
        values.row(next, hi, lo);
        for (double value : hi) {
            largest = Math.max(largest, Math.abs(value));
        }
    }

    @Override
    public void addInto(TwofoldSum sum, double[] c, int offset) {
        sum.addDot(hi, 0, c, offset, width);
        sum.addDot(lo, 0, c, offset, width);
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
        return values.error();
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

    /**
     * F with F F' = C K C', K the values {@code gram} has against itself. Powers of 2 are divided out of the coefficients,
     * which is exact, the rest of the units out of F: coefficients that cancel must not be rounded.
     */
    static Factor penalty(Matrix c, double[] units, Expansion gram) {
        double[] powers = units.clone();
        double[] rest = units.clone();
        for (int t = 0; t < units.length; t++) {
            powers[t] = Math.scalb(1.0, Math.getExponent(units[t]));
            rest[t] = units[t] / powers[t];
        }
        return penalty(Expansion.dividedRows(c, powers), gram).dividedByRows(rest);
    }

    private static Factor penalty(Matrix c, Expansion gram) {
        int tasks = c.rows();
        int n = c.cols();
        TwofoldSum[][] sums = new TwofoldSum[tasks][tasks];
        double absolute = 0;
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
            for (int t = 0; t < tasks; t++) {
                TwofoldSum sum = new TwofoldSum();
                gram.addInto(sum, c.data(), t * n);
                image[t] = sum.value();
                absolute = Math.max(absolute, sum.absolute());
            }
            for (int t = 0; t < tasks; t++) {
                for (int s = 0; s <= t; s++) {
                    sums[t][s].addProduct(image[s], c.get(t, i));
                }
            }
        }
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
