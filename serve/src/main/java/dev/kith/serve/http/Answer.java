package dev.kith.serve.http;

import dev.kith.text.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What goes back.
 *
 * @param body not copied: nobody writes to it any more
 */
@SuppressWarnings("ArrayRecordComponent") // moved once, compared by nobody
public record Answer(int status, String type, byte[] body, Map<String, String> headers) {
    public static final String JSON = "application/json";
    public static final String CSV = "text/csv; charset=utf-8";

    private static final int LONGEST = 2000;

    public Answer {
        headers = Map.copyOf(headers);
    }

    public static Answer of(String type, byte[] body) {
        return new Answer(200, type, body, Map.of());
    }

    public static Answer json(Object value) {
        return of(JSON, Json.of(value).getBytes(StandardCharsets.UTF_8));
    }

    /** Nothing but that all is well. */
    public static Answer empty() {
        return of(JSON, new byte[0]);
    }

    public Answer with(int other) {
        return new Answer(other, type, body, headers);
    }

    /** What is said where something is refused: the one vocabulary of errors, {@code {"error": "..."}}. */
    public static Answer error(int status, String message, Map<String, String> headers) {
        String shown = message.length() > LONGEST ? message.substring(0, LONGEST) + "..." : message;
        byte[] body = Json.of(Map.of("error", shown)).getBytes(StandardCharsets.UTF_8);
        return new Answer(status, JSON, body, headers);
    }

    static Answer of(Refused refused) {
        return error(refused.status(), String.valueOf(refused.getMessage()), refused.headers());
    }
}
