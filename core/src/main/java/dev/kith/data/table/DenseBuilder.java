package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.read.CategoryColumn;
import dev.kith.data.read.Doubles;
import dev.kith.data.read.Ints;
import dev.kith.data.read.csv.CsvRows;
import dev.kith.linalg.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Dense rows. Numbers are kept as they come; categories as one int each, spread out at the end. Where it is known how
 * many rows come, their numbers lie where they stay: nothing is there twice.
 */
final class DenseBuilder implements InputsBuilder {
    private final String name;
    private final CsvRows rows;
    private final Doubles numbers = new Doubles();
    private final Doubles.Source current;
    private final Ints categories = new Ints();
    private final Ints tasks = new Ints();
    private final Roles roles;
    private boolean complete = true;
    private int count;

    DenseBuilder(String name, CsvRows rows, Roles roles) {
        this.name = name;
        this.rows = rows;
        this.roles = roles;
        this.current = rows::copyNumbers;
    }

    @Override
    public void expect(long inAll) {
        long cells = inAll * rows.numericCount();
        if (cells <= MOST && 8 * cells <= Runtime.getRuntime().maxMemory()) {
            numbers.expect((int) cells);
        }
    }

    @Override
    public void add() {
        int numeric = rows.numericCount();
        if (numbers.size() + numeric > MOST) {
            throw new DataException(
                    name + ":" + rows.line() + ": more than " + MOST + " numbers do not fit one matrix");
        }
        if (!numbers.add(numeric, current)) {
            for (int k = 0; k < numeric; k++) {
                numbers.add(rows.value(k));
            }
        }
        for (int k = numeric; k < rows.size(); k++) {
            categories.add(rows.index(k));
        }
        if (rows.lenient() && rows.task() >= 0) {
            tasks.add(rows.task());
        }
        complete &= rows.complete();
        count++;
    }

    @Override
    public boolean complete() {
        return complete;
    }

    @Override
    public long numbers() {
        return (long) count * rows.size();
    }

    /** Row i as it was taken, features in the order they appeared in. */
    void rowInto(double[] x, int i) {
        Arrays.fill(x, 0);
        int numeric = rows.numericCount();
        int categorical = rows.size() - numeric;
        for (int k = 0; k < numeric; k++) {
            x[rows.index(k)] = numbers.get((long) i * numeric + k);
        }
        for (int c = 0; c < categorical; c++) {
            x[categories.get(i * categorical + c)] = 1;
        }
    }

    /** As the table has them where a feature is missing, a text, or yes and no; else dense. */
    @Override
    public Inputs inputs() {
        boolean categories = rows.size() > rows.numericCount();
        boolean raw =
                rows.lenient() && (!complete || categories || !rows.truths().isEmpty());
        return raw && count > 0 ? raw() : dense();
    }

    private RawInputs raw() {
        int numeric = rows.numericCount();
        double[] taken = numbers.drain();
        Map<Integer, RawColumn> columns = new TreeMap<>();
        Map<Integer, Recipe.Treatment> treatments = new TreeMap<>();
        for (int k = 0; k < numeric; k++) {
            int feature = rows.index(k);
            String column = rows.features().get(feature);
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = taken[i * numeric + k];
            }
            boolean truth = rows.truths().get(k);
            columns.put(
                    rows.plan().rank(feature),
                    RawColumn.Numbers.owning(column, truth ? truths(column, values) : values));
            treatments.put(rows.plan().rank(feature), truth ? new Recipe.Truth(column) : new Recipe.Numeric(column));
        }
        List<CategoryColumn> texts = rows.plan().categories();
        for (int c = 0; c < texts.size(); c++) {
            columns.put(texts.get(c).rank(), texts(texts.get(c), c, texts.size()));
            treatments.put(texts.get(c).rank(), roles.treatment(texts.get(c).name()));
        }
        return new RawInputs(
                List.copyOf(columns.values()),
                tasks.size() == count
                        ? Optional.of(RawColumn.Texts.owning(
                                roles.taskColumn().orElse("task"), rows.tasks(), tasks.toArray()))
                        : Optional.empty(),
                new Recipe(List.copyOf(treatments.values()), roles.impute(), roles.missing()));
    }

    private RawColumn texts(CategoryColumn column, int c, int perRow) {
        int[] places = column.places(rows.features().size());
        int[] codes = new int[count];
        for (int i = 0; i < count; i++) {
            int feature = categories.get(i * perRow + c);
            codes[i] = feature < 0 ? -1 : places[feature];
        }
        return RawColumn.Texts.owning(column.name(), column.values(), codes);
    }

    private double[] truths(String column, double[] values) {
        for (double value : values) {
            if (value != 0 && value != 1 && !Double.isNaN(value)) {
                throw new DataException(name + ": column '" + column + "' must be numbers or yes and no, has both, "
                        + value + " among them");
            }
        }
        return values;
    }

    private DenseInputs dense() {
        List<String> provisional = rows.features();
        int d = provisional.size();
        long cells = (long) count * d;
        if (cells > MOST || 8 * cells > Runtime.getRuntime().maxMemory()) {
            throw new DataException(name + ": " + count + " rows of " + d + " features need " + (cells >> 17)
                    + " MB, more than one matrix or this program's memory holds");
        }
        int[] order = rows.plan().finalOrder();
        List<String> features = Arrays.stream(order).mapToObj(provisional::get).toList();
        double[] taken = numbers.drain();
        if (rows.size() == rows.numericCount()) {
            return new DenseInputs(Matrix.wrap(count, d, taken), features);
        }
        return new DenseInputs(spread(taken, order), features);
    }

    private Matrix spread(double[] taken, int[] order) {
        int[] place = new int[order.length];
        for (int j = 0; j < order.length; j++) {
            place[order[j]] = j;
        }
        int numeric = rows.numericCount();
        int categorical = rows.size() - numeric;
        Matrix x = Matrix.zeros(count, order.length);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < numeric; k++) {
                x.set(i, place[rows.index(k)], taken[i * numeric + k]);
            }
            for (int c = 0; c < categorical; c++) {
                x.set(i, place[categories.get(i * categorical + c)], 1);
            }
        }
        return x;
    }
}
