package dev.kith.trust;

import dev.kith.data.Dataset;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Trainer;
import dev.kith.score.CrossValidation;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.ties.LearnedGraph;
import dev.kith.structure.ties.TieStability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Which ties between tasks the data insist on: the structure is learned again, with the same settings, from rows drawn
 * with replacement.
 *
 * @param refits how many times
 * @param threads how many refits run at once; the result does not depend on it
 */
public record Bootstrap(int refits, long seed, int threads) {
    /*
     * Rows of one task are drawn within the task (and class), so that every task keeps as many labels as it has. Rows
     * with labels of several tasks are drawn whole: what their labels have in common is part of what is learned. A row
     * drawn k times is a row of weight k, which every trainer takes for k copies.
     */
    private static final int ATTEMPTS = 1000;

    public Bootstrap {
        if (refits < 1) {
            throw new IllegalArgumentException("refits must be a whole number >= 1, got " + refits);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be a whole number >= 1, got " + threads);
        }
    }

    /**
     * The same model with the stability of its ties.
     *
     * @param content what the trainer made of all of the data
     */
    public ModelFile.Content of(
            ModelFile.Content content,
            Trainer<? extends Model> trainer,
            Dataset data,
            CrossValidation.Listener listener) {
        Model model = content.model();
        // counts of both signs, the structure and, for every refit at work, as much as its ties take
        TaskMatrix.requireDense("a bootstrap of ties", data.taskCount(), 3 + 4 * threads);
        Matrix structure = model.structure()
                .map(TaskMatrix::dense)
                .orElseThrow(() -> new IllegalArgumentException(
                        "method '" + model.info().method() + "' has no structure whose ties could be stable"));
        TieStability stability = ties(trainer, data, structure, listener);
        Model noted = model.withInfo(model.info().withParameter(ModelInfo.BOOTSTRAP, refits + " refits"));
        return new ModelFile.Content(noted, content.uncertainty(), Optional.of(stability), content.moments());
    }

    /**
     * How often each tie appears, alike or opposite. A tie is a non-zero of the refitted structure where {@code structure}
     * has exact zeros, otherwise a partial correlation of the usual size.
     *
     * @param structure learned by the trainer from all of the data
     * @param listener hears of every refit that is done, in no particular order
     * @throws IllegalArgumentException if the trainer's models have no structure
     */
    public TieStability ties(
            Trainer<? extends Model> trainer, Dataset data, Matrix structure, CrossValidation.Listener listener) {
        boolean exact = LearnedGraph.hasZeros(structure);
        Resampling rows = new Resampling(data);
        Matrix alike = Matrix.zeros(data.taskCount(), data.taskCount());
        Matrix opposite = Matrix.zeros(data.taskCount(), data.taskCount());
        SplittableRandom random = new SplittableRandom(seed);
        List<SplittableRandom> draws =
                IntStream.range(0, refits).mapToObj(r -> random.split()).toList();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Matrix>> futures = new ArrayList<>();
            for (SplittableRandom draw : draws) {
                futures.add(pool.submit(() -> signs(trainer, rows.draw(draw), exact)));
            }
            for (int r = 0; r < refits; r++) {
                count(futures.get(r).get(), alike, opposite);
                listener.scored(r + 1, refits);
            }
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
            throw new IllegalStateException("interrupted while refitting", e);
        } finally {
            pool.shutdownNow();
        }
        return new TieStability(refits, alike.map(x -> x / refits), opposite.map(x -> x / refits));
    }

    private static Matrix signs(Trainer<? extends Model> trainer, Dataset data, boolean exact) {
        Model model = trainer.train(data).model();
        Matrix structure = model.structure()
                .map(TaskMatrix::dense)
                .orElseThrow(() -> new IllegalArgumentException("the model must have a structure to count its ties, got"
                        + " none from method '" + model.info().method() + "'"));
        return LearnedGraph.signs(structure, exact);
    }

    private static void count(Matrix signs, Matrix alike, Matrix opposite) {
        for (int k = 0; k < signs.data().length; k++) {
            alike.data()[k] += signs.data()[k] > 0 ? 1 : 0;
            opposite.data()[k] += signs.data()[k] < 0 ? 1 : 0;
        }
    }

    /** Draws rows with replacement. */
    private static final class Resampling {
        private final Dataset data;
        /** Rows among which is drawn, group by group. */
        private final List<int[]> groups;

        Resampling(Dataset data) {
            this.data = data;
            int[] labels = new int[data.inputs().rows()];
            for (int o = 0; o < data.size(); o++) {
                labels[data.row(o)]++;
            }
            boolean single = Arrays.stream(labels).allMatch(count -> count <= 1);
            groups = single ? byTask() : List.of(labelled(labels));
        }

        private static int[] labelled(int[] labels) {
            return IntStream.range(0, labels.length).filter(i -> labels[i] > 0).toArray();
        }

        /** Rows of each task, those of its two classes apart. */
        private List<int[]> byTask() {
            List<List<Integer>> lists = new ArrayList<>();
            for (int k = 0; k < 2 * data.taskCount(); k++) {
                lists.add(new ArrayList<>());
            }
            for (int o = 0; o < data.size(); o++) {
                boolean second = data.hasClasses(data.task(o)) && data.label(o) > 0;
                lists.get(2 * data.task(o) + (second ? 1 : 0)).add(data.row(o));
            }
            return lists.stream()
                    .filter(list -> !list.isEmpty())
                    .map(list -> list.stream().mapToInt(i -> i).toArray())
                    .toList();
        }

        /** As many rows as there are, each task keeping a label, and labels of both classes where it has two. */
        Dataset draw(SplittableRandom random) {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                int[] times = new int[data.inputs().rows()];
                for (int[] group : groups) {
                    for (int k = 0; k < group.length; k++) {
                        times[group[random.nextInt(group.length)]]++;
                    }
                }
                Dataset drawn = drawn(times);
                if (Arrays.equals(present(drawn), present(data))) {
                    return drawn;
                }
            }
            throw new IllegalArgumentException("every task must have labels in a resample: some task has so few rows"
                    + " that " + ATTEMPTS + " draws left it without");
        }

        private Dataset drawn(int[] times) {
            int[] kept = IntStream.range(0, data.size())
                    .filter(o -> times[data.row(o)] > 0)
                    .toArray();
            double[] weights = Arrays.stream(kept)
                    .mapToDouble(o -> times[data.row(o)] * data.weight(o))
                    .toArray();
            return data.select(kept).withWeights(weights);
        }

        /** Which tasks have labels, and of which class. */
        private static boolean[] present(Dataset data) {
            boolean[] present = new boolean[2 * data.taskCount()];
            for (int o = 0; o < data.size(); o++) {
                boolean second = data.hasClasses(data.task(o)) && data.label(o) > 0;
                present[2 * data.task(o) + (second ? 1 : 0)] = true;
            }
            return present;
        }
    }
}
