package dev.kith.data;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.RandomAccess;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lists of names, as features and tasks have them. */
public final class Names {
    private static final int SUGGESTIONS = 3;

    /** Longer names are neither compared, which takes the product of the lengths, nor shown whole. */
    private static final int LONGEST = 100;

    private Names() {}

    /** prefix1, prefix2, ..., prefixN. */
    public static List<String> numbered(String prefix, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
    }

    /**
     * What a message says about a name nobody has: {@code unknown task 'shcool'; did you mean 'school'?}, or, when
     * nothing is near, the first few candidates.
     */
    public static String unknown(String what, String name, Collection<String> candidates) {
        String shown = name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "...";
        String start = "unknown " + what + " '" + shown + "'";
        List<String> near = closest(name, candidates);
        if (!near.isEmpty()) {
            return start + "; did you mean " + quoted(near, " or ") + "?";
        }
        if (candidates.isEmpty()) {
            return start + "; there are none";
        }
        return start + "; there are " + some(candidates);
    }

    /**
     * The candidates nearest to {@code name} by edit distance (insert, delete, replace, swap neighbours; case costs
     * nothing), nearest first, at most three; empty when none is near enough to be a slip of the pen.
     */
    public static List<String> closest(String name, Collection<String> candidates) {
        String lower = name.toLowerCase(Locale.ROOT);
        int limit = Math.max(1, name.length() / 3);
        record Near(String name, int distance) {}
        List<Near> near = new ArrayList<>();
        for (String candidate : new LinkedHashSet<>(candidates)) {
            boolean comparable = Math.max(candidate.length(), name.length()) <= LONGEST;
            if (comparable && Math.abs(candidate.length() - name.length()) <= limit) {
                int distance = editDistance(lower, candidate.toLowerCase(Locale.ROOT));
                if (distance <= limit && distance < Math.max(candidate.length(), name.length())) {
                    near.add(new Near(candidate, distance));
                }
            }
        }
        near.sort(Comparator.comparingInt(Near::distance));
        return near.stream().limit(SUGGESTIONS).map(Near::name).toList();
    }

    private static int editDistance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        Arrays.setAll(last, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, 1 + Math.min(last[j], row[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
            int[] spare = before;
            before = last;
            last = row;
            row = spare;
        }
        return last[b.length()];
    }

    /** Every name in quotes: {@code 'a', 'b'}. */
    public static String quoted(Collection<String> names, String between) {
        return names.stream().map(n -> "'" + n + "'").collect(Collectors.joining(between));
    }

    /** The first ten names in quotes, and how many more there are. */
    public static String some(Collection<String> names) {
        String first = quoted(names.stream().limit(10).toList(), ", ");
        return names.size() <= 10 ? first : first + " and " + (names.size() - 10) + " more";
    }

    /** An immutable copy; refuses a name that occurs twice. What it gave before is not looked at again. */
    public static List<String> distinct(String what, List<String> names) {
        if (names instanceof Distinct) {
            return names;
        }
        Distinct copy = new Distinct(names.toArray(String[]::new));
        Set<String> seen = new HashSet<>();
        for (int k : ofSameHash(copy)) {
            if (!seen.add(copy.get(k))) {
                throw new DataException(what + " names must differ, '" + copy.get(k) + "' occurs twice");
            }
        }
        return copy;
    }

    /** Those that share their hash with another, in order: a million names need no set. */
    private static int[] ofSameHash(List<String> names) {
        long[] keys = new long[names.size()];
        Arrays.setAll(keys, k -> ((long) names.get(k).hashCode() << Integer.SIZE) | k);
        Arrays.sort(keys);
        return IntStream.range(0, keys.length)
                .filter(k -> (k > 0 && sameHash(keys[k - 1], keys[k]))
                        || (k + 1 < keys.length && sameHash(keys[k], keys[k + 1])))
                .map(k -> (int) keys[k])
                .sorted()
                .toArray();
    }

    private static boolean sameHash(long one, long other) {
        return one >> Integer.SIZE == other >> Integer.SIZE;
    }

    /** Names known to differ. */
    private static final class Distinct extends AbstractList<String> implements RandomAccess {
        private final String[] names;

        Distinct(String... names) {
            this.names = names;
        }

        @Override
        public String get(int index) {
            return names[index];
        }

        @Override
        public int size() {
            return names.length;
        }
    }
}
