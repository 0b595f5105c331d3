package dev.kith.spark;

import dev.kith.data.Dataset;
import dev.kith.file.ModelFile;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.Uncertainty;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.types.StructType;

/**
 * What Kith's estimators share: their params, and how a fit goes. Beside the params that have setters, every parameter of every method in the
 * catalogue is a param of its own name ({@link #setParameter}); one that the method does not use is an error.
 *
 * @param <E> the estimator itself
 */
public abstract class KithEstimator<E extends KithEstimator<E>> extends Estimator<KithModel>
        implements DefaultParamsWritable {
    private static final long serialVersionUID = 1L;

    private final String uid;
    private final KithParams params;

    // Params are made once uid is there: Spark names them by it.
    KithEstimator(String uid) {
        this.uid = uid;
        this.params = new KithParams(this);
        KithModel.setDefaults(this, params);
    }

    /** The losses to fit. */
    abstract TaskLosses losses();

    @Override
    public final String uid() {
        return uid;
    }

    /** All params by name; those of methods have no accessors that Spark could find. */
    @Override
    public final Param<?>[] params() {
        return params.params();
    }

    @SuppressWarnings("unchecked") // by contract E is this class
    private E self() {
        return (E) this;
    }

    public E setTaskCol(String value) {
        set(params.taskCol, value);
        return self();
    }

    /** The column with the vector of features; usual is "features". */
    public E setFeaturesCol(String value) {
        set(params.featuresCol, value);
        return self();
    }

    /** Numeric columns that are the features, in place of a vector. */
    public E setFeatureCols(String... values) {
        set(params.featureCols, values.clone());
        return self();
    }

    /** Usual is "label". */
    public E setLabelCol(String value) {
        set(params.labelCol, value);
        return self();
    }

    public E setWeightCol(String value) {
        set(params.weightCol, value);
        return self();
    }

    /** A column that tells rows apart: it deals them to folds, in place of all that a row says. */
    public E setKeyCol(String value) {
        set(params.keyCol, value);
        return self();
    }

    /** Usual is "prediction". */
    public E setPredictionCol(String value) {
        set(params.predictionCol, value);
        return self();
    }

    /** What models do with rows of tasks they do not have: error (usual), missing, common or attributes. */
    public E setUnknown(String value) {
        set(params.unknown, value);
        return self();
    }

    /** The method, by its name in the catalogue; usual is "mean". */
    public E setMethod(String value) {
        set(params.method, value);
        return self();
    }

    /** The strength of the penalty; left out, it is chosen by cross-validation. */
    public E setLambda(double value) {
        set(params.lambda, value);
        return self();
    }

    /** A value for one of the method's parameters; auto where cross-validation shall choose it. */
    public E setParameter(String name, String value) {
        set(params.own(name), value);
        return self();
    }

    public E setParameter(String name, double value) {
        return setParameter(name, Double.toString(value));
    }

    public E setFolds(int value) {
        set(params.folds, value);
        return self();
    }

    /** What counts the same: "task" (usual) or "observation". */
    public E setWeighting(String value) {
        set(params.weighting, value);
        return self();
    }

    /** How labels are scaled: "all" (usual), "task" or "none". */
    public E setTargetScale(String value) {
        set(params.targetScale, value);
        return self();
    }

    public E setFitIntercept(boolean value) {
        set(params.fitIntercept, value);
        return self();
    }

    public E setStandardization(boolean value) {
        set(params.standardization, value);
        return self();
    }

    /** The relative duality gap at which a fit is done. */
    public E setTol(double value) {
        set(params.tol, value);
        return self();
    }

    public E setMaxIter(int value) {
        set(params.maxIter, value);
        return self();
    }

    public E setSeed(long value) {
        set(params.seed, value);
        return self();
    }

    @Override
    public final KithModel fit(org.apache.spark.sql.Dataset<?> data) {
        transformSchema(data.schema());
        Asked asked = asked().checkedToFit();
        Frame frame = Frame.labelled(params, data.toDF());
        Dataset few = new MomentsPass(frame, asked.dealtFolds(), asked.seed()).dataset();
        Fit<Model> fit = asked.search(few).run();
        return model(new ModelFile.Content(fit.model(), Uncertainty.none()));
    }

    /** A model with the columns of this estimator. */
    final KithModel model(ModelFile.Content content) {
        KithModel model = new KithModel(uid, content);
        model.setParent(this);
        return copyValues(model, new ParamMap());
    }

    Asked asked() {
        return new Asked(this, params, losses());
    }

    KithParams kithParams() {
        return params;
    }

    @Override
    public final StructType transformSchema(StructType schema) {
        Frame.requireLabelled(params, schema);
        return Frame.withPredictions(params, schema);
    }

    @Override
    @SuppressWarnings("unchecked") // Spark makes it of this very class
    public final E copy(ParamMap extra) {
        return (E) defaultCopy(extra);
    }
}
