package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.stream.Example;
import dev.kith.stream.LearnerSettings;
import dev.kith.stream.NamedLearner;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was answered is learned, once, however the process ends; predictions do not wait for it. */
@SuppressWarnings("NullAway.Init") // JUnit sets it
class LearnTest {
    private static final int BATCH = 3;

    @TempDir
    private Path dir;

    private Path models;

    @BeforeEach
    void fresh() throws IOException {
        models = Files.createDirectory(dir.resolve("models"));
        learner().save(models.resolve("clicks.learner"));
    }

    private static NamedLearner learner() {
        return NamedLearner.of(LearnerSettings.of("perceptron").with("b", "2"), "no", "yes");
    }

    /** Row number k of an endless stream. */
    private static Example row(long k) {
        Random random = new Random(k);
        Map<String, Double> features = new HashMap<>();
        features.put("x", random.nextGaussian());
        features.put("y", random.nextGaussian());
        features.put("word=w" + random.nextInt(40), 1.0);
        String label = features.get("x") + features.get("y") / 3 > 0 ? "yes" : "no";
        return new Example("user-" + random.nextInt(6), label, features);
    }

    private static String json(long from, int count) {
        StringBuilder json = new StringBuilder("[");
        for (long k = from; k < from + count; k++) {
            Example row = row(k);
            json.append(k > from ? ",{" : "{")
                    .append("\"task\":\"")
                    .append(row.task())
                    .append("\",\"label\":\"");
            json.append(row.label()).append('"');
            row.features().forEach((name, value) -> {
                int at = name.indexOf('=');
                json.append(",\"").append(at < 0 ? name : name.substring(0, at)).append("\":");
                json.append(at < 0 ? value.toString() : "\"" + name.substring(at + 1) + "\"");
            });
            json.append('}');
        }
        return json.append(']').toString();
    }

    private static long total(String answer) {
        Matcher found = Pattern.compile("\"total\":(\\d+)").matcher(answer);
        assertThat(found.find()).as(answer).isTrue();
        return Long.parseLong(found.group(1));
    }

    /** The bytes of a learner that learned the first rows in one go. */
    private byte[] uninterrupted(long rows) throws IOException {
        NamedLearner learner = learner();
        for (long k = 0; k < rows; k++) {
            learner.learn(row(k));
        }
        Path file = dir.resolve("uninterrupted");
        learner.save(file);
        return Files.readAllBytes(file);
    }

    @Test
    void goesOnWhereItEnded() throws IOException {
        long asked = 0;
        for (int run = 0; run < 3; run++) {
            try (KithServer server = KithServer.start(ServeOptions.of(models).learning(true))) {
                Client client = Client.of(server);
                for (int k = 0; k < 5; k++) {
                    HttpResponse<String> answer = client.json("/models/clicks/learn", json(asked, BATCH));
                    asked += BATCH;
                    assertThat(total(answer.body())).isEqualTo(asked);
                }
            }
            assertThat(Files.readAllBytes(models.resolve("clicks.learner"))).isEqualTo(uninterrupted(asked));
        }
    }

    @Test
    void predictsByWhatItLearned() throws Exception {
        try (KithServer server = KithServer.start(ServeOptions.of(models).learning(true))) {
            Client client = Client.of(server);
            assertThat(client.get("/models").body()).isEqualTo("{\"models\":[]}");
            client.json("/models/clicks/learn", json(0, 200));
            String row = "[{\"task\":\"user-1\",\"x\":2,\"never seen\":1,\"word\":\"w3\"}]";
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (client.get("/models/clicks").statusCode() != 200 && System.nanoTime() < end) {
                Thread.sleep(20);
            }
            assertThat(client.json("/models/clicks/predict", row).body())
                    .contains("\"task\":\"user-1\",\"prediction\":\"yes\"");
            assertThat(client.json("/models/clicks/predict", row.replace("\"x\":2", "\"x\":-2"))
                            .body())
                    .contains("\"prediction\":\"no\"");
            assertThat(client.get("/models/clicks/learn").body())
                    .contains("\"classes\":[\"no\",\"yes\"]", "\"total\":200", "\"tasks\":6");
        }
    }

