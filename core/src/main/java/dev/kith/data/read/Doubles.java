package dev.kith.data.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A growing list of doubles, in blocks: growing copies nothing, and blocks are let go while they are gathered. Where it is known how many
 * come, they lie in one array from the start.
 */
public final class Doubles {
    private static final int BLOCK = 1 << 14;

    private double[] whole = {};
    private int inWhole;
    private final List<double[]> full = new ArrayList<>();
    private double[] block = new double[64];
    private int used;

    /** Numbers that are copied to a place in an array. */
    public interface Source {
        void copyInto(double[] to, int at);
    }

    /** Makes room for {@code count} numbers in all; any other number of them is only slower. */
    public void expect(int count) {
        if (count > size()) {
            int size = Math.toIntExact(size());
            double[] room = new double[count];
            gatherInto(room);
            whole = room;
            inWhole = size;
        }
    }

    public void add(double value) {
        if (inWhole < whole.length) {
            whole[inWhole++] = value;
            return;
        }
        if (used == block.length) {
            next();
        }
        block[used++] = value;
    }

    /** Takes {@code count} numbers at once where there is room for them; false where they have to be added one by one. */
    public boolean add(int count, Source source) {
        if (whole.length - inWhole < count) {
            return false;
        }
        source.copyInto(whole, inWhole);
        inWhole += count;
        return true;
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
        return inWhole + (long) full.size() * BLOCK + used;
    }

    public double get(long k) {
        if (k < inWhole) {
            return whole[(int) k];
        }
        long more = k - inWhole;
        int at = (int) (more % BLOCK);
        int b = (int) (more / BLOCK);
        return b < full.size() ? full.get(b)[at] : block[at];
    }

    /** The numbers in one array; this list is empty afterwards. */
    public double[] drain() {
        double[] all = whole;
        if (size() != whole.length) {
            all = new double[Math.toIntExact(size())];
            gatherInto(all);
        }
        whole = new double[0];
        inWhole = 0;
        return all;
    }

    private void gatherInto(double[] all) {
        System.arraycopy(whole, 0, all, 0, inWhole);
        for (int b = 0; b < full.size(); b++) {
            System.arraycopy(full.set(b, new double[0]), 0, all, inWhole + b * BLOCK, BLOCK);
        }
        System.arraycopy(block, 0, all, inWhole + full.size() * BLOCK, used);
        full.clear();
        used = 0;
    }
}
