package dev.kith.check.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The checker's own arithmetic has the digits it claims. */
class DdTest {
    private static final MathContext MC = new MathContext(80);

    private static double digitsLost(Dd got, BigDecimal expected) {
        BigDecimal error = got.exact().subtract(expected, MC).abs();
        return error.signum() == 0 ? 0 : error.divide(expected.abs(), MC).doubleValue();
    }

    private static Dd draw(Random random) {
        double hi = random.nextGaussian() * Math.pow(10, random.nextInt(41) - 20);
        return Dd.of(hi).plus(hi * 1e-17 * random.nextDouble());
    }

    @Test
    void sumsProductsQuotientsAndRootsHaveThirtyDigits() {
        Random random = new Random(1);
        for (int k = 0; k < 20_000; k++) {
            Dd a = draw(random);
            Dd b = draw(random);
            assertThat(digitsLost(a.plus(b), a.exact().add(b.exact()))).isLessThan(1e-31);
            assertThat(digitsLost(a.times(b), a.exact().multiply(b.exact()))).isLessThan(1e-31);
            assertThat(digitsLost(a.over(b), a.exact().divide(b.exact(), MC))).isLessThan(1e-31);
            assertThat(digitsLost(a.abs().sqrt(), a.abs().exact().sqrt(MC))).isLessThan(1e-31);
        }
    }

    @Test
    void cancellationOfNearlyEqualNumbersIsExact() {
        Dd a = Dd.of(1e8).plus(1e-20);
        assertThat(a.minus(Dd.of(1e8)).value()).isEqualTo(1e-20);
    }

    @Test
    void exponentialsAndLogarithmsAgreeWithKnownDigits() {
        assertThat(digitsLost(Dd.ONE.exp(), new BigDecimal("2.71828182845904523536028747135266249775724709")))
                .isLessThan(1e-30);
        assertThat(digitsLost(Dd.of(-20).exp(), new BigDecimal("2.0611536224385578279659403801558209763758e-9")))
                .isLessThan(1e-30);
        assertThat(digitsLost(Dd.of(10).log(), new BigDecimal("2.30258509299404568401799145468436420760110148")))
                .isLessThan(1e-30);
        assertThat(digitsLost(Dd.of(2).sqrt(), new BigDecimal("1.41421356237309504880168872420969807856967187")))
                .isLessThan(1e-31);
        assertThat(digitsLost(
                        Dd.of(0.0009765625).log1p(), new BigDecimal("0.000976085973055458895960824908017186672611834")))
                .isLessThan(1e-28);
    }

    @Test
    void functionsObeyTheirLawsToThirtyDigits() {
        Random random = new Random(2);
        for (int k = 0; k < 2000; k++) {
            Dd x = Dd.of(random.nextGaussian() * 10).plus(1e-18 * random.nextGaussian());
            Dd y = Dd.of(random.nextGaussian() * 10);
            assertThat(digitsLost(x.exp().times(y.exp()), x.plus(y).exp().exact()))
                    .isLessThan(1e-29);
            assertThat(x.exp().log().minus(x).abs().value()).isLessThan(1e-30);
            assertThat(x.sin().square().plus(x.cos().square()).plus(-1).abs().value())
                    .isLessThan(1e-30);
            assertThat(x.sin()
                            .times(x.cos())
                            .times(2)
                            .minus(x.times(2).sin())
                            .abs()
                            .value())
                    .isLessThan(1e-29);
            Dd small = Dd.of(random.nextGaussian() * 1e-4);
            assertThat(digitsLost(small.log1p().exp().plus(-1), small.exact())).isLessThan(1e-27);
        }
    }

    @Test
    void notANumberIsNotFinite() {
        assertThat(Dd.of(Double.NaN).plus(Dd.ONE).isFinite()).isFalse();
        assertThat(Dd.of(1e300).times(1e300).isFinite()).isFalse();
        assertThat(Dd.ONE.over(Dd.ZERO).isFinite()).isFalse();
    }
}
