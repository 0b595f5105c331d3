package dev.kith.check.exact;

/**
 * The losses, from their definitions: squared (y - z)^2, absolute |y - z|, logistic log(1 + exp(-yz)), hinge max(0, 1 - yz), its
 * square; Huber's (z - y)^2 up to a miss of 1/2, then its tangent; max(0, |y - z| - 1/4); the quantile's max(3/4 (y - z), 1/4
 * (z - y)); Poisson's exp(z) - y z + y log y - y, as y (e^d - 1 - d), d = z - log y.
 */
public enum LossKind {
    SQUARED("squared") {
        @Override
        Dd value(Dd y, Dd z) {
            return y.minus(z).square();
        }

        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Dd r = z.minus(y);
            return new Local(r.square(), r.times(2), Dd.of(2));
        }
    },
    ABSOLUTE("absolute") {
        @Override
        Dd value(Dd y, Dd z) {
            Dd r = z.minus(y);
            return r.max(r.negate());
        }

        /** mu log(exp(r / mu) + exp(-r / mu)), above the absolute value by at most mu log 2. */
        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Dd r = z.minus(y);
            Dd m = r.times(2).over(mu);
            Dd p = sigmoid(m);
            return new Local(
                    softplus(m.max(m.negate()).negate()).times(mu).plus(value(y, z)),
                    p.times(2).minus(Dd.ONE),
                    p.times(sigmoid(m.negate())).times(4).over(mu));
        }
    },
    LOGISTIC("logistic") {
        @Override
        Dd value(Dd y, Dd z) {
            return softplus(y.times(z).negate());
        }

        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Dd margin = y.times(z);
            Dd p = sigmoid(margin.negate());
            return new Local(softplus(margin.negate()), y.times(p).negate(), p.times(sigmoid(margin)));
        }
    },
    HINGE("hinge") {
        @Override
        Dd value(Dd y, Dd z) {
            return Dd.ONE.minus(y.times(z)).max(Dd.ZERO);
        }

        /** mu log(1 + exp((1 - yz) / mu)), above the hinge by at most mu log 2. */
        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Dd m = Dd.ONE.minus(y.times(z)).over(mu);
            Dd p = sigmoid(m);
            return new Local(
                    softplus(m).times(mu),
                    y.times(p).negate(),
                    p.times(sigmoid(m.negate())).over(mu));
        }
    },
    SQUARED_HINGE("squared-hinge") {
        @Override
        Dd value(Dd y, Dd z) {
            return HINGE.value(y, z).square();
        }

        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Dd miss = HINGE.value(y, z);
            return new Local(miss.square(), y.times(miss).times(-2), miss.isPositive() ? Dd.of(2) : Dd.ZERO);
        }
    },
    HUBER("huber:0.5") {
        @Override
        Dd value(Dd y, Dd z) {
            Dd r = z.minus(y).abs();
            return r.hi() <= 0.5 ? r.square() : r.minus(Dd.of(0.25));
        }

        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Dd r = z.minus(y);
            boolean near = r.abs().hi() <= 0.5;
            return new Local(value(y, z), near ? r.times(2) : Dd.of(Math.signum(r.hi())), near ? Dd.of(2) : Dd.ZERO);
        }
    },
    INSENSITIVE("eps-insensitive:0.25") {
        @Override
        Dd value(Dd y, Dd z) {
            return z.minus(y).abs().plus(-0.25).max(Dd.ZERO);
        }

        /** Both sides as the hinge's. */
        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Dd r = z.minus(y);
            Dd up = r.plus(-0.25).over(mu);
            Dd down = r.negate().plus(-0.25).over(mu);
            return new Local(
                    softplus(up).plus(softplus(down)).times(mu),
                    sigmoid(up).minus(sigmoid(down)),
                    sigmoid(up)
                            .times(sigmoid(up.negate()))
                            .plus(sigmoid(down).times(sigmoid(down.negate())))
                            .over(mu));
        }
    },
    QUANTILE("quantile:0.75") {
        @Override
        Dd value(Dd y, Dd z) {
            Dd r = y.minus(z);
            return r.times(0.75).max(r.times(-0.25));
        }

        /** |y - z| / 2 + (y - z) / 4. */
        @Override
        Local smooth(Dd y, Dd z, double mu) {
            Local half = ABSOLUTE.smooth(y, z, mu);
            return new Local(
                    half.value().times(0.5).plus(y.minus(z).times(0.25)),
                    half.slope().times(0.5).plus(-0.25),
                    half.curvature().times(0.5));
        }
    },
    POISSON("poisson") {
        @Override
        Dd value(Dd y, Dd z) {
            return y.isPositive() ? y.times(beyond(z.minus(y.log()))) : z.exp();
        }

        @Override
        Local smooth(Dd y, Dd z, double mu) {
            return new Local(value(y, z), z.exp().minus(y), z.exp());
        }
    };

    /** What users write. */
    public final String written;

    LossKind(String written) {
        this.written = written;
    }

    /** A loss near a prediction: value, slope and curvature in z. */
    record Local(Dd value, Dd slope, Dd curvature) {}

    abstract Dd value(Dd y, Dd z);

    /** The loss, or a smooth one that is above it by at most mu where it has a kink. */
    abstract Local smooth(Dd y, Dd z, double mu);

    public boolean classification() {
        return this == LOGISTIC || this == HINGE || this == SQUARED_HINGE;
    }

    /** Whether labels may be shifted and scaled. */
    public boolean scalable() {
        return !classification() && this != POISSON;
    }

    /** e^d - 1 - d &gt;= 0; a short sum near 0, where the difference would be of the size of its rounding and might be negative. */
    private static Dd beyond(Dd d) {
        if (d.abs().hi() > 0.25) {
            return d.exp().plus(-1).minus(d);
        }
        Dd sum = Dd.ZERO;
        for (int k = 24; k >= 2; k--) {
            sum = sum.plus(1).times(d).over(k);
        }
        return sum.times(d);
    }

    /** log(1 + e^x). */
    static Dd softplus(Dd x) {
        return x.hi() > 0 ? x.plus(x.negate().exp().log1p()) : x.exp().log1p();
    }

    /** 1 / (1 + e^-x). */
    static Dd sigmoid(Dd x) {
        if (x.hi() > 0) {
            return Dd.ONE.over(x.negate().exp().plus(1));
        }
        Dd e = x.exp();
        return e.over(e.plus(1));
    }
}
