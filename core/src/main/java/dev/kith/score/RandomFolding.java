package dev.kith.score;

import dev.kith.data.Dataset;
import java.util.List;

/** Rows dealt at random, see {@link Split#folds}. */
record RandomFolding() implements Folding {
    @Override
    public List<Split> folds(Dataset data, int k, long seed) {
        return Split.folds(data, k, seed);
    }

    @Override
    public String name(int k) {
        return k + "-fold cross-validation";
    }
}
