package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.SparseInputs;
import dev.kith.data.StringInputs;
import dev.kith.data.read.Doubles;
import dev.kith.data.read.Ints;
import dev.kith.data.read.csv.CsvRows;
import dev.kith.linalg.SparseRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Gathers the inputs of a row stream: dense for columns of numbers, sparse for LIBSVM, strings. */
interface InputsBuilder {
    /** As many numbers as one array holds. */
    int MOST = Integer.MAX_VALUE - 8;

    /** Takes the current row. */
    void add();

    /** Everything taken. Once. */
    Inputs inputs();

    /** Numbers, or characters, taken so far. */
    long numbers();

    /** What a row adds to the size of inputs: numbers, or characters. */
    static int numbers(RowStream rows, boolean strings) {
        return strings ? rows.text().length() : rows.size();
    }

    /** So many rows will come in all; any other number of them is only slower. */
    default void expect(long count) {}

    /** Whether no feature was missing so far. */
    default boolean complete() {
        return true;
    }

    /** What gathers rows of this kind. */
    static InputsBuilder of(String name, RowStream rows, Roles roles) {
        List<String> strings = roles.columns(Roles.Part.STRINGS);
        if (!strings.isEmpty()) {
            return new Strings(rows, strings.get(0));
        }
        List<String> texts = roles.textInputs();
        if (!texts.isEmpty() && rows instanceof CsvRows csv) {
            return new Mixed(new DenseBuilder(name, csv, roles), csv, texts);
        }
        return rows instanceof CsvRows csv ? new DenseBuilder(name, csv, roles) : new Sparse(name, rows);
    }

    /** Strings. */
    record Strings(RowStream rows, String column, List<String> values) implements InputsBuilder {
        Strings(RowStream rows, String column) {
            this(rows, column, new ArrayList<>());
        }

        @Override
        public void add() {
            values.add(rows.text());
        }

        @Override
        public Inputs inputs() {
            return new StringInputs(values, column);
        }

        @Override
        public long numbers() {
            return values.size();
        }
    }

    /** Numbers beside text columns. */
    record Mixed(DenseBuilder numeric, RowStream rows, List<String> columns, List<List<String>> values)
            implements InputsBuilder {
        Mixed(DenseBuilder numeric, RowStream rows, List<String> columns) {
            this(
                    numeric,
                    rows,
                    columns,
                    columns.stream()
                            .map(column -> (List<String>) new ArrayList<String>())
                            .toList());
        }

        @Override
        public void add() {
            numeric.add();
            for (int k = 0; k < values.size(); k++) {
                values.get(k).add(rows.text(k));
            }
        }

        @Override
        public Inputs inputs() {
            List<StringInputs> texts = new ArrayList<>();
            for (int k = 0; k < values.size(); k++) {
                texts.add(new StringInputs(values.get(k), columns.get(k)));
            }
            return new MixedInputs((DenseInputs) numeric.inputs(), texts);
        }

        @Override
        public long numbers() {
            return numeric.numbers() + (long) values.size() * values.get(0).size();
        }
    }

    /** Sparse rows. */
    final class Sparse implements InputsBuilder {
        /** Bytes per feature: its name and two places in lists, mean, deviation, a weight and the solver's copies. */
        private static final int FEATURE = 112;

        private final String name;
        private final RowStream rows;
        private final Ints starts = new Ints();
        private final Ints indices = new Ints();
        private final Doubles values = new Doubles();

        Sparse(String name, RowStream rows) {
            this.name = name;
            this.rows = rows;
            starts.add(0);
        }

        @Override
        public void add() {
            if (values.size() + rows.size() > MOST) {
                throw new DataException(
                        name + ":" + rows.line() + ": more than " + MOST + " numbers do not fit one matrix");
            }
            for (int k = 0; k < rows.size(); k++) {
                indices.add(rows.index(k));
                values.add(rows.value(k));
            }
            starts.add(indices.size());
        }

        @Override
        public long numbers() {
            return values.size();
        }

        @Override
        public Inputs inputs() {
            int[] columns = indices.toArray();
            requireMemory(rows.features().size(), columns, Runtime.getRuntime().maxMemory());
            List<String> features = List.copyOf(rows.features());
            return new SparseInputs(
                    new SparseRows(features.size(), starts.toArray(), columns, values.drain()), features);
        }

        /** Every number up to the largest is a feature, so that a file of one line can ask for gigabytes. */
        void requireMemory(long features, int[] columns, long limit) {
            if (features * FEATURE > limit) {
                long occur = Arrays.stream(columns).distinct().count();
                throw new DataException(name + ": features 1 to " + features + " need at least "
                        + ((features * FEATURE) >> 20)
                        + " MB of memory (names, scaling, one task's weights), Java may use "
                        + (limit >> 20) + " MB; " + occur + " of them occur: number those from 1 without gaps, choose"
                        + " some (--features), hash them (kith stream --hash), or start Java with a larger -Xmx");
            }
        }
    }
}
