package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.Recipe;
import dev.kith.data.date.Dates;
import dev.kith.data.date.Moment;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the dates of training rows can teach.
 *
 * <ul>
 *   <li>a trend, where there are two different dates or more
 *   <li>the season of the year, where dates span 330 days and no stretch of the calendar of more than 100 days is without one: of three months
 *       nobody knows a fourth. Quarters will do
 *   <li>the month, where all twelve have occurred in three different years each: fewer cannot tell a month from one odd month
 *   <li>the weekday, where dates span two weeks and, in the middle, the next date is at most two days off: among rows by the month weekdays
 *       are chance
 *   <li>the time of day, where there are three different ones
 * </ul>
 *
 * Of these only what varies: a weekday that does not occur has no feature, nor has a sine that is nearly the same in all rows.
 */
final class DateFitting {
    private static final double SPAN_OF_SEASON = 330;
    private static final int LONGEST_HOLE = 100;
    private static final int YEAR = 366;
    private static final int YEARS_OF_MONTHS = 3;
    private static final double SPAN_OF_WEEKDAYS = 14;
    private static final double STEP_OF_WEEKDAYS = 2;
    private static final int TIMES = 3;
    /** The standard deviation of a sine over its cycle is 0.7. Quarters differ by leap years alone in some: by 0.03. */
    private static final double VARIES = 0.1;

    private final RawColumn.Texts texts;
    private final int ways;
    private final List<Moment> moments = new ArrayList<>();
    private final @Nullable Moment[] each;

    DateFitting(Recipe.Dated recipe, RawColumn.Texts texts) {
        this.texts = texts;
        this.ways = ways(recipe, texts);
        this.each = new Moment[texts.values().size()];
        for (int i = 0; i < texts.rows(); i++) {
            if (!texts.missing(i)) {
                int code = texts.code(i);
                if (each[code] == null) {
                    each[code] = moment(texts.values().get(code), i);
                }
                moments.add(Objects.requireNonNull(each[code]));
            }
        }
    }

    private static int ways(Recipe.Dated recipe, RawColumn.Texts texts) {
        if (recipe.way().isEmpty()) {
            return requireOne(texts.name(), common(texts));
        }
        String way = recipe.way().get();
        return Dates.way(way)
                .orElseThrow(() -> new DataException("column '" + texts.name() + "': '" + way
                        + "' is no way of writing dates that is known: " + String.join("; ", Dates.names())));
    }

    /** How a file writes its dates is the same for all of its rows, whoever trains on them: all its texts decide. */
    private static int common(RawColumn.Texts texts) {
        int ways = -1;
        String before = "";
        for (String text : texts.values()) {
            int own = Dates.named(text.trim());
            if (own == 0) {
                throw new DataException("column '" + texts.name() + "': \"" + text
                        + "\" is not a date or time in a way that is known: " + String.join("; ", Dates.names()));
            }
            ways = ways == -1 ? own : Dates.common(ways, own);
            if (ways == 0) {
                throw new DataException("column '" + texts.name() + "': \"" + before + "\" and \"" + text
                        + "\" are dates written in two ways; a column must have one");
            }
            before = text;
        }
        return Dates.untimed(ways);
    }

    private static int requireOne(String column, int ways) {
        if (Dates.ambiguous(ways)) {
            String[] names = Dates.name(ways).split(" or ", 2);
            throw new DataException("column '" + column + "' could be " + names[0] + " or " + names[1]
                    + ", and nothing in it tells which: say --date " + column + ":" + names[0] + " or " + column + ":"
                    + names[1]);
        }
        return ways;
    }

    private Moment moment(String text, int row) {
        return Dates.moment(ways, text.trim())
                .orElseThrow(() -> new DataException("input " + row + ", column '" + texts.name() + "': \"" + text
                        + "\" is not written as " + Dates.name(ways)));
    }

