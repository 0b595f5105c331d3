package dev.kith.constraint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a system of equations.
 *
 * <pre>
 * system   = equation { ";" equation }
 * equation = sum [ "=" sum ]                            no "=" means "= 0"
 * sum      = term { ("+" | "-") term }
 * term     = signed { ("*" | "/") signed }
 * signed   = { "+" | "-" } power
 * power    = atom [ "^" signed ]                        2^3^2 = 2^(3^2), -y^2 = -(y^2)
 * atom     = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
 * </pre>
 *
 * A name is a task, y1 ... yT by position, or one of the constants pi and e, in this order; names with other characters
 * than letters, digits, _ and . stand in "double", 'single' or `back` quotes.
 */
final class EquationParser {
    private static final int MAX_LENGTH = 100_000;
    private static final int MAX_DEPTH = 200;

    private static final Map<String, Operation> FUNCTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("sin", Operation.SIN),
            Map.entry("cos", Operation.COS),
            Map.entry("tan", Operation.TAN),
            Map.entry("asin", Operation.ASIN),
            Map.entry("acos", Operation.ACOS),
            Map.entry("atan", Operation.ATAN),
            Map.entry("atan2", Operation.ATAN2),
            Map.entry("sinh", Operation.SINH),
            Map.entry("cosh", Operation.COSH),
            Map.entry("tanh", Operation.TANH),
            Map.entry("exp", Operation.EXP),
            Map.entry("log", Operation.LOG),
            Map.entry("sqrt", Operation.SQRT),
            Map.entry("abs", Operation.ABS),
            Map.entry("min", Operation.MIN),
            Map.entry("max", Operation.MAX),
            Map.entry("pow", Operation.POWER)));

    private final String text;
    private final List<String> tasks;
    private int at;
    private int depth;
    private Tape.Builder tape = new Tape.Builder();

    private EquationParser(String text, List<String> tasks) {
        this.text = text;
        this.tasks = tasks;
    }

    /** One tape per equation, left side minus right side, on coordinates in task order. */
    static List<Tape> parse(String text, List<String> tasks) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "constraint must have at most " + MAX_LENGTH + " characters, got " + text.length());
        }
        return new EquationParser(text, tasks).system();
    }

    private List<Tape> system() {
        List<Tape> equations = new ArrayList<>();
        skipBlanks();
        while (at < text.length()) {
            int start = at;
            tape = new Tape.Builder();
            Tape equation = equation();
            if (at < text.length() && !take(';')) {
                throw unexpected("an operator, '=' or ';'");
            }
            if (equation.variables().length == 0) {
                throw error(start, "an equation must mention at least one task, this one mentions none");
            }
            equations.add(equation);
            skipBlanks();
        }
        if (equations.isEmpty()) {
            throw error(at, "expected an equation, found nothing");
        }
        return equations;
    }

    private Tape equation() {
        int left = sum();
        if (take('=')) {
            take('='); // "==" is what programmers write
            int right = sum();
            tape.binary(Operation.ADD, left, tape.unary(Operation.NEGATE, right));
        }
        return tape.build();
    }

    private int sum() {
        if (++depth > MAX_DEPTH) {
            throw error(at, "nested more than " + MAX_DEPTH + " deep");
        }
        int node = term();
        while (true) {
            if (take('+')) {
                node = tape.binary(Operation.ADD, node, term());
            } else if (take('-')) {
                node = tape.binary(Operation.ADD, node, tape.unary(Operation.NEGATE, term()));
            } else {
                depth--;
                return node;
            }
        }
    }

    private int term() {
        int node = signed();
        while (true) {
            if (take('*')) {
                node = tape.binary(Operation.MULTIPLY, node, signed());
            } else if (take('/')) {
                node = tape.binary(Operation.DIVIDE, node, signed());
            } else {
                return node;
            }
        }
    }

    private int signed() {
        if (++depth > MAX_DEPTH) {
            throw error(at, "nested more than " + MAX_DEPTH + " deep");
        }
        int node;
        if (take('-')) {
            node = tape.unary(Operation.NEGATE, signed());
        } else if (take('+')) {
            node = signed();
        } else {
            node = power();
        }
        depth--;
        return node;
    }

    private int power() {
        int base = atom();
        return take('^') ? tape.power(base, signed()) : base;
    }

    private int atom() {
        skipBlanks();
        if (at >= text.length()) {
            throw unexpected("a number, a name or '('");
        }
        char c = text.charAt(at);
        if (c == '(') {
            at++;
            int node = sum();
            expect(')');
            return node;
        }
        if ((c >= '0' && c <= '9') || c == '.') {
            return number();
        }
        if (c == '"' || c == '\'' || c == '`') {
            return quoted(c);
        }
        if (Character.isLetter(c) || c == '_') {
            return named();
        }
        throw unexpected("a number, a name or '('");
    }

    private int number() {
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
        try {
            double value = Double.parseDouble(text.substring(start, at));
            if (value < Double.POSITIVE_INFINITY) {
                return tape.constant(value);
            }
        } catch (NumberFormatException e) {
            // a lone point: reported below like a number that is too large
        }
        throw error(start, "'" + text.substring(start, at) + "' is not a finite number");
    }

    private void digits() {
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
    }

    private int quoted(char quote) {
        int start = at;
        int end = text.indexOf(quote, at + 1);
        if (end < 0) {
            throw error(start, "the quote " + quote + " is not closed");
        }
        String name = text.substring(at + 1, end);
        at = end + 1;
        int t = tasks.indexOf(name);
        if (t < 0) {
            throw unknown(start, name);
        }
        return tape.variable(t);
    }

    private int named() {
        int start = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        String name = text.substring(start, at);
        skipBlanks();
        boolean call = at < text.length() && text.charAt(at) == '(';
        if (call) {
            Operation function = FUNCTIONS.get(name);
            if (function == null) {
                throw error(
                        start, "unknown function '" + name + "'; there are " + String.join(", ", FUNCTIONS.keySet()));
            }
            return call(start, name, function);
        }
        int t = tasks.indexOf(name);
        if (t >= 0) {
            return tape.variable(t);
        }
        int position = position(name);
        if (position >= 1 && position <= tasks.size()) {
            return tape.variable(position - 1);
        }
        return switch (name) {
            case "pi" -> tape.constant(Math.PI);
            case "e" -> tape.constant(Math.E);
            default -> throw unknown(start, name);
        };
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.';
    }

    /** k of "yk", 0 for any other name. */
    private static int position(String name) {
        return name.matches("y[1-9][0-9]{0,8}") ? Integer.parseInt(name.substring(1)) : 0;
    }

    private int call(int start, String name, Operation function) {
        expect('(');
        List<Integer> arguments = new ArrayList<>();
        do {
            arguments.add(sum());
        } while (take(','));
        expect(')');
        boolean two = function == Operation.POWER
                || function == Operation.MIN
                || function == Operation.MAX
                || function == Operation.ATAN2;
        if (arguments.size() != (two ? 2 : 1)) {
            throw error(
                    start, name + " takes " + (two ? "two arguments" : "one argument") + ", got " + arguments.size());
        }
        if (function == Operation.POWER) {
            return tape.power(arguments.get(0), arguments.get(1));
        }
        return two ? tape.binary(function, arguments.get(0), arguments.get(1)) : tape.unary(function, arguments.get(0));
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean take(char c) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!take(c)) {
            throw unexpected("'" + c + "'");
        }
    }

    private EquationException unexpected(String expected) {
        skipBlanks();
        if (at < text.length() && (text.charAt(at) == '<' || text.charAt(at) == '>')) {
            return error(at, "inequalities cannot be used here; box:lo:hi and simplex are the sets with bounds");
        }
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
        return error(at, "expected " + expected + ", found " + found);
    }

    private EquationException unknown(int start, String name) {
        String known =
                tasks.size() <= 12 ? String.join(", ", tasks) : String.join(", ", tasks.subList(0, 12)) + ", ...";
        return error(
                start,
                "unknown name '" + name + "'; tasks are " + known + " (also y1 to y" + tasks.size()
                        + "), constants pi and e");
    }

    private EquationException error(int position, String problem) {
        String shown = text.length() <= 200 ? text : text.substring(0, 200) + "...";
        return new EquationException(shown, position + 1, problem);
    }
}
