package dev.kith.data.inspect.words;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the name of a column suggests. A suggestion only: what the values say is weighed beside it. */
public final class NameHints {
    /** Letters that two words must share at their beginning to be of one stem. */
    private static final int STEM = 5;

    private static final int SHORTEST = 4;

    private NameHints() {}

    /** The words of a name: {@code schoolNR} is school and nr, {@code log_sales.2} is log, sales and 2. */
    public static List<String> words(String name) {
        String apart = name.replaceAll("([a-z])([A-Z])", "$1 $2").replaceAll("([A-Za-z])(\\d)", "$1 $2");
        return Arrays.stream(apart.split("[^\\p{L}\\d]+"))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** A name for what rows may be grouped by. */
    public static boolean group(String name) {
        List<String> words = words(name);
        return words.stream().anyMatch(NameHints::groups) && !time(name) && !words.contains("age");
    }

    private static boolean groups(String word) {
        return NameWords.GROUPS.contains(word)
                || NameWords.GROUPS.contains(word.replaceFirst("(id|nr|no|s)$", ""))
                || NameWords.GROUP_ENDS.stream().anyMatch(word::endsWith);
    }

    /** A name for a key or a code, alone or at the end of a word: {@code id}, {@code shopid}, {@code pupil.nr}. */
    public static boolean key(String name) {
        List<String> words = words(name);
        if (words.isEmpty()) {
            return true;
        }
        String last = words.get(words.size() - 1);
        return NameWords.KEYS.contains(last)
                || (last.endsWith("id") && NameWords.GROUPS.contains(last.substring(0, last.length() - 2)));
    }

    /** A name for what is to be predicted. */
    public static boolean label(String name) {
        boolean label = words(name).stream()
                .anyMatch(word -> named(word, NameWords.LABELS)
                        || (word.startsWith("post") && labelled(word.substring(SHORTEST))));
        return label && !key(name) && (!group(name) || labelAlone(name)) && !given(name);
    }

    /** A name for what is often to be predicted, and often not. */
    public static boolean often(String name) {
        return words(name).stream().anyMatch(word -> named(word, NameWords.OFTEN)) && !key(name) && !given(name);
    }

    /** A name that says nothing else. */
    public static boolean labelAlone(String name) {
        return NameWords.LABELS.contains(name.toLowerCase(Locale.ROOT));
    }

    /** A name for what rows are like or were given, before there was anything to predict. */
    public static boolean given(String name) {
        return words(name).stream()
                .anyMatch(word ->
                        NameWords.GIVEN.contains(word) || (word.matches("(pre|est).+") && labelled(word.substring(3))));
    }

    /** A name for what is to be predicted, and for nothing else. */
    public static boolean outcome(String name) {
        return words(name).stream().anyMatch(NameWords.OUTCOMES::contains);
    }

    private static boolean labelled(String word) {
        return NameWords.LABELS.contains(word) || NameWords.OFTEN.contains(word);
    }

    /** A name for what was sold. */
    public static boolean sold(String name) {
        return words(name).stream().anyMatch(word -> named(word, NameWords.SOLD));
    }

    /** A name for a price. */
    public static boolean price(String name) {
        return words(name).stream().anyMatch(word -> word.endsWith("price"));
    }

    /** A name for a time. */
    public static boolean time(String name) {
        return words(name).stream().anyMatch(NameWords.TIMES::contains);
    }

    /** A name for a time by the calendar. */
    public static boolean calendar(String name) {
        return words(name).stream().anyMatch(NameWords.CALENDAR::contains);
    }

    /** Whether a column is called like the table: {@code fatal} of Fatalities, {@code price} of house-prices. */
    public static boolean about(String name, String table) {
        List<String> about = words(table.replaceFirst("(\\.(csv|tsv|txt|gz|zip|parquet|json|jsonl))+$", ""));
        return words(name).stream()
                .filter(word -> word.length() >= SHORTEST && !given(word) && !time(word))
                .anyMatch(word -> about.stream().anyMatch(other -> stem(word, other)));
    }

    private static boolean stem(String a, String b) {
        int shared = 0;
        while (shared < Math.min(a.length(), b.length()) && a.charAt(shared) == b.charAt(shared)) {
            shared++;
        }
        int shorter = Math.min(a.length(), b.length());
        boolean begins = shared >= STEM && 3 * shared >= 2 * shorter;
        return begins || (shared >= SHORTEST && shared == shorter);
    }

    /** A hint itself, its plural, or at the end of a longer word: {@code lwage}, {@code mathachievement}. */
    private static boolean named(String word, Set<String> hints) {
        return hints.contains(word)
                || hints.contains(word.replaceFirst("s$", ""))
                || hints.stream().anyMatch(hint -> hint.length() >= SHORTEST && word.endsWith(hint));
    }
}
