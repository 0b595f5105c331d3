package dev.kith.data.keep;

import java.util.List;
import java.util.function.IntPredicate;
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
        EQUAL(order -> order == 0),
        OTHER(order -> order != 0),
        LESS(order -> order < 0),
        AT_MOST(order -> order <= 0),
        MORE(order -> order > 0),
        AT_LEAST(order -> order >= 0);

        private final IntPredicate met;

        Order(IntPredicate met) {
            this.met = met;
        }
    }

    record Comparison(Term left, Order order, Term right) implements Test {
        @Override
        public @Nullable Boolean of(Row row) {
            Value a = left.of(row);
            Value b = right.of(row);
            return a.missing() || b.missing() ? null : Boolean.valueOf(order.met.test(a.compare(b)));
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
