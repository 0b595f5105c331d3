package dev.kith.data.read;

import java.util.Locale;
import java.util.Set;

/** Yes and no as tables spell them, in any case. */
public final class Truths {
    private static final Set<String> YES = Set.of("yes", "true", "y", "t");
    private static final Set<String> NO = Set.of("no", "false", "n", "f");
    private static final int LONGEST = 5;

    private Truths() {}

    /** 1 for yes, 0 for no, NaN for anything else. */
    public static double parse(String text) {
        String word = text.length() > LONGEST ? "" : text.toLowerCase(Locale.ROOT);
        return YES.contains(word) ? 1 : NO.contains(word) ? 0 : Double.NaN;
    }
}
