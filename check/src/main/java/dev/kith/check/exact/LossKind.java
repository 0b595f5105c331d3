package dev.kith.check.exact;

/** The losses, from their definitions: squared (y - z)^2, absolute |y - z|, logistic log(1 + exp(-yz)), hinge max(0, 1 - yz). */
public enum LossKind {
    SQUARED {
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
    ABSOLUTE {
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
    LOGISTIC {
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
    HINGE {
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
    };

    /** A loss near a prediction: value, slope and curvature in z. */
    record Local(Dd value, Dd slope, Dd curvature) {}

    abstract Dd value(Dd y, Dd z);

    /** The loss, or a smooth one that is above it by at most mu where it has a kink. */
    abstract Local smooth(Dd y, Dd z, double mu);

    public boolean classification() {
        return this == LOGISTIC || this == HINGE;
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
