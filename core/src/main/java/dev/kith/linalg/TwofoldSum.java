package dev.kith.linalg;

/**
 * A sum of numbers and products in twice the working precision, with a bound of its own error: whatever cancels, what is
 * left is right to {@link #error()}. After Ogita, Rump and Oishi, Accurate sum and dot product, 2005. One sum per object,
 * for one thread.
 */
public final class TwofoldSum {
    private double hi;
    private double lo;
    private double absolute;
    private long count;

    /** A sum of nothing, 0. */
    public TwofoldSum() {}

    public void add(double value) {
        double s = hi + value;
        lo += lost(hi, value, s);
        hi = s;
        absolute += Math.abs(value);
        count++;
    }

    public void add(Twofold value) {
        add(value.hi());
        lo += value.lo();
    }

    /** Adds all that was added to another sum. */
    public void add(TwofoldSum other) {
        join(other.hi, other.lo);
        absolute += other.absolute;
        count += other.count + 1;
    }

    public void addProduct(double a, double b) {
        double p = a * b;
        add(p);
        lo += Math.fma(a, b, -p);
    }

    public void addProduct(Twofold a, double b) {
        addProduct(a.hi(), b);
        lo += a.lo() * b;
    }

    /** Adds the product of {@code count} neighbouring entries of two arrays. */
    public void addDot(double[] a, int from, double[] b, int with, int length) {
        // Four sums side by side: each addition would have to wait for the one before.
        int even = length - length % 4;
        double h0 = 0;
        double h1 = 0;
        double h2 = 0;
        double h3 = 0;
        double l0 = 0;
        double l1 = 0;
        double l2 = 0;
        double l3 = 0;
        double sum = absolute;
        for (int j = 0; j < even; j += 4) {
            double p0 = a[from + j] * b[with + j];
            double p1 = a[from + j + 1] * b[with + j + 1];
            double p2 = a[from + j + 2] * b[with + j + 2];
            double p3 = a[from + j + 3] * b[with + j + 3];
            double s0 = h0 + p0;
            double s1 = h1 + p1;
            double s2 = h2 + p2;
            double s3 = h3 + p3;
            l0 += lost(h0, p0, s0) + Math.fma(a[from + j], b[with + j], -p0);
            l1 += lost(h1, p1, s1) + Math.fma(a[from + j + 1], b[with + j + 1], -p1);
            l2 += lost(h2, p2, s2) + Math.fma(a[from + j + 2], b[with + j + 2], -p2);
            l3 += lost(h3, p3, s3) + Math.fma(a[from + j + 3], b[with + j + 3], -p3);
            h0 = s0;
            h1 = s1;
            h2 = s2;
            h3 = s3;
            sum += (Math.abs(p0) + Math.abs(p1)) + (Math.abs(p2) + Math.abs(p3));
        }
        join(h0, l0);
        join(h1, l1);
        join(h2, l2);
        join(h3, l3);
        absolute = sum;
        count += even + 4L;
        for (int j = even; j < length; j++) {
            addProduct(a[from + j], b[with + j]);
        }
    }

    /** What {@link #addShortSums} may lose, relative to the sum of the absolute values of its products. */
    public static final double SHORT_SUMS = 8 * 0x1p-53;

    /**
     * As {@link #addDot}, but products are added up sixteen at a time in doubles, and only these sums in twice the precision: a third of the
     * work. The result is off by another {@link #SHORT_SUMS}, which is not part of {@link #error}: six roundings at most stand between a
     * product and the sum of its sixteen.
     */
    public void addShortSums(double[] a, int from, double[] b, int with, int length) {
        int whole = length - length % 16;
        for (int start = 0; start < whole; start += 16) {
            double h0 = 0;
            double h1 = 0;
            double h2 = 0;
            double h3 = 0;
            double size = 0;
            for (int j = start; j < start + 16; j += 4) {
                double p0 = a[from + j] * b[with + j];
                double p1 = a[from + j + 1] * b[with + j + 1];
                double p2 = a[from + j + 2] * b[with + j + 2];
                double p3 = a[from + j + 3] * b[with + j + 3];
                h0 += p0;
                h1 += p1;
                h2 += p2;
                h3 += p3;
                size += (Math.abs(p0) + Math.abs(p1)) + (Math.abs(p2) + Math.abs(p3));
            }
            join((h0 + h1) + (h2 + h3), 0);
            absolute += size;
        }
        count += whole;
        addDot(a, from + whole, b, with + whole, length - whole);
    }

    /** What rounding takes from x + y = s. */
    private static double lost(double x, double y, double s) {
        double v = s - x;
        return (x - (s - v)) + (y - v);
    }

    private void join(double h, double l) {
        double s = hi + h;
        lo += lost(hi, h, s) + l;
        hi = s;
    }

    /** Adds the product of row i of {@code a} and as many neighbouring entries of an array. */
    public void addDot(Matrix a, int i, double[] b, int with) {
        addDot(a.data, i * a.cols(), b, with, a.cols());
    }

    /** Adds the product of row i of {@code a} and row j of {@code b}. */
    public void addDot(Matrix a, int i, Matrix b, int j) {
        addDot(a, i, b.data, j * b.cols());
    }

    public Twofold value() {
        double s = hi + lo;
        return new Twofold(s, lo - (s - hi));
    }

    /** The sum of the absolute values of all that was added, to rounding. */
    public double absolute() {
        return absolute;
    }

    /** No sum of exact terms differs from {@link #value} by more; infinite or NaN where a term was. */
    public double error() {
        return error(count, absolute);
    }

    /** The error of a sum of so many terms whose absolute values sum to {@code absolute}. */
    public static double error(long count, double absolute) {
        double terms = count + 4.0;
        return terms * terms * 0x1p-104 * absolute + terms * 0x1p-1070;
    }
}
