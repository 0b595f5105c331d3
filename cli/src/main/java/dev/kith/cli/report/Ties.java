package dev.kith.cli.report;

import dev.kith.cli.report.Report.Edge;
import dev.kith.cli.report.Report.Graph;
import dev.kith.cli.report.Report.Tie;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/** Who is tied to whom, read off a symmetric task x task matrix with entries from -1 (opposite) to 1 (alike). */
public final class Ties {
    /**
     * How much of the identity is mixed in before inverting. Learned structures are often singular; unmixed, the
     * directions nobody learned anything about would decide.
     */
    private static final double SHRINK = 0.1;
    /** A drawing of more lines than this a task shows nothing, and the page would grow with the square of the tasks. */
    private static final int DRAWN = 6;
    /** Ties weaker than this, or that differ by less, are rounding. */
    private static final double WEAKEST = 1e-3;

    private Ties() {}

    /**
     * Partial correlations: how alike two tasks are once all others are accounted for,
     * -P_ts / sqrt(P_tt P_ss) with P = (0.9 S + 0.1 I)^-1, for a similarity S with ones on its diagonal.
     */
    public static Matrix partialCorrelations(Matrix similarity) {
        int count = similarity.rows();
        Matrix mixed = similarity.map(value -> (1 - SHRINK) * value);
        for (int t = 0; t < count; t++) {
            mixed.add(t, t, SHRINK);
        }
        Matrix precision = LinearAlgebra.best().cholesky(mixed).solve(Matrix.identity(count));
        Matrix partial = Matrix.identity(count);
        for (int t = 0; t < count; t++) {
            for (int s = 0; s < t; s++) {
                double value = -precision.get(t, s) / Math.sqrt(precision.get(t, t) * precision.get(s, s));
                partial.set(t, s, value);
                partial.set(s, t, value);
            }
        }
        return partial;
    }

    /** The graph of partial correlations behind a similarity, each task with its strongest ties. */
    public static Graph graph(List<String> tasks, Matrix similarity) {
        return strongest(
                "partial correlation",
                "A line joins two tasks that are alike (or opposite) even after what they have in common with all other"
                        + " tasks is taken out. Each task shows its strongest ties.",
                tasks,
                partialCorrelations(similarity));
    }

    /** Every pair that is among the strongest few of one of its two tasks, strongest first. */
    public static Graph strongest(String name, String explain, List<String> tasks, Matrix strengths) {
        boolean[][] kept = new boolean[tasks.size()][tasks.size()];
        for (int t = 0; t < tasks.size(); t++) {
            for (int s : ranked(strengths, t, DRAWN)) {
                kept[Math.max(s, t)][Math.min(s, t)] = true;
            }
        }
        List<Edge> edges = new ArrayList<>();
        for (int t = 0; t < tasks.size(); t++) {
            for (int s = 0; s < t; s++) {
                if (kept[t][s]) {
                    edges.add(new Edge(tasks.get(s), tasks.get(t), strengths.get(t, s)));
                }
            }
        }
        edges.sort(Comparator.comparingDouble(edge -> -Math.abs(edge.strength())));
        return new Graph(name, explain, edges);
    }

    /** The {@code most} strongest ties of task t, strongest first. */
    public static List<Tie> of(int t, List<String> tasks, Matrix strengths, int most) {
        return ranked(strengths, t, most).stream()
                .map(s -> new Tie(tasks.get(s), strengths.get(t, s)))
                .toList();
    }

    /** Nobody where all are tied to t alike: the first few of them would look chosen. */
    private static List<Integer> ranked(Matrix strengths, int t, int most) {
        DoubleSummaryStatistics all = IntStream.range(0, strengths.rows())
                .filter(s -> s != t)
                .mapToDouble(s -> strengths.get(t, s))
                .summaryStatistics();
        if (strengths.rows() > 3 && all.getMax() - all.getMin() < WEAKEST) {
            return List.of();
        }
        return IntStream.range(0, strengths.rows())
                .filter(s -> s != t && Math.abs(strengths.get(t, s)) > WEAKEST)
                .boxed()
                .sorted(Comparator.comparingDouble(s -> -Math.abs(strengths.get(t, s))))
                .limit(most)
                .toList();
    }
}
