package dev.kith.stream;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Settings of an online learner that are unknown, out of range or of no use. */
public final class LearnerException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private static final Pattern NAME = Pattern.compile("\\{([A-Za-z-]+)}");

    private final String rule;

    /** What was given, set in where the rule says %s; texts from outside never become part of the rule. */
    private final String[] given;

    /** @param rule the message, with names of settings in braces and %s for what was given */
    LearnerException(String rule, Object... given) {
        super(told(rule, texts(given), UnaryOperator.identity()));
        this.rule = rule;
        this.given = texts(given);
    }

    private static String[] texts(Object[] given) {
        String[] texts = new String[given.length];
        java.util.Arrays.setAll(texts, k -> String.valueOf(given[k]));
        return texts;
    }

    /**
     * The message with settings called as a front end calls them.
     *
     * @param naming {@code --b} for {@code b}, say
     */
    public String told(UnaryOperator<String> naming) {
        return told(rule, given, naming);
    }

    private static String told(String rule, String[] given, UnaryOperator<String> naming) {
        return String.format(named(rule, naming), (Object[]) given);
    }

    /** The text with every name in braces replaced. */
    static String named(String text, UnaryOperator<String> naming) {
        return NAME.matcher(text).replaceAll(match -> Matcher.quoteReplacement(naming.apply(match.group(1))));
    }
}
