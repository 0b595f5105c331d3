package dev.kith.spark;

import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;

/**
 * Related regressions learned together, with the squared loss, over a DataFrame of any size:
 *
 * <pre>{@code
 *   KithModel model = new KithRegression()
 *       .setTaskCol("shop").setLabelCol("sales").setFeaturesCol("features")
 *       .setMethod("mtfl").fit(frame);
 * }</pre>
 *
 * Rows are passed over once, whatever is left to be chosen: executors add them up to moments by task and fold, the driver fits those, which is the
 * same fit. It carries its duality gap.
 */
public final class KithRegression extends KithEstimator<KithRegression> {
    private static final long serialVersionUID = 1L;

    public KithRegression() {
        this(Identifiable$.MODULE$.randomUID("kith"));
    }

    /** @param uid the name of this estimator in pipelines */
    public KithRegression(String uid) {
        super(uid);
    }

    @Override
    TaskLosses losses() {
        return TaskLosses.all(Losses.squared());
    }

    /** Reads an estimator that was saved. */
    public static MLReader<KithRegression> read() {
        return new DefaultParamsReader<>();
    }

    public static KithRegression load(String path) {
        return read().load(path);
    }
}
