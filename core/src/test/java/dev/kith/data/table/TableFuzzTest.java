package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the bytes of a file are, reading them ends, with rows of finite numbers or with a DataException. JAZZER_FUZZ=1
 * searches for more: {@code JAZZER_FUZZ=1 mvn -pl core test -Dtest=TableFuzzTest}.
 */
@Tag(Attack.FUZZ)
class TableFuzzTest {
    private static final int MUTANTS = Attack.rounds(4_000);

    private static final Roles LONG =
            Roles.task("t").target("y").weight("w").categorical("c").id("k").drop("z");
    private static final Roles WIDE = Roles.targets("y", "z").features("a", "c=red", "c=blue");

    private static final String TABLE = """
            k,t,y,z,w,a,b,c,\"d\ne\"
            k1,one,1.5,,1,-2.25e-3,0.1,red,1
            k2,two,,7,0.5,1e10,\"0.25\",blue,2
            k3,\"o\"\"ne\",-3,8,2,.5,17.000000000000001,red,3
            """;

    private static final String WORDS = """
            1 qid:one 1:0.5 3:-2e-3 17:1
            -1 qid:two 2:1 # comment

            qid:one 1:1
            +1 qid:t\u00fcr 4:0.1234567890123456789
            """;

    @Test
    void mutatedFilesAreReadOrRefused() throws IOException {
        long seed = 4242;
        byte[] table = TABLE.getBytes(StandardCharsets.UTF_8);
        byte[] words = WORDS.getBytes(StandardCharsets.UTF_8);
        int read = Mutants.read(MUTANTS, seed, table, b -> drain(b, Format.CSV, LONG))
                + Mutants.read(MUTANTS, seed + 1, table, b -> drain(b, Format.CSV, WIDE))
                + Mutants.read(MUTANTS, seed + 2, tabbed(), b -> drain(b, Format.TSV, LONG))
                + Mutants.read(MUTANTS, seed + 3, words, b -> drain(b, Format.LIBSVM, Roles.none()))
                + Mutants.read(MUTANTS, seed + 4, gzip(table), b -> drain(b, Format.CSV, LONG))
                + Mutants.read(MUTANTS, seed + 5, gzip(words), b -> drain(b, Format.LIBSVM, Roles.none()));
        // the test would say nothing if every mutant died at the first byte, or none did
        assertThat(read).as("seed %d: files read whole", seed).isBetween(MUTANTS / 4, 5 * MUTANTS);
        Attack.report("tables", "damaged files, " + read + " of them sound", 6L * MUTANTS);
    }

    private static byte[] tabbed() {
        return TABLE.replace(',', '\t').getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the bytes could be read to their end; what comes out must be sound. */
    private static boolean drain(byte[] bytes, Format format, Roles roles) {
        try (RowStream rows = Tables.stream("f", new ByteArrayInputStream(bytes), format, roles)) {
            DatasetBuilder builder = new DatasetBuilder("f", rows, roles);
            while (rows.next()) {
                builder.add();
            }
            return builder.dataset("").size() > 0;
        } catch (DataException e) {
            assertThat(e.getMessage()).startsWith("f:");
            return false;
        }
    }

    static List<byte[]> seeds() {
        return List.of(TABLE.getBytes(StandardCharsets.UTF_8), tabbed(), WORDS.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void anyBytesAreReadOrRefused(byte[] bytes) {
        drain(bytes, Format.CSV, LONG);
        drain(bytes, Format.CSV, WIDE);
        drain(bytes, Format.CSV, Roles.task("t").target("y").strings("c").knownTasks(List.of("one", "two")));
        drain(bytes, Format.TSV, Roles.targets("y"));
        drain(bytes, Format.LIBSVM, Roles.none());
        drain(bytes, Format.LIBSVM, Roles.none().features("x2", "x1"));
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
