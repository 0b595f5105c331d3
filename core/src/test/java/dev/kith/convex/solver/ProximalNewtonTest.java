package dev.kith.convex.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.RandomTasks;
import dev.kith.convex.basis.Problem;
import dev.kith.data.Dataset;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.OtherLosses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Newton steps lead where gradient steps lead, in far fewer passes. */
class ProximalNewtonTest {
    private static final int TASKS = 5;
    private static final List<Relation> RELATIONS = List.of(
            Relations.independent(),
            Relations.mean(2),
            Relations.schatten(1),
            Relations.clustered(2, 1, 1, 5),
            Relations.sparse(0.5));

    private record Ended(Minimum minimum, FitReport.Status status) {}

    private static Margins margins(Dataset data, List<Loss> losses, boolean intercept) {
        Training training = Training.defaults().withIntercept(intercept);
        return new Margins(new Problem(data, training, new Linear(), Approximation.AUTO), losses);
    }

    private static Ended solve(ProximalSolver solver, Margins v, Relation relation, double lambda, double tolerance) {
        Monitor monitor = new Monitor(Training.defaults().withStopping(tolerance, 20_000), step -> {});
        Regularizer.Proximal r = penalty(relation, v, lambda);
        return new Ended(solver.solve(r, monitor), monitor.status());
    }

    private static Regularizer.Proximal penalty(Relation relation, Margins v, double lambda) {
        List<String> names = dev.kith.data.Names.numbered("t", v.tasks());
        var penalty = relation.penalty(names, lambda);
        return penalty instanceof dev.kith.structure.penalty.EntrywisePenalty entrywise
                ? new SparseRegularizer(entrywise, lambda, v.tasks())
                : (Regularizer.Proximal) Regularizer.of(penalty, lambda, v.tasks(), v.dim());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsWhereGradientsEnd(boolean intercept) {
        Dataset data = RandomTasks.classification(7, 120, 6, TASKS, 0.4);
        for (Relation relation : RELATIONS) {
            for (double lambda : new double[] {0.1, 0.003}) {
                Margins v = margins(data, Collections.nCopies(TASKS, Losses.logistic()), intercept);
                Ended newton = solve(ProximalNewton.orGradient(v), v, relation, lambda, 1e-9);
                Ended gradient = solve(new ProximalGradient(v), v, relation, lambda, 1e-9);
                assertThat(newton.status).as(relation.name()).isEqualTo(FitReport.Status.CONVERGED);
                assertThat(newton.minimum.certificate().primal())
                        .as(relation.name() + " " + lambda)
                        .isCloseTo(
                                gradient.minimum.certificate().primal(),
                                org.assertj.core.data.Percentage.withPercentage(1e-7));
                assertThat(newton.minimum.iterations()).as(relation.name()).isLessThanOrEqualTo(15);
            }
        }
    }

    /** Complete data, tasks with fewer rows than features, tasks with one class only. */
    @Test
    void anyShapeOfDataWillDo() {
        for (Dataset data : List.of(
                RandomTasks.classification(1, 40, 4, TASKS, 0),
                RandomTasks.classification(2, 30, 25, TASKS, 0.7),
                RandomTasks.classification(3, 12, 5, TASKS, 0.6))) {
            for (Relation relation : RELATIONS) {
                Margins v = margins(data, Collections.nCopies(TASKS, Losses.logistic()), true);
                assertThat(solve(ProximalNewton.orGradient(v), v, relation, 0.01, 1e-7).status)
                        .as(relation.name())
                        .isEqualTo(FitReport.Status.CONVERGED);
            }
        }
    }

    /** Losses that others wrote say no more than the interface asks of them; some have stretches without curvature. */
    @Test
    void lossesOfOthersAndSeveralLossesAtOnce() {
        Dataset data = RandomTasks.classification(4, 60, 5, TASKS, 0.3);
        for (Loss other : List.of(Losses.squaredHinge(), new OtherLosses.Bare(Losses.logistic()))) {
            for (Relation relation : RELATIONS) {
                List<Loss> losses = new java.util.ArrayList<>(Collections.nCopies(TASKS, other));
                losses.set(0, Losses.squared());
                Margins v = margins(data, losses, true);
                Ended newton = solve(ProximalNewton.orGradient(v), v, relation, 0.05, 1e-7);
                assertThat(newton.status)
                        .as(relation.name() + " " + other.name())
                        .isEqualTo(FitReport.Status.CONVERGED);
            }
        }
    }

    @Test
    void sparseAndWideRowsStayWithGradients() {
        Dataset wide = RandomTasks.classification(5, 700, 600, 2, 0);
        assertThat(ProximalNewton.orGradient(margins(wide, Collections.nCopies(2, Losses.logistic()), true)))
                .isInstanceOf(ProximalGradient.class);
        Dataset narrow = RandomTasks.classification(5, 70, 6, 2, 0);
        assertThat(ProximalNewton.orGradient(margins(narrow, Collections.nCopies(2, Losses.logistic()), true)))
                .isInstanceOf(ProximalNewton.class);
    }

    /** A second penalty starts where the first ended. */
    @Test
    void goesOnFromTheLastPenalty() {
        Dataset data = RandomTasks.classification(7, 200, 6, TASKS, 0.4);
        Margins v = margins(data, Collections.nCopies(TASKS, Losses.logistic()), true);
        ProximalSolver solver = ProximalNewton.orGradient(v);
        int first = solve(solver, v, Relations.schatten(1), 0.1, 1e-8).minimum.iterations();
        Ended again = solve(solver, v, Relations.schatten(1), 0.1, 1e-8);
        assertThat(again.minimum.iterations()).isZero();
        assertThat(first).isPositive();
        Matrix before = again.minimum.wt().copy();
        Ended other = solve(solver, v, Relations.schatten(1), 0.05, 1e-8);
        assertThat(other.minimum.wt().plus(-1, before).maxAbs()).isPositive();
    }
}
