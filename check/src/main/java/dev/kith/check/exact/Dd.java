package dev.kith.check.exact;

import java.math.BigDecimal;

/**
 * A number as the unevaluated sum of two doubles, hi + lo with |lo| at most half a unit in the last place of hi: 106 bits,
 * about 32 digits, with the range of a double (below 1e-290 the second part is lost). Not-a-number and infinities give
 * results that are not {@link #isFinite}.
 *
 * <p>Error-free sums and products [1], algorithms of the QD library [2].
 *
 * <p>[1] Dekker, A floating-point technique for extending the available precision, 1971. [2] Hida, Li, Bailey, Algorithms
 * for quad-double precision floating point arithmetic, 2001.
 */
public record Dd(double hi, double lo) implements Comparable<Dd> {
    public static final Dd ZERO = new Dd(0, 0);
    public static final Dd ONE = new Dd(1, 0);
    private static final Dd LN2 = new Dd(0.6931471805599453, 2.3190468138462996e-17);
    private static final Dd HALF_PI = new Dd(1.5707963267948966, 6.123233995736766e-17);

    public static Dd of(double value) {
        return new Dd(value, 0);
    }

    private static Dd quick(double a, double b) {
        double s = a + b;
        return new Dd(s, b - (s - a));
    }

    private static Dd twoSum(double a, double b) {
        double s = a + b;
        double t = s - a;
        return new Dd(s, (a - (s - t)) + (b - t));
    }

    public Dd plus(Dd b) {
        Dd s = twoSum(hi, b.hi);
        Dd t = twoSum(lo, b.lo);
        Dd u = quick(s.hi, s.lo + t.hi);
        return quick(u.hi, u.lo + t.lo);
    }

    public Dd plus(double b) {
        return plus(of(b));
    }

    public Dd negate() {
        return new Dd(-hi, -lo);
    }

    public Dd minus(Dd b) {
        return plus(b.negate());
    }

    public Dd times(Dd b) {
        double p = hi * b.hi;
        double e = Math.fma(hi, b.hi, -p);
        return quick(p, e + (hi * b.lo + lo * b.hi));
    }

    public Dd times(double b) {
        return times(of(b));
    }

    public Dd over(Dd b) {
        double q1 = hi / b.hi;
        Dd r = minus(b.times(q1));
        double q2 = r.hi / b.hi;
        r = r.minus(b.times(q2));
        return quick(q1, q2).plus(r.hi / b.hi);
    }

    public Dd over(double b) {
        return over(of(b));
    }

    public Dd square() {
        return times(this);
    }

    /** 2^k times this, exactly unless it leaves the range. */
    Dd scale(int k) {
        return new Dd(Math.scalb(hi, k), Math.scalb(lo, k));
    }

    /** The root; 0 for numbers that are not positive. */
    public Dd sqrt() {
        if (!(hi > 0)) {
            return hi <= 0 ? ZERO : this;
        }
        double x = 1 / Math.sqrt(hi);
        double root = hi * x;
        return of(root).plus(minus(of(root).square()).hi * (x * 0.5));
    }

    Dd abs() {
        return hi < 0 || (hi == 0 && lo < 0) ? negate() : this;
    }

    public Dd max(Dd b) {
        return compareTo(b) >= 0 ? this : b;
    }

    Dd min(Dd b) {
        return compareTo(b) <= 0 ? this : b;
    }

    /** e to this, by halving the argument nine times and a short series. */
    Dd exp() {
        if (hi > 709) {
            return of(Double.POSITIVE_INFINITY);
        }
        if (!(hi > -745)) {
            return hi <= -745 ? ZERO : this;
        }
        int k = (int) Math.rint(hi / LN2.hi);
        Dd r = minus(LN2.times(k)).scale(-9);
        Dd term = r;
        Dd sum = r;
        for (int n = 2; n <= 9; n++) {
            term = term.times(r).over(n);
            sum = sum.plus(term);
        }
        for (int n = 0; n < 9; n++) {
            sum = sum.scale(1).plus(sum.square());
        }
        return sum.plus(1).scale(k);
    }

    /** The natural logarithm of a number &gt; 0, by two Newton steps on exp. */
    Dd log() {
        if (!(hi > 0)) {
            return of(hi == 0 ? Double.NEGATIVE_INFINITY : Double.NaN);
        }
        // away from the ends of the range: exp(-x) must not overflow
        int k = Math.getExponent(hi);
        Dd m = scale(-k);
        Dd x = of(Math.log(m.hi));
        for (int n = 0; n < 2; n++) {
            x = x.plus(m.times(x.negate().exp())).plus(-1);
        }
        return x.plus(LN2.times(k));
    }

    /** log(1 + this) for this &gt; -1, exact to 30 digits of the result where this is small too. */
    Dd log1p() {
        if (Math.abs(hi) > 1e-3) {
            return plus(1).log();
        }
        Dd sum = ZERO;
        for (int n = 12; n >= 1; n--) {
            sum = of(n % 2 == 0 ? -1 : 1).over(n).plus(sum.times(this));
        }
        return sum.times(this);
    }

    /** This to a real power; this &gt;= 0. */
    Dd pow(Dd power) {
        return hi == 0 ? ZERO : log().times(power).exp();
    }

    public Dd cos() {
        return plus(HALF_PI).sin();
    }

    /** The sine; the argument is brought near 0 by the quarter turns in it. */
    public Dd sin() {
        long quarters = Math.round(hi / HALF_PI.hi);
        Dd r = minus(HALF_PI.times((double) quarters));
        boolean cosine = (quarters & 1) != 0;
        Dd square = r.square().negate();
        Dd term = cosine ? ONE : r;
        Dd sum = term;
        for (int n = cosine ? 1 : 2; n < 30; n += 2) {
            term = term.times(square).over(n * (n + 1.0));
            sum = sum.plus(term);
        }
        return (quarters & 2) != 0 ? sum.negate() : sum;
    }

    public boolean isFinite() {
        return Double.isFinite(hi) && Double.isFinite(lo);
    }

    public boolean isPositive() {
        return hi > 0;
    }

    public double value() {
        return hi;
    }

    BigDecimal exact() {
        return new BigDecimal(hi).add(new BigDecimal(lo));
    }

    @Override
    public int compareTo(Dd b) {
        int byHi = Double.compare(hi + 0.0, b.hi + 0.0);
        return byHi != 0 ? byHi : Double.compare(lo + 0.0, b.lo + 0.0);
    }

    @Override
    public String toString() {
        return Double.toString(hi);
    }
}
