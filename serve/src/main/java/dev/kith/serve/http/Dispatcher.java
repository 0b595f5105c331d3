package dev.kith.serve.http;

import dev.kith.data.DataException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.NanoTime;

/** Finds the route of a request, reads its body without a thread, and has a bounded number of threads answer. */
public final class Dispatcher extends Handler.Abstract.NonBlocking {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    /** Beyond this a path or query is nobody's. */
    private static final int LONGEST_QUERY = 4000;

    private final List<Route> routes;
    private final Limits limits;
    private final Tokens tokens;
    private final boolean loopbackOnly;
    private final Workers workers;
    private final Watch watch;
    private final Consumer<Throwable> failures;
    private final AtomicLong together = new AtomicLong();

    /**
     * How requests come in.
     *
     * @param loopbackOnly whether requests to other hosts are refused, so that no page of a browser gets here by another name
     */
    public record Entry(Limits limits, Tokens tokens, boolean loopbackOnly) {}

    /**
     * A dispatcher.
     *
     * @param failures told what nobody foresaw
     */
    public Dispatcher(List<Route> routes, Entry entry, Workers workers, Watch watch, Consumer<Throwable> failures) {
        this.routes = List.copyOf(routes);
        this.limits = entry.limits();
        this.tokens = entry.tokens();
        this.loopbackOnly = entry.loopbackOnly();
        this.workers = workers;
        this.watch = watch;
        this.failures = failures;
    }

    /**
     * Threads that answer.
     *
     * @param apart for routes that say so
     */
    public record Workers(Executor usual, Executor apart) {}

    /** A route, and what the address says in its places. */
    private record Match(Route route, Map<String, String> parts) {}

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Reply reply = new Reply(request, response, callback, watch);
        try {
            Match match = match(request);
            reply.of(match.route().path(), match.parts().getOrDefault("model", ""));
            admit(request, match.route());
            Map<String, String> query = query(request);
            Call.requireKnown(query, match.route().about().query().keySet());
            if (request.getLength() > limits.body()) {
                throw BodyReader.large(limits);
            }
            new BodyReader(
                            request,
                            limits,
                            together,
                            body -> execute(reply, match, call(request, match, query, body)),
                            refused -> reply.send(Answer.of(refused)))
                    .run();
        } catch (Refused e) {
            reply.send(Answer.of(e));
        }
        return true;
    }

    private Match match(Request request) {
        List<String> segments = new ArrayList<>();
        for (String segment : Route.segments(request.getHttpURI().getPath())) {
            segments.add(decoded(segment));
        }
        Set<String> others = new TreeSet<>();
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        for (Route route : routes) {
            Map<String, String> parts = route.match(segments).orElse(null);
            if (parts != null && route.method().equals(method)) {
                return new Match(route, parts);
            }
            if (parts != null) {
                others.add(route.method());
            }
        }
        if (!others.isEmpty()) {
            throw Refused.method(request.getMethod(), String.join(", ", others));
        }
        throw Refused.missing("there is nothing at this address: GET /openapi.json lists what there is");
    }

    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refused.wrong("the address is not written right: a % stands before two hexadecimal digits");
        }
    }

    private void admit(Request request, Route route) {
        HttpFields headers = request.getHeaders();
        if (loopbackOnly && tokens.open()) {
            String host = String.valueOf(Request.getServerName(request)).toLowerCase(Locale.ROOT);
            if (!LOOPBACK.contains(host)) {
                throw Refused.misdirected(host);
            }
        }
        List<String> said = headers.getValuesList(HttpHeader.AUTHORIZATION);
        if (!route.open() && !tokens.admits(said.size() == 1 ? said.get(0) : "")) {
            throw Refused.unauthorized();
        }
    }

    private static Map<String, String> query(Request request) {
        String written = request.getHttpURI().getQuery();
        if (written == null || written.isEmpty()) {
            return Map.of();
        }
        if (written.length() > LONGEST_QUERY) {
            throw Refused.wrong("the query is longer than " + LONGEST_QUERY + " characters");
        }
        Map<String, String> query = new HashMap<>();
        for (Fields.Field field : fields(request)) {
            if (field.getValues().size() != 1) {
                throw Refused.wrong("'" + field.getName() + "' is said twice in the query");
            }
            query.put(field.getName(), field.getValue());
        }
        return query;
    }

    private static Fields fields(Request request) {
        try {
            return Request.extractQueryParameters(request, StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            throw Refused.wrong("the query is not written right: a % stands before two hexadecimal digits");
        }
    }

    private static Call call(Request request, Match match, Map<String, String> query, byte[] body) {
        HttpFields headers = request.getHeaders();
        String type = String.valueOf(headers.get(HttpHeader.CONTENT_TYPE));
        return new Call(
                match.parts(),
                query,
                headers.contains(HttpHeader.CONTENT_TYPE)
                        ? HttpField.getValueParameters(type, null).toLowerCase(Locale.ROOT)
                        : "",
                headers.contains(HttpHeader.ACCEPT) ? String.valueOf(headers.get(HttpHeader.ACCEPT)) : "",
                body);
    }

    private void execute(Reply reply, Match match, Call call) {
        Runnable release = () -> together.addAndGet(-call.body().length);
        try {
            (match.route().apart() ? workers.apart() : workers.usual()).execute(() -> {
                try {
                    reply.send(answer(match.route(), call));
                } finally {
                    release.run();
                }
            });
        } catch (RejectedExecutionException e) {
            release.run();
            reply.send(Answer.of(Refused.busy()));
        }
    }

    private Answer answer(Route route, Call call) {
        try {
            return route.handler().answer(call);
        } catch (Refused e) {
            return Answer.of(e);
        } catch (DataException | IllegalArgumentException e) {
            return Answer.error(400, String.valueOf(e.getMessage()), Map.of());
        } catch (OutOfMemoryError e) {
            return Answer.error(
                    413, "the request needs more memory than there is: send fewer rows at a time", Map.of());
        } catch (Exception | StackOverflowError e) {
            failures.accept(e);
            return Answer.error(
                    500, "this server failed to answer, which is its own fault; its log says more", Map.of());
        }
    }

    /** The one answer to a request. */
    private static final class Reply {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final Watch watch;
        private String route = "";
        private String model = "";

        Reply(Request request, Response response, Callback callback, Watch watch) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.watch = watch;
        }

        void of(String path, String named) {
            route = path;
            model = named;
        }

        void send(Answer answer) {
            response.setStatus(answer.status());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
            response.getHeaders().put("X-Content-Type-Options", "nosniff");
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
            watch.answered(route, model, answer.status(), NanoTime.since(request.getBeginNanoTime()) / 1e9);
            response.write(true, ByteBuffer.wrap(answer.body()), callback);
        }
    }
}
