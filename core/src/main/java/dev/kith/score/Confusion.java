package dev.kith.score;

import dev.kith.data.read.MissingWords;
import dev.kith.linalg.Matrix;
import dev.kith.model.Predictions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which classes were taken for which.
 *
 * @param classes in the order of rows and columns
 * @param counts entry (i, j): rows of class i that were given class j
 */
public record Confusion(List<String> classes, Matrix counts) {
    /** So many rows of class {@code truth} were given class {@code answer}. */
    public record Mistake(String truth, String answer, long rows) {}

    public Confusion {
        classes = List.copyOf(classes);
        if (counts.rows() != classes.size() || counts.cols() != classes.size()) {
            throw new IllegalArgumentException("counts must be " + classes.size() + " x " + classes.size() + ", got "
                    + counts.rows() + " x " + counts.cols());
        }
        counts = counts.frozen();
    }

    /**
     * Of predictions that name a class each.
     *
     * @param truth the class of every row; rows of none of {@code classes} are left out
     */
    public static Confusion of(List<String> classes, Predictions predictions, List<String> truth) {
        Matrix counts = Matrix.zeros(classes.size(), classes.size());
        predictions.forEach(one -> {
            int own = classes.indexOf(truth.get(one.row()));
            int answer = classes.indexOf(one.category().orElse(""));
            if (own >= 0 && answer >= 0) {
                counts.add(own, answer, 1);
            }
        });
        return new Confusion(classes, counts);
    }

    /** How many rows say which class they are of; the others are blank, NA or the like. */
    public static long labelled(List<String> truth) {
        return truth.stream()
                .filter(name -> !name.isBlank() && !MissingWords.usual(name))
                .count();
    }

    /** Rows that were judged. */
    public long rows() {
        double sum = 0;
        for (int i = 0; i < classes.size(); i++) {
            for (int j = 0; j < classes.size(); j++) {
                sum += counts.get(i, j);
            }
        }
        return Math.round(sum);
    }

    /** Rows that were given their class. */
    public long right() {
        return Math.round(counts.trace());
    }

    /** Share of rows that were given their class; NaN without rows. */
    public double accuracy() {
        return (double) right() / rows();
    }

    /** What went wrong, the most frequent first; of equal ones in the order of the classes. */
    public List<Mistake> mistakes() {
        List<Mistake> mistakes = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            for (int j = 0; j < classes.size(); j++) {
                if (i != j && counts.get(i, j) > 0) {
                    mistakes.add(new Mistake(classes.get(i), classes.get(j), Math.round(counts.get(i, j))));
                }
            }
        }
        mistakes.sort(Comparator.comparingLong(Mistake::rows).reversed());
        return mistakes;
    }
}
