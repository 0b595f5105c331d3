package dev.kith.convex.dual;

import dev.kith.convex.basis.Problem;
import dev.kith.convex.solver.Certificate;
import dev.kith.convex.solver.Minimum;
import dev.kith.convex.solver.Monitor;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.numeric.Concurrent;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * min over W, b of sum_o w_o loss_t(y_o, z_o) + lambda tr(A^-1 W'W) for a known A, by ascent on its dual,
 *
 * <pre>
 *   max over s of  -sum_o w_o loss*(y_o, -s_o / w_o) - tr(U'A U) / (4 lambda),    u_t = sum of s_o (phi(x_o) - mean_t) over task t
 *   W = A U / (2 lambda),   with intercepts the s of every task sum to zero
 * </pre>
 *
 * <p>One task after the other is climbed, the others held; tasks, or groups of them, that are not tied to each other are done at
 * the same time. The order is the same whatever the number of threads. Goes on from where the last call ended.
 */
public final class KnownAscent {
    private static final double CLOSER = 0.3;
    private static final int MOST_ROUNDS = 300;

    private final Problem problem;
    private final List<Loss> losses;
    private final double[] theta;

    public KnownAscent(Problem problem, List<Loss> losses) {
        this.problem = problem;
        this.losses = losses;
        theta = new double[problem.size()];
    }

    /** Whether it can be done for this structure. */
    public static boolean suits(TaskMatrix a, Problem problem) {
        return Ties.suit(a, problem.size());
    }

    /** What tasks that are tied to each other add to the objective, and where they stopped. */
    private record Part(double primal, double gap, int rounds) {}

    public Minimum solve(TaskMatrix a, double lambda, Monitor monitor) {
        Ties ties = new Ties(a, lambda, problem.dim);
        Matrix wt = Matrix.zeros(problem.tasks, problem.dim);
        List<int[]> groups = ties.groups();
        Part[] parts = new Part[groups.size()];
        Concurrent.forEach(parts.length, k -> parts[k] = new Group(groups.get(k), ties, wt, monitor).climb());
        double primal = Arrays.stream(parts).mapToDouble(Part::primal).sum();
        double gap = Arrays.stream(parts).mapToDouble(Part::gap).sum();
        int rounds = Arrays.stream(parts).mapToInt(Part::rounds).max().orElse(0);
        Certificate certificate = new Certificate(primal, primal - gap);
        monitor.ended(rounds, certificate);
        return new Minimum(wt, certificate, rounds, new Minimum.Dual(Optional.empty(), Optional.of(theta.clone())));
    }

    /** Tasks that are tied to each other. */
    private final class Group {
        private final int[] tasks;
        private final Ties ties;
        private final Matrix wt;
        private final Monitor monitor;
        private final TaskAscent[] ascents;

        Group(int[] tasks, Ties ties, Matrix wt, Monitor monitor) {
            this.tasks = tasks;
            this.ties = ties;
            this.wt = wt;
            this.monitor = monitor;
            ascents = new TaskAscent[tasks.length];
        }

        Part climb() {
            for (int k = 0; k < tasks.length; k++) {
                ascents[k] = new TaskAscent(problem, tasks[k], losses.get(tasks[k]), tasks.length == 1);
                ascents[k].load(theta);
                settle(k);
            }
            int most = Math.min(MOST_ROUNDS, monitor.maxIterations());
            int round = 0;
            Part part = part(round);
            while (part.gap > monitor.tolerance() * part.primal
                    && round < most
                    && !Thread.currentThread().isInterrupted()) {
                round++;
                visitAll(part);
                part = part(round);
            }
            for (TaskAscent ascent : ascents) {
                ascent.storeInto(theta);
            }
            return part;
        }

        private void visitAll(Part before) {
            double enough = CLOSER * monitor.tolerance() * before.primal / tasks.length;
            for (int k = 0; k < tasks.length; k++) {
                if (tasks.length > 1) {
                    ties.weightsInto(wt, tasks[k]);
                    ascents[k].look(wt);
                }
                if (tasks.length == 1 || ascents[k].gap() > enough) {
                    ascents[k].climb(ties.own(tasks[k]));
                    settle(k);
                }
            }
        }

        private void settle(int k) {
            int dim = wt.cols();
            double[] before = Arrays.copyOfRange(ties.sums().data(), tasks[k] * dim, (tasks[k] + 1) * dim);
            ascents[k].balanceInto(ties.sums());
            ties.moved(tasks[k], before);
        }

        private Part part(int round) {
            double primal = 0;
            double gap = 0;
            for (int k = 0; k < tasks.length; k++) {
                ties.weightsInto(wt, tasks[k]);
                ascents[k].look(wt);
                primal += ascents[k].cost() + ties.norm(wt, tasks[k]);
                gap += ascents[k].gap();
            }
            return new Part(primal, gap, round);
        }
    }
}
