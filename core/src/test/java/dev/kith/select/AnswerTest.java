package dev.kith.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.linalg.Matrix;
import dev.kith.score.Measure;
import dev.kith.score.Verdict;
import dev.kith.select.Answer.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static final long SEED = 11;

    /** What each answer claims, checked against the verdicts of the tasks. */
    private static void check(Answer answer) {
        int share = answer.share();
        int isolate = answer.isolate();
        boolean holds = switch (answer.kind()) {
            case HELPS -> answer.overall() == Verdict.SHARE && share > 0 && isolate == 0;
            case HELPS_MOST -> answer.overall() == Verdict.SHARE && share > isolate && isolate > 0;
            case HELPS_ON_AVERAGE -> answer.overall() == Verdict.SHARE && share == 0 && isolate == 0;
            case HELPS_SOME -> answer.overall() != Verdict.ISOLATE && share > 0 && isolate == 0;
            case MIXED -> (share > 0 && isolate > 0) || disagree(answer);
            case HARMS_SOME -> answer.overall() != Verdict.SHARE && share == 0 && isolate > 0;
            case HARMS_ON_AVERAGE -> answer.overall() == Verdict.ISOLATE && share == 0 && isolate == 0;
            case HARMS_MOST -> answer.overall() == Verdict.ISOLATE && isolate > share && share > 0;
            case HARMS -> answer.overall() == Verdict.ISOLATE && isolate > 0 && share == 0;
            case NO_DIFFERENCE -> share == 0 && isolate == 0 && (answer.overall() == Verdict.SAME || answer.same() > 0);
            case UNCLEAR -> answer.overall() == Verdict.UNCLEAR && share == 0 && isolate == 0;
        };
        assertThat(holds).as(answer + " is " + answer.kind()).isTrue();
    }

    private static boolean disagree(Answer answer) {
        return (answer.overall() == Verdict.SHARE && answer.isolate() >= answer.share())
                || (answer.overall() == Verdict.ISOLATE && answer.share() >= answer.isolate());
    }

    @Test
    void noCountsContradictTheirAnswer() {
        for (Verdict overall : Verdict.values()) {
            for (int counts = 0; counts < 256; counts++) {
                check(new Answer(overall, counts & 3, counts >> 2 & 3, counts >> 4 & 3, counts >> 6));
            }
        }
    }

    @Test
    void theMeanAloneDoesNotMakeSharingHelp() {
        assertThat(new Answer(Verdict.SHARE, 0, 1, 0, 59).kind()).isEqualTo(Kind.MIXED);
        assertThat(new Answer(Verdict.SHARE, 0, 0, 0, 60).kind()).isEqualTo(Kind.HELPS_ON_AVERAGE);
        assertThat(new Answer(Verdict.SHARE, 7, 1, 0, 52).kind()).isEqualTo(Kind.HELPS_MOST);
    }

    /** Tasks of random sizes, noise and gains; every kind of answer but the rarest must turn up. */
    @Test
    void noRandomOutcomeContradictsItsAnswer() {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<Kind, Integer> seen = new EnumMap<>(Kind.class);
        for (int trial = 0; trial < 1500; trial++) {
            Answer answer = Answer.of(outcome(random, trial % 3 == 0));
            check(answer);
            seen.merge(answer.kind(), 1, Integer::sum);
        }
        assertThat(seen)
                .as("seed %d", SEED)
                .containsKeys(
                        Kind.HELPS,
                        Kind.HELPS_MOST,
                        Kind.HELPS_ON_AVERAGE,
                        Kind.HELPS_SOME,
                        Kind.MIXED,
                        Kind.HARMS_SOME,
                        Kind.HARMS_MOST,
                        Kind.HARMS,
                        Kind.NO_DIFFERENCE,
                        Kind.UNCLEAR);
    }

    private static Gains outcome(SplittableRandom random, boolean classes) {
        int tasks = random.nextInt(1, 8);
        int each = random.nextInt(3, 40);
        int[] task = IntStream.range(0, tasks * each).map(o -> o % tasks).toArray();
        double[] y = new double[task.length];
        double[] before = new double[task.length];
        double[] after = new double[task.length];
        double common = random.nextInt(3) == 0 ? 0 : random.nextGaussian();
        double[] better =
                random.doubles(tasks, -0.7, 0.7).map(own -> common + own).toArray();
        double noise = random.nextBoolean() ? 0 : Math.pow(10, -random.nextInt(5));
        for (int o = 0; o < y.length; o++) {
            y[o] = !classes ? random.nextGaussian() : o < 2 ? 2 * o - 1 : random.nextBoolean() ? 1 : -1;
            before[o] = y[o] + random.nextGaussian();
            double share = noise == 0 ? 0 : better[task[o]];
            after[o] = before[o] + share * (y[o] - before[o]) + noise * random.nextGaussian();
        }
        Dataset data = Dataset.ofLong(
                DenseInputs.of(Matrix.zeros(y.length, 1)),
                IntStream.range(0, tasks).mapToObj(t -> "t" + t).toList(),
                task,
                y);
        return Gains.of(classes ? Measure.ERROR : Measure.NMSE, 0.95, classes ? data.asClasses() : data, before, after);
    }
}
