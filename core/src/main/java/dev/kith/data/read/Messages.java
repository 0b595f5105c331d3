package dev.kith.data.read;

import dev.kith.data.DataException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** Pieces of messages about files. */
public final class Messages {
    private static final int SHOWN = 60;

    private Messages() {}

    /** The text in double quotes, cut when it is long, without control characters. */
    public static String quote(String text) {
        String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
        return '"' + shown.replaceAll("\\p{Cntrl}", "?") + '"';
    }

    /** The bytes could not be read. */
    public static DataException unreadable(String name, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new DataException(name + ": no such file", e);
        }
        return new DataException(name + ": cannot be read: " + e.getMessage(), e);
    }

    /** A byte on a line is none of UTF-8. */
    public static DataException notUtf8(String name, long line, byte odd) {
        return new DataException(name + ":" + line + ": not UTF-8 text (byte 0x" + Integer.toHexString(odd & 0xff)
                + "); tables of older programs are often --encoding windows-1252 or ISO-8859-1");
    }

    public static void closing(String name, Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }
}
