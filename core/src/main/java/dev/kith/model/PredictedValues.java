package dev.kith.model;

import dev.kith.data.Columns.ClassChoice;
import dev.kith.data.DataException;
import dev.kith.data.Names;
import dev.kith.data.Rows;
import dev.kith.data.shape.Answers;
import dev.kith.linalg.Matrix;
import dev.kith.model.Predictions.Probability;
import dev.kith.model.Predictions.Unknown;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/** The numbers behind {@link Predictions}: a value for each row and task that is asked, in that order. */
final class PredictedValues {
    private final boolean[] categorical;
    private final int perRow;
    private final int[] tasks;
    private final double[] values;
    private final Optional<double[]> shares;
    private final Optional<Matrix> everyShare;
    private final Optional<Matrix> extrapolating;
    private final Optional<Matrix> unproven;
    private final Optional<Strangers> strangers;

    /** @param tasks of each value; those of the first row alone where all rows are asked about the same */
    private PredictedValues(
            ModelInfo info,
            int perRow,
            int[] tasks,
            double[] values,
            Optional<double[]> shares,
            Optional<Matrix> everyShare,
            Optional<Matrix> extrapolating,
            Optional<Matrix> unproven) {
        this(info, perRow, tasks, values, shares, everyShare, extrapolating, unproven, Optional.empty());
    }

    private PredictedValues(
            ModelInfo info,
            int perRow,
            int[] tasks,
            double[] values,
            Optional<double[]> shares,
            Optional<Matrix> everyShare,
            Optional<Matrix> extrapolating,
            Optional<Matrix> unproven,
            Optional<Strangers> strangers) {
        this.strangers = strangers;
        categorical = new boolean[info.tasks().size()];
        for (int t = 0; t < categorical.length; t++) {
            categorical[t] = info.hasClasses(t);
        }
        this.perRow = perRow;
        this.tasks = tasks;
        this.values = values;
        this.shares = shares;
        this.everyShare = everyShare;
        this.extrapolating = extrapolating;
        this.unproven = unproven;
    }

    static PredictedValues own(Model model, Rows rows) {
        requireTasks(rows);
        int[] tasks = model.info().positions(rows.tasks());
        Optional<ConstrainedModel.Decoded> decoded = decoded(model, rows);
        double[] values = decoded.map(found -> IntStream.range(0, tasks.length)
                        .mapToDouble(i -> found.values().get(i, tasks[i]))
                        .toArray())
                .orElseGet(() -> model.predict(rows.inputs(), tasks));
        return new PredictedValues(
                model.info(),
                1,
                tasks,
                values,
                Optional.empty(),
                Optional.empty(),
                extrapolating(model, decoded),
                unproven(decoded));
    }

    /**
     * Rows of tasks that the model does not have.
     *
     * @param common what predicts them; empty where nothing does
     * @param marked those, and rows of unknown levels of groupings beside the tasks
     */
    private record Strangers(BitSet rows, Optional<Model> common, BitSet marked) {
        /** Whose tasks are all there are. */
        Strangers(BitSet rows, Optional<Model> common) {
            this(rows, common, rows);
        }

        static Strangers of(Model model, Rows rows, Unknown unknown) {
            Set<String> known = new HashSet<>(model.info().tasks());
            BitSet strange = new BitSet();
            for (int i = 0; i < rows.tasks().size(); i++) {
                strange.set(i, !known.contains(rows.tasks().get(i)));
            }
            BitSet marked = model.unknownLevels(rows.inputs());
            marked.or(strange);
            if (unknown == Unknown.MISSING || strange.isEmpty()) {
                return new Strangers(unknown == Unknown.MISSING ? marked : strange, Optional.empty(), marked);
            }
            Model common = unknown.by(model, rows.tasks().get(strange.nextSetBit(0)));
            return new Strangers(strange, Optional.of(common), marked);
        }

        double[] values(Rows all) {
            int[] own = rows.stream().toArray();
            return common.map(model -> model.predict(all.inputs().select(own), new int[own.length]))
                    .orElseGet(() -> {
                        double[] none = new double[own.length];
                        Arrays.fill(none, Double.NaN);
                        return none;
                    });
        }
    }

