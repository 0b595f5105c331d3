package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PointCloudTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {cloud(1, 3, 1), cloud(12, 2, 2), cloud(13, 1, 3), cloud(500, 4, 4), cloud(207, 7, 5)
        };
    }

    private static PointCloud cloud(int n, int d, long seed) {
        return new PointCloud(Matrix.wrap(n, d, Points.gaussian(new SplittableRandom(seed), n * d)));
    }

    @Test
    void theTreeFindsWhatAScanFinds() {
        for (int n : new int[] {1, 2, 11, 12, 13, 24, 25, 26, 207, 4098}) {
            for (int d : new int[] {1, 2, 7}) {
                SplittableRandom random = new SplittableRandom(n * 31L + d);
                Matrix points =
                        Matrix.wrap(n, d, Points.gaussian(random, n * d)).map(x -> Math.rint(20 * x) / 10);
                KdTree tree = new KdTree(points);
                for (int k = 0; k < 50; k++) {
                    double[] q = Points.gaussian(random, d);
                    double[] w = new double[d];
                    for (int j = 0; j < d; j++) {
                        w[j] = Math.exp(3 * random.nextGaussian());
                    }
                    assertThat(tree.nearest(q, w))
                            .as("n %d d %d query %d", n, d, k)
                            .isEqualTo(scan(points, q, w));
                }
            }
        }
    }

    private static int scan(Matrix points, double[] q, double[] w) {
        int best = 0;
        for (int i = 1; i < points.rows(); i++) {
            if (Points.squaredDistance(points.row(i), q, w) < Points.squaredDistance(points.row(best), q, w)) {
                best = i;
            }
        }
        return best;
    }

    @Test
    void manyEqualPointsAreNoTrouble() {
        PointCloud cloud = new PointCloud(Matrix.zeros(100_000, 3));
        assertThat(cloud.project(1, 2, 2).distance()).isCloseTo(3, within(1e-15));
    }

    @Test
    void emptyOrNonFiniteCloudsAreRefused() {
        assertThatThrownBy(() -> new PointCloud(Matrix.zeros(0, 2)))
                .hasMessage("a point cloud must have at least one point, got none");
        assertThatThrownBy(() -> new PointCloud(Matrix.of(new double[] {1, Double.NaN})))
                .hasMessage("point cloud must be finite, got NaN at (0, 1)");
    }

    @Test
    void permutedPointsGivePermutedAnswers() {
        SplittableRandom random = new SplittableRandom(31);
        Matrix points = Matrix.wrap(200, 3, Points.gaussian(random, 600));
        Matrix turned = Matrix.zeros(200, 3);
        for (int i = 0; i < 200; i++) {
            for (int t = 0; t < 3; t++) {
                turned.set(i, t, points.get(i, (t + 1) % 3));
            }
        }
        for (int k = 0; k < 100; k++) {
            double[] p = Points.gaussian(random, 3);
            double[] w = {1, 2 + random.nextDouble(), 0.5};
            double[] straight = new PointCloud(points).project(p, w).point();
            double[] answer = new PointCloud(turned)
                    .project(new double[] {p[1], p[2], p[0]}, new double[] {w[1], w[2], w[0]})
                    .point();
            assertThat(answer).containsExactly(straight[1], straight[2], straight[0]);
        }
    }
}
