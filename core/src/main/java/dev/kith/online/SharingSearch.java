package dev.kith.online;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Where a learner's search for how tasks share stands.
 *
 * @param allowed how many mistakes the search has made at most, where a theorem says so
 */
public record SharingSearch(List<Candidate> candidates, OptionalDouble allowed) {
    public SharingSearch {
        candidates = List.copyOf(candidates);
    }

    /**
     * One way of sharing.
     *
     * @param name what it is, in words: {@code b = 4}
     * @param b its b, where it is an amount of sharing
     * @param mistakes what predicting by this one alone got wrong, or would have got wrong from the sums of the search
     * @param weight its share of the next prediction
     */
    public record Candidate(String name, OptionalDouble b, long mistakes, double weight) {
        /** An amount of sharing. */
        public static Candidate ofB(double b, long mistakes, double weight) {
            String number = Double.isInfinite(b)
                    ? "infinity"
                    : b == Math.rint(b) ? Long.toString((long) b) : Double.toString(b);
            return new Candidate("b = " + number, OptionalDouble.of(b), mistakes, weight);
        }
    }

    /** The candidate with the fewest mistakes; the first of equals. */
    public Candidate best() {
        Candidate best = candidates.get(0);
        for (Candidate candidate : candidates) {
            best = candidate.mistakes() < best.mistakes() ? candidate : best;
        }
        return best;
    }

    /** Mistakes made beyond those of the best candidate in hindsight. */
    public long regret(long mistakes) {
        return mistakes - best().mistakes();
    }
}
