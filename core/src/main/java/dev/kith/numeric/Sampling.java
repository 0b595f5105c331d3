package dev.kith.numeric;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Random choices. */
public final class Sampling {
    private Sampling() {}

    /** So many of these, in order; every choice is as likely. */
    public static int[] some(int[] all, int most, SplittableRandom random) {
        if (all.length <= most) {
            return all;
        }
        int[] mixed = all.clone();
        for (int i = 0; i < most; i++) {
            int k = i + random.nextInt(mixed.length - i);
            int swapped = mixed[i];
            mixed[i] = mixed[k];
            mixed[k] = swapped;
        }
        int[] chosen = Arrays.copyOf(mixed, most);
        Arrays.sort(chosen);
        return chosen;
    }
}
