package dev.kith.bench;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.serve.KithServer;
import dev.kith.serve.ServeOptions;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Requests per second of {@code kith serve}, and how long they take, beside a handler of the same HTTP library that reads the same body and answers as
 * many bytes, which is the limit. Load comes from wrk (Debian: apt install wrk) on this machine, which takes part of its cores.
 *
 * <pre>{@code bench/run serve [SECONDS]}</pre>
 */
final class ServeBench {
    private static final int FEATURES = 20;
    private static final int CONNECTIONS = 32;
    private static final int USUAL_SECONDS = 20;
    private static final int WARM_SECONDS = 5;

    private final Path dir;
    private final int seconds;

    private ServeBench(Path dir, int seconds) {
        this.dir = dir;
        this.seconds = seconds;
    }

    /** A model, and rows to ask it about. */
    private record Case(String model, String type, int rows, String body) {}

    /** What wrk measured. */
    private record Load(double perSecond, double p50, double p99, double p999, long errors) {
        static Load of(String line) {
            String[] cells = line.split(" ", -1);
            return new Load(
                    Double.parseDouble(cells[1]),
                    Double.parseDouble(cells[2]),
                    Double.parseDouble(cells[3]),
                    Double.parseDouble(cells[4]),
                    Long.parseLong(cells[5]));
        }
    }

    /**
     * Measures every case.
     *
     * @param args how many seconds each is under load
     */
    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("kith-serve-bench");
        try {
            new ServeBench(dir, args.length > 0 ? Integer.parseInt(args[0]) : USUAL_SECONDS).run();
        } finally {
            remove(dir);
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private void run() throws Exception {
        fit("linear-7", 7, 1400, new Linear());
        fit("linear-5000", 5000, 50_000, new Linear());
        fit("kernel-7", 7, 1400, new Gaussian(5));
        script();
        System.out.printf(
                "%-12s %6s  %-5s %10s %10s %8s %8s %8s %8s %7s%n",
                "model", "rows", "as", "kith/s", "bare/s", "share", "p50 ms", "p99 ms", "p99.9", "errors");
        try (KithServer server = KithServer.start(ServeOptions.of(dir))) {
            for (String model : List.of("linear-7", "linear-5000", "kernel-7")) {
                int tasks = model.endsWith("5000") ? 5000 : 7;
                measure(server, new Case(model, "application/json", 1, json(1, tasks)));
                measure(server, new Case(model, "text/csv", 1, csv(1, tasks, false)));
                measure(server, new Case(model, "application/json", 1000, json(1000, tasks)));
                measure(server, new Case(model, "text/csv", 1000, csv(1000, tasks, false)));
            }
        }
        System.gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.printf("memory in use afterwards: %d MB%n", used >> 20);
    }

    private void fit(String name, int tasks, int rows, Kernel kernel) throws IOException {
        Path file = Files.writeString(dir.resolve(name + ".csv"), csv(rows, tasks, true));
        ConvexTrainer trainer = new ConvexTrainer(Losses.squared(), kernel, Relations.mean(1), 0.1);
        ModelFile.write(
                trainer.train(Tables.read(file).dataset(Roles.task("task").target("y")))
                        .model(),
                dir.resolve(name + ".kith"));
    }

    private static String csv(int rows, int tasks, boolean labelled) {
        Random random = new Random(rows);
        StringBuilder text = new StringBuilder("task").append(labelled ? ",y" : "");
        for (int j = 0; j < FEATURES; j++) {
            text.append(",x").append(j);
        }
        for (int i = 0; i < rows; i++) {
            text.append("\ntask-").append(i % tasks).append(labelled ? "," + random.nextGaussian() : "");
            for (int j = 0; j < FEATURES; j++) {
                text.append(',').append(random.nextGaussian());
            }
        }
        return text.append('\n').toString();
    }

    private static String json(int rows, int tasks) {
        List<String> lines = csv(rows, tasks, false).lines().toList();
        String[] names = lines.get(0).split(",", -1);
        StringBuilder text = new StringBuilder("[");
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            text.append(text.length() > 1 ? ",{" : "{")
                    .append("\"task\":\"")
                    .append(cells[0])
                    .append('"');
            for (int j = 1; j < cells.length; j++) {
                text.append(",\"").append(names[j]).append("\":").append(cells[j]);
            }
            text.append('}');
        }
        return text.append(']').toString();
    }

    private void measure(KithServer server, Case asked) throws Exception {
        String url = "http://127.0.0.1:" + server.port() + "/models/" + asked.model() + "/predict";
        int bytes = answered(url, asked);
        Files.writeString(dir.resolve("body"), asked.body());
        load(url, asked.type(), WARM_SECONDS);
        Load kith = load(url, asked.type(), seconds);
        Load bare = bare(bytes, asked.type());
        System.out.printf(
                Locale.ROOT,
                "%-12s %6d  %-5s %10.0f %10.0f %7.0f%% %8.2f %8.2f %8.2f %7d%n",
                asked.model(),
                asked.rows(),
                asked.type().endsWith("csv") ? "CSV" : "JSON",
                kith.perSecond(),
                bare.perSecond(),
                100 * kith.perSecond() / bare.perSecond(),
                kith.p50(),
                kith.p99(),
                kith.p999(),
                kith.errors());
    }

    private Load bare(int bytes, String type) throws Exception {
        BareServer other = BareServer.start(bytes);
        try {
            String there = "http://127.0.0.1:" + other.port() + "/";
            load(there, type, WARM_SECONDS);
            return load(there, type, seconds);
        } finally {
            other.stop();
        }
    }

    /** How many bytes the answer has. */
    private static int answered(String url, Case asked) throws Exception {
        HttpResponse<byte[]> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Content-Type", asked.type())
                                .POST(HttpRequest.BodyPublishers.ofString(asked.body()))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer.body().length;
    }

    /** What wrk sends, and how it says what came of it. */
    private void script() {
        String lua = """
                local file = io.open(os.getenv("BODY"), "rb")
                wrk.method = "POST"
                wrk.body = file:read("*a")
                wrk.headers["Content-Type"] = os.getenv("TYPE")
                function done(summary, latency, requests)
                  local errors = summary.errors
                  print(string.format("RESULT %f %f %f %f %d", summary.requests / summary.duration * 1e6,
                    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency:percentile(99.9) / 1000,
                    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
                end
                """;
        try {
            Files.writeString(dir.resolve("load.lua"), lua);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Load load(String url, String type, int time) throws IOException {
        ProcessBuilder wrk = new ProcessBuilder(
                "wrk",
                "-t1",
                "-c" + CONNECTIONS,
                "-d" + time + "s",
                "-s",
                dir.resolve("load.lua").toString(),
                url);
        wrk.environment().put("BODY", dir.resolve("body").toString());
        wrk.environment().put("TYPE", type);
        Process process = wrk.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return out.lines()
                .filter(line -> line.startsWith("RESULT "))
                .findFirst()
                .map(Load::of)
                .orElseThrow(() -> new IllegalStateException("wrk says: " + out));
    }
}
