package dev.kith.select.unseen;

import dev.kith.adapt.TaskAdapter;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.loss.TaskLosses;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Setup;
import dev.kith.model.Model;
import dev.kith.numeric.Concurrent;
import dev.kith.score.Measure;
import dev.kith.select.Search;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How well would a task be predicted that nobody has seen, from none, 5 or 20 of its rows? Whole tasks are held out in turn; every method is tuned
 * and trained on the others.
 *
 * <pre>{@code
 *   NewTaskResult found = NewTasks.on(shops).methods("mean", "mtfl").rows(0, 5, 20).run();
 * }</pre>
 *
 * Without known rows a task is predicted by the average of what the model predicts for its tasks, with some it joins the model
 * ({@link TaskAdapter}). Beside that: the task learned alone from these rows, and the mean of them. All are tested on the same rows, which are never
 * among the known ones; for fewer known rows the first of the same ones are.
 */
public final class NewTasks {
    /** Known rows when nothing is said. */
    public static final List<Integer> USUAL_ROWS = List.of(0, 5, 20);

    private final Dataset data;
    private List<String> methods = List.of("pooled", "mean", "mtfl", "mtrl");
    private List<Integer> rows = USUAL_ROWS;
    private int folds = Search.USUAL_FOLDS;
    private long seed = 1;
    private @Nullable TaskLosses losses;
    private @Nullable Measure measure;
    private double level = 0.95;
    private BiConsumer<Method, Search> change = (method, search) -> {};

    private NewTasks(Dataset data) {
        this.data = data;
    }

    public static NewTasks on(Dataset data) {
        return new NewTasks(data);
    }

    /** Hears of every training that is done. */
    @FunctionalInterface
    public interface Listener {
        void trained(String method, int done, int of);
    }

    public NewTasks methods(String... names) {
        return methods(List.of(names));
    }

    public NewTasks methods(List<String> names) {
        names.forEach(Methods::named);
        methods = List.copyOf(names);
        return this;
    }

    /** How many rows of a new task are known: one number or several, each &gt;= 0. */
    public NewTasks rows(int... known) {
        if (known.length == 0 || Arrays.stream(known).anyMatch(n -> n < 0)) {
            throw new IllegalArgumentException("rows must be numbers >= 0, got " + Arrays.toString(known));
        }
        rows = Arrays.stream(known).sorted().distinct().boxed().toList();
        return this;
    }

    /** Into how many parts the tasks are dealt; each is held out once. */
    public NewTasks folds(int value) {
        folds = value;
        return this;
    }

    /** Of the deal of tasks and rows. */
    public NewTasks seed(long value) {
        seed = value;
        return this;
    }

    public NewTasks losses(TaskLosses value) {
        losses = value;
        return this;
    }

    /** How predictions are judged; left out, what suits the losses. */
    public NewTasks measure(Measure value) {
        measure = value;
        return this;
    }

    /** Changes the search for every method's settings, such as {@code (method, search) -> search.lambda(1)}. */
    public NewTasks search(BiConsumer<Method, Search> value) {
        change = value;
        return this;
    }

    /**
     * Whether the data allow the test; {@link #run} checks it too.
     *
     * @throws DataException if not
     */
    public void check() {
        deal(used());
    }

    public NewTaskResult run() {
        return run((method, done, of) -> {});
    }

    private TaskLosses used() {
        return losses == null ? Setup.usualLosses(data) : losses;
    }

    private Deal deal(TaskLosses used) {
        data.requireRows("a test on new tasks");
        if (data.columns().choice().isPresent()) {
            throw new DataException("new tasks are not tested where rows choose among classes");
        }
        if (used.common().isEmpty()) {
            throw new DataException("new tasks are tested where all tasks have one loss, got " + used.name());
        }
        if (rows.get(0) == 0
                && data.columns().shape() == Columns.Shape.WIDE
                && data.classes().isEmpty()) {
            throw new DataException("a task in units of its own, as a column of wide data is, cannot be predicted from"
                    + " 0 rows; ask for more");
        }
        return Deal.of(used.labelled(data), folds, rows.get(rows.size() - 1), seed);
    }

    public NewTaskResult run(Listener listener) {
        TaskLosses used = used();
        Deal deal = deal(used);
        Measure judged =
                measure == null ? Measure.named(used.common().orElseThrow().measure()) : measure;
        Known known = new Known(deal, rows, used);
        List<Predicted> all = new ArrayList<>(List.of(known.alone(), known.constant()));
        int count = deal.folds().size();
        List<Predicted> found = methods.stream()
                .map(name -> new Predicted(name, deal.data(), rows.size()))
                .toList();
        AtomicInteger done = new AtomicInteger();
        Concurrent.forEach(methods.size() * count, k -> {
            Predicted into = found.get(k / count);
            predict(deal, k % count, used, into);
            synchronized (listener) {
                listener.trained(into.name(), done.incrementAndGet(), methods.size() * count);
            }
        });
        all.addAll(found);
        return new Judge(deal, judged, level, rows, known.oneClass()).result(all);
    }

    private void predict(Deal deal, int fold, TaskLosses used, Predicted into) {
        Method method = Methods.named(into.name());
        Dataset others = deal.others(fold);
        Search search = Search.on(others).method(method).losses(used);
        change.accept(method, search);
        Model model = search.run().model();
        for (int at = 0; at < rows.size(); at++) {
            for (int task : deal.folds().get(fold)) {
                int[] known = deal.known(task, rows.get(at));
                if (known.length == 0 || Known.oneClass(deal.data(), task, known)) {
                    into.write(at, deal.predicted(task), average(model, inputs(deal, task)));
                } else {
                    join(deal, model, task, known, at, into);
                }
            }
        }
    }

    private static Inputs inputs(Deal deal, int task) {
        return deal.data()
                .inputs()
                .select(Arrays.stream(deal.predicted(task))
                        .map(deal.data()::row)
                        .toArray());
    }

    private static void join(Deal deal, Model model, int task, int[] known, int at, Predicted into) {
        if (into.refused()) {
            return;
        }
        Model joined;
        try {
            joined = new TaskAdapter(model)
                    .adapt(deal.part(new int[] {task}, known))
                    .model();
        } catch (DataException e) {
            into.refuse(String.valueOf(e.getMessage()));
            return;
        }
        int[] column = new int[deal.predicted(task).length];
        Arrays.fill(column, joined.info().tasks().indexOf(deal.data().tasks().get(task)));
        into.write(at, deal.predicted(task), joined.predict(inputs(deal, task), column));
    }

    /** What a model predicts for a task it knows nothing of: the average over its tasks. */
    private static double[] average(Model model, Inputs inputs) {
        Matrix all = model.predict(inputs);
        return IntStream.range(0, all.rows())
                .mapToDouble(i -> IntStream.range(0, all.cols())
                        .mapToDouble(t -> all.get(i, t))
                        .average()
                        .orElseThrow())
                .toArray();
    }
}
