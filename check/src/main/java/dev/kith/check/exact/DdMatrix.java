package dev.kith.check.exact;

/** A dense matrix of {@link Dd} numbers, by rows. */
public final class DdMatrix {
    public final int rows;
    public final int cols;
    private final double[] hi;
    private final double[] lo;

    public DdMatrix(int rows, int cols) {
        this.rows = rows;
        this.cols = cols;
        hi = new double[rows * cols];
        lo = new double[rows * cols];
    }

    public static DdMatrix identity(int n) {
        DdMatrix one = new DdMatrix(n, n);
        for (int i = 0; i < n; i++) {
            one.set(i, i, Dd.ONE);
        }
        return one;
    }

    public static DdMatrix of(double[]... values) {
        DdMatrix m = new DdMatrix(values.length, values.length == 0 ? 0 : values[0].length);
        for (int i = 0; i < m.rows; i++) {
            for (int j = 0; j < m.cols; j++) {
                m.set(i, j, Dd.of(values[i][j]));
            }
        }
        return m;
    }

    /** A column. */
    static DdMatrix column(Dd... values) {
        DdMatrix m = new DdMatrix(values.length, 1);
        for (int i = 0; i < values.length; i++) {
            m.set(i, 0, values[i]);
        }
        return m;
    }

    public Dd get(int i, int j) {
        return new Dd(hi[i * cols + j], lo[i * cols + j]);
    }

    public void set(int i, int j, Dd value) {
        hi[i * cols + j] = value.hi();
        lo[i * cols + j] = value.lo();
    }

    public void add(int i, int j, Dd value) {
        set(i, j, get(i, j).plus(value));
    }

    DdMatrix copy() {
        DdMatrix m = new DdMatrix(rows, cols);
        System.arraycopy(hi, 0, m.hi, 0, hi.length);
        System.arraycopy(lo, 0, m.lo, 0, lo.length);
        return m;
    }

    public DdMatrix transpose() {
        DdMatrix m = new DdMatrix(cols, rows);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                m.set(j, i, get(i, j));
            }
        }
        return m;
    }

    public DdMatrix times(DdMatrix b) {
        DdMatrix turned = b.transpose();
        DdMatrix m = new DdMatrix(rows, b.cols);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < b.cols; j++) {
                m.set(i, j, dot(this, i, turned, j, cols));
            }
        }
        return m;
    }

    /** this' this. */
    public DdMatrix gram() {
        return transpose().times(this);
    }

    public DdMatrix plus(Dd factor, DdMatrix b) {
        DdMatrix m = new DdMatrix(rows, cols);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                m.set(i, j, get(i, j).plus(factor.times(b.get(i, j))));
            }
        }
        return m;
    }

    public DdMatrix plusDiagonal(Dd value) {
        DdMatrix m = copy();
        for (int i = 0; i < rows; i++) {
            m.add(i, i, value);
        }
        return m;
    }

    public Dd trace() {
        Dd sum = Dd.ZERO;
        for (int i = 0; i < Math.min(rows, cols); i++) {
            sum = sum.plus(get(i, i));
        }
        return sum;
    }

    /** Sum of the products of entries. */
    Dd dot(DdMatrix b) {
        Dd sum = Dd.ZERO;
        for (int i = 0; i < rows; i++) {
            sum = sum.plus(dot(this, i, b, i, cols));
        }
        return sum;
    }

    public Dd maxAbs() {
        Dd most = Dd.ZERO;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                most = most.max(get(i, j).abs());
            }
        }
        return most;
    }

    boolean isFinite() {
        for (int k = 0; k < hi.length; k++) {
            if (!Double.isFinite(hi[k]) || !Double.isFinite(lo[k])) {
                return false;
            }
        }
        return true;
    }

    /** sum over k &lt; length of a_ik b_jk. */
    public static Dd dot(DdMatrix a, int i, DdMatrix b, int j, int length) {
        double sumHi = 0;
        double sumLo = 0;
        int p = i * a.cols;
        int q = j * b.cols;
        for (int k = 0; k < length; k++) {
            double x = a.hi[p + k];
            double y = b.hi[q + k];
            double product = x * y;
            double error = Math.fma(x, y, -product) + (x * b.lo[q + k] + a.lo[p + k] * y);
            double s = sumHi + product;
            double t = s - sumHi;
            double rest = (sumHi - (s - t)) + (product - t) + (sumLo + error);
            sumHi = s + rest;
            sumLo = rest - (sumHi - s);
        }
        return new Dd(sumHi, sumLo);
    }

    /** Row i of this += factor times row j of b. */
    public void addRow(int i, Dd factor, DdMatrix b, int j) {
        int p = i * cols;
        int q = j * b.cols;
        for (int k = 0; k < cols; k++) {
            double product = factor.hi() * b.hi[q + k];
            double error = Math.fma(factor.hi(), b.hi[q + k], -product)
                    + (factor.hi() * b.lo[q + k] + factor.lo() * b.hi[q + k]);
            double s = hi[p + k] + product;
            double t = s - hi[p + k];
            double rest = (hi[p + k] - (s - t)) + (product - t) + (lo[p + k] + error);
            hi[p + k] = s + rest;
            lo[p + k] = rest - (hi[p + k] - s);
        }
    }
}
