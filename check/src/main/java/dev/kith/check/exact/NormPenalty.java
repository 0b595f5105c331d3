package dev.kith.check.exact;

import java.util.Arrays;

/**
 * The penalty of multiple kernel learning: unknowns belong to components m, r_m is the sum of their squares over {@code
 * scale}, and
 *
 * <pre>  R = min over theta &gt;= 0, ||theta||_p &lt;= 1 of 1/2 sum r_m / theta_m = 1/2 (sum r_m^(p/(p+1)))^((p+1)/p).  </pre>
 */
public final class NormPenalty implements Penalty {
    private final int[] componentOf;
    private final int components;
    private final double p;
    private final Dd scale;
    private final Dd[] theta;

    /** @param componentOf of the unknowns that cost something, which come first */
    public NormPenalty(int[] componentOf, int components, double p, Dd scale) {
        this.componentOf = componentOf.clone();
        this.components = components;
        this.p = p;
        this.scale = scale;
        theta = new Dd[components];
        Arrays.fill(theta, Dd.ONE);
    }

    private Dd[] squares(DdMatrix u, double delta) {
        Dd[] r = new Dd[components];
        Arrays.fill(r, Dd.of(delta).square().over(scale));
        for (int i = 0; i < componentOf.length; i++) {
            r[componentOf[i]] = r[componentOf[i]].plus(u.get(i, 0).square().over(scale));
        }
        return r;
    }

    @Override
    public Dd exact(DdMatrix u) {
        return smooth(u, 0);
    }

    @Override
    public void settle(DdMatrix u, double delta) {
        if (Double.isInfinite(p)) {
            return;
        }
        Dd[] r = squares(u, delta);
        Dd norm = sum(r).pow(Dd.ONE.over(p));
        for (int m = 0; m < components; m++) {
            theta[m] = r[m].pow(Dd.ONE.over(p + 1)).over(norm);
        }
    }

    /** sum r^(p/(p+1)). */
    private Dd sum(Dd[] r) {
        Dd sum = Dd.ZERO;
        for (Dd value : r) {
            sum = sum.plus(Double.isInfinite(p) ? value : value.pow(Dd.of(p).over(p + 1)));
        }
        return sum;
    }

    @Override
    public Dd smooth(DdMatrix u, double delta) {
        Dd sum = sum(squares(u, Double.isInfinite(p) ? 0 : delta));
        return (Double.isInfinite(p) ? sum : sum.pow(Dd.of(p + 1).over(p))).scale(-1);
    }

    @Override
    public void above(DdMatrix m) {
        for (int i = 0; i < componentOf.length; i++) {
            m.add(i, i, Dd.ONE.over(scale.times(theta[componentOf[i]])));
        }
    }
}
