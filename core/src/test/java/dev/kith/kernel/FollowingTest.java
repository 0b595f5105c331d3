package dev.kith.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Widths that follow the data are multiples of the median distance between inputs, whatever their units. */
class FollowingTest {
    /** Distances 1, 2, 3, 4, 4, 6, 6, 7, 7 and a pair that is equal, which says nothing of a width. */
    private static final Inputs LINE = line(0, 1, 3, 7, 7);

    private static Inputs line(double... at) {
        return DenseInputs.of(Matrix.of(at).transpose());
    }

    @Test
    void theWidthIsTheMedianDistanceBetweenInputsThatDiffer() {
        assertThat(Kernels.parse("gaussian").on(LINE, 1).times(1)).isEqualTo(new Gaussian(4));
        assertThat(Kernels.parse("laplace").on(LINE, 1).times(0.5)).isEqualTo(new Laplace(2));
        assertThat(Kernels.parse("gaussian").on(line(2, 2), 1).times(1)).isEqualTo(new Gaussian(1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 1, 1e9})
    void itIsInTheUnitsOfTheInputs(double unit) {
        Random random = new Random(2);
        Matrix x = Matrix.zeros(40, 3).map(zero -> random.nextGaussian());
        double one =
                ((Gaussian) Kernels.parse("gaussian").on(DenseInputs.of(x), 1).times(1)).width();
        double other = ((Gaussian) Kernels.parse("gaussian")
                        .on(DenseInputs.of(x.map(v -> unit * v)), 1)
                        .times(1))
                .width();
        assertThat(other / unit).isCloseTo(one, within(1e-9 * one));
    }

    /** The same inputs are picked for the same seed, and hardly matter. */
    @Test
    void ofManyInputsSomeArePicked() {
        Random random = new Random(3);
        Inputs many = DenseInputs.of(Matrix.zeros(5_000, 4).map(zero -> random.nextGaussian()));
        Kernel one = Kernels.parse("gaussian").on(many, 1).times(1);
        assertThat(Kernels.parse("gaussian").on(many, 1).times(1)).isEqualTo(one);
        Kernel other = Kernels.parse("gaussian").on(many, 2).times(1);
        assertThat(other).isNotEqualTo(one);
        assertThat(((Gaussian) other).width()).isCloseTo(((Gaussian) one).width(), within(0.2));
        // The median distance of standard normal points in four dimensions: sqrt(2) times that of chi with 4 degrees of
        // freedom.
        assertThat(((Gaussian) one).width()).isCloseTo(Math.sqrt(2 * 3.3567), within(0.2));
    }

    @Test
    void everyPartOfASumLooksAtItsOwnColumns() {
        Matrix both = Matrix.of(new double[] {0, 0}, new double[] {1, 100}, new double[] {3, 500});
        Inputs x = new DenseInputs(both, List.of("a", "b"));
        Kernel known = Kernels.parse("gaussian@a + gaussian@b + gaussian:5@b").on(x, 1);
        assertThat(known.times(2).spec()).isEqualTo("gaussian:4.0@a + gaussian:800.0@b + gaussian:5.0@b");
        assertThat(known.times(2).open()).isFalse();
    }

    @Test
    void directionsHaveDistancesOfTheirOwn() {
        Inputs x = DenseInputs.of(Matrix.of(new double[] {1, 0}, new double[] {0, 50}));
        assertThat(Kernels.parse("unit:gaussian").on(x, 1).times(1).spec()).isEqualTo("unit:gaussian:1.41");
    }

    @Test
    void onlyWhatHoldsForAnyWidthIsComputed() {
        Kernel open = Kernels.parse("gaussian");
        assertThat(open.open()).isTrue();
        assertThat(open.searched()).isFalse();
        assertThat(Kernels.parse("gaussian:auto").searched()).isTrue();
        assertThat(Arrays.stream(open.diagonal(LINE)).boxed()).containsOnly(1.0);
        assertThat(open.times(3)).as("nothing is known yet").isEqualTo(open);
        assertThatThrownBy(() -> open.gram(LINE))
                .hasMessage(
                        "the width of kernel 'gaussian' must be known before it is computed, and it follows the data: write"
                                + " gaussian:WIDTH, or take it from inputs by kernel.on(inputs, seed).times(1)");
    }
}
