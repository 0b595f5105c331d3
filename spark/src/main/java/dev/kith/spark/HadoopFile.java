package dev.kith.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;

/** Models where Spark keeps its own: a directory of metadata, and beside them the model's file. */
final class HadoopFile {
    private static final String MODEL = "model.kith";

    private HadoopFile() {}

    static byte[] read(String path) {
        return read(new Path(path), SparkSession.active().sparkContext().hadoopConfiguration());
    }

    private static byte[] read(Path path, Configuration configuration) {
        try (InputStream in = path.getFileSystem(configuration).open(path)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": " + e.getMessage(), e);
        }
    }

    static MLWriter writer(KithModel model, byte[] file) {
        return new MLWriter() {
            @Override
            public void saveImpl(String directory) {
                DefaultParamsWriter$.MODULE$.saveMetadata(model, directory, sparkSession());
                Path path = new Path(directory, MODEL);
                Configuration configuration = sparkSession().sparkContext().hadoopConfiguration();
                try (OutputStream out = path.getFileSystem(configuration).create(path)) {
                    out.write(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(path + ": " + e.getMessage(), e);
                }
            }
        };
    }

    static MLReader<KithModel> reader() {
        return new MLReader<>() {
            @Override
            public KithModel load(String directory) {
                DefaultParamsReader.Metadata metadata =
                        DefaultParamsReader$.MODULE$.loadMetadata(directory, sparkSession(), KithModel.class.getName());
                Configuration configuration = sparkSession().sparkContext().hadoopConfiguration();
                KithModel model = new KithModel(metadata.uid(), read(new Path(directory, MODEL), configuration));
                metadata.getAndSetParams(model, scala.Option.empty());
                return model;
            }
        };
    }
}
