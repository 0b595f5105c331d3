package dev.kith.spark;

import dev.kith.data.DataException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;

/** How many rows there were, and what was wrong with some; tallies of parts add up. */
final class Tally {
    private static final int READ = 0;
    private static final int LEFT_OUT = 1;
    private static final int TASKLESS = 2;
    private static final int KEYLESS = 3;
    private static final int BAD_WEIGHT = 4;
    private static final int INFINITE_LABEL = 5;
    private static final int NO_VECTOR = 6;
    private static final int BAD_FEATURE = 7;

    private long[] counts = new long[BAD_FEATURE];

    private boolean count(int what) {
        if (what >= counts.length) {
            counts = Arrays.copyOf(counts, what + 1);
        }
        counts[what]++;
        return false;
    }

    void read() {
        count(READ);
    }

    /** A row without a label, or without weight, says nothing. */
    boolean leftOut() {
        return count(LEFT_OUT);
    }

    boolean taskless() {
        return count(TASKLESS);
    }

    boolean keyless() {
        return count(KEYLESS);
    }

    boolean badWeight() {
        return count(BAD_WEIGHT);
    }

    boolean infiniteLabel() {
        return count(INFINITE_LABEL);
    }

    boolean noVector() {
        return count(NO_VECTOR);
    }

    /** Feature j is missing or no finite number. */
    boolean badFeature(int j) {
        return count(BAD_FEATURE + j);
    }

    long rows() {
        return counts[READ];
    }

    long skipped() {
        return counts[LEFT_OUT];
    }

    byte[] bytes() {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES * counts.length);
        out.asLongBuffer().put(counts);
        return out.array();
    }

    void add(byte[] bytes) {
        LongBuffer more = ByteBuffer.wrap(bytes).asLongBuffer();
        counts = Arrays.copyOf(counts, Math.max(counts.length, more.remaining()));
        for (int i = 0; more.hasRemaining(); i++) {
            counts[i] += more.get();
        }
    }

    /**
     * Says what was wrong.
     *
     * @throws DataException if anything was
     */
    void requireSound(Frame frame) {
        refuse(TASKLESS, "have a label but no task (column '" + frame.task() + "')");
        refuse(KEYLESS, "have no key, which deals rows to folds");
        refuse(BAD_WEIGHT, "have a weight that is no finite number >= 0");
        refuse(INFINITE_LABEL, "have an infinite label (column '" + frame.target() + "')");
        refuse(NO_VECTOR, "have a label but no vector of features");
        for (int j = 0; BAD_FEATURE + j < counts.length; j++) {
            List<String> names = frame.features().orElse(List.of());
            String name = j < names.size() ? names.get(j) : "x" + (j + 1);
            refuse(
                    BAD_FEATURE + j,
                    "lack feature '" + name + "' (null, NaN or infinite): fill it (Imputer in the pipeline) or leave"
                            + " such rows out");
        }
    }

    private void refuse(int what, String words) {
        if (counts[what] > 0) {
            throw new DataException(counts[what] + " of " + counts[READ] + " rows " + words);
        }
    }
}
