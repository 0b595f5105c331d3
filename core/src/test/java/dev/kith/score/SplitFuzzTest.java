package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.table.Mutants;
import dev.kith.data.table.Tables;
import dev.kith.linalg.Matrix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/** Split files: any bytes tell which rows train or give a {@link DataException}. */
@Tag(Attack.FUZZ)
class SplitFuzzTest {
    private static final int MUTANTS = Attack.rounds(2_000);
    private static final String SPLIT = "row,use\n1,train\n2,\"test\"\n3,train\n4,test\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path directory;

    private static final Dataset DATA = Dataset.of(
            new DenseInputs(Matrix.zeros(4, 1), List.of("x")),
            List.of("a", "b"),
            new int[] {0, 1, 2, 3},
            new int[] {0, 1, 0, 1},
            new double[] {1, 2, 3, 4},
            null,
            null);

    private static boolean split(byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve("split.csv"), bytes);
        try {
            Split.given(DATA, Tables.read(file), "use", "train");
            return true;
        } catch (DataException e) {
            assertThat(e.getMessage()).startsWith("split.csv");
            return false;
        }
    }

    @Test
    void mutatedFilesAreReadOrRefused() {
        int read = Mutants.read(MUTANTS, 88, SPLIT.getBytes(StandardCharsets.UTF_8), SplitFuzzTest::split);
        assertThat(read).isBetween(MUTANTS / 20, MUTANTS - MUTANTS / 20);
    }

    static List<byte[]> seeds() {
        return List.of(SPLIT.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void anyBytesAreReadOrRefused(byte[] bytes) throws IOException {
        split(bytes);
    }
}
