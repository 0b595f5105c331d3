package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.file.codec.Tensor;
import dev.kith.file.codec.TensorFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.KernelModel;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.KernelPosterior;
import dev.kith.model.uncertainty.LinearPosterior;
import dev.kith.model.uncertainty.Posterior;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.StepCurve;
import dev.kith.model.uncertainty.Uncertainty;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UncertaintyTest {
    @TempDir
    Path directory;

    /** Of a model of three tasks. */
    static Uncertainty example() {
        HeldOutErrors errors = new HeldOutErrors(
                Matrix.of(new double[] {1, 2, 0.5}),
                List.of(ErrorTable.of(0.5, 0.25, 3), ErrorTable.of(), ErrorTable.of(1)),
                ErrorTable.of(4));
        Probabilities probabilities = new Probabilities(
                List.of(new Sigmoid(1, 0.5), new Sigmoid(0, -1), new Sigmoid(3, 2)),
                List.of(
                        new StepCurve(new double[] {-1, 0.5, 2}, new double[] {0.1, 0.1, 0.9}),
                        new StepCurve(new double[] {0}, new double[] {0.5}),
                        new StepCurve(new double[] {0, 1}, new double[] {0, 1})));
        Matrix ones = Matrix.of(new double[] {1, 1, 1});
        Posterior posterior = new LinearPosterior(
                ones, ones, ones, Matrix.zeros(3, 2), Matrix.zeros(6, 2).map(zero -> 0.5));
        return new Uncertainty(Optional.of(errors), Optional.of(posterior), Optional.of(probabilities));
    }

    private static ModelFile.Content content() {
        return new ModelFile.Content(new Examples(1).linear(2, 3, true), example());
    }

    private static byte[] bytes(ModelFile.Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ModelFile.encode(content).write(Channels.newChannel(bytes));
        return bytes.toByteArray();
    }

    @Test
    void isReadAsWrittenBesideTheModel() throws IOException {
        Path file = directory.resolve("m.kith");
        ModelFile.write(content(), file);
        assertThat(ModelFile.readContent(file)).isEqualTo(content());
        assertThat(ModelFile.read(file)).isEqualTo(content().model());
    }

    @Test
    void kernelModelsKeepWhatWasObserved() throws IOException {
        KernelModel model =
                (KernelModel) Objects.requireNonNull(new Examples(1).all().get("kernel-dense"));
        int tasks = model.info().tasks().size();
        Matrix ones = Matrix.zeros(1, tasks).map(zero -> 1);
        Posterior posterior = new KernelPosterior(
                ones, ones.scale(3), 0.5, true, new int[] {0, 1, 2}, new int[] {0, 0, tasks - 1}, new double[] {1, 2, 3
                });
        ModelFile.Content content = new ModelFile.Content(
                model, new Uncertainty(Optional.empty(), Optional.of(posterior), Optional.empty()));
        Path file = directory.resolve("m.kith");
        ModelFile.write(content, file);
        assertThat(ModelFile.readContent(file)).isEqualTo(content);
        assertThatThrownBy(() -> new ModelFile.Content(new Examples(1).linear(2, tasks, true), content.uncertainty()))
                .hasMessage("the model must have a kernel and a structure");
        assertThatThrownBy(() ->
                        new KernelPosterior(ones, ones, 0.5, true, new int[] {0}, new int[] {tasks}, new double[] {1}))
                .hasMessage("an observation must have a row and a task that exist and a weight > 0, got 0, " + tasks
                        + " and 1.0");
    }

    @Test
    void aModelWithoutItHasNone() throws IOException {
        Path file = directory.resolve("m.kith");
        ModelFile.write(content().model(), file);
        assertThat(ModelFile.readContent(file).uncertainty()).isEqualTo(Uncertainty.none());
    }

    @Test
    void mustBeOfTheModelsTasks() {
        assertThatThrownBy(() -> new ModelFile.Content(new Examples(1).linear(2, 2, true), example()))
                .hasMessage("centre must be 2 x 2, got 3 x 2");
    }

    @Test
    void partsThatAreOptionalMayBeUnknownOthersNot() throws IOException {
        TensorFile known = ModelFile.encode(content());
        Map<String, Tensor> more = new LinkedHashMap<>(known.tensors());
        more.replaceAll((name, tensor) -> tensor instanceof Tensor.Entries written
                ? new Tensor.F64(written.shape(), written.values().copy().data())
                : tensor);
        more.put("optional_more", new Tensor.I32(List.of(1), new int[] {7}));
        assertThat(ModelFile.assemble(known.description(), more))
                .isEqualTo(content().model());
        more.put("more", new Tensor.I32(List.of(1), new int[] {7}));
        assertThatThrownBy(() -> ModelFile.assemble(known.description(), more))
                .isInstanceOf(DataException.class)
                .hasMessage("the model has unknown parts [] [more]");
    }

    @Tag(Attack.FUZZ)
    @Test
    void randomDamageBehindRightDigestsIsRefusedOrLoads() throws IOException {
        long seed = 20261117;
        Random random = new Random(seed);
        byte[] whole = bytes(content());
        int loaded = 0;
        int rounds = Attack.rounds(20_000);
        for (int k = 0; k < rounds; k++) {
            loaded += ModelFileFuzzTest.load(Forgery.resealed(Mutation.of(whole, random))) ? 1 : 0;
        }
        assertThat(loaded).as("seed " + seed).isBetween(1, rounds - 1);
        Attack.report("uncertainty in model files", "damaged files, " + loaded + " of them sound", rounds);
    }
}
