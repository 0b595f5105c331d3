package dev.kith.file;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.model.Model;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes load or give a {@link DataException}. Runs the seeds with every build; JAZZER_FUZZ=1 searches for more:
 * {@code JAZZER_FUZZ=1 mvn -pl core test -Dtest=ModelFileFuzzTest}.
 */
@Tag(Attack.FUZZ)
class ModelFileFuzzTest {
    static List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (Model model : new Examples(4).all().values()) {
            seeds.add(ModelFileTest.bytes(model));
        }
        return seeds;
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "1m")
    void anyBytes(byte[] bytes) throws IOException {
        load(bytes);
    }

    /** Digests stop nearly every mutation at the door; here they are made right, so that the rooms behind are searched. */
    @MethodSource("seeds")
    @FuzzTest(maxDuration = "1m")
    void anyBytesWithRightDigests(byte[] bytes) throws IOException {
        load(Forgery.resealed(bytes));
    }

    static boolean load(byte[] bytes) throws IOException {
        try {
            ModelFileTest.read(bytes);
            return true;
        } catch (DataException e) {
            return false;
        }
    }
}
