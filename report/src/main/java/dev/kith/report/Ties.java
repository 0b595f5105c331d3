package dev.kith.report;

import dev.kith.linalg.Matrix;
import dev.kith.report.Report.Tie;
import dev.kith.report.TaskStructure.Edge;
import dev.kith.report.TaskStructure.Graph;
import dev.kith.select.Likeness;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TieStability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Who is tied to whom, read off a symmetric task x task matrix with entries from -1 (opposite) to 1 (alike). */
public final class Ties {
    /** A drawing of more lines than this a task shows nothing, and the page would grow with the square of the tasks. */
    private static final int DRAWN = 6;

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
            for (Likeness.Tie tie : Likeness.strongest(strengths, t, DRAWN)) {
                kept[Math.max(tie.task(), t)][Math.min(tie.task(), t)] = true;
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
        return Likeness.strongest(strengths, t, most).stream()
                .map(tie -> new Tie(tasks.get(tie.task()), tie.strength()))
                .toList();
    }
}
