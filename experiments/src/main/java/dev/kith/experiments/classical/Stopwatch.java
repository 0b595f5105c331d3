package dev.kith.experiments.classical;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Processor time of the calling thread, the least of several runs: what one thread needs on an otherwise idle machine,
 * also when it is not idle. Work of other threads (garbage collection, native threads) is not counted.
 */
public final class Stopwatch {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double SECONDS = 0.3;
    private static final int RUNS = 3;
    private static final double LONG = 5;

    private Stopwatch() {}

    /** Seconds of the fastest of three runs, more if they fit into a third of a second, fewer if they take over five. */
    public static double least(Runnable call) {
        double best = Double.POSITIVE_INFINITY;
        double total = 0;
        for (int runs = 0; (runs < RUNS && total < LONG) || total < SECONDS; runs++) {
            double seconds = once(call);
            best = Math.min(best, seconds);
            total += seconds;
        }
        return best;
    }

    /** Seconds of a single run. */
    public static double once(Runnable call) {
        long start = THREADS.getCurrentThreadCpuTime();
        call.run();
        return (THREADS.getCurrentThreadCpuTime() - start) * 1e-9;
    }
}
