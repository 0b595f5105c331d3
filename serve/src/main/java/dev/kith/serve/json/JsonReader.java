package dev.kith.serve.json;

import dev.kith.serve.http.Refused;
import java.io.Closeable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Tokens of JSON, one at a time. What is no JSON, too deep, too long or says a member twice is refused with its place. */
public final class JsonReader implements Closeable {
    private static final int DEEPEST = 20;
    private static final int LONGEST_TEXT = 1 << 20;
    private static final int LONGEST_NAME = 1000;
    private static final int LONGEST_NUMBER = 500;

    // The table of known names is switched off: names come from strangers.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(LONGEST_TEXT)
                    .maxNameLength(LONGEST_NAME)
                    .maxNumberLength(LONGEST_NUMBER)
                    .build())
            .build();

    private final JsonParser parser;

    public JsonReader(String text) {
        parser = FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /** The next token. */
    public JsonToken next() {
        try {
            JsonToken token = parser.nextToken();
            if (token == null) {
                throw Refused.wrong("not JSON that is taken here: it ends too early");
            }
            return token;
        } catch (JacksonException e) {
            throw wrong(e);
        }
    }

    private Refused wrong(JacksonException e) {
        String words = String.valueOf(e.getOriginalMessage())
                .replaceAll("\\s*\\(.*", "")
                .replaceAll("`[^`]*`\\s*", "");
        return Refused.wrong("not JSON that is taken here: " + words + " (line "
                + parser.currentLocation().getLineNr() + ", column "
                + parser.currentLocation().getColumnNr() + ")");
    }

    /** The next token, which must be this one. */
    public void expect(JsonToken token, String rule) {
        if (next() != token) {
            throw Refused.wrong(rule);
        }
    }

    /** Nothing may follow. */
    public void end() {
        try {
            if (parser.nextToken() != null) {
                throw Refused.wrong("not JSON that is taken here: something follows the end");
            }
        } catch (JacksonException e) {
            throw wrong(e);
        }
    }

    /** The name of the current member. */
    public String name() {
        return parser.currentName();
    }

    /** The current value as it was written. */
    public String text() {
        try {
            return parser.getString();
        } catch (JacksonException e) {
            throw wrong(e);
        }
    }

    /** The current number; infinite where it is out of range. */
    public double number() {
        try {
            return parser.getDoubleValue();
        } catch (JacksonException e) {
            throw wrong(e);
        }
    }

    /** Passes over the current value. */
    public void skip() {
        try {
            parser.skipChildren();
        } catch (JacksonException e) {
            throw wrong(e);
        }
    }

    @Override
    public void close() {
        parser.close();
    }
}
