package dev.kith.select;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.linalg.NumericalException;
import dev.kith.score.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Trains every contender on the training part of every split and predicts the held-out observations: the same splits for
 * all. A contender is handed the training part as a data set of its own; it never sees a held-out label.
 *
 * @param data what predictions are judged on, {@link Split#judged}
 * @param units what intervals leave out together, a number per observation of the data
 * @param splits folds of the data, or one given split; an observation is held out at most once
 * @param threads how many trainings run at once; the results do not depend on it
 */
@SuppressWarnings("ArrayRecordComponent") // internal, never compared
record Trials(Dataset data, int[] units, List<Contender> contenders, List<Split> splits, int threads) {
    public Trials {
        contenders = List.copyOf(contenders);
        splits = List.copyOf(splits);
        if (contenders.isEmpty() || splits.isEmpty()) {
            throw new IllegalArgumentException(
                    "a comparison needs contenders and splits, got " + contenders.size() + " and " + splits.size());
        }
        if (contenders.stream().map(Contender::name).distinct().count() < contenders.size()) {
            throw new IllegalArgumentException("contenders must have different names, got "
                    + contenders.stream().map(Contender::name).toList());
        }
        if (!(threads >= 1)) {
            throw new IllegalArgumentException("threads must be a whole number >= 1, got " + threads);
        }
    }

    /** Hears of every training that ends: whose, how long it took, and how many have ended, of how many. */
    @FunctionalInterface
    public interface Listener {
        void trained(String contender, double seconds, int done, int of);

        /**
         * All trainings of a contender have ended: the same that {@link #run} returns in the end, which waits for this.
         * Called by several threads at once.
         */
        default void finished(HeldOut result) {}

        /** A contender that may, {@link Contender#mayRefuse}, does not take the data, and is left out; told once. */
        default void refused(String contender, String why) {}
    }

    /** One contender on one split. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Trial(Contender.Trained trained, double[] predictions, double seconds) {}

    /** Runs all trainings and collects what was predicted for observations nobody trained on. */
    public List<HeldOut> run(Listener listener) {
        return run(listener, order(), () -> false);
    }

    /**
     * The same as long as there is time: those that are late are not begun, except for the first contender's, and what a
     * contender shows needs all of its trainings. In the order of the contenders, so that those named first are done.
     *
     * @param late asked before every training, by several threads at once
     * @return of the contenders that were done
     */
    List<HeldOut> runInTime(Listener listener, BooleanSupplier late) {
        return run(listener, IntStream.range(0, contenders.size()).toArray(), late);
    }

    private List<HeldOut> run(Listener listener, int[] order, BooleanSupplier late) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Collected collected = new Collected(listener);
            List<Future<?>> trials = new ArrayList<>();
            for (int c : order) {
                for (int s = 0; s < splits.size(); s++) {
                    int split = s;
                    trials.add(pool.submit(() -> {
                        if (c == 0 || (!late.getAsBoolean() && !collected.refused(c))) {
                            collected.run(c, split);
                        }
                    }));
                }
            }
            trials.forEach(Trials::await);
            return collected.results();
        } finally {
            pool.shutdownNow();
        }
    }

    /**
     * The first contender is what the others are compared with, and comes first so that a comparison that is cut short has
     * something to say. Learned structures come last in the usual list and take longest: starting with them keeps all
     * threads busy.
     */
    private int[] order() {
        int count = contenders.size();
        return IntStream.range(0, count).map(k -> (count - k) % count).toArray();
    }

    /** What has been trained so far. */
    private final class Collected {
        private final Listener listener;
        private final Trial[][] trials = new Trial[contenders.size()][splits.size()];
        private final HeldOut[] results = new HeldOut[contenders.size()];
        private final int[] ended = new int[contenders.size()];
        private final boolean[] refused = new boolean[contenders.size()];
        private int done;

        Collected(Listener listener) {
            this.listener = listener;
        }

        void run(int contender, int split) {
            Contender one = contenders.get(contender);
            try {
                if (addTrial(contender, split, trial(one, splits.get(split)))) {
                    // Not in the others' way: whoever listens may have much to do.
                    listener.finished(results[contender]);
                }
            } catch (DataException | NumericalException e) {
                if (!one.mayRefuse()) {
                    throw e;
                }
                refuse(contender, e);
            }
        }

        synchronized boolean refused(int contender) {
            return refused[contender];
        }

        private synchronized void refuse(int contender, RuntimeException why) {
            if (!refused[contender]) {
                refused[contender] = true;
                listener.refused(contenders.get(contender).name(), String.valueOf(why.getMessage()));
            }
        }

        /** Whether it was the last of its contender. */
        private synchronized boolean addTrial(int contender, int split, Trial trial) {
            trials[contender][split] = trial;
            String name = contenders.get(contender).name();
            listener.trained(name, trial.seconds, ++done, contenders.size() * splits.size());
            if (++ended[contender] < splits.size()) {
                return false;
            }
            results[contender] = collect(name, Arrays.asList(trials[contender]));
            return true;
        }

        synchronized List<HeldOut> results() {
            return Arrays.stream(results).filter(Objects::nonNull).toList();
        }
    }

    private static Trial trial(Contender contender, Split split) {
        long start = System.nanoTime();
        Contender.Trained trained = contender.train(split.train());
        return new Trial(trained, split.predictions(trained.model()), (System.nanoTime() - start) / 1e9);
    }

    private HeldOut collect(String name, List<Trial> trials) {
        double[] predictions = new double[data.size()];
        Arrays.fill(predictions, Double.NaN);
        int[] predictedIn = new int[data.size()];
        List<Contender.Trained> fits = new ArrayList<>();
        double seconds = 0;
        for (int s = 0; s < trials.size(); s++) {
            Trial trial = trials.get(s);
            int[] tested = splits.get(s).testObservations();
            for (int k = 0; k < tested.length; k++) {
                predictions[tested[k]] = trial.predictions[k];
                predictedIn[tested[k]] = s;
            }
            fits.add(trial.trained);
            seconds += trial.seconds;
        }
        return new HeldOut(name, predictions, predictedIn, units, fits, seconds);
    }

    private static void await(Future<?> trial) {
        try {
            trial.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the comparison was interrupted", e);
        }
    }
}