    /** @param filling makes what stands in for missing years of the numbers of all rows and whether there is a trend */
    Dated step(BiFunction<double[], Boolean, Filling> filling) {
        List<String> parts = parts();
        Optional<LocalDate> middle = middle();
        double[] years = new double[texts.rows()];
        for (int i = 0; i < years.length; i++) {
            years[i] = texts.missing(i)
                    ? Double.NaN
                    : Dated.years(Objects.requireNonNull(each[texts.code(i)]), middle.orElse(LocalDate.EPOCH));
        }
        return new Dated(
                texts.name(),
                Dates.name(ways),
                middle,
                parts,
                parts.stream().map(part -> mean(numbers(part))).toList(),
                filling.apply(years, middle.isPresent()));
    }

    /** The day of the row in the middle, where days differ. */
    private Optional<LocalDate> middle() {
        double[] days = moments.stream().mapToDouble(Moment::days).sorted().toArray();
        boolean differ = !Dates.clock(ways) && days[0] < days[days.length - 1];
        return differ
                ? Optional.of(LocalDate.ofEpochDay((long) Math.floor(days[(days.length - 1) / 2])))
                : Optional.empty();
    }

    private List<String> parts() {
        TreeSet<LocalDate> dates = new TreeSet<>();
        moments.forEach(moment -> dates.add(moment.date()));
        boolean season = season(dates);
        return Stream.of(
                        season ? DateParts.YEAR : List.<String>of(),
                        weekdays(dates) ? DateParts.WEEKDAYS : List.<String>of(),
                        season && months(dates) ? DateParts.MONTHS : List.<String>of(),
                        times() ? DateParts.HOUR : List.<String>of())
                .flatMap(List::stream)
                .filter(this::varies)
                .toList();
    }

    private static double span(SortedSet<LocalDate> dates) {
        return dates.last().toEpochDay() - dates.first().toEpochDay();
    }

    private static boolean season(SortedSet<LocalDate> dates) {
        if (!(span(dates) >= SPAN_OF_SEASON)) {
            return false;
        }
        int[] days = dates.stream().mapToInt(LocalDate::getDayOfYear).sorted().toArray();
        int hole = days[0] + YEAR - days[days.length - 1];
        for (int k = 1; k < days.length; k++) {
            hole = Math.max(hole, days[k] - days[k - 1]);
        }
        return hole <= LONGEST_HOLE;
    }

    private static boolean months(SortedSet<LocalDate> dates) {
        int[] years = new int[12];
        dates.stream()
                .map(date -> date.withDayOfMonth(1))
                .distinct()
                .forEach(month -> years[month.getMonthValue() - 1]++);
        return Arrays.stream(years).allMatch(count -> count >= YEARS_OF_MONTHS);
    }

    private static boolean weekdays(SortedSet<LocalDate> dates) {
        if (!(span(dates) >= SPAN_OF_WEEKDAYS)) {
            return false;
        }
        long[] days = dates.stream().mapToLong(LocalDate::toEpochDay).toArray();
        long[] steps = new long[days.length - 1];
        Arrays.setAll(steps, k -> days[k + 1] - days[k]);
        Arrays.sort(steps);
        return steps[steps.length / 2] <= STEP_OF_WEEKDAYS;
    }

    private boolean times() {
        return moments.stream().mapToDouble(Moment::hours).distinct().count() >= TIMES;
    }

    private boolean varies(String part) {
        double[] numbers = numbers(part);
        double mean = mean(numbers);
        double squares =
                Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).sum();
        double deviation = Math.sqrt(squares / numbers.length);
        return DateParts.indicates(part) ? deviation > 0 : deviation > VARIES;
    }

    private double[] numbers(String part) {
        return moments.stream()
                .mapToDouble(moment -> DateParts.of(part, moment))
                .toArray();
    }

    private static double mean(double[] numbers) {
        return Arrays.stream(numbers).sum() / numbers.length;
    }
}
