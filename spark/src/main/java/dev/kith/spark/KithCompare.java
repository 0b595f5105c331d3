package dev.kith.spark;

import dev.kith.data.Dataset;
import dev.kith.select.Comparison;
import java.util.List;

/**
 * Does sharing help, and whom? Methods compared over a DataFrame, in one pass:
 *
 * <pre>{@code
 *   KithRegression shops = new KithRegression().setTaskCol("shop").setLabelCol("sales");
 *   Comparison found = new KithCompare(shops).setMethods("mean", "mtfl").run(frame);
 *   found.headline();
 * }</pre>
 *
 * Rows are dealt to blocks, which make folds with folds inside; every method is tuned inside each fold and tested on the rows it has not seen. Intervals are
 * those of a jackknife that leaves out one block at a time. What comes out is what the command line and the library have: all that shows or writes a
 * {@link Comparison} takes it.
 */
public final class KithCompare {
    private final KithEstimator<?> estimator;
    private final List<String> methods;

    /** @param estimator says columns, folds, seed, training, and parameters, which go to the methods that have them; its method is that of fits */
    public KithCompare(KithEstimator<?> estimator) {
        this(estimator, List.of());
    }

    private KithCompare(KithEstimator<?> estimator, List<String> methods) {
        this.estimator = estimator;
        this.methods = methods;
    }

    /** What to compare with every task alone; left out, the methods that are usually compared. */
    public KithCompare setMethods(String... names) {
        return new KithCompare(estimator, List.of(names));
    }

    /** Passes over the rows once, trains everything on the driver, and judges. */
    public Comparison run(org.apache.spark.sql.Dataset<?> data) {
        KithParams params = estimator.kithParams();
        Frame.requireLabelled(params, data.schema());
        Asked asked = estimator.asked().checkedToCompare(methods);
        Frame frame = Frame.labelled(params, data.toDF());
        Dataset few = new MomentsPass(frame, asked.dealtBlocks(), asked.seed()).dataset();
        return asked.comparison(few, methods).run();
    }
}
