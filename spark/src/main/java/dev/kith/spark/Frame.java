package dev.kith.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.kith.data.DataException;
import dev.kith.data.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a frame that learning needs, under their roles: task (text), label, weight, key (text), features (array of doubles).
 *
 * @param rows columns {@link #TASK} to {@link #FEATURES}, in that order
 * @param features names of the features; empty where the frame does not say, and they are x1, x2, ...
 */
record Frame(Dataset<Row> rows, String task, String target, Optional<List<String>> features, boolean keyed) {
    static final int TASK = 0;
    static final int LABEL = 1;
    static final int WEIGHT = 2;
    static final int KEY = 3;
    static final int FEATURES = 4;

    /** The columns of rows with labels. */
    static Frame labelled(KithParams params, Dataset<Row> data) {
        Optional<String> weight = params.asked(params.weightCol);
        Optional<String> key = params.asked(params.keyCol);
        Column[] columns = {
            task(params),
            column(params.of(params.labelCol)).cast(DataTypes.DoubleType),
            weight.map(name -> column(name).cast(DataTypes.DoubleType)).orElse(lit(1.0)),
            key.map(name -> column(name).cast(DataTypes.StringType)).orElse(lit("")),
            features(params)
        };
        return new Frame(
                data.select(columns),
                params.of(params.taskCol),
                params.of(params.labelCol),
                names(params, data.schema()),
                key.isPresent());
    }

    static Column task(KithParams params) {
        return column(params.of(params.taskCol)).cast(DataTypes.StringType);
    }

    static Column features(KithParams params) {
        return params.featureNames()
                .map(names -> functions.array(names.stream()
                        .map(name -> column(name).cast(DataTypes.DoubleType))
                        .toArray(Column[]::new)))
                .orElseGet(() -> org.apache.spark.ml.functions.vector_to_array(
                        column(params.of(params.featuresCol)), "float64"));
    }

    /** A column by its whole name, whatever characters it has. */
    static Column column(String name) {
        return col("`" + name.replace("`", "``") + "`");
    }

    /** Columns by name, or what is known of the parts of a vector. */
    private static Optional<List<String>> names(KithParams params, StructType schema) {
        return params.featureNames().or(() -> {
            AttributeGroup group = AttributeGroup.fromStructField(schema.apply(params.of(params.featuresCol)));
            if (group.attributes().isEmpty()) {
                return group.size() < 0 ? Optional.empty() : Optional.of(Names.numbered("x", group.size()));
            }
            List<String> names = new ArrayList<>();
            for (Attribute one : group.attributes().get()) {
                names.add(
                        one.name().isEmpty()
                                ? "x" + (names.size() + 1)
                                : one.name().get());
            }
            return Optional.of(names);
        });
    }

    /** Checks the columns that every use of a model reads. */
    static void requireInputs(KithParams params, StructType schema) {
        if (params.asked(params.taskCol).isEmpty()) {
            throw new DataException("name the column with each row's task: setTaskCol");
        }
        require(schema, params.of(params.taskCol), "taskCol", "text or whole numbers", Frame::namesTasks);
        if (params.featureNames().isPresent()) {
            params.featureNames()
                    .get()
                    .forEach(name -> require(schema, name, "featureCols", "numbers", Frame::isNumeric));
        } else {
            require(
                    schema,
                    params.of(params.featuresCol),
                    "featuresCol",
                    "vectors (VectorAssembler makes them)",
                    type -> type.equals(SQLDataTypes.VectorType()));
        }
    }

    /** Checks the columns that a fit reads. */
    static void requireLabelled(KithParams params, StructType schema) {
        requireInputs(params, schema);
        require(schema, params.of(params.labelCol), "labelCol", "numbers", Frame::isNumeric);
        params.asked(params.weightCol)
                .ifPresent(name -> require(schema, name, "weightCol", "numbers", Frame::isNumeric));
        params.asked(params.keyCol)
                .ifPresent(name -> require(schema, name, "keyCol", "text or whole numbers", Frame::namesTasks));
        Set<String> features = new HashSet<>(params.featureNames().orElse(List.of()));
        for (String taken : List.of(params.of(params.labelCol), params.of(params.taskCol))) {
            if (features.contains(taken)) {
                throw new DataException("column '" + taken + "' cannot be task or label and a feature");
            }
        }
    }

    private static boolean namesTasks(DataType type) {
        return type.equals(DataTypes.StringType)
                || type.equals(DataTypes.IntegerType)
                || type.equals(DataTypes.LongType)
                || type.equals(DataTypes.ShortType)
                || type.equals(DataTypes.ByteType);
    }

    private static boolean isNumeric(DataType type) {
        return type instanceof NumericType || type.equals(DataTypes.BooleanType);
    }

    private static void require(
            StructType schema, String name, String param, String rule, java.util.function.Predicate<DataType> holds) {
        List<String> columns = Arrays.asList(schema.fieldNames());
        if (!columns.contains(name)) {
            throw new DataException(param + ": " + Names.unknown("column", name, columns));
        }
        DataType type = schema.apply(name).dataType();
        if (!holds.test(type)) {
            throw new DataException(param + ": column '" + name + "' must be " + rule + ", got " + type.simpleString());
        }
    }

    /** The schema with the columns that predictions are added as, in this order. */
    static StructType withPredictions(KithParams params, StructType schema) {
        StructType more = schema;
        for (StructField field : predicted(params)) {
            if (Arrays.asList(more.fieldNames()).contains(field.name())) {
                throw new DataException(
                        "column '" + field.name() + "' is there already; give predictions another name: "
                                + Arrays.stream(predicted(params))
                                        .map(StructField::name)
                                        .collect(Collectors.joining(", ")));
            }
            more = more.add(field);
        }
        return more;
    }

    private static StructField[] predicted(KithParams params) {
        List<StructField> fields = new ArrayList<>();
        fields.add(number(params.of(params.predictionCol)));
        params.asked(params.probabilityCol).ifPresent(name -> fields.add(number(name)));
        if (params.bounded()) {
            fields.add(number(params.of(params.lowCol)));
            fields.add(number(params.of(params.highCol)));
        }
        return fields.toArray(StructField[]::new);
    }

    private static StructField number(String name) {
        return DataTypes.createStructField(name, DataTypes.DoubleType, true);
    }
}
