package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.data.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Trains every contender on the training part of every split and predicts the held-out observations: the same splits for
 * all. A contender is handed the training part as a data set of its own; it never sees a held-out label.
 *
 * @param splits folds of {@code data}, or one given split; an observation is held out at most once
 * @param threads how many trainings run at once; the results do not depend on it
 */
public record Comparison(Dataset data, List<Contender> contenders, List<Split> splits, int threads) {
    public Comparison {
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
    }

    /** One contender on one split. */
    @SuppressWarnings("ArrayRecordComponent") // internal, never compared
    private record Trial(Contender.Trained trained, double[] predictions, double seconds) {}

    /** Runs all trainings and collects what was predicted for observations nobody trained on. */
    public List<HeldOut> run(Listener listener) {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<List<Future<Trial>>> trials = new ArrayList<>();
            int[] done = {0};
            // Learned structures come last in the usual list and take longest: starting with them keeps all threads
            // busy.
            for (int c = contenders.size() - 1; c >= 0; c--) {
                Contender contender = contenders.get(c);
                List<Future<Trial>> row = new ArrayList<>();
                for (Split split : splits) {
                    row.add(pool.submit(() -> {
                        Trial trial = trial(contender, split);
                        synchronized (done) {
                            listener.trained(
                                    contender.name(), trial.seconds, ++done[0], contenders.size() * splits.size());
                        }
                        return trial;
                    }));
                }
                trials.add(row);
            }
            Collections.reverse(trials);
            List<HeldOut> results = new ArrayList<>();
            for (int c = 0; c < contenders.size(); c++) {
                results.add(collect(contenders.get(c).name(), trials.get(c)));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static Trial trial(Contender contender, Split split) {
        long start = System.nanoTime();
        Contender.Trained trained = contender.train(split.train());
        return new Trial(
                trained, HeldOutLoss.predictions(trained.model(), split.test()), (System.nanoTime() - start) / 1e9);
    }

    private HeldOut collect(String name, List<Future<Trial>> trials) {
        double[] predictions = new double[data.size()];
        Arrays.fill(predictions, Double.NaN);
        int[] predictedIn = new int[data.size()];
        List<Contender.Trained> fits = new ArrayList<>();
        double seconds = 0;
        for (int s = 0; s < trials.size(); s++) {
            Trial trial = get(trials.get(s));
            int[] tested = splits.get(s).testObservations();
            for (int k = 0; k < tested.length; k++) {
                predictions[tested[k]] = trial.predictions[k];
                predictedIn[tested[k]] = s;
            }
            fits.add(trial.trained);
            seconds += trial.seconds;
        }
        return new HeldOut(name, predictions, predictedIn, fits, seconds);
    }

    private static Trial get(Future<Trial> trial) {
        try {
            return trial.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the comparison was interrupted", e);
        }
    }
}
