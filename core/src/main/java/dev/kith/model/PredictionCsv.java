package dev.kith.model;

import dev.kith.data.table.CsvRecords;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Predictions as CSV; {@link Predictions#writeTo} says how. */
final class PredictionCsv {
    private final Predictions predictions;
    private final boolean probabilities;

    PredictionCsv(Predictions predictions) {
        this.predictions = predictions;
        probabilities = IntStream.range(0, predictions.tasks().size()).anyMatch(predictions::hasProbability);
    }

    void writeTo(Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        csv.write(header());
        int perRow = predictions.perRow();
        for (int k = 0; k < predictions.size(); k += perRow) {
            csv.write(line(k, perRow));
        }
        csv.flush();
    }

    private List<String> header() {
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
            case ALL_TASKS -> {
                for (int t = 0; t < predictions.tasks().size(); t++) {
                    addOwn(header, t);
                }
            }
        }
        if (predictions.flagsExtrapolation()) {
            header.add("extrapolating");
        }
        return header;
    }

    /** All tasks share columns. */
    private void addShared(List<String> header) {
        if (probabilities) {
            header.add("probability");
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
        if (predictions.hasInterval(t)) {
            header.addAll(List.of(task + ":low", task + ":high"));
        }
    }

    private List<String> line(int from, int count) {
        Prediction first = predictions.get(from);
        List<String> line = new ArrayList<>(first.ids());
        switch (predictions.scope()) {
            case OWN_TASK -> {
                line.add(first.task());
                addShared(line, first);
            }
            case ONE_CLASS -> addShared(line, first);
            case ALL_TASKS -> {
                for (int t = 0; t < count; t++) {
                    addOwn(line, predictions.get(from + t));
                }
            }
        }
        if (predictions.flagsExtrapolation()) {
            line.add(first.extrapolating() ? "1" : "0");
        }
        return line;
    }

    /** Columns are blank for tasks that have no such thing. */
    private void addShared(List<String> line, Prediction one) {
        line.add(text(one));
        if (probabilities) {
            line.add(text(one.probability()));
        }
        if (predictions.hasIntervals()) {
            line.addAll(List.of(text(one.low()), text(one.high())));
        }
    }

    private static void addOwn(List<String> line, Prediction one) {
        line.add(text(one));
        if (one.probability().isPresent()) {
            line.add(text(one.probability()));
        }
        if (one.low().isPresent()) {
            line.addAll(List.of(text(one.low()), text(one.high())));
        }
    }

    private static String text(Prediction one) {
        return one.category().orElseGet(() -> Double.toString(one.value()));
    }

    private static String text(OptionalDouble number) {
        return number.isPresent() ? Double.toString(number.getAsDouble()) : "";
    }
}
