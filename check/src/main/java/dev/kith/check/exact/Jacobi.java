package dev.kith.check.exact;

/** Eigenvalues of symmetric matrices and singular values of any, by Jacobi's rotations in {@link Dd}. */
final class Jacobi {
    private static final int MOST_SWEEPS = 60;
    private static final double PRECISE = 1e-32;

    /** Eigenvalues, in no order. */
    final Dd[] values;

    /** Eigenvectors as columns. */
    final DdMatrix vectors;

    private Jacobi(Dd[] values, DdMatrix vectors) {
        this.values = values;
        this.vectors = vectors;
    }

    static Jacobi of(DdMatrix symmetric) {
        int n = symmetric.rows;
        DdMatrix a = symmetric.copy();
        DdMatrix v = DdMatrix.identity(n);
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            boolean moved = false;
            for (int p = 0; p < n; p++) {
                for (int q = p + 1; q < n; q++) {
                    double size = Math.sqrt(Math.abs(a.get(p, p).hi()))
                            * Math.sqrt(Math.abs(a.get(q, q).hi()));
                    double least = 1e-3
                            * PRECISE
                            * Math.max(
                                    Math.abs(a.get(p, p).hi()),
                                    Math.abs(a.get(q, q).hi()));
                    if (Math.abs(a.get(p, q).hi()) > Math.max(PRECISE * size, least)) {
                        rotate(a, v, p, q);
                        moved = true;
                    }
                }
            }
            if (!moved) {
                break;
            }
        }
        Dd[] values = new Dd[n];
        for (int i = 0; i < n; i++) {
            values[i] = a.get(i, i);
        }
        return new Jacobi(values, v);
    }

    private static void rotate(DdMatrix a, DdMatrix v, int p, int q) {
        Dd t = tangent(a.get(p, p), a.get(q, q), a.get(p, q));
        Dd c = Dd.ONE.over(t.square().plus(1).sqrt());
        Dd s = t.times(c);
        for (int k = 0; k < a.rows; k++) {
            turn(a, k, p, k, q, c, s);
        }
        for (int k = 0; k < a.rows; k++) {
            turn(a, p, k, q, k, c, s);
        }
        a.set(p, q, Dd.ZERO);
        a.set(q, p, Dd.ZERO);
        for (int k = 0; k < a.rows; k++) {
            turn(v, k, p, k, q, c, s);
        }
    }

    private static void turn(DdMatrix m, int i, int j, int k, int l, Dd c, Dd s) {
        Dd x = m.get(i, j);
        Dd y = m.get(k, l);
        m.set(i, j, c.times(x).minus(s.times(y)));
        m.set(k, l, s.times(x).plus(c.times(y)));
    }

    /** t = tan of the angle that annihilates the entry pq; the smaller of the two. */
    private static Dd tangent(Dd pp, Dd qq, Dd pq) {
        Dd theta = qq.minus(pp).over(pq.times(2));
        if (Math.abs(theta.hi()) > 1e40) {
            return Dd.ONE.over(theta.times(2));
        }
        Dd t = Dd.ONE.over(theta.abs().plus(theta.square().plus(1).sqrt()));
        return theta.hi() < 0 ? t.negate() : t;
    }

    /** Singular values of w, as many as columns, in no order: columns are turned until they are orthogonal. */
    static Dd[] singularValues(DdMatrix w) {
        DdMatrix columns = w.transpose();
        int n = columns.rows;
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            boolean moved = false;
            for (int p = 0; p < n; p++) {
                for (int q = p + 1; q < n; q++) {
                    Dd pq = DdMatrix.dot(columns, p, columns, q, w.rows);
                    Dd pp = DdMatrix.dot(columns, p, columns, p, w.rows);
                    Dd qq = DdMatrix.dot(columns, q, columns, q, w.rows);
                    double longer = Math.sqrt(Math.max(pp.hi(), qq.hi()));
                    double shorter = Math.sqrt(Math.min(pp.hi(), qq.hi()));
                    // what is left of a column that depends on others is noise, and turning it would never end
                    if (shorter > PRECISE * longer && Math.abs(pq.hi()) > 10 * PRECISE * longer * shorter) {
                        Dd t = tangent(pp, qq, pq);
                        Dd c = Dd.ONE.over(t.square().plus(1).sqrt());
                        for (int k = 0; k < w.rows; k++) {
                            turn(columns, p, k, q, k, c, t.times(c));
                        }
                        moved = true;
                    }
                }
            }
            if (!moved) {
                break;
            }
        }
        Dd[] values = new Dd[n];
        for (int i = 0; i < n; i++) {
            values[i] = DdMatrix.dot(columns, i, columns, i, w.rows).sqrt();
        }
        return values;
    }
}
