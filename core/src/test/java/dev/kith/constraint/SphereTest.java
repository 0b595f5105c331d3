package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.numeric.Points;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SphereTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {new Sphere(1, 1), new Sphere(2, 1), new Sphere(3, 2.5), new Sphere(20, 0.1)};
    }

    @Override
    protected boolean symmetric() {
        return true;
    }

    @Test
    void equalWeightsScaleToTheRadius() {
        assertThat(new Sphere(2, 10).project(3, 4).point()).containsExactly(new double[] {6, 8}, within(1e-14));
    }

    /** The ellipse (c1/2)^2 + c2^2 = 1 in disguise: compared with a fine walk around the circle. */
    @Test
    void weightedProjectionIsTheBestOnAFineGrid() {
        SplittableRandom random = new SplittableRandom(3);
        for (int k = 0; k < 50; k++) {
            double[] p = Points.gaussian(random, 2);
            double[] w = {4, 1};
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < 100_000; i++) {
                double angle = 2 * Math.PI * i / 100_000;
                least = Math.min(least, Points.squaredDistance(new double[] {Math.cos(angle), Math.sin(angle)}, p, w));
            }
            assertThat(Math.pow(new Sphere(2, 1).project(p, w).distance(), 2)).isCloseTo(least, within(1e-7));
        }
    }

    @Test
    void theCentreGoesToTheLightestCoordinate() {
        assertThat(new Sphere(3, 2)
                        .project(new double[3], new double[] {3, 1, 2})
                        .point())
                .containsExactly(0, 2, 0);
        // p2 = 0 where the weight is least, and 4 * 0.1 / (4 - 1) is short of the radius: two nearest points
        double[] hard = new Sphere(2, 1)
                .project(new double[] {0.1, 0}, new double[] {4, 1})
                .point();
        assertThat(hard).containsExactly(new double[] {0.4 / 3, Math.sqrt(1 - 0.16 / 9)}, within(1e-14));
    }

    @Test
    void turningTheQueryTurnsTheAnswer() {
        double[] p = {0.3, -2, 1};
        double[] q = {-p[1], p[0], p[2]};
        double[] c = new Sphere(3, 1).project(p).point();
        assertThat(new Sphere(3, 1).project(q).point())
                .containsExactly(new double[] {-c[1], c[0], c[2]}, within(1e-15));
    }

    @Test
    void hugeAndTinyPointsStayOnTheSphere() {
        for (double size : new double[] {1e-300, 1e-160, 1e100, 1e150}) {
            double[] c = new Sphere(2, 1)
                    .project(new double[] {size, size}, new double[] {1, 2})
                    .point();
            assertThat(Math.hypot(c[0], c[1])).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void badRadiusIsRefused() {
        assertThatThrownBy(() -> new Sphere(2, Double.NaN)).hasMessage("radius must be a finite number > 0, got NaN");
        assertThatThrownBy(() -> new Sphere(0, 1)).hasMessage("dimension must be a whole number >= 1, got 0");
    }
}
