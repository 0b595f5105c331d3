package dev.kith.constraint.equation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
public final class EquationParser {
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

    private static final Set<Operation> TWO =
            EnumSet.of(Operation.POWER, Operation.MIN, Operation.MAX, Operation.ATAN2);

    private final EquationText text;
    private final List<String> tasks;
    private int depth;
    private Tape.Builder tape = new Tape.Builder();

    private EquationParser(EquationText text, List<String> tasks) {
        this.text = text;
        this.tasks = tasks;
    }

    /** One tape per equation, left side minus right side, on coordinates in task order. */
    public static List<Tape> parse(String text, List<String> tasks) {
        return new EquationParser(new EquationText(text), tasks).system();
    }

    private List<Tape> system() {
        List<Tape> equations = new ArrayList<>();
        while (!text.ended()) {
            int start = text.position();
            tape = new Tape.Builder();
            Tape equation = equation();
            if (!text.ended() && !text.take(';')) {
                throw text.unexpected("an operator, '=' or ';'");
            }
            if (equation.variables().length == 0) {
                throw text.error(start, "an equation must mention at least one task, this one mentions none");
            }
            equations.add(equation);
        }
        if (equations.isEmpty()) {
            throw text.error(text.position(), "expected an equation, found nothing");
        }
        return equations;
    }

    private Tape equation() {
        int left = sum();
        if (text.take('=')) {
            text.take('='); // "==" is what programmers write
            int right = sum();
            tape.binary(Operation.ADD, left, tape.unary(Operation.NEGATE, right));
        }
        return tape.build();
    }

    private void deeper() {
        if (++depth > MAX_DEPTH) {
            throw text.error(text.position(), "nested more than " + MAX_DEPTH + " deep");
        }
    }

    private int sum() {
        deeper();
        int node = term();
        while (true) {
            if (text.take('+')) {
                node = tape.binary(Operation.ADD, node, term());
            } else if (text.take('-')) {
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
            if (text.take('*')) {
                node = tape.binary(Operation.MULTIPLY, node, signed());
            } else if (text.take('/')) {
                node = tape.binary(Operation.DIVIDE, node, signed());
            } else {
                return node;
            }
        }
    }

    private int signed() {
        deeper();
        int node;
        if (text.take('-')) {
            node = tape.unary(Operation.NEGATE, signed());
        } else if (text.take('+')) {
            node = signed();
        } else {
            node = power();
        }
        depth--;
        return node;
    }

    private int power() {
        int base = atom();
        return text.take('^') ? tape.power(base, signed()) : base;
    }

    private int atom() {
        char c = text.next();
        if (text.take('(')) {
            int node = sum();
            text.expect(')');
            return node;
        }
        if ((c >= '0' && c <= '9') || c == '.') {
            return tape.constant(text.number());
        }
        if (c == '"' || c == '\'' || c == '`') {
            int start = text.position();
            return variable(start, text.quoted());
        }
        if (Character.isLetter(c) || c == '_') {
            return named();
        }
        throw text.unexpected("a number, a name or '('");
    }

    private int variable(int start, String name) {
        int t = tasks.indexOf(name);
        if (t < 0) {
            throw unknown(start, name);
        }
        return tape.variable(t);
    }

    private int named() {
        int start = text.position();
        String name = text.name();
        if (text.take('(')) {
            return call(start, name);
        }
        int position = position(name);
        if (!tasks.contains(name) && position >= 1 && position <= tasks.size()) {
            return tape.variable(position - 1);
        }
        if (!tasks.contains(name) && (name.equals("pi") || name.equals("e"))) {
            return tape.constant(name.equals("pi") ? Math.PI : Math.E);
        }
        return variable(start, name);
    }

    /** k of "yk", 0 for any other name. */
    private static int position(String name) {
        return name.matches("y[1-9][0-9]{0,8}") ? Integer.parseInt(name.substring(1)) : 0;
    }

    private int call(int start, String name) {
        Operation function = FUNCTIONS.get(name);
        if (function == null) {
            throw text.error(
                    start, "unknown function '" + name + "'; there are " + String.join(", ", FUNCTIONS.keySet()));
        }
        List<Integer> arguments = new ArrayList<>();
        do {
            arguments.add(sum());
        } while (text.take(','));
        text.expect(')');
        boolean two = TWO.contains(function);
        if (arguments.size() != (two ? 2 : 1)) {
            throw text.error(
                    start, name + " takes " + (two ? "two arguments" : "one argument") + ", got " + arguments.size());
        }
        if (function == Operation.POWER) {
            return tape.power(arguments.get(0), arguments.get(1));
        }
        return two ? tape.binary(function, arguments.get(0), arguments.get(1)) : tape.unary(function, arguments.get(0));
    }

    private EquationException unknown(int start, String name) {
        String known =
                tasks.size() <= 12 ? String.join(", ", tasks) : String.join(", ", tasks.subList(0, 12)) + ", ...";
        return text.error(
                start,
                "unknown name '" + name + "'; tasks are " + known + " (also y1 to y" + tasks.size()
                        + "), constants pi and e");
    }
}
