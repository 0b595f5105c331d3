package dev.kith.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Operations on numbers of twice the precision, against decimal arithmetic of 60 digits. */
class TwofoldTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final int TRIALS = 2000;

    private final Random random = new Random(11);

    private static BigDecimal exact(Twofold x) {
        return new BigDecimal(x.hi()).add(new BigDecimal(x.lo()));
    }

    private Twofold draw() {
        double hi = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(20) - 10);
        return Twofold.sum(hi, hi * 0x1p-53 * random.nextDouble());
    }

    private static void close(Twofold got, BigDecimal expected) {
        BigDecimal allowed = expected.abs().multiply(new BigDecimal(Twofold.ROUNDING));
        assertThat(exact(got).subtract(expected).abs()).isLessThanOrEqualTo(allowed);
    }

    @Test
    void sumsProductsAndQuotientsKeepThirtyDigits() {
        for (int k = 0; k < TRIALS; k++) {
            Twofold a = draw();
            Twofold b = draw();
            close(a.times(b), exact(a).multiply(exact(b)));
            close(a.dividedBy(b), exact(a).divide(exact(b), DIGITS));
            close(a.times(b.hi()), exact(a).multiply(new BigDecimal(b.hi())));
            if (a.hi() > 0 == b.hi() > 0) {
                close(a.plus(b), exact(a).add(exact(b)));
            } else {
                close(a.minus(b), exact(a).subtract(exact(b)));
            }
        }
    }

    @Test
    void rootsSquareToWhatTheyAreRootsOf() {
        for (int k = 0; k < TRIALS; k++) {
            Twofold a = draw();
            Twofold square = a.times(a);
            close(square.root(), exact(square).sqrt(DIGITS));
        }
        assertThat(new Twofold(-1e-30, 0).root()).isEqualTo(Twofold.ZERO);
    }

    /** By its series after halving the argument until it is small. */
    private static BigDecimal exp(BigDecimal x) {
        BigDecimal small = x.divide(new BigDecimal(1024), DIGITS);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int k = 1; k < 60; k++) {
            term = term.multiply(small, DIGITS).divide(new BigDecimal(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return sum.pow(1024, new MathContext(50));
    }

    @Test
    void exponentialsKeepTheirDigits() {
        for (int k = 0; k < TRIALS / 10; k++) {
            Twofold x = Twofold.sum(-random.nextDouble() * Math.pow(10, random.nextInt(5) - 2), 1e-20);
            BigDecimal expected = exp(exact(x));
            BigDecimal allowed = expected.multiply(new BigDecimal(Twofold.ROUNDING * (1 + Math.abs(x.hi()))));
            assertThat(exact(x.exp()).subtract(expected).abs()).as("exp(%s)", x).isLessThanOrEqualTo(allowed);
        }
        assertThat(Twofold.ZERO.exp()).isEqualTo(Twofold.ONE);
        assertThat(Twofold.of(-1e9).exp()).isEqualTo(Twofold.ZERO);
    }

    @Test
    void wholePowersAreRepeatedProducts() {
        Twofold x = draw();
        close(x.power(5), exact(x).pow(5));
        assertThat(x.power(0)).isEqualTo(Twofold.ONE);
    }

    @Test
    void aSumThatCancelsIsRightToItsOwnError() {
        for (int k = 0; k < 200; k++) {
            TwofoldSum sum = new TwofoldSum();
            BigDecimal expected = BigDecimal.ZERO;
            double[] a = IntStream.range(0, 30).mapToDouble(i -> draw().hi()).toArray();
            double[] b = IntStream.range(0, 30).mapToDouble(i -> draw().hi()).toArray();
            sum.addDot(a, 0, b, 0, 30);
            for (int i = 0; i < 30; i++) {
                expected = expected.add(new BigDecimal(a[i]).multiply(new BigDecimal(b[i])));
                sum.addProduct(-a[i], b[i] * (1 + 1e-12));
                expected = expected.subtract(new BigDecimal(a[i]).multiply(new BigDecimal(b[i] * (1 + 1e-12))));
            }
            BigDecimal off = exact(sum.value()).subtract(expected).abs();
            assertThat(off).isLessThanOrEqualTo(new BigDecimal(sum.error()));
            assertThat(sum.error()).isLessThan(1e-25 * sum.absolute());
        }
    }

    /** Sixteen products at a time in doubles: off by more than the sum's own error, by no more than it says. */
    @Test
    void shortSumsAreOffByNoMoreThanTheySay() {
        Random random = new Random(17);
        boolean beyond = false;
        for (int length : new int[] {0, 1, 15, 16, 17, 100, 1000}) {
            for (int round = 0; round < 20; round++) {
                double[] a = random.doubles(length + 3, -1, 1).toArray();
                double[] b = random.doubles(length + 5, -1, 1)
                        .map(x -> Math.scalb(x, (int) (40 * x)))
                        .toArray();
                BigDecimal exact = BigDecimal.ZERO;
                double absolute = 0;
                for (int j = 0; j < length; j++) {
                    exact = exact.add(new BigDecimal(a[3 + j]).multiply(new BigDecimal(b[5 + j])));
                    absolute += Math.abs(a[3 + j] * b[5 + j]);
                }
                TwofoldSum sum = new TwofoldSum();
                sum.addShortSums(a, 3, b, 5, length);
                double off = exact.subtract(new BigDecimal(sum.value().hi()))
                        .subtract(new BigDecimal(sum.value().lo()))
                        .abs()
                        .doubleValue();
                assertThat(off).isLessThanOrEqualTo(sum.error() + TwofoldSum.SHORT_SUMS * absolute);
                assertThat(sum.absolute()).isCloseTo(absolute, within(1e-12 * absolute));
                beyond |= off > sum.error();
            }
        }
        assertThat(beyond).as("the bound is needed").isTrue();
    }

    @Test
    void whatIsNotFiniteShows() {
        TwofoldSum sum = new TwofoldSum();
        sum.add(Double.POSITIVE_INFINITY);
        sum.add(1);
        assertThat(sum.value().hi()).isNaN();
        assertThat(sum.error()).isInfinite();
    }
}
