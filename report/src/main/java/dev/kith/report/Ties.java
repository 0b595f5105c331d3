package dev.kith.report;

import dev.kith.linalg.Matrix;
import dev.kith.report.Report.Edge;
import dev.kith.report.Report.Graph;
import dev.kith.report.Report.Tie;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TieStability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Who is tied to whom, read off a symmetric task x task matrix with entries from -1 (opposite) to 1 (alike). */
public final class Ties {
    /** A drawing of more lines than this a task shows nothing, and the page would grow with the square of the tasks. */
    private static final int DRAWN = 6;
    /** Ties weaker than this, or that differ by less, are rounding. */
    private static final double WEAKEST = 1e-3;

    private Ties() {}

    /** The graph of partial correlations behind a similarity, each task with its strongest ties. */
    public static Graph graph(List<String> tasks, Matrix similarity) {
        return strongest(
                "partial correlation",
                "A line joins two tasks that are alike (or opposite) even after what they have in common with all other"
                        + " tasks is taken out. Each task shows its strongest ties.",
                tasks,
                LearnedGraph.partialCorrelations(similarity));
    }

    /** The same, each tie with the share of refits in which it appeared. */
    public static Graph graph(List<String> tasks, Matrix similarity, Optional<TieStability> stability) {
        Graph graph = graph(tasks, similarity);
        if (stability.isEmpty()) {
            return graph;
        }
        TieStability refits = stability.get();
        List<Edge> edges = graph.edges().stream()
                .map(edge -> new Edge(
                        edge.a(),
                        edge.b(),
                        edge.strength(),
                        refits.share(tasks.indexOf(edge.a()), tasks.indexOf(edge.b()), edge.strength())))
                .toList();
        return new Graph(
                graph.name(),
                graph.explain() + " Stability is how often a tie appeared, with its sign, when the structure was"
                        + " learned again from " + refits.refits() + " resamples of the rows.",
                edges);
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
