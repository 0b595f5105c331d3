package dev.kith.cli.terminal;

import java.util.Optional;

/** How far a file is read, and how long that still takes: most of the time of commands that go through large files once. */
final class ReadingProgress {
    /** Nobody reads more than ten lines in a second. */
    private static final long SHOWN_NANOS = 100_000_000;

    private String words = "reading";
    private long start;
    private long shown;
    private long last;

    /** Says what is being done with which file. */
    synchronized String begin(String what) {
        words = what;
        last = 0;
        shown = System.nanoTime() - SHOWN_NANOS;
        return words + "...";
    }

    /** The line to show, unless one was shown just now. A file read again starts anew. */
    synchronized Optional<String> at(long done, long of) {
        long now = System.nanoTime();
        if (done <= last) {
            start = now;
        }
        last = done;
        if (done == 0 || done > of || now - shown < SHOWN_NANOS) {
            return Optional.empty();
        }
        shown = now;
        double part = (double) done / of;
        return Optional.of(words + ": " + (int) (100 * part) + "%, " + TimeLeft.text(start, part));
    }
}
