package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AffineTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {
            new Affine(Matrix.of(new double[] {1, 1, 1}), 1),
            new Affine(
                    Matrix.of(new double[] {1, 2, 0, 0}, new double[] {0, 1, -1, 3}, new double[] {1, 3, -1, 3}),
                    1,
                    2,
                    3)
        };
    }

    @Test
    void weightsShareTheCorrection() {
        double[] c = new Affine(Matrix.of(new double[] {1, 1}), 0)
                .project(new double[] {3, 3}, new double[] {1, 2})
                .point();
        assertThat(c).containsExactly(new double[] {-1, 1}, within(1e-14));
    }

    @Test
    void equationsThatFollowFromOthersAreLeftOut() {
        Affine twice = new Affine(Matrix.of(new double[] {1, 1}, new double[] {2, 2}), 1, 2);
        assertThat(twice.equations().rows()).isEqualTo(1);
        SplittableRandom random = new SplittableRandom(1);
        double[] c = twice.sample(random);
        assertThat(c[0] + c[1]).isCloseTo(1, within(1e-15));
    }

    @Test
    void contradictionsAreRefused() {
        assertThatThrownBy(() -> new Affine(Matrix.of(new double[] {1, 1}, new double[] {2, 2}), 1, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("affine equations must agree with each other, equation 2 contradicts those before it");
        assertThatThrownBy(() -> new Affine(Matrix.of(new double[] {0, 0}), 1))
                .hasMessageContaining("equation 1 contradicts");
    }
}
