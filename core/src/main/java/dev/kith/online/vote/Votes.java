package dev.kith.online.vote;

import dev.kith.online.OnlineLearner;
import dev.kith.online.Snapshot;

/**
 * Exponential weights over N members, by their mistakes L_e and the number n of rows so far on which they disagreed:
 *
 * <pre>
 *   p_e ~ exp(-eta L_e),  eta = sqrt(8 ln N / (n + 1)),   vote = sum_e p_e sign(margin_e)
 * </pre>
 *
 * Drawing one member by its weight would make at most min_e L_e + 2 sqrt(n/2 ln N) + sqrt(ln N / 8) mistakes in expectation [1,
 * theorem 2.3; rows on which all agree change no weight and no difference of losses]. The majority is wrong only where at least half
 * of the weight is, so it makes at most twice as many: {@link #allowed}.
 */
final class Votes {
    /*
     * [1] Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, 2006.
     */
    private final long[] mistakes;
    private final double[] weights;
    private long disagreements;

    Votes(int members) {
        this(new long[members], 0);
    }

    private Votes(long[] mistakes, long disagreements) {
        this.mistakes = mistakes;
        this.disagreements = disagreements;
        this.weights = new double[mistakes.length];
        weigh();
    }

    private void weigh() {
        long best = mistakes[leader()];
        double eta = Math.sqrt(8 * Math.log(mistakes.length) / (disagreements + 1.0));
        double sum = 0;
        for (int e = 0; e < weights.length; e++) {
            weights[e] = Math.exp(-eta * (mistakes[e] - best));
            sum += weights[e];
        }
        for (int e = 0; e < weights.length; e++) {
            weights[e] /= sum;
        }
    }

    /** The member with the fewest mistakes; the first of equals. */
    int leader() {
        int best = 0;
        for (int e = 1; e < mistakes.length; e++) {
            best = mistakes[e] < mistakes[best] ? e : best;
        }
        return best;
    }

    /** The weighted vote, from -1 to 1. */
    double of(double[] margins) {
        double plus = 0;
        for (int e = 0; e < weights.length; e++) {
            plus += margins[e] >= 0 ? weights[e] : 0;
        }
        return 2 * plus - 1;
    }

    /** Tells the label of the row whose margins these are. */
    void observe(double[] margins, double y) {
        int wrong = 0;
        for (int e = 0; e < mistakes.length; e++) {
            if (OnlineLearner.mistaken(y, margins[e])) {
                mistakes[e]++;
                wrong++;
            }
        }
        if (wrong > 0 && wrong < mistakes.length) {
            disagreements++;
            weigh();
        }
    }

    int size() {
        return mistakes.length;
    }

    long mistakes(int e) {
        return mistakes[e];
    }

    double weight(int e) {
        return weights[e];
    }

    /** How many mistakes the vote has made at most. */
    double allowed() {
        double log = Math.log(mistakes.length);
        double regret = disagreements == 0 ? 0 : 2 * Math.sqrt(disagreements / 2.0 * log) + Math.sqrt(log / 8);
        return 2 * (mistakes[leader()] + regret);
    }

    void save(Snapshot.Builder to) {
        to.counts("votes", mistakes.clone()).counts("disagreements", disagreements);
    }

    static Votes restore(Snapshot from) {
        return new Votes(from.counts("votes").clone(), from.count("disagreements"));
    }
}