    /** Of a model or, for rows of tasks it does not have, of what its tasks have in common, or nothing. */
    static PredictedValues own(Model model, Rows rows, Unknown unknown) {
        requireTasks(rows);
        Strangers strangers = Strangers.of(model, rows, unknown);
        int n = rows.inputs().rows();
        int[] known = IntStream.range(0, n).filter(i -> !strangers.rows.get(i)).toArray();
        PredictedValues own =
                known.length == 0 ? none(model.info()) : own(model.treating(unknown), selected(rows, known));
        int[] tasks = new int[n];
        double[] values = new double[n];
        for (int k = 0; k < known.length; k++) {
            tasks[known[k]] = own.tasks[k];
            values[known[k]] = own.values[k];
        }
        double[] others = strangers.values(rows);
        int next = 0;
        for (int i = strangers.rows.nextSetBit(0); i >= 0; i = strangers.rows.nextSetBit(i + 1)) {
            values[i] = others[next++];
        }
        return new PredictedValues(
                model.info(),
                1,
                tasks,
                values,
                Optional.empty(),
                Optional.empty(),
                own.extrapolating.map(flags -> spread(flags, known, n)),
                own.unproven.map(flags -> spread(flags, known, n)),
                Optional.of(strangers));
    }

    /** Of no rows. */
    private static PredictedValues none(ModelInfo info) {
        return new PredictedValues(
                info,
                1,
                new int[0],
                new double[0],
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Rows selected(Rows rows, int... kept) {
        return new Rows(
                rows.inputs().select(kept),
                Arrays.stream(kept).mapToObj(rows.tasks()::get).toList(),
                List.of(),
                Arrays.stream(kept).mapToObj(i -> List.<String>of()).toList(),
                0,
                rows.source());
    }

    private static Matrix spread(Matrix flags, int[] known, int rows) {
        Matrix all = Matrix.zeros(rows, flags.cols());
        for (int k = 0; k < known.length; k++) {
            for (int j = 0; j < flags.cols(); j++) {
                all.set(known[k], j, flags.get(k, j));
            }
        }
        return all;
    }

    static PredictedValues all(Model model, Rows rows) {
        int count = model.info().tasks().size();
        Optional<ConstrainedModel.Decoded> decoded = decoded(model, rows);
        Matrix z = decoded.map(ConstrainedModel.Decoded::values).orElseGet(() -> model.predict(rows.inputs()));
        int[] tasks = IntStream.range(0, count).toArray();
        return new PredictedValues(
                model.info(),
                count,
                tasks,
                z.data(),
                Optional.empty(),
                Optional.empty(),
                extrapolating(model, decoded),
                unproven(decoded));
    }

    /**
     * The class with the largest decision value, of equal ones the first, and where decisions are probabilities, its share
     * of the sum of all classes' probabilities.
     */
    static PredictedValues oneClass(Model model, Rows rows, Probability probability) {
        ModelInfo info = model.info();
        for (int t = 0; t < info.tasks().size(); t++) {
            if (!info.hasClasses(t)) {
                throw new IllegalArgumentException(
                        "tasks must be classes for one of them to be chosen, got numbers of '"
                                + info.tasks().get(t) + "'");
            }
        }
        Matrix decisions = model.predict(rows.inputs());
        int[] best = new int[decisions.rows()];
        double[] values = new double[best.length];
        double[] shares = new double[best.length];
        for (int i = 0; i < best.length; i++) {
            double[] row = decisions.row(i);
            for (int t = 1; t < row.length; t++) {
                best[i] = row[t] > row[best[i]] ? t : best[i];
            }
            values[i] = row[best[i]];
            shares[i] = share(row, best[i], probability);
        }
        boolean known = probability.of(0, 0).isPresent();
        return new PredictedValues(
                info,
                1,
                best,
                values,
                known ? Optional.of(shares) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * The class that the answers to the questions of a row's own part choose. A value is the number of the class, its task the first question of
     * the part. Of a part that the model does not have, answers are the mean over its parts of what they answer, or there are none.
     */
    static PredictedValues choice(Model model, Rows rows, Probability probability, Unknown unknown) {
        ModelInfo info = model.info();
        ClassChoice choice = info.columns().choice().orElseThrow();
        Answers answers = new Answers(choice);
        int[] first = first(info, rows, choice, unknown);
        BitSet strange = new BitSet();
        IntStream.range(0, first.length).filter(i -> first[i] < 0).forEach(strange::set);
        Matrix decisions = decisions(model, rows, first, choice.questions());
        boolean known = probability.of(0, 0).isPresent();
        double[] values = new double[first.length];
        double[] shares = new double[first.length];
        Matrix every = Matrix.zeros(known ? first.length : 0, choice.classes().size());
        for (int i = 0; i < first.length; i++) {
            double[] own = decisions.row(i);
            if (strange.get(i) && unknown == Unknown.MISSING) {
                values[i] = Double.NaN;
                shares[i] = Double.NaN;
                for (int c = 0; known && c < every.cols(); c++) {
                    every.set(i, c, Double.NaN);
                }
                continue;
            }
            int chosen = answers.chosen(own);
            values[i] = chosen;
            for (int q = 0; known && q < own.length; q++) {
                own[q] = strange.get(i)
                        ? common(info, choice, q, own[q], probability)
                        : probability.of(first[i] + q, own[q]).orElseThrow();
            }
            double[] all = known ? answers.shares(own) : new double[0];
            for (int c = 0; c < all.length; c++) {
                every.set(i, c, all[c]);
            }
            shares[i] = known ? all[chosen] : Double.NaN;
        }
        return new PredictedValues(
                info,
                1,
                IntStream.of(first).map(task -> Math.max(0, task)).toArray(),
                values,
                known ? Optional.of(shares) : Optional.empty(),
                known ? Optional.of(every) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                unknown == Unknown.ERROR ? Optional.empty() : Optional.of(new Strangers(strange, Optional.empty())));
    }

    /** The probability of a yes to a question, on average over the parts. */
    private static double common(ModelInfo info, ClassChoice choice, int question, double z, Probability probability) {
        int questions = choice.questions();
        return IntStream.range(0, info.tasks().size() / questions)
                .mapToDouble(p -> probability.of(p * questions + question, z).orElseThrow())
                .average()
                .orElseThrow();
    }

    /** The task of every row's first question; -1 of parts that the model does not have, where they are not refused. */
    private static int[] first(ModelInfo info, Rows rows, ClassChoice choice, Unknown unknown) {
        if (info.columns().task().isEmpty()) {
            return new int[rows.inputs().rows()];
        }
        requireTasks(rows);
        List<String> parts = choice.parts(info.tasks());
        Map<String, Integer> place = new HashMap<>();
        for (int p = 0; p < parts.size(); p++) {
            place.put(parts.get(p), p * choice.questions());
        }
        return rows.tasks().stream()
                .mapToInt(part -> {
                    Integer at = place.get(part);
                    if (at == null && unknown == Unknown.ERROR) {
                        throw new DataException(Names.unknown("task", part, parts));
                    }
                    return at == null ? -1 : at;
                })
                .toArray();
    }

    /** Decision values of every row's own questions; of a part that the model does not have, their mean over its parts. */
    private static Matrix decisions(Model model, Rows rows, int[] first, int questions) {
        Matrix own = Matrix.zeros(first.length, questions);
        if (first.length == 0) {
            return own;
        }
        if (Arrays.stream(first).anyMatch(task -> task < 0)) {
            Matrix all = model.predict(rows.inputs());
            int parts = all.cols() / questions;
            for (int i = 0; i < first.length; i++) {
                for (int q = 0; q < questions; q++) {
                    int question = q;
                    int row = i;
                    own.set(
                            i,
                            q,
                            first[i] >= 0
                                    ? all.get(i, first[i] + q)
                                    : IntStream.range(0, parts)
                                            .mapToDouble(p -> all.get(row, p * questions + question))
                                            .average()
                                            .orElseThrow());
                }
            }
            return own;
        }
        if (Links.together(model.info()) || questions == model.info().tasks().size()) {
            Matrix all = model.predict(rows.inputs());
            for (int i = 0; i < first.length; i++) {
                System.arraycopy(all.row(i), first[i], own.data(), i * questions, questions);
            }
            return own;
        }
        for (int q = 0; q < questions; q++) {
            int question = q;
            double[] z = model.predict(
                    rows.inputs(),
                    Arrays.stream(first).map(task -> task + question).toArray());
            for (int i = 0; i < z.length; i++) {
                own.set(i, q, z[i]);
            }
        }
        return own;
    }

    private static void requireTasks(Rows rows) {
        if (rows.tasks().size() != rows.inputs().rows()) {
            throw new DataException(rows.source().name()
                    + ": rows do not say which task they belong to: read them with the role of a task column, or predict"
                    + " all tasks");
        }
    }

    private static double share(double[] decisions, int best, Probability probability) {
        double sum = 0;
        for (int t = 0; t < decisions.length; t++) {
            sum += probability.of(t, decisions[t]).orElse(Double.NaN);
        }
        return probability.of(best, decisions[best]).orElse(Double.NaN) / sum;
    }

    private static Optional<ConstrainedModel.Decoded> decoded(Model model, Rows rows) {
        return model instanceof ConstrainedModel constrained
                ? Optional.of(constrained.decode(rows.inputs()))
                : Optional.empty();
    }

    /** Where the model can tell which rows are far from its data. */
    private static Optional<Matrix> extrapolating(Model model, Optional<ConstrainedModel.Decoded> decoded) {
        return model instanceof ConstrainedModel constrained && constrained.flagsExtrapolation()
                ? decoded.map(ConstrainedModel.Decoded::extrapolating)
                : Optional.empty();
    }

    private static Optional<Matrix> unproven(Optional<ConstrainedModel.Decoded> decoded) {
        return decoded.map(ConstrainedModel.Decoded::unproven);
    }

    int size() {
        return values.length;
    }

    int perRow() {
        return perRow;
    }

    int task(int k) {
        return perRow == 1 && tasks.length == values.length ? tasks[k] : tasks[k % perRow];
    }

    double value(int k) {
        return values[k];
    }

    /** Whether a task's predictions are classes. */
    boolean categorical(int task) {
        return categorical[task];
    }

    OptionalDouble share(int k) {
        return shares.isPresent() ? OptionalDouble.of(shares.get()[k]) : OptionalDouble.empty();
    }

    /** The probability of every class of a choice, n x classes; empty where that is not what was asked, or there are none. */
    Optional<Matrix> everyShare() {
        return everyShare;
    }

    boolean flagsExtrapolation() {
        return extrapolating.isPresent();
    }

    boolean extrapolating(int row) {
        return extrapolating.isPresent() && extrapolating.get().get(row, 0) == 1;
    }

    /** Whether the model obeys a relation, so that its outputs are the best ones or may not be. */
    boolean flagsProofs() {
        return unproven.isPresent();
    }

    boolean unproven(int row) {
        return unproven.isPresent() && unproven.get().get(row, 0) == 1;
    }

    /** Whether the model does not have the task of a row. */
    boolean stranger(int row) {
        return strangers.isPresent() && strangers.get().marked.get(row);
    }

    boolean flagsStrangers() {
        return strangers.isPresent();
    }

    int countStrangers() {
        return strangers.map(found -> found.marked.cardinality()).orElse(0);
    }

    /** The probability of the second class, where the loss itself makes one. */
    OptionalDouble strangerProbability(double value) {
        Optional<Model> common = strangers.flatMap(found -> found.common);
        return common.isPresent() && categorical(0) ? common.get().probability(0, value) : OptionalDouble.empty();
    }

    int countUnproven() {
        return unproven.map(flags -> (int) Arrays.stream(flags.column(0)).sum()).orElse(0);
    }
}
