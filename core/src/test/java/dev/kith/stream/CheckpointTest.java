package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.kernel.Gaussian;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.UniformSharing;
import dev.kith.online.learner.Learners;
import dev.kith.online.perceptron.KernelSecondOrder;
import dev.kith.online.perceptron.SharedPerceptron;
import dev.kith.stream.source.RowVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private static Checkpoint checkpoint(OnlineLearner learner, Tally tally, RowVersion version) {
        List<String> classes = version == RowVersion.FIRST ? List.of() : List.of("ham", "spam");
        return new Checkpoint(
                "b=1",
                version,
                -7,
                List.of("x"),
                List.of("a", "b"),
                classes,
                learner.snapshot(),
                tally.snapshot(),
                dev.kith.online.Snapshot.builder().build());
    }

    @Test
    void itComesBackBitForBit() throws IOException {
        Random random = new Random(93);
        OnlineLearner learner = new KernelSecondOrder(new UniformSharing(1), new Gaussian(0.7), 40);
        Tally tally = new Tally(100);
        for (int n = 0; n < 500; n++) {
            Row x = Row.dense(random.nextGaussian(), random.nextGaussian(), 1);
            double y = x.values()[0] + 0.3 * random.nextGaussian() > 0 ? 1 : -1;
            tally.count(n % 2, OnlineLearner.mistaken(y, learner.learn(n % 2, x, y)));
        }
        for (RowVersion version : RowVersion.values()) {
            Path file = directory.resolve(version + ".state");
            Checkpoint checkpoint = checkpoint(learner, tally, version);
            checkpoint.write(file);
            Checkpoint read = Checkpoint.read(file);
            assertThat(read).isEqualTo(checkpoint);
            assertThat(Learners.restore(read.learner()).snapshot()).isEqualTo(learner.snapshot());
            assertThat(Tally.restore(read.tally()).snapshot()).isEqualTo(tally.snapshot());
        }
    }

    @Test
    void aDamagedOneIsRefused() throws IOException {
        Path file = directory.resolve("run.state");
        OnlineLearner learner = new SharedPerceptron(new UniformSharing(1));
        learner.learn(0, Row.dense(1, 2), -1);
        checkpoint(learner, new Tally(1), RowVersion.CURRENT).write(file);
        byte[] bytes = Files.readAllBytes(file);
        for (int k = 0; k < bytes.length; k += 7) {
            byte[] flipped = bytes.clone();
            flipped[k] ^= 1;
            Files.write(file, flipped);
            assertThatThrownBy(() -> Checkpoint.read(file)).isInstanceOf(DataException.class);
        }
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        assertThatThrownBy(() -> Checkpoint.read(file))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(file.toString());
    }

    @Test
    void oneOfALaterVersionIsRefused() throws IOException {
        Path file = directory.resolve("run.state");
        new StateParts().put("fingerprint", "7").put("version", "3").write("stream checkpoint", file);
        assertThatThrownBy(() -> Checkpoint.read(file))
                .isInstanceOf(DataException.class)
                .hasMessage(file + ": parts of the checkpoint do not fit together: version must be 2 or not there, got"
                        + " '3'");
    }
}
