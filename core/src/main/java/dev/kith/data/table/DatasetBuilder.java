package dev.kith.data.table;

import dev.kith.data.ClassNames;
import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.FileInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Source;
import dev.kith.data.read.Ascending;
import dev.kith.data.read.Doubles;
import dev.kith.data.read.Ints;
import dev.kith.data.read.Messages;
import dev.kith.data.shape.OneAgainstRest;
import dev.kith.data.shape.Questions;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers the observations of a row stream. */
final class DatasetBuilder {
    /** Lines that turn out to be no rows must not take the memory of others. */
    private static final int MOST_SHARE = 8;

    private final String name;
    private final RowStream rows;
    private final @Nullable Table file;
    private final InputsBuilder inputs;
    private final Columns columns;
    private final boolean weighted;
    private final boolean strings;
    private final Ascending sourceRows = new Ascending();
    private final Ascending rowOf = new Ascending();
    private final Ints taskOf = new Ints();
    private final Doubles labels = new Doubles();
    private final Doubles weights = new Doubles();
    private long numbers;
    private int read;

    DatasetBuilder(String name, RowStream rows, Roles roles) {
        this(name, rows, roles, null);
    }

    /** @param file where the inputs are, to leave them there; null to gather them */
    DatasetBuilder(String name, RowStream rows, Roles roles, @Nullable Table file) {
        this.name = name;
        this.rows = rows;
        this.file = file;
        this.inputs = InputsBuilder.of(name, rows, roles);
        this.columns = Columns.of(roles);
        this.strings = !roles.columns(Roles.Part.STRINGS).isEmpty();
        this.weighted = !roles.columns(Roles.Part.WEIGHT).isEmpty();
    }

    /** So many rows will come in all: what they hold lies where it stays. Any other number of them is only slower. */
    void expect(long count) {
        if (file == null) {
            inputs.expect(count);
        }
        boolean one = columns.shape() == Columns.Shape.LONG;
        long most = Math.min(InputsBuilder.MOST, Runtime.getRuntime().maxMemory() / Double.BYTES / MOST_SHARE);
        if (one && count <= most) {
            labels.expect((int) count);
            taskOf.expect((int) count);
        }
    }

    /** Takes the current row, unless it has no label. */
    void add() {
        int row = sourceRows.size();
        for (int k = 0; k < rows.labels(); k++) {
            rowOf.add(row);
            taskOf.add(rows.labelTask(k));
            labels.add(rows.label(k));
            if (weighted) {
                weights.add(rows.weight());
            }
        }
        if (rows.labels() > 0) {
            if (file != null) {
                numbers += InputsBuilder.numbers(rows, strings);
            } else {
                inputs.add();
            }
            sourceRows.add(Math.toIntExact(read + rows.unreadable()));
        }
        read++;
    }

    /** Numbers held, labels among them. */
    long numbers() {
        return inputs.numbers() + labels.size();
    }

    /** Whether no feature is missing so far. */
    boolean complete() {
        return inputs.complete();
    }

    long labelCount() {
        return labels.size();
    }

    long read() {
        return read;
    }

    long skipped() {
        return (long) read - sourceRows.size();
    }

    /** Whether labels take no more than two values so far. */
    boolean twoValued() {
        double first = labels.get(0);
        double second = first;
        for (long k = 1; k < labels.size(); k++) {
            double value = labels.get(k);
            if (value != first && value != second) {
                if (second != first) {
                    return false;
                }
                second = value;
            }
        }
        return true;
    }

    /** Takes a row with its labels; arrays are used again. */
    interface RowVisitor {
        void visit(int[] tasks, double[] labels, double[] x, double weight);
    }

    /** Visits the rows gathered so far, in order. */
    void forEachRow(RowVisitor visitor) {
        DenseBuilder dense = (DenseBuilder) inputs;
        double[] x = new double[rows.features().size()];
        for (int o = 0; o < rowOf.size(); ) {
            int row = rowOf.get(o);
            int to = o + 1;
            while (to < rowOf.size() && rowOf.get(to) == row) {
                to++;
            }
            int[] tasks = new int[to - o];
            double[] y = new double[to - o];
            for (int k = 0; k < tasks.length; k++) {
                tasks[k] = taskOf.get(o + k);
                y[k] = labels.get(o + k);
            }
            dense.rowInto(x, row);
            visitor.visit(tasks, y, x, weighted ? weights.get(o) : 1);
            o = to;
        }
    }

    Dataset dataset(String sha256) {
        if (read == 0) {
            throw new DataException(name + ": no rows");
        }
        if (sourceRows.size() == 0) {
            throw new DataException(name + ": none of the " + read + " rows has a label");
        }
        double[] y = labels.drain();
        boolean choice = columns.choice().isPresent();
        List<String> classes = choice ? List.of() : rows.classes();
        if (classes.size() == 1) {
            throw new DataException(
                    name + ": all labels are " + Messages.quote(classes.get(0)) + ", text labels must have two values");
        }
        boolean text = !classes.isEmpty();
        if (text) {
            ClassNames names = ClassNames.ofTexts(classes.get(0), classes.get(1));
            int positive = classes.indexOf(names.positive());
            Arrays.setAll(y, o -> y[o] == positive ? 1 : -1);
            classes = names.list();
        }
        Inputs taken = inputs.inputs();
        Dataset dataset = Dataset.of(
                        file == null ? taken : left(file, taken, sha256),
                        List.copyOf(rows.tasks()),
                        rowOf.orNull(),
                        taskOf.drain(),
                        y,
                        weighted ? weights.drain() : null,
                        text ? classes : null)
                .withSource(source(sha256), sourceRows.orNull())
                .withColumns(columns);
        if (choice) {
            return Questions.of(dataset, rows.classes());
        }
        return columns.shape() == Columns.Shape.CLASSES ? OneAgainstRest.of(dataset) : dataset;
    }

    private Source source(String sha256) {
        long all = read + rows.unreadable();
        return new Source(name, all, all - sourceRows.size(), sha256);
    }

    private FileInputs left(Table there, Inputs none, String sha256) {
        int[] from = new int[sourceRows.size()];
        Arrays.setAll(from, sourceRows::get);
        return new FileInputs(new FileRows(there, none, sha256), none, from, numbers);
    }
}
