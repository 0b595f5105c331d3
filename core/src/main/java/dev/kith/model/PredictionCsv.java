package dev.kith.model;

import dev.kith.data.table.CsvRecords;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Predictions as CSV; {@link Predictions#writeTo} says how. */
final class PredictionCsv {
    /** Cells that are formatted by one thread at a time, and how many times as many are kept as text. */
    private static final int CELLS = 1 << 12;

    private static final int PARTS = 16;

    /** Usual characters of a line, with a number or two. */
    private static final int LINE = 40;

    private final Predictions predictions;
    private final boolean probabilities;

    PredictionCsv(Predictions predictions) {
        this.predictions = predictions;
        probabilities = IntStream.range(0, predictions.tasks().size()).anyMatch(predictions::hasProbability);
    }

    void writeHeaderTo(Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        csv.write(header());
        csv.flush();
    }

    /** Some thousand cells are formatted at a time on every core, and written in order. */
    void writeLinesTo(Writer out) throws IOException {
        int perRow = predictions.perRow();
        int rows = predictions.size() / Math.max(1, perRow);
        int part = Math.max(1, CELLS / Math.max(1, perRow));
        for (int from = 0; from < rows; from += PARTS * part) {
            int first = from;
            int parts = (int) Math.min(PARTS, (rows - from + (long) part - 1) / part);
            List<String> texts = IntStream.range(0, parts)
                    .parallel()
                    .mapToObj(p -> lines(first + p * part, Math.min(rows, first + (p + 1) * part), perRow))
                    .toList();
            for (String text : texts) {
                out.write(text);
            }
        }
        out.flush();
    }

    private String lines(int from, int to, int perRow) {
        StringWriter text = new StringWriter(LINE * (to - from));
        CsvRecords csv = new CsvRecords(text);
        for (int row = from; row < to; row++) {
            csv.write(cells(row * perRow, perRow).stream()
                    .map(PredictionCsv::written)
                    .toList());
        }
        try {
            csv.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String written(Object cell) {
        if (cell instanceof Double number) {
            return number.isNaN() ? "" : number.toString();
        }
        return cell instanceof Boolean flag ? (flag ? "1" : "0") : (String) cell;
    }

    List<String> header() {
        List<String> header = new ArrayList<>(predictions.idNames());
        switch (predictions.scope()) {
            case OWN_TASK -> {
                header.addAll(List.of("task", "prediction"));
                addShared(header);
            }
            case ONE_CLASS -> {
                header.add("prediction");
                addShared(header);
            }
            case CHOICE -> {
                header.addAll(predictions.choiceInTasks() ? List.of("task", "prediction") : List.of("prediction"));
                addShared(header);
                if (probabilities) {
                    predictions.classes().forEach(name -> header.add(name + ":probability"));
                }
            }
            case ALL_TASKS -> {
                for (int t = 0; t < predictions.tasks().size(); t++) {
                    addOwn(header, t);
                }
            }
        }
        if (predictions.flagsExtrapolation()) {
            header.add("extrapolating");
        }
        if (predictions.flagsProofs()) {
            header.add("unproven");
        }
        if (predictions.flagsStrangers()) {
            header.add("unknown");
        }
        return header;
    }

    /** All tasks share columns. */
    private void addShared(List<String> header) {
        if (probabilities) {
            header.add("probability");
        }
        if (predictions.hasDecisions()) {
            header.add("decision");
        }
        if (predictions.hasIntervals()) {
            header.addAll(List.of("low", "high"));
        }
    }

    private void addOwn(List<String> header, int t) {
        String task = predictions.tasks().get(t);
        header.add(task);
        if (predictions.hasProbability(t)) {
            header.add(task + ":probability");
        }
        if (predictions.hasDecision(t)) {
            header.add(task + ":decision");
        }
        if (predictions.hasInterval(t)) {
            header.addAll(List.of(task + ":low", task + ":high"));
        }
    }

    /** What a row has: texts, numbers, NaN for none, and flags. */
    List<Object> cells(int from, int count) {
        Prediction first = predictions.get(from);
        List<Object> line = new ArrayList<>(first.ids());
        switch (predictions.scope()) {
            case OWN_TASK -> {
                line.add(first.task());
                addShared(line, first);
            }
            case ONE_CLASS -> addShared(line, first);
            case CHOICE -> {
                if (predictions.choiceInTasks()) {
                    line.add(first.task());
                }
                addShared(line, first);
                line.addAll(predictions.shares(from));
            }
            case ALL_TASKS -> {
                for (int t = 0; t < count; t++) {
                    addOwn(line, predictions.get(from + t), predictions.hasDecision(t));
                }
            }
        }
        if (predictions.flagsExtrapolation()) {
            line.add(first.extrapolating());
        }
        if (predictions.flagsProofs()) {
            line.add(first.unproven());
        }
        if (predictions.flagsStrangers()) {
            line.add(first.unknown());
        }
        return line;
    }

    /** Columns are blank for tasks that have no such thing. */
    private void addShared(List<Object> line, Prediction one) {
        line.add(value(one));
        if (probabilities) {
            line.add(number(one.probability()));
        }
        if (predictions.hasDecisions()) {
            line.add(one.category().isPresent() ? one.value() : Double.NaN);
        }
        if (predictions.hasIntervals()) {
            line.addAll(List.of(number(one.low()), number(one.high())));
        }
    }

    private static void addOwn(List<Object> line, Prediction one, boolean decision) {
        line.add(value(one));
        if (one.probability().isPresent()) {
            line.add(number(one.probability()));
        }
        if (decision) {
            line.add(one.value());
        }
        if (one.low().isPresent()) {
            line.addAll(List.of(number(one.low()), number(one.high())));
        }
    }

    private static Object value(Prediction one) {
        return one.category().<Object>map(name -> name).orElse(one.value());
    }

    private static Double number(OptionalDouble number) {
        return number.orElse(Double.NaN);
    }
}
