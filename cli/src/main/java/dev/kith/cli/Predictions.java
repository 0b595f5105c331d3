package dev.kith.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.kith.data.Rows;
import dev.kith.linalg.Matrix;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Model;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Predictions as CSV: id columns, then {@code task,prediction}, or one column for each task when wide. */
record Predictions(Model model, Rows rows, boolean wide) {
    private boolean probabilities() {
        return !model.info().classes().isEmpty() && model.probability(0).isPresent();
    }

    void writeTo(Writer out) throws IOException {
        CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
        csv.writeRecord(header());
        if (flags()) {
            writeFlagged(csv);
        } else if (wide) {
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

    private void writeFlagged(CsvWriter csv) {
        ConstrainedModel.Decoded decoded = ((ConstrainedModel) model).decode(rows.inputs());
        for (int i = 0; i < rows.inputs().rows(); i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            if (wide) {
                for (double z : decoded.values().row(i)) {
                    add(line, z);
                }
            } else {
                line.add(rows.tasks().get(i));
                add(line, decoded.values().get(i, model.info().task(rows.tasks().get(i))));
            }
            line.add(decoded.extrapolating().get(i, 0) == 1 ? "1" : "0");
            csv.writeRecord(line);
        }
    }

    private void writeWide(CsvWriter csv) {
        Matrix z = model.predict(rows.inputs());
        for (int i = 0; i < z.rows(); i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            for (int t = 0; t < z.cols(); t++) {
                add(line, z.get(i, t));
            }
            csv.writeRecord(line);
        }
    }

    private void writeLong(CsvWriter csv) {
        int[] tasks = rows.tasks().stream().mapToInt(model.info()::task).toArray();
        double[] z = model.predict(rows.inputs(), tasks);
        for (int i = 0; i < z.length; i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            line.add(rows.tasks().get(i));
            add(line, z[i]);
            csv.writeRecord(line);
        }
    }

    private List<String> header() {
        List<String> header = new ArrayList<>(rows.idNames());
        if (wide) {
            for (String task : model.info().tasks()) {
                header.add(task);
                if (probabilities()) {
                    header.add(task + ":probability");
                }
            }
        } else {
            header.addAll(List.of("task", "prediction"));
            if (probabilities()) {
                header.add("probability");
            }
        }
        if (flags()) {
            header.add("extrapolating");
        }
        return header;
    }

    private void add(List<String> line, double z) {
        List<String> classes = model.info().classes();
        line.add(classes.isEmpty() ? Double.toString(z) : classes.get(z >= 0 ? 1 : 0));
        if (probabilities()) {
            line.add(Double.toString(model.probability(z).orElse(Double.NaN)));
        }
    }
}
