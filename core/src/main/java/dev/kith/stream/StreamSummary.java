package dev.kith.stream;

import dev.kith.online.OnlineLearner;
import dev.kith.online.SharingSearch;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What a run came to. Everything but {@code seconds} is the same for equal runs, however often they were resumed.
 *
 * @param learner the learner's name
 * @param tasks every task that had rows, in the learner's order
 * @param windows consecutive windows; the last may be shorter than the others
 * @param search what each amount of sharing would have got wrong, where the learner looked for the best
 * @param bound what a theorem allows, where the run was compared with a model
 * @param seconds the time this run took
 * @param stopped whether it was told to stop before the rows ended
 */
public record StreamSummary(
        String learner,
        Counts all,
        Map<String, TaskCounts> tasks,
        List<Counts> windows,
        Optional<SharingSearch> search,
        Optional<Bound> bound,
        double seconds,
        boolean stopped) {
    /**
     * Rows, and how many of them went wrong.
     *
     * @param rows rows that were predicted before their label was used
     * @param mistakes how many of them were predicted wrong
     */
    public record Counts(long rows, long mistakes) {
        /** mistakes / rows; 0 when there are none. */
        public double rate() {
            return rows == 0 ? 0 : (double) mistakes / rows;
        }
    }

    /**
     * The rows of one task.
     *
     * @param drifts the rows of the stream, from 1, at which the task was flagged as drifting
     */
    public record TaskCounts(Counts counts, List<Long> drifts) {
        public TaskCounts {
            drifts = List.copyOf(drifts);
        }
    }

    /**
     * What a theorem allows the learner, given how well a model predicts the rows that the learner got wrong.
     *
     * @param theorem of Cavallanti, Cesa-Bianchi and Gentile (2010)
     * @param of what is bounded: mistakes, or the shared loss
     * @param reached how much of it there was; never more than allowed
     * @param allowed empty where no theorem gives a bound
     * @param scale the multiple of the model at which the bound is least
     * @param rule why there is none, with names of settings in braces; empty otherwise
     */
    public record Bound(String theorem, String of, double reached, OptionalDouble allowed, double scale, String rule) {
        /** Why there is none, with settings called as a front end calls them; empty where there is one. */
        public String reason(UnaryOperator<String> naming) {
            return LearnerException.named(rule, naming);
        }
    }

    public StreamSummary {
        tasks = Collections.unmodifiableMap(new LinkedHashMap<>(tasks));
        windows = List.copyOf(windows);
    }

    /** The share of mistakes, each row predicted before its label was used. */
    public double rate() {
        return all.rate();
    }

    /** Rows of the whole stream per second of this run. */
    public double rowsPerSecond() {
        return all.rows() / Math.max(1e-9, seconds);
    }

    static StreamSummary of(OnlineLearner learner, Tally tally, List<String> names, double seconds, boolean stopped) {
        Map<String, TaskCounts> tasks = new LinkedHashMap<>();
        for (int t = 0; t < names.size(); t++) {
            if (tally.rows(t) > 0) {
                List<Long> drifts = Arrays.stream(tally.drifts(t)).boxed().toList();
                tasks.put(names.get(t), new TaskCounts(new Counts(tally.rows(t), tally.mistakes(t)), drifts));
            }
        }
        List<Counts> windows = IntStream.range(0, tally.windows())
                .mapToObj(k -> new Counts(tally.windowRows(k), tally.windowMistakes(k)))
                .toList();
        Counts all = new Counts(tally.rows(), tally.mistakes());
        return new StreamSummary(
                learner.name(), all, tasks, windows, learner.search(), Optional.empty(), seconds, stopped);
    }

    StreamSummary with(Bound found) {
        return new StreamSummary(learner, all, tasks, windows, search, Optional.of(found), seconds, stopped);
    }
}
