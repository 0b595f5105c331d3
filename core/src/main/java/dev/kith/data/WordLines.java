package dev.kith.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Lines of words between blanks, one at a time, as slices of one reused array of characters. A word that begins with #
 * starts a comment; lines without words are passed over.
 */
final class WordLines implements Closeable {
    private final String name;
    private final Utf8Reader reader;
    private final char[] buffer = new char[1 << 16];
    private int bufferAt;
    private int bufferEnd;
    private boolean afterReturn;
    private char[] text = new char[1 << 10];
    private int length;
    private long line;
    private int from;
    private int to;

    WordLines(String name, InputStream in) {
        this.name = name;
        this.reader = new Utf8Reader(name, in);
    }

    /** Goes to the first word of the next line that has one; false at the end. */
    boolean nextLine() {
        do {
            if (!readLine()) {
                return false;
            }
            to = 0;
        } while (!nextWord());
        return true;
    }

    /** Goes to the next word of the line; false, and then on an empty word, after the last. */
    boolean nextWord() {
        from = to;
        while (from < length && text[from] <= ' ') {
            from++;
        }
        if (from < length && text[from] == '#') {
            length = from;
        }
        to = from;
        while (to < length && text[to] > ' ') {
            to++;
        }
        return from < to;
    }

    private boolean readLine() {
        length = 0;
        while (bufferAt < bufferEnd || fill()) {
            char c = buffer[bufferAt++];
            boolean secondOfTwo = c == '\n' && afterReturn;
            afterReturn = c == '\r';
            if (secondOfTwo) {
                continue;
            }
            if (c == '\n' || c == '\r') {
                line++;
                return true;
            }
            if (length == text.length) {
                text = Arrays.copyOf(text, 2 * length);
            }
            text[length++] = c;
        }
        line++;
        return length > 0;
    }

    private boolean fill() {
        try {
            bufferAt = 0;
            bufferEnd = Math.max(0, reader.read(buffer, 0, buffer.length));
            return bufferEnd > 0;
        } catch (IOException e) {
            throw Messages.unreadable(name, e);
        }
    }

    /** The line's number, from 1. */
    long line() {
        return line;
    }

    /** The characters of the line; the word is {@code [from(), to())}. */
    char[] chars() {
        return text;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Where {@code c} first stands in the word, -1 when it does not. */
    int find(char c) {
        for (int i = from; i < to; i++) {
            if (text[i] == c) {
                return i;
            }
        }
        return -1;
    }

    boolean startsWith(String start) {
        if (to - from < start.length()) {
            return false;
        }
        for (int i = 0; i < start.length(); i++) {
            if (text[from + i] != start.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    String word() {
        return new String(text, from, to - from);
    }

    @Override
    public void close() {
        Messages.closing(name, reader);
    }
}