    @Test
    void learnsAllRowsOfARequestOrNone() throws IOException {
        try (KithServer server = KithServer.start(ServeOptions.of(models).learning(true))) {
            Client client = Client.of(server);
            String good = json(0, 2);
            for (String bad : List.of(
                    good.replaceFirst("\"label\":\"(yes|no)\"(?!.*label)", "\"label\":\"maybe\""),
                    good.replace("}]", ",\"z\":1e400}]"),
                    good.replace("}]", ",\"z\":[1]}]"),
                    good.replaceFirst("\"task\":\"[^\"]*\"", "\"task\":null"),
                    "[]",
                    "{}")) {
                assertThat(client.json("/models/clicks/learn", bad).statusCode())
                        .as(bad)
                        .isEqualTo(400);
            }
            assertThat(client.json("/models/other/learn", good).statusCode()).isEqualTo(404);
            assertThat(client.csv("/models/clicks/learn", good).statusCode()).isEqualTo(415);
            assertThat(total(client.get("/models/clicks/learn").body())).isZero();
            assertThat(client.json(
                                    "/models/clicks/learn?task=who&label=did",
                                    "[{\"who\":\"ann\",\"did\":\"yes\",\"x\":1}]")
                            .body())
                    .contains("\"total\":1");
        }
        try (KithServer server = KithServer.start(ServeOptions.of(models))) {
            assertThat(Client.of(server)
                            .json("/models/clicks/learn", json(0, 1))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    /** A process that was killed may leave half an entry, or a snapshot whose rows are still in the journal. */
    @Test
    void readsAJournalAsFarAsItIsWhole() throws IOException {
        Path journal = models.resolve("clicks.journal");
        List<byte[]> states = new ArrayList<>();
        try (KithServer server = KithServer.start(ServeOptions.of(models).learning(true))) {
            Client client = Client.of(server);
            for (int k = 0; k < 4; k++) {
                client.json("/models/clicks/learn", json((long) k * BATCH, BATCH));
                states.add(Files.readAllBytes(journal));
            }
        }
        byte[] whole = states.get(3);
        byte[] empty = uninterrupted(0);
        for (int length :
                new int[] {0, 5, states.get(0).length, states.get(1).length + 21, whole.length - 1, whole.length}) {
            Files.write(models.resolve("clicks.learner"), empty);
            Files.write(journal, java.util.Arrays.copyOf(whole, length));
            long entries =
                    states.stream().filter(state -> state.length <= length).count();
            KithServer.start(ServeOptions.of(models).learning(true)).close();
            assertThat(Files.readAllBytes(models.resolve("clicks.learner"))).isEqualTo(uninterrupted(entries * BATCH));
        }
        Files.write(models.resolve("clicks.learner"), uninterrupted(2 * BATCH));
        Files.write(journal, whole);
        KithServer.start(ServeOptions.of(models).learning(true)).close();
        assertThat(Files.readAllBytes(models.resolve("clicks.learner"))).isEqualTo(uninterrupted(4 * BATCH));
    }

    @Test
    void onlyOneServerLearnsInADirectory() throws IOException {
        List<String> told = new ArrayList<>();
        try (KithServer first = KithServer.start(ServeOptions.of(models).learning(true));
                KithServer second =
                        KithServer.start(ServeOptions.of(models).learning(true).telling(told::add))) {
            assertThat(Client.of(first).json("/models/clicks/learn", json(0, 1)).statusCode())
                    .isEqualTo(200);
            assertThat(Client.of(second)
                            .json("/models/clicks/learn", json(0, 1))
                            .statusCode())
                    .isEqualTo(404);
            assertThat(told).anyMatch(line -> line.contains("another server learns there"));
        }
    }

    @Test
    @Tag("lengthy")
    void losesAndRepeatsNothingWhenItIsKilled() throws Exception {
        kill(3);
    }

    @Test
    @Tag("slow")
    void losesAndRepeatsNothingWhenItIsKilledAHundredTimes() throws Exception {
        kill(100);
    }

    private void kill(int times) throws Exception {
        Random random = new Random(5);
        long answered = 0;
        long unanswered = 0;
        for (int run = 0; run < times; run++) {
            Path port = dir.resolve("port-" + run);
            Process process = start(port);
            Client client = new Client(java.net.http.HttpClient.newHttpClient(), port(port, process));
            long there = total(client.get("/models/clicks/learn").body());
            assertThat(there).as("run %d", run).isBetween(answered, answered + BATCH);
            unanswered += there > answered ? 1 : 0;
            answered = learnUntilKilled(client, there, process, random.nextInt(150));
            assertThat(answered).as("run %d", run).isGreaterThan(there);
            assertThat(process.waitFor()).isEqualTo(137);
        }
        System.out.printf(
                Locale.ROOT,
                "killed %d times: %d rows answered, %d requests on the disk but not answered%n",
                times,
                answered,
                unanswered);
        requireLearned(answered);
    }

    /** The bytes of a learner that was never interrupted. */
    private void requireLearned(long answered) throws IOException {
        KithServer server = KithServer.start(ServeOptions.of(models).learning(true));
        long there = total(Client.of(server).get("/models/clicks/learn").body());
        server.close();
        assertThat(there).isBetween(answered, answered + BATCH);
        assertThat(Files.readAllBytes(models.resolve("clicks.learner"))).isEqualTo(uninterrupted(there));
    }

    /** From the first answer on the process has so long to live. */
    private static long learnUntilKilled(Client client, long from, Process process, int millis) {
        long answered = from;
        while (true) {
            try {
                HttpResponse<String> answer = client.json("/models/clicks/learn", json(answered, BATCH));
                answered += BATCH;
                assertThat(total(answer.body())).isEqualTo(answered);
            } catch (IllegalStateException e) {
                return answered; // killed
            }
            if (answered == from + BATCH) {
                CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(process::destroyForcibly);
            }
        }
    }

    private Process start(Path port) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-Dkith.snapshot.rows=20",
                        "-cp",
                        System.getProperty("kith.test.class.path", System.getProperty("java.class.path")),
                        LearnProcess.class.getName(),
                        models.toString(),
                        port.toString())
                .inheritIO()
                .start();
    }

    private static int port(Path file, Process process) throws Exception {
        while (!Files.exists(file)) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(10);
        }
        return Integer.parseInt(Files.readString(file));
    }
}
