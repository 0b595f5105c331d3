package dev.kith.spark;

import dev.kith.data.moments.PartialMoments;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Adds up what partitions sent, task by task. Parts come sorted by task and place, so that one task is held at a time and sums are made in the same
 * order whoever sent first: the same partitions give the same bits.
 */
record Merge(int folds)
        implements FlatMapFunction<Iterator<Tuple2<Tuple2<String, Long>, byte[]>>, Tuple2<String, byte[]>> {

    /** The order of parts. */
    static final class ByTaskAndPlace implements Comparator<Tuple2<String, Long>>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(Tuple2<String, Long> a, Tuple2<String, Long> b) {
            int tasks = a._1().compareTo(b._1());
            return tasks != 0 ? tasks : Long.compare(a._2(), b._2());
        }
    }

    /** All parts of a task go to one place. */
    static final class ByTask extends Partitioner {
        private static final long serialVersionUID = 1L;

        private final int count;

        ByTask(int count) {
            this.count = count;
        }

        @Override
        public int numPartitions() {
            return count;
        }

        @Override
        public int getPartition(Object key) {
            return Math.floorMod(((Tuple2<?, ?>) key)._1().hashCode(), count);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ByTask that && that.count == count;
        }

        @Override
        public int hashCode() {
            return count;
        }
    }

    @Override
    public Iterator<Tuple2<String, byte[]>> call(Iterator<Tuple2<Tuple2<String, Long>, byte[]>> parts) {
        return new Sums(folds, parts);
    }

    private static final class Sums implements Iterator<Tuple2<String, byte[]>> {
        private final int folds;
        private final Iterator<Tuple2<Tuple2<String, Long>, byte[]>> parts;
        private @Nullable Tuple2<Tuple2<String, Long>, byte[]> first;

        Sums(int folds, Iterator<Tuple2<Tuple2<String, Long>, byte[]>> parts) {
            this.folds = folds;
            this.parts = parts;
            this.first = parts.hasNext() ? parts.next() : null;
        }

        @Override
        public boolean hasNext() {
            return first != null;
        }

        @Override
        public Tuple2<String, byte[]> next() {
            if (first == null) {
                throw new NoSuchElementException("all sums are given away");
            }
            String task = first._1()._1();
            return new Tuple2<>(task, task.isEmpty() ? tallies() : moments(task));
        }

        private byte[] tallies() {
            Tally sum = new Tally();
            while (first != null && first._1()._1().isEmpty()) {
                sum.add(first._2());
                advance();
            }
            return sum.bytes();
        }

        private byte[] moments(String task) {
            PartialMoments sum = new PartialMoments(folds);
            while (first != null && first._1()._1().equals(task)) {
                sum.add(task, first._2());
                advance();
            }
            Map.Entry<String, byte[]> one = sum.drain().next();
            return one.getValue();
        }

        private void advance() {
            first = parts.hasNext() ? parts.next() : null;
        }
    }
}
