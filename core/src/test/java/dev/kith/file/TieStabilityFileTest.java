package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.file.codec.Parts;
import dev.kith.file.codec.TensorFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.ties.TieStability;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often ties appeared, kept beside a model. */
class TieStabilityFileTest {
    private static final TieStability TIES = new TieStability(
            4, Matrix.of(new double[][] {{0, 0.75}, {0.75, 0}}), Matrix.of(new double[][] {{0, 0.25}, {0.25, 0}}));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path dir;

    private static ModelFile.Content content() {
        return new ModelFile.Content(new Examples(1).linear(3, 2, true), Uncertainty.none(), Optional.of(TIES));
    }

    @Test
    void isReadAsWritten() throws IOException {
        Path file = dir.resolve("m.kith");
        ModelFile.write(content(), file);
        assertThat(ModelFile.readContent(file)).isEqualTo(content());
        ModelFile.write(content().model(), file);
        assertThat(ModelFile.readContent(file).stability()).isEmpty();
    }

    /** Readers that do not know these parts may leave them. */
    @Test
    void everyPartOfItIsOptional() {
        TensorFile without = ModelFile.encode(content().model());
        assertThat(ModelFile.encode(content()).tensors().keySet())
                .filteredOn(name -> !without.tensors().containsKey(name))
                .hasSize(3)
                .allMatch(name -> name.startsWith(Parts.OPTIONAL));
    }

    @Test
    void isPartOfTheJson() {
        StringWriter json = new StringWriter();
        ModelJson.write(content(), json);
        assertThat(json.toString())
                .contains("\"tieStability\":{\"refits\":4,\"alike\":[[0.0,0.75],[0.75,0.0]],\"opposite\":[[0.0,0.25],");
    }

    @Test
    void mustBeSharesOfTheModelsTasks() {
        Matrix three = Matrix.zeros(3, 3);
        assertThatThrownBy(() -> new ModelFile.Content(
                        new Examples(1).linear(3, 2, true),
                        Uncertainty.none(),
                        Optional.of(new TieStability(1, three, three))))
                .hasMessage("stability of ties must be 2 x 2, got 3 x 3");
        assertThatThrownBy(() -> new TieStability(1, three, three.map(x -> Double.NaN)))
                .hasMessage("opposite must hold shares from 0 to 1, got NaN");
        assertThatThrownBy(() -> new TieStability(0, three, three))
                .hasMessage("refits must be a whole number >= 1, got 0");
        assertThatThrownBy(() -> new TieStability(1, Matrix.zeros(2, 3), three))
                .hasMessage("alike must be square, got 2 x 3");
    }
}
