package dev.kith.cli;

import dev.kith.data.CsvRecords;
import dev.kith.data.Rows;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Model;
import dev.kith.model.Probability;
import dev.kith.select.Intervals;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Predictions as CSV: id columns, then {@code task,prediction}, or one column for each task when wide; where asked for
 * with bounds beside each number.
 */
record Predictions(Model model, Rows rows, boolean wide, Probability probability, Optional<Intervals> intervals) {
    /** Whether some task has probabilities. */
    private boolean probabilities() {
        return IntStream.range(0, model.info().tasks().size()).anyMatch(this::probabilities);
    }

    private boolean probabilities(int task) {
        return model.info().hasClasses(task) && probability.of(task, 0).isPresent();
    }

    void writeTo(Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        csv.write(header());
        if (wide) {
            writeWide(csv);
        } else {
            writeLong(csv);
        }
        csv.flush();
    }

    /** Whether a column says where some task has hardly any data near the row. */
    private boolean flags() {
        return model instanceof ConstrainedModel constrained && constrained.flagsExtrapolation();
    }

    private Optional<ConstrainedModel.Decoded> decoded() {
        return flags() ? Optional.of(((ConstrainedModel) model).decode(rows.inputs())) : Optional.empty();
    }

    private void writeWide(CsvRecords csv) {
        Optional<ConstrainedModel.Decoded> decoded = decoded();
        Matrix z = decoded.map(ConstrainedModel.Decoded::values).orElseGet(() -> model.predict(rows.inputs()));
        Optional<Matrix> half = intervals.map(bounds -> bounds.halfWidths(rows.inputs()));
        for (int i = 0; i < z.rows(); i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            for (int t = 0; t < z.cols(); t++) {
                addWide(line, t, z.get(i, t), half.isPresent() ? half.get().get(i, t) : 0);
            }
            end(csv, line, decoded, i);
        }
    }

    private void writeLong(CsvRecords csv) {
        int[] tasks = rows.tasks().stream().mapToInt(model.info()::task).toArray();
        Optional<ConstrainedModel.Decoded> decoded = decoded();
        double[] z = decoded.map(found -> IntStream.range(0, tasks.length)
                        .mapToDouble(i -> found.values().get(i, tasks[i]))
                        .toArray())
                .orElseGet(() -> model.predict(rows.inputs(), tasks));
        double[] half = intervals
                .map(bounds -> bounds.halfWidths(rows.inputs(), tasks))
                .orElseGet(() -> new double[tasks.length]);
        boolean column = probabilities();
        for (int i = 0; i < z.length; i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            line.add(rows.tasks().get(i));
            addLong(line, column, tasks[i], z[i], half[i]);
            end(csv, line, decoded, i);
        }
    }

    private static void end(CsvRecords csv, List<String> line, Optional<ConstrainedModel.Decoded> decoded, int i) {
        decoded.ifPresent(found -> line.add(found.extrapolating().get(i, 0) == 1 ? "1" : "0"));
        csv.write(line);
    }

    private List<String> header() {
        List<String> header = new ArrayList<>(rows.idNames());
        if (wide) {
            for (int t = 0; t < model.info().tasks().size(); t++) {
                String task = model.info().tasks().get(t);
                header.add(task);
                if (probabilities(t)) {
                    header.add(task + ":probability");
                }
                if (bounded(t)) {
                    header.addAll(List.of(task + ":low", task + ":high"));
                }
            }
        } else {
            header.addAll(List.of("task", "prediction"));
            if (probabilities()) {
                header.add("probability");
            }
            if (intervals.isPresent()) {
                header.addAll(List.of("low", "high"));
            }
        }
        if (flags()) {
            header.add("extrapolating");
        }
        return header;
    }

    /** Numbers have bounds, classes probabilities. */
    private boolean bounded(int task) {
        return intervals.isPresent() && !model.info().hasClasses(task);
    }

    private void addWide(List<String> line, int task, double z, double half) {
        line.add(prediction(task, z));
        if (probabilities(task)) {
            line.add(probability(task, z));
        }
        if (bounded(task)) {
            line.addAll(List.of(Double.toString(z - half), Double.toString(z + half)));
        }
    }

    /** All tasks share columns, which are blank for those that have no such thing. */
    private void addLong(List<String> line, boolean probabilities, int task, double z, double half) {
        line.add(prediction(task, z));
        if (probabilities) {
            line.add(probabilities(task) ? probability(task, z) : "");
        }
        if (intervals.isPresent()) {
            line.add(bounded(task) ? Double.toString(z - half) : "");
            line.add(bounded(task) ? Double.toString(z + half) : "");
        }
    }

    private String prediction(int task, double z) {
        return model.info().hasClasses(task) ? model.info().classes().get(z >= 0 ? 1 : 0) : Double.toString(z);
    }

    private String probability(int task, double z) {
        return Double.toString(probability.of(task, z).orElse(Double.NaN));
    }
}
