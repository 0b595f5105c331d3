package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SymmetricEigen;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelSumModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several kernels with a learned structure each. */
class CoregionTrainerTest {
    private static final int TASKS = 4;
    private static final KernelSum ONE = sum("gaussian:1.5@x1,x2");
    private static final KernelSum TWO = sum("gaussian:1.5@x1,x2 + linear@x3");
    private static final Training EXACT = Training.defaults().withStopping(1e-9, 50_000);

    private static final List<Relation> LEARNED = List.of(
            Relations.schatten(1),
            Relations.schatten(2),
            Relations.schattenNorm(2),
            Relations.traceConstrained(),
            Relations.clustered(2, 1, 1, 10),
            Relations.logDet(1));

    /** Its kernels as written; a single one too. */
    private static KernelSum sum(String spec) {
        return (KernelSum) Kernels.parse(spec);
    }

    /** Labels of some inputs for every task; tasks 0, 1 and 2, 3 are alike in x1, x2 and all are in x3, which they see linearly. */
    private static Dataset some(long seed, int n, double share) {
        Random random = new Random(seed);
        DenseInputs x = inputs(random, n);
        Matrix y = Matrix.zeros(n, TASKS);
        for (int i = 0; i < n; i++) {
            double bent = Math.sin(2 * x.values().get(i, 0)) + x.values().get(i, 1);
            for (int t = 0; t < TASKS; t++) {
                double value = (t < 2 ? bent : -bent) + 0.5 * x.values().get(i, 2) + 0.2 * random.nextGaussian();
                y.set(i, t, random.nextDouble() < share ? value : Double.NaN);
            }
        }
        return Dataset.ofWide(x, Names.numbered("t", TASKS), y);
    }

    private static DenseInputs inputs(Random random, int n) {
        return new DenseInputs(Matrix.zeros(n, 3).map(zero -> random.nextGaussian()), Names.numbered("x", 3));
    }

    private static CoregionTrainer each(KernelSum kernels, Relation relation, double lambda, Training training) {
        return new CoregionTrainer(Losses.squared(), kernels, relation, lambda, training);
    }

