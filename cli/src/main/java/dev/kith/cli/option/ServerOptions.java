package dev.kith.cli.option;

import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.UsageException;
import dev.kith.serve.ServeOptions;
import dev.kith.serve.ServeOptions.Address;
import dev.kith.serve.ServeOptions.Keystore;
import dev.kith.serve.http.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a server listens, to whom, and how much it takes. */
public final class ServerOptions {
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,8})([kmg]?)");
    private static final String UNITS = "kmg";
    private static final int MOST_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8080",
            description = "The port to listen at; 0 for any that is free. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "H",
            defaultValue = "127.0.0.1",
            description = "The address to listen at. Default: ${DEFAULT-VALUE}, where only this machine can ask.")
    private String host = "127.0.0.1";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "Answer requests only that send a token of this file, one on a line, as 'Authorization: Bearer TOKEN'.")
    @Reads
    private @Nullable Path tokenFile;

    @Option(
            names = "--tls-keystore",
            paramLabel = "FILE",
            description = "Speak HTTPS with the certificate and key of this keystore (PKCS12 or JKS).")
    @Reads
    private @Nullable Path keystore;

    @Option(
            names = "--tls-password-file",
            paramLabel = "FILE",
            description = "A file with the keystore's password. Default: none.")
    @Reads
    private @Nullable Path passwordFile;

    @Option(
            names = "--insecure",
            description = "Listen where other machines can ask even without a token or without TLS.")
    private boolean insecure;

    @Option(
            names = "--max-body",
            paramLabel = "SIZE",
            defaultValue = "10m",
            description = "The most bytes of a request, such as 500k or 10m. Default: ${DEFAULT-VALUE}.")
    private String maxBody = "10m";

    @Option(
            names = "--max-rows",
            paramLabel = "N",
            defaultValue = "100000",
            description = "The most rows of a request. Default: ${DEFAULT-VALUE}.")
    private int maxRows;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The most connections at a time; others wait. Default: ${DEFAULT-VALUE}.")
    private int maxConnections;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Requests that are answered at the same time. Default: one for each core, at least 2.")
    private @Nullable Integer threads;

    /** The server as the options have it. */
    public ServeOptions on(ServeOptions options) throws IOException {
        if (!(port >= 0 && port <= MOST_PORT)) {
            throw new UsageException("--port must be a number from 0 to " + MOST_PORT + ", got " + port);
        }
        if (passwordFile != null && keystore == null) {
            throw new UsageException("--tls-password-file is for --tls-keystore: give that too");
        }
        return options.at(new Address(host, port, tls()))
                .withTokens(tokens())
                .insisting(insecure)
                .with(limits());
    }

    /** How the server is reached. */
    public String address(int listening) {
        return (keystore == null ? "http://" : "https://") + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + listening;
    }

    private Optional<Keystore> tls() throws IOException {
        if (keystore == null) {
            return Optional.empty();
        }
        return Optional.of(new Keystore(
                keystore,
                passwordFile == null ? "" : Files.readString(passwordFile).strip()));
    }

    private List<String> tokens() throws IOException {
        if (tokenFile == null) {
            return List.of();
        }
        List<String> tokens = Files.readAllLines(tokenFile).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        if (tokens.isEmpty()) {
            throw new UsageException(
                    "--token-file must have a token on a line, " + tokenFile.getFileName() + " has none");
        }
        return tokens;
    }

    private Limits limits() {
        Limits limits = Limits.USUAL.withBody(bytes()).withRows(maxRows).withConnections(maxConnections);
        return threads == null ? limits : limits.withThreads(threads);
    }

    private int bytes() {
        Matcher size = SIZE.matcher(maxBody.toLowerCase(Locale.ROOT));
        long bytes = size.matches()
                ? Long.parseLong(size.group(1))
                        << (10 * (UNITS.indexOf(size.group(2)) + (size.group(2).isEmpty() ? 0 : 1)))
                : 0;
        if (!(bytes > 0 && bytes <= Integer.MAX_VALUE - 8)) {
            throw new UsageException("--max-body must be a size below 2g, such as 500k or 10m, got '" + maxBody + "'");
        }
        return (int) bytes;
    }
}
