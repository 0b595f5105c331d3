package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.kith.data.DataException;
import dev.kith.data.table.Mutants;
import dev.kith.file.Forgery;
import dev.kith.online.OnlineLearner;
import dev.kith.online.Row;
import dev.kith.online.UniformSharing;
import dev.kith.online.learner.Learners;
import dev.kith.online.perceptron.PNormPerceptron;
import dev.kith.online.perceptron.SecondOrderPerceptron;
import dev.kith.online.perceptron.SharedPerceptron;
import dev.kith.stream.source.RowVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/** Checkpoints: any bytes give a run to go on with or an exception that {@code kith stream} turns into one line. */
class CheckpointFuzzTest {
    private static final int MUTANTS = 1_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path directory;

    static List<byte[]> seeds() throws IOException {
        List<OnlineLearner> learners = List.of(
                new SharedPerceptron(new UniformSharing(2)),
                new SecondOrderPerceptron(new UniformSharing(1), 2, 3),
                new PNormPerceptron(new UniformSharing(1), 3));
        List<byte[]> seeds = new ArrayList<>();
        for (OnlineLearner learner : learners) {
            Tally tally = new Tally(2);
            for (int n = 0; n < 6; n++) {
                int y = n % 3 == 0 ? 1 : -1;
                tally.count(n % 2, OnlineLearner.mistaken(y, learner.learn(n % 2, Row.dense(n, 1 - n, 0.5), y)));
            }
            Path file = directory.resolve("seed.state");
            new Checkpoint(
                            "b=1",
                            RowVersion.CURRENT,
                            7,
                            List.of("x", "y", "z"),
                            List.of("a", "b"),
                            List.of("ham", "spam"),
                            learner.snapshot(),
                            tally.snapshot(),
                            dev.kith.online.Snapshot.builder().build())
                    .write(file);
            seeds.add(Files.readAllBytes(file));
        }
        return seeds;
    }

    private static boolean resume(byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("run.state"), bytes);
        try {
            Checkpoint checkpoint = Checkpoint.read(file);
            Tally.restore(checkpoint.tally());
            Learners.restore(checkpoint.learner());
            return true;
        } catch (DataException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return false; // all of them refusals: see StreamRun
        }
    }

    @Test
    void mutatedCheckpointsAreRefused() throws IOException {
        for (byte[] good : seeds()) {
            Mutants.read(MUTANTS, 99, good, bytes -> {
                boolean read = resume(bytes);
                assertThat(read).isEqualTo(Arrays.equals(bytes, good));
                return read;
            });
        }
    }

    /** Digests stop every mutation at the door; here they are made right, so that the rooms behind are searched. */
    @Test
    void mutatedCheckpointsWithRightDigestsAreReadOrRefused() throws IOException {
        int read = 0;
        for (byte[] good : seeds()) {
            read += Mutants.read(MUTANTS, 101, good, bytes -> resume(Forgery.resealed(bytes)));
        }
        assertThat(read).isBetween(1, 3 * MUTANTS - 1);
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void anyBytesAreReadOrRefused(byte[] bytes) throws IOException {
        resume(bytes);
        resume(Forgery.resealed(bytes));
    }
}
