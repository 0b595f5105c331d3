package dev.kith.select.detail;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.Dataset;
import dev.kith.data.shape.Answers;
import dev.kith.linalg.Matrix;
import dev.kith.score.Confusion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Which classes held-out rows were taken for. */
final class Confusions {
    private Confusions() {}

    /**
     * Of labels of two classes: all tasks together, by the sign of the decision. Of classes that are tasks, each against the rest: of the rows that every
     * one of them judged, by the largest decision.
     *
     * @param several whether every class against the rest is a task
     * @param predictions one per observation, NaN where there is none
     * @return empty without classes, or where nothing was held out
     */
    static Optional<Confusion> of(Dataset data, boolean several, double... predictions) {
        Confusion confusion = several
                ? ofSeveral(data, predictions)
                : ofTwo(data, data.classes().orElse(List.of()), predictions);
        return confusion.rows() == 0 ? Optional.empty() : Optional.of(confusion);
    }

    /** Of classes that the answers to several questions about a row choose, where all of a row's answers are there. */
    static Optional<Confusion> ofChoices(Dataset data, double... predictions) {
        ClassChoice choice = data.columns().choice().orElseThrow();
        Answers answers = new Answers(choice);
        Matrix counts = Matrix.zeros(choice.classes().size(), choice.classes().size());
        for (int o = 0; o < predictions.length; o += choice.questions()) {
            double[] said = Arrays.copyOfRange(predictions, o, o + choice.questions());
            if (Arrays.stream(said).noneMatch(Double::isNaN)) {
                double[] truth = new double[said.length];
                for (int q = 0; q < truth.length; q++) {
                    truth[q] = data.label(o + q);
                }
                counts.add(answers.chosen(truth), answers.chosen(said), 1);
            }
        }
        Confusion confusion = new Confusion(choice.classes(), counts);
        return confusion.rows() == 0 ? Optional.empty() : Optional.of(confusion);
    }

    private static Confusion ofTwo(Dataset data, List<String> classes, double... z) {
        Matrix counts = Matrix.zeros(classes.size(), classes.size());
        if (classes.size() == 2) {
            for (int o = 0; o < z.length; o++) {
                if (!Double.isNaN(z[o])) {
                    counts.add(data.label(o) > 0 ? 1 : 0, z[o] >= 0 ? 1 : 0, 1);
                }
            }
        }
        return new Confusion(classes, counts);
    }

    private static Confusion ofSeveral(Dataset data, double... z) {
        int classes = data.taskCount();
        int rows = data.inputs().rows();
        int[] seen = new int[rows];
        int[] answer = new int[rows];
        int[] truth = new int[rows];
        double[] best = new double[rows];
        double[] label = new double[rows];
        Arrays.fill(best, Double.NEGATIVE_INFINITY);
        Arrays.fill(label, Double.NEGATIVE_INFINITY);
        for (int o = 0; o < z.length; o++) {
            int row = data.row(o);
            if (Double.isNaN(z[o])) {
                continue;
            }
            seen[row]++;
            if (z[o] > best[row]) {
                best[row] = z[o];
                answer[row] = data.task(o);
            }
            if (data.label(o) > label[row]) {
                label[row] = data.label(o);
                truth[row] = data.task(o);
            }
        }
        Matrix counts = Matrix.zeros(classes, classes);
        for (int row = 0; row < rows; row++) {
            if (seen[row] == classes) {
                counts.add(truth[row], answer[row], 1);
            }
        }
        return new Confusion(data.tasks(), counts);
    }
}
