package dev.kith.data.inspect;

import dev.kith.data.Dataset;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is taken for granted where nobody said otherwise, each with the option that does. Only what says something: what was asked for
 * is no assumption. Immutable.
 *
 * @param lines in the order they are shown
 */
public record Assumptions(List<Line> lines) {
    /** Names that are shown of many. */
    private static final int MOST_NAMES = 6;

    public Assumptions {
        lines = List.copyOf(lines);
    }

    /**
     * One of them.
     *
     * @param about a word, such as {@code loss}
     * @param option how to say otherwise on the command line
     */
    public record Line(String about, String words, String option) {}

    /** Nothing yet. */
    public static Assumptions none() {
        return new Assumptions(List.of());
    }

    /** Also this one. */
    public Assumptions with(String about, String words, String option) {
        List<Line> more = new ArrayList<>(lines);
        more.add(new Line(about, words, option));
        return new Assumptions(more);
    }

    /** That every column without another part is a feature. */
    public Assumptions withFeatures(Dataset data) {
        List<String> names = data.inputs().features();
        if (names.isEmpty()) {
            return this;
        }
        int more = names.size() - Math.min(MOST_NAMES, names.size());
        String shown = String.join(", ", names.subList(0, names.size() - more));
        return with(
                "features",
                (names.size() == 1 ? "the only other column: " : "all " + names.size() + " other columns: ")
                        + shown
                        + (more > 0 ? " and " + more + " more" : ""),
                "--features, --drop");
    }

    /** That the loss is what suits the labels. */
    public Assumptions withLoss(String loss, Dataset data) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int o = 0; o < data.size(); o++) {
            least = Math.min(least, data.label(o));
            most = Math.max(most, data.label(o));
        }
        String labels = data.classes()
                .map(names -> "labels are the classes " + String.join(" and ", names))
                .orElse(null);
        boolean range = labels == null && data.collapsed().isEmpty() && least <= most;
        return with(
                "loss",
                loss
                        + (labels != null
                                ? ", as " + labels
                                : range
                                        ? ", as labels are numbers from " + Words.number(least) + " to "
                                                + Words.number(most)
                                        : ""),
                "--loss");
    }

    /** That rows to be predicted are like those learned from. */
    public Assumptions withRandomFolds(String folds) {
        return with("held out", "rows at random, " + folds, "--time, --hold-out-by");
    }

    /** As a block of lines; none where nothing was assumed. */
    public List<String> text() {
        int wide = lines.stream().mapToInt(line -> line.about.length()).max().orElse(0);
        List<String> text = new ArrayList<>();
        if (!lines.isEmpty()) {
            text.add("Assumed:");
        }
        for (Line line : lines) {
            text.add("  " + line.about + " ".repeat(wide + 2 - line.about.length()) + line.words + "  (" + line.option
                    + ")");
        }
        return text;
    }

    /** By what they are about, for reports and JSON. */
    public Map<String, String> byName() {
        Map<String, String> named = new LinkedHashMap<>();
        lines.forEach(line -> named.put("Assumed " + line.about, line.words + " (" + line.option + ")"));
        return named;
    }
}
