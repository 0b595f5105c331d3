package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelReportTest {
    @TempDir
    private Path dir;

    private Path data() throws IOException {
        StringBuilder rows = new StringBuilder("task,y,x1,x2,x3\n");
        for (int i = 0; i < 60; i++) {
            int sign = i % 3 == 2 ? -1 : 1;
            double x1 = Math.sin(i);
            double x2 = Math.cos(3 * i);
            double y = sign * (2 * x1 - x2);
            rows.append("task ")
                    .append((char) ('a' + i % 3))
                    .append(',')
                    .append(y)
                    .append(',');
            rows.append(x1)
                    .append(',')
                    .append(x2)
                    .append(',')
                    .append(Math.sin(7 * i))
                    .append('\n');
        }
        return Files.writeString(dir.resolve("data.csv"), rows);
    }

    @Test
    void aFitSaysWhoIsAlikeAndHowTrainingWent() throws IOException {
        Path page = dir.resolve("fit.html");
        Run run = kith(
                "fit",
                data(),
                "--task",
                "task",
                "--target",
                "y",
                "--method",
                "mtrl",
                "--lambda",
                "0.01",
                "-o",
                dir.resolve("m.kith"),
                "--report",
                page);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(Files.readString(page))
                .contains("<h1>mtrl (learned relations) learned 3 tasks from 60 labels; most ")
                .contains("\"history\":[{\"iteration\":", "\"perTask\":[20,20,20]", "\"a\":\"task a\"");

        Path again = dir.resolve("show.html");
        assertThat(kith("show", dir.resolve("m.kith"), "--report", again).code())
                .isZero();
        assertThat(Files.readString(again))
                .contains("<title>Model m.kith</title>", "\"name\":\"structure\"", "\"name\":\"weights\"")
                .contains("\"history\":[]", "\"status\":\"converged\"");
    }

    @Test
    void multipleKernelsShowTheirTree() throws IOException {
        Path page = dir.resolve("mkl.html");
        Run run = kith(
                "fit",
                data(),
                "--task",
                "task",
                "--target",
                "y",
                "--method",
                "mkl",
                "--C",
                "1",
                "-o",
                dir.resolve("m.kith"),
                "--report",
                page);
        assertThat(run.err()).isEmpty();
        assertThat(Files.readString(page)).contains("\"tree\":{\"explain\":").contains("\"parent\":-1");
    }

    @Test
    void aReportWithoutAPlaceIsRefusedBeforeTheWork() throws IOException {
        Run run = kith(
                "fit",
                data(),
                "--task",
                "task",
                "--target",
                "y",
                "--method",
                "stl",
                "-o",
                dir.resolve("m.kith"),
                "--report",
                dir.resolve("nowhere/page.html"));
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("its directory does not exist");
        assertThat(dir.resolve("m.kith")).doesNotExist();
    }
}
