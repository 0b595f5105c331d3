package dev.kith.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.Matrix;
import dev.kith.numeric.Points;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DagTest extends ConstraintSetContract {
    @Override
    protected ConstraintSet[] sets() {
        return new ConstraintSet[] {
            new Dag(2, Dag.Arcs.SIGNS),
            new Dag(5, Dag.Arcs.SIGNS),
            new Dag(5, Dag.Arcs.ORDER),
            new Dag(6, Dag.Arcs.REAL),
            new Dag(20, Dag.Arcs.ORDER)
        };
    }

    @Test
    void aCycleBreaksAtItsLightestArc() {
        Dag dag = new Dag(3, Dag.Arcs.SIGNS);
        // 1 > 2, 2 > 3, 3 > 1 (coordinates: 12, 13, 23); the second statement is the weakest
        Projection broken = dag.project(new double[] {1, -0.9, 0.6}, new double[] {1, 1, 1});
        assertThat(broken.point()).containsExactly(1, -1, 0);
        assertThat(dag.project(new double[] {1, -0.9, 0.6}, new double[] {0.1, 1, 1})
                        .point())
                .containsExactly(0, -1, 1);
    }

    /** Items numbered backwards: pair (p, q) becomes (D - 1 - q, D - 1 - p), so its value keeps its sign reversed. */
    @Test
    void renumberedItemsGiveRenumberedAnswers() {
        SplittableRandom random = new SplittableRandom(7);
        int items = 5;
        for (Dag.Arcs arcs : Dag.Arcs.values()) {
            Dag dag = new Dag(items, arcs);
            for (int k = 0; k < 50; k++) {
                double[] point = Points.gaussian(random, dag.dimension());
                double[] weights = new double[point.length];
                double[] turned = new double[point.length];
                double[] turnedWeights = new double[point.length];
                for (int p = 0, t = 0; p < items; p++) {
                    for (int q = p + 1; q < items; q++, t++) {
                        int other = pair(items, items - 1 - q, items - 1 - p);
                        weights[t] = 0.5 + random.nextDouble();
                        turned[other] = -point[t];
                        turnedWeights[other] = weights[t];
                    }
                }
                Projection straight = dag.project(point, weights);
                Projection back = dag.project(turned, turnedWeights);
                assertThat(back.distance()).isCloseTo(straight.distance(), within(1e-12));
                for (int p = 0, t = 0; p < items; p++) {
                    for (int q = p + 1; q < items; q++, t++) {
                        assertThat(-back.at(pair(items, items - 1 - q, items - 1 - p)))
                                .isCloseTo(straight.at(t), within(1e-12));
                    }
                }
            }
        }
    }

    private static int pair(int items, int p, int q) {
        return p * (2 * items - p - 1) / 2 + q - p - 1;
    }

    /** The dynamic programme against all 720 orders of six items. */
    @Test
    void smallProblemsAreSolvedExactly() {
        SplittableRandom random = new SplittableRandom(8);
        for (int k = 0; k < 50; k++) {
            Matrix before = Matrix.wrap(6, 6, Points.gaussian(random, 36));
            LinearOrdering ordering = new LinearOrdering(before);
            assertThat(ordering.gap()).isZero();
            assertThat(cost(before, ordering.order())).isCloseTo(best(before, new int[6], 0), within(1e-12));
        }
    }

    /** Random costs knot all items into one component, above the size of the exact method. */
    @Test
    void largeProblemsCarryAValidBound() {
        SplittableRandom random = new SplittableRandom(9);
        for (int k = 0; k < 10; k++) {
            int n = LinearOrdering.EXACT + 3 + k;
            Matrix before = Matrix.wrap(n, n, Points.gaussian(random, n * n));
            LinearOrdering ordering = new LinearOrdering(before);
            double reached = cost(before, ordering.order());
            assertThat(ordering.gap()).isBetween(0.0, reached - lowest(before));
            for (int trial = 0; trial < 200; trial++) {
                int[] order = ordering.order();
                for (int i = n - 1; i > 0; i--) {
                    int j = random.nextInt(i + 1);
                    int swap = order[i];
                    order[i] = order[j];
                    order[j] = swap;
                }
                assertThat(reached).isLessThanOrEqualTo(cost(before, order));
            }
        }
    }

    /** A planted order with noise on few pairs. */
    @Test
    void aNearlyConsistentTournamentHasATightBound() {
        SplittableRandom random = new SplittableRandom(10);
        Dag dag = new Dag(60, Dag.Arcs.ORDER);
        double[] p = new double[dag.dimension()];
        for (int i = 0, t = 0; i < 60; i++) {
            for (int j = i + 1; j < 60; j++, t++) {
                p[t] = j - i <= 3 && random.nextInt(4) == 0 ? -1 : 1;
            }
        }
        Projection projection = dag.project(p);
        assertThat(projection.gap()).isLessThanOrEqualTo(0.5 * projection.distance() * projection.distance());
        assertThat(dag.contains(projection.point())).isTrue();
    }

    private static double cost(Matrix before, int[] order) {
        double sum = 0;
        for (int k = 0; k < order.length; k++) {
            for (int p = 0; p < k; p++) {
                sum += before.get(order[p], order[k]);
            }
        }
        return sum;
    }

    private static double lowest(Matrix before) {
        double sum = 0;
        for (int i = 0; i < before.rows(); i++) {
            for (int j = 0; j < i; j++) {
                sum += Math.min(before.get(i, j), before.get(j, i));
            }
        }
        return sum;
    }

    private static double best(Matrix before, int[] order, int k) {
        if (k == order.length) {
            return cost(before, order);
        }
        double least = Double.POSITIVE_INFINITY;
        for (int item = 0; item < order.length; item++) {
            boolean free = true;
            for (int p = 0; p < k; p++) {
                free &= order[p] != item;
            }
            if (free) {
                order[k] = item;
                least = Math.min(least, best(before, order, k + 1));
            }
        }
        return least;
    }

    @Test
    void onlyPairNumbersMakeSense() {
        assertThat(Dag.ofTasks(10, Dag.Arcs.SIGNS).items()).isEqualTo(5);
        assertThatThrownBy(() -> Dag.ofTasks(4, Dag.Arcs.SIGNS))
                .hasMessage("comparisons of D items need D(D-1)/2 tasks (1, 3, 6, 10, ...), got 4");
    }
}
