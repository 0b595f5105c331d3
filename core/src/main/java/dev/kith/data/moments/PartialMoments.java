package dev.kith.data.moments;

import dev.kith.data.DataException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The moments of some of the rows, gathered where those rows are. Parts add up to the {@link Moments} of all rows:
 *
 * <pre>{@code
 *   PartialMoments part = new PartialMoments(5);           // folds
 *   part.add("north", fold, features, label, weight);      // row by row, in many places
 *   part.drain();                                          // bytes by task, to be sent
 *
 *   PartialMoments sum = new PartialMoments(5);
 *   sum.add("north", bytes);                               // part by part, always in the same order
 *   Moments moments = sum.moments(featureNames, seed);
 * }</pre>
 *
 * Parts added in the same order give the same bits, in another order the same moments up to rounding. Used by one thread.
 */
public final class PartialMoments {
    private static final int MOST_FEATURES = 1 << 15;

    private final int folds;
    private final int parts;
    private final Map<String, @Nullable Cell[]> tasks = new HashMap<>();
    private int width = -1;
    private double[] z = new double[0];
    private Triangle work = new Triangle(0);
    private Cell.Block spare = Cell.EMPTY;
    private long numbers;

    /** @param folds into which rows are dealt for cross-validation; 0 for none */
    public PartialMoments(int folds) {
        if (folds < 0 || folds == 1) {
            throw new IllegalArgumentException("folds must be 0 or at least 2, got " + folds);
        }
        this.folds = folds;
        this.parts = Math.max(1, folds);
    }

    /**
     * Adds a row. The array may be used again by the caller.
     *
     * @param fold from 0; 0 where there are no folds
     * @param weight > 0
     */
    public void add(String task, int fold, double[] features, double label, double weight) {
        if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new DataException("task '" + task + "': weight must be a finite number > 0, got " + weight);
        }
        requireWidth(1 + features.length);
        Cell cell = cell(task, fold);
        long before = cell.numbers();
        if (cell.full()) {
            Cell.Block block = cell.take(spare);
            cell.collapse(block, work);
            spare = block;
        }
        z[0] = label;
        System.arraycopy(features, 0, z, 1, features.length);
        cell.add(z, 0, weight);
        numbers += cell.numbers() - before;
    }

    private void requireWidth(int columns) {
        if (width < 0) {
            if (columns > MOST_FEATURES) {
                throw new DataException(
                        "moments are of at most " + (MOST_FEATURES - 1) + " features, got " + (columns - 1));
            }
            width = columns;
            z = new double[width];
            work = new Triangle(width);
        } else if (columns != width) {
            throw new DataException(
                    "all rows must have as many features, got " + (width - 1) + " and " + (columns - 1));
        }
    }

    private Cell cell(String task, int part) {
        @Nullable Cell[] cells = tasks.computeIfAbsent(task, name -> new Cell[parts]);
        Cell cell = cells[part];
        if (cell == null) {
            cell = new Cell(width);
            cells[part] = cell;
        }
        return cell;
    }

    /** How many features rows have; 0 before there is one. */
    public int features() {
        return Math.max(0, width - 1);
    }

    /** How many numbers are held now, about: what decides when to {@link #drain}. */
    public long numbers() {
        return numbers;
    }

    /** Gives away everything held, task by task in the order of their names, and forgets it. Nothing may be added before the last is taken. */
    public Iterator<Map.Entry<String, byte[]>> drain() {
        Iterator<String> names = new TreeSet<>(tasks.keySet()).iterator();
        numbers = 0;
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return names.hasNext();
            }

            @Override
            public Map.Entry<String, byte[]> next() {
                String task = names.next();
                return Map.entry(task, bytes(Objects.requireNonNull(tasks.remove(task))));
            }
        };
    }

    private byte[] bytes(@Nullable Cell[] cells) {
        long size = 2L * Integer.BYTES;
        int held = 0;
        for (Cell cell : cells) {
            if (cell != null) {
                cell.settle(work);
                size += Integer.BYTES + CellBytes.bytes(cell);
                held++;
            }
        }
        if (size > Integer.MAX_VALUE - 8) {
            throw new DataException(
                    "moments of a task with " + (width - 1) + " features and " + folds + " folds take more than 2 GB");
        }
        ByteBuffer out = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(width).putInt(held);
        for (int part = 0; part < parts; part++) {
            Cell cell = cells[part];
            if (cell != null) {
                CellBytes.writeInto(out.putInt(part), cell);
            }
        }
        return out.array();
    }

    /**
     * Adds what another part has drained of a task.
     *
     * @throws DataException if the bytes are not such, or of rows with other features
     */
    public void add(String task, byte[] drained) {
        ByteBuffer in = ByteBuffer.wrap(drained).order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < 2 * Integer.BYTES) {
            throw new DataException("moments end after " + drained.length + " bytes");
        }
        int columns = in.getInt();
        int held = in.getInt();
        if (columns < 1 || columns > MOST_FEATURES || held < 0 || held > parts) {
            throw new DataException("moments say they have " + columns + " columns and " + held + " parts");
        }
        requireWidth(columns);
        for (int k = 0; k < held; k++) {
            int part = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            if (part < 0 || part >= parts) {
                throw new DataException("moments of fold " + part + " of " + folds);
            }
            cell(task, part).add(CellBytes.read(in, width), work);
        }
        if (in.hasRemaining()) {
            throw new DataException("moments are followed by " + in.remaining() + " bytes that are not theirs");
        }
    }

    /**
     * Everything added, tasks in the order of their names. Once. A task whose rows are all in one fold is in none: it always trains.
     *
     * @param features names of the features, in the order of the rows
     * @param seed that the folds were dealt with
     * @throws DataException if a fold has no rows, or rows have other features
     */
    public Moments moments(List<String> features, long seed) {
        requireWidth(1 + features.size());
        List<String> names = new ArrayList<>(new TreeSet<>(tasks.keySet()));
        Cell[][] cells = new Cell[names.size()][];
        boolean[] tested = new boolean[parts];
        long rows = 0;
        for (int t = 0; t < cells.length; t++) {
            cells[t] = settled(Objects.requireNonNull(tasks.get(names.get(t))));
            for (int part = 0; part < parts; part++) {
                tested[part] |= cells[t][part].count() > 0;
            }
            rows += Arrays.stream(cells[t]).mapToLong(Cell::count).sum();
        }
        for (int fold = 0; fold < folds; fold++) {
            if (!tested[fold]) {
                throw new DataException("the data cannot be divided into " + folds + " folds: they have too few rows");
            }
        }
        tasks.clear();
        return new Moments(names, features, cells, folds, seed, rows);
    }

    private Cell[] settled(@Nullable Cell[] held) {
        Cell[] cells = new Cell[folds == 0 ? 1 : folds + 1];
        Arrays.setAll(cells, part -> new Cell(width));
        long filled = Arrays.stream(held).filter(cell -> cell != null).count();
        for (int part = 0; part < parts; part++) {
            Cell cell = held[part];
            if (cell != null) {
                cell.settle(work);
                cells[folds > 0 && filled == 1 ? folds : part] = cell;
            }
        }
        return cells;
    }
}
