package dev.kith.data.read.csv;

/** Bytes of a file from the start of a record to the end of another, and what is known of them. */
final class CsvPiece {
    private final byte[] bytes;
    private final int length;
    private final long lines;
    private final boolean quotes;
    private final boolean ascii;

    /** @param lines lines of the file before this piece */
    CsvPiece(byte[] bytes, int length, long lines, boolean quotes, boolean ascii) {
        this.bytes = bytes;
        this.length = length;
        this.lines = lines;
        this.quotes = quotes;
        this.ascii = ascii;
    }

    /** Live. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    long lines() {
        return lines;
    }

    /** Whether there is a quote in it. */
    boolean quotes() {
        return quotes;
    }

    boolean ascii() {
        return ascii;
    }
}
