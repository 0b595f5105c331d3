package dev.kith.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Predictions.Unknown;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What tasks of a kernel model have in common. */
class KernelCommonTest {
    private static final int TASKS = 6;
    private final Random random = new Random(5);

    /** Tasks of different sizes, about one curve. */
    private Dataset data() {
        int n = 90;
        Matrix x = Matrix.zeros(n, 2).map(zero -> 3 * random.nextDouble() - 1);
        double[] level = random.doubles(TASKS, -1, 1).toArray();
        int[] task = IntStream.range(0, n).map(i -> i % 15 % TASKS).toArray();
        double[] y = IntStream.range(0, n)
                .mapToDouble(
                        i -> 4 + level[task[i]] + Math.sin(2 * x.get(i, 0)) + x.get(i, 1) + 0.1 * random.nextGaussian())
                .toArray();
        List<String> names = IntStream.range(0, TASKS).mapToObj(t -> "t" + t).toList();
        return Dataset.ofLong(DenseInputs.of(x), names, task, y);
    }

    private static Model fit(Kernel kernel, Relation relation, Dataset data) {
        return new ConvexTrainer(Losses.squared(), kernel, relation, 0.01)
                .train(data)
                .model();
    }

    /** A polynomial of degree 1 without a constant is the linear kernel by another way: lines have their common part by weights. */
    @Test
    void ofLinesIsThatOfWeights() {
        Dataset data = data();
        Model lines = fit(new Linear(), Relations.mean(9), data);
        Model kernel = fit(Kernels.polynomial(1, 0), Relations.mean(9), data);
        assertThat(kernel).isInstanceOf(KernelModel.class);
        Matrix expected = lines.commonModel(Unknown.COMMON).orElseThrow().predict(data.inputs());
        Matrix found = kernel.commonModel(Unknown.COMMON).orElseThrow().predict(data.inputs());
        for (int i = 0; i < expected.rows(); i++) {
            assertThat(found.get(i, 0)).isCloseTo(expected.get(i, 0), within(1e-6));
        }
    }

    /** Where tasks hardly differ but in level, what they have in common is their mean. */
    @Test
    void ofTasksDrawnTogetherIsTheirMean() {
        Dataset data = data();
        Model model = fit(new Gaussian(1), Relations.mean(1e7), data);
        Matrix all = model.predict(data.inputs());
        Matrix common = model.commonModel(Unknown.COMMON).orElseThrow().predict(data.inputs());
        for (int i = 0; i < all.rows(); i++) {
            double mean = 0;
            for (int t = 0; t < TASKS; t++) {
                mean += all.get(i, t) / TASKS;
            }
            assertThat(common.get(i, 0)).isCloseTo(mean, within(1e-4));
        }
    }

    @Test
    void otherRelationsHaveNone() {
        Dataset data = data();
        assertThat(fit(new Gaussian(1), Relations.independent(), data).commonModel(Unknown.COMMON))
                .isEmpty();
        assertThat(fit(new Gaussian(1), Relations.mean(3), data).commonModel(Unknown.ATTRIBUTES))
                .isEmpty();
    }
}
