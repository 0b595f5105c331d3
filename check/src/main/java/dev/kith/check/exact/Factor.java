package dev.kith.check.exact;

import java.util.Optional;

/** Factorisations of symmetric matrices in {@link Dd}: Cholesky, with and without pivots. */
public final class Factor {
    /** Ridges tried on matrices that are singular to 32 digits, relative to the diagonal. */
    private static final double[] RIDGES = {0, 1e-30, 1e-28, 1e-26, 1e-23, 1e-20, 1e-16, 1e-12};

    private final DdMatrix lower;

    private Factor(DdMatrix lower) {
        this.lower = lower;
    }

    /** L with LL' = a; empty where a is not positive definite to working precision. */
    public static Optional<Factor> of(DdMatrix a) {
        int n = a.rows;
        DdMatrix l = new DdMatrix(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                l.set(i, j, a.get(i, j).minus(DdMatrix.dot(l, i, l, j, j)).over(l.get(j, j)));
            }
            Dd pivot = a.get(i, i).minus(DdMatrix.dot(l, i, l, i, i));
            if (!(pivot.hi() > 0 && pivot.isFinite())) {
                return Optional.empty();
            }
            l.set(i, i, pivot.sqrt());
        }
        return Optional.of(new Factor(l));
    }

    /** The same with as small a ridge as makes it possible; for directions of search, not for results. */
    static Optional<Factor> ridged(DdMatrix a) {
        Dd floor = Dd.ZERO;
        for (int i = 0; i < a.rows; i++) {
            floor = floor.max(a.get(i, i));
        }
        for (double ridge : RIDGES) {
            DdMatrix raised = a.copy();
            for (int i = 0; i < a.rows && ridge > 0; i++) {
                Dd own = a.get(i, i).isPositive() ? a.get(i, i) : floor;
                raised.add(i, i, own.times(ridge));
            }
            Optional<Factor> factor = of(raised);
            if (factor.isPresent()) {
                return factor;
            }
        }
        return Optional.empty();
    }

    /** a^-1 b. */
    DdMatrix solve(DdMatrix b) {
        int n = lower.rows;
        DdMatrix upper = lower.transpose();
        DdMatrix x = b.copy();
        for (int c = 0; c < b.cols; c++) {
            for (int i = 0; i < n; i++) {
                Dd sum = x.get(i, c);
                for (int k = 0; k < i; k++) {
                    sum = sum.minus(lower.get(i, k).times(x.get(k, c)));
                }
                x.set(i, c, sum.over(lower.get(i, i)));
            }
            for (int i = n - 1; i >= 0; i--) {
                Dd sum = x.get(i, c);
                for (int k = i + 1; k < n; k++) {
                    sum = sum.minus(upper.get(i, k).times(x.get(k, c)));
                }
                x.set(i, c, sum.over(lower.get(i, i)));
            }
        }
        return x;
    }

    public DdMatrix inverse() {
        return solve(DdMatrix.identity(lower.rows));
    }

    /** log det a. */
    Dd logDet() {
        Dd sum = Dd.ZERO;
        for (int i = 0; i < lower.rows; i++) {
            sum = sum.plus(lower.get(i, i).log());
        }
        return sum.times(2);
    }

    /**
     * F (n x rank) with FF' = a for a positive semidefinite a, by Cholesky with the largest remaining pivot first; what
     * remains when all pivots are below {@code relative} times the largest is left out.
     */
    public static DdMatrix root(DdMatrix a, double relative) {
        int n = a.rows;
        DdMatrix rest = a.copy();
        DdMatrix columns = new DdMatrix(n, n);
        Dd first = Dd.ZERO;
        int rank = 0;
        boolean[] done = new boolean[n];
        while (rank < n) {
            int pivot = largest(rest, done);
            if (pivot < 0 || !(rest.get(pivot, pivot).hi() > relative * first.hi())) {
                break;
            }
            first = first.max(rest.get(pivot, pivot));
            Dd root = rest.get(pivot, pivot).sqrt();
            for (int i = 0; i < n; i++) {
                columns.set(rank, i, done[i] ? Dd.ZERO : rest.get(pivot, i).over(root));
            }
            for (int i = 0; i < n; i++) {
                rest.addRow(i, columns.get(rank, i).negate(), columns, rank);
            }
            done[pivot] = true;
            rank++;
        }
        DdMatrix factor = new DdMatrix(n, rank);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < rank; k++) {
                factor.set(i, k, columns.get(k, i));
            }
        }
        return factor;
    }

    private static int largest(DdMatrix rest, boolean[] done) {
        int at = -1;
        for (int i = 0; i < rest.rows; i++) {
            if (!done[i] && (at < 0 || rest.get(i, i).compareTo(rest.get(at, at)) > 0)) {
                at = i;
            }
        }
        return at >= 0 && rest.get(at, at).isPositive() ? at : -1;
    }
}
