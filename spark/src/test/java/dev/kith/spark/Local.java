package dev.kith.spark;

import dev.kith.data.Columns;
import dev.kith.data.DenseInputs;
import dev.kith.data.Names;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A small Spark, in this process unless a master is named, and the same rows for it and for one machine. */
final class Local {
    static final SparkSession SPARK = SparkSession.builder()
            .master(System.getProperty("kith.master", "local[2]"))
            .config("spark.jars", System.getProperty("kith.jars", ""))
            .config("spark.default.parallelism", "4")
            .config("spark.executor.memory", "512m")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.driver.maxResultSize", "64m")
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate();

    private static final int FEATURES = 4;

    private Local() {}

    /** A row of a table. */
    @SuppressWarnings("ArrayRecordComponent") // made here, never compared
    record Line(String task, double[] x, double y, double w) {}

    /** Rows of tasks that share two directions; task t has about {@code rows} / 2^t of them where they are skewed. */
    static List<Line> lines(int rows, int tasks, boolean skewed, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int t = skewed && i % 2 == 0 ? 0 : random.nextInt(tasks);
            double[] x = new double[FEATURES];
            double y = 1 + 0.3 * t;
            for (int j = 0; j < FEATURES; j++) {
                x[j] = random.nextGaussian() * (j + 1) + j;
                y += x[j] * (Math.sin(j + 1) + 0.4 * Math.cos(1.7 * t + j));
            }
            lines.add(new Line("task " + t, x, y + random.nextGaussian(), 0.5 + random.nextDouble()));
        }
        return lines;
    }

    /** The rows as a frame with a vector; labels in column y. */
    static Dataset<Row> frame(List<Line> lines) {
        StructType schema = new StructType()
                .add("task", DataTypes.StringType)
                .add("features", SQLDataTypes.VectorType())
                .add("y", DataTypes.DoubleType)
                .add("w", DataTypes.DoubleType);
        return SPARK.createDataFrame(
                lines.stream()
                        .map(line -> RowFactory.create(line.task, Vectors.dense(line.x), line.y, line.w))
                        .toList(),
                schema);
    }

    /** The rows as one machine has them, tasks in the order of their names. */
    static dev.kith.data.Dataset rows(List<Line> lines, boolean weighted) {
        List<String> tasks = lines.stream().map(Line::task).distinct().sorted().toList();
        Matrix x = Matrix.zeros(lines.size(), FEATURES);
        int[] row = new int[lines.size()];
        int[] task = new int[lines.size()];
        double[] y = new double[lines.size()];
        double[] w = new double[lines.size()];
        for (int i = 0; i < y.length; i++) {
            Line line = lines.get(i);
            row[i] = i;
            task[i] = tasks.indexOf(line.task);
            y[i] = line.y;
            w[i] = line.w;
            for (int j = 0; j < FEATURES; j++) {
                x.set(i, j, line.x[j]);
            }
        }
        return dev.kith.data.Dataset.of(
                        new DenseInputs(x, Names.numbered("x", FEATURES)),
                        tasks,
                        row,
                        task,
                        y,
                        weighted ? w : null,
                        null)
                .withColumns(Columns.ofLong("task", "y"));
    }

    static KithRegression regression() {
        return new KithRegression().setTaskCol("task").setLabelCol("y");
    }
}
