package dev.kith.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.select.Compare;
import dev.kith.select.Comparison;
import dev.kith.select.Search;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupFoldingTest {
    private static final int PATIENTS = 24;

    /** Patients of two clinics, eight rows each; features are a code of the patient, labels the patient's own level. */
    private static Dataset patients(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        int rows = 8 * PATIENTS;
        Matrix inputs = Matrix.zeros(rows, 20);
        double[] labels = new double[rows];
        for (int p = 0; p < PATIENTS; p++) {
            double level = 4 * dice.nextGaussian();
            double[] code = dice.doubles(20, -1, 1).toArray();
            for (int i = p; i < rows; i += PATIENTS) {
                labels[i] = level + 0.2 * dice.nextGaussian();
                for (int j = 0; j < code.length; j++) {
                    inputs.set(i, j, code[j]);
                }
            }
        }
        int[] clinic = IntStream.range(0, rows).map(i -> i % PATIENTS % 2).toArray();
        return Dataset.ofLong(DenseInputs.of(inputs), List.of("east", "west"), clinic, labels);
    }

    private static Folding byPatient() {
        return Folding.together(
                "patient",
                IntStream.range(0, 8 * PATIENTS)
                        .mapToObj(i -> "p" + i % PATIENTS)
                        .toList());
    }

    @Test
    void groupsAreNeverDividedInFoldsAndInsideThem() {
        Dataset data = patients(1);
        List<Split> outer = byPatient().folds(data, 4, 7);
        assertWhole(data, outer);
        for (Split split : outer) {
            assertWhole(split.train(), byPatient().inner(split.train(), 5, 7));
        }
    }

    private static void assertWhole(Dataset data, List<Split> splits) {
        for (Split split : splits) {
            BitSet train = patients(data, split.trainObservations());
            assertThat(train.intersects(patients(data, split.testObservations())))
                    .isFalse();
            assertThat(split.testObservations()).isNotEmpty();
        }
    }

    private static BitSet patients(Dataset data, int[] observations) {
        BitSet found = new BitSet();
        Arrays.stream(observations).forEach(o -> found.set(data.sourceRow(data.row(o)) % PATIENTS));
        return found;
    }

    /** A code of the patient tells the level on random folds, and nothing about patients nobody has seen. */
    @Test
    void whatIsKnownOfAPatientIsNoUseForAnother() {
        Dataset data = patients(2);
        Compare compare = Compare.on(data)
                .methods("pooled")
                .measure(Measure.NMSE)
                .folds(4)
                .threads(1);
        assertThat(compare.run().sharing().mean()).isLessThan(0.4);
        Comparison whole = compare.folding(byPatient()).run();
        assertThat(whole.sharing().mean()).isGreaterThan(0.8);
        assertThat(whole.headline()).endsWith("Tested on values of 'patient' that nothing was learned from.");
        assertThat(whole.sentences())
                .contains("Rows were held out by whole values of 'patient': 24 of 24 values in 4 folds; settings were"
                        + " chosen so too, and intervals leave out whole values.");
        double random = Search.on(data).method("pooled").choose().lambda().orElseThrow();
        double grouped = Search.on(data)
                .method("pooled")
                .folding(byPatient())
                .choose()
                .lambda()
                .orElseThrow();
        assertThat(grouped).isGreaterThan(20 * random);
    }

    @Test
    void intervalsLeaveOutWholeGroups() {
        Dataset data = patients(3);
        Folding folding = byPatient();
        int[] units = folding.units(data, folding.folds(data, 4, 1));
        assertThat(IntStream.range(0, data.size()).allMatch(o -> units[o] == o % PATIENTS))
                .isTrue();
    }

    @Test
    void whatWouldHoldOutWholeTasksIsRefused() {
        Dataset data = patients(1);
        Folding byClinic = Folding.together(
                "clinic",
                IntStream.range(0, data.size()).mapToObj(i -> "c" + i % 2).toList());
        assertThatThrownBy(() -> byClinic.folds(data, 2, 1))
                .isInstanceOf(DataException.class)
                .hasMessage("rows cannot be held out by 'clinic' in 2 folds: none of its 2 values can be, since the"
                        + " others are the only ones of a task, which would be held out whole");
        assertThatThrownBy(() -> byClinic.inner(data, 2, 1)).isInstanceOf(DataException.class);
        assertThatThrownBy(() -> Folding.together("ward", List.of("a", " ")))
                .hasMessage("column 'ward', row 2: must name the group of the row, got a blank");
    }
}
