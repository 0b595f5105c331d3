package dev.kith.data.inspect;

import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.inspect.Inspection.Cost;
import java.util.List;

/** What a comparison of the usual methods may take: a rough guess, by a formula laid by hand through a few runs. */
final class CompareCost {
    /*
     * Squared loss: rows count for what is scaled and predicted, and for trees; tasks for the steps on structures, by their
     * square for pictures of all pairs, by their cube for the one method that is compared up to a few hundred. Laid near runs without trees
     * of 139 tasks x 28 features in 31 s of CPU time, 2,410 x 5 in 28 s and 1,128 x 5 with 73,421 rows in 32 s, each on half of two busy cores.
     * Classes: every iteration passes over the rows. Laid near 14,820 rows x 9 features in 7 minutes.
     */
    /** Trend, season and weekday. */
    private static final int OF_DATE = 12;

    private static final double START = 5;
    private static final double PER_CELL = 2e-5;
    private static final double PER_WEIGHT = 3e-4;
    private static final double PER_PAIR = 1e-6;
    private static final double PER_NUMBER = 3e-3;
    private static final double PROGRAM = 150e6;
    private static final double COPIES = 3;

    private CompareCost() {}

    static Cost of(Judged judged, Roles roles) {
        double rows = judged.scan().rows();
        double tasks = judged.task()
                .map(task -> (double) TaskSizes.rows(task).size())
                .orElse((double) Math.max(1, judged.targets().size()));
        double features = features(judged, roles);
        double seconds = START
                + (judged.classes()
                        ? PER_NUMBER * rows * features * questions(judged)
                        : PER_CELL * rows * (features + 2) + PER_WEIGHT * tasks * features + PER_PAIR * tasks * tasks);
        return new Cost(
                PROGRAM + COPIES * Double.BYTES * rows * (features + 2),
                seconds,
                "a rough guess: a formula through a few runs on two cores, and three copies of the numbers in memory");
    }

    /** How many classes are told from the rest. */
    private static double questions(Judged judged) {
        long levels = judged.targets().get(0).column().distinct();
        return levels > 2 ? levels : 1;
    }

    /** Features that the roles make: a column of numbers each, and what is made of texts. */
    private static long features(Judged judged, Roles roles) {
        List<String> named = roles.columns(Roles.Part.FEATURE);
        long features = 0;
        for (Sampled column : judged.columns()) {
            boolean treated = roles.treated().contains(column.name());
            boolean free = roles.parts().values().stream().noneMatch(c -> c.contains(column.name()));
            if (treated) {
                features += made(roles.treatment(column.name()), column.column().distinct());
            } else if (named.isEmpty() ? free : named.contains(column.name())) {
                features++;
            }
        }
        return features;
    }

    private static long made(Recipe.Treatment way, long distinct) {
        return switch (way.part()) {
            case CATEGORICAL -> distinct > Recipe.Category.MOST_VALUES ? 1 : distinct;
            case DATE -> OF_DATE;
            case HASHED -> 1L << ((Recipe.Hashed) way).bits();
            default -> distinct;
        };
    }
}
