package dev.kith.data.read.csv;

import dev.kith.data.DataException;
import dev.kith.data.layout.Reading;

/** Rows that cannot be read: the first few are told and left out, one more than is allowed ends the reading. */
public final class BadRows {
    private static final int MOST_TOLD = 10;

    private final String name;
    private final Reading reading;
    private long count;
    private boolean told;

    public BadRows(String name, Reading reading) {
        this.name = name;
        this.reading = reading;
    }

    /** Leaves a row out, or throws what is wrong with it. */
    public void leaveOut(DataException wrong) {
        if (count >= reading.skipBad()) {
            throw count == 0
                    ? wrong
                    : new DataException(
                            wrong.getMessage() + "; " + rows() + " before it left out, as many as may be", wrong);
        }
        count++;
        if (count <= MOST_TOLD) {
            reading.listener().accept("row left out: " + wrong.getMessage());
        }
    }

    /** After the last row. */
    public void end() {
        if (count > 0 && !told) {
            told = true;
            reading.listener()
                    .accept(rows() + " of '" + name + "' left out that cannot be read"
                            + (count > MOST_TOLD ? ", the first " + MOST_TOLD + " of them named" : ""));
        }
    }

    private String rows() {
        return count == 1 ? "1 row" : count + " rows";
    }

    long count() {
        return count;
    }
}
