package dev.kith.mkl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Dataset;
import dev.kith.data.StringInputs;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.KernelModel;
import dev.kith.model.NodeModel;
import dev.kith.model.Training;
import dev.kith.structure.TaskTree;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KernelMklTrainerTest {
    private static final Training STRICT = MklTrainer.DEFAULT_TRAINING.withStopping(1e-8, 50_000);
    private static final TaskKernels TREE = TaskKernels.tree(TaskTree.parseNewick("((a,b)ab,(c,d)cd)root;"));

    private static Fit<KernelModel> fit(Dataset data, Loss loss, Kernel kernel, TaskKernels tasks, Training training) {
        Fit<KernelModel> fit =
                new KernelMklTrainer("mkl", loss, kernel, tasks, 2, 0.5, training, MklOptions.defaults()).train(data);
        assertThat(fit.report().status()).isEqualTo(FitReport.Status.CONVERGED);
        return fit;
    }

    @Test
    void linearKernelEqualsExplicitFeatures() {
        for (Loss loss : List.of(Losses.hinge(), Losses.logistic(), Losses.squared())) {
            for (TaskKernels tasks : List.of(TREE, TaskKernels.union(), TaskKernels.own())) {
                Dataset data = MklTrainerTest.pairs(11, 12, loss);
                Fit<KernelModel> implicit = fit(data, loss, new Linear(), tasks, STRICT);
                Fit<NodeModel> explicit = new MklTrainer(
                                "mkl", loss, Views.all(), tasks, 2, 0.5, STRICT, MklOptions.defaults())
                        .train(data);
                assertThat(implicit.report().objective())
                        .isCloseTo(
                                explicit.report().objective(),
                                within(1e-7 * explicit.report().objective()));
                Matrix a = implicit.model().predict(data.inputs());
                Matrix b = explicit.model().predict(data.inputs());
                assertThat(a.plus(-1, b).maxAbs()).as(loss + " " + tasks.name()).isLessThan(5e-3);
            }
        }
    }

    @Test
    void threadsChangeNothing() {
        Dataset data = MklTrainerTest.pairs(12, 60, Losses.hinge());
        for (Kernel kernel : List.of(new Gaussian(2), new Linear())) {
            Fit<KernelModel> one = fit(data, Losses.hinge(), kernel, TREE, STRICT.withThreads(1));
            Fit<KernelModel> two = fit(data, Losses.hinge(), kernel, TREE, STRICT.withThreads(2));
            assertThat(two.model()).isEqualTo(one.model());
        }
    }

    @Test
    void aSmallCacheChangesNothing() {
        Dataset data = MklTrainerTest.pairs(12, 10, Losses.hinge());
        Matrix all =
                fit(data, Losses.hinge(), new Gaussian(2), TREE, STRICT).model().predict(data.inputs());
        MklOptions small = MklOptions.defaults().withMemory(3 * 8 * 40);
        Matrix few = new KernelMklTrainer("mkl", Losses.hinge(), new Gaussian(2), TREE, 2, 0.5, STRICT, small)
                .train(data)
                .model()
                .predict(data.inputs());
        assertThat(few).isEqualTo(all);
    }

    @Test
    void hashedStringsEqualTheStringKernel() {
        SplittableRandom random = new SplittableRandom(13);
        List<String> words = new ArrayList<>();
        int[] task = new int[40];
        double[] y = new double[40];
        for (int i = 0; i < 40; i++) {
            StringBuilder word = new StringBuilder();
            for (int k = 0; k < 8; k++) {
                word.append("ACGT".charAt(random.nextInt(4)));
            }
            words.add(word.toString());
            task[i] = i % 4;
            y[i] = word.indexOf("AC") >= 0 ^ task[i] == 3 ? 1 : -1;
        }
        Dataset data = Dataset.ofLong(new StringInputs(words, "dna"), List.of("a", "b", "c", "d"), task, y);
        Fit<KernelModel> implicit = fit(data, Losses.hinge(), Kernels.spectrum(2), TREE, STRICT);
        Fit<NodeModel> explicit = new MklTrainer(
                        "mkl",
                        Losses.hinge(),
                        Views.strings(Kernels.spectrum(2), 20, false, false),
                        TREE,
                        2,
                        0.5,
                        STRICT,
                        MklOptions.defaults())
                .train(data);
        assertThat(implicit.report().objective()).isCloseTo(explicit.report().objective(), within(1e-6));
        assertThat(explicit.model().info().kernel()).isEqualTo("spectrum:2");
    }
}
