package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.numeric.Points;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimplexTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {new Simplex(1, 1), new Simplex(2, 1), new Simplex(7, 100), new Simplex(30, 0.5)};
    }

    @Override
    protected boolean symmetric() {
        return true;
    }

    /** Nearest among all points of a fine grid of the triangle, under weights. */
    @Test
    void weightedProjectionIsTheBestOnAFineGrid() {
        SplittableRandom random = new SplittableRandom(4);
        double[] w = {1, 5, 0.2};
        for (int k = 0; k < 20; k++) {
            double[] p = Points.gaussian(random, 3);
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i <= 1000; i++) {
                for (int j = 0; j <= 1000 - i; j++) {
                    double[] c = {i / 1000.0, j / 1000.0, (1000 - i - j) / 1000.0};
                    least = Math.min(least, Points.squaredDistance(c, p, w));
                }
            }
            double reached = Math.pow(new Simplex(3, 1).project(p, w).distance(), 2);
            assertThat(reached).isBetween(least - 0.02, least + 1e-12);
        }
    }

    @Test
    void badTotalIsRefused() {
        assertThatThrownBy(() -> new Simplex(2, 0)).hasMessage("total must be a finite number > 0, got 0.0");
    }
}
