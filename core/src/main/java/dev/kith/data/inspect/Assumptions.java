package dev.kith.data.inspect;

import dev.kith.data.Dataset;
import dev.kith.data.Format;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.layout.Reading;
import dev.kith.data.read.FileBytes;
import dev.kith.data.read.csv.CsvLines;
import dev.kith.data.read.csv.Dialect;
import dev.kith.data.table.Tables;
import dev.kith.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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

    /**
     * How a file of fields between separators turned out to be written, where that is not as its name promises and was not said.
     *
     * @param said columns whose parts were named
     */
    public Assumptions withFile(Path file, Reading reading, Collection<String> said) {
        String name = FileBytes.name(file);
        Format format = Format.of(name);
        if (format == Format.LIBSVM || !Tables.text(file).equals(file)) {
            return this;
        }
        try (FileBytes bytes = FileBytes.open(file);
                CsvLines lines = CsvLines.open(name, format, reading.telling(line -> {}), bytes.stream())) {
            return withFile(lines, reading, said);
        }
    }

    private Assumptions withFile(CsvLines lines, Reading reading, Collection<String> said) {
        Dialect dialect = lines.dialect();
        Map<String, String> options = new LinkedHashMap<>();
        if (dialect.separator() != dialect.usual()) {
            options.put("fields between " + Dialect.word(dialect.separator()), "--separator");
        }
        if (dialect.decimal() == ',' && reading.decimal().isEmpty()) {
            options.put("decimal comma", "--decimal");
        }
        if (!dialect.encoding().isEmpty()) {
            options.put("encoding " + dialect.encoding(), "--encoding");
        }
        lines.columns().aside().stream()
                .filter(column -> !said.contains(column))
                .forEach(column ->
                        options.put("nothing learned from '" + column + "', which has no name", "--features"));
        return options.isEmpty()
                ? this
                : with("file", String.join("; ", options.keySet()), String.join(", ", options.values()));
    }

    /** How many cells of features are missing, and what stands in for them. */
    public Assumptions withMissing(Dataset data) {
        if (!(data.inputs() instanceof RawInputs raw)) {
            return this;
        }
        List<String> columns = new ArrayList<>();
        long cells = 0;
        for (RawColumn column : raw.columns()) {
            long missing =
                    IntStream.range(0, column.rows()).filter(column::missing).count();
            if (missing > 0) {
                columns.add(column.name() + " " + missing);
                cells += missing;
            }
        }
        int more = Math.max(0, columns.size() - MOST_NAMES);
        return columns.isEmpty()
                ? this
                : with(
                        "missing",
                        Words.count(cells, "cell") + " of features ("
                                + String.join(", ", columns.subList(0, columns.size() - more))
                                + (more > 0 ? " and " + more + " more columns" : "")
                                + "), filled by what training rows say",
                        "--impute, --missing");
    }

    /** That widths of kernels follow the data. */
    public Assumptions withWidths(String kernel, boolean searched) {
        return with(
                "kernel",
                kernel + ", as wide as the median distance between inputs"
                        + (searched ? "; multiples of it are searched" : ""),
                searched ? "--kernel NAME:WIDTH" : "--kernel NAME:WIDTH or NAME:auto");
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
