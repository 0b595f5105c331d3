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
        double v = s - hi;
        lo += (hi - (s - v)) + (value - v);
        hi = s;
        absolute += Math.abs(value);
        count++;
    }

    public void add(Twofold value) {
        add(value.hi());
        lo += value.lo();
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
        double h = hi;
        double l = lo;
        double sum = absolute;
        for (int j = 0; j < length; j++) {
            double p = a[from + j] * b[with + j];
            double s = h + p;
            double v = s - h;
            l += ((h - (s - v)) + (p - v)) + Math.fma(a[from + j], b[with + j], -p);
            h = s;
            sum += Math.abs(p);
        }
        hi = h;
        lo = l;
        absolute = sum;
        count += length;
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
