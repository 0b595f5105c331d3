package dev.kith.model.decoder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;

/** Robust and perturbed outputs of any loss against all points of a grid of the plane. Seeds are fixed. */
class RelaxedLossTest {
    private static final int GRID = 400;
    private static final double REACH = 1.8;
    /** What the grid's best point may be better by, relative to the cost's range: the search's tolerance, doubled. */
    private static final double TOLERANCE = 3e-6;

    private static final List<Loss> LOSSES = List.of(
            Losses.absolute(),
            Losses.huber(0.3),
            Losses.insensitive(0.1),
            Losses.quantile(0.7),
            Losses.logistic(),
            Losses.hinge(),
            Losses.squaredHinge());

    private static double at(int i) {
        return -REACH + 2 * REACH * i / GRID;
    }

    /** Decodes random queries; returns how many were not proven. */
    private static int check(ConstraintSet set, DoubleBinaryOperator distance, Relaxation relaxation, Loss loss) {
        int unproven = 0;
        for (int seed = 0; seed < 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int each = loss.classification() ? 2 : 5 + random.nextInt(6);
            double[][] columns = new double[2][2 * each];
            double[] scores = new double[2 * each];
            for (int j = 0; j < scores.length; j++) {
                columns[0][j] = j < each ? 0 : 1;
                columns[1][j] = loss.classification() ? 2 * (j % 2) - 1 : 1.4 * (2 * random.nextDouble() - 1);
                scores[j] = random.nextDouble() * (random.nextInt(5) == 0 ? -0.5 : 1);
            }
            Matrix usual = Matrix.of(new double[] {1, 1});
            List<Loss> losses = Collections.nCopies(2, loss);
            LossDecoder decoder = new LossDecoder(set, losses, Matrix.of(columns), usual, relaxation);
            LossCost cost = new LossCost(losses, Matrix.of(columns), usual, scores);
            Decoder.Output output = decoder.decode(scores);
            double own = distance.applyAsDouble(output.at(0), output.at(1));
            double pull = Arrays.stream(cost.weights()).average().orElseThrow() / relaxation.size();
            boolean robust = relaxation.kind() == Relaxation.Kind.ROBUST;
            double reached =
                    cost.value(0, output.at(0)) + cost.value(1, output.at(1)) + (robust ? 0 : pull * own * own);
            double[][] terms = new double[2][GRID + 1];
            for (int i = 0; i <= GRID; i++) {
                terms[0][i] = cost.value(0, at(i));
                terms[1][i] = cost.value(1, at(i));
            }
            double best = Double.POSITIVE_INFINITY;
            for (int i = 0; i <= GRID; i++) {
                for (int k = 0; k <= GRID; k++) {
                    double d = distance.applyAsDouble(at(i), at(k));
                    if (!robust || d <= relaxation.size()) {
                        best = Math.min(best, terms[0][i] + terms[1][k] + (robust ? 0 : pull * d * d));
                    }
                }
            }
            double range = Arrays.stream(terms[0]).max().orElseThrow()
                    + Arrays.stream(terms[1]).max().orElseThrow()
                    - Arrays.stream(terms[0]).min().orElseThrow()
                    - Arrays.stream(terms[1]).min().orElseThrow();
            if (robust) {
                assertThat(own).isLessThanOrEqualTo(relaxation.size() * (1 + 1e-6));
            }
            if (output.proven()) {
                assertThat(reached)
                        .as("%s, %s, %s, seed %d", set.spec(), relaxation, loss.name(), seed)
                        .isLessThanOrEqualTo(best + TOLERANCE * range);
            } else {
                unproven++;
                assertThat(reached).as("not far off without proof").isLessThanOrEqualTo(best + 0.05 * range);
            }
        }
        return unproven;
    }

    private static double fromCircle(double x, double y) {
        return Math.abs(Math.hypot(x, y) - 1);
    }

    private static double fromLine(double x, double y) {
        return Math.abs(x + y - 0.5) / Math.sqrt(2);
    }

    @Test
    void perturbedOutputsOfEveryLossAreTheBestThereAre() {
        ConstraintSet line = ConstraintSets.affine(Matrix.of(new double[] {1, 1}), 0.5);
        for (Loss loss : LOSSES) {
            assertThat(check(ConstraintSets.sphere(2, 1), RelaxedLossTest::fromCircle, Relaxation.perturbed(0.5), loss))
                    .as(loss.name())
                    .isLessThanOrEqualTo(1);
            assertThat(check(line, RelaxedLossTest::fromLine, Relaxation.perturbed(2), loss))
                    .as(loss.name())
                    .isLessThanOrEqualTo(1);
        }
    }

    /** Costs that are not convex leave a gap between robust outputs and their bound: then they are flagged. */
    @Test
    void robustOutputsOfEveryLossAreTheBestThereAreOrFlagged() {
        ConstraintSet line = ConstraintSets.affine(Matrix.of(new double[] {1, 1}), 0.5);
        int unproven = 0;
        for (Loss loss : LOSSES) {
            unproven += check(ConstraintSets.sphere(2, 1), RelaxedLossTest::fromCircle, Relaxation.robust(0.2), loss);
            unproven += check(line, RelaxedLossTest::fromLine, Relaxation.robust(0.1), loss);
        }
        assertThat(unproven).isLessThan(4 * LOSSES.size());
    }
}
