package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.matrix.TaskSpectrum;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of structure comes back from a file as what it is made of. */
class StructureKindsTest {
    @TempDir
    Path directory;

    static Stream<TaskMatrix> kinds() {
        double[] unit = {0.6, 0.8, 0};
        return Stream.of(
                TaskMatrix.of(Matrix.diagonal(1, 2, 3)),
                TaskMatrix.identity(3),
                TaskForest.groups(0.25, new int[3], 0.25),
                new TaskForest(
                        new double[] {1, 2, 3}, new int[] {1, 0, -1}, new int[] {-1, 0}, new double[] {0.5, 0.1}),
                new TaskNetwork(3, 0.5, new int[] {0, 1, 0}, new int[] {1, 2, 1}, new double[] {1, 0.25, 3}),
                new TaskNetwork(3, 2, new int[0], new int[0], new double[0]),
                new TaskSpectrum(Matrix.wrap(3, 1, unit), new double[] {2}, 0.5),
                new TaskSpectrum(Matrix.zeros(3, 0), new double[0], 0));
    }

    private static LinearModel model(TaskMatrix structure) {
        LinearModel model = new Examples(3).linear(2, 3, false);
        return new LinearModel(model.info(), model.weights(), model.intercept(), Optional.of(structure));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void comesBackEqual(TaskMatrix structure) throws IOException {
        Path file = directory.resolve("m.kith");
        ModelFile.write(model(structure), file);
        assertThat(ModelFile.read(file).structure()).contains(structure);
    }

    @Test
    void anotherNumberOfTasksIsRefused() {
        assertThatThrownBy(() -> model(TaskMatrix.identity(4))).hasMessage("structure must be 3 x 3, got 4 x 4");
    }

    @Test
    void manyTasksAloneTakeNoMoreThanTheirWeights() throws IOException {
        Path file = directory.resolve("m.kith");
        int tasks = 2000;
        LinearModel model = new Examples(3).linear(2, tasks, false);
        ModelFile.write(model, file);
        long without = Files.size(file);
        ModelFile.write(
                new LinearModel(
                        model.info(), model.weights(), model.intercept(), Optional.of(TaskMatrix.identity(tasks))),
                file);
        assertThat(Files.size(file)).isLessThan(without + 100);
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("identity");
        assertThat(ModelFile.read(file).structure().orElseThrow().size()).isEqualTo(tasks);
    }
}
