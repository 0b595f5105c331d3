package dev.kith.spark;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.file.ModelFile;
import dev.kith.linalg.Matrix;
import dev.kith.method.SettingException;
import dev.kith.model.Prediction;
import dev.kith.model.Predictions;
import dev.kith.model.Predictions.Scope;
import dev.kith.model.Predictions.Unknown;
import dev.kith.trust.Predictor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/** What is asked of a model for every row of a frame, checked on the driver. */
final class Predicting {
    /** Columns that are there while predictions are made, last of all. */
    static final String TASK = "__kith_task";

    static final String FEATURES = "__kith_features";

    private static final int BATCH = 4096;

    private final Unknown unknown;
    private final Optional<Double> level;
    private final boolean probability;

    Predicting(KithModel model, KithParams params) {
        model.requirePlain();
        this.unknown = unknown(params.of(params.unknown));
        this.level =
                params.bounded() ? Optional.of((Double) model.getOrDefault(params.intervalLevel)) : Optional.empty();
        this.probability = params.asked(params.probabilityCol).isPresent();
        Predictor predictor = predictor(model.content());
        if (unknown == Unknown.COMMON || unknown == Unknown.ATTRIBUTES) {
            unknown.by(predictor.model(), "?");
        }
    }

    private static Unknown unknown(String name) {
        return Arrays.stream(Unknown.values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new SettingException(
                        "unknown",
                        "must be one of "
                                + Arrays.stream(Unknown.values())
                                        .map(one -> one.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))
                                + "; got '" + name + "'"));
    }

    private Predictor predictor(ModelFile.Content content) {
        Predictor plain = Predictor.of(content).scope(Scope.OWN_TASK).unknown(unknown);
        if (probability && content.model().info().classes().isEmpty()) {
            throw new DataException("probabilities are for classes; this model predicts numbers");
        }
        return level.map(plain::intervals).orElse(plain);
    }

    MapPartitionsFunction<Row, Row> on(Broadcast<byte[]> file, LongAccumulator strangers) {
        return new OnExecutor(file, strangers, unknown, level.orElse(null), probability);
    }

    /** Runs where rows are; one predictor serves all tasks of an executor. */
    private static final class OnExecutor implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1L;

        /** By the array that the executor has of a broadcast. */
        private static final Map<byte[], ModelFile.Content> READ = Collections.synchronizedMap(new WeakHashMap<>());

        private final Broadcast<byte[]> file;
        private final LongAccumulator strangers;
        private final Unknown unknown;
        private final @Nullable Double level;
        private final boolean probability;

        OnExecutor(
                Broadcast<byte[]> file,
                LongAccumulator strangers,
                Unknown unknown,
                @Nullable Double level,
                boolean probability) {
            this.file = file;
            this.strangers = strangers;
            this.unknown = unknown;
            this.level = level;
            this.probability = probability;
        }

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            Predictor plain = Predictor.of(READ.computeIfAbsent(file.value(), ModelFile::readContent))
                    .scope(Scope.OWN_TASK)
                    .unknown(unknown);
            return new Batches(rows, level == null ? plain : plain.intervals(level), this);
        }
    }

    /** Predicts some thousand rows at a time. */
    private static final class Batches implements Iterator<Row> {
        private final Iterator<Row> rows;
        private final Predictor predictor;
        private final OnExecutor how;
        private final List<String> features;
        private final Queue<Row> done = new ArrayDeque<>();

        Batches(Iterator<Row> rows, Predictor predictor, OnExecutor how) {
            this.rows = rows;
            this.predictor = predictor;
            this.how = how;
            this.features = predictor.model().info().features();
        }

        @Override
        public boolean hasNext() {
            return !done.isEmpty() || rows.hasNext();
        }

        @Override
        public Row next() {
            if (done.isEmpty()) {
                predict();
            }
            return done.remove();
        }

        private void predict() {
            List<Row> batch = new ArrayList<>();
            List<String> tasks = new ArrayList<>();
            while (rows.hasNext() && batch.size() < BATCH) {
                Row row = rows.next();
                batch.add(row);
                tasks.add(task(row));
            }
            Matrix x = Matrix.zeros(batch.size(), features.size());
            for (int i = 0; i < x.rows(); i++) {
                copyFeatures(batch.get(i), x, i);
            }
            Predictions predictions = predictor.predict(new Rows(
                    new DenseInputs(x, features),
                    tasks,
                    List.of(),
                    Collections.nCopies(batch.size(), List.of()),
                    0,
                    Source.NONE));
            how.strangers.add(predictions.unknown());
            for (int i = 0; i < batch.size(); i++) {
                done.add(with(batch.get(i), predictions.get(i)));
            }
        }

        private static String task(Row row) {
            String task = row.getString(row.size() - 2);
            if (task == null || task.isBlank()) {
                throw new DataException("a row to predict has no task");
            }
            return task;
        }

        private void copyFeatures(Row row, Matrix x, int i) {
            List<Double> values = row.isNullAt(row.size() - 1) ? List.of() : row.getList(row.size() - 1);
            if (values.size() != features.size()) {
                throw new DataException(
                        "a row to predict has " + values.size() + " features, the model has " + features.size());
            }
            for (int j = 0; j < values.size(); j++) {
                @Nullable Double value = values.get(j);
                if (value == null || !Double.isFinite(value)) {
                    throw new DataException("a row of task '" + task(row) + "' lacks feature '" + features.get(j)
                            + "': got " + value + "; the model was fitted to complete rows: fill it (Imputer in the"
                            + " pipeline) or leave such rows out");
                }
                x.set(i, j, value);
            }
        }

        private Row with(Row row, Prediction one) {
            int size = row.size() - 2;
            List<@Nullable Object> cells = new ArrayList<>(size + 4);
            for (int j = 0; j < size; j++) {
                cells.add(row.get(j));
            }
            cells.add(Double.isNaN(one.value()) ? null : one.value());
            if (how.probability) {
                cells.add(boxed(one.probability()));
            }
            if (how.level != null) {
                cells.add(boxed(one.low()));
                cells.add(boxed(one.high()));
            }
            return RowFactory.create(cells.toArray());
        }

        private static @Nullable Double boxed(OptionalDouble value) {
            return value.isPresent() ? value.getAsDouble() : null;
        }
    }
}
