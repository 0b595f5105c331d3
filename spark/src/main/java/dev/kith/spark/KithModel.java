package dev.kith.spark;

import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.model.Model;
import java.util.Objects;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/**
 * A model of Kith over DataFrames: adds columns of predictions. Saved, it is Spark's metadata and one file {@code model.kith}, which the command line and
 * every other reader of such files take; {@link #ofFile} makes one of a file.
 */
public final class KithModel extends org.apache.spark.ml.Model<KithModel> implements MLWritable {
    private static final long serialVersionUID = 1L;

    static final String FOLDS = "folds";
    private static final int USUAL_FOLDS = dev.kith.select.Search.USUAL_FOLDS;

    private final String uid;
    private final KithParams params;
    private final byte[] file;
    private transient ModelFile.@Nullable Content content;
    private transient @Nullable LongAccumulator unknown;

    KithModel(String uid, ModelFile.Content content) {
        this(uid, ModelFile.bytes(content));
        this.content = content;
    }

    KithModel(String uid, byte[] file) {
        this.uid = uid;
        this.file = file;
        this.params = new KithParams(this);
        setDefaults(this, params);
    }

    /** What holds where nothing is said; of the parameters of methods the catalogue knows. */
    static void setDefaults(Params owner, KithParams params) {
        owner.setDefault(params.featuresCol, "features");
        owner.setDefault(params.labelCol, "label");
        owner.setDefault(params.predictionCol, "prediction");
        owner.setDefault(params.unknown, "error");
        owner.setDefault(params.lowCol, "low");
        owner.setDefault(params.highCol, "high");
        owner.setDefault(params.method, "mean");
        owner.setDefault(params.folds, USUAL_FOLDS);
        owner.setDefault(params.weighting, "task");
        owner.setDefault(params.fitIntercept, true);
        owner.setDefault(params.standardization, true);
        owner.setDefault(params.seed, 1L);
    }

    /**
     * A model that was saved by the command line or the library; rows name their task in the column it was trained with, and have its features in columns of
     * their names.
     *
     * @param path anything that Hadoop can read
     */
    public static KithModel ofFile(String path) {
        KithModel model = new KithModel(Identifiable$.MODULE$.randomUID("kith"), HadoopFile.read(path));
        var info = model.kith().info();
        info.columns().task().ifPresent(model::setTaskCol);
        model.set(model.params.featureCols, info.features().toArray(String[]::new));
        return model;
    }

    /** The model itself, with its description: what was asked, of what, with what result. */
    public Model kith() {
        return content().model();
    }

    ModelFile.Content content() {
        ModelFile.Content read = content;
        if (read == null) {
            read = ModelFile.readContent(file);
            content = read;
        }
        return read;
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Param<?>[] params() {
        return params.params();
    }

    public KithModel setTaskCol(String value) {
        set(params.taskCol, value);
        return this;
    }

    public KithModel setFeaturesCol(String value) {
        clear(params.featureCols);
        set(params.featuresCol, value);
        return this;
    }

    public KithModel setFeatureCols(String... values) {
        clear(params.featuresCol);
        set(params.featureCols, values.clone());
        return this;
    }

    public KithModel setPredictionCol(String value) {
        set(params.predictionCol, value);
        return this;
    }

    /** What becomes of rows of tasks the model does not have: error (usual), missing (null), common or attributes. */
    public KithModel setUnknown(String value) {
        set(params.unknown, value);
        return this;
    }

    /** Adds a column with the probability of the second class. */
    public KithModel setProbabilityCol(String value) {
        set(params.probabilityCol, value);
        return this;
    }

    /** Adds two columns with intervals that labels keep with this probability; the model must have been calibrated. */
    public KithModel setIntervalLevel(double value) {
        set(params.intervalLevel, value);
        return this;
    }

    /** Usual is "low". */
    public KithModel setLowCol(String value) {
        set(params.lowCol, value);
        return this;
    }

    /** Usual is "high". */
    public KithModel setHighCol(String value) {
        set(params.highCol, value);
        return this;
    }

    /**
     * How many rows of tasks that the model does not have were predicted or left blank so far, by all frames this object transformed; Spark counts a row
     * again where a task of its own is repeated.
     */
    public long unknownRows() {
        return unknown == null ? 0 : unknown.value();
    }

    @Override
    public Dataset<Row> transform(Dataset<?> data) {
        StructType schema = transformSchema(data.schema());
        Predicting how = new Predicting(this, params);
        Broadcast<byte[]> sent =
                data.sparkSession().sparkContext().broadcast(file, scala.reflect.ClassTag$.MODULE$.apply(byte[].class));
        if (unknown == null || !unknown.isRegistered()) {
            unknown = data.sparkSession().sparkContext().longAccumulator("rows of unknown tasks (" + uid + ")");
        }
        Dataset<Row> rows = data.toDF()
                .withColumn(Predicting.TASK, Frame.task(params))
                .withColumn(Predicting.FEATURES, Frame.features(params));
        return rows.mapPartitions(how.on(sent, Objects.requireNonNull(unknown)), Encoders.row(schema));
    }

    @Override
    public StructType transformSchema(StructType schema) {
        Frame.requireInputs(params, schema);
        return Frame.withPredictions(params, schema);
    }

    @Override
    public KithModel copy(ParamMap extra) {
        KithModel copy = new KithModel(uid, file);
        copy.content = content;
        copy.setParent(parent());
        return copyValues(copy, extra);
    }

    @Override
    public MLWriter write() {
        return HadoopFile.writer(this, file);
    }

    /** Reads a model that was saved. */
    public static MLReader<KithModel> read() {
        return HadoopFile.reader();
    }

    public static KithModel load(String path) {
        return read().load(path);
    }

    /** @throws DataException if the model makes features of columns that are no numbers, which frames do not have */
    void requirePlain() {
        if (kith().info().schema().preparation().isPresent()) {
            throw new DataException(
                    "the model makes its features of columns as they are in a table (missing cells, texts,"
                            + " dates); over DataFrames models of complete numbers predict");
        }
    }
}
