package dev.kith.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttributesExperimentTest {
    @Test
    void aSpeciesIsPresentWhereItWasCounted(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("wq.csv"), List.of("x1,y1,y2", "0.5,3,0", "0.7,0,1", "0.9,0,0"));
        Dataset present = AttributesExperiment.present(Tables.read(file));
        double[][] labels = new double[3][2];
        IntStream.range(0, present.size()).forEach(o -> labels[present.row(o)][present.task(o)] = present.label(o));
        assertThat(labels).isDeepEqualTo(new double[][] {{1, -1}, {-1, 1}, {-1, -1}});
    }

    /** Ranked second of three, a present species has a precision of 1/2; ranked first, of 1. */
    @Test
    void lambdaIsChosenByTheMeanPrecision() {
        Dataset test = Dataset.ofWide(
                new DenseInputs(Matrix.zeros(3, 1), List.of("x")),
                List.of("a", "b"),
                Matrix.of(new double[][] {{1, -1}, {-1, 1}, {-1, -1}}));
        Matrix predictions = Matrix.of(new double[][] {{0.3, 0.1}, {0.5, 0.9}, {0.1, 0.2}});
        assertThat(AttributesExperiment.lost(test, predictions)).isEqualTo(0.25);
    }
}
