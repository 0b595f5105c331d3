package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JSON lines: any bytes are read as rows of finite numbers or give a {@link DataException} with the line. */
@Tag(Attack.FUZZ)
class JsonRowsFuzzTest {
    private static final int MUTANTS = Attack.rounds(8_000);

    private static final String ROWS = """
            {"who":"ann","y":true,"x":0.5,"colour":"red","n":-12e-3,"left":null}
            {"who":"b\\u00fcb","y":false,"x":1,"ok":true,"id":{"a":[1,2]}}

            {"y":1,"who":7,"colour":"blue","n":1e10}
            """;

    private static boolean drain(byte[] bytes) {
        Roles roles = Roles.task("who").target("y").drop("id");
        try (RowStream rows = Tables.jsonLines("f", new ByteArrayInputStream(bytes), roles)) {
            int count = 0;
            while (rows.next()) {
                for (int k = 0; k < rows.size(); k++) {
                    assertThat(rows.value(k)).isFinite();
                    assertThat(rows.features().get(rows.index(k))).isNotNull();
                }
                assertThat(rows.tasks().get(rows.task())).isNotNull();
                count++;
            }
            return count > 0;
        } catch (DataException e) {
            assertThat(e.getMessage()).startsWith("f:");
            return false;
        }
    }

    @Test
    void mutatedFilesAreReadOrRefused() throws IOException {
        byte[] good = ROWS.getBytes(StandardCharsets.UTF_8);
        int read = Mutants.read(MUTANTS, 55, good, JsonRowsFuzzTest::drain);
        assertThat(read).isBetween(MUTANTS / 50, MUTANTS - MUTANTS / 50);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(good);
        }
        Mutants.read(MUTANTS, 56, packed.toByteArray(), JsonRowsFuzzTest::drain);
    }
}
