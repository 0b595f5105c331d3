package dev.kith.cli.text;

import dev.kith.kernel.KernelSum;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelSumModel;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TaskPairs;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which tasks a structure says are alike: of a model, or of each of its kernels. */
public final class StructureText {
    /** Pairs are looked for among so many tasks at most. */
    private static final int MOST_COMPARED = 1000;

    private static final int PAIRS = 3;

    private StructureText() {}

    private static void line(PrintWriter out, String name, String value) {
        out.printf("%-9s %s%n", name, value);
    }

    /** Prints every kernel with its part in what is predicted and its structure; nothing where kernels have none of their own. */
    public static void print(KernelSumModel model, PrintWriter out) {
        for (int v = 0; v < model.structures().size(); v++) {
            KernelSum.View view = model.kernels().views().get(v);
            line(out, "kernel", view.spec() + share(model, v) + ":");
            print(model.structures().get(v), model.info().tasks(), out);
        }
        if (!model.structures().isEmpty()) {
            line(out, "together", "what all kernels say of tasks at one input, on average:");
        }
    }

    private static String share(KernelSumModel model, int v) {
        return model.weights().size() == model.structures().size()
                ? String.format(
                        Locale.ROOT,
                        ", %.0f%% of what predictions vary by",
                        100 * model.weights().get(v).weight())
                : "";
    }

    private record Pair(String a, String b, double similarity) {
        @Override
        public String toString() {
            return a + " ~ " + b + String.format(Locale.ROOT, " (%+.2f)", similarity);
        }
    }

    /** Prints the pairs that stand out, among all tasks or, where these are many, among some from the first to the last. */
    public static void print(TaskMatrix structure, List<String> tasks, PrintWriter out) {
        int count = Math.min(tasks.size(), MOST_COMPARED);
        int[] some = IntStream.range(0, count)
                .map(k -> (int) ((long) k * tasks.size() / count))
                .toArray();
        if (count < tasks.size()) {
            line(out, "pairs", "among " + count + " of the tasks, from the first to the last:");
        }
        alike(out, Arrays.stream(some).mapToObj(tasks::get).toList(), LearnedGraph.similarity(structure.block(some)));
    }

    /** The pairs of tasks that stand out; nothing when all pairs are the same. */
    private static void alike(PrintWriter out, List<String> tasks, Matrix similarity) {
        List<Pair> pairs = new ArrayList<>();
        for (int t = 0; t < tasks.size(); t++) {
            for (int s = 0; s < t; s++) {
                pairs.add(new Pair(tasks.get(s), tasks.get(t), similarity.get(s, t)));
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::similarity).reversed());
        if (pairs.isEmpty()) {
            return;
        }
        if (TaskPairs.common(similarity).isPresent()) {
            double common = TaskPairs.common(similarity).getAsDouble();
            line(
                    out,
                    "structure",
                    common == 0
                            ? "no two tasks related"
                            : String.format(Locale.ROOT, "every pair of tasks equally alike (%+.2f)", common));
            return;
        }
        line(out, "alike", ends(pairs, similarity));
        Collections.reverse(pairs);
        line(out, "unalike", ends(pairs, similarity));
    }

    /** The first few pairs; or how many are as extreme as the first, where they are more than would be shown. */
    private static String ends(List<Pair> pairs, Matrix similarity) {
        int equal = TaskPairs.count(similarity, pairs.get(0).similarity());
        return equal > PAIRS
                ? equal + " pairs equally, such as " + pairs.get(0)
                : pairs.stream().limit(PAIRS).map(Pair::toString).collect(Collectors.joining(", "));
    }
}
