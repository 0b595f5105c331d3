package dev.kith.openblas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class NativeThreadsTest {
    private final AtomicInteger ofTheLibrary = new AtomicInteger(99);
    private final AtomicInteger changes = new AtomicInteger();
    private final NativeThreads threads = new NativeThreads(count -> {
        changes.incrementAndGet();
        ofTheLibrary.set(count);
    });
    private final ExecutorService pool = Executors.newFixedThreadPool(6);

    @AfterEach
    void end() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void callsWithDifferentNumbersEachHaveTheirOwnFromStartToEnd() throws Exception {
        List<Future<Boolean>> all = new ArrayList<>();
        for (int worker = 0; worker < 6; worker++) {
            int wanted = 1 + worker % 3;
            all.add(pool.submit(() -> {
                boolean own = true;
                for (int k = 0; k < 200; k++) {
                    own &= threads.call(wanted, () -> {
                        boolean atFirst = ofTheLibrary.get() == wanted;
                        for (int wait = 0; wait < 100; wait++) {
                            Thread.onSpinWait(); // long enough for another call to come in between
                        }
                        return atFirst && ofTheLibrary.get() == wanted;
                    });
                }
                return own;
            }));
        }
        for (Future<Boolean> own : all) {
            assertThat(own.get()).isTrue();
        }
    }

    @Test
    void callsWithTheSameNumberRunSideBySideAndChangeNothing() throws Exception {
        CyclicBarrier meeting = new CyclicBarrier(2);
        List<Future<?>> both = new ArrayList<>();
        for (int worker = 0; worker < 2; worker++) {
            both.add(pool.submit(() -> threads.call(2, () -> {
                try {
                    return meeting.await(); // passes only when both calls run
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            })));
        }
        for (Future<?> call : both) {
            call.get();
        }
        assertThat(changes).hasValue(1);
    }

    @Test
    void aCallThatFailsHoldsUpNobody() throws Exception {
        assertThatThrownBy(() -> threads.run(2, () -> {
                    throw new IllegalStateException("singular");
                }))
                .hasMessage("singular");
        assertThat(pool.submit(() -> threads.call(3, ofTheLibrary::get)).get()).isEqualTo(3);
    }

    @Test
    void anInterruptIsKept() throws Exception {
        boolean kept = pool.submit(() -> {
                    Thread.currentThread().interrupt();
                    threads.run(2, () -> {});
                    return Thread.interrupted();
                })
                .get();
        assertThat(kept).isTrue();
    }

    @Test
    void smallWorkHasOneThread() {
        assertThat(NativeThreads.worthwhile(4, 2.0 * 200 * 200 * 200)).isEqualTo(1);
        assertThat(NativeThreads.worthwhile(4, 2.0 * 1000 * 1000 * 1000)).isEqualTo(4);
        assertThat(NativeThreads.worthwhile(1, 1e12)).isEqualTo(1);
    }
}
