package dev.kith.spark;

import dev.kith.adapt.ModelUpdate;
import dev.kith.data.DataException;
import dev.kith.data.moments.Moments;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Keeps a model of a stream up to date, batch by batch:
 *
 * <pre>{@code
 *   KithStream shops = new KithStream(new KithRegression()....setLambda(0.01), "hdfs:///models/shops");
 *   sales.writeStream().foreachBatch(shops).option("checkpointLocation", "hdfs:///checkpoints/shops").start();
 *   KithModel now = shops.model();
 * }</pre>
 *
 * After every batch the model is the fit to all rows so far: their moments are kept with it, in the file of the batch. Each batch is learned once, whatever
 * is repeated: one whose id is not beyond the last is left alone. New tasks come as they come.
 */
public final class KithStream implements VoidFunction2<Dataset<Row>, Long> {
    private static final long serialVersionUID = 1L;

    private final KithEstimator<?> estimator;
    private final String directory;
    private final double share;

    /**
     * @param estimator says columns and settings, none of them left to be chosen; where the directory has a model already, its settings hold
     * @param directory for the model, anything that Hadoop can write
     */
    public KithStream(KithEstimator<?> estimator, String directory) {
        this(estimator, directory, 1);
    }

    private KithStream(KithEstimator<?> estimator, String directory, double share) {
        this.estimator = estimator;
        this.directory = directory;
        this.share = share;
        estimator.asked().checkedClosed();
    }

    /**
     * The same, where rows so far count less with every batch.
     *
     * @param value what their weights are multiplied by, > 0 and <= 1
     */
    public KithStream setForgetting(double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException("forgetting must be a number > 0 and <= 1, got " + value);
        }
        return new KithStream(estimator, directory, value);
    }

    private StreamState state() {
        Configuration configuration = SparkSession.active().sparkContext().hadoopConfiguration();
        return new StreamState(directory, configuration);
    }

    /** Learns a batch, unless it was learned before. Spark calls this. */
    @Override
    public void call(Dataset<Row> batch, Long id) {
        StreamState state = state();
        if (state.batch().orElse(-1) >= id) {
            return;
        }
        Frame.requireLabelled(estimator.kithParams(), batch.schema());
        Frame frame = Frame.labelled(estimator.kithParams(), batch);
        Asked asked = estimator.asked();
        new MomentsPass(frame, 0, asked.seed())
                .moments()
                .ifPresent(rows -> state.write(
                        id, state.content().map(before -> more(before, rows)).orElseGet(() -> first(asked, rows))));
    }

    private static ModelFile.Content first(Asked asked, Moments rows) {
        Model model = asked.search(rows.dataset()).run().model();
        return new ModelUpdate(model, rows).content();
    }

    private ModelFile.Content more(ModelFile.Content before, Moments rows) {
        return ModelUpdate.of(before).forget(share).learn(rows).run();
    }

    /**
     * The model after the last batch.
     *
     * @throws DataException if there has been none
     */
    public KithModel model() {
        return estimator.model(
                state().content().orElseThrow(() -> new DataException(directory + ": no batch has been learned yet")));
    }
}
