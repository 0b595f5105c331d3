package dev.kith.data.shape;

import dev.kith.data.Columns.ClassChoice;

/**
 * What the answers to all questions of a {@link ClassChoice} say about a row. In an order, being above a class is being above all lower
 * ones; answers that say otherwise are drawn together first, as little as that takes (in squares).
 */
public record Answers(ClassChoice choice) {
    /**
     * The class chosen: without an order that of the largest decision value, of equal ones the first; in an order the one above as many
     * classes as answers are yes, on either side of which there is no more than half of the probability.
     *
     * @param decisions one per question, positive for yes
     */
    public int chosen(double... decisions) {
        if (choice.ordered()) {
            int above = 0;
            for (double z : falling(decisions)) {
                above += z >= 0 ? 1 : 0;
            }
            return above;
        }
        int best = 0;
        for (int c = 1; c < decisions.length; c++) {
            best = decisions[c] > decisions[best] ? c : best;
        }
        return best;
    }

    /**
     * The probability of every class; they sum to 1.
     *
     * @param yes the probability of a yes, one per question
     */
    public double[] shares(double... yes) {
        double[] shares = new double[choice.classes().size()];
        if (choice.ordered()) {
            double[] above = falling(yes);
            for (int c = 0; c < shares.length; c++) {
                double least = c == 0 ? 1 : above[c - 1];
                shares[c] = least - (c == above.length ? 0 : above[c]);
            }
            return shares;
        }
        double sum = 0;
        for (double p : yes) {
            sum += p;
        }
        for (int c = 0; c < shares.length; c++) {
            shares[c] = sum > 0 ? yes[c] / sum : 1.0 / shares.length;
        }
        return shares;
    }

    /** The nearest values, in squares, that do not rise: neighbours that do are put at their mean. */
    private static double[] falling(double... values) {
        double[] mean = new double[values.length];
        int[] count = new int[values.length];
        int blocks = 0;
        for (double value : values) {
            mean[blocks] = value;
            count[blocks++] = 1;
            while (blocks > 1 && mean[blocks - 1] > mean[blocks - 2]) {
                int both = count[blocks - 2] + count[blocks - 1];
                mean[blocks - 2] = (mean[blocks - 2] * count[blocks - 2] + mean[blocks - 1] * count[blocks - 1]) / both;
                count[--blocks - 1] = both;
            }
        }
        double[] falling = new double[values.length];
        for (int block = 0, at = 0; block < blocks; block++) {
            for (int k = 0; k < count[block]; k++) {
                falling[at++] = mean[block];
            }
        }
        return falling;
    }
}
