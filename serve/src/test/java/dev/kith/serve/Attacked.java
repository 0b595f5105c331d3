package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.serve.http.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A server that is attacked: after every test it answers as before, and nothing unforeseen has happened. */
@SuppressWarnings("NullAway.Init") // set before all
abstract class Attacked {
    static final String ROW = "[{\"shop\":\"shop-1\",\"price\":1.5,\"rain\":2}]";
    static final String PREDICT = "/models/plain/predict";
    static final int MOST_BODY = 200_000;
    static final int SECONDS = 2;

    @TempDir
    static Path dir;

    private static final ConcurrentLinkedQueue<String> TOLD = new ConcurrentLinkedQueue<>();
    static KithServer server;
    static Client client;
    static String answer;

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
    static String raw(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return read(socket);
        }
    }

    static String read(Socket socket) {
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

    static String raw(String text) throws IOException {
        return raw(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static String get(String target, String... headers) throws IOException {
        return raw("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + String.join("\r\n", headers) + (headers.length > 0 ? "\r\n" : "") + "\r\n");
    }

    static byte[] post(String target, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(("POST " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    /** A refusal in words that say nothing of the inside. */
    static void refused(String what, String reply) {
        assertThat(reply).as(what).matches("(?s)HTTP/1\\.1 4\\d\\d .*");
        assertThat(reply).as(what).doesNotContain("Jetty", "dev.kith", "java.", "org.", "\tat ", dir.toString());
    }
}
