package dev.kith.cli;

import dev.kith.data.CsvRecords;
import dev.kith.data.Rows;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.Probability;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * Predictions of a model whose tasks are classes, each learned against the rest: the class with the largest decision
 * value, and, where decisions are probabilities, its share of the sum of all classes' probabilities.
 */
final class ClassPredictions {
    private final Model model;
    private final Rows rows;
    private final Probability probability;
    private final Matrix decisions;

    ClassPredictions(Model model, Rows rows, Probability probability) {
        this.model = model;
        this.rows = rows;
        this.probability = probability;
        this.decisions = model.predict(rows.inputs());
    }

    /** The predicted class of a row; of equal ones the first. */
    String predicted(int row) {
        return model.info().tasks().get(best(row));
    }

    private int best(int row) {
        int best = 0;
        for (int t = 1; t < decisions.cols(); t++) {
            best = decisions.get(row, t) > decisions.get(row, best) ? t : best;
        }
        return best;
    }

    void writeTo(Writer out) throws IOException {
        CsvRecords csv = new CsvRecords(out);
        boolean probabilities = probability.of(0, 0).isPresent();
        List<String> header = new ArrayList<>(rows.idNames());
        header.add("prediction");
        if (probabilities) {
            header.add("probability");
        }
        csv.write(header);
        for (int i = 0; i < decisions.rows(); i++) {
            List<String> line = new ArrayList<>(rows.ids().get(i));
            line.add(predicted(i));
            if (probabilities) {
                line.add(Double.toString(share(i)));
            }
            csv.write(line);
        }
        csv.flush();
    }

    private double share(int row) {
        double sum = 0;
        for (int t = 0; t < decisions.cols(); t++) {
            sum += probability.of(t, decisions.get(row, t)).orElse(Double.NaN);
        }
        int best = best(row);
        return probability.of(best, decisions.get(row, best)).orElse(Double.NaN) / sum;
    }

    /** How many of the rows that name their class were predicted right. */
    String accuracy(List<String> classes) {
        int known = 0;
        int right = 0;
        for (int i = 0; i < decisions.rows(); i++) {
            if (!classes.get(i).isBlank()) {
                known++;
                right += predicted(i).equals(classes.get(i)) ? 1 : 0;
            }
        }
        return "Accuracy " + Terminal.number(100.0 * right / known) + "%: " + right + " of "
                + Terminal.count(known, "labelled row") + " predicted right.";
    }
}
