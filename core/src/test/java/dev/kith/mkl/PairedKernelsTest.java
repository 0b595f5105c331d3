package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Roles;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.Linear;
import dev.kith.kernel.Precomputed;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.KernelSumModel;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskTree;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels with similarities of tasks of their own. */
class PairedKernelsTest {
    private static final List<String> TASKS = List.of("a", "b", "c");
    private static final Matrix ALIKE =
            Matrix.of(new double[] {1, 0.7, 0}, new double[] {0.7, 1, 0.2}, new double[] {0, 0.2, 1});

    private static final TaskKernels METRIC =
            TaskKernels.structure(Relations.metric(NamedMatrix.ofTasks(TASKS, ALIKE)));

    private static Fit<KernelSumModel> fit(KernelSum kernels, TaskKernels tasks, Dataset data) {
        return new KernelSumTrainer(
                        "mkl",
                        Losses.squared(),
                        kernels,
                        tasks,
                        2,
                        0.5,
                        GramOracleTest.exact().withIntercept(false),
                        MklOptions.defaults().withNormalizeViews(false))
                .train(data);
    }

    private static Dataset data(Roles roles) {
        return GramOracleTest.split(roles).train();
    }

    /** k(x, z) R(t, u) is one kernel over rows with their tasks: given as a matrix, with all tasks as one, it is the same problem. */
    @Test
    void aPairIsTheKernelOfItsProduct() {
        Roles roles = Roles.task("task").target("y").features("x1", "x2");
        Dataset data = data(roles);
        KernelSum kernels = new KernelSum(List.of(
                new KernelSum.View(new Gaussian(1.5), List.of("x1", "x2")),
                new KernelSum.View(new Linear(), List.of("x1"))));
        Fit<KernelSumModel> paired = fit(kernels, TaskKernels.paired(List.of(METRIC, TaskKernels.own())), data);
        assertThat(paired.model().weights())
                .extracting(w -> w.view() + " " + w.tasks())
                .containsExactly("gaussian:1.5@x1,x2 metric", "linear@x1 own");

        Dataset keyed = data(Roles.task("task").target("y").features("key").texts(List.of("key")));
        KernelSum products = new KernelSum(List.of(
                product(kernels.views().get(0), ALIKE, data, keyed),
                product(kernels.views().get(1), Matrix.identity(3), data, keyed)));
        Fit<KernelSumModel> plain = fit(products, TaskKernels.shared(), keyed);
        assertThat(paired.report().objective())
                .isCloseTo(
                        plain.report().objective(), within(1e-8 * plain.report().objective()));
        assertThat(GramOracleTest.decisions(paired.model(), data))
                .containsExactly(GramOracleTest.decisions(plain.model(), keyed), within(1e-4));
    }

    private static KernelSum.View product(KernelSum.View view, Matrix alike, Dataset data, Dataset keyed) {
        Kernel kernel = view.kernel();
        Matrix k = kernel.gram(view.of(data.inputs()));
        for (int i = 0; i < data.size(); i++) {
            for (int j = 0; j < data.size(); j++) {
                k.set(i, j, k.get(i, j) * alike.get(data.task(i), data.task(j)));
            }
        }
        List<String> names =
                ((dev.kith.data.MixedInputs) keyed.inputs()).text("key").values();
        return new KernelSum.View(Precomputed.of("k", new NamedMatrix("key", names, names, k)), List.of("key"));
    }

    @Test
    void nodesOfTwoTreesKeepTheirTasks() {
        TaskKernels both = TaskKernels.joined(List.of(
                TaskKernels.tree(TaskTree.parseNewick("((a,b)x,c)root;")),
                TaskKernels.tree(TaskTree.parseNewick("((b,c)x,a)root;"))));
        assertThat(both.of(TASKS))
                .extracting(k -> k.name())
                .containsExactlyInAnyOrder("root", "x", "a", "b", "c", "x-2");
        assertThat(both.parameters()).containsKeys("tree", "tree-2");
        assertThatThrownBy(() -> TaskKernels.paired(List.of(METRIC)).ofView(1, TASKS))
                .hasMessage("there are task kernels for 1 views, view 2 has none");
        assertThat(IntStream.range(0, 2)
                        .mapToObj(v -> TaskKernels.paired(List.of(METRIC, both))
                                .ofView(v, TASKS)
                                .size()))
                .containsExactly(1, 6);
    }
}
