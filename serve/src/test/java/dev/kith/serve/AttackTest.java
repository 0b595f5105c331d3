package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.checks.Attack;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever is sent is refused in words, and the server answers the next request as before. */
@SuppressWarnings("NullAway.Init") // set before all
@Tag(Attack.FUZZ)
class AttackTest extends Attacked {
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
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
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
                channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
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
