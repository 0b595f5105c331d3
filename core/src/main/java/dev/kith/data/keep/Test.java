package dev.kith.data.keep;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A condition or a part of one: true, false, or null where a missing cell leaves it unknown. */
sealed interface Test {
    @Nullable
    Boolean of(Row row);

    /** The columns that it looks at. */
    Stream<String> columns();

    /** How two values must be ordered. */
    enum Order {
        EQUAL,
        OTHER,
        LESS,
        AT_MOST,
        MORE,
        AT_LEAST;

        /** Whether values are ordered so that compare as this number does to 0. */
        boolean met(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case OTHER -> order != 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case MORE -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    record Comparison(Term left, Order order, Term right) implements Test {
        @Override
        public @Nullable Boolean of(Row row) {
            Value a = left.of(row);
            Value b = right.of(row);
            return (a.missing() || b.missing()) ? null : Boolean.valueOf(order.met(a.compare(b)));
        }

        @Override
        public Stream<String> columns() {
            return Stream.concat(left.columns(), right.columns());
        }
    }

    record Missing(Term term) implements Test {
        @Override
        public Boolean of(Row row) {
            return term.of(row).missing();
        }

        @Override
        public Stream<String> columns() {
            return term.columns();
        }
    }

    /** A text that looks like a pattern. */
    record Like(Term term, Pattern pattern) implements Test {
        @Override
        public @Nullable Boolean of(Row row) {
            Value value = term.of(row);
            return value.missing()
                    ? null
                    : Boolean.valueOf(pattern.matcher(value.text()).matches());
        }

        @Override
        public Stream<String> columns() {
            return term.columns();
        }
    }

    record Not(Test test) implements Test {
        @Override
        public @Nullable Boolean of(Row row) {
            Boolean inner = test.of(row);
            return inner == null ? null : Boolean.valueOf(!inner);
        }

        @Override
        public Stream<String> columns() {
            return test.columns();
        }
    }

    /** Several conditions, all of which must hold, or any one of them: the first that decides is the last looked at. */
    record Several(List<Test> tests, boolean all) implements Test {
        @Override
        public @Nullable Boolean of(Row row) {
            Boolean result = all;
            for (Test test : tests) {
                Boolean one = test.of(row);
                if (one == null) {
                    result = null;
                } else if (one != all) {
                    return one;
                }
            }
            return result;
        }

        @Override
        public Stream<String> columns() {
            return tests.stream().flatMap(Test::columns);
        }
    }
}
