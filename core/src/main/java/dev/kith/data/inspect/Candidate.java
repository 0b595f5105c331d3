package dev.kith.data.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A column that may be the task or the target: what speaks for it, weighed, and the reasons worth telling. */
final class Candidate {
    private static final double NEAR = 1;
    private static final int MOST_NEAR = 3;

    private final Sampled column;
    private final List<String> reasons = new ArrayList<>();
    private double score;
    private String near = "";

    Candidate(Sampled column) {
        this.column = column;
    }

    /** Adds to the score if it holds, with a reason; an empty one is not told. */
    Candidate when(boolean holds, double points, String reason) {
        if (holds) {
            score += points;
            if (!reason.isEmpty()) {
                reasons.add(reason);
            }
        }
        return this;
    }

    Sampled column() {
        return column;
    }

    double score() {
        return score;
    }

    /** Whether no other comes near. */
    boolean alone() {
        return near.isEmpty();
    }

    String reason() {
        String told = String.join(", ", reasons);
        return told.isEmpty() ? near.replaceFirst("^; ", "") : told + near;
    }

    /** The best of those that reach a score, the first of equals; its reasons name those that come near. */
    static Optional<Candidate> best(List<Candidate> candidates, double least) {
        List<Candidate> ranked = candidates.stream()
                .filter(candidate -> candidate.score >= least)
                .sorted(Comparator.comparingDouble((Candidate c) -> -c.score))
                .toList();
        Optional<Candidate> best = ranked.stream().findFirst();
        best.ifPresent(first -> {
            List<String> near = ranked.stream()
                    .skip(1)
                    .filter(c -> c.score >= first.score - NEAR)
                    .limit(MOST_NEAR)
                    .map(c -> "'" + c.column.name() + "'")
                    .toList();
            first.near = near.isEmpty() ? "" : "; or is it " + String.join(" or ", near) + "?";
        });
        return best;
    }
}
