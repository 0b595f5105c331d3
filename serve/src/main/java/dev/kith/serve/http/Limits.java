package dev.kith.serve.http;

/**
 * How much is taken at a time.
 *
 * @param body bytes of one request's body
 * @param rows of one request
 * @param connections that are open at once; more wait to be accepted
 * @param threads that answer
 * @param waiting requests that wait for one of them; more are told to come again
 * @param seconds that a body may take to arrive, and a connection may be idle
 */
public record Limits(int body, int rows, int connections, int threads, int waiting, int seconds) {
    /** What is right for most. */
    public static final Limits USUAL =
            new Limits(10 << 20, 100_000, 1000, Math.max(2, Runtime.getRuntime().availableProcessors()), 256, 30);

    public Limits {
        require("body", body);
        require("rows", rows);
        require("connections", connections);
        require("threads", threads);
        require("waiting", waiting);
        require("seconds", seconds);
    }

    private static void require(String name, int value) {
        if (!(value >= 1)) {
            throw new IllegalArgumentException(name + " must be >= 1, got " + value);
        }
    }

    public Limits withBody(int bytes) {
        return new Limits(bytes, rows, connections, threads, waiting, seconds);
    }

    public Limits withRows(int most) {
        return new Limits(body, most, connections, threads, waiting, seconds);
    }

    public Limits withThreads(int count) {
        return new Limits(body, rows, connections, count, waiting, seconds);
    }

    public Limits withConnections(int most) {
        return new Limits(body, rows, most, threads, waiting, seconds);
    }

    public Limits withWaiting(int most) {
        return new Limits(body, rows, connections, threads, most, seconds);
    }

    public Limits withSeconds(int most) {
        return new Limits(body, rows, connections, threads, waiting, most);
    }

    /** Bytes of all bodies together that are in memory at once: a quarter of what there is, at least a few bodies. */
    long together() {
        return Math.max(2L * body, Runtime.getRuntime().maxMemory() / 4);
    }
}
