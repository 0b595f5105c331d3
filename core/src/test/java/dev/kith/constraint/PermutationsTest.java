package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.numeric.Points;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PermutationsTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {new Permutations(1), new Permutations(3), new Permutations(7)};
    }

    @Override
    protected boolean symmetric() {
        return true;
    }

    @Test
    void equalWeightsSort() {
        assertThat(new Permutations(4).project(0.3, -2, 9, 1).point()).containsExactly(2, 1, 4, 3);
    }

    /** All 120 orders of five items, weighted. */
    @Test
    void assignmentIsTheBestOfAll() {
        SplittableRandom random = new SplittableRandom(6);
        for (int k = 0; k < 100; k++) {
            double[] p = Points.gaussian(random, 5);
            double[] w = new double[5];
            for (int t = 0; t < 5; t++) {
                p[t] = 3 + 2 * p[t];
                w[t] = random.nextDouble() * 5 + 0.01;
            }
            double best = best(p, w, new double[5], 0);
            assertThat(Math.pow(new Permutations(5).project(p, w).distance(), 2))
                    .isCloseTo(best, within(1e-10));
        }
    }

    private static double best(double[] p, double[] w, double[] c, int t) {
        if (t == 5) {
            return Points.squaredDistance(c, p, w);
        }
        double least = Double.POSITIVE_INFINITY;
        for (int rank = 1; rank <= 5; rank++) {
            boolean free = true;
            for (int s = 0; s < t; s++) {
                free &= c[s] != rank;
            }
            if (free) {
                c[t] = rank;
                least = Math.min(least, best(p, w, c, t + 1));
                c[t] = 0;
            }
        }
        return least;
    }
}
