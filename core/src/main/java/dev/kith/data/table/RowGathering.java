package dev.kith.data.table;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Source;
import dev.kith.data.moments.MomentsBuilder;
import dev.kith.data.moments.OnePass;
import dev.kith.data.read.csv.CsvRows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Gathers rows that pass by once: as they are while they are few, as moments when they become many. */
final class RowGathering implements AutoCloseable {
    /** Beyond so many columns a factor is larger than the rows are likely to be. */
    private static final int MOST_COLUMNS = 2_000;
    /** So many times the tasks in twice the rows: more are to come. */
    private static final double GROWING = 1.5;

    private final String name;
    private final RowStream rows;
    private final Roles roles;
    private final Columns columns;
    private final boolean strings;
    private final OnePass pass;
    private @Nullable DatasetBuilder kept;
    private @Nullable MomentsBuilder moments;
    private final LongSupplier expected;
    private long limit;
    private int tasksBefore;
    private boolean counted;
    private long read;
    private long skipped;
    private double[] x = new double[0];
    private int[] tasks = new int[0];
    private double[] labels = new double[0];

    /** @param expected counts the rows beforehand; 0 where that cannot be or does not pay */
    RowGathering(String name, RowStream rows, Roles roles, OnePass pass, LongSupplier expected) {
        this.name = name;
        this.rows = rows;
        this.roles = roles;
        this.columns = Columns.of(roles);
        this.strings = !roles.columns(Roles.Part.STRINGS).isEmpty()
                || !roles.textInputs().isEmpty();
        this.pass = pass;
        this.expected = expected;
        this.limit = pass.numbers() / 2;
        this.kept = new DatasetBuilder(name, rows, roles);
    }

    /** Takes the current row; false where rows are moments already and features must be made of them. */
    boolean add() {
        if (kept != null) {
            kept.add();
            if (kept.numbers() > limit) {
                look(kept);
            }
            return true;
        }
        if (rows instanceof CsvRows csv && rows.labels() > 0 && !(csv.complete() && plain(csv))) {
            return false;
        }
        read++;
        skipped += rows.labels() == 0 ? 1 : 0;
        addCurrent();
        return true;
    }

    /** Whether all features are numbers, or a few values of a text. */
    private boolean plain(CsvRows csv) {
        return csv.plan().categories().stream()
                .allMatch(column -> roles.treatment(column.name()) instanceof Recipe.OneHot
                        || (roles.treatment(column.name()) instanceof Recipe.Category
                                && column.values().size() <= Recipe.Category.MOST_VALUES));
    }

    /** Rows behind. */
    long read() {
        return read;
    }

    /**
     * Turns the rows kept into moments, unless they must stay rows or would not become fewer; then asks again later. Where tasks keep
     * coming as rows do, rows will stay, and room for all of them is made at once.
     */
    private void look(DatasetBuilder builder) {
        if (builder.numbers() > pass.numbers()) {
            collapse(builder);
        }
        int tasksNow = rows.tasks().size();
        if (kept != null && !counted && tasksBefore > 0 && tasksNow > GROWING * tasksBefore) {
            counted = true;
            builder.expect(expected.getAsLong());
        }
        tasksBefore = tasksNow;
        limit = limit < pass.numbers() ? pass.numbers() : 2 * Math.max(limit, 1);
    }

    private void collapse(DatasetBuilder builder) {
        int d = rows.features().size();
        boolean fewer = builder.labelCount() >= 2L * rows.tasks().size() * (d + 2);
        boolean numbers =
                rows instanceof CsvRows csv && !strings && rows.classes().isEmpty() && builder.complete() && plain(csv);
        if (!fewer || !numbers || d > MOST_COLUMNS || columns.classes().isPresent()) {
            return;
        }
        if (!pass.squared() && builder.twoValued()) {
            return;
        }
        moments = new MomentsBuilder(pass.folds(), pass.seed(), pass.threads());
        builder.forEachRow(moments::add);
        read = builder.read();
        skipped = builder.skipped();
        kept = null;
    }

    private void addCurrent() {
        int count = rows.labels();
        if (count == 0 || moments == null) {
            return;
        }
        int d = rows.features().size();
        if (x.length != d) {
            x = new double[d];
        }
        if (tasks.length != count) {
            tasks = new int[count];
            labels = new double[count];
        }
        if (rows instanceof CsvRows csv && csv.numericCount() == d && rows.size() == d) {
            csv.copyNumbers(x, 0);
        } else {
            Arrays.fill(x, 0);
            for (int k = 0; k < rows.size(); k++) {
                x[rows.index(k)] = rows.value(k);
            }
        }
        for (int k = 0; k < count; k++) {
            tasks[k] = rows.labelTask(k);
            labels[k] = rows.label(k);
        }
        moments.add(tasks, labels, x, rows.weight());
    }

    /**
     * What was gathered. Once.
     *
     * @param lost told which column has lost its digits, when the rows cannot be had as moments
     */
    Optional<Dataset> dataset(String sha256, Consumer<String> lost) {
        if (kept != null) {
            return Optional.of(kept.dataset(sha256));
        }
        if (!rows.classes().isEmpty()) {
            throw new DataException(name + ": labels must be all numbers or all text");
        }
        List<String> provisional = List.copyOf(rows.features());
        int[] order = ((CsvRows) rows).plan().finalOrder();
        return java.util.Objects.requireNonNull(moments)
                .moments(List.copyOf(rows.tasks()), provisional)
                .with(new Source(name, read + rows.unreadable(), skipped + rows.unreadable(), sha256), columns)
                .dataset(Arrays.stream(order).mapToObj(provisional::get).toList(), lost);
    }

    @Override
    public void close() {
        if (moments != null) {
            moments.close();
        }
    }
}
