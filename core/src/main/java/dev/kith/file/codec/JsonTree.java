package dev.kith.file.codec;

import dev.kith.data.DataException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads JSON into maps and lists, counting the memory they will take before it is taken. */
final class JsonTree {
    /*
     * What a value takes on a usual 64-bit Java, with what is made of it later: a text goes through a list, a copy and a
     * set that looks for duplicates. "{}," in a file is 3 bytes and an empty map 56, so without a count a header of 25 MB
     * filled a gigabyte.
     */
    private static final int OBJECT = 160;
    private static final int LIST = 80;
    private static final int MEMBER = 150;
    private static final int TEXT = 100;
    private static final int NUMBER = 24;

    private final String where;
    private final JsonParser parser;
    private final long limit;
    private long taken;

    /** @param limit as many bytes as the values may take */
    JsonTree(String where, JsonParser parser, long limit) {
        this.where = where;
        this.parser = parser;
        this.limit = limit;
    }

    /** The value that begins at the parser's current token. */
    @Nullable
    Object value() {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new DataException("JSON text ends early");
        }
        return switch (token) {
            case START_OBJECT -> members();
            case START_ARRAY -> elements();
            case VALUE_STRING -> text();
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> finite();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new DataException("JSON value " + token + " is not expected in a model file");
        };
    }

    private void take(long bytes) {
        taken += bytes;
        if (taken > limit) {
            throw new DataException(where + " needs more than " + (limit >> 20) + " MB of memory, Java may use "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MB; start it with a larger -Xmx");
        }
    }

    private Map<String, @Nullable Object> members() {
        take(OBJECT);
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            take(MEMBER + name.length());
            parser.nextToken();
            members.put(name, value());
        }
        return members;
    }

    private List<@Nullable Object> elements() {
        take(LIST);
        List<@Nullable Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value());
        }
        return elements;
    }

    private String text() {
        take(TEXT + parser.getStringLength());
        return parser.getString();
    }

    private Long whole() {
        take(NUMBER);
        return parser.getLongValue();
    }

    private Double finite() {
        take(NUMBER);
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw new DataException("JSON number " + parser.getString() + " is not a finite double");
        }
        return value;
    }
}
