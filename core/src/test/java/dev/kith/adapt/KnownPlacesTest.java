package dev.kith.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.structure.matrix.TaskForest;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.matrix.TaskNetwork;
import dev.kith.structure.matrix.TaskSpectrum;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Places and extended structures from what a structure is made of are those of its T x T numbers. */
class KnownPlacesTest {
    private static final double SAME = 1e-11;

    static Stream<TaskMatrix> structures() {
        Matrix ones = Matrix.zeros(6, 1).map(zero -> 1 / Math.sqrt(6));
        return Stream.of(
                TaskMatrix.identity(6),
                TaskForest.groups(0.4, new int[] {0, 0, 1, 1, 0, 1}, 0.3, 2),
                new TaskForest(
                        new double[] {1, 2, 0.1, 1, 0.5, 3},
                        new int[] {1, 0, -1, 1, 2, 1},
                        new int[] {-1, 0, 0},
                        new double[] {0.5, 0.1, 4}),
                // newcomers 4 and 5 are neighbours, 5 also of the trained 0 and 3
                new TaskNetwork(6, 0.3, new int[] {0, 1, 2, 4, 5, 5}, new int[] {1, 2, 3, 5, 0, 3}, new double[] {
                    1, 2, 1, 3, 0.5, 1
                }),
                new TaskSpectrum(ones, new double[] {1}, 0));
    }

    @ParameterizedTest
    @MethodSource("structures")
    void placesAreThoseOfTheDenseMatrix(TaskMatrix all) {
        Dependence found = Dependence.in(all, 4);
        Dependence dense = Dependence.in(TaskMatrix.of(all.dense()), 4);
        for (int at = 4; at < 6; at++) {
            Place.Known place = found.of(at, 0.7);
            Place.Known expected = dense.of(at, 0.7);
            assertThat(place.map().plus(-1, expected.map()).maxAbs()).isLessThan(SAME);
            assertThat(place.found().s()).isEqualTo(expected.found().s(), within(SAME));
            assertThat(place.lambda()).isEqualTo(0.7);
        }
    }

    @Test
    void learnedDirectionsAreExtendedToTheSameMatrix() {
        int tasks = 1500;
        Random random = new Random(3);
        Matrix vectors = LinearAlgebra.best()
                .svd(Matrix.zeros(tasks, 4).map(zero -> random.nextGaussian()))
                .u();
        for (double base : new double[] {0, 0.2}) {
            TaskSpectrum a = new TaskSpectrum(vectors, new double[] {3, 1, 0.5, 0.1}, base);
            Matrix c = LinearAlgebra.best().multiply(vectors, Matrix.zeros(4, 2).map(zero -> random.nextGaussian()));
            List<Joined> joined = List.of(joined(c.column(0), 0.3), joined(c.column(1), 0));
            TaskMatrix extended = Extended.of(a, joined, Optional.empty());
            assertThat(extended).isInstanceOf(TaskSpectrum.class);
            Matrix ac = a.multiply(c);
            for (int t = 0; t < 2; t++) {
                for (int i = 0; i < tasks; i += 100) {
                    assertThat(extended.entry(i, tasks + t)).isEqualTo(ac.get(i, t), within(SAME));
                    assertThat(extended.entry(i, i)).isEqualTo(a.entry(i, i), within(SAME));
                }
                for (int s = 0; s < 2; s++) {
                    double corner = Matrix.of(c.column(t)).dot(Matrix.of(ac.column(s)));
                    double free = s == t ? joined.get(t).s() : 0;
                    assertThat(extended.entry(tasks + t, tasks + s)).isEqualTo(corner + free, within(1e-9));
                }
            }
        }
    }

    private static Joined joined(double[] c, double s) {
        return new Joined(c, s, new double[0], 0, 0);
    }
}
