package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.serve.ServeOptions.Address;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Limits;
import dev.kith.serve.http.Route;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Models come and go while requests do; who may ask; how much is taken. */
@SuppressWarnings("NullAway.Init") // JUnit sets it
class ServerTest {
    private static final String ROW = "[{\"shop\":\"shop-1\",\"price\":1,\"rain\":2}]";

    @TempDir
    private Path dir;

    private Demo demo;
    private Path models;

    @BeforeEach
    void train() throws IOException {
        demo = new Demo(dir);
        models = Files.createDirectory(dir.resolve("models"));
    }

    private void replace(long seed, String name) throws IOException {
        Path other = demo.plain(dir.resolve("other"), seed);
        Files.move(other, models.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String prediction(Client client, String path) {
        HttpResponse<String> answer = client.json(path, ROW);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void modelsAreReplacedUnderLoadWithoutAFailedRequest() throws Exception {
        replace(1, "plain.kith");
        try (KithServer server = KithServer.start(ServeOptions.of(models))) {
            Client client = Client.of(server);
            String first = prediction(client, "/models/plain/predict");
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger asked = new AtomicInteger();
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
                while (!stop.get()) {
                    prediction(client, "/models/plain/predict");
                    asked.incrementAndGet();
                }
            });
            String now = first;
            for (int seed = 2; seed < 12; seed++) {
                replace(seed, "plain.kith");
                assertThat(server.reload()).isTrue();
                String next = prediction(client, "/models/plain/predict");
                assertThat(next).isNotEqualTo(now);
                now = next;
            }
            stop.set(true);
            load.get(20, TimeUnit.SECONDS);
            assertThat(asked.get()).isPositive();
        }
    }

    @Test
    void aBrokenFileLeavesTheModelAsItWas() throws IOException {
        replace(1, "plain.kith");
        List<String> told = new ArrayList<>();
        try (KithServer server = KithServer.start(ServeOptions.of(models).telling(told::add))) {
            Client client = Client.of(server);
            String before = prediction(client, "/models/plain/predict");
            byte[] whole = Files.readAllBytes(models.resolve("plain.kith"));
            Files.write(models.resolve("plain.kith"), java.util.Arrays.copyOf(whole, whole.length / 2));
            Files.writeString(models.resolve("not a name.kith"), "");
            assertThat(server.reload()).isFalse();
            assertThat(prediction(client, "/models/plain/predict")).isEqualTo(before);
            assertThat(told).anyMatch(line -> line.contains("the model read before is served on"));
            assertThat(told).anyMatch(line -> line.startsWith("not a name.kith: a model's file must be called"));
            Files.delete(models.resolve("plain.kith"));
            assertThat(server.reload()).isTrue();
            assertThat(client.json("/models/plain/predict", ROW).statusCode()).isEqualTo(404);
            assertThat(client.get("/ready").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void theNewestVersionIsCurrentUnlessAnotherIsMarked() throws IOException {
        replace(1, "plain@1.kith");
        replace(2, "plain@2.kith");
        try (KithServer server = KithServer.start(ServeOptions.of(models))) {
            Client client = Client.of(server);
            String one = prediction(client, "/models/plain/versions/1/predict");
            String two = prediction(client, "/models/plain/versions/2/predict");
            assertThat(one).isNotEqualTo(two);
            assertThat(prediction(client, "/models/plain/predict")).isEqualTo(two);
            Files.writeString(models.resolve("plain.current"), "1\n");
            assertThat(server.reload()).isTrue();
            assertThat(prediction(client, "/models/plain/predict")).isEqualTo(one);
            assertThat(client.get("/models").body()).contains("\"versions\":[\"1\",\"2\"]");
        }
    }

    @Test
    void watchesItsDirectory() throws Exception {
        try (KithServer server = KithServer.start(ServeOptions.of(models).watching(true))) {
            Client client = Client.of(server);
            replace(1, "late.kith");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (client.get("/models/late").statusCode() != 200 && System.nanoTime() < end) {
                Thread.sleep(50);
            }
            assertThat(client.get("/models/late").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void takesNoMoreThanItWasTold() throws IOException {
        replace(1, "plain.kith");
        Limits limits = Limits.USUAL.withBody(1000).withRows(3);
        try (KithServer server = KithServer.start(ServeOptions.of(models).with(limits))) {
            Client client = Client.of(server);
            HttpResponse<String> large = client.csv("/models/plain/predict", "x".repeat(1001));
            assertThat(large.statusCode()).isEqualTo(413);
            assertThat(large.body()).contains("a body may have 1000 bytes: send fewer rows at a time");
            String rows = "{\"shop\":\"shop-1\",\"price\":1,\"rain\":2}";
            assertThat(client.json("/models/plain/predict", "[" + rows + "," + rows + "," + rows + "]")
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> many =
                    client.json("/models/plain/predict", "[" + rows + "," + rows + "," + rows + "," + rows + "]");
            assertThat(many.statusCode()).isEqualTo(413);
            assertThat(many.body()).contains("a request may have 3 rows: send them in several");
            assertThat(client.csv("/models/plain/predict", "shop,price,rain\n" + "shop-1,1,2\n".repeat(4))
                            .statusCode())
                    .isEqualTo(413);
        }
    }

    @Test
    @Timeout(60)
    void whoComesWhenAllAreBusyIsToldToComeAgainAndWhoIsBeingAnsweredWhenItStopsIsAnswered() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Route slow = Route.get("/slow", Route.About.of("Waits."), call -> {
            entered.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Answer.json(List.of("done"));
        });
        Limits limits = Limits.USUAL.withThreads(1).withWaiting(1);
        KithServer server = KithServer.start(ServeOptions.of(models).with(limits), List.of(slow));
        Client client = Client.of(server);
        CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> client.get("/slow"));
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
        List<CompletableFuture<HttpResponse<String>>> others = java.util.stream.Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> client.get("/slow")))
                .limit(3)
                .toList();
        long refused = 0;
        while (refused < 2) { // one of the three waits
            Thread.sleep(10);
            refused = others.stream().filter(CompletableFuture::isDone).count();
        }
        for (CompletableFuture<HttpResponse<String>> other : others) {
            if (other.isDone()) {
                assertThat(other.get().statusCode()).isEqualTo(503);
                assertThat(other.get().headers().firstValue("Retry-After")).hasValue("1");
            }
        }
        CompletableFuture<HttpResponse<String>> second =
                others.stream().filter(other -> !other.isDone()).findFirst().orElseThrow();
        CompletableFuture<Void> stopping = CompletableFuture.runAsync(server::close);
        Thread.sleep(100);
        leave.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS).body()).isEqualTo("[\"done\"]");
        assertThat(second.get(20, TimeUnit.SECONDS).body()).isEqualTo("[\"done\"]");
        stopping.get(20, TimeUnit.SECONDS);
    }

    @Test
    @Timeout(60)
    void whatIsAnsweredApartKeepsNobodyWaiting() throws Exception {
        replace(1, "plain.kith");
        CountDownLatch leave = new CountDownLatch(1);
        Route slow = Route.get("/slow", Route.About.of("Waits."), call -> {
                    try {
                        leave.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return Answer.empty();
                })
                .answeredApart();
        Limits limits = Limits.USUAL.withThreads(1).withWaiting(1);
        try (KithServer server = KithServer.start(ServeOptions.of(models).with(limits), List.of(slow))) {
            Client client = Client.of(server);
            CompletableFuture<HttpResponse<String>> first = CompletableFuture.supplyAsync(() -> client.get("/slow"));
            CompletableFuture<HttpResponse<String>> second = CompletableFuture.supplyAsync(() -> client.get("/slow"));
            for (int k = 0; k < 20; k++) {
                prediction(client, "/models/plain/predict");
            }
            leave.countDown();
            assertThat(first.get().statusCode()).isEqualTo(200);
            assertThat(second.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void tellsNobodyWhatWentWrongInside() throws IOException {
        List<String> told = new ArrayList<>();
        Route broken = Route.get("/broken", Route.About.of("Fails."), call -> {
            throw new IllegalStateException("secret of " + dir);
        });
        try (KithServer server = KithServer.start(ServeOptions.of(models).telling(told::add), List.of(broken))) {
            HttpResponse<String> answer = Client.of(server).get("/broken");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .isEqualTo(
                            "{\"error\":\"this server failed to answer, which is its own fault; its log says more\"}");
            assertThat(told).anyMatch(line -> line.contains("secret of"));
        }
    }

    @Test
    void saysWhatIsWrongWithItsDirectoryOrPort() throws IOException {
        assertThatThrownBy(() -> KithServer.start(ServeOptions.of(dir.resolve("none"))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is no directory");
        try (KithServer server = KithServer.start(ServeOptions.of(models))) {
            Address taken = new Address("127.0.0.1", server.port(), Optional.empty());
            assertThatThrownBy(() -> KithServer.start(ServeOptions.of(models).at(taken)))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("cannot listen at 127.0.0.1:" + server.port());
        }
    }
}
