package dev.kith.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Table;
import dev.kith.data.table.Tables;
import dev.kith.file.ModelFile;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Training;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.StepCurve;
import dev.kith.model.uncertainty.Uncertainty;
import dev.kith.structure.Relations;
import dev.kith.trust.Predictor.IntervalSource;
import dev.kith.trust.Predictor.ProbabilitySource;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a table to named predictions with intervals and probabilities, by the library alone. */
class PredictorTest {
    private static final double LEVEL = 0.5;

    @TempDir
    private Path dir;

    private Table table() throws IOException {
        StringBuilder rows = new StringBuilder("id,t,x,z,y,c\n");
        for (int i = 0; i < 40; i++) {
            double x = Math.sin(i);
            double z = Math.cos(2.0 * i);
            double y = (i % 2 + 1) * x - z;
            rows.append(String.join(
                            ",",
                            "r" + i,
                            i % 2 == 0 ? "a" : "b",
                            Double.toString(x),
                            Double.toString(z),
                            Double.toString(y),
                            y > 0 ? "yes" : "no"))
                    .append('\n');
        }
        return Tables.read(Files.writeString(dir.resolve("d.csv"), rows));
    }

    private Model fit(Loss loss, String target) throws IOException {
        Roles roles = Roles.task("t").target(target).features("x", "z");
        return new ConvexTrainer(loss, new Linear(), Relations.mean(1), 0.01, Training.defaults())
                .train(loss.classification() ? table().dataset(roles).asClasses() : table().dataset(roles))
                .model();
    }

    /** Errors of size 0.1, 0.2, 0.3 of both tasks, and of two rows with both. */
    private static HeldOutErrors errors() {
        ErrorTable sizes = ErrorTable.of(0.1, 0.2, 0.3);
        return new HeldOutErrors(Matrix.of(new double[] {1, 2}), List.of(sizes, sizes), ErrorTable.of(0.3, 0.4));
    }

    private ModelFile.Content calibrated() throws IOException {
        return new ModelFile.Content(
                fit(Losses.squared(), "y"), new Uncertainty(Optional.of(errors()), Optional.empty(), Optional.empty()));
    }

    private ModelFile.Content calibratedClasses(Loss loss) throws IOException {
        Probabilities curves = new Probabilities(
                List.of(new Sigmoid(1, 0), new Sigmoid(2, 0)),
                List.of(
                        new StepCurve(new double[] {0}, new double[] {0.25}),
                        new StepCurve(new double[] {0}, new double[] {0.75})));
        return new ModelFile.Content(
                fit(loss, "c"), new Uncertainty(Optional.empty(), Optional.empty(), Optional.of(curves)));
    }

    private Rows rows(Roles roles) throws IOException {
        return table().rows(roles.id("id").features("x", "z"));
    }

    private Rows tasked() throws IOException {
        return rows(Roles.task("t"));
    }

    private static ModelFile.Content plain(Model model) {
        return new ModelFile.Content(model, Uncertainty.none());
    }

    @Test
    void rowsOfLongDataAreAskedAboutTheirTask() throws IOException {
        Model model = fit(Losses.squared(), "y");
        Rows rows = tasked();
        Predictions found = model.predict(rows, Scope.OWN_TASK);
        assertThat(found.size()).isEqualTo(40);
        Prediction third = found.get(3);
        assertThat(third.ids()).containsExactly("r3");
        assertThat(third.row()).isEqualTo(3);
        assertThat(third.task()).isEqualTo("b");
        assertThat(third.value())
                .isEqualTo(model.predict(rows.inputs(), model.info().positions(rows.tasks()))[3]);
        assertThat(third.category()).isEmpty();
        assertThat(third.probability()).isEmpty();
        assertThat(third.low()).isEmpty();
        assertThat(found).hasSize(40);
    }

    @Test
    void allTasksOfARowStandTogether() throws IOException {
        Model model = fit(Losses.squared(), "y");
        Predictions found = model.predict(rows(Roles.none()), Scope.ALL_TASKS);
        assertThat(found.size()).isEqualTo(80);
        assertThat(found.get(7).row()).isEqualTo(3);
        assertThat(found.get(7).task()).isEqualTo("b");
        assertThat(text(found).lines().findFirst()).hasValue("id,a,b");
    }

    @Test
    void intervalsStandAroundTheirPrediction() throws IOException {
        Predictor predictor = Predictor.of(calibrated()).scope(Scope.OWN_TASK).intervals(LEVEL);
        Prediction one = predictor.predict(tasked()).get(1);
        double half = predictor.predict(tasked()).get(1).high().getAsDouble() - one.value();
        assertThat(half).isPositive();
        assertThat(one.value() - one.low().getAsDouble()).isCloseTo(half, within(1e-12));
        assertThat(predictor.intervalWords())
                .hasValueSatisfying(words ->
                        assertThat(words).startsWith("Intervals: 50% by conformal prediction, from 6 held-out labels"));
        assertThat(text(predictor.predict(tasked())).lines().findFirst()).hasValue("id,task,prediction,low,high");
    }

