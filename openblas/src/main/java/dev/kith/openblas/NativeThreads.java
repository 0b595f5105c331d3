package dev.kith.openblas;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Gives every native call the number of threads it asks for, although the library has one number for all.
 *
 * <p>Calls that ask for the same number run side by side. One that asks for another waits until those before it are done, and
 * those after it wait for their turn, so that nobody waits for ever.
 */
final class NativeThreads {
    /** Operations of about five milliseconds on one core. */
    private static final double WORTHWHILE = 2e8;

    /*
     * The number is a variable of the library, read at the start of a call and, in LAPACK, by every call inside it. Setting it
     * while another call runs would change that call's number half way, and with it how sums are split and rounded: the same
     * fit would no longer give the same bits. Usual programs use one number, and none of their calls ever wait.
     */
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final IntConsumer setting;
    private int count;
    private int running;
    private long arrived;
    private long admitted;

    /** @param setting changes the library's number */
    NativeThreads(IntConsumer setting) {
        this.setting = setting;
    }

    /**
     * The threads that a call of so many operations is given: one where it takes milliseconds, as threads of the library
     * wait for each other by spinning and, beside other work on the machine, cost more than they save. Depends on sizes
     * only, so that results do not depend on who else is there.
     */
    static int worthwhile(int threads, double operations) {
        return operations < WORTHWHILE ? 1 : threads;
    }

    /** Makes the call while the library's number is {@code threads}. */
    <T> T call(int threads, Supplier<T> work) {
        enter(threads);
        try {
            return work.get();
        } finally {
            leave();
        }
    }

    /** Makes the call while the library's number is {@code threads}. */
    void run(int threads, Runnable work) {
        enter(threads);
        try {
            work.run();
        } finally {
            leave();
        }
    }

    /** Interrupts, which end fits between iterations, are left for later. */
    private void enter(int threads) {
        lock.lock();
        try {
            long turn = arrived++;
            while (turn != admitted || (running > 0 && count != threads)) {
                changed.awaitUninterruptibly();
            }
            admitted++;
            changed.signalAll();
            if (count != threads) {
                setting.accept(threads);
                count = threads;
            }
            running++;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            running--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
