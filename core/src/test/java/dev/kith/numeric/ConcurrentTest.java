package dev.kith.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.linalg.LinearAlgebra;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConcurrentTest {
    @AfterEach
    void noInterruptIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private static void on(int threads, Runnable work) {
        LinearAlgebra.withThreads(threads, () -> {
            work.run();
            return threads;
        });
    }

    @Test
    void everyPieceIsDoneOnceWithOneNativeThread() {
        for (int threads = 1; threads <= 4; threads++) {
            AtomicIntegerArray done = new AtomicIntegerArray(1000);
            Set<Integer> inside = ConcurrentHashMap.newKeySet();
            int used = threads;
            on(
                    threads,
                    () -> Concurrent.forEach(1000, k -> {
                        done.incrementAndGet(k);
                        inside.add(LinearAlgebra.threads());
                    }));
            for (int k = 0; k < 1000; k++) {
                assertThat(done.get(k)).as("piece %d, %d threads", k, used).isEqualTo(1);
            }
            assertThat(inside).containsExactly(1);
        }
    }

    @Test
    void blocksCoverAllThingsOnce() {
        AtomicIntegerArray done = new AtomicIntegerArray(103);
        on(
                3,
                () -> Concurrent.blocks(103, 10, (from, to) -> {
                    assertThat(from % 10).isZero();
                    assertThat(to).isEqualTo(Math.min(103, from + 10));
                    for (int k = from; k < to; k++) {
                        done.incrementAndGet(k);
                    }
                }));
        for (int k = 0; k < 103; k++) {
            assertThat(done.get(k)).isEqualTo(1);
        }
        Concurrent.blocks(0, 10, (from, to) -> {
            throw new AssertionError("nothing to do");
        });
    }

    @Test
    void severalThreadsWorkAtTheSameTime() {
        CyclicBarrier both = new CyclicBarrier(2);
        on(
                2,
                () -> Concurrent.forEach(2, k -> {
                    try {
                        both.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
        assertThat(both.isBroken()).isFalse();
    }

    @Test
    void theFirstFailureIsThrownAndTheRestLeftUndone() {
        AtomicIntegerArray done = new AtomicIntegerArray(1);
        assertThatThrownBy(() -> on(
                        2,
                        () -> Concurrent.forEach(1_000_000, k -> {
                            done.incrementAndGet(0);
                            if (k == 10) {
                                throw new IllegalArgumentException("piece " + k);
                            }
                        })))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("piece 10");
        assertThat(done.get(0)).isLessThan(1_000_000);
        assertThatThrownBy(() -> on(
                        2,
                        () -> Concurrent.forEach(2, k -> {
                            throw new OutOfMemoryError("piece");
                        })))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void anInterruptReachesTheOtherThreadsAndIsKept() {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        AtomicIntegerArray woken = new AtomicIntegerArray(1);
        on(
                2,
                () -> Concurrent.forEach(2, k -> {
                    try {
                        if (Thread.currentThread() == caller) {
                            started.await();
                            caller.interrupt();
                        } else {
                            started.countDown();
                            never.await();
                        }
                    } catch (InterruptedException e) {
                        woken.incrementAndGet(0);
                    }
                }));
        assertThat(Thread.interrupted()).as("kept by the caller").isTrue();
        assertThat(woken.get(0)).isEqualTo(1);
        on(
                2,
                () -> Concurrent.forEach(
                        50,
                        k -> assertThat(Thread.currentThread().isInterrupted()).isFalse()));
    }
}
