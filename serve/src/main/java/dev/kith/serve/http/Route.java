package dev.kith.serve.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One thing a server can be asked.
 *
 * @param method GET or POST
 * @param path what the address is, with names in braces for what differs: {@code /models/{model}/predict}
 * @param open whether no token is needed
 * @param apart whether others answer it than those who answer the rest, so that it keeps nobody waiting
 * @param about what it does, for the description of the server
 */
public record Route(String method, String path, boolean open, boolean apart, About about, Handler handler) {
    /** Finds the answer; on a thread that it may keep for a while. */
    @FunctionalInterface
    public interface Handler {
        Answer answer(Call call) throws java.io.IOException;
    }

    /**
     * What is said of a route.
     *
     * @param summary in a sentence
     * @param query names and meanings of what the query may say
     * @param takes the media types of its body; empty where it has none
     * @param gives the media types of its answer
     */
    public record About(String summary, Map<String, String> query, List<String> takes, List<String> gives) {
        public About {
            takes = List.copyOf(takes);
            gives = List.copyOf(gives);
        }

        /** A route that is asked without a body or query, and answers JSON. */
        public static About of(String summary) {
            return new About(summary, Map.of(), List.of(), List.of(Answer.JSON));
        }

        /** A route that takes and answers JSON. */
        public static About ofJson(String summary) {
            return new About(summary, Map.of(), List.of(Answer.JSON), List.of(Answer.JSON));
        }
    }

    public static Route get(String path, About about, Handler handler) {
        return new Route("GET", path, false, false, about, handler);
    }

    public static Route post(String path, About about, Handler handler) {
        return new Route("POST", path, false, false, about, handler);
    }

    /** The same for everybody. */
    public Route opened() {
        return new Route(method, path, true, apart, about, handler);
    }

    /** The same, answered by threads of its own. */
    public Route answeredApart() {
        return new Route(method, path, open, true, about, handler);
    }

    /** The same at another address. */
    public Route at(String other) {
        return new Route(method, other, open, apart, about, handler);
    }

    /** What an address has in the places in braces; empty where it is another. */
    Optional<Map<String, String>> match(List<String> segments) {
        List<String> own = segments(path);
        if (own.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> parts = new HashMap<>();
        for (int k = 0; k < own.size(); k++) {
            String place = own.get(k);
            if (place.startsWith("{")) {
                parts.put(place.substring(1, place.length() - 1), segments.get(k));
            } else if (!place.equals(segments.get(k))) {
                return Optional.empty();
            }
        }
        return Optional.of(parts);
    }

    /** What stands between the slashes of a path. */
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>(List.of(path.split("/", -1)));
        segments.remove(0);
        return segments;
    }
}
