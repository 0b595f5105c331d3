package dev.kith.data.inspect.words;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Words that have an order. */
public final class Scales {
    /** Two levels are as well told apart without an order. */
    private static final int FEWEST = 3;

    /** From the lowest to the highest, between bars what means the same. */
    private static final List<List<String>> ALL = List.of(
            scale("very low", "low", "medium|middle|mid|moderate|average", "high", "very high"),
            scale("tiny|very small|xs", "small|s", "medium|m", "large|big|l", "very large|huge|xl", "xxl"),
            scale("never", "rarely|seldom", "sometimes|occasionally", "often|frequently", "always"),
            scale("very poor", "poor", "fair|average", "good", "very good", "excellent"),
            scale("very bad", "bad", "ok|okay|average|normal", "good", "very good"),
            scale("strongly disagree", "disagree", "neutral|neither agree nor disagree", "agree", "strongly agree"),
            scale("none|no", "mild|light", "moderate", "severe|strong"),
            scale("beginner", "intermediate", "advanced", "expert"));

    private Scales() {}

    private static List<String> scale(String... levels) {
        return List.of(levels);
    }

    /** The values from the lowest to the highest, where all are levels of one scale, each spelled in one way. */
    public static Optional<List<String>> order(Collection<String> values) {
        return ALL.stream().flatMap(scale -> order(scale, values).stream()).findFirst();
    }

    private static Optional<List<String>> order(List<String> scale, Collection<String> values) {
        TreeMap<Integer, String> found = new TreeMap<>();
        for (String value : values) {
            String plain = value.trim().toLowerCase(Locale.ROOT).replaceAll("[ _-]+", " ");
            int level = -1;
            for (int k = 0; k < scale.size(); k++) {
                level = List.of(scale.get(k).split("\\|", -1)).contains(plain) ? k : level;
            }
            if (level < 0 || found.put(level, value) != null) {
                return Optional.empty();
            }
        }
        return found.size() < FEWEST ? Optional.empty() : Optional.of(List.copyOf(found.values()));
    }
}
