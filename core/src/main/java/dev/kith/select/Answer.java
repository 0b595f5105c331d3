package dev.kith.select;

import dev.kith.score.Verdict;

/**
 * Does sharing help? One answer for all tasks that contradicts none of their verdicts.
 *
 * @param overall of the mean over tasks
 * @param share how many tasks have this verdict; so for the others
 */
/* Why not the mean alone: it has the rows of all tasks behind it and is clear long before single tasks are, and it can be
 * ruled by a few of them. "Sharing helps" above "helps 0 of 60 tasks, harms 1" is true of both, and nobody believes it. */
public record Answer(Verdict overall, int share, int isolate, int same, int unclear) {
    /** The answer in a word; every task count it names is above 0. */
    public enum Kind {
        /** The mean is better, some tasks clearly are, none is clearly worse. */
        HELPS,
        /** The mean is better and more tasks are clearly better than clearly worse, but some are worse. */
        HELPS_MOST,
        /** The mean is better; no single task is clearly better or worse. */
        HELPS_ON_AVERAGE,
        /** Some tasks are clearly better, none is clearly worse; of the mean nothing is clear, or it does not move. */
        HELPS_SOME,
        /** Some tasks are clearly better, some clearly worse, or the mean and most clear tasks disagree. */
        MIXED,
        /** Some tasks are clearly worse, none is clearly better; of the mean nothing is clear, or it does not move. */
        HARMS_SOME,
        /** The mean is worse; no single task is clearly better or worse. */
        HARMS_ON_AVERAGE,
        /** The mean is worse and more tasks are clearly worse than clearly better, but some are better. */
        HARMS_MOST,
        /** The mean is worse, some tasks clearly are, none is clearly better. */
        HARMS,
        /** Neither the mean nor any task moves by more than the margin, or as far as one can tell. */
        NO_DIFFERENCE,
        /** Nothing is clear. */
        UNCLEAR
    }

    public static Answer of(Gains gains) {
        return new Answer(
                gains.verdict(),
                gains.count(Verdict.SHARE),
                gains.count(Verdict.ISOLATE),
                gains.count(Verdict.SAME),
                gains.count(Verdict.UNCLEAR));
    }

    public int tasks() {
        return share + isolate + same + unclear;
    }

    public Kind kind() {
        return switch (overall) {
            case SHARE -> clear(share, isolate, Kind.HELPS, Kind.HELPS_MOST, Kind.HELPS_ON_AVERAGE);
            case ISOLATE -> clear(isolate, share, Kind.HARMS, Kind.HARMS_MOST, Kind.HARMS_ON_AVERAGE);
            case SAME, UNCLEAR -> open();
        };
    }

    /** The mean has moved; {@code with} tasks moved as it did and {@code against} the other way. */
    private static Kind clear(int with, int against, Kind all, Kind most, Kind onAverage) {
        if (against == 0) {
            return with > 0 ? all : onAverage;
        }
        return with > against ? most : Kind.MIXED;
    }

    private Kind open() {
        if (share > 0 || isolate > 0) {
            return isolate == 0 ? Kind.HELPS_SOME : share == 0 ? Kind.HARMS_SOME : Kind.MIXED;
        }
        return overall == Verdict.SAME || (same > 0 && unclear == 0) ? Kind.NO_DIFFERENCE : Kind.UNCLEAR;
    }
}
