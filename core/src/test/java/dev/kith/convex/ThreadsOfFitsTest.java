package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fits that run at the same time with different numbers of threads have each their own, from the first call to the last. */
@Timeout(120)
class ThreadsOfFitsTest {
    private static final Dataset DATA = RandomTasks.regression(5, 30, 4, 3, 0.2);

    /** Two fits meet in their kernels, when both have begun, and then take their steps. */
    @Test
    void fitsAtTheSameTimeKeepTheirOwn() throws Exception {
        CyclicBarrier meeting = new CyclicBarrier(2);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<Future<Set<Integer>>> fits =
                    List.of(pool.submit(() -> seen(2, meeting)), pool.submit(() -> seen(3, meeting)));
            assertThat(fits.get(0).get()).containsExactly(2);
            assertThat(fits.get(1).get()).containsExactly(3);
        } finally {
            pool.shutdownNow();
        }
        assertThat(LinearAlgebra.threads()).isEqualTo(1);
    }

    private static Set<Integer> seen(int threads, CyclicBarrier meeting) {
        Set<Integer> counts = new ConcurrentSkipListSet<>();
        Training training = Training.defaults().withThreads(threads);
        new ConvexTrainer(Losses.squared(), new Watching(counts, meeting), Relations.schatten(1), 0.1, training)
                .train(DATA, step -> counts.add(LinearAlgebra.threads()));
        return counts;
    }

    private record Watching(Set<Integer> counts, CyclicBarrier meeting) implements Kernel {
        private static final Kernel KERNEL = new Gaussian(2);

        @Override
        public Matrix gram(Inputs x) {
            try {
                meeting.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            counts.add(LinearAlgebra.threads());
            return KERNEL.gram(x);
        }

        @Override
        public Matrix cross(Inputs x, Inputs z) {
            counts.add(LinearAlgebra.threads());
            return KERNEL.cross(x, z);
        }

        @Override
        public double[] diagonal(Inputs x) {
            return KERNEL.diagonal(x);
        }

        @Override
        public boolean scalable() {
            return KERNEL.scalable();
        }

        @Override
        public String spec() {
            return KERNEL.spec();
        }
    }
}
