package dev.kith.data.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A growing list of doubles, in blocks: growing copies nothing, and blocks are let go while they are gathered. */
public final class Doubles {
    private static final int BLOCK = 1 << 14;

    private final List<double[]> full = new ArrayList<>();
    private double[] block = new double[64];
    private int used;

    public void add(double value) {
        if (used == block.length) {
            next();
        }
        block[used++] = value;
    }

    private void next() {
        if (used < BLOCK) {
            block = Arrays.copyOf(block, 2 * used);
        } else {
            full.add(block);
            block = new double[BLOCK];
            used = 0;
        }
    }

    public long size() {
        return (long) full.size() * BLOCK + used;
    }

    public double get(long k) {
        int at = (int) (k % BLOCK);
        int b = (int) (k / BLOCK);
        return b < full.size() ? full.get(b)[at] : block[at];
    }

    /** The numbers in one array; this list is empty afterwards. */
    public double[] drain() {
        double[] all = new double[Math.toIntExact(size())];
        for (int b = 0; b < full.size(); b++) {
            System.arraycopy(full.set(b, new double[0]), 0, all, b * BLOCK, BLOCK);
        }
        System.arraycopy(block, 0, all, full.size() * BLOCK, used);
        full.clear();
        used = 0;
        return all;
    }
}
