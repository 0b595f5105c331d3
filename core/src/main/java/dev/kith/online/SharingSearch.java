package dev.kith.online;

import java.util.List;

/** Where the search for b stands. */
public record SharingSearch(List<Candidate> candidates) {
    public SharingSearch {
        candidates = List.copyOf(candidates);
    }

    /**
     * One b of the grid.
     *
     * @param mistakes what predicting by this b alone, from the sums of the search, would have got wrong
     * @param weight its share of the next prediction
     */
    public record Candidate(double b, long mistakes, double weight) {}

    /** The candidate with the fewest mistakes; the first of equals. */
    public Candidate best() {
        Candidate best = candidates.get(0);
        for (Candidate candidate : candidates) {
            best = candidate.mistakes() < best.mistakes() ? candidate : best;
        }
        return best;
    }

    /** Mistakes made beyond those of the best b in hindsight. */
    public long regret(long mistakes) {
        return mistakes - best().mistakes();
    }
}
