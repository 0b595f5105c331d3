package dev.kith.adapt;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transforming;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Loss;
import dev.kith.model.Model;
import dev.kith.model.TreeModel;
import dev.kith.model.transform.TransformedTrainer;
import dev.kith.score.Folding;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.matrix.TaskMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Lets new tasks join a trained model, which is all that is needed: no row of the trained tasks is. With their predictors
 * W and their block A of the structure fixed, the objective of the fit is, for a new task with weights w,
 *
 * <pre>
 *   sum_i w_i loss(y_i, b + x_i'w) + lambda ||w - W c||^2 / s + F([A, A c; c'A, s + c'A c]) + constant
 * </pre>
 *
 * (the trace of A_ext^-1 [W w]'[W w] by the Schur complement s), minimised over w, b, c and s: what the task is drawn to,
 * W c, and how firmly, are learned from its rows. Trained tasks are left as they are, bit for bit.
 *
 * <p>Several new tasks join side by side, each given the trained ones; adapt again to let one lean on another.
 *
 * @param relation the relation the model was fitted with; a known structure must know the new tasks as well
 * @param counting how much the new rows count in a model whose tasks count the same, however many rows they have
 * @param folding how new rows are held out to find out how far the new task is missed: in turn, or forward in time
 */
public record TaskAdapter(Model model, Relation relation, Counting counting, Folding folding) {
    /** New rows are left out in turn to find out how far the new task is missed. */
    public TaskAdapter(Model model, Relation relation, Counting counting) {
        this(model, relation, counting, Folding.random());
    }

    /** Rows count as rows of the trained tasks do. */
    public TaskAdapter(Model model, Relation relation) {
        this(model, relation, Counting.ROW);
    }

    /**
     * The relation is the one the model says it was fitted with; trees have none, and need none.
     *
     * @throws DataException if the model does not say enough of it, or it is about tasks by name and so cannot know new ones
     */
    public TaskAdapter(Model model) {
        this(model, model instanceof TreeModel ? Relations.independent() : unnamed(FittedRelation.of(model)));
    }

    private static Relation unnamed(Relation relation) {
        if (relation.namesTasks()) {
            throw new DataException("the relation of method '" + relation.name()
                    + "' is about tasks by name: give it with the new tasks in it");
        }
        return relation;
    }

    /**
     * The model with the tasks of these rows added.
     *
     * <p>Where labels were learned transformed, so are these, and new tasks have the correction of all tasks.
     *
     * @param given labelled rows of tasks the model does not have, with the model's features or the columns they are made of
     * @throws DataException if a task is in the model already, or the model takes no new tasks
     */
    public Adapted adapt(Dataset given) {
        if (model.info().columns().choice().isPresent()) {
            throw new DataException(
                    "a model of a choice among classes takes no new tasks: fit it again with their rows, or predict them by what"
                            + " the tasks it has answer (unknown tasks by what is common)");
        }
        Optional<TargetTransform> back = model.info().schema().transform();
        if (back.isPresent()) {
            Dataset learned = Transforming.learned(given, back.get().transform());
            return new TaskAdapter(TransformedTrainer.plain(model), relation, counting, folding)
                    .adapt(learned)
                    .with(back.get());
        }
        Dataset rows = model.info().prepared(given);
        if (model instanceof TreeModel trees) {
            requireNew(trees.info().tasks(), rows);
            return new TreeAdapter(trees, folding).adapt(rows);
        }
        return CommonWeights.of(model)
                .map(common -> common.whole(with(common.own()).drawn(common.own(rows))))
                .orElseGet(() -> drawn(rows));
    }

    private TaskAdapter with(Model other) {
        return new TaskAdapter(other, relation, counting, folding);
    }

    private Adapted drawn(Dataset rows) {
        if (!ConstantWeight.suits(model)) {
            return join(rows);
        }
        ConstantWeight constant = ConstantWeight.of(model);
        Adapted joined = with(constant.widened(model)).join(constant.widened(rows));
        return new Adapted(constant.narrowed(joined.model(), model), joined.tasks(), joined.misses());
    }

    private Adapted join(Dataset rows) {
        Trained trained = Trained.of(model);
        requireNew(trained.tasks(), rows);
        Newcomers newcomers = Newcomers.of(trained, rows, counting);
        Places places = new Places(trained, relation, rows.tasks());
        List<Joined> all = new ArrayList<>();
        List<NewTask> tasks = new ArrayList<>();
        List<List<Double>> misses = new ArrayList<>();
        for (int t = 0; t < rows.taskCount(); t++) {
            Place place = places.of(t);
            NewRows seen = newcomers.rows(t, places.pooled(), place.map());
            requireLearnable(rows.tasks().get(t), seen.y(), trained.loss());
            Joiner joiner = new Joiner(place, trained.loss());
            Joined joined = joiner.join(seen).mapped(place.map());
            all.add(newcomers.completed(joined, places.pooled()));
            Trials trials = new Trials(
                    Trials.way(seen, joiner),
                    newcomers.alone(t),
                    trained.loss(),
                    Trials.parts(folding, rows.select(newcomers.observations(t))));
            NewTask.Gain gain = trials.gain(newcomers.unit(t));
            misses.add(trials.misses());
            tasks.add(describe(places, newcomers, t, seen, joined, gain));
        }
        TaskMatrix structure = Extended.of(trained.structure(), all, places.structure());
        Model extended = newcomers.extend(all, structure);
        // a relation about tasks by name knows more of them now
        Model noted = extended.withInfo(extended.info().withParameters(relation.parameters()));
        return new Adapted(
                noted,
                tasks,
                new Misses(trained.scaling().labelScale(), newcomers.labels().labelScale(), misses));
    }

    static void requireLearnable(String task, double[] labels, Loss loss) {
        if (!Trials.learnable(labels, IntStream.range(0, labels.length).toArray(), loss)) {
            throw new DataException("task '" + task + "' has rows of one class only; at least one of each is needed");
        }
    }

    private static void requireNew(List<String> tasks, Dataset rows) {
        Set<String> known = new HashSet<>(tasks);
        for (String task : rows.tasks()) {
            if (known.contains(task)) {
                throw new DataException("task '" + task
                        + "' is in the model already; leave its rows out, or fit all tasks" + " again to change it");
            }
        }
        int[] counts = rows.countPerTask();
        for (int t = 0; t < counts.length; t++) {
            if (counts[t] == 0) {
                throw new DataException("task '" + rows.tasks().get(t) + "' has no labelled row");
            }
        }
    }

    private static NewTask describe(
            Places places, Newcomers newcomers, int t, NewRows rows, Joined joined, NewTask.Gain gain) {
        Trained trained = newcomers.trained();
        Matrix c = Matrix.wrap(joined.c().length, 1, joined.c());
        Matrix beta = Matrix.wrap(joined.beta().length, 1, joined.beta());
        Matrix shared = places.products().apply(c);
        Matrix own = trained.along(newcomers.inputs(t), beta);
        double ownSquare = Math.max(0, beta.dot(rows.own(joined.beta())));
        double sharedSquare = Math.max(0, c.dot(shared));
        double square = Math.max(0, sharedSquare + 2 * c.dot(own) + ownSquare);
        List<NewTask.Neighbour> nearest =
                nearest(trained.tasks(), cosines(shared.plus(1, own), square, places.squares()));
        double sizes = Math.sqrt(sharedSquare) + Math.sqrt(ownSquare);
        return new NewTask(
                newcomers.data().tasks().get(t),
                rows.size(),
                nearest,
                sizes > 0 ? Math.sqrt(ownSquare) / sizes : 1,
                joined.residual(),
                gain);
    }

    /** w'w_t / (||w|| ||w_t||). */
    private static double[] cosines(Matrix with, double square, double[] squares) {
        double[] cosines = new double[with.rows()];
        Arrays.setAll(cosines, t -> {
            double size = Math.sqrt(square * squares[t]);
            return size > 0 ? Math.max(-1, Math.min(1, with.get(t, 0) / size)) : 0;
        });
        return cosines;
    }

    private static List<NewTask.Neighbour> nearest(List<String> tasks, double[] similarity) {
        return IntStream.range(0, similarity.length)
                .mapToObj(t -> new NewTask.Neighbour(tasks.get(t), similarity[t]))
                .sorted(Comparator.comparingDouble(near -> -Math.abs(near.similarity())))
                .toList();
    }
}
