package dev.kith.data.keep;

import dev.kith.data.keep.ConditionTokens.Kind;
import dev.kith.data.keep.ConditionTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Takes a condition apart, top down:
 *
 * <pre>
 *   any:    all (or all)*            all:   one (and one)*           one: not one | ( any ) | test
 *   test:   sum (= sum | is [not] null | [not] between sum and sum | [not] in (sum, ..) | [not] like 'text')
 *   sum:    product ((+|-) product)*       product: factor ((*|/) factor)*       factor: - factor | ( sum ) | number | 'text' | column
 * </pre>
 */
final class ConditionParser {
    /** Deeper conditions are nobody's. */
    private static final int DEEPEST = 100;

    private static final Map<String, Test.Order> ORDERS = Map.of(
            "=", Test.Order.EQUAL,
            "<>", Test.Order.OTHER,
            "!=", Test.Order.OTHER,
            "<", Test.Order.LESS,
            "<=", Test.Order.AT_MOST,
            ">", Test.Order.MORE,
            ">=", Test.Order.AT_LEAST);

    private static final Set<String> RESERVED = Set.of("and", "or", "not", "is", "null", "in", "like", "between");

    private final ConditionTokens tokens;
    private int depth;

    ConditionParser(String text) {
        this.tokens = new ConditionTokens(text);
    }

    Test condition() {
        if (tokens.peek().kind() == Kind.END) {
            throw tokens.wrong("there is none");
        }
        Test test = any();
        if (tokens.peek().kind() != Kind.END) {
            throw tokens.expected("'and', 'or' or its end");
        }
        return test;
    }

    private Test any() {
        List<Test> tests = new ArrayList<>(List.of(all()));
        while (tokens.take("or")) {
            tests.add(all());
        }
        return tests.size() == 1 ? tests.get(0) : new Test.Several(tests, false);
    }

    private Test all() {
        List<Test> tests = new ArrayList<>(List.of(one()));
        while (tokens.take("and")) {
            tests.add(one());
        }
        return tests.size() == 1 ? tests.get(0) : new Test.Several(tests, true);
    }

    private Test one() {
        deeper();
        try {
            if (tokens.take("not")) {
                return new Test.Not(one());
            }
            return parenthesised() ? inner() : test();
        } finally {
            depth--;
        }
    }

    private void deeper() {
        if (++depth > DEEPEST) {
            throw tokens.wrong("it is nested more than " + DEEPEST + " deep");
        }
    }

    /** Whether the parenthesis that opens here holds conditions, not a sum: a comparison follows a sum. */
    private boolean parenthesised() {
        int start = tokens.place();
        if (!tokens.take("(")) {
            return false;
        }
        int open = 1;
        while (open > 0 && tokens.peek().kind() != Kind.END) {
            Token token = tokens.take();
            boolean sign = token.kind() == Kind.SIGN;
            open += sign && token.text().equals("(") ? 1 : sign && token.text().equals(")") ? -1 : 0;
        }
        Token after = tokens.peek();
        tokens.back(start);
        return after.kind() == Kind.END
                || after.text().equals(")")
                || (after.kind() == Kind.WORD && Set.of("and", "or").contains(lower(after)));
    }

    private Test inner() {
        tokens.require("(");
        Test test = any();
        tokens.require(")");
        return test;
    }

    private Test test() {
        Term left = sum();
        if (tokens.peek().kind() == Kind.SIGN) {
            Test.Order order = ORDERS.get(tokens.peek().text());
            if (order != null) {
                tokens.take();
                return new Test.Comparison(left, order, sum());
            }
        }
        if (tokens.take("is")) {
            boolean not = tokens.take("not");
            tokens.require("null");
            return negated(not, new Test.Missing(left));
        }
        boolean not = tokens.take("not");
        if (tokens.take("between")) {
            Term low = sum();
            tokens.require("and");
            return negated(
                    not,
                    new Test.Several(
                            List.of(
                                    new Test.Comparison(left, Test.Order.AT_LEAST, low),
                                    new Test.Comparison(left, Test.Order.AT_MOST, sum())),
                            true));
        }
        if (tokens.take("in")) {
            return negated(not, in(left));
        }
        if (tokens.take("like")) {
            return negated(not, like(left));
        }
        throw tokens.expected("a comparison, such as > 0 or = 'text',");
    }

    private static Test negated(boolean not, Test test) {
        return not ? new Test.Not(test) : test;
    }

    private Test in(Term left) {
        tokens.require("(");
        List<Test> tests = new ArrayList<>();
        do {
            tests.add(new Test.Comparison(left, Test.Order.EQUAL, sum()));
        } while (tokens.take(","));
        tokens.require(")");
        return new Test.Several(tests, false);
    }

    private Test like(Term left) {
        if (!(left instanceof Term.Column) || tokens.peek().kind() != Kind.TEXT) {
            throw tokens.expected("a column before 'like' and a text in quotes after it");
        }
        StringBuilder pattern = new StringBuilder();
        tokens.take()
                .text()
                .codePoints()
                .forEach(c -> pattern.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(Character.toString(c))));
        return new Test.Like(left, Pattern.compile(pattern.toString(), Pattern.DOTALL));
    }

    private Term sum() {
        Term term = product();
        while (true) {
            boolean plus = tokens.take("+");
            if (!plus && !tokens.take("-")) {
                return term;
            }
            term = new Term.Arithmetic(plus ? '+' : '-', term, product());
        }
    }

    private Term product() {
        Term term = factor();
        while (true) {
            boolean times = tokens.take("*");
            if (!times && !tokens.take("/")) {
                return term;
            }
            term = new Term.Arithmetic(times ? '*' : '/', term, factor());
        }
    }

    private Term factor() {
        deeper();
        try {
            if (tokens.take("-")) {
                return new Term.Arithmetic('-', new Term.Literal(Value.number(0)), factor());
            }
            if (tokens.take("(")) {
                Term term = sum();
                tokens.require(")");
                return term;
            }
            return simple();
        } finally {
            depth--;
        }
    }

    private Term simple() {
        Token token = tokens.peek();
        boolean reserved = token.kind() == Kind.WORD && RESERVED.contains(lower(token));
        if (reserved || token.kind() == Kind.SIGN || token.kind() == Kind.END) {
            throw tokens.expected("a column, a number or a text in quotes");
        }
        tokens.take();
        return switch (token.kind()) {
            case NUMBER -> new Term.Literal(Value.number(Double.parseDouble(token.text())));
            case TEXT -> new Term.Literal(Value.text(token.text()));
            default -> column(token);
        };
    }

    private Term column(Token name) {
        if (tokens.peek().text().equals("(") && tokens.peek().kind() == Kind.SIGN) {
            throw tokens.wrong("there are no functions, such as '" + name.text() + "'; a query of a database has them");
        }
        return new Term.Column(name.text());
    }

    private static String lower(Token token) {
        return token.text().toLowerCase(Locale.ROOT);
    }
}
