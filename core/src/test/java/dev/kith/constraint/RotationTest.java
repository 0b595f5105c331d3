package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RotationTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {ConstraintSets.rotations(2), ConstraintSets.rotations(3)};
    }

    @Test
    void membersAreOrthogonalWithDeterminantOne() {
        SplittableRandom random = new SplittableRandom(4);
        for (int k = 0; k < 200; k++) {
            double[] p = new double[9];
            double[] w = new double[9];
            for (int j = 0; j < 9; j++) {
                p[j] = 3 * random.nextGaussian();
                w[j] = k % 2 == 0 ? 1 : random.nextDouble(0.1, 4);
            }
            requireRotation(ConstraintSets.rotations(3).project(p, w).point());
        }
        requireRotation(ConstraintSets.rotations(3).project(new double[9]).point());
    }

    /** To 1e-12. */
    static void requireRotation(double[] r) {
        int order = r.length == 4 ? 2 : 3;
        for (int i = 0; i < order; i++) {
            for (int j = 0; j < order; j++) {
                double sum = 0;
                for (int k = 0; k < order; k++) {
                    sum += r[k * order + i] * r[k * order + j];
                }
                assertThat(sum).isCloseTo(i == j ? 1 : 0, within(1e-12));
            }
        }
        double determinant = order == 2
                ? r[0] * r[3] - r[1] * r[2]
                : r[0] * (r[4] * r[8] - r[5] * r[7])
                        - r[1] * (r[3] * r[8] - r[5] * r[6])
                        + r[2] * (r[3] * r[7] - r[4] * r[6]);
        assertThat(determinant).isCloseTo(1, within(1e-12));
    }

    @Test
    void isReadFromTheNumberOfTasks() {
        assertThat(ConstraintSets.parse("rotation", List.of("a", "b", "c", "d")))
                .isEqualTo(new Rotation(2));
        assertThatThrownBy(() -> ConstraintSets.parse("rotation", List.of("a", "b", "c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("constraint 'rotation' must be on the 4 or 9 entries of a matrix, got 3 tasks");
    }
}
