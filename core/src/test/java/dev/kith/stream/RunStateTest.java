package dev.kith.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.Source;
import dev.kith.data.SparseInputs;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.kernel.VectorKernel;
import dev.kith.linalg.SparseRows;
import dev.kith.model.Asked;
import dev.kith.model.FitReport;
import dev.kith.model.KernelModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Origin;
import dev.kith.model.Outcome;
import dev.kith.model.Schema;
import dev.kith.online.Example;
import dev.kith.online.OnlineLearner;
import dev.kith.online.UniformSharing;
import dev.kith.online.Update;
import dev.kith.online.perceptron.KernelPerceptron;
import dev.kith.online.perceptron.KernelSecondOrder;
import dev.kith.online.perceptron.SharedPerceptron;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunStateTest {
    private static List<Example> stream(long seed) {
        Random random = new Random(seed);
        return Example.stream(random, Example.related(random, 3, 20, 0.5), 500, 6, 0.1);
    }

    @Test
    void theTallyCountsRowsTasksAndWindows() {
        Tally tally = new Tally(3);
        assertThat(tally.count(0, true)).isFalse();
        assertThat(tally.count(2, false)).isFalse();
        assertThat(tally.count(0, true)).isTrue();
        assertThat(tally.count(0, false)).isFalse();
        assertThat(tally.rows()).isEqualTo(4);
        assertThat(tally.mistakes()).isEqualTo(2);
        assertThat(tally.rate()).isEqualTo(0.5);
        assertThat(tally.rows(0)).isEqualTo(3);
        assertThat(tally.mistakes(0)).isEqualTo(2);
        assertThat(tally.rows(1)).isZero();
        assertThat(tally.windows()).isEqualTo(2);
        assertThat(tally.windowRows(0)).isEqualTo(3);
        assertThat(tally.windowMistakes(0)).isEqualTo(2);
        assertThat(tally.windowRows(1)).isEqualTo(1);
        assertThatThrownBy(() -> new Tally(0)).hasMessage("window must be a whole number of rows >= 1, got 0");
    }

    @Test
    void driftIsFlaggedForTheTaskThatDriftsAndNoOther() {
        Random random = new Random(91);
        Tally tally = new Tally(1000);
        for (int n = 0; n < 20_000; n++) {
            int task = n % 2;
            double rate = task == 1 && n >= 10_000 ? 0.5 : 0.1;
            tally.count(task, random.nextDouble() < rate);
        }
        assertThat(tally.drifts(0)).isEmpty();
        assertThat(tally.drifts(1)).hasSizeGreaterThanOrEqualTo(1);
        assertThat(tally.drifts(1)[0]).isBetween(10_001L, 10_600L);
    }

    @Test
    void steadyTasksAreNotFlagged() {
        Random random = new Random(92);
        DriftDetector detector = new DriftDetector();
        for (int n = 0; n < 200_000; n++) {
            assertThat(detector.observe(n % 4, random.nextDouble() < 0.1 * (1 + n % 4)))
                    .isFalse();
        }
    }

    @Test
    void unitKernelsSeeDirectionsOnly() {
        VectorKernel cosine = Kernels.unit(new Linear());
        assertThat(cosine.of(6, 4, 9)).isEqualTo(1, within(1e-15));
        assertThat(cosine.of(0, 0, 9)).isZero();
        VectorKernel gaussian = Kernels.unit(new Gaussian(0.5));
        assertThat(Kernels.parse(gaussian.spec())).isEqualTo(gaussian);
        assertThat(gaussian.of(1, 4, 1)).isEqualTo(new Gaussian(0.5).of(0.5, 1, 1));
        assertThatThrownBy(() -> Kernels.parse("unit:spectrum:3"))
                .hasMessage("unit:KERNEL needs a kernel on vectors, got 'spectrum:3'");
    }

    @Test
    void modelsPredictAsTheLearnerDoes() {
        List<Example> stream = stream(94);
        for (OnlineLearner learner : List.<OnlineLearner>of(
                SharedPerceptron.auto(new Update.Mistake(), true),
                new KernelSecondOrder(new UniformSharing(2), Kernels.unit(new Linear()), Integer.MAX_VALUE),
                new KernelPerceptron(
                        new UniformSharing(2), Kernels.unit(new Gaussian(1)), new Update.Mistake(), 100))) {
            Example.margins(learner, stream);
            Model model = OnlineModel.of(learner, info(), true);
            assertThat(model).isInstanceOf(learner instanceof KernelPerceptron ? KernelModel.class : LinearModel.class);
            for (Example x : stream.subList(0, 40)) {
                SparseRows row = new SparseRows(20, new int[] {0, x.indices().length}, x.indices(), x.values());
                double predicted =
                        model.predict(new SparseInputs(row, info().features())).get(0, x.task());
                assertThat(predicted).isEqualTo(learner.predict(x.task(), x.row()), within(1e-9));
            }
        }
    }

    private static ModelInfo info() {
        return new ModelInfo(
                new Asked("perceptron", "hinge", "linear", OptionalDouble.empty(), Map.of()),
                new Schema(List.of("a", "b", "c"), dev.kith.data.Names.numbered("x", 20), List.of("-1", "1")),
                Outcome.uncertified(1, FitReport.Status.CONVERGED),
                new Origin(500, Source.NONE, 0, 1, "", ""));
    }
}
