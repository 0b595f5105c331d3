package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.prepare.Preparation;
import dev.kith.kernel.Linear;
import dev.kith.loss.Losses;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.structure.Relations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is taken from rows to prepare them is taken from training rows only. */
class PreparationPerFoldTest {
    private static final int ROWS = 60;

    /** A column with missing cells, and a text that differs in every row: 'row 17' and so on. */
    private static Dataset table() {
        SplittableRandom random = new SplittableRandom(7);
        double[] x = new double[ROWS];
        double[] y = new double[ROWS];
        List<String> keys = new ArrayList<>();
        List<String> tasks = new ArrayList<>();
        int[] taskOf = new int[ROWS];
        for (int i = 0; i < ROWS; i++) {
            x[i] = i % 4 == 0 ? Double.NaN : random.nextInt(1_000_000);
            y[i] = random.nextDouble();
            keys.add("row " + i);
            taskOf[i] = i % 3;
            tasks.add("task " + taskOf[i]);
        }
        RawInputs inputs = new RawInputs(
                List.of(RawColumn.Numbers.of("x", x), RawColumn.Texts.of("key", keys)),
                Optional.of(RawColumn.Texts.of("t", tasks)),
                Recipe.of(new Recipe.Numeric("x"), new Recipe.OneHot("key")));
        return Dataset.ofLong(inputs, List.of("task 0", "task 1", "task 2"), taskOf, y);
    }

    private static ConvexTrainer trainer() {
        return new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 1e-3, Training.defaults());
    }

    /** Remembers what it was given and what became of it. */
    private static final class Watched implements Trainer<Model> {
        private final List<Dataset> given = new ArrayList<>();
        private final List<Preparation> kept = new ArrayList<>();

        @Override
        public Fit<Model> train(Dataset data, java.util.function.Consumer<dev.kith.model.FitReport.Progress> progress) {
            Fit<Model> fit = trainer().train(data, progress);
            given.add(data);
            kept.add(fit.model().info().schema().preparation().orElseThrow());
            return fit;
        }
    }

    @Test
    void everyFoldPreparesItsOwnTrainingRows() {
        Dataset data = table();
        Watched watched = new Watched();
        double[] predictions = OutOfFold.predictions(watched, data, 5, 1, (done, of) -> {});
        assertThat(predictions).hasSize(ROWS).doesNotContain(Double.NaN);
        Preparation ofAll = Preparation.fit(data).orElseThrow();
        assertThat(watched.kept).hasSize(5);
        for (int k = 0; k < 5; k++) {
            assertThat(watched.kept.get(k))
                    .isEqualTo(Preparation.fit(watched.given.get(k)).orElseThrow())
                    .isNotEqualTo(ofAll);
        }
    }

    /** A feature that is 1 for one held-out row would let that row be answered by heart: none may be known to its fold. */
    @Test
    void noFoldKnowsTheTextsOfRowsItHoldsOut() {
        Watched watched = new Watched();
        OutOfFold.predictions(watched, table(), 5, 1, (done, of) -> {});
        for (int k = 0; k < 5; k++) {
            RawColumn.Texts seen =
                    (RawColumn.Texts) ((RawInputs) watched.given.get(k).inputs()).column("key");
            List<String> own = new ArrayList<>(List.of("x", "x is missing"));
            for (int i = 0; i < seen.rows(); i++) {
                own.add("key=" + seen.value(i).orElseThrow());
            }
            assertThat(own).containsAll(watched.kept.get(k).features());
        }
    }

    @Test
    void aModelPredictsRawRowsAsItPredictsTheirFeatures() {
        Dataset data = table();
        Model model = trainer().train(data).model();
        Dataset prepared = Preparation.prepared(data);
        Model plain = trainer().train(prepared).model();
        assertThat(model.info().features()).isEqualTo(prepared.inputs().features());
        assertThat(model.predict(data.inputs())).isEqualTo(plain.predict(prepared.inputs()));
        assertThat(model.predict(prepared.inputs())).isEqualTo(plain.predict(prepared.inputs()));
        int[] tasks = new int[ROWS];
        Arrays.setAll(tasks, i -> i % 3);
        assertThat(model.predict(data.inputs(), tasks))
                .containsExactly(plain.predict(prepared.inputs(), tasks), within(0.0));
    }
}
