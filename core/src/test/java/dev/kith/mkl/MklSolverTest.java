package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.ascent.Ascent;
import dev.kith.ascent.Duals;
import dev.kith.ascent.LpNorm;
import dev.kith.ascent.Units;
import dev.kith.ascent.node.ExplicitAscent;
import dev.kith.ascent.node.NodeWeights;
import dev.kith.ascent.node.TinyProblem;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.FitReport;
import dev.kith.structure.TaskKernel;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MklSolverTest {
    private static final long SEED = 7;
    private static final int MANY = 100_000;

    private static Loss loss(String name) {
        return List.of(Losses.hinge(), Losses.logistic(), Losses.squared(), Losses.absolute()).stream()
                .filter(loss -> loss.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static MklSolver.Solution solve(TinyProblem problem, Duals duals, double p, double tolerance) {
        return solve(problem, duals, p, tolerance, 1);
    }

    private static MklSolver.Solution solve(TinyProblem problem, Duals duals, double p, double tolerance, int threads) {
        Ascent ascent = new ExplicitAscent(problem.blocks(), problem.components, duals, threads);
        MklSolver solver = new MklSolver(ascent, duals, new LpNorm(p), problem.components.size());
        return solver.solve(Units.plain(problem.tasks), tolerance, MANY, SEED, step -> {});
    }

    /** Weak duality makes a small gap a proof, if both values are right: they are computed here from dense kernels. */
    @ParameterizedTest
    @CsvSource({
        "hinge,1,false",
        "hinge,1.5,false",
        "hinge,2,true",
        "hinge,3,true",
        "hinge,Infinity,true",
        "hinge,1,true",
        "logistic,1,true",
        "logistic,2,false",
        "logistic,Infinity,true",
        "squared,1,true",
        "squared,2,true",
        "squared,3,false",
        "squared,Infinity,false",
        "absolute,1.5,true",
        "absolute,2,false"
    })
    void gapClosesAndIsTheGapOfTheDenseProblem(String name, double p, boolean intercepts) {
        Loss loss = loss(name);
        TinyProblem problem = new TinyProblem(SEED, loss);
        Duals duals = problem.duals(loss, intercepts);
        MklSolver.Solution solution = solve(problem, duals, p, 1e-7);
        assertThat(solution.report.status()).isEqualTo(FitReport.Status.CONVERGED);

        double[] scores = new double[problem.y.length];
        for (int m = 0; m < solution.theta.length; m++) {
            double[] f = problem.times(problem.kernel(m), duals.s);
            for (int i = 0; i < f.length; i++) {
                scores[i] += solution.theta[m] * f[i];
            }
        }
        double[] q = problem.squares(problem.kernels(), duals.s);
        double primal = 0;
        for (int m = 0; m < q.length; m++) {
            double theta = solution.weights[m];
            primal += theta > 0 ? solution.theta[m] * solution.theta[m] * q[m] / theta / 2 : 0;
        }
        double dual = -dualNorm(q, p) / 2;
        for (int i = 0; i < scores.length; i++) {
            double b = intercepts ? solution.biases[problem.taskOf(i)] : 0;
            primal += problem.c[i] * loss.value(problem.y[i], scores[i] + b);
            dual -= problem.c[i] * loss.conjugate(problem.y[i], -duals.s[i] / problem.c[i]);
        }
        assertThat(primal).isCloseTo(solution.report.objective(), within(1e-9 * primal));
        assertThat((primal - dual) / primal).isBetween(-1e-12, 1e-6);
        assertThat(norm(solution.weights, p)).as("theta on the l_p sphere").isCloseTo(1, within(1e-9));
        if (intercepts) {
            for (int t = 0; t < problem.tasks; t++) {
                assertThat(duals.sum(t)).isCloseTo(0, within(1e-12));
            }
        }
    }

    private static double dualNorm(double[] q, double p) {
        return norm(q, p == 1 ? Double.POSITIVE_INFINITY : Double.isInfinite(p) ? 1 : p / (p - 1));
    }

    private static double norm(double[] v, double p) {
        return Double.isInfinite(p)
                ? Arrays.stream(v).max().orElseThrow()
                : Math.pow(Arrays.stream(v).map(x -> Math.pow(x, p)).sum(), 1 / p);
    }

    /** The dual as a box-constrained program in a, solved by projected gradients that know nothing of coordinates. */
    @ParameterizedTest
    @CsvSource({"1.2,false", "2,false", "3,false", "2,true", "4,true", "Infinity,true"})
    void hingeAgreesWithAGenericProgram(double p, boolean intercepts) {
        TinyProblem problem = new TinyProblem(SEED + 1, Losses.hinge());
        Duals duals = problem.duals(Losses.hinge(), intercepts);
        MklSolver.Solution solution = solve(problem, duals, p, 1e-8);
        double best = new GenericProgram(problem, p, intercepts).maximum();
        assertThat(solution.report.objective()).isCloseTo(best, within(1e-5 * best));
    }

    @Test
    void identicalViewsShareTheirWeight() {
        TinyProblem problem = new TinyProblem(SEED, Losses.hinge());
        List<NodeWeights.Component> twice =
                List.of(problem.components.get(0), problem.components.get(0), problem.components.get(1));
        Duals duals = problem.duals(Losses.hinge(), true);
        Ascent ascent = new ExplicitAscent(problem.blocks(), twice, duals, 1);
        double[] weights = new MklSolver(ascent, duals, new LpNorm(2), 3)
                .solve(Units.plain(problem.tasks), 1e-6, MANY, SEED, step -> {})
                .weights;
        assertThat(weights[0]).isCloseTo(weights[1], within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void sameSeedAndThreadsGiveTheSameBits(int threads) {
        TinyProblem problem = new TinyProblem(SEED, Losses.hinge());
        Duals first = problem.duals(Losses.hinge(), true);
        Duals second = problem.duals(Losses.hinge(), true);
        solve(problem, first, 1.5, 1e-5, threads);
        solve(problem, second, 1.5, 1e-5, threads);
        assertThat(first.s).isEqualTo(second.s);
    }

    /** Without counting common nodes once for every visit, three threads diverge here. */
    @ParameterizedTest
    @CsvSource({"hinge,2", "hinge,3", "logistic,3", "squared,2", "squared,3"})
    void threadsReachTheSameOptimum(String name, int threads) {
        Loss loss = loss(name);
        TinyProblem problem = new TinyProblem(SEED, loss);
        double one = solve(problem, problem.duals(loss, true), 2, 1e-8).report.objective();
        MklSolver.Solution several = solve(problem, problem.duals(loss, true), 2, 1e-8, threads);
        assertThat(several.report.status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(several.report.objective()).isCloseTo(one, within(1e-7 * one));
    }

    @Test
    void treeNodesEqualTheDenseTaskKernelTheyAddUpTo() {
        TinyProblem problem = new TinyProblem(SEED, Losses.hinge());
        TaskKernel nodes =
                TaskKernel.shared(3).plus(TaskKernel.group("ab", 3, 0, 1)).plus(TaskKernel.own(3));
        TaskKernel dense = TaskKernel.of("dense", nodes.matrix());
        double[] objectives = new double[2];
        for (int k = 0; k < 2; k++) {
            Duals duals = problem.duals(Losses.hinge(), true);
            List<NodeWeights.Component> components =
                    List.of(new NodeWeights.Component(0, k == 0 ? nodes : dense), new NodeWeights.Component(1, nodes));
            Ascent ascent = new ExplicitAscent(problem.blocks(), components, duals, 1);
            objectives[k] = new MklSolver(ascent, duals, new LpNorm(2), 2)
                    .solve(Units.plain(problem.tasks), 1e-9, MANY, SEED, step -> {})
                    .report
                    .objective();
        }
        assertThat(objectives[0]).isCloseTo(objectives[1], within(1e-8 * objectives[0]));
        assertThat(maxDifference(nodes.matrix(), dense.matrix())).isLessThan(1e-12);
    }

    private static double maxDifference(Matrix a, Matrix b) {
        return a.plus(-1, b).maxAbs();
    }
}
