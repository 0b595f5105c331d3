package dev.kith.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.KernelKind;
import dev.kith.check.exact.LossKind;
import dev.kith.model.FitReport;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Known structures whose inverse doubles hardly know. */
class IllConditionedTest {
    private static final double GAMMA = 9.120716455792582E-6;
    private static final List<TaskGraph.Edge> EDGES = List.of(
            new TaskGraph.Edge("t1", "t0", 25.205677643057978),
            new TaskGraph.Edge("t2", "t1", 0.013584791562318132),
            new TaskGraph.Edge("t3", "t1", 7.226719689637281),
            new TaskGraph.Edge("t3", "t2", 0.010890791622437107),
            new TaskGraph.Edge("t4", "t0", 0.04462880161614888),
            new TaskGraph.Edge("t4", "t2", 0.2726518308795021),
            new TaskGraph.Edge("t4", "t3", 0.7418966198851077),
            new TaskGraph.Edge("t5", "t4", 0.02309113435069602));

    private static Method graph() {
        DdMatrix precision = new DdMatrix(6, 6).plusDiagonal(Dd.of(GAMMA));
        for (TaskGraph.Edge edge : EDGES) {
            int a = edge.a().charAt(1) - '0';
            int b = edge.b().charAt(1) - '0';
            precision.add(a, a, Dd.of(edge.weight()));
            precision.add(b, b, Dd.of(edge.weight()));
            precision.add(a, b, Dd.of(-edge.weight()));
            precision.add(b, a, Dd.of(-edge.weight()));
        }
        return KnownMethods.known("graph", Relations.graph(new TaskGraph(EDGES), GAMMA), precision);
    }

    /**
     * Problem 1001799 of the fixed seed, in numbers. The largest eigenvalue of A, 1/gamma, came out of the inverse of Laplacian +
     * gamma I too small by 5e-11, and with it the dual's penalty: the lower bound lay above the objective.
     */
    @Test
    void theLowerBoundOfAGraphWithSmallGammaIsOne() throws java.io.IOException {
        double[] x = {
            -0.014309287912323991,
            0.002675392743123013,
            0.005940862028089484,
            -0.005247606981096841,
            0.01207151647935619,
            -0.0052711026484533454,
            0.007247147660221656,
            -0.0010154293533045857,
            -0.005578382730323748,
            -0.006946903399589005,
            0.0028813498667780743,
            0.007264416125498978,
            -0.005109800037938083,
            -0.00895332501829606,
            -0.009146119124791791,
            -0.003241144085204452
        };
        double[] label = {
            31.86774639512576, 32.96092992838479, 31.68309846730884, 33.253162234850755, 32.859665764184015,
            32.89639143464685, 32.13275331981697, 32.29295695355809, 33.68134783744212, 32.09166738137272,
            32.869339347134925, 32.710212964494836, 32.962216503885806
        };
        double[] weight = new double[label.length];
        Arrays.fill(weight, 1);
        double tolerance = 2.3009562077912984E-12;
        Problem problem = new Problem(
                1001799,
                Arrays.stream(x).mapToObj(value -> new double[] {value}).toArray(double[][]::new),
                6,
                new int[] {0, 1, 3, 4, 5, 6, 8, 9, 11, 12, 13, 14, 15},
                new int[] {1, 2, 2, 2, 2, 2, 0, 0, 2, 1, 2, 5, 5},
                label,
                weight,
                false,
                LossKind.ABSOLUTE,
                KernelKind.LINEAR,
                82.83182177660905,
                new Problem.Setup(false, true, "TASK", true, tolerance, 3000, "AUTO", "none"),
                graph(),
                Set.of());
        Path.Reported reported = new InMemory().fit(problem);
        assertThat(Checker.judge(problem, reported).violations()).isEmpty();
        assertThat(reported.status()).isEqualTo(FitReport.Status.CONVERGED);
        Dd objective =
                problem.method().reference(problem, Saved.of(reported.model())).objective();
        assertThat(reported.objective() / objective.hi() - 1)
                .as("the objective is that of the saved weights")
                .isBetween(0.0, 1e-12);
    }

    /** Eigenvalues up to 1e14 apart; {@code -Dcheck.count} as in {@link CertificateTest}. */
    @Test
    @Tag("fuzz")
    void claimsAboutNearlySingularStructuresAreTrue() {
        Tally tally = new Tally();
        List<Methods.Draw> draws = KnownMethods.NEARLY_SINGULAR;
        int count = Integer.getInteger("check.count", 200) / 2;
        for (int k = 0; k < count; k++) {
            Problem drawn = Generator.problem(3_000_000 + k, List.of("stl"));
            Problem problem = drawn.with(draws.get(k % draws.size()).of(new Random(k), drawn.tasks()));
            for (Path path : Attack.PATHS) {
                tally.add(problem, path, Checker.check(problem, path));
            }
        }
        System.out.println(tally);
        assertThat(tally.violations())
                .as("violations among " + tally.problems() + " problems")
                .isEmpty();
    }
}
