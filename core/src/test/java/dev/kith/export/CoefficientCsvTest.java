package dev.kith.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Kernels;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.ModelInfo;
import dev.kith.model.uncertainty.LinearPosterior;
import dev.kith.model.uncertainty.Uncertainty;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A line per task, every digit of its coefficients, and intervals where the fit knows them. */
class CoefficientCsvTest {
    private static final Columns COLUMNS = Columns.ofLong("shop", "sales");

    private final ExportCases cases = new ExportCases(4);

    private static List<String> lines(ModelFile.Content content) throws IOException {
        StringWriter text = new StringWriter();
        CoefficientCsv.USUAL.write(content, text);
        return text.toString().lines().toList();
    }

    private static double[] numbers(String line) {
        return Arrays.stream(line.split(",", -1))
                .skip(1)
                .mapToDouble(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
                .toArray();
    }

    @Test
    void everyTaskHasItsCoefficientsWithAllDigits() throws IOException {
        LinearModel model = cases.linear(cases.info("squared", 3, List.of("north", "south"), COLUMNS));
        List<String> lines = lines(ExportCases.plain(model));
        assertThat(lines.get(0)).isEqualTo("shop,(intercept),x1,x2,x3");
        assertThat(lines.get(2)).startsWith("south,");
        assertThat(numbers(lines.get(2)))
                .containsExactly(
                        model.intercepts()[1],
                        model.weights().get(0, 1),
                        model.weights().get(1, 1),
                        model.weights().get(2, 1));
    }

    /** One task of ten rows with one feature: the textbook's standard errors of least squares. */
    @Test
    void intervalsAreThoseOfLeastSquaresWhereThatIsTheFit() throws IOException {
        double[] x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        double[] y = {2.1, 3.9, 6.2, 7.8, 10.1, 12.2, 13.8, 16.1, 18.0, 19.7};
        double meanX = Arrays.stream(x).average().orElseThrow();
        double meanY = Arrays.stream(y).average().orElseThrow();
        double xx = Arrays.stream(x).map(v -> (v - meanX) * (v - meanX)).sum();
        double slope =
                IntStream.range(0, 10).mapToDouble(i -> (x[i] - meanX) * y[i]).sum() / xx;
        double level = meanY - slope * meanX;
        double noise = IntStream.range(0, 10)
                        .mapToDouble(i -> Math.pow(y[i] - level - slope * x[i], 2))
                        .sum()
                / 8;
        ModelInfo info = cases.info("squared", 1, List.of("one", "unlabelled"), COLUMNS);
        LinearModel model = new LinearModel(
                info, Matrix.of(new double[] {slope, 0}), Matrix.of(new double[] {level, 0}), Optional.empty());
        LinearPosterior known = new LinearPosterior(
                Matrix.of(new double[] {noise, 1}),
                Matrix.of(new double[] {8, 0}),
                Matrix.of(new double[] {0.1, 1}),
                Matrix.of(new double[] {meanX}, new double[] {0}),
                Matrix.of(new double[] {1 / xx}, new double[] {1}));
        List<String> lines = lines(
                new ModelFile.Content(model, new Uncertainty(Optional.empty(), Optional.of(known), Optional.empty())));
        assertThat(lines.get(0)).isEqualTo("shop,(intercept),(intercept):low,(intercept):high,x1,x1:low,x1:high");
        double t = 2.306004135204166; // of 8 degrees of freedom, 97.5%
        double[] found = numbers(lines.get(1));
        double ofLevel = t * Math.sqrt(noise * (0.1 + meanX * meanX / xx));
        double ofSlope = t * Math.sqrt(noise / xx);
        assertThat(found[1]).isCloseTo(level - ofLevel, within(1e-9));
        assertThat(found[2]).isCloseTo(level + ofLevel, within(1e-9));
        assertThat(found[4]).isCloseTo(slope - ofSlope, within(1e-9));
        assertThat(found[5]).isCloseTo(slope + ofSlope, within(1e-9));
        assertThat(lines.get(2)).isEqualTo("unlabelled,0.0,,,0.0,,");
    }

    @Test
    void kernelsHaveNoCoefficients() {
        ModelFile.Content content =
                ExportCases.plain(cases.kernel(cases.info("squared", 2, 2, COLUMNS), Kernels.parse("gaussian:1.0"), 3));
        assertThatThrownBy(() -> lines(content))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(
                        "is no weighted sum of features, which is all that a table of coefficients can hold");
    }
}
