package dev.kith.linalg;

/**
 * The number hi + lo, |lo| at most half a unit in the last place of hi: about 32 decimal digits, relative error of an
 * operation below {@link #ROUNDING}. For proofs, where a result must be known better than the numbers it is about; not for
 * solvers.
 *
 * <p>Non-finite values carry through as NaN or infinity in {@link #hi}. Nothing is promised where a product falls below
 * about 1e-290.
 */
public record Twofold(double hi, double lo) {
    /* Sums and products without rounding after Dekker and Knuth, with fused multiply-add [1]; the exponential by a table of
     * powers of 2 and a short series [2].
     * [1] Joldes, Muller, Popescu, Tight and rigorous error bounds for basic building blocks of double-word arithmetic,
     *     2017: sums 3 u^2, products 4 u^2, quotients 10 u^2 with u = 2^-53.
     * [2] Tang, Table-driven implementation of the exponential function, 1989. */

    /** No operation is off by more than this, relative to its result (the exponential, to its result times 1 + |x|). */
    public static final double ROUNDING = 0x1p-100;

    public static final Twofold ZERO = new Twofold(0, 0);
    public static final Twofold ONE = new Twofold(1, 0);

    private static final int STEPS = 64;
    private static final Twofold LN2 = new Twofold(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
    private static final Twofold INVERSE_6 = ONE.dividedBy(6);
    private static final Twofold INVERSE_24 = ONE.dividedBy(24);
    private static final Twofold INVERSE_120 = ONE.dividedBy(120);
    private static final Twofold[] ROOTS = roots();

    public static Twofold of(double value) {
        return new Twofold(value, 0);
    }

    /** a + b without rounding. */
    public static Twofold sum(double a, double b) {
        double s = a + b;
        double v = s - a;
        return new Twofold(s, (a - (s - v)) + (b - v));
    }

    /** a b without rounding. */
    public static Twofold product(double a, double b) {
        double p = a * b;
        return new Twofold(p, Math.fma(a, b, -p));
    }

    private static Twofold normal(double hi, double lo) {
        double s = hi + lo;
        return new Twofold(s, lo - (s - hi));
    }

    public Twofold plus(Twofold other) {
        Twofold s = sum(hi, other.hi);
        Twofold t = sum(lo, other.lo);
        Twofold u = normal(s.hi, s.lo + t.hi);
        return normal(u.hi, u.lo + t.lo);
    }

    public Twofold plus(double other) {
        Twofold s = sum(hi, other);
        return normal(s.hi, s.lo + lo);
    }

    public Twofold minus(Twofold other) {
        return plus(other.negated());
    }

    public Twofold negated() {
        return new Twofold(-hi, -lo);
    }

    public Twofold times(Twofold other) {
        Twofold p = product(hi, other.hi);
        return normal(p.hi, p.lo + (hi * other.lo + lo * other.hi));
    }

    public Twofold times(double other) {
        Twofold p = product(hi, other);
        return normal(p.hi, Math.fma(lo, other, p.lo));
    }

    public Twofold dividedBy(Twofold other) {
        double first = hi / other.hi;
        Twofold rest = minus(other.times(first));
        double second = rest.hi / other.hi;
        rest = rest.minus(other.times(second));
        return normal(first, second).plus(rest.hi / other.hi);
    }

    public Twofold dividedBy(double other) {
        return dividedBy(of(other));
    }

    /** The square root; 0 for negative numbers, which are rounding where a root is asked for. */
    public Twofold root() {
        if (!(hi > 0)) {
            return Double.isNaN(hi) ? this : ZERO;
        }
        double first = Math.sqrt(hi);
        Twofold rest = minus(product(first, first));
        return normal(first, rest.hi / (2 * first));
    }

    /** e to this power. */
    public Twofold exp() {
        if (!(hi > -700 && hi < 700)) {
            return of(Math.exp(hi));
        }
        long k = Math.round(hi * STEPS / LN2.hi);
        Twofold r = minus(LN2.times(k / (double) STEPS));
        // e^r = 1 + r + r^2/2 + ...; |r| < 0.0055, so from the sixth power on plain numbers have digits to spare.
        double x = r.hi;
        double tail = x * x * x * x * x * x / 720 * (1 + x / 7 * (1 + x / 8 * (1 + x / 9 * (1 + x / 10))));
        Twofold series = r.times(r.times(r.times(r.times(r.times(INVERSE_120).plus(INVERSE_24))
                                        .plus(INVERSE_6))
                                .plus(0.5))
                        .plus(1))
                .plus(tail);
        Twofold root = ROOTS[Math.floorMod(k, STEPS)];
        Twofold result = root.plus(root.times(series));
        double scale = Math.scalb(1.0, Math.toIntExact(Math.floorDiv(k, STEPS)));
        return new Twofold(result.hi * scale, result.lo * scale);
    }

    /** This to a whole power &gt;= 0. */
    public Twofold power(int exponent) {
        Twofold result = ONE;
        Twofold square = this;
        for (int left = exponent; left > 0; left >>= 1) {
            result = (left & 1) == 1 ? result.times(square) : result;
            square = square.times(square);
        }
        return result;
    }

    /** 2^(j/64), j = 0..63, by six roots of 2 and their products. */
    private static Twofold[] roots() {
        Twofold[] powers = new Twofold[STEPS];
        powers[0] = ONE;
        Twofold root = of(2);
        for (int step = STEPS / 2; step >= 1; step /= 2) {
            root = root.root();
            for (int j = step; j < STEPS; j += 2 * step) {
                powers[j] = powers[j - step].times(root);
            }
        }
        return powers;
    }
}
