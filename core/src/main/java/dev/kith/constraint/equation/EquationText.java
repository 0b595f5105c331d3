package dev.kith.constraint.equation;

/** The text of equations, read from left to right: blanks, signs, numbers and names, and errors that say where. */
final class EquationText {
    private static final int MAX_LENGTH = 100_000;

    private final String text;
    private int at;

    EquationText(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "constraint must have at most " + MAX_LENGTH + " characters, got " + text.length());
        }
        this.text = text;
    }

    /** Where the next thing begins, blanks skipped. */
    int position() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    boolean ended() {
        return position() >= text.length();
    }

    /** The next character that is not blank, or 0 at the end. */
    char next() {
        return ended() ? 0 : text.charAt(at);
    }

    /** Reads c if it comes next. */
    boolean take(char c) {
        boolean there = !ended() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    void expect(char c) {
        if (!take(c)) {
            throw unexpected("'" + c + "'");
        }
    }

    /** Reads a number: digits, a point, an exponent. */
    double number() {
        int start = at;
        digits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            digits();
        }
        int mark = at;
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            int exponent = at;
            digits();
            at = at == exponent ? mark : at;
        }
        String digits = text.substring(start, at);
        double value =
                digits.startsWith(".") && mark == start + 1 ? Double.POSITIVE_INFINITY : Double.parseDouble(digits);
        if (!(value < Double.POSITIVE_INFINITY)) {
            throw error(start, "'" + digits + "' is not a finite number");
        }
        return value;
    }

    private void digits() {
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
    }

    /** Reads what stands between this quote and the next of its kind. */
    String quoted() {
        char quote = text.charAt(at);
        int end = text.indexOf(quote, at + 1);
        if (end < 0) {
            throw error(at, "the quote " + quote + " is not closed");
        }
        String name = text.substring(at + 1, end);
        at = end + 1;
        return name;
    }

    /** Reads letters, digits, _ and point. */
    String name() {
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.';
    }

    EquationException unexpected(String expected) {
        char c = next();
        if (c == '<' || c == '>') {
            return error(at, "inequalities cannot be used here; box:lo:hi and simplex are the sets with bounds");
        }
        String found = ended() ? "the end" : "'" + c + "'";
        return error(at, "expected " + expected + ", found " + found);
    }

    /** @param position counted from 0 */
    EquationException error(int position, String problem) {
        String shown = text.length() <= 200 ? text : text.substring(0, 200) + "...";
        return new EquationException(shown, position + 1, problem);
    }
}
