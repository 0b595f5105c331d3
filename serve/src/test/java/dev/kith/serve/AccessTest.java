package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.serve.ServeOptions.Address;
import dev.kith.serve.ServeOptions.Keystore;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may ask, and from where. */
@SuppressWarnings("NullAway.Init") // JUnit sets it
class AccessTest {
    private static final String TOKEN = "0123456789abcdef0123";

    @TempDir
    private Path dir;

    private Path models;

    @BeforeEach
    void train() throws IOException {
        models = Files.createDirectory(dir.resolve("models"));
        new Demo(dir).plain(models.resolve("plain.kith"), 1);
    }

    @Test
    void answersWhoKnowsAToken() throws IOException {
        try (KithServer server =
                KithServer.start(ServeOptions.of(models).withTokens(List.of("another token to know", TOKEN)))) {
            Client client = Client.of(server);
            assertThat(client.get("/models").statusCode()).isEqualTo(401);
            assertThat(client.get("/models", "Authorization", "Bearer " + TOKEN + "4")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(client.get("/models", "Authorization", TOKEN).statusCode())
                    .isEqualTo(401);
            assertThat(client.get("/models", "Authorization", "Bearer " + TOKEN).statusCode())
                    .isEqualTo(200);
            assertThat(client.get("/health").statusCode()).isEqualTo(200);
        }
        assertThatThrownBy(() -> KithServer.start(ServeOptions.of(models).withTokens(List.of("short"))))
                .hasMessageContaining("a token must have 16 characters or more, got 5");
    }

    @Test
    void doesNotListenToOthersUnlessThatIsSafeOrInsistedOn() throws IOException {
        ServeOptions open = ServeOptions.of(models).at(new Address("0.0.0.0", 0, Optional.empty()));
        assertThatThrownBy(() -> KithServer.start(open))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("other machines can ask at 0.0.0.0, and anybody may, and everything can be read on the way:"
                        + " give --token-file and --tls-keystore, or say --insecure if a proxy sees to that");
        assertThatThrownBy(() -> KithServer.start(open.withTokens(List.of(TOKEN))))
                .hasMessageContaining("give --tls-keystore,");
        try (KithServer server = KithServer.start(open.insisting(true))) {
            assertThat(Client.of(server).get("/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void speaksTls() throws Exception {
        Path keys = dir.resolve("keys.p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "kith",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-validity",
                        "30",
                        "-keystore",
                        keys.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit")
                .redirectErrorStream(true)
                .start();
        assertThat(made.waitFor()).isZero();
        Address address = new Address("127.0.0.1", 0, Optional.of(new Keystore(keys, "changeit")));
        try (KithServer server = KithServer.start(ServeOptions.of(models).at(address))) {
            HttpClient http = HttpClient.newBuilder().sslContext(trusting(keys)).build();
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(java.net.URI.create("https://localhost:" + server.port() + "/models"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).contains("plain");
        }
    }

    private static javax.net.ssl.SSLContext trusting(Path keys) throws Exception {
        java.security.KeyStore store = java.security.KeyStore.getInstance(keys.toFile(), "changeit".toCharArray());
        java.security.KeyStore trusted = java.security.KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("kith", store.getCertificate("kith"));
        javax.net.ssl.TrustManagerFactory trust =
                javax.net.ssl.TrustManagerFactory.getInstance(javax.net.ssl.TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        javax.net.ssl.SSLContext tls = javax.net.ssl.SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }
}
