package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.convex.RandomTasks;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Kernels;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.FourierModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.trust.Explanation.Part;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Explanations add up to predictions, and say by whose rows. */
class ExplainerTest {
    /** Small enough for learned structures to keep all directions: where they drop some, the split is not unique. */
    private static final double LAMBDA = 1e-3;

    private static Dataset longData(int seed, boolean classes) {
        Random random = new Random(seed);
        int[] task = new int[60];
        double[] labels = new double[task.length];
        Matrix x = Matrix.zeros(task.length, 3).map(zero -> 5 + 2 * random.nextGaussian());
        for (int o = 0; o < task.length; o++) {
            task[o] = o % 4;
            double value = x.get(o, 0) * (1 + task[o]) - x.get(o, 1) + random.nextGaussian();
            labels[o] = classes ? Math.signum(value - 10) : value;
        }
        return Dataset.ofLong(DenseInputs.of(x), List.of("a", "b", "c", "d"), task, labels);
    }

    private static Model fit(Loss loss, Kernel kernel, Relation relation, Training training, Dataset data) {
        return new ConvexTrainer(loss, kernel, relation, LAMBDA, training.withStopping(1e-10, 5000))
                .train(data)
                .model();
    }

    private static double sum(List<Part> parts) {
        return parts.stream().mapToDouble(Part::amount).sum();
    }

    @Test
    void partsAddUpToPredictions() {
        Dataset data = longData(1, false);
        for (Relation relation : List.of(
                Relations.mean(2),
                Relations.schatten(1),
                Relations.traceConstrained(),
                Relations.clustered(2, 1, 5, 10))) {
            for (Kernel kernel : List.of(new Linear(), Kernels.parse("gaussian:2"))) {
                Model model = fit(Losses.squared(), kernel, relation, Training.defaults(), data);
                Matrix all = model.predict(data.inputs());
                Explainer explainer = Explainer.of(model);
                for (int i = 0; i < 7; i++) {
                    Explanation why = explainer.explain(data.inputs(), i, i % 4);
                    String about = relation.name() + " " + kernel.spec();
                    assertThat(why.sum()).as(about).isCloseTo(all.get(i, i % 4), within(1e-9));
                    assertThat(why.base() + sum(why.tasks())).as(about).isCloseTo(why.sum(), within(1e-5));
                    assertThat(why.own() + why.borrowed()).as(about).isCloseTo(why.sum() - why.base(), within(1e-5));
                    if (kernel instanceof Linear) {
                        assertThat(why.base() + sum(why.features())).as(about).isCloseTo(why.sum(), within(1e-9));
                    }
                }
            }
        }
    }

    /** What a task lends is a sum over its own rows alone: each row times the slope of its loss. */
    @Test
    void lendersLendWhatTheirRowsPull() {
        for (boolean classes : new boolean[] {false, true}) {
            Dataset data = longData(2, classes);
            Loss loss = classes ? Losses.logistic() : Losses.squared();
            Training training = Training.defaults().withScaling(false, TargetScale.NONE);
            for (Relation relation : List.of(Relations.mean(2), Relations.schatten(1))) {
                LinearModel model = (LinearModel) fit(loss, new Linear(), relation, training, data);
                Matrix z = model.predict(data.inputs());
                Explanation why = Explainer.of(model).explain(data.inputs(), 0, 1);
                for (int s = 0; s < 4; s++) {
                    double pull = 0;
                    for (int o = 0; o < data.size(); o++) {
                        if (data.task(o) == s) {
                            double slope = loss.slope(data.label(o), z.get(o, s));
                            double product = 0;
                            for (int j = 0; j < 3; j++) {
                                product += value(data, o, j) * value(data, 0, j);
                            }
                            pull -= slope * product / 15 / (2 * LAMBDA);
                        }
                    }
                    double lent = model.structure().orElseThrow().entry(1, s) * pull;
                    assertThat(why.tasks().get(s).amount())
                            .as(relation.name() + " " + s)
                            .isCloseTo(lent, within(1e-3 * Math.max(1, Math.abs(lent))));
                }
            }
        }
    }

    private static double value(Dataset data, int row, int feature) {
        return ((DenseInputs) data.inputs()).values().get(row, feature);
    }

    @Test
    void tasksThatShareNothingBorrowNothing() {
        Dataset data = longData(3, false);
        Explanation why = Explainer.of(
                        fit(Losses.squared(), new Linear(), Relations.independent(), Training.defaults(), data))
                .explain(data.inputs(), 4, 0);
        assertThat(why.tasks()).isEmpty();
        assertThat(why.borrowed()).isZero();
        assertThat(why.own()).isCloseTo(why.sum() - why.base(), within(1e-12));
        assertThat(Explanation.largest(why.features(), 1)).hasSize(1);
    }

    /** An average row is predicted by the base alone. */
    @Test
    void theBaseIsTheAverageRow() {
        Dataset data = longData(4, false);
        Model model = fit(Losses.squared(), new Linear(), Relations.mean(1), Training.defaults(), data);
        Matrix x = ((DenseInputs) data.inputs()).values();
        double[] mean = new double[3];
        for (int i = 0; i < x.rows(); i++) {
            for (int j = 0; j < 3; j++) {
                mean[j] += x.get(i, j) / x.rows();
            }
        }
        assertThat(Explainer.of(model).explain(data.inputs(), 0, 2).base())
                .isCloseTo(model.predict("c", mean), within(1e-9));
    }

    @Test
    void modelsThatCannotBeTakenApartAreRefused() {
        Dataset data = RandomTasks.regression(5, 40, 3, 3, 0);
        Model fourier = new ConvexTrainer(
                        Losses.squared(), Kernels.parse("gaussian:1"), Relations.mean(1), LAMBDA, Training.defaults())
                .withApproximation(Approximation.parse("fourier:20"))
                .train(data)
                .model();
        assertThat(fourier).isInstanceOf(FourierModel.class);
        assertThatThrownBy(() -> Explainer.of(fourier)).hasMessageContaining("cannot be taken apart");
    }
}
