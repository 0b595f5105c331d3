package dev.kith.data.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.SparseInputs;
import dev.kith.linalg.Matrix;
import org.junit.jupiter.api.Test;

class StreamTest {
    private static Stream stream(int train, double related, double drift, int turn, double noise) {
        return new Stream(4, 20, 0, train, related, drift, turn, noise, 7);
    }

    @Test
    void relatednessIsTheCosineBetweenTasksUpToChance() {
        Matrix same = stream(10, 1, 0, 0, 0).draw().truth().orElseThrow().values();
        assertThat(same.map(c -> c - 1).maxAbs()).isLessThan(1e-12);
        Matrix half = new Stream(4, 10_000, 0, 1, 0.5, 0, 0, 0, 7)
                .draw()
                .truth()
                .orElseThrow()
                .values();
        for (int t = 1; t < 4; t++) {
            assertThat(half.get(0, t)).isCloseTo(0.5, within(0.05)); // 5 deviations of a chance inner product
        }
    }

    @Test
    void rowsHaveUnitLength() {
        Matrix x = ((DenseInputs) stream(50, 0.9, 0, 0, 0).draw().data().inputs()).values();
        for (int i = 0; i < 50; i++) {
            assertThat(Products.dot(x.row(i), x.row(i))).isCloseTo(1, within(1e-12));
        }
        SparseInputs sparse = (SparseInputs)
                new Stream(4, 1000, 7, 50, 0.9, 0, 0, 0, 7).draw().data().inputs();
        for (int i = 0; i < 50; i++) {
            assertThat(sparse.values().end(i) - sparse.values().start(i)).isEqualTo(7);
            assertThat(sparse.values().squaredNorm(i)).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void noiseFlipsItsShareOfLabels() {
        assertThat(disagreement(stream(20_000, 0.9, 0, 0, 0), stream(20_000, 0.9, 0, 0, 0.2), 0, 20_000))
                .isCloseTo(0.2, within(0.012)); // 4 standard errors
    }

    @Test
    void directionsTurnByDriftARow() {
        // after half a turn every label is the opposite of what it was
        Stream still = stream(2000, 0.9, 0, 0, 0);
        Stream drifting = stream(2000, 0.9, StrictMath.PI / 1999, 0, 0);
        assertThat(disagreement(still, drifting, 0, 20)).isLessThan(0.1);
        assertThat(disagreement(still, drifting, 1980, 2000)).isGreaterThan(0.9);
        assertThat(disagreement(still, drifting, 0, 2000)).isBetween(0.4, 0.6);
    }

    @Test
    void fromTheTurnOnRelatedTasksPart() {
        Stream together = stream(4000, 1, 0, 0, 0);
        Stream parting = stream(4000, 1, 0, 2000, 0);
        assertThat(disagreement(together, parting, 0, 2000)).isZero();
        assertThat(disagreement(together, parting, 2000, 4000)).isBetween(0.2, 0.8);
        assertThat(disagreement(stream(4000, 0, 0, 0, 0), parting, 2000, 4000)).isZero();
    }

    @Test
    void sizesThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> new Stream(4, 5, 6, 10, 0.9, 0, 0, 0, 1))
                .hasMessage("nonzeros must be <= dimensions = 5, got 6");
        assertThatThrownBy(() -> new Stream(100_000, 1000, 6, 10, 0.9, 0, 0, 0, 1))
                .hasMessage("tasks * dimensions must be <= 50000000, got 100000000");
    }

    /** Share of rows from..to whose labels differ; the rows themselves are the same. */
    private static double disagreement(Stream one, Stream other, int from, int to) {
        Dataset a = one.draw().data();
        Dataset b = other.draw().data();
        int count = 0;
        for (int o = from; o < to; o++) {
            assertThat(a.task(o)).isEqualTo(b.task(o));
            count += a.label(o) != b.label(o) ? 1 : 0;
        }
        return (double) count / (to - from);
    }
}
