package dev.kith.spark;

import dev.kith.data.Columns;
import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.Names;
import dev.kith.data.Source;
import dev.kith.data.moments.Moments;
import dev.kith.data.moments.PartialMoments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/**
 * One pass over a frame: executors add rows up by task and fold, the driver gets the sums, of
 *
 * <pre>  tasks x folds x (d + 1)(d + 2) / 2  </pre>
 *
 * numbers at most, whatever the number of rows and partitions.
 *
 * @param folds into which rows are dealt; 0 for none
 */
record MomentsPass(Frame frame, int folds, long seed, long numbers) {
    /** Tasks are divided among so many places at most. */
    private static final int MOST_PLACES = 2_000;

    private static final String SOURCE = "DataFrame";

    MomentsPass(Frame frame, int folds, long seed) {
        this(frame, folds, seed, Gather.USUAL_NUMBERS);
    }

    /**
     * The few weighted rows that stand for all of them.
     *
     * @throws DataException if no row has a label, rows have no task, lack features, or a column would lose its digits
     */
    Dataset dataset() {
        return moments()
                .orElseThrow(() -> new DataException("no row has a label in column '" + frame.target() + "'"))
                .dataset();
    }

    /** The moments; empty where no row has a label. The same exceptions otherwise. */
    Optional<Moments> moments() {
        PartialMoments sum = new PartialMoments(folds);
        Tally tally = new Tally();
        for (Tuple2<String, byte[]> one : collected()) {
            if (one._1().isEmpty()) {
                tally.add(one._2());
            } else {
                sum.add(one._1(), one._2());
            }
        }
        tally.requireSound(frame);
        if (tally.rows() == tally.skipped()) {
            return Optional.empty();
        }
        List<String> features = new ArrayList<>(frame.features().orElseGet(() -> Names.numbered("x", sum.features())));
        return Optional.of(sum.moments(features, seed)
                .with(
                        new Source(SOURCE, tally.rows(), tally.skipped(), ""),
                        Columns.ofLong(frame.task(), frame.target())));
    }

    private List<Tuple2<String, byte[]>> collected() {
        JavaRDD<InternalRow> rows = frame.rows().queryExecution().toRdd().toJavaRDD();
        int places = Math.max(
                rows.rdd().sparkContext().defaultParallelism(), Math.min(rows.getNumPartitions(), MOST_PLACES));
        JavaRDD<Tuple2<Tuple2<String, Long>, byte[]>> parts =
                rows.mapPartitionsWithIndex(new Gather(folds, seed, frame.keyed(), numbers), false);
        try {
            return JavaPairRDD.fromJavaRDD(parts)
                    .repartitionAndSortWithinPartitions(new Merge.ByTask(places), new Merge.ByTaskAndPlace())
                    .map(pair -> pair)
                    .mapPartitions(new Merge(folds))
                    .collect();
        } catch (Exception e) {
            throw explained(e);
        }
    }

    /** What went wrong in the core, in its words; what does not fit the driver, with what to do. */
    private RuntimeException explained(Exception failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof DataException data) {
                return data;
            }
        }
        String message = String.valueOf(failed.getMessage());
        if (failed instanceof SparkException && message.contains("maxResultSize")) {
            return new DataException(
                    "the moments of all tasks are more than the driver may take: " + (folds == 0 ? 1 : folds)
                            + " x (d + 1)(d + 2) / 2 numbers per task; raise spark.driver.maxResultSize, or use fewer"
                            + " folds (a given lambda needs none)",
                    failed);
        }
        return failed instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failed);
    }
}
