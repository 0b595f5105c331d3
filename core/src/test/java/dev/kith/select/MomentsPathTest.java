package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.moments.Moments;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Training.Weighting;
import dev.kith.score.OutOfFold;
import dev.kith.score.Split;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The fit to the few rows that stand for many is the fit to the many. */
class MomentsPathTest {
    /** Direct solves on well-conditioned data: rounding of two ways to the same linear system. */
    private static final double DIRECT = 1e-12;

    /** Columns far from 0 without standardising or intercepts: a condition of 1e4, squared by the normal equations of both ways. */
    private static final double UNCENTRED = 1e-9;

    private static final int TASKS = 6;
    private static final int FEATURES = 5;
    private static final int ROWS = 500;

    private enum Pattern {
        LONG,
        LONG_WEIGHTED,
        WIDE,
        WIDE_WEIGHTED,
        WIDE_MISSING
    }

    private static Dataset data(Pattern pattern, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix x = Matrix.zeros(ROWS, FEATURES);
        Matrix y = Matrix.zeros(ROWS, TASKS);
        int[] task = new int[ROWS];
        double[] own = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            // One task has few rows, which are kept as they are, and one a single row.
            task[i] = i == 7 ? 5 : i % 100 == 3 ? 4 : (int) (4 * Math.pow(random.nextDouble(), 1.5));
            for (int j = 0; j < FEATURES; j++) {
                x.set(i, j, 10 * (j + 1) + (j + 1) * random.nextDouble(-2, 2) + 0.3 * task[i]);
            }
            for (int t = 0; t < TASKS; t++) {
                double z = 5 + t;
                for (int j = 0; j < FEATURES; j++) {
                    z += (1 + 0.3 * t + (j + t) % 3) * x.get(i, j) / (j + 1);
                }
                z += 3 * random.nextDouble(-1, 1);
                y.set(i, t, pattern == Pattern.WIDE_MISSING && random.nextInt(4) == 0 ? Double.NaN : z);
            }
            own[i] = y.get(i, task[i]);
        }
        DenseInputs inputs = DenseInputs.of(x);
        List<String> names = Names.numbered("t", TASKS);
        Dataset data = pattern == Pattern.LONG || pattern == Pattern.LONG_WEIGHTED
                ? Dataset.ofLong(inputs, names, task, own)
                : Dataset.ofWide(inputs, names, y);
        if (pattern == Pattern.LONG_WEIGHTED || pattern == Pattern.WIDE_WEIGHTED) {
            double[] ofRow = new double[ROWS];
            Arrays.setAll(ofRow, i -> i % 11 == 0 ? 0 : random.nextDouble(0.5, 2));
            double[] weights = new double[data.size()];
            Arrays.setAll(weights, o -> ofRow[data.row(o)]);
            return data.withWeights(weights);
        }
        return data;
    }

    private static double apart(Model a, Model b) {
        Matrix left = ((LinearModel) a).weights();
        Matrix right = ((LinearModel) b).weights();
        double most = 0;
        double size = 0;
        for (int i = 0; i < left.rows(); i++) {
            for (int j = 0; j < left.cols(); j++) {
                most = Math.max(most, Math.abs(left.get(i, j) - right.get(i, j)));
                size = Math.max(size, Math.abs(left.get(i, j)));
            }
        }
        return most / size;
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void aFitToMomentsIsTheFitToTheRows(Pattern pattern) {
        Dataset rows = data(pattern, 1);
        Dataset few = Moments.of(rows).dataset();
        assertThat(few.size()).isLessThan(rows.size() / 3);
        assertThat(few.labels()).isEqualTo(rows.size());
        for (Weighting weighting : Weighting.values()) {
            for (TargetScale scale : TargetScale.values()) {
                for (boolean plain : new boolean[] {false, true}) {
                    Training training = Training.defaults()
                            .withStopping(1e-9, 20_000)
                            .withWeighting(weighting)
                            .withScaling(!plain, scale)
                            .withIntercept(!plain || scale != TargetScale.TASK);
                    double lambda = weighting == Weighting.TASK ? 0.01 : 5;
                    for (Relation known : List.of(Relations.independent(), Relations.mean(0.3), Relations.pooled())) {
                        check(
                                new ConvexTrainer(Losses.squared(), new Linear(), known, lambda, training),
                                rows,
                                few,
                                plain ? UNCENTRED : DIRECT);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void learnedStructuresAgreeWithinTheirGaps(Pattern pattern) {
        Dataset rows = data(pattern, 2);
        Dataset few = Moments.of(rows).dataset();
        Training training = Training.defaults().withStopping(1e-8, 20_000);
        for (Relation learned : List.of(
                Relations.schatten(1, OptionalDouble.empty()),
                Relations.schatten(2, OptionalDouble.empty()),
                Relations.logDet(0.5, OptionalDouble.empty()),
                Relations.traceConstrained(1),
                Relations.sparse(0.3, 1e-4))) {
            check(new ConvexTrainer(Losses.squared(), new Linear(), learned, 0.01, training), rows, few, Double.NaN);
        }
        check(new LinearTrainer(Losses.squared(), WeightPenalty.rows(), 0.01, training), rows, few, Double.NaN);
    }

    private static void check(Trainer<? extends Model> trainer, Dataset rows, Dataset few, double direct) {
        Fit<? extends Model> all = trainer.train(rows);
        Fit<? extends Model> collapsed = trainer.train(few);
        double objective = all.report().objective();
        double gaps = all.report().gap() + collapsed.report().gap();
        assertThat(collapsed.report().status())
                .as("%s", trainer)
                .isEqualTo(all.report().status());
        assertThat(collapsed.report().objective())
                .as("%s", trainer)
                .isCloseTo(objective, within((gaps + 1e-11) * Math.abs(objective)));
        if (direct > 0) {
            assertThat(apart(all.model(), collapsed.model())).as("%s", trainer).isLessThan(direct);
        }
        assertThat(collapsed.model().info().observations()).isEqualTo(rows.size());
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void foldsOfMomentsAreTheFoldsOfTheRows(Pattern pattern) {
        Dataset rows = data(pattern, 3);
        Dataset few = Moments.of(rows, 4, 9).dataset();
        List<Split> ofRows = Split.folds(rows, 4, 9);
        List<Split> ofMoments = Split.folds(few, 4, 9);
        ConvexTrainer trainer = new ConvexTrainer(
                Losses.squared(),
                new Linear(),
                Relations.mean(0.5),
                0.01,
                Training.defaults().withWeighting(Weighting.TASK));
        for (int f = 0; f < 4; f++) {
            assertThat(ofMoments.get(f).train().labelsPerTask())
                    .isEqualTo(ofRows.get(f).train().labelsPerTask());
            Model a = trainer.train(ofRows.get(f).train()).model();
            Model b = trainer.train(ofMoments.get(f).train()).model();
            assertThat(apart(a, b)).isLessThan(DIRECT);
            assertThat(squared(a, ofMoments.get(f).test()))
                    .isCloseTo(squared(a, ofRows.get(f).test()), within(1e-9));
        }
    }

    /** The weighted sum of squared errors: on moments it is a quadratic form in them. */
    private static double squared(Model model, Dataset test) {
        double[] z = OutOfFold.predictions(model, test);
        double sum = 0;
        double weight = 0;
        for (int o = 0; o < z.length; o++) {
            sum += test.weight(o) * Math.pow(test.label(o) - z[o], 2);
            weight += test.weight(o);
        }
        return sum / weight;
    }

    @ParameterizedTest
    @EnumSource(Pattern.class)
    void aSearchChoosesTheSame(Pattern pattern) {
        Dataset rows = data(pattern, 4);
        Dataset few = Moments.of(rows, 5, 0).dataset();
        for (String method : List.of("stl", "mean", "mtfl", "l21")) {
            Choice a = Search.on(rows).method(method).loss(Losses.squared()).choose();
            Choice b = Search.on(few).method(method).loss(Losses.squared()).choose();
            assertThat(b.chosen()).as(method).isEqualTo(a.chosen());
        }
    }

    @Test
    void whatNeedsRowsSaysSo() {
        Dataset few = Moments.of(data(Pattern.LONG, 5)).dataset();
        ConvexTrainer kernel = new ConvexTrainer(Losses.squared(), new Gaussian(1), Relations.independent(), 1);
        assertThatThrownBy(() -> kernel.train(few))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("needs the rows themselves, got moments that stand for 500 rows");
        assertThatThrownBy(() -> few.select(0)).hasMessageStartingWith("a choice of observations needs the rows");
        assertThatThrownBy(() -> Split.folds(few, 5, 1))
                .hasMessage("these moments were not gathered for 5 folds of seed 1; gather them again, or give lambda");
    }
}
