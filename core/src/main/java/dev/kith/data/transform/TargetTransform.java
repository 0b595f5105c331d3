package dev.kith.data.transform;

import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How the values of a model's functions become predictions in the units of its labels: {@link Transform#mean}, with numbers that training
 * rows gave.
 *
 * @param common the correction of all tasks together, for tasks that join; {@link Transform#neutral} where medians are predicted
 * @param corrections one for each task, drawn to the common one as far as tasks are alike in this
 */
public record TargetTransform(Transform transform, double common, List<Double> corrections) {
    public TargetTransform {
        corrections = List.copyOf(corrections);
        List<Double> all = new ArrayList<>(corrections);
        all.add(common);
        for (double correction : all) {
            boolean possible = Double.isFinite(correction) && (!transform.multiplies() || correction > 0);
            if (!possible) {
                throw new IllegalArgumentException("corrections must be finite numbers"
                        + (transform.multiplies() ? " > 0" : "") + ", got " + correction);
            }
        }
    }

    /** The prediction of a task whose function has the value {@code z}. */
    public double prediction(int task, double z) {
        return transform.mean(z, corrections.get(task));
    }

    /** One task of it. */
    public TargetTransform task(int task) {
        return new TargetTransform(transform, common, List.of(corrections.get(task)));
    }

    /** With more tasks at the end, which have the common correction. */
    public TargetTransform joined(int more) {
        List<Double> all = new ArrayList<>(corrections);
        all.addAll(Collections.nCopies(more, common));
        return new TargetTransform(transform, common, all);
    }

    /** Of the same tasks: where {@code second} says so, their corrections in another. */
    public TargetTransform mixed(TargetTransform other, boolean[] second) {
        List<Double> all = new ArrayList<>(corrections);
        for (int t = 0; t < second.length; t++) {
            if (second[t]) {
                all.set(t, other.corrections.get(t));
            }
        }
        return new TargetTransform(transform, common, all);
    }

    /** What was learned, and how predictions come of it. */
    public String words() {
        String learned = "learned as " + transform.meaning() + "; predictions in labels' units";
        if (!corrected()) {
            return learned + ", not corrected to means";
        }
        String least = Words.number(Collections.min(corrections));
        String most = Words.number(Collections.max(corrections));
        return learned + ", means by a " + (transform.multiplies() ? "factor" : "summand") + " of "
                + (least.equals(most) ? least : least + " to " + most + " by task");
    }

    /** Whether predictions are means, not medians or other quantiles. */
    public boolean corrected() {
        return common != transform.neutral()
                || corrections.stream().anyMatch(correction -> correction != transform.neutral());
    }
}
