package dev.kith.serve;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Where connections come in, and how many. */
final class Connectors {
    private static final int MOST_THREADS = 16;
    private static final int HEADERS = 8 << 10;

    /** How long a connection may be idle when there are too many. */
    private static final int CROWDED_MILLIS = 1000;

    private Connectors() {}

    /** Threads that only take in and send; those that answer are others. */
    static QueuedThreadPool threads() {
        QueuedThreadPool pool = new QueuedThreadPool(MOST_THREADS, 2);
        pool.setName("kith-http");
        pool.setDaemon(true);
        return pool;
    }

    static ServerConnector add(Server server, ServeOptions options) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(HEADERS);
        http.setUriCompliance(UriCompliance.DEFAULT);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        ServerConnector connector = options.address()
                .tls()
                .map(keystore -> new ServerConnector(
                        server, new SslConnectionFactory(tls(keystore), plain.getProtocol()), plain))
                .orElseGet(() -> new ServerConnector(server, 1, 1, plain));
        connector.setHost(options.address().host());
        connector.setPort(options.address().port());
        connector.setIdleTimeout(options.limits().seconds() * 1000L);
        server.addConnector(connector);
        NetworkConnectionLimit limit =
                new NetworkConnectionLimit(options.limits().connections(), server);
        limit.setEndPointIdleTimeout(CROWDED_MILLIS);
        server.addBean(limit);
        return connector;
    }

    private static SslContextFactory.Server tls(ServeOptions.Keystore keystore) {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keystore.file().toUri().toString());
        tls.setKeyStorePassword(keystore.password());
        return tls;
    }
}
