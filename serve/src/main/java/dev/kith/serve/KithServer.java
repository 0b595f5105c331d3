package dev.kith.serve;

import dev.kith.data.DataException;
import dev.kith.serve.http.Dispatcher;
import dev.kith.serve.http.OpenApi;
import dev.kith.serve.http.PlainErrors;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Tokens;
import dev.kith.serve.learn.LearnRoutes;
import dev.kith.serve.metrics.Metrics;
import dev.kith.serve.open.Invocations;
import dev.kith.serve.open.OpenInference;
import dev.kith.serve.predict.ExplainRoutes;
import dev.kith.serve.predict.Lookup;
import dev.kith.serve.predict.ModelRoutes;
import dev.kith.serve.predict.PredictRoutes;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;

/**
 * A running server.
 *
 * <pre>{@code
 * try (KithServer server = KithServer.start(ServeOptions.of(Path.of("models")))) {
 *     ... server.port() ...
 * }
 * }</pre>
 */
public final class KithServer implements Closeable {
    private static final int STOPPING_MILLIS = 10_000;

    private final Server server;
    private final ServerConnector connector;
    private final Inside inside;
    private boolean closed;

    private KithServer(Server server, ServerConnector connector, Inside inside) {
        this.server = server;
        this.connector = connector;
        this.inside = inside;
    }

    /** Serves models for programs. */
    public static KithServer start(ServeOptions options) throws IOException {
        return start(options, List.of());
    }

    /**
     * The same, and more than that.
     *
     * @param more other routes, which are asked under the same rules
     * @throws DataException if the directory is none, or the address cannot be had
     * @throws IllegalArgumentException if the address is open to others without a token or without TLS, and nobody insists
     */
    public static KithServer start(ServeOptions options, List<Route> more) throws IOException {
        if (!Files.isDirectory(options.directory())) {
            throw new DataException(options.directory() + ": is no directory; name the one with the models");
        }
        boolean loopback = requireSafe(options);
        Tokens tokens = options.tokens().isEmpty() ? Tokens.none() : Tokens.of(options.tokens());
        Inside inside = Inside.of(options);
        Metrics metrics = new Metrics(inside.models());
        List<Route> routes = new ArrayList<>(routes(options, inside, metrics));
        routes.addAll(more);
        routes.add(OpenApi.of(routes));
        Dispatcher dispatcher = new Dispatcher(
                routes,
                new Dispatcher.Entry(options.limits(), tokens, loopback),
                inside.workers(),
                metrics,
                new Failures(options.listener()));
        Server server = new Server(Connectors.threads());
        ServerConnector connector = Connectors.add(server, options);
        server.setHandler(new GracefulHandler(dispatcher));
        server.setErrorHandler(new PlainErrors());
        server.setStopTimeout(STOPPING_MILLIS);
        KithServer started = new KithServer(server, connector, inside);
        started.listen(options);
        return started;
    }

    private static List<Route> routes(ServeOptions options, Inside inside, Metrics metrics) {
        Lookup lookup = new Lookup(inside.models());
        int most = options.limits().rows();
        PredictRoutes predict = new PredictRoutes(lookup, metrics, most);
        List<Route> routes = new ArrayList<>(new ModelRoutes(lookup).routes());
        routes.addAll(predict.routes());
        routes.addAll(new ExplainRoutes(lookup, most).routes());
        routes.addAll(new OpenInference(lookup, metrics, most).routes());
        routes.addAll(new Invocations(lookup, predict, most).routes());
        inside.learners().ifPresent(all -> routes.addAll(new LearnRoutes(all, most).routes()));
        routes.addAll(metrics.routes());
        return routes;
    }

    /** Whether only this machine can ask. */
    private static boolean requireSafe(ServeOptions options) {
        boolean loopback;
        try {
            loopback = InetAddress.getByName(options.address().host()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new DataException("host '" + options.address().host() + "' is not known here", e);
        }
        boolean token = !options.tokens().isEmpty();
        boolean tls = options.address().tls().isPresent();
        if (!loopback && !(token && tls) && !options.insist()) {
            throw new IllegalArgumentException(
                    "other machines can ask at " + options.address().host() + ", "
                            + (token ? "" : "and anybody may")
                            + (token || tls ? "" : ", ")
                            + (tls ? "" : "and everything can be read on the way")
                            + ": give " + (token ? "" : "--token-file") + (token || tls ? "" : " and ")
                            + (tls ? "" : "--tls-keystore") + ", or say --insecure if a proxy sees to that");
        }
        return loopback;
    }

    private void listen(ServeOptions options) throws IOException {
        try {
            server.start();
        } catch (Exception e) {
            close();
            throw new DataException(
                    "cannot listen at " + options.address().host() + ":"
                            + options.address().port() + ": " + e.getMessage(),
                    e);
        }
        if (options.watch()) {
            inside.watcher().start();
        }
    }

    /** Where it listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Takes in what has changed in the directory, at once. */
    public boolean reload() throws IOException {
        return inside.models().look();
    }

    /** The models that are served, with their versions. */
    public List<String> models() {
        return inside.models().names();
    }

    /** Returns when somebody has stopped it. */
    public void join() throws InterruptedException {
        server.join();
    }

    /** Takes no more requests, answers those it has, keeps what was learned, and ends. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            server.stop();
        } catch (Exception e) {
            // Its threads are gone all the same.
        }
        inside.close();
    }
}
