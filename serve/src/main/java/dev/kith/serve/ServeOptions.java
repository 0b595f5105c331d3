package dev.kith.serve;

import dev.kith.serve.http.Limits;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How models are served.
 *
 * @param directory where they are
 * @param address where requests come in
 * @param tokens of which a request must send one; empty where everybody may ask
 * @param insist whether to listen off loopback even without a token or without TLS
 * @param watch whether files are looked at again every second
 * @param learn whether learners of the directory take labelled rows
 * @param listener told, a line each, what becomes of models and what failed
 */
public record ServeOptions(
        Path directory,
        Address address,
        List<String> tokens,
        boolean insist,
        Limits limits,
        boolean watch,
        boolean learn,
        Consumer<String> listener) {
    /**
     * Where requests come in.
     *
     * @param port 0 for any that is free
     */
    public record Address(String host, int port, Optional<Keystore> tls) {}

    /** A certificate and its key, as PKCS12 or JKS. */
    public record Keystore(Path file, String password) {
        @Override
        public String toString() {
            return "Keystore[" + file + "]";
        }
    }

    public ServeOptions {
        tokens = List.copyOf(tokens);
    }

    /** On a free port of loopback, for everybody there. */
    public static ServeOptions of(Path directory) {
        return new ServeOptions(
                directory,
                new Address("127.0.0.1", 0, Optional.empty()),
                List.of(),
                false,
                Limits.USUAL,
                false,
                false,
                line -> {});
    }

    public ServeOptions at(Address other) {
        return new ServeOptions(directory, other, tokens, insist, limits, watch, learn, listener);
    }

    public ServeOptions withTokens(List<String> known) {
        return new ServeOptions(directory, address, known, insist, limits, watch, learn, listener);
    }

    public ServeOptions insisting(boolean value) {
        return new ServeOptions(directory, address, tokens, value, limits, watch, learn, listener);
    }

    public ServeOptions with(Limits other) {
        return new ServeOptions(directory, address, tokens, insist, other, watch, learn, listener);
    }

    public ServeOptions watching(boolean value) {
        return new ServeOptions(directory, address, tokens, insist, limits, value, learn, listener);
    }

    public ServeOptions learning(boolean value) {
        return new ServeOptions(directory, address, tokens, insist, limits, watch, value, listener);
    }

    public ServeOptions telling(Consumer<String> to) {
        return new ServeOptions(directory, address, tokens, insist, limits, watch, learn, to);
    }
}
