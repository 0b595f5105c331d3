package dev.kith.cli.terminal;

import dev.kith.data.DataException;

/** Rows that come from standard input. */
public final class StandardInput {
    /** What users write for it. */
    public static final String MARK = "-";

    /** What messages call it. */
    public static final String NAME = "standard input";

    /** Set by the launcher when it is closed; Java itself would read one of its own files in its place. */
    private static final String CLOSED = "kith.input";

    private StandardInput() {}

    public static void requireOpen() {
        if ("closed".equals(System.getProperty(CLOSED))) {
            throw new DataException("standard input is closed: there are no rows to read");
        }
    }
}
