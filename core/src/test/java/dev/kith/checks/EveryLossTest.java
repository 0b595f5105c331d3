package dev.kith.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.FactorTrainer;
import dev.kith.convex.LinearTrainer;
import dev.kith.convex.TransferTrainer;
import dev.kith.convex.WeightPenalty;
import dev.kith.data.Dataset;
import dev.kith.kernel.Gaussian;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.TaskGraph;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every loss is minimised, with a proven gap, for every structure on long and wide data and where labels are missing. */
class EveryLossTest {
    private static final double TOLERANCE = 1e-6;
    private static final double LAMBDA = 0.05;

    private static final List<WeightPenalty> PENALTIES = List.of(
            WeightPenalty.rows(),
            WeightPenalty.entries(),
            WeightPenalty.elastic(0.4),
            WeightPenalty.dirty(0.6),
            WeightPenalty.rowsBeside("mtfl", 1));

    static Stream<Loss> losses() {
        return Stream.of(
                        "absolute",
                        "huber:0.5",
                        "eps-insensitive:0.2",
                        "quantile:0.9",
                        "poisson",
                        "hinge",
                        "squared-hinge",
                        "logistic")
                .map(Losses::parse);
    }

    static Stream<Arguments> lossesAndLayouts() {
        return losses().flatMap(loss -> Stream.of(CheckData.Layout.values()).map(layout -> Arguments.of(loss, layout)));
    }

    private static List<Relation> relations(List<String> tasks) {
        List<Relation> learned = List.of(
                Relations.schatten(1),
                Relations.schatten(2),
                Relations.schatten(1.5),
                Relations.schattenNorm(2),
                Relations.traceConstrained(),
                Relations.clustered(2, 1, 1, 3),
                Relations.sparse(0.5),
                Relations.logDet(1),
                Relations.logDet(0.5, OptionalDouble.of(0.03), ring(tasks)));
        List<Relation> known = Stream.of("stl", "pooled", "mean", "graph", "groups", "tree", "metric", "coding")
                .map(name -> (Relation) KnownMethods.structure(name, tasks))
                .toList();
        return Stream.concat(known.stream(), learned.stream()).toList();
    }

    /** Every task and the next, the last and the first. */
    private static TaskGraph ring(List<String> tasks) {
        return new TaskGraph(IntStream.range(0, tasks.size())
                .mapToObj(t -> new TaskGraph.Edge(tasks.get(t), tasks.get((t + 1) % tasks.size()), 1))
                .toList());
    }

    private static Dataset data(Loss loss, CheckData.Layout layout) {
        Dataset data = CheckData.related(layout, loss.classification());
        return loss.suits(-1) ? data : CheckData.withLabels(data, y -> Math.rint(Math.exp((y - 3) / 2)));
    }

    private static Training training() {
        return Training.defaults().withStopping(TOLERANCE, 20_000).withThreads(1);
    }

    private static void requireProven(Fit<? extends Model> fit, String what) {
        assertThat(fit.report().status()).as(what).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(fit.report().gap()).as(what).isBetween(0.0, TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("lossesAndLayouts")
    void everyStructureIsProven(Loss loss, CheckData.Layout layout) {
        Dataset data = data(loss, layout);
        for (Relation relation : relations(data.tasks())) {
            requireProven(
                    new ConvexTrainer(loss, new Linear(), relation, LAMBDA, training()).train(data), relation.name());
        }
        for (WeightPenalty penalty : PENALTIES) {
            requireProven(new LinearTrainer(loss, penalty, LAMBDA, training()).train(data), penalty.toString());
        }
    }

    /** Those that are not convex take every loss with a slope, end at a stationary point and say so; the others they refuse. */
    @ParameterizedTest
    @MethodSource("lossesAndLayouts")
    void whatIsNotConvexIsStationary(Loss loss, CheckData.Layout layout) {
        if (!loss.differentiable()) {
            for (Executable made : List.<Executable>of(
                    () -> new FactorTrainer(loss, 2, 1, 2, LAMBDA, training()),
                    () -> new TransferTrainer(loss, 1, TransferTrainer.EPS, LAMBDA, training()))) {
                assertThatThrownBy(made::execute)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageEndingWith(
                                "needs a loss with a slope everywhere (squared, logistic, huber, squared-hinge,"
                                        + " poisson), got '" + loss.name() + "'");
            }
            return;
        }
        Dataset data = data(loss, layout);
        for (Trainer<LinearModel> trainer : List.of(
                new FactorTrainer(loss, 2, 1, 2, LAMBDA, training()),
                new TransferTrainer(loss, 1, TransferTrainer.EPS, LAMBDA, training()))) {
            Fit<LinearModel> fit = trainer.train(data);
            assertThat(fit.report().status()).as(trainer.toString()).isEqualTo(FitReport.Status.CONVERGED);
            assertThat(fit.report().gap()).isNaN();
            String violation = fit.model().info().parameters().get(ModelInfo.VIOLATION);
            assertThat(Double.parseDouble(violation)).as(trainer.toString()).isBetween(0.0, TOLERANCE);
        }
    }

    @ParameterizedTest
    @MethodSource("lossesAndLayouts")
    void kernelsAreProven(Loss loss, CheckData.Layout layout) {
        Dataset data = data(loss, layout);
        for (Relation relation : List.of(
                Relations.mean(2),
                Relations.schatten(1),
                Relations.logDet(0.5, OptionalDouble.of(0.03), ring(data.tasks())))) {
            requireProven(
                    new ConvexTrainer(loss, new Gaussian(2), relation, LAMBDA, training()).train(data),
                    relation.name());
        }
    }
}
