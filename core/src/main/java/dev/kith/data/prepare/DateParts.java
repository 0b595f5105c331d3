package dev.kith.data.prepare;

import dev.kith.data.date.Moment;
import java.time.DayOfWeek;
import java.time.Month;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a date says beside how late it is, by name:
 *
 * <pre>
 *   year sin k, year cos k   sin and cos of 2 pi k (day of the year - 1 + time of day) / days of the year,   k = 1, 2
 *   Monday, ..., Sunday      1 or 0
 *   January, ..., December   1 or 0
 *   hour sin k, hour cos k   sin and cos of 2 pi k hours / 24,   k = 1, 2
 * </pre>
 */
final class DateParts {
    private static final int HARMONICS = 2;
    private static final double HOURS = 24;

    /** The season of the year. */
    static final List<String> YEAR;

    /** The days of the week. */
    static final List<String> WEEKDAYS;

    static final List<String> MONTHS;

    /** The time of day. */
    static final List<String> HOUR;

    private static final Map<String, ToDoubleFunction<Moment>> ALL = new LinkedHashMap<>();

    static {
        YEAR = add(pairs("year", DateParts::phase));
        Map<String, ToDoubleFunction<Moment>> days = new LinkedHashMap<>();
        for (DayOfWeek day : DayOfWeek.values()) {
            days.put(capital(day.name()), moment -> moment.date().getDayOfWeek() == day ? 1 : 0);
        }
        WEEKDAYS = add(days);
        Map<String, ToDoubleFunction<Moment>> months = new LinkedHashMap<>();
        for (Month month : Month.values()) {
            months.put(capital(month.name()), moment -> moment.date().getMonth() == month ? 1 : 0);
        }
        MONTHS = add(months);
        HOUR = add(pairs("hour", moment -> moment.hours() / HOURS));
    }

    private DateParts() {}

    private static List<String> add(Map<String, ToDoubleFunction<Moment>> parts) {
        ALL.putAll(parts);
        return List.copyOf(parts.keySet());
    }

    private static Map<String, ToDoubleFunction<Moment>> pairs(String cycle, ToDoubleFunction<Moment> phase) {
        Map<String, ToDoubleFunction<Moment>> pairs = new LinkedHashMap<>();
        for (int k = 1; k <= HARMONICS; k++) {
            double turns = 2 * Math.PI * k;
            // StrictMath: the features of a date are the same bits on every machine
            pairs.put(cycle + " sin " + k, moment -> StrictMath.sin(turns * phase.applyAsDouble(moment)));
            pairs.put(cycle + " cos " + k, moment -> StrictMath.cos(turns * phase.applyAsDouble(moment)));
        }
        return pairs;
    }

    private static double phase(Moment moment) {
        return (moment.date().getDayOfYear() - 1 + moment.hours() / HOURS)
                / moment.date().lengthOfYear();
    }

    private static String capital(String name) {
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    /** Whether a part is 1 or 0. */
    static boolean indicates(String part) {
        return WEEKDAYS.contains(part) || MONTHS.contains(part);
    }

    static boolean known(String part) {
        return ALL.containsKey(part);
    }

    /** All names. */
    static List<String> names() {
        return List.copyOf(Collections.unmodifiableMap(ALL).keySet());
    }

    /** What a moment says. */
    static double of(String part, Moment moment) {
        ToDoubleFunction<Moment> function = ALL.get(part);
        if (function == null) {
            throw new IllegalArgumentException("unknown part of a date '" + part + "', known are " + names());
        }
        return function.applyAsDouble(moment);
    }
}
