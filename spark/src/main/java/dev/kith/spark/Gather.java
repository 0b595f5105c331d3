package dev.kith.spark;

import dev.kith.data.moments.PartialMoments;
import dev.kith.data.moments.RowFold;
import java.io.Serializable;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Adds the rows of a partition up, on its executor: (task, place) with the moments of the task's rows in every fold. A place is the number of the
 * partition, and within it of the part: what would take too much memory is sent on before all rows are read, and tasks are few again. The task of no
 * name has the tally.
 *
 * @param folds into which rows are dealt; 0 for none
 * @param keyed whether a key deals them
 * @param numbers how many may be held
 */
record Gather(int folds, long seed, boolean keyed, long numbers)
        implements Function2<Integer, Iterator<InternalRow>, Iterator<Tuple2<Tuple2<String, Long>, byte[]>>>,
                Serializable {
    /** 64 MB. */
    static final long USUAL_NUMBERS = 1L << 23;

    private static final int PART_BITS = 32;

    @Override
    public Iterator<Tuple2<Tuple2<String, Long>, byte[]>> call(Integer partition, Iterator<InternalRow> rows) {
        return new Parts(this, (long) partition << PART_BITS, rows);
    }

    /** Reads rows until enough is held, and gives it away task by task. */
    private static final class Parts implements Iterator<Tuple2<Tuple2<String, Long>, byte[]>> {
        private final Gather how;
        private final Iterator<InternalRow> rows;
        private final PartialMoments held;
        private final Tally tally = new Tally();
        private final Map<UTF8String, String> names = new HashMap<>();
        private final @Nullable RowFold deal;
        private Iterator<Map.Entry<String, byte[]>> leaving = Collections.emptyIterator();
        private long place;
        private boolean told;

        Parts(Gather how, long place, Iterator<InternalRow> rows) {
            this.how = how;
            this.place = place - 1;
            this.rows = rows;
            this.held = new PartialMoments(how.folds);
            this.deal = how.folds == 0 ? null : new RowFold(how.folds, how.seed);
        }

        @Override
        public boolean hasNext() {
            if (!leaving.hasNext() && rows.hasNext()) {
                fill();
            }
            return leaving.hasNext() || !told;
        }

        @Override
        public Tuple2<Tuple2<String, Long>, byte[]> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("all parts are given away");
            }
            if (leaving.hasNext()) {
                Map.Entry<String, byte[]> one = leaving.next();
                return new Tuple2<>(new Tuple2<>(one.getKey(), place), one.getValue());
            }
            told = true;
            return new Tuple2<>(new Tuple2<>("", place), tally.bytes());
        }

        private void fill() {
            place++;
            names.clear();
            while (rows.hasNext() && held.numbers() < how.numbers) {
                add(rows.next());
            }
            leaving = held.drain();
        }

        private void add(InternalRow row) {
            tally.read();
            if (row.isNullAt(Frame.LABEL) || Double.isNaN(row.getDouble(Frame.LABEL))) {
                tally.leftOut();
                return;
            }
            double label = row.getDouble(Frame.LABEL);
            double weight = row.isNullAt(Frame.WEIGHT) ? Double.NaN : row.getDouble(Frame.WEIGHT);
            double[] x = features(row);
            String task = task(row);
            if (x.length > 0 && sound(row, task, label, weight)) {
                held.add(task, fold(row, task, x, label, weight), x, label, weight);
            }
        }

        /** The name of the row's task, decoded once while it is held; empty where there is none. */
        private String task(InternalRow row) {
            if (row.isNullAt(Frame.TASK)) {
                return "";
            }
            UTF8String bytes = row.getUTF8String(Frame.TASK);
            String known = names.get(bytes);
            if (known == null) {
                known = bytes.toString().isBlank() ? "" : bytes.toString();
                names.put(bytes.copy(), known);
            }
            return known;
        }

        private boolean sound(InternalRow row, String task, double label, double weight) {
            if (task.isEmpty()) {
                return tally.taskless();
            }
            if (how.keyed && row.isNullAt(Frame.KEY)) {
                return tally.keyless();
            }
            if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
                return tally.badWeight();
            }
            if (!Double.isFinite(label)) {
                return tally.infiniteLabel();
            }
            return weight > 0 || tally.leftOut();
        }

        /** Empty where some are missing. */
        private double[] features(InternalRow row) {
            if (row.isNullAt(Frame.FEATURES) || row.getArray(Frame.FEATURES).numElements() == 0) {
                tally.noVector();
                return new double[0];
            }
            var array = row.getArray(Frame.FEATURES);
            double[] x = array.toDoubleArray();
            boolean sound = true;
            for (int j = 0; j < x.length; j++) {
                if (array.isNullAt(j) || !Double.isFinite(x[j])) {
                    sound = tally.badFeature(j);
                }
            }
            return sound ? x : new double[0];
        }

        private int fold(InternalRow row, String task, double[] x, double label, double weight) {
            if (deal == null) {
                return 0;
            }
            return how.keyed ? deal.of(row.getUTF8String(Frame.KEY).toString()) : deal.of(task, x, label, weight);
        }
    }
}
