package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.checks.Attack;
import dev.kith.serve.http.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is sent is refused in words, and the server answers the next request as before. */
@SuppressWarnings("NullAway.Init") // set before all
@Tag(Attack.FUZZ)
class AttackTest {
    private static final String ROW = "[{\"shop\":\"shop-1\",\"price\":1.5,\"rain\":2}]";
    private static final String PREDICT = "/models/plain/predict";
    private static final int MOST_BODY = 200_000;
    private static final int SECONDS = 2;

    @TempDir
    static Path dir;

    private static final ConcurrentLinkedQueue<String> TOLD = new ConcurrentLinkedQueue<>();
    private static KithServer server;
    private static Client client;
    private static String answer;

    @BeforeAll
    static void start() throws IOException {
        new Demo(dir).plain(dir.resolve("plain.kith"), 1);
        Limits limits = Limits.USUAL
                .withBody(MOST_BODY)
                .withSeconds(SECONDS)
                .withThreads(2)
                .withConnections(400);
        server = KithServer.start(ServeOptions.of(dir).with(limits).telling(TOLD::add));
        client = Client.of(server);
        answer = client.json(PREDICT, ROW).body();
        TOLD.clear();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void isAsBefore() {
        assertThat(client.json(PREDICT, ROW).body()).isEqualTo(answer);
        assertThat(TOLD).as("nothing unforeseen").isEmpty();
    }

    /** What comes back for these bytes; empty where the connection is only closed. */
    private static String raw(byte[] bytes) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return read(socket);
        }
    }

    private static String read(Socket socket) {
        ByteArrayOutputStream back = new ByteArrayOutputStream();
        try {
            byte[] buffer = new byte[1 << 14];
            for (int count = socket.getInputStream().read(buffer);
                    count >= 0;
                    count = socket.getInputStream().read(buffer)) {
                back.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // Reset by the server, with or without words before.
        }
        return back.toString(StandardCharsets.UTF_8);
    }

    private static String raw(String text) throws IOException {
        return raw(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String get(String target, String... headers) throws IOException {
        return raw("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + String.join("\r\n", headers) + (headers.length > 0 ? "\r\n" : "") + "\r\n");
    }

    private static byte[] post(String target, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(("POST " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    /** A refusal in words that say nothing of the inside. */
    private static void refused(String what, String reply) {
        assertThat(reply).as(what).matches("(?s)HTTP/1\\.1 4\\d\\d .*");
        assertThat(reply).as(what).doesNotContain("Jetty", "dev.kith", "java.", "org.", "\tat ", dir.toString());
    }

    @Test
    void pathsLeadNowhere() throws IOException {
        List<String> paths = List.of(
                "/../../etc/passwd",
                "/models/../../../etc/passwd",
                "/models/..%2f..%2fetc%2fpasswd/predict",
                "/models/%2e%2e/%2e%2e/plain",
                "/models/plain%00/predict",
                "/models/%ff%fe",
                "/models/%zz",
                "/models/%",
                "//models//plain",
                "/models/plain;jsessionid=1",
                "/models/plain.kith",
                "/models/file:%2f%2f%2fetc%2fpasswd",
                "/models/jdbc:h2:mem:x",
                "/models/javax.naming.InitialContext",
                "/models/plain/versions/../../etc",
                "/models/plain/versions/-1",
                "/models/plain/versions/99999999999999999999",
                "/models/plain/tasks/..%5c..",
                "/models/\\..\\..",
                "/models/" + "a".repeat(3000),
                "/" + "a/".repeat(3000),
                "/MODELS",
                "*",
                "http://evil.example/x");
        for (String path : paths) {
            refused(path, get(path));
        }
        Attack.report("serve", "paths", paths.size());
    }

    @Test
    void lineBreaksInNamesBreakNoLines() throws IOException {
        for (String target : List.of(
                "/models/plain%0d%0aX-Evil:%201/predict", "/models?x=a%0d%0aX-Evil:%201", "/models/%0aX-Evil:1")) {
            String reply = get(target);
            refused(target, reply);
            assertThat(reply.substring(0, reply.indexOf("\r\n\r\n"))).doesNotContain("X-Evil");
        }
        String ids = client.post(PREDICT + "?id=a%0d%0aX-Evil:%201", "application/json", ROW)
                .body();
        assertThat(ids).contains("is not there");
    }

    @Test
    void headersAreBounded() throws IOException {
        refused("long", get("/models", "X-Long: " + "a".repeat(100_000)));
        String[] many = new String[5000];
        for (int k = 0; k < many.length; k++) {
            many[k] = "X-" + k + ": " + k;
        }
        refused("many", get("/models", many));
        refused("no host", raw("GET /models HTTP/1.1\r\nConnection: close\r\n\r\n"));
        refused("other host", raw("GET /models HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"));
        refused(
                "two lengths",
                raw("POST " + PREDICT + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n[1,2]\r\n"));
        refused(
                "length and chunks",
                raw(
                        "POST " + PREDICT + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /models HTTP/1.1\r\n\r\n"));
        refused("no HTTP", raw("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"));
    }

    @Test
    void bodiesAreBounded() throws IOException {
        refused(
                "said",
                raw("POST " + PREDICT + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nContent-Length: "
                        + "999999999999\r\nConnection: close\r\n\r\n"));
        StringBuilder chunks = new StringBuilder("POST " + PREDICT
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int k = 0; k < 30; k++) {
            chunks.append("2000\r\n").append("a".repeat(0x2000)).append("\r\n");
        }
        refused("chunked", raw(chunks.append("0\r\n\r\n").toString()));
        byte[] packed = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0};
        assertThat(client.post(PREDICT, "text/csv", new String(packed, StandardCharsets.ISO_8859_1))
                        .statusCode())
                .isGreaterThanOrEqualTo(400);
        refused(
                "packed",
                raw(new String(post(PREDICT, packed), StandardCharsets.ISO_8859_1)
                        .replace("application/json", "text/csv")));
    }

    @Test
    void halfABodyHoldsNoThread() throws IOException {
        List<Socket> halves = new ArrayList<>();
        try {
            for (int k = 0; k < 100; k++) {
                Socket socket = new Socket("127.0.0.1", server.port());
                socket.setSoTimeout(20_000);
                socket.getOutputStream()
                        .write(("POST " + PREDICT
                                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[{")
                                .getBytes(StandardCharsets.ISO_8859_1));
                halves.add(socket);
            }
            for (int k = 0; k < 20; k++) {
                assertThat(client.json(PREDICT, ROW).body()).isEqualTo(answer);
            }
            for (Socket half : halves) {
                String reply = read(half);
                assertThat(reply).matches("(?s)(HTTP/1\\.1 4\\d\\d .*)?");
            }
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
        Attack.report("serve", "half-sent bodies", halves.size());
    }

    @Test
    void jsonIsBounded() throws IOException {
        List<String> bombs = List.of(
                "[".repeat(90_000),
                "[".repeat(90_000) + "]".repeat(90_000),
                "[{\"shop\":" + "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000) + "}]",
                "[{\"shop\":\"shop-1\",\"price\":" + "9".repeat(150_000) + ",\"rain\":1}]",
                "[{\"shop\":\"shop-1\",\"price\":1e999999999,\"rain\":1}]",
                "[{\"shop\":\"shop-1\",\"price\":-1e400,\"rain\":1}]",
                "[{\"shop\":\"shop-1\",\"price\":NaN,\"rain\":1}]",
                "[{\"shop\":\"" + "a".repeat(150_000) + "\",\"price\":1,\"rain\":1}]",
                "[{\"" + "a".repeat(150_000) + "\":1}]",
                "[{\"shop\":\"shop-1\",\"shop\":\"shop-2\",\"price\":1,\"rain\":1}]",
                "[{\"shop\":\"\\ud800\",\"price\":1,\"rain\":1}]",
                "[{\"shop\":\"\\u0000\",\"price\":1,\"rain\":1}]",
                "[{}" + ",{}".repeat(60_000) + "]",
                "[null]",
                "null",
                "\"\"",
                "1",
                "{\"a\":1}",
                "[1,2",
                "\u0000",
                "[[[[]]]]",
                ROW + ROW,
                ROW + "x",
                "{\"__proto__\":{}}",
                "[{\"@class\":\"java.lang.Runtime\"}]");
        for (String bomb : bombs) {
            String shown = bomb.substring(0, Math.min(40, bomb.length()));
            refused(shown, raw(post(PREDICT, bomb.getBytes(StandardCharsets.UTF_8))));
            refused(shown, raw(post("/v2/models/plain/infer", bomb.getBytes(StandardCharsets.UTF_8))));
            refused(shown, raw(post("/invocations", bomb.getBytes(StandardCharsets.UTF_8))));
            refused(shown, raw(post("/models/plain/explain", bomb.getBytes(StandardCharsets.UTF_8))));
        }
        byte[] latin = "[{\"shop\":\"caf\u00e9\",\"price\":1,\"rain\":1}]".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(raw(post(PREDICT, latin))).contains("the body is not UTF-8");
        byte[] overlong = ROW.getBytes(StandardCharsets.UTF_8).clone();
        overlong[10] = (byte) 0xc0;
        overlong[11] = (byte) 0xaf;
        assertThat(raw(post(PREDICT, overlong))).contains("the body is not UTF-8");
        Attack.report("serve", "JSON bombs", 4L * bombs.size());
    }

    /** Bytes of good requests changed at random: an answer or a refusal, never a failure. */
    @Test
    void damagedBodiesAreAnsweredOrRefused() throws IOException {
        String csv = "shop,price,rain\nshop-1,1.5,2\nshop-0,NA,\"7\"\n";
        String infer = "{\"inputs\":[{\"name\":\"task\",\"shape\":[1],\"datatype\":\"BYTES\",\"data\":[\"shop-1\"]},"
                + "{\"name\":\"x\",\"shape\":[1,2],\"datatype\":\"FP64\",\"data\":[[1.5,2]]}]}";
        String split = "{\"dataframe_split\":{\"columns\":[\"shop\",\"price\",\"rain\"],\"data\":[[\"shop-1\",1,2]]}}";
        List<String[]> seeds = List.of(
                new String[] {PREDICT, "application/json", ROW},
                new String[] {PREDICT, "text/csv", csv},
                new String[] {"/models/plain/explain", "application/json", ROW},
                new String[] {"/v2/models/plain/infer", "application/json", infer},
                new String[] {"/invocations", "application/json", split});
        int rounds = Attack.rounds(600);
        Random random = new Random(17);
        long before = used();
        for (int k = 0; k < rounds; k++) {
            String[] seed = seeds.get(random.nextInt(seeds.size()));
            byte[] body = seed[2].getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(4); change >= 0; change--) {
                body[random.nextInt(body.length)] = (byte)
                        (random.nextBoolean() ? random.nextInt(256) : "[]{},:\"-9e\n".charAt(random.nextInt(11)));
            }
            HttpResponse<String> reply = client.send(java.net.http.HttpRequest.newBuilder(client.at(seed[0]))
                    .header("Content-Type", seed[1])
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(body))
                    .build());
            assertThat(reply.statusCode())
                    .as("seed 17, round %d: %s", k, new String(body, StandardCharsets.ISO_8859_1))
                    .isIn(200, 400, 415);
        }
        assertThat(used() - before).isLessThan(100L << 20);
        Attack.report("serve", "damaged bodies", rounds);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void idleConnectionsMakeRoomForOthers() throws IOException {
        idle(1000);
    }

    @Test
    @Tag(Attack.ONLY)
    void tenThousandIdleConnectionsMakeRoomForOthers() throws IOException {
        idle(10_000);
    }

    private static void idle(int count) throws IOException {
        List<SocketChannel> idle = new ArrayList<>();
        try {
            for (int k = 0; k < count; k++) {
                SocketChannel channel = SocketChannel.open();
                channel.configureBlocking(false);
                channel.connect(new InetSocketAddress("127.0.0.1", server.port()));
                idle.add(channel);
            }
            assertThat(client.json(PREDICT, ROW).body()).isEqualTo(answer);
        } finally {
            for (SocketChannel channel : idle) {
                channel.close();
            }
        }
        Attack.report("serve", "idle connections", count);
    }
}
