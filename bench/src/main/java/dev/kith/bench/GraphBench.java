package dev.kith.bench;

import dev.kith.linalg.Matrix;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.SharingSearch;
import dev.kith.online.TaskRelations;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import dev.kith.online.learner.Learners;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * Mistakes of the learner that infers the graph of tasks, beside those of the Perceptron that was given the true graph, on drawn streams of
 * which the graph is known: means over seeds. Counts mistakes, measures no time.
 */
final class GraphBench {
    private static final int TASKS = 20;
    private static final int D = 50;
    private static final double NOISE = 0.05;
    private static final int SEEDS = 10;

    private GraphBench() {}

    /** Where the true weights of tasks come from. */
    private enum Design {
        APART,
        CLUSTERS,
        CHAIN,
        SAME;

        boolean edge(int i, int j) {
            return switch (this) {
                case APART -> false;
                case CLUSTERS -> i / 5 == j / 5;
                case CHAIN -> Math.abs(i - j) == 1;
                case SAME -> true;
            };
        }

        Matrix draw(Random random) {
            Matrix u = Matrix.zeros(TASKS, D);
            double[] centre = new double[D];
            for (int i = 0; i < TASKS; i++) {
                boolean fresh = i == 0 || this == APART || (this == CLUSTERS && i % 5 == 0);
                for (int j = 0; j < D; j++) {
                    double own = random.nextGaussian();
                    double step = this == CHAIN ? 0.8 * centre[j] + 0.6 * own : centre[j];
                    centre[j] = fresh ? own : step;
                    u.set(i, j, centre[j] + (this == CHAIN || this == APART ? 0 : 0.3 * random.nextGaussian()));
                }
            }
            return u;
        }

        TaskRelations truth(double strength) {
            Matrix edges = Matrix.zeros(TASKS, TASKS);
            for (int i = 0; i < TASKS; i++) {
                for (int j = 0; j < TASKS; j++) {
                    edges.set(i, j, i != j && edge(i, j) ? strength : 0);
                }
            }
            return TaskRelations.graph(edges);
        }
    }

    public static void main(String[] args) {
        for (int perTask : new int[] {50, 200, 1000}) {
            for (Design design : Design.values()) {
                report(design, perTask);
            }
        }
    }

    private static void report(Design design, int perTask) {
        double[] sums = new double[7];
        for (int seed = 0; seed < SEEDS; seed++) {
            OnlineLearner graph = Learners.graph(Optional.empty());
            graph.announce(TASKS);
            double made = mistakes(graph, design, perTask, seed);
            SharingSearch search = graph.search().orElseThrow();
            double truth = Double.POSITIVE_INFINITY;
            for (double strength : new double[] {1, 4, 16}) {
                OnlineLearner given = Learners.related(design.truth(strength), new Update.Mistake(), false);
                truth = Math.min(truth, mistakes(given, design, perTask, seed));
            }
            double inferred = Double.POSITIVE_INFINITY;
            for (SharingSearch.Candidate candidate : search.candidates()) {
                inferred = candidate.name().startsWith("inferred")
                        ? Math.min(inferred, (double) candidate.mistakes())
                        : inferred;
            }
            OnlineLearner pairwise = Learners.shared(UniformSharing.pairwise());
            OnlineLearner auto = Learners.auto(new Update.Mistake(), false);
            pairwise.announce(TASKS);
            auto.announce(TASKS);
            add(
                    sums,
                    mistakes(Learners.shared(new UniformSharing(0)), design, perTask, seed),
                    mistakes(pairwise, design, perTask, seed),
                    mistakes(auto, design, perTask, seed),
                    truth,
                    inferred,
                    made,
                    search.allowed().orElseThrow());
        }
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "| %s, %d rows a task |", design, perTask));
        for (double sum : sums) {
            line.append(String.format(Locale.ROOT, " %.1f%% |", 100 * sum / SEEDS / perTask / TASKS));
        }
        System.out.println(line);
    }

    private static void add(double[] sums, double... values) {
        for (int k = 0; k < sums.length; k++) {
            sums[k] += values[k];
        }
    }

    private static double mistakes(OnlineLearner learner, Design design, int perTask, int seed) {
        Random random = new Random(seed);
        Matrix u = design.draw(random);
        double mistakes = 0;
        for (int n = 0; n < perTask * TASKS; n++) {
            int task = random.nextInt(TASKS);
            double[] x = new double[D];
            double norm = 0;
            double z = 0;
            for (int j = 0; j < D; j++) {
                x[j] = random.nextGaussian();
                norm += x[j] * x[j];
                z += x[j] * u.get(task, j);
            }
            for (int j = 0; j < D; j++) {
                x[j] /= Math.sqrt(norm);
            }
            double y = z >= 0 == random.nextDouble() >= NOISE ? 1 : -1;
            mistakes += OnlineLearner.mistaken(y, learner.learn(task, Row.dense(x), y)) ? 1 : 0;
        }
        return mistakes;
    }
}
