package dev.kith.export;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.table.CsvRecords;
import dev.kith.export.part.LinearForm;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.LinearPosterior;
import dev.kith.numeric.StudentT;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The coefficients of a model that is a weighted sum of features, as CSV: a line per task with its intercept and a number per feature, in the user's
 * units, with all digits. Where labels were transformed, they are those of the transformed labels.
 *
 * <p>Where the model knows the Gaussian-process uncertainty of its fit, each number is followed by both ends of its interval,
 *
 * <pre>  coefficient +- t(freedom) sqrt(noise_t S_t[j, j])  </pre>
 *
 * as {@code FEATURE:low} and {@code FEATURE:high}; blank for a task without labels.
 *
 * @param level how sure intervals are, from 0 to 1
 */
public record CoefficientCsv(double level) {
    /** Intervals of 95%. */
    public static final CoefficientCsv USUAL = new CoefficientCsv(0.95);

    private static final String INTERCEPT = "(intercept)";

    public CoefficientCsv {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level must be a number between 0 and 1, got " + level);
        }
    }

    /**
     * Writes the table; leaves {@code out} open.
     *
     * @throws DataException if the model is no weighted sum of features
     */
    public void write(ModelFile.Content content, Writer out) throws IOException {
        Model model = content.model();
        LinearModel linear = LinearForm.of(model, "a table of coefficients").linear();
        Optional<Matrix> halves = content.uncertainty()
                .posterior()
                .flatMap(known -> known instanceof LinearPosterior own ? Optional.of(own) : Optional.empty())
                .map(known -> halves(model, known));
        CsvRecords csv = new CsvRecords(out);
        csv.write(header(model, halves.isPresent()));
        for (int t = 0; t < model.info().tasks().size(); t++) {
            List<String> line = new ArrayList<>(List.of(model.info().tasks().get(t)));
            for (int j = -1; j < linear.weights().rows(); j++) {
                double value =
                        j < 0 ? linear.intercept().get(0, t) : linear.weights().get(j, t);
                line.add(Double.toString(value));
                if (halves.isPresent()) {
                    double half = halves.get().get(t, j + 1);
                    line.add(Double.isNaN(half) ? "" : Double.toString(value - half));
                    line.add(Double.isNaN(half) ? "" : Double.toString(value + half));
                }
            }
            csv.write(line);
        }
        csv.flush();
    }

    private static List<String> header(Model model, boolean intervals) {
        List<String> header = new ArrayList<>();
        header.add(model.info().columns().task().orElse("task"));
        List<String> values = new ArrayList<>(List.of(INTERCEPT));
        values.addAll(model.info().features());
        for (String value : values) {
            header.add(value);
            if (intervals) {
                header.add(value + ":low");
                header.add(value + ":high");
            }
        }
        return header;
    }

    /** Half the intervals, a row per task and a column per coefficient, the intercept first; NaN where a task has no errors to go by. */
    private Matrix halves(Model model, LinearPosterior known) {
        int tasks = known.centre().rows();
        int d = known.centre().cols();
        Matrix halves = Matrix.zeros(tasks, d + 1);
        DenseInputs zero = new DenseInputs(Matrix.zeros(tasks, d), model.info().features());
        double[] atZero = known.spread(model, zero, IntStream.range(0, tasks).toArray());
        for (int t = 0; t < tasks; t++) {
            double freedom = known.freedom().get(0, t);
            double factor = freedom > 0
                    ? StudentT.twoSided(level, freedom)
                            * Math.sqrt(known.noise().get(0, t))
                    : Double.NaN;
            double[] variances = new double[d + 1];
            variances[0] = atZero[t];
            for (int j = 0; j < d; j++) {
                variances[j + 1] = known.shape().get(t * d + j, j);
            }
            for (int j = 0; j <= d; j++) {
                halves.set(t, j, factor * Math.sqrt(Math.max(0, variances[j])));
            }
        }
        return halves;
    }
}
