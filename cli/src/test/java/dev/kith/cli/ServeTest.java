package dev.kith.cli;

import static dev.kith.cli.Run.kith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.cli.terminal.ExitCode;
import dev.kith.serve.KithServer;
import dev.kith.serve.ServeOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server answers what the command prints, to the byte; its options say what is wrong with them. */
@SuppressWarnings("NullAway.Init") // JUnit sets it
class ServeTest {
    @TempDir
    private Path dir;

    private Path data;
    private Path models;

    @BeforeEach
    void train() throws IOException {
        StringBuilder rows = new StringBuilder("id,shop,sold,kind,day,price\n");
        for (int i = 0; i < 120; i++) {
            rows.append("r").append(i).append(",shop").append(i % 4).append(',').append(i * 7 % 31 / 3.0);
            rows.append(i % 9 == 0 ? ",," : i % 2 == 0 ? ",baker," : ",florist,");
            rows.append("2026-0").append(1 + i % 9).append("-11,");
            rows.append(i % 11 == 0 ? "" : "" + i * i % 17 / 4.0).append('\n');
        }
        data = Files.writeString(dir.resolve("d.csv"), rows);
        models = Files.createDirectory(dir.resolve("models"));
        Run fit = kith(
                "fit",
                data,
                "--task",
                "shop",
                "--target",
                "sold",
                "--id",
                "id",
                "--categorical",
                "kind",
                "--date",
                "day",
                "--method",
                "mean",
                "--lambda",
                0.1,
                "--calibrate",
                "-o",
                models.resolve("shops.kith"));
        assertThat(fit.code()).as(fit.err()).isZero();
    }

    private static String asked(KithServer server, String query, Path rows) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/models/shops/predict" + query))
                .header("Content-Type", "text/csv")
                .POST(HttpRequest.BodyPublishers.ofFile(rows))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void answersWhatPredictPrints() throws Exception {
        Path model = models.resolve("shops.kith");
        Path strange = Files.writeString(
                dir.resolve("strange.csv"), Files.readString(data).replace("shop3", "elsewhere"));
        try (KithServer server = KithServer.start(ServeOptions.of(models))) {
            assertThat(asked(server, "", data))
                    .isEqualTo(kith("predict", model, data).out());
            assertThat(asked(server, "?id=id&interval=0.8", data))
                    .startsWith("id,task,prediction,low,high\n")
                    .isEqualTo(kith("predict", model, data, "--id", "id", "--interval", 0.8)
                            .out());
            assertThat(asked(server, "?all-tasks=true", data))
                    .isEqualTo(kith("predict", model, data, "--all-tasks").out());
            assertThat(asked(server, "?unknown=common", strange))
                    .isEqualTo(kith("predict", model, strange, "--unknown", "common")
                            .out());
        }
    }

    @Test
    void saysWhatIsWrongWithItsOptions() throws IOException {
        refused("--max-body must be a size below 2g, such as 500k or 10m, got '10x'", "--max-body", "10x");
        refused("--port must be a number from 0 to 65535, got 70000", "--port", 70000);
        refused("--tls-password-file is for --tls-keystore", "--tls-password-file", data);
        refused(
                "--token-file must have a token on a line",
                "--token-file",
                Files.writeString(dir.resolve("none"), "\n"));
        refused(
                "a token must have 16 characters or more, got 5",
                "--token-file",
                Files.writeString(dir.resolve("t"), "short"));
        refused("other machines can ask at 0.0.0.0", "--host", "0.0.0.0");
        refused("rows must be >= 1, got 0", "--max-rows", 0);
    }

    private void refused(String words, Object option, Object value) {
        Run run = kith("serve", models, option, value);
        assertThat(run.err()).contains(words);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void needsADirectory() {
        Run run = kith("serve", dir.resolve("nowhere"));
        assertThat(run.code()).isEqualTo(ExitCode.DATA);
        assertThat(run.err()).contains("is no directory; name the one with the models");
    }
}