    @Test
    void jointIntervalsNeedAllTasks() throws IOException {
        Predictor predictor = Predictor.of(calibrated()).jointIntervals(LEVEL);
        Prediction first =
                predictor.scope(Scope.ALL_TASKS).predict(rows(Roles.none())).get(0);
        assertThat(first.high()).isPresent();
        assertThatThrownBy(() -> predictor.scope(Scope.OWN_TASK).predict(tasked()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("joint intervals are for rows asked about ALL_TASKS, got OWN_TASK");
    }

    @Test
    void whatTheModelHasNotLearnedIsRefused() throws IOException {
        Predictor numbers = Predictor.of(plain(fit(Losses.squared(), "y")));
        assertThatThrownBy(() -> numbers.intervals(LEVEL))
                .isInstanceOf(DataException.class)
                .hasMessage("the model does not know how far its predictions miss: fit it again with calibration (kith"
                        + " fit --calibrate)");
        assertThatThrownBy(() -> numbers.probabilities(ProbabilitySource.LOSS))
                .isInstanceOf(DataException.class)
                .hasMessage("probabilities are for classes; this model predicts numbers");
        Predictor known = Predictor.of(calibrated());
        for (double level : new double[] {0, 1, Double.NaN}) {
            assertThatThrownBy(() -> known.intervals(level))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("level must be a number > 0 and < 1, got " + level);
        }
        assertThatThrownBy(() -> known.intervals(LEVEL, IntervalSource.GAUSSIAN_PROCESS))
                .hasMessageStartingWith("the model has no Gaussian-process view");
        Predictor hinge = Predictor.of(plain(fit(Losses.hinge(), "c")));
        assertThatThrownBy(() -> hinge.intervals(LEVEL))
                .hasMessage("intervals are for numbers; this model predicts classes");
        assertThatThrownBy(() -> hinge.probabilities(ProbabilitySource.PLATT))
                .hasMessageStartingWith("the model was not calibrated");
        assertThatThrownBy(() -> hinge.probabilities(ProbabilitySource.LOSS))
                .hasMessageStartingWith("the hinge loss makes no probabilities");
    }

    @Test
    void probabilitiesComeFromTheSourceAskedFor() throws IOException {
        Predictor usual = Predictor.of(calibratedClasses(Losses.logistic())).scope(Scope.OWN_TASK);
        Prediction one = usual.predict(tasked()).get(1);
        assertThat(one.category()).hasValue(one.value() >= 0 ? "yes" : "no");
        assertThat(one.probability().getAsDouble()).isEqualTo(new Sigmoid(2, 0).at(one.value()));
        Prediction steps = usual.probabilities(ProbabilitySource.ISOTONIC)
                .predict(tasked())
                .get(1);
        assertThat(steps.probability()).hasValue(0.75);
        Prediction loss =
                usual.probabilities(ProbabilitySource.LOSS).predict(tasked()).get(1);
        assertThat(loss.probability().getAsDouble()).isCloseTo(1 / (1 + Math.exp(-one.value())), within(1e-15));
        assertThat(Predictor.of(calibratedClasses(Losses.hinge()))
                        .scope(Scope.OWN_TASK)
                        .predict(tasked())
                        .get(0)
                        .probability())
                .isPresent();
    }

    @Test
    void oneClassIsTheOneWithTheLargestDecision() throws IOException {
        Predictor predictor = Predictor.of(calibratedClasses(Losses.logistic())).scope(Scope.ONE_CLASS);
        Rows rows = rows(Roles.none());
        Predictions found = predictor.predict(rows);
        Matrix decisions = predictor.model().predict(rows.inputs());
        for (Prediction one : found) {
            int best = decisions.get(one.row(), 1) > decisions.get(one.row(), 0) ? 1 : 0;
            assertThat(one.category()).hasValue("ab".charAt(best) + "");
            assertThat(one.task()).isEqualTo(one.category().orElseThrow());
            assertThat(one.value()).isEqualTo(decisions.get(one.row(), best));
            assertThat(one.probability().getAsDouble()).isBetween(0.0, 1.0);
        }
        assertThat(text(found).lines().findFirst()).hasValue("id,prediction,probability");
        assertThatThrownBy(
                        () -> Predictor.of(calibrated()).scope(Scope.ONE_CLASS).predict(rows))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tasks must be classes for one of them to be chosen, got numbers of 'a'");
    }

    @Test
    void rowsThatDoNotNameTheirTaskAreNotAskedAboutIt() throws IOException {
        Model model = fit(Losses.squared(), "y");
        Rows rows = rows(Roles.none());
        assertThatThrownBy(() -> model.predict(rows, Scope.OWN_TASK))
                .isInstanceOf(DataException.class)
                .hasMessage("d.csv: rows do not say which task they belong to: read them with the role of a task"
                        + " column, or predict all tasks");
    }

    @Test
    void halfWidthsAreOneForEachPrediction() throws IOException {
        Predictions found = fit(Losses.squared(), "y").predict(tasked(), Scope.OWN_TASK);
        assertThatThrownBy(() -> found.withHalfWidths(1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("half widths must be one for each of 40 predictions, got 2");
        double[] half = IntStream.range(0, 40).mapToDouble(i -> i).toArray();
        assertThat(found.withHalfWidths(half).get(5).high().getAsDouble())
                .isEqualTo(found.get(5).value() + 5);
    }

    private static String text(Predictions predictions) throws IOException {
        StringWriter text = new StringWriter();
        predictions.writeTo(text);
        return text.toString();
    }
}
