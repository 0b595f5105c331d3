package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.convex.rounds.Alternation;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.DataTerm;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.convex.solver.Regularizer;
import dev.kith.convex.solver.StationaryAlternation;
import dev.kith.convex.solver.Supervised;
import dev.kith.convex.solver.TaskSideRegularizer;
import dev.kith.data.Dataset;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.Barrier;
import dev.kith.structure.penalty.StructurePenalty;
import dev.kith.structure.sparse.LaplacianPenalty;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An iteration limit bounds all work, not only the outer iterations: ten inner iterations for each one allowed. */
class WorkBoundTest {
    private static final int LIMIT = 20;
    private static final int TASKS = 3;
    /** A structure step of the sparse penalty ends after so many iterations of its own. */
    private static final int SPARSE_STEP = 2000;

    @Test
    void tenInnerIterationsAreAllowedPerOuterOne() {
        Monitor monitor = monitor(training(LIMIT));
        assertThat(monitor.exhausted(0)).isFalse();
        assertThat(monitor.exhausted(10 * LIMIT)).isFalse();
        assertThat(monitor.exhausted(10 * LIMIT + 1)).isTrue();
    }

    /** 2^31 - 1 iterations allowed are more inner ones than an int can count. */
    @Test
    void theLargestLimitIsNoOverflow() {
        Monitor monitor = monitor(training(Integer.MAX_VALUE));
        assertThat(monitor.exhausted(Integer.MAX_VALUE)).isFalse();
        assertThat(monitor.exhausted(10L * Integer.MAX_VALUE)).isFalse();
        assertThat(monitor.exhausted(10L * Integer.MAX_VALUE + 1)).isTrue();
    }

    @Test
    void alternationStopsAfterTheStepThatUsesUpItsWork() {
        Monitor monitor = monitor(training(LIMIT));
        Steps steps = new Steps(30);
        Minimum minimum =
                new Alternation(TASKS, 1, costing(0), new NoRegularizer(), steps, Barrier.FALLING).solve(monitor);
        assertThat(minimum.iterations()).isEqualTo(7);
        assertThat(steps.calls).isEqualTo(7);
        assertThat(monitor.status()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
    }

    @Test
    void theWorkOfStructureStepsCountsToo() {
        Monitor monitor = monitor(training(LIMIT));
        Steps steps = new Steps(1);
        Minimum minimum =
                new Alternation(TASKS, 1, costing(60), new NoRegularizer(), steps, Barrier.FALLING).solve(monitor);
        // after iteration k: k of the supervised step, 60 (k - 1) of the structure; more than 200 from k = 5 on
        assertThat(minimum.iterations()).isEqualTo(5);
    }

    @Test
    void cheapStepsEndAtTheIterationLimit() {
        Monitor monitor = monitor(training(LIMIT));
        Steps steps = new Steps(10);
        Minimum minimum =
                new Alternation(TASKS, 1, costing(0), new NoRegularizer(), steps, Barrier.FALLING).solve(monitor);
        assertThat(minimum.iterations()).isEqualTo(LIMIT);
        assertThat(monitor.status()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
    }

    @Test
    void learnedGraphsKeepTheSameBound() {
        Monitor monitor = monitor(training(LIMIT).withStopping(1e-15, LIMIT));
        Steps steps = new Steps(30);
        LaplacianPenalty penalty =
                (LaplacianPenalty) Relations.learnedGraph(1, 1e-2).penalty(names(), 1);
        Minimum minimum = new StationaryAlternation(penalty, 1, steps, monitor).solve();
        assertThat(minimum.iterations()).isEqualTo(7);
        assertThat(monitor.status()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
    }

    /** Classes that can be told apart, nearly unpenalised, by gradients alone: every step is a hard problem of its own. */
    @Test
    void aHardFitStopsAtTheBoundOnWork() {
        int limit = 300;
        double lambda = 1e-6;
        Training training = Training.defaults().withStopping(1e-12, limit);
        Dataset data = RandomTasks.toSparse(RandomTasks.classification(3, 24, 6, TASKS, 0));
        for (Loss loss : List.of(Losses.logistic(), Losses.hinge())) {
            DataTerm v = DataTerm.of(trainer(loss, training).problem(data), Collections.nCopies(TASKS, loss));
            StructurePenalty penalty = Relations.sparse(0.5).penalty(names(), lambda);
            Supervised supervised = v.supervised(lambda, training);
            Monitor monitor = monitor(training);
            Regularizer regularizer = new TaskSideRegularizer(penalty, lambda);
            Minimum minimum =
                    new Alternation(TASKS, lambda, penalty, regularizer, supervised, Barrier.FALLING).solve(monitor);
            assertThat(penalty.work()).as(loss.name()).isPositive();
            // the step that passes the bound is finished: one supervised step, the structure step before it and its
            // cost
            assertThat(supervised.work() + penalty.work())
                    .as(loss.name())
                    .isBetween(10L * limit + 1, 10L * limit + limit + 2 * (SPARSE_STEP + 1));
            assertThat(minimum.iterations()).as(loss.name()).isLessThan(limit);
            assertThat(monitor.status()).as(loss.name()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
        }
    }

    @Test
    void trainersKeepTheBoundToo() {
        int limit = 300;
        Training training = Training.defaults().withStopping(1e-12, limit);
        FitReport report = trainer(Losses.logistic(), training)
                .train(RandomTasks.toSparse(RandomTasks.classification(3, 24, 6, TASKS, 0)))
                .report();
        assertThat(report.status()).isEqualTo(FitReport.Status.MAX_ITERATIONS);
        assertThat(report.iterations()).isLessThan(limit / 10);
    }

    private static ConvexTrainer trainer(Loss loss, Training training) {
        return new ConvexTrainer(loss, new Linear(), Relations.sparse(0.5), 1e-6, training)
                .withSolver(Solver.ALTERNATING);
    }

    private static List<String> names() {
        return List.of("a", "b", "c");
    }

    private static Training training(int limit) {
        return Training.defaults().withStopping(1e-6, limit);
    }

    private static Monitor monitor(Training training) {
        return new Monitor(training, step -> {});
    }

    /** A penalty with A = I whose every step reports {@code iterations}. */
    private static StructurePenalty costing(int iterations) {
        return new StructurePenalty() {
            private long work;

            @Override
            public Matrix step(Matrix s, double kappa) {
                work += iterations;
                return Matrix.identity(s.rows());
            }

            @Override
            public double reduced(Matrix s) {
                return s.trace();
            }

            @Override
            public Sup sup(Matrix m) {
                return new Sup(1, 0);
            }

            @Override
            public boolean proximable() {
                return true;
            }

            @Override
            public long work() {
                return work;
            }
        };
    }

    /** A supervised step that reports {@code each} iterations and never comes nearer. */
    private static final class Steps implements Supervised {
        private final int each;
        private int calls;

        Steps(int each) {
            this.each = each;
        }

        @Override
        public double loss(Matrix wt) {
            return 0;
        }

        @Override
        public Matrix solve(Matrix a, double tolerance) {
            calls++;
            return Matrix.of(new double[][] {{1, 0.1 * calls}, {1, 0}, {1, -0.2 * calls}});
        }

        @Override
        public Certificate certificate(Regularizer penalty, double cost) {
            return new Certificate(1 + 1.0 / calls, 0);
        }

        @Override
        public long work() {
            return (long) each * calls;
        }
    }

    private record NoRegularizer() implements Regularizer {
        @Override
        public double value(Matrix wt) {
            return 0;
        }

        @Override
        public DualTerm dual(Matrix theta) {
            return new DualTerm(1, 0);
        }
    }
}
