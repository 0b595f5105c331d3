package dev.kith.data.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.Roles;
import dev.kith.data.layout.Reading;
import dev.kith.data.table.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far a file is read: from 0, never back, never beyond its end, and in the bytes that it has on disk. */
class WatchedStreamTest {
    @TempDir
    private Path dir;

    private static String table(int rows) {
        StringBuilder text = new StringBuilder("shop,price,sales\n");
        for (int i = 0; i < rows; i++) {
            text.append("s")
                    .append(i % 5)
                    .append(',')
                    .append(Math.sin(i))
                    .append(',')
                    .append(Math.cos(i))
                    .append('\n');
        }
        return text.toString();
    }

    private void climbs(Path file, int rows) throws IOException {
        List<List<Long>> passes = new ArrayList<>();
        long size = Files.size(file);
        Reading watched = Reading.AUTO.watched((done, of) -> {
            assertThat(of).isEqualTo(size);
            if (done == 0) {
                passes.add(new ArrayList<>());
            }
            passes.get(passes.size() - 1).add(done);
        });
        Dataset read = Tables.read(file, watched).dataset(Roles.task("shop").target("sales"));
        assertThat(read.size()).isEqualTo(rows);
        List<Long> last = passes.get(passes.size() - 1);
        assertThat(last).isSorted().hasSizeGreaterThan(3).startsWith(0L);
        assertThat(last.get(last.size() - 1)).isBetween(size - (1 << 18), size);
    }

    @Test
    void aFileIsReadFromItsBeginningToItsEnd() throws IOException {
        climbs(Files.writeString(dir.resolve("shops.csv"), table(50_000)), 50_000);
    }

    @Test
    void ofPackedFilesPackedBytesCount() throws IOException {
        Path file = dir.resolve("shops.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(table(100_000).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        climbs(file, 100_000);
    }
}
