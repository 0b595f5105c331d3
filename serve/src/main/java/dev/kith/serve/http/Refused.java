package dev.kith.serve.http;

import java.util.Map;

/** A request that is not answered, and what to do about it. The message is for whoever asked: no paths, names of classes or traces. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Map<String, String> headers;

    private Refused(int status, String message, Map<String, String> headers) {
        super(message, null, false, false);
        this.status = status;
        this.headers = headers;
    }

    /** The request is wrong. */
    public static Refused wrong(String message) {
        return new Refused(400, message, Map.of());
    }

    public static Refused unauthorized() {
        return new Refused(
                401,
                "a token is needed: send the header 'Authorization: Bearer TOKEN'",
                Map.of("WWW-Authenticate", "Bearer"));
    }

    /** What was asked for is not here. */
    public static Refused missing(String message) {
        return new Refused(404, message, Map.of());
    }

    public static Refused method(String method, String allowed) {
        return new Refused(405, "this address answers " + allowed + ", got " + method, Map.of("Allow", allowed));
    }

    public static Refused slow(long seconds) {
        return new Refused(
                408, "the body did not arrive within " + seconds + " s: send it faster, or fewer rows", Map.of());
    }

    public static Refused large(String message) {
        return new Refused(413, message, Map.of());
    }

    public static Refused type(String message) {
        return new Refused(415, message, Map.of());
    }

    public static Refused misdirected(String host) {
        return new Refused(
                421,
                "this server answers requests to localhost only, got Host '" + host
                        + "'; with a token (--token-file) it answers any",
                Map.of());
    }

    /** Too much to do; worth another try. */
    public static Refused busy() {
        return new Refused(
                503, "more requests than can be answered now: try again in a second", Map.of("Retry-After", "1"));
    }

    /** What was asked for cannot be had now, and a second will not change that. */
    public static Refused unavailable(String message) {
        return new Refused(503, message, Map.of());
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
