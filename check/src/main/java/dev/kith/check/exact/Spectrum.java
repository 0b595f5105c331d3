package dev.kith.check.exact;

/**
 * A penalty on the eigenvalues g of A: min over g of sum_i lambda s_i / g_i + f(g), for eigenvalues s of W'W.
 *
 * <p>schatten-norm: f = rho (sum g^p)^(1/p), g in proportion to s^(1/(p+1)) and as large as makes both terms equal. schatten: f = rho sum g^p, g = (lambda s / (rho p))^(1/(p+1)). mtrl: sum g = 1, g = sqrt(s) / sum sqrt(s). logdet: f = rho
 * sum (mu g - log g), the positive root of rho mu g^2 - rho g = lambda s. cluster: low &lt;= g &lt;= high with a given sum, g = clip(nu sqrt(s)).
 */
public sealed interface Spectrum {
    /** The minimising g. */
    Dd[] step(Dd[] s);

    /** f(g). */
    Dd cost(Dd[] g);

    /** The least value itself, where a formula says it better than the sum does. */
    default Dd reduced(Dd lambda, Dd[] s) {
        Dd[] g = step(s);
        Dd sum = cost(g);
        for (int i = 0; i < s.length; i++) {
            sum = g[i].isPositive() ? sum.plus(lambda.times(s[i]).over(g[i])) : sum;
        }
        return sum;
    }

    record SchattenNorm(Dd lambda, Dd rho, double p) implements Spectrum {
        @Override
        public Dd[] step(Dd[] s) {
            Dd[] g = new Dd[s.length];
            Dd quotients = Dd.ZERO;
            for (int i = 0; i < g.length; i++) {
                g[i] = s[i].isPositive() ? s[i].pow(Dd.ONE.over(p + 1)) : Dd.ZERO;
                quotients = s[i].isPositive() ? quotients.plus(s[i].over(g[i])) : quotients;
            }
            if (!quotients.isPositive()) {
                return g;
            }
            Dd factor = lambda.times(quotients).over(cost(g)).sqrt();
            for (int i = 0; i < g.length; i++) {
                g[i] = g[i].times(factor);
            }
            return g;
        }

        @Override
        public Dd cost(Dd[] g) {
            Dd sum = Dd.ZERO;
            for (Dd value : g) {
                sum = value.isPositive() ? sum.plus(value.pow(Dd.of(p))) : sum;
            }
            return sum.isPositive() ? rho.times(sum.pow(Dd.ONE.over(p))) : sum;
        }
    }

    record Schatten(Dd lambda, Dd rho, double p) implements Spectrum {
        @Override
        public Dd[] step(Dd[] s) {
            Dd[] g = new Dd[s.length];
            for (int i = 0; i < g.length; i++) {
                Dd ratio = lambda.times(s[i]).over(rho.times(p));
                g[i] = p == 1 ? ratio.sqrt() : ratio.pow(Dd.ONE.over(p + 1));
            }
            return g;
        }

        @Override
        public Dd cost(Dd[] g) {
            Dd sum = Dd.ZERO;
            for (Dd value : g) {
                sum = sum.plus(p == 1 ? value : p == 2 ? value.square() : value.pow(Dd.of(p)));
            }
            return sum.times(rho);
        }
    }

    record OfTraceOne() implements Spectrum {
        @Override
        public Dd[] step(Dd[] s) {
            Dd sum = Dd.ZERO;
            for (Dd value : s) {
                sum = sum.plus(value.sqrt());
            }
            Dd[] g = new Dd[s.length];
            for (int i = 0; i < g.length; i++) {
                g[i] = sum.isPositive() ? s[i].sqrt().over(sum) : Dd.ONE.over(g.length);
            }
            return g;
        }

        @Override
        public Dd cost(Dd[] g) {
            return Dd.ZERO;
        }

        @Override
        public Dd reduced(Dd lambda, Dd[] s) {
            Dd sum = Dd.ZERO;
            for (Dd value : s) {
                sum = sum.plus(value.sqrt());
            }
            return sum.square().times(lambda);
        }
    }

    record LogDet(Dd lambda, Dd rho, double mu) implements Spectrum {
        @Override
        public Dd[] step(Dd[] s) {
            Dd[] g = new Dd[s.length];
            for (int i = 0; i < g.length; i++) {
                Dd root = lambda.times(s[i]).over(rho).times(4 * mu).plus(1).sqrt();
                g[i] = root.plus(1).over(2 * mu);
            }
            return g;
        }

        @Override
        public Dd cost(Dd[] g) {
            Dd sum = Dd.ZERO;
            for (Dd value : g) {
                sum = sum.plus(value.times(mu)).minus(value.log());
            }
            return sum.times(rho);
        }
    }

    /**
     * Eigenvalues between bounds.
     *
     * @param spare what the sum of g leaves above low everywhere
     */
    record Clusters(Dd low, Dd high, Dd spare) implements Spectrum {
        private static final int STEPS = 260;

        @Override
        public Dd[] step(Dd[] s) {
            Dd least = null;
            Dd most = Dd.ZERO;
            for (Dd value : s) {
                if (value.isPositive()) {
                    least = least == null ? value : least.min(value);
                    most = most.max(value);
                }
            }
            if (least == null) {
                return levels(s, Dd.ZERO);
            }
            Dd bottom = low.over(most.sqrt()).scale(-1);
            Dd top = high.over(least.sqrt()).scale(1);
            if (used(s, top).compareTo(spare) <= 0) {
                return levels(s, top);
            }
            for (int k = 0; k < STEPS; k++) {
                // first in ratios, for the range may be wide
                Dd nu = k < 60 ? bottom.times(top).sqrt() : bottom.plus(top).scale(-1);
                if (used(s, nu).compareTo(spare) <= 0) {
                    bottom = nu;
                } else {
                    top = nu;
                }
            }
            return levels(s, bottom);
        }

        private Dd[] levels(Dd[] s, Dd nu) {
            Dd[] g = new Dd[s.length];
            for (int i = 0; i < g.length; i++) {
                g[i] = nu.times(s[i].sqrt()).max(low).min(high);
            }
            return g;
        }

        private Dd used(Dd[] s, Dd nu) {
            Dd sum = Dd.ZERO;
            for (Dd g : levels(s, nu)) {
                sum = sum.plus(g.minus(low));
            }
            return sum;
        }

        @Override
        public Dd cost(Dd[] g) {
            return Dd.ZERO;
        }
    }
}
