package dev.kith.structure.ties;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskNetwork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Who is tied to whom, read off a structure matrix A:
 *
 * <pre>
 *   similarity S_ts = A_ts / sqrt(A_tt A_ss),   partial correlation = -P_ts / sqrt(P_tt P_ss),  P = (0.9 S + 0.1 I)^-1
 * </pre>
 *
 * the latter being what two tasks have in common beyond what both share with all others. The ties are the non-zeros of A
 * where A has exact zeros, otherwise the pairs whose partial correlation is at least the threshold in size.
 *
 * @param ties strongest first
 * @param communities the number of each task's community, from 0, in order of tasks
 * @param rule in words, what makes a tie
 * @param refits how often ties appeared when learned again, where that is known
 */
public record LearnedGraph(
        List<String> tasks, List<Tie> ties, List<Integer> communities, String rule, Optional<TieStability> refits) {
    /*
     * Learned structures are often singular: without a tenth of the identity the directions nobody learned anything
     * about would decide the inverse. A sparse structure carries its graph in its exact zeros, a threshold would only
     * blur it.
     */
    private static final double SHRINK = 0.1;

    private static final String EXACT = "non-zeros of the structure";

    /** What is left of an exact zero after two inversions is less than this. */
    private static final double INVERTED_ZERO = 1e-9;

    /** The least partial correlation that counts, unless told otherwise. */
    public static final double USUAL_THRESHOLD = 0.1;

    /** Tasks number a &lt; b, in the order of the graph's tasks. */
    public record Tie(int a, int b, double similarity, double partial) {}

    public LearnedGraph {
        tasks = List.copyOf(tasks);
        ties = List.copyOf(ties);
        communities = List.copyOf(communities);
    }

    /**
     * The graph behind a structure.
     *
     * @param threshold the least size of a partial correlation, from 0 to 1; empty for exact zeros where there are any
     */
    public static LearnedGraph of(List<String> tasks, Matrix structure, OptionalDouble threshold) {
        threshold.ifPresent(least -> {
            if (!(least >= 0 && least <= 1)) {
                throw new IllegalArgumentException("the least partial correlation must be from 0 to 1, got " + least);
            }
        });
        Matrix similarity = similarity(structure.requireFinite("structure"));
        Matrix partial = partialCorrelations(similarity);
        boolean exact = threshold.isEmpty() && hasZeros(structure);
        double least = threshold.orElse(USUAL_THRESHOLD);
        List<Tie> ties = new ArrayList<>();
        for (int b = 0; b < tasks.size(); b++) {
            for (int a = 0; a < b; a++) {
                Tie tie = new Tie(a, b, similarity.get(a, b), partial.get(a, b));
                if (exact ? structure.get(a, b) != 0 : Math.abs(tie.partial) >= least && tie.partial != 0) {
                    ties.add(tie);
                }
            }
        }
        ties.sort(Comparator.comparingDouble(tie -> -Math.abs(exact ? tie.similarity : tie.partial)));
        String rule = exact ? EXACT : "partial correlations of at least " + least + " in size";
        return new LearnedGraph(tasks, ties, Communities.of(tasks.size(), ties), rule, Optional.empty());
    }

    /** The same graph, knowing how often ties appeared when learned again. */
    public LearnedGraph withRefits(TieStability stability) {
        if (stability.alike().rows() != tasks.size()) {
            throw new IllegalArgumentException("stability must be of " + tasks.size() + " tasks, got "
                    + stability.alike().rows());
        }
        return new LearnedGraph(tasks, ties, communities, rule, Optional.of(stability));
    }

    /** The share of refits in which a tie appeared with its sign; empty where nothing was learned again. */
    public OptionalDouble stability(Tie tie) {
        double sign = rule.equals(EXACT) ? tie.similarity : tie.partial;
        return refits.isPresent() ? OptionalDouble.of(refits.get().share(tie.a, tie.b, sign)) : OptionalDouble.empty();
    }

    /**
     * The ties of a structure as signs: 1 where two tasks are tied and alike, -1 where they are opposite, 0 where they are
     * not tied.
     *
     * @param exact whether the non-zeros are the ties, otherwise partial correlations of the usual size
     */
    public static Matrix signs(Matrix structure, boolean exact) {
        Matrix similarity = similarity(structure.requireFinite("structure"));
        Matrix strength = exact ? similarity : partialCorrelations(similarity);
        double least = exact ? 0 : USUAL_THRESHOLD;
        Matrix signs = strength.map(x -> Math.abs(x) >= least ? Math.signum(x) : 0);
        for (int t = 0; t < signs.rows(); t++) {
            signs.set(t, t, 0);
        }
        return signs;
    }

    /**
     * The graph whose Laplacian, with a ridge, is the inverse of the structure: its edges are the ties, their partial
     * correlations exact.
     */
    public static LearnedGraph ofLaplacian(List<String> tasks, Matrix structure) {
        int count = tasks.size();
        Matrix similarity = similarity(structure.requireFinite("structure"));
        Matrix precision = LinearAlgebra.best().cholesky(structure).solve(Matrix.identity(count));
        List<Tie> ties = new ArrayList<>();
        for (int b = 0; b < count; b++) {
            for (int a = 0; a < b; a++) {
                double partial = -precision.get(a, b) / Math.sqrt(precision.get(a, a) * precision.get(b, b));
                if (partial > INVERTED_ZERO) {
                    ties.add(new Tie(a, b, similarity.get(a, b), partial));
                }
            }
        }
        return ofEdges(tasks, ties);
    }

    /** The same from the edges themselves, for any number of tasks. */
    public static LearnedGraph ofNetwork(List<String> tasks, TaskNetwork structure) {
        double[] own = structure.diagonal();
        List<Tie> ties = new ArrayList<>();
        for (int b = 0; b < structure.size(); b++) {
            for (int k = 0; k < structure.neighbours(b); k++) {
                int a = structure.neighbour(b, k);
                if (a < b) {
                    double scale = Math.sqrt(structure.gamma() + structure.degree(a))
                            * Math.sqrt(structure.gamma() + structure.degree(b));
                    double similarity = structure.between(a, b) / (Math.sqrt(own[a]) * Math.sqrt(own[b]));
                    ties.add(new Tie(a, b, Math.min(1, similarity), structure.link(b, k) / scale));
                }
            }
        }
        return ofEdges(tasks, ties);
    }

    private static LearnedGraph ofEdges(List<String> tasks, List<Tie> ties) {
        ties.sort(Comparator.comparingDouble(tie -> -tie.partial));
        return new LearnedGraph(
                tasks,
                ties,
                Communities.of(tasks.size(), ties),
                "edges of the graph, non-zeros of the inverse structure",
                Optional.empty());
    }

    /** Whether some pair of tasks is exactly unrelated. */
    public static boolean hasZeros(Matrix structure) {
        for (int b = 0; b < structure.rows(); b++) {
            for (int a = 0; a < b; a++) {
                if (structure.get(a, b) == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A_ts / sqrt(A_tt A_ss), within -1 and 1; 0 beside a task without variance, 1 on the diagonal. */
    public static Matrix similarity(Matrix structure) {
        int count = structure.rows();
        Matrix similarity = Matrix.identity(count);
        for (int t = 0; t < count; t++) {
            for (int s = 0; s < count; s++) {
                double size = Math.sqrt(structure.get(t, t) * structure.get(s, s));
                if (s != t && size > 0) {
                    similarity.set(t, s, Math.max(-1, Math.min(1, structure.get(t, s) / size)));
                }
            }
        }
        return similarity;
    }

    /** How alike two tasks are once all others are accounted for, from a similarity with ones on its diagonal. */
    public static Matrix partialCorrelations(Matrix similarity) {
        int count = similarity.rows();
        Matrix mixed = similarity.symmetrized().scale(1 - SHRINK).plusDiagonal(SHRINK);
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

    /** The tasks of each community, in order of their numbers. */
    public List<List<String>> groups() {
        List<List<String>> groups = new ArrayList<>();
        for (int t = 0; t < tasks.size(); t++) {
            while (groups.size() <= communities.get(t)) {
                groups.add(new ArrayList<>());
            }
            groups.get(communities.get(t)).add(tasks.get(t));
        }
        return groups;
    }
}