    private static void requireSame(Fit<? extends Model> ours, Fit<? extends Model> other, Relation relation) {
        assertThat(ours.report().status()).as(relation.name()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(ours.report().objective())
                .as(relation.name())
                .isCloseTo(
                        other.report().objective(),
                        within(2e-8 * Math.abs(other.report().objective())));
        DenseInputs x = inputs(new Random(9), 5);
        assertThat(ours.model().predict(x).plus(-1, other.model().predict(x)).maxAbs())
                .as(relation.name())
                .isLessThan(1e-3);
    }

    @Test
    void oneKernelIsTheFitWithOneStructure() {
        for (Dataset data : List.of(some(1, 20, 1), some(2, 30, 0.5))) {
            for (Relation relation : LEARNED) {
                Fit<Model> one = new ConvexTrainer(Losses.squared(), ONE, relation, 0.05, EXACT).train(data);
                Fit<KernelSumModel> each = each(ONE, relation, 0.05, EXACT).train(data);
                requireSame(each, one, relation);
                assertThat(each.model()
                                .structures()
                                .get(0)
                                .dense()
                                .plus(-1, one.model().structure().orElseThrow().dense())
                                .maxAbs())
                        .as(relation.name())
                        .isLessThan(1e-3);
            }
        }
    }

    @Test
    void sparseStructuresToo() {
        Dataset data = some(1, 20, 1);
        Training training = Training.defaults().withStopping(1e-6, 50_000);
        Relation relation = Relations.sparse(0.7);
        Fit<Model> one = new ConvexTrainer(Losses.squared(), ONE, relation, 0.05, training).train(data);
        Fit<KernelSumModel> each = each(ONE, relation, 0.05, training).train(data);
        assertThat(each.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(each.report().objective())
                .isCloseTo(one.report().objective(), within(2e-6 * one.report().objective()));
        Fit<KernelSumModel> both = each(TWO, relation, 0.05, training).train(data);
        assertThat(both.report().gap()).isLessThanOrEqualTo(1e-6);
        assertThat(both.report().objective()).isLessThan(one.report().objective());
    }

    /** A known A for each kernel is that A for their sum. */
    @Test
    void knownStructuresAreOneForTheSum() {
        for (Dataset data : List.of(some(3, 20, 1), some(4, 30, 0.5))) {
            for (Relation relation : List.<Relation>of(Relations.independent(), Relations.mean(2))) {
                Fit<Model> one = new ConvexTrainer(Losses.squared(), TWO, relation, 0.05, EXACT).train(data);
                requireSame(each(TWO, relation, 0.05, EXACT).train(data), one, relation);
            }
        }
    }

    /**
     * The same kernel twice: a norm of the sum is no more than the sum of norms, so nothing changes for the trace norm; squared
     * norms of two halves are half the squared norm, so traces of 1 charge what one kernel is charged with lambda / 2.
     */
    @Test
    void theSameKernelTwice() {
        KernelSum twice = sum("gaussian:1.5@x1,x2 + gaussian:1.5@x1,x2");
        Dataset data = some(5, 25, 0.6);
        Relation trace = Relations.schatten(1);
        requireSame(
                each(twice, trace, 0.05, EXACT).train(data),
                new ConvexTrainer(Losses.squared(), ONE, trace, 0.05, EXACT).train(data),
                trace);
        Relation constrained = Relations.traceConstrained();
        requireSame(
                each(twice, constrained, 0.05, EXACT).train(data),
                new ConvexTrainer(Losses.squared(), ONE, constrained, 0.025, EXACT).train(data),
                constrained);
    }

    /** More kernels, or more structures, only add functions to choose from. */
    @Test
    void moreKernelsCostNoMoreAndTellTasksApart() {
        Dataset data = some(6, 40, 0.7);
        Relation relation = Relations.schatten(1);
        Fit<KernelSumModel> two = each(TWO, relation, 0.02, EXACT).train(data);
        assertThat(two.report().objective())
                .isLessThan(
                        each(ONE, relation, 0.02, EXACT).train(data).report().objective());
        Matrix bent = two.model().structures().get(0).dense();
        Matrix straight = two.model().structures().get(1).dense();
        assertThat(bent.get(0, 1)).isPositive();
        assertThat(bent.get(0, 2)).isNegative();
        assertThat(straight.get(0, 2)).isPositive();
        assertThat(two.model().weights().stream().mapToDouble(w -> w.weight()).sum())
                .isCloseTo(1, within(1e-12));
        assertThat(two.model().info().parameters()).containsEntry("structures", "each");
    }

    /** Alternation written out: (sum_q A_q (x) K_q + lambda D) alpha = y, then A_q = argmin tr(A^-1 S_q) + tr A^p, S_q = B_q'K_q B_q. */
    @Test
    void alternationBetweenTheDualSystemAndTheStructuresGetsThere() {
        Dataset data = some(7, 14, 0.6);
        Training plain = Training.defaults()
                .withIntercept(false)
                .withScaling(false, TargetScale.NONE)
                .withStopping(1e-10, 100_000);
        for (double p : new double[] {1, 2}) {
            Fit<KernelSumModel> fit =
                    each(TWO, Relations.schatten(p), 0.05, plain).train(data);
            assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
            Alternation other = new Alternation(data, TWO, 0.05, p);
            double objective = other.solve(20_000);
            assertThat(fit.report().objective()).isCloseTo(objective, within(1e-8 * objective));
            DenseInputs x = inputs(new Random(3), 6);
            assertThat(fit.model().predict(x).plus(-1, other.predict(x)).maxAbs())
                    .isLessThan(1e-3);
        }
    }

    /** Squared loss, weights 1 / n_t, F(A) = lambda tr A^p. */
    private static final class Alternation {
        private final Dataset data;
        private final KernelSum kernels;
        private final double lambda;
        private final double p;
        private final List<Matrix> k = new ArrayList<>();
        private final List<Matrix> a = new ArrayList<>();
        private double[] alpha = new double[0];

        Alternation(Dataset data, KernelSum kernels, double lambda, double p) {
            this.data = data;
            this.kernels = kernels;
            this.lambda = lambda;
            this.p = p;
            for (KernelSum.View view : kernels.views()) {
                k.add(view.kernel().gram(view.of(data.inputs())));
                a.add(Matrix.identity(TASKS));
            }
        }

        double solve(int rounds) {
            double objective = 0;
            for (int round = 0; round < rounds; round++) {
                // A direction that A lacks would never come back: a barrier that vanishes.
                objective = round(0.1 * Math.pow(0.998, round));
            }
            return objective;
        }

        /** The objective at the predictors that suit the structures so far, with their own best structures. */
        private double round(double barrier) {
            int n = data.size();
            Matrix c = Matrix.zeros(n, n);
            for (int o = 0; o < n; o++) {
                for (int r = 0; r < n; r++) {
                    for (int q = 0; q < k.size(); q++) {
                        c.add(
                                o,
                                r,
                                a.get(q).get(data.task(o), data.task(r))
                                        * k.get(q).get(data.row(o), data.row(r)));
                    }
                }
                c.add(o, o, lambda * data.countPerTask()[data.task(o)]);
            }
            double[] y = IntStream.range(0, n).mapToDouble(data::label).toArray();
            alpha = LinearAlgebra.best().cholesky(c).solve(y);
            double objective = 0;
            double[] z = new double[n];
            for (int q = 0; q < k.size(); q++) {
                Matrix b = coefficients(q);
                Matrix f = LinearAlgebra.best().multiply(k.get(q), b);
                for (int o = 0; o < n; o++) {
                    z[o] += f.get(data.row(o), data.task(o));
                }
                SymmetricEigen s = LinearAlgebra.best()
                        .eigen(LinearAlgebra.best().multiplyTransposeA(b, f).symmetrized());
                for (int j = 0; j < TASKS; j++) {
                    double g = Math.pow(Math.max(0, s.value(j)) / p, 1 / (p + 1));
                    objective += g > 0 ? lambda * (Math.max(0, s.value(j)) / g + Math.pow(g, p)) : 0;
                }
                a.set(q, s.rebuild(value -> Math.pow((Math.max(0, value) + barrier) / p, 1 / (p + 1))));
            }
            for (int o = 0; o < n; o++) {
                objective += Math.pow(y[o] - z[o], 2) / data.countPerTask()[data.task(o)];
            }
            return objective;
        }

        private Matrix coefficients(int q) {
            Matrix b = Matrix.zeros(data.inputs().rows(), TASKS);
            for (int o = 0; o < data.size(); o++) {
                for (int t = 0; t < TASKS; t++) {
                    b.add(data.row(o), t, alpha[o] * a.get(q).get(data.task(o), t));
                }
            }
            return b;
        }

        Matrix predict(DenseInputs x) {
            Matrix all = Matrix.zeros(x.rows(), TASKS);
            for (int q = 0; q < k.size(); q++) {
                KernelSum.View view = kernels.views().get(q);
                Matrix cross = view.kernel().cross(view.of(x), view.of(data.inputs()));
                all = all.plus(1, LinearAlgebra.best().multiply(cross, coefficients(q)));
            }
            return all;
        }
    }

    @Test
    void otherLossesAreProvenToo() {
        Dataset numbers = some(8, 24, 0.7);
        double[] signs = IntStream.range(0, numbers.size())
                .mapToDouble(o -> numbers.label(o) > 0 ? 1 : -1)
                .toArray();
        Dataset classes = numbers.withLabels(signs);
        Training training = Training.defaults().withStopping(1e-6, 50_000);
        for (Loss loss : List.of(Losses.logistic(), Losses.hinge(), Losses.absolute(), Losses.huber(1))) {
            Dataset data = loss.classification() ? classes : numbers;
            for (Relation relation : List.of(Relations.schatten(1), Relations.traceConstrained())) {
                Fit<KernelSumModel> fit = new CoregionTrainer(loss, TWO, relation, 0.05, training).train(data);
                assertThat(fit.report().gap())
                        .as(loss.name() + ", " + relation.name())
                        .isLessThanOrEqualTo(1e-6);
                Fit<KernelSumModel> one = new CoregionTrainer(loss, ONE, relation, 0.05, training).train(data);
                Fit<Model> plain = new ConvexTrainer(loss, ONE, relation, 0.05, training).train(data);
                assertThat(one.report().objective())
                        .as(loss.name() + ", " + relation.name())
                        .isCloseTo(
                                plain.report().objective(),
                                within(3e-6 * plain.report().objective()));
            }
        }
    }

    /** The other losses, those of all classes of a row together among them. */
    @Test
    void everyLossIsProven() {
        Dataset numbers = some(10, 24, 0.7);
        Dataset complete = some(11, 24, 1);
        Random random = new Random(12);
        Training training = Training.defaults().withStopping(1e-6, 50_000);
        for (Loss loss : List.of(
                Losses.insensitive(0.1),
                Losses.quantile(0.3),
                Losses.poisson(),
                Losses.squaredHinge(),
                Losses.softmax(),
                Losses.multiclassHinge())) {
            Dataset from = loss.joint().isPresent() ? complete : numbers;
            double[] labels = new double[from.size()];
            int[] chosen = random.ints(from.inputs().rows(), 0, TASKS).toArray();
            for (int o = 0; o < labels.length; o++) {
                double y = from.label(o);
                labels[o] = loss.joint().isPresent()
                        ? (chosen[from.row(o)] == from.task(o) ? 1 : -1)
                        : loss.classification()
                                ? Math.signum(y)
                                : loss.name().equals("poisson") ? Math.floor(y * y) : y;
            }
            Dataset data = from.withLabels(labels);
            Fit<KernelSumModel> fit = new CoregionTrainer(loss, TWO, Relations.schatten(1), 0.05, training).train(data);
            assertThat(fit.report().gap()).as(loss.name()).isLessThanOrEqualTo(1e-6);
            DenseInputs x = inputs(new Random(3), 4);
            Matrix all = fit.model().predict(x);
            double[] own = fit.model().predict(x, new int[] {0, 1, 2, 3});
            for (int i = 0; i < 4; i++) {
                assertThat(own[i]).as(loss.name()).isCloseTo(all.get(i, i), within(1e-12));
            }
        }
    }

    @Test
    void fitsOfOneWorkspaceAreThoseOfTheirOwn() {
        Dataset data = some(9, 20, 0.7);
        Workspace shared = new Workspace(data);
        for (double lambda : new double[] {1, 0.1, 0.01}) {
            CoregionTrainer trainer = each(TWO, Relations.schatten(1), lambda, EXACT);
            double own = trainer.train(data).report().objective();
            assertThat(trainer.train(shared, step -> {}).report().objective()).isCloseTo(own, within(1e-7 * own));
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> each(TWO, Relations.schatten(1), Double.NaN, EXACT))
                .hasMessage("lambda must be a finite number > 0, got NaN");
        for (Relation relation : List.of(Relations.pooled(), Relations.learnedGraph(1, 0.01))) {
            assertThatThrownBy(() -> each(TWO, relation, 1, EXACT))
                    .hasMessage("kernels with a structure each need a convex relation between tasks, got '"
                            + relation.name() + "'");
        }
        int n = CoregionTrainer.MOST_INPUTS + 1;
        Dataset many = Dataset.ofWide(
                new DenseInputs(Matrix.zeros(n, 3), Names.numbered("x", 3)),
                List.of("t"),
                Matrix.wrap(n, 1, new double[n]));
        assertThatThrownBy(() -> each(TWO, Relations.schatten(1), 1, EXACT).train(many))
                .hasMessage("kernels with a structure each take at most 6000 inputs, got 6001");
    }
}
