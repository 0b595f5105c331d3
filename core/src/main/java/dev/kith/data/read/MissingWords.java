package dev.kith.data.read;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The spellings of a missing cell: the usual ones, and those a user names. */
public final class MissingWords {
    /** Case counts, since Na is sodium; a lone point is how SAS and Stata write it; None is often a category. */
    private static final Set<String> USUAL =
            Set.of("", "NA", "N/A", "n/a", "#N/A", "<NA>", "null", "NULL", "NaN", "nan", "?", ".");

    /** What they start with; hardly a number does. */
    private static final String STARTS = "Nn#<?.";

    private final Set<String> words;
    private final boolean own;
    private final double[] numbers;
    private final int longest;

    /**
     * The usual spellings and more.
     *
     * @param more spellings beside the usual ones; one that is a number counts however it is written, -999 as -999.0
     */
    public MissingWords(List<String> more) {
        own = !more.isEmpty();
        words = new HashSet<>(USUAL);
        words.addAll(more);
        numbers = more.stream()
                .mapToDouble(word -> Numbers.parse(word.toCharArray(), 0, word.length()))
                .filter(number -> !Double.isNaN(number))
                .toArray();
        longest = words.stream().mapToInt(String::length).max().orElse(0);
    }

    /** Whether a text is one of the usual spellings. */
    public static boolean usual(String text) {
        return USUAL.contains(text);
    }

    /** Whether numbers are among the spellings. */
    public boolean numeric() {
        return numbers.length > 0;
    }

    /** Whether a number means nothing. */
    public boolean contains(double number) {
        for (double missing : numbers) {
            if (missing == number) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code text[from, to)} means nothing. */
    public boolean contains(char[] text, int from, int to) {
        boolean usual = from == to || STARTS.indexOf(text[from]) >= 0;
        if (own ? to - from > longest && numbers.length == 0 : !usual || to - from > longest) {
            return false;
        }
        return words.contains(new String(text, from, to - from))
                || (numbers.length > 0 && contains(Numbers.parse(text, from, to)));
    }
}
