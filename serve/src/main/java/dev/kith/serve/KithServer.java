package dev.kith.serve;

import dev.kith.data.DataException;
import dev.kith.serve.http.Dispatcher;
import dev.kith.serve.http.OpenApi;
import dev.kith.serve.http.PlainErrors;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Tokens;
import dev.kith.serve.metrics.Metrics;
import dev.kith.serve.models.ModelDirectory;
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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
    private final ThreadPoolExecutor workers;
    private final Watcher watcher;
    private final ModelDirectory models;

    private KithServer(
            Server server,
            ServerConnector connector,
            ThreadPoolExecutor workers,
            Watcher watcher,
            ModelDirectory models) {
        this.server = server;
        this.connector = connector;
        this.workers = workers;
        this.watcher = watcher;
        this.models = models;
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
        ModelDirectory models = new ModelDirectory(options.directory(), options.listener());
        models.look();
        ThreadPoolExecutor workers = workers(options);
        Metrics metrics = new Metrics(models);
        List<Route> routes = new ArrayList<>(routes(options, models, metrics));
        routes.addAll(more);
        routes.add(OpenApi.of(routes));
        Tokens tokens = options.tokens().isEmpty() ? Tokens.none() : Tokens.of(options.tokens());
        Dispatcher dispatcher = new Dispatcher(
                routes,
                new Dispatcher.Entry(options.limits(), tokens, loopback),
                workers,
                metrics,
                new Failures(options.listener()));
        Server server = new Server(Connectors.threads());
        ServerConnector connector = Connectors.add(server, options);
        GracefulHandler graceful = new GracefulHandler(dispatcher);
        server.setHandler(graceful);
        server.setErrorHandler(new PlainErrors());
        server.setStopTimeout(STOPPING_MILLIS);
        Watcher watcher = new Watcher(models, new Failures(options.listener()));
        KithServer started = new KithServer(server, connector, workers, watcher, models);
        started.listen(options);
        return started;
    }

    private static List<Route> routes(ServeOptions options, ModelDirectory models, Metrics metrics) {
        Lookup lookup = new Lookup(models);
        int most = options.limits().rows();
        PredictRoutes predict = new PredictRoutes(lookup, metrics, most);
        List<Route> routes = new ArrayList<>(new ModelRoutes(lookup).routes());
        routes.addAll(predict.routes());
        routes.addAll(new ExplainRoutes(lookup, most).routes());
        routes.addAll(new OpenInference(lookup, metrics, most).routes());
        routes.addAll(new Invocations(lookup, predict, most).routes());
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

    private static ThreadPoolExecutor workers(ServeOptions options) {
        int threads = options.limits().threads();
        return new ThreadPoolExecutor(
                threads,
                threads,
                1,
                TimeUnit.MINUTES,
                new ArrayBlockingQueue<>(options.limits().waiting()),
                daemon("kith-worker"));
    }

    private static ThreadFactory daemon(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
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
            watcher.start();
        }
    }

    /** Where it listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Takes in what has changed in the directory, at once. */
    public boolean reload() throws IOException {
        return models.look();
    }

    /** The models that are served, with their versions. */
    public List<String> models() {
        return models.names();
    }

    /** Returns when somebody has stopped it. */
    public void join() throws InterruptedException {
        server.join();
    }

    /** Takes no more requests, answers those it has, and ends. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            // Its threads are gone all the same.
        }
        watcher.close();
        workers.shutdown();
    }
}
