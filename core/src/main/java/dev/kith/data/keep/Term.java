package dev.kith.data.keep;

import java.util.stream.Stream;

/** What a condition compares. */
sealed interface Term {
    Value of(Row row);

    /** The columns that it looks at. */
    Stream<String> columns();

    /** A number or a text as it was written. */
    record Literal(Value value) implements Term {
        @Override
        public Value of(Row row) {
            return value;
        }

        @Override
        public Stream<String> columns() {
            return Stream.empty();
        }
    }

    /** A cell. */
    record Column(String name) implements Term {
        @Override
        public Value of(Row row) {
            return row.value(name);
        }

        @Override
        public Stream<String> columns() {
            return Stream.of(name);
        }
    }

    /** Two numbers made one; missing where one of them is. */
    record Arithmetic(char operator, Term left, Term right) implements Term {
        @Override
        public Value of(Row row) {
            Value a = left.of(row);
            Value b = right.of(row);
            if (a.missing() || b.missing()) {
                return Value.MISSING;
            }
            double x = a.asNumber();
            double y = b.asNumber();
            return Value.number(
                    switch (operator) {
                        case '+' -> x + y;
                        case '-' -> x - y;
                        case '*' -> x * y;
                        default -> x / y;
                    });
        }

        @Override
        public Stream<String> columns() {
            return Stream.concat(left.columns(), right.columns());
        }
    }
}
