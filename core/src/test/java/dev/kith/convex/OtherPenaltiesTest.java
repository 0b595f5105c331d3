package dev.kith.convex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.adapt.Adapted;
import dev.kith.adapt.TaskAdapter;
import dev.kith.data.Dataset;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.FitReport;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.penalty.StructurePenalty;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Penalties that say no more of themselves than every penalty must. */
@Tag("lengthy")
class OtherPenaltiesTest {
    private static final double LAMBDA = 0.05;
    private static final double TOLERANCE = 1e-5;

    /** Another relation, of whose penalty nothing but the interface is seen. */
    private record Plain(Relation relation, boolean proximal) implements Relation {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public Map<String, String> parameters() {
            return relation.parameters();
        }

        @Override
        public StructurePenalty penalty(List<String> tasks, double lambda) {
            StructurePenalty penalty = relation.penalty(tasks, lambda);
            return new StructurePenalty() {
                @Override
                public Matrix step(Matrix s, double kappa) {
                    return penalty.step(s, kappa);
                }

                @Override
                public double reduced(Matrix s) {
                    return penalty.reduced(s);
                }

                @Override
                public Sup sup(Matrix m) {
                    return penalty.sup(m);
                }

                @Override
                public boolean proximable() {
                    return proximal;
                }

                @Override
                public double magnitude(double value) {
                    return penalty.magnitude(value);
                }
            };
        }
    }

    static Stream<Arguments> plain() {
        return Stream.of(Losses.squared(), Losses.logistic())
                .flatMap(loss -> Stream.of(
                        Arguments.of(loss, Relations.schatten(1), true),
                        Arguments.of(loss, Relations.schatten(2), true),
                        Arguments.of(loss, Relations.logDet(1), true),
                        Arguments.of(loss, Relations.logDet(1), false)));
    }

    private static Dataset data(Loss loss) {
        return loss.classification()
                ? RandomTasks.classification(3, 40, 4, 3, 0.2)
                : RandomTasks.regression(3, 40, 4, 3, 0.2);
    }

    private static Fit<Model> fit(Loss loss, Relation relation) {
        return new ConvexTrainer(
                        loss,
                        new Linear(),
                        relation,
                        LAMBDA,
                        Training.defaults().withStopping(TOLERANCE, 20_000))
                .train(data(loss));
    }

    /** What is proven is true: the gap covers the distance to the minimum that another way has found. */
    @ParameterizedTest
    @MethodSource("plain")
    void theMinimumIsThatOfTheSamePenaltyByOtherMeans(Loss loss, Relation relation, boolean proximal) {
        double known = fit(loss, relation).report().objective();
        FitReport plain = fit(loss, new Plain(relation, proximal)).report();
        assertThat(plain.status()).isEqualTo(FitReport.Status.CONVERGED);
        assertThat(plain.gap()).isBetween(0.0, TOLERANCE);
        assertThat(plain.objective()).isCloseTo(known, within(TOLERANCE * Math.abs(known)));
    }

    @ParameterizedTest
    @MethodSource("plain")
    void newTasksJoin(Loss loss, Relation relation, boolean proximal) {
        Relation plain = new Plain(relation, proximal);
        Model model = fit(loss, plain).model();
        Dataset all = data(loss);
        int[] first = IntStream.range(0, all.size())
                .filter(o -> all.task(o) == 0)
                .limit(20)
                .toArray();
        double[] labels = IntStream.of(first).mapToDouble(all::label).toArray();
        Dataset again = Dataset.of(
                all.inputs(),
                List.of("new"),
                IntStream.of(first).map(all::row).toArray(),
                new int[first.length],
                labels,
                null,
                all.classes().orElse(null));
        Adapted adapted = new TaskAdapter(model, plain).adapt(again);
        assertThat(adapted.tasks().get(0).residual()).isLessThan(1e-4);
        Adapted known = new TaskAdapter(fit(loss, relation).model(), relation).adapt(again);
        assertThat(similarity(adapted, all.tasks().get(0)))
                .isCloseTo(similarity(known, all.tasks().get(0)), within(0.01));
        assertThat(adapted.model().predict(all.inputs()).isFinite()).isTrue();
    }

    private static double similarity(Adapted adapted, String task) {
        return adapted.tasks().get(0).nearest().stream()
                .filter(near -> near.task().equals(task))
                .findFirst()
                .orElseThrow()
                .similarity();
    }
}
