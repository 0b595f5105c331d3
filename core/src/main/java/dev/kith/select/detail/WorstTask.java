package dev.kith.select.detail;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A task that is predicted badly, beside the others.
 *
 * @param training rows it was learned from
 * @param heldOut labels it was judged on
 * @param error the measure of the comparison
 * @param alone the same of the baseline
 * @param inUnits root mean squared error in the labels' own units, or the share of wrong answers
 * @param constant the same of always answering the mean of its training labels, or the more frequent class; empty where that is not known
 * @param reasons what is unusual about it, most telling first; may be none
 */
public record WorstTask(
        String task,
        int training,
        int heldOut,
        double error,
        OptionalDouble alone,
        double inUnits,
        OptionalDouble constant,
        List<Reason> reasons) {
    public WorstTask {
        reasons = List.copyOf(reasons);
    }

    /** What may be the reason of a large error. None of them is proven to be. */
    public enum Reason {
        FEW_ROWS("few rows", "fewer than half of the training rows that most tasks have"),
        BETTER_ALONE("better alone", "sharing harms it: learned from its own rows only it is predicted better"),
        FAR("far from the others", "its coefficients differ from the mean over tasks more than twice as much as usual"),
        NARROW("labels vary little", "less than half as much as in most tasks, so that small errors are a large share"),
        WIDE("labels vary widely", "more than twice as much as in most tasks"),
        NOISY("noisy", "hardly better than a constant answer, whatever the features say");

        private final String title;
        private final String words;

        Reason(String title, String words) {
            this.title = title;
            this.words = words;
        }

        /** In a word or a few. */
        public String title() {
            return title;
        }

        /** What exactly it means. */
        public String words() {
            return words;
        }
    }
}
