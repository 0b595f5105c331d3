package dev.kith.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.kith.data.Rows;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Model;
import dev.kith.select.Intervals;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Predictions as CSV: id columns, then {@code task,prediction}, or one column for each task when wide; where asked for
 * with bounds beside each.
 */
record Predictions(Model model, Rows rows, boolean wide, Optional<Intervals> intervals) {
    private boolean probabilities() {
        return !model.info().classes().isEmpty() && model.probability(0).isPresent();
    }

    void writeTo(Writer out) throws IOException {
        CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
        csv.writeRecord(header());
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

    private void writeWide(CsvWriter csv) {
        Optional<ConstrainedModel.Decoded> decoded = decoded();
        Matrix z = decoded.map(ConstrainedModel.Decoded::values).orElseGet(() -> model.predict(rows.inputs()));
        Optional<Matrix> half = intervals.map(bounds -> bounds.halfWidths(rows.inputs()));
        for (int i = 0; i < z.rows(); i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            for (int t = 0; t < z.cols(); t++) {
                add(line, z.get(i, t), half.isPresent() ? half.get().get(i, t) : 0);
            }
            end(csv, line, decoded, i);
        }
    }

    private void writeLong(CsvWriter csv) {
        int[] tasks = rows.tasks().stream().mapToInt(model.info()::task).toArray();
        Optional<ConstrainedModel.Decoded> decoded = decoded();
        double[] z = decoded.map(found -> IntStream.range(0, tasks.length)
                        .mapToDouble(i -> found.values().get(i, tasks[i]))
                        .toArray())
                .orElseGet(() -> model.predict(rows.inputs(), tasks));
        double[] half = intervals
                .map(bounds -> bounds.halfWidths(rows.inputs(), tasks))
                .orElseGet(() -> new double[tasks.length]);
        for (int i = 0; i < z.length; i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            line.add(rows.tasks().get(i));
            add(line, z[i], half[i]);
            end(csv, line, decoded, i);
        }
    }

    private static void end(CsvWriter csv, List<String> line, Optional<ConstrainedModel.Decoded> decoded, int i) {
        decoded.ifPresent(found -> line.add(found.extrapolating().get(i, 0) == 1 ? "1" : "0"));
        csv.writeRecord(line);
    }

    private List<String> header() {
        List<String> header = new ArrayList<>(rows.idNames());
        List<String> extra = new ArrayList<>();
        if (probabilities()) {
            extra.add("probability");
        }
        if (intervals.isPresent()) {
            extra.addAll(List.of("low", "high"));
        }
        if (wide) {
            for (String task : model.info().tasks()) {
                header.add(task);
                extra.forEach(name -> header.add(task + ":" + name));
            }
        } else {
            header.addAll(List.of("task", "prediction"));
            header.addAll(extra);
        }
        if (flags()) {
            header.add("extrapolating");
        }
        return header;
    }

    private void add(List<String> line, double z, double half) {
        List<String> classes = model.info().classes();
        line.add(classes.isEmpty() ? Double.toString(z) : classes.get(z >= 0 ? 1 : 0));
        if (probabilities()) {
            line.add(Double.toString(model.probability(z).orElse(Double.NaN)));
        }
        if (intervals.isPresent()) {
            line.add(Double.toString(z - half));
            line.add(Double.toString(z + half));
        }
    }
}
