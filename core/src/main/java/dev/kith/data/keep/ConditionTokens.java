package dev.kith.data.keep;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a condition, one after the other. */
final class ConditionTokens {
    private static final Pattern TOKEN = Pattern.compile("\\s*(?:"
            + "(?<number>(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![\\p{L}\\p{N}_.])"
            + "|'(?<text>(?:[^']|'')*+)'"
            + "|\"(?<quoted>(?:[^\"]|\"\")*+)\""
            + "|(?<word>[\\p{L}_][\\p{L}\\p{N}\\p{M}_.]*+)"
            + "|(?<sign><>|!=|<=|>=|[-=<>(),+*/]))");

    /** What a token is. */
    enum Kind {
        NUMBER,
        TEXT,
        QUOTED,
        WORD,
        SIGN,
        END
    }

    record Token(Kind kind, String text, int at) {
        /** As a message shows it. */
        String shown() {
            return kind == Kind.END ? "its end" : "'" + text + "'";
        }
    }

    private final String condition;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    ConditionTokens(String condition) {
        this.condition = condition;
        Matcher matcher = TOKEN.matcher(condition);
        int at = 0;
        while (at < condition.stripTrailing().length()) {
            if (!matcher.region(at, condition.length()).lookingAt()) {
                throw unreadable(at);
            }
            tokens.add(token(matcher));
            at = matcher.end();
        }
        tokens.add(new Token(Kind.END, "", condition.length()));
    }

    private IllegalArgumentException unreadable(int from) {
        int at = from;
        while (Character.isWhitespace(condition.charAt(at))) {
            at++;
        }
        char found = condition.charAt(at);
        return wrong(
                found == ';'
                        ? "one condition is wanted, not several statements; take the ';' out"
                        : found == '\'' || found == '"'
                                ? "the quote at character " + (at + 1) + " is never closed"
                                : "'" + found + "' at character " + (at + 1) + " means nothing in a condition");
    }

    private static Token token(Matcher matcher) {
        for (Kind kind : List.of(Kind.NUMBER, Kind.TEXT, Kind.QUOTED, Kind.WORD, Kind.SIGN)) {
            String group = kind.name().toLowerCase(java.util.Locale.ROOT);
            String found = matcher.group(group);
            if (found != null) {
                String quote = kind == Kind.TEXT ? "'" : "\"";
                boolean quoted = kind == Kind.TEXT || kind == Kind.QUOTED;
                return new Token(kind, quoted ? found.replace(quote + quote, quote) : found, matcher.start(group));
            }
        }
        throw new AssertionError("every alternative is a kind");
    }

    IllegalArgumentException wrong(String words) {
        return new IllegalArgumentException("condition '" + condition + "': " + words);
    }

    /** The condition wants something else here. */
    IllegalArgumentException expected(String what) {
        Token found = peek();
        return wrong(what + " is needed "
                + (found.kind == Kind.END
                        ? "at its end"
                        : "at character " + (found.at + 1) + ", where " + found.shown() + " stands"));
    }

    Token peek() {
        return tokens.get(next);
    }

    Token take() {
        return tokens.get(next++);
    }

    /** Takes a word of the language or a sign, if it is next. */
    boolean take(String wanted) {
        Token token = peek();
        boolean found = (token.kind == Kind.WORD || token.kind == Kind.SIGN) && token.text.equalsIgnoreCase(wanted);
        next += found ? 1 : 0;
        return found;
    }

    void require(String wanted) {
        if (!take(wanted)) {
            throw expected("'" + wanted + "'");
        }
    }

    int place() {
        return next;
    }

    void back(int place) {
        next = place;
    }
}
