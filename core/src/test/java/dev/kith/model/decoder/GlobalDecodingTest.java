package dev.kith.model.decoder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Decoded outputs against all points of a fine grid on the set: global, or flagged. Seeds are fixed; failures name theirs. */
class GlobalDecodingTest {
    /** A decoded cost may exceed that of the best grid point by this share of the cost's range: half of it is the search's. */
    private static final double TOLERANCE = 2e-6;

    private static final List<Loss> LOSSES =
            List.of(Losses.absolute(), Losses.huber(0.3), Losses.insensitive(0.1), Losses.quantile(0.8));

    /** Labels and scores as kernel ridge regression gives them: mostly positive, some negative, many small. */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    private record Query(Matrix columns, double[] scores, Matrix usual) {
        static Query random(int tasks, SplittableRandom random) {
            int each = 3 + random.nextInt(12);
            double[][] columns = new double[2][tasks * each];
            double[] scores = new double[tasks * each];
            for (int j = 0; j < scores.length; j++) {
                int task = j / each;
                columns[0][j] = task;
                columns[1][j] = 1.3 * Math.cos(6 * random.nextDouble());
                scores[j] = Math.pow(random.nextDouble(), 2) * (random.nextInt(4) == 0 ? -0.6 : 1);
            }
            return new Query(Matrix.of(columns), scores, Matrix.zeros(1, tasks).map(x -> each / 4.0));
        }

        LossCost cost(Loss loss) {
            return new LossCost(Collections.nCopies(usual.cols(), loss), columns, usual, scores);
        }
    }

    private static double total(LossCost cost, double[] c) {
        double sum = 0;
        for (int t = 0; t < c.length; t++) {
            sum += cost.value(t, c[t]);
        }
        return sum;
    }

    private static double range(LossCost cost, int tasks) {
        double sum = 0;
        for (int t = 0; t < tasks; t++) {
            double[] values = Arrays.stream(cost.corners(t)).map(c -> 0).toArray();
            double[] corners = cost.corners(t);
            for (int k = 0; k < values.length; k++) {
                values[k] = cost.value(t, corners[k]);
            }
            sum += Arrays.stream(values).max().orElseThrow()
                    - Arrays.stream(values).min().orElseThrow();
        }
        return sum;
    }

    /** Decodes random queries; every proven answer must be as good as all grid points. Returns how many were not proven. */
    private static int check(ConstraintSet set, List<double[]> grid, Loss loss, int queries) {
        int unproven = 0;
        for (int seed = 0; seed < queries; seed++) {
            Query query = Query.random(set.dimension(), new SplittableRandom(seed));
            LossCost cost = query.cost(loss);
            Decoder.Output output = new LossDecoder(set, loss, query.columns(), query.usual()).decode(query.scores());
            double[] c = new double[set.dimension()];
            Arrays.setAll(c, output::at);
            assertThat(set.contains(c)).isTrue();
            double reached = total(cost, c);
            double best = grid.stream().mapToDouble(g -> total(cost, g)).min().orElseThrow();
            unproven += output.proven() ? 0 : 1;
            if (output.proven()) {
                assertThat(reached)
                        .as("%s, %s, seed %d", set.spec(), loss.name(), seed)
                        .isLessThanOrEqualTo(best + TOLERANCE * range(cost, c.length));
            }
        }
        return unproven;
    }

    private static List<double[]> circle(int n) {
        List<double[]> grid = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            grid.add(new double[] {Math.cos(2 * Math.PI * k / n), Math.sin(2 * Math.PI * k / n)});
        }
        return grid;
    }

    @Test
    void onTheCircle() {
        for (Loss loss : LOSSES) {
            assertThat(check(ConstraintSets.sphere(2, 1), circle(1500), loss, 80))
                    .as(loss.name())
                    .isZero();
        }
    }

    @Test
    void onTheCircleWrittenAsAnEquation() {
        ConstraintSet set = ConstraintSets.parse("y1^2 + y2^2 = 1", List.of("y1", "y2"));
        assertThat(check(set, circle(1500), Losses.absolute(), 30)).isZero();
    }

    @Test
    void onTheLemniscate() {
        ConstraintSet set = ConstraintSets.parse("y1^4 - y1^2 + y2^2 = 0", List.of("y1", "y2"));
        List<double[]> grid = new ArrayList<>();
        for (int k = 0; k < 1500; k++) {
            double x = 2 * Math.PI * k / 1500;
            grid.add(new double[] {Math.sin(x), Math.sin(x) * Math.cos(x)});
        }
        for (Loss loss : LOSSES) {
            assertThat(check(set, grid, loss, 25)).as(loss.name()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void onTheSphereOfThreeTasks() {
        List<double[]> grid = new ArrayList<>();
        for (int i = 0; i <= 100; i++) {
            for (int k = 0; k < 200; k++) {
                double up = Math.PI * i / 100;
                double around = Math.PI * k / 100;
                grid.add(new double[] {Math.cos(around) * Math.sin(up), Math.sin(around) * Math.sin(up), Math.cos(up)});
            }
        }
        for (Loss loss : LOSSES) {
            assertThat(check(ConstraintSets.sphere(3, 1), grid, loss, 30))
                    .as(loss.name())
                    .isZero();
        }
    }

    @Test
    void onSharesOfAWhole() {
        List<double[]> grid = new ArrayList<>();
        for (int i = 0; i <= 100; i++) {
            for (int k = 0; k <= 100 - i; k++) {
                grid.add(new double[] {i / 100.0, k / 100.0, (100 - i - k) / 100.0});
            }
        }
        for (Loss loss : LOSSES) {
            assertThat(check(ConstraintSets.simplex(3, 1), grid, loss, 40))
                    .as(loss.name())
                    .isZero();
        }
    }

    @Test
    void onAPlane() {
        ConstraintSet plane = ConstraintSets.affine(Matrix.of(new double[] {1, -2, 1}), 0.5);
        List<double[]> grid = new ArrayList<>();
        for (int i = -80; i <= 80; i++) {
            for (int k = -80; k <= 80; k++) {
                double a = i / 40.0;
                double b = k / 40.0;
                grid.add(new double[] {a, b, 0.5 - a + 2 * b});
            }
        }
        for (Loss loss : LOSSES) {
            assertThat(check(plane, grid, loss, 40)).as(loss.name()).isZero();
        }
    }

    @Test
    void inABoxAndOnWeightedGraphs() {
        List<double[]> grid = new ArrayList<>();
        for (int i = -50; i <= 50; i += 2) {
            for (int k = -50; k <= 50; k++) {
                for (int l = -50; l <= 50; l += 10) {
                    grid.add(new double[] {i / 50.0, k / 50.0, l / 50.0});
                }
            }
        }
        ConstraintSet box = ConstraintSets.box(3, -1, 1);
        ConstraintSet graph = ConstraintSets.parse("dag:real", List.of("a>b", "a>c", "b>c"));
        List<double[]> acyclic = grid.stream()
                .filter(c -> !(c[0] > 0 && c[2] > 0 && c[1] < 0) && !(c[0] < 0 && c[2] < 0 && c[1] > 0))
                .toList();
        for (Loss loss : LOSSES) {
            assertThat(check(box, grid, loss, 20)).as(loss.name()).isZero();
            assertThat(check(graph, acyclic, loss, 20)).as(loss.name()).isZero();
        }
    }
}
