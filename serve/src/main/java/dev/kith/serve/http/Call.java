package dev.kith.serve.http;

import dev.kith.data.Names;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One request, read.
 *
 * @param parts what the address has in the places of its route, by name
 * @param query what follows the question mark, each name once
 * @param type the media type of the body, in small letters, without parameters; empty where none was said
 * @param accept what the header says that names the media types of the answer; empty where it says nothing
 */
@SuppressWarnings("ArrayRecordComponent") // moved once, compared by nobody
public record Call(Map<String, String> parts, Map<String, String> query, String type, String accept, byte[] body) {
    /** What the address has in this place. */
    public String part(String name) {
        String value = parts.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no {" + name + "}");
        }
        return value;
    }

    /** The same with another query. */
    public Call asking(Map<String, String> other) {
        return new Call(parts, other, type, accept, body);
    }

    /** What the query says of this name. */
    public Optional<String> asked(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /** Whether the query says yes to this name. */
    public boolean flag(String name) {
        String value = query.getOrDefault(name, "false").toLowerCase(Locale.ROOT);
        return switch (value) {
            case "true", "1", "" -> true;
            case "false", "0" -> false;
            default -> throw Refused.wrong("'" + name + "' must be true or false, got '" + value + "'");
        };
    }

    /** Refuses what a query says that means nothing there. */
    public static void requireKnown(Map<String, String> query, Set<String> names) {
        for (String name : query.keySet()) {
            if (!names.contains(name)) {
                throw Refused.wrong(Names.unknown("parameter", name, names));
            }
        }
    }

    /** The body as text, which must be UTF-8. */
    public String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refused.wrong("the body is not UTF-8: encode it so");
        }
    }
}
