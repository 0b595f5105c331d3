package dev.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint is gone on from with the columns it was made with, or not at all. */
class ResumeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    private final List<StreamLine> lines = StreamLine.lines(900);
    private final String csv = StreamLine.csv(lines);
    private final String jsonLines = StreamLine.jsonLines(lines);

    @BeforeEach
    void stopBothRunsAfterSixHundredRows() throws IOException {
        assertThat(stream("rows.csv", StreamLine.csv(lines.subList(0, 600)), false)
                        .code())
                .isZero();
        assertThat(stream("rows.jsonl", StreamLine.jsonLines(lines.subList(0, 600)), false)
                        .code())
                .isZero();
    }

    private Run stream(String name, String text, boolean resume, Object... more) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        Path state = directory.resolve(name + ".state");
        Object[] args = {"stream", file, "--task", "who", "--target", "y", "--every", 100, "--checkpoint", state};
        List<Object> all = new java.util.ArrayList<>(List.of(args));
        all.addAll(List.of(more));
        if (resume) {
            all.add("--resume");
        }
        return Run.kith(all.toArray());
    }

    private void refused(Run run, String rule) {
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).contains(".state: ").endsWith(rule + "\n");
    }

    @Test
    void theSameColumnsGoOn() throws IOException {
        assertThat(stream("rows.csv", csv, true).err()).contains("resuming after 600 rows");
        assertThat(stream("rows.jsonl", jsonLines, true).code()).isZero();
    }

    @Test
    void renamedColumnsAreRefusedByName() throws IOException {
        refused(
                stream("rows.csv", csv.replaceFirst(",x3,", ",price,"), true),
                "the checkpoint is of other columns: column 3 was 'x3', now it is 'price'");
        refused(
                stream("rows.jsonl", jsonLines.replace("\"x3\"", "\"price\""), true),
                "the checkpoint is of other columns: column 3 was 'x3', now it is 'price'");
    }

    @Test
    void columnsInAnotherOrderAreRefused() throws IOException {
        refused(
                stream("rows.csv", csv.replaceFirst(",x3,x4,", ",x4,x3,"), true),
                "the checkpoint is of other columns: column 3 was 'x3', now it is 'x4'; column 4 was 'x4', now it is"
                        + " 'x3'");
    }

    @Test
    void aColumnMoreOrLessIsRefused() throws IOException {
        String more = csv.replaceFirst("x12\n", "x12,x13\n")
                .replaceAll("(?m)(\\d)$", "$1,0")
                .replaceFirst("x12,0", "x12");
        refused(
                stream("rows.csv", more.replaceFirst("x13,0\n", "x13\n"), true),
                "the checkpoint is of other columns: column 13 was not there, now it is 'x13'");
        refused(
                stream("rows.jsonl", jsonLines.replaceAll(",\"x12\":[-0-9.]+", ""), true),
                "the checkpoint is of other columns: column 12 was 'x12', now it is not there");
    }

    /** The last 50 columns of 10,050 are known by their digest only. */
    @Test
    void columnsBeyondThoseKeptByNameAreNoticed() throws IOException {
        StringBuilder members = new StringBuilder();
        for (int j = 0; j < 10_050; j++) {
            members.append(",\"m").append(j).append("\":").append(j % 7);
        }
        String text = "{\"who\":\"a\",\"y\":1" + members + "}\n";
        assertThat(stream("wide.jsonl", text, false).code()).isZero();
        assertThat(stream("wide.jsonl", text + text, true).code()).isZero();
        Run renamed = stream("wide.jsonl", text.replace("m10040", "other") + text, true);
        assertThat(renamed.code()).isEqualTo(ExitCode.DATA);
        assertThat(renamed.err()).contains("the checkpoint is of another stream");
    }

    @Test
    void hashedFeaturesAreCheckedToo() throws IOException {
        assertThat(stream("hashed.csv", StreamLine.csv(lines.subList(0, 600)), false, "--hash", 10)
                        .code())
                .isZero();
        refused(
                stream("hashed.csv", csv.replaceFirst(",x3,", ",price,"), true, "--hash", 10),
                "the checkpoint is of other columns: column 3 was 'x3', now it is 'price'");
    }
}
