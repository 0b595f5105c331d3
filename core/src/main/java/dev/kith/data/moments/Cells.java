package dev.kith.data.moments;

import dev.kith.data.DataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The cells that rows are gathered in, one per task and part; a part is a fold, or the rows in none. Columns of a cell are the label and
 * then the features, so that features may be added. While every row has a label of every one of the same several tasks, there
 * is one cell per part for all of them, whose columns are all labels and then the features.
 */
final class Cells implements AutoCloseable {
    /** Blocks that may wait to be collapsed. */
    private static final int MOST_WAITING = 64;

    private final int parts;
    private final List<Cell[]> groups = new ArrayList<>();
    private final ExecutorService[] workers;
    private final Triangle[] work;
    private final Semaphore room = new Semaphore(MOST_WAITING);
    /** Blocks that have been collapsed, whose room is used again. */
    private final Queue<Cell.Block> spare = new ConcurrentLinkedQueue<>();

    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    /** Labels that every row has, in this order; 0 when cells are by task. */
    private int shared = -1;

    private int features;
    private double[] z = new double[0];

    Cells(int parts, int threads) {
        this.parts = parts;
        this.workers = new ExecutorService[threads > 1 ? threads : 0];
        Arrays.setAll(
                workers,
                i -> Executors.newSingleThreadExecutor(run -> {
                    Thread thread = new Thread(run, "moments");
                    thread.setDaemon(true);
                    return thread;
                }));
        this.work = new Triangle[Math.max(1, threads)];
    }

    void add(int[] tasks, double[] labels, double[] x, double[] weights, int part) {
        if (shared < 0) {
            shared = tasks.length > 1 ? tasks.length : 0;
            z = new double[Math.max(1, shared) + features];
        }
        if (shared > 0 && !complete(tasks, weights)) {
            split();
        }
        if (shared > 0) {
            for (int k = 0; k < tasks.length; k++) {
                z[tasks[k]] = labels[k];
            }
            add(0, x, shared, weights[0], part);
        } else {
            for (int k = 0; k < tasks.length; k++) {
                z[0] = labels[k];
                add(tasks[k], x, 1, weights[k], part);
            }
        }
    }

    /** Whether a row has a label of each of the tasks shared, which are the first, and all of one weight. */
    private boolean complete(int[] tasks, double[] weights) {
        boolean all = tasks.length == shared;
        for (int k = 0; k < tasks.length && all; k++) {
            all = tasks[k] < shared && weights[k] == weights[0];
        }
        return all;
    }

    private void add(int group, double[] x, int at, double weight, int part) {
        System.arraycopy(x, 0, z, at, x.length);
        Arrays.fill(z, at + x.length, z.length, 0);
        while (groups.size() <= group) {
            groups.add(new Cell[parts]);
        }
        Cell[] cells = groups.get(group);
        if (cells[part] == null) {
            cells[part] = new Cell(z.length);
        }
        Cell cell = cells[part];
        if (cell.full()) {
            collapse(cell, group * parts + part);
        }
        cell.add(z, 0, weight);
    }

    private void collapse(Cell cell, int number) {
        Cell.Block other = spare.poll();
        Cell.Block block = cell.take(other == null ? Cell.EMPTY : other);
        if (workers.length == 0) {
            cell.collapse(block, work(0));
            spare.add(block);
            return;
        }
        // A cell always has the same worker, so that its blocks are collapsed in order.
        int worker = number % workers.length;
        room.acquireUninterruptibly();
        workers[worker].execute(() -> {
            try {
                cell.collapse(block, work(worker));
                spare.add(block);
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
            } finally {
                room.release();
            }
        });
        rethrow();
    }

    private Triangle work(int worker) {
        if (work[worker] == null || work[worker].width() != z.length) {
            work[worker] = new Triangle(z.length);
        }
        return work[worker];
    }

    private void rethrow() {
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw new DataException(String.valueOf(failed.getMessage()), failed);
        }
    }

    private void await() {
        room.acquireUninterruptibly(MOST_WAITING);
        room.release(MOST_WAITING);
        rethrow();
    }

    /** Makes room for more features, which were zero so far. */
    void widen(int count) {
        if (count <= features) {
            return;
        }
        features = count;
        if (shared < 0) {
            return;
        }
        await();
        spare.clear();
        z = new double[Math.max(1, shared) + features];
        for (Cell[] cells : groups) {
            for (int part = 0; part < parts; part++) {
                if (cells[part] != null) {
                    cells[part] = cells[part].widened(z.length);
                }
            }
        }
    }

    /** From one cell for all tasks to one for each: some row lacks a label. */
    private void split() {
        await();
        spare.clear();
        if (!groups.isEmpty()) {
            Cell[] all = groups.get(0);
            groups.clear();
            groups.addAll(byTask(all, shared, features));
        }
        shared = 0;
        z = new double[1 + features];
    }

    /** The cells of each task from those of all tasks together. */
    static List<Cell[]> byTask(Cell[] all, int tasks, int features) {
        List<Cell[]> split = new ArrayList<>();
        Triangle work = new Triangle(1 + features);
        for (int t = 0; t < tasks; t++) {
            int[] columns = new int[1 + features];
            int label = t;
            Arrays.setAll(columns, j -> j == 0 ? label : tasks + j - 1);
            Cell[] cells = new Cell[all.length];
            for (int part = 0; part < all.length; part++) {
                cells[part] = all[part] == null ? null : all[part].select(columns, work);
            }
            split.add(cells);
        }
        return split;
    }

    long numbers() {
        long sum = 0;
        for (Cell[] cells : groups) {
            for (Cell cell : cells) {
                sum += cell == null ? 0 : cell.numbers();
            }
        }
        return sum;
    }

    /** All cells, none missing; one group for all tasks, or one for each. */
    Cell[][] finished(int tasks) {
        await();
        if (shared > 0 && shared != tasks) {
            split();
        }
        int count = shared > 0 ? 1 : tasks;
        if (shared < 0) {
            z = new double[1 + features];
        }
        Cell[][] all = new Cell[count][parts];
        for (int g = 0; g < count; g++) {
            for (int part = 0; part < parts; part++) {
                Cell cell = g < groups.size() ? groups.get(g)[part] : null;
                all[g][part] = cell == null ? new Cell(z.length) : cell;
                all[g][part].settle(work(0));
            }
        }
        return all;
    }

    @Override
    public void close() {
        for (ExecutorService worker : workers) {
            worker.shutdownNow();
        }
        try {
            for (ExecutorService worker : workers) {
                worker.awaitTermination(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
