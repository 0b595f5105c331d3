package dev.kith.export.part;

import dev.kith.data.DataException;
import java.util.ArrayDeque;
import java.util.Deque;

/** An XML document in the making: elements inside each other, with attributes whose line ends and tabs survive reading. */
public final class Xml {
    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element; attributes as names and values in turn. */
    public Xml begin(String name, String... attributes) {
        indent();
        element(name, attributes);
        text.append(">\n");
        open.push(name);
        return this;
    }

    /** Ends the element that was begun last. */
    public Xml end() {
        String name = open.pop();
        indent();
        text.append("</").append(name).append(">\n");
        return this;
    }

    /** An element without content. */
    public Xml empty(String name, String... attributes) {
        indent();
        element(name, attributes);
        text.append("/>\n");
        return this;
    }

    /** An element that holds a text. */
    public Xml text(String name, String content, String... attributes) {
        indent();
        element(name, attributes);
        text.append('>').append(escaped(content)).append("</").append(name).append(">\n");
        return this;
    }

    private void indent() {
        text.append(" ".repeat(open.size()));
    }

    private void element(String name, String... attributes) {
        text.append('<').append(name);
        for (int k = 0; k + 1 < attributes.length; k += 2) {
            text.append(' ')
                    .append(attributes[k])
                    .append("=\"")
                    .append(escaped(attributes[k + 1]))
                    .append('"');
        }
    }

    private static String escaped(String value) {
        StringBuilder safe = new StringBuilder();
        value.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\t', '\n', '\r' -> safe.append("&#").append(c).append(';');
                default -> {
                    boolean possible = c >= ' ' && c != 0xFFFE && c != 0xFFFF && (c < 0xD800 || c > 0xDFFF);
                    if (!possible) {
                        throw new DataException(
                                "names must have no control characters to be written in XML, got character " + c);
                    }
                    safe.appendCodePoint(c);
                }
            }
        });
        return safe.toString();
    }

    /** The document, complete. */
    public String document() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("elements must be ended, left are " + open);
        }
        return text.toString();
    }
}
