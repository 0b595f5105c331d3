package dev.kith.data.date;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ways of writing dates and times that are recognised. Which of them a column has is what all its cells allow: a set of
 * bits, one per way, so that {@code 03/04/2020} may be two until another cell decides.
 */
public final class Dates {
    /** @param year the group with the year, 0 for none; so for month and day */
    private record Way(String name, Pattern pattern, int year, int month, int day) {}

    private static final Pattern TIME = Pattern.compile(
            "(.*\\d)[T ]([01]?\\d|2[0-3]):([0-5]\\d)(:[0-5]\\d(\\.\\d+)?)?( ?(Z|[+-]\\d{2}:?\\d{2}|[AP]M))?");
    private static final Pattern CLOCK = Pattern.compile("([01]?\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?");
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    private static final String Y = "((?:1[5-9]|20|21)\\d{2})";
    private static final String N = "(\\d{1,2})";
    private static final String M = "([A-Z][a-z]{2})[a-z]*";

    private static final List<Way> WAYS = List.of(
            way("yyyy-MM-dd", Y + "-" + N + "-" + N, 1, 2, 3),
            way("yyyy/MM/dd", Y + "/" + N + "/" + N, 1, 2, 3),
            way("dd.MM.yyyy", N + "\\." + N + "\\." + Y, 3, 2, 1),
            way("dd/MM/yyyy", N + "/" + N + "/" + Y, 3, 2, 1),
            way("MM/dd/yyyy", N + "/" + N + "/" + Y, 3, 1, 2),
            way("dd-MM-yyyy", N + "-" + N + "-" + Y, 3, 2, 1),
            way("dd MMM yyyy", N + "[ -]" + M + "[ -]" + Y, 3, 2, 1),
            way("MMM dd, yyyy", M + " " + N + ",? " + Y, 3, 1, 2),
            way("yyyy-MM", Y + "-" + "(\\d{2})", 1, 2, 0),
            way("MMM yyyy", M + "[ -]" + Y, 2, 1, 0),
            way("yyyyQq", Y + "[ -]?[Qq]([1-4])", 1, 0, 0),
            way("yyyyMMdd", Y + "(\\d{2})(\\d{2})", 1, 2, 3),
            way("yyyy", Y, 1, 0, 0));

    /** A year alone is a number, unless its column was said to be one of dates. */
    private static final int YEAR = 1 << (WAYS.size() - 1);

    private static final int TIMED = 1 << 30;
    private static final int CLOCKED = 1 << 29;
    private static final String CLOCK_NAME = "HH:mm";

    private Dates() {}

    private static Way way(String name, String pattern, int year, int month, int day) {
        return new Way(name, Pattern.compile(pattern), year, month, day);
    }

    /** The ways in which {@code text} is a date, 0 when it is none; a year alone is none. */
    public static int of(String text) {
        int ways = named(text) & ~YEAR;
        return untimed(ways) == 0 ? 0 : ways;
    }

    /** The same in a column that was said to be one of dates: a year alone is one. */
    public static int named(String text) {
        if (text.length() < 4 || text.length() > 35) {
            return 0;
        }
        if (CLOCK.matcher(text).matches()) {
            return CLOCKED;
        }
        Matcher time = TIME.matcher(text);
        boolean timed = time.matches();
        String date = timed ? time.group(1) : text;
        int ways = 0;
        for (int k = 0; k < WAYS.size(); k++) {
            ways |= read(WAYS.get(k), date).isPresent() ? 1 << k : 0;
        }
        return ways == 0 ? 0 : ways | (timed ? TIMED : 0);
    }

    private static Optional<LocalDate> read(Way way, String date) {
        Matcher match = way.pattern.matcher(date);
        if (!match.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.of(
                    Integer.parseInt(match.group(way.year)),
                    way.month > 0 ? month(match.group(way.month)) : firstMonth(match),
                    way.day == 0 ? 1 : Integer.parseInt(match.group(way.day))));
        } catch (DateTimeException none) {
            return Optional.empty();
        }
    }

    /** Of a quarter, where one is written. */
    private static int firstMonth(Matcher match) {
        return match.groupCount() < 2 ? 1 : 3 * Integer.parseInt(match.group(2)) - 2;
    }

    private static int month(String text) {
        return Character.isDigit(text.charAt(0))
                ? Integer.parseInt(text)
                : MONTHS.indexOf(text.toLowerCase(Locale.ROOT)) + 1;
    }

    /** The way of this name, without a word on times of day; none if there is none. */
    public static OptionalInt way(String name) {
        if (name.equals(CLOCK_NAME)) {
            return OptionalInt.of(CLOCKED);
        }
        for (int k = 0; k < WAYS.size(); k++) {
            if (WAYS.get(k).name.equals(name)) {
                return OptionalInt.of(1 << k);
            }
        }
        return OptionalInt.empty();
    }

    /** The names of all ways. */
    public static List<String> names() {
        return Stream.concat(WAYS.stream().map(Way::name), Stream.of(CLOCK_NAME))
                .toList();
    }

    /** The same ways without a word on times of day, which any date may have. */
    public static int untimed(int ways) {
        return ways & ~TIMED;
    }

    /** Whether two ways are left that nothing tells apart. */
    public static boolean ambiguous(int ways) {
        return !clock(ways) && Integer.bitCount(untimed(ways)) > 1;
    }

    /** What dates of both sets have in common, be there a time of day or not. */
    public static int common(int a, int b) {
        return (a & b & ~TIMED) == 0 ? 0 : (a & b) | ((a | b) & TIMED);
    }

    /** Whether all there is is a time of day. */
    public static boolean clock(int ways) {
        return (ways & CLOCKED) != 0;
    }

    /** The name of a set of ways, such as {@code dd/MM/yyyy HH:mm}; of two that cannot be told apart, both. */
    public static String name(int ways) {
        if (clock(ways)) {
            return CLOCK_NAME;
        }
        StringBuilder name = new StringBuilder();
        for (int k = 0; k < WAYS.size(); k++) {
            if ((ways & 1 << k) != 0) {
                name.append(name.isEmpty() ? "" : " or ").append(WAYS.get(k).name);
            }
        }
        return name + ((ways & TIMED) == 0 ? "" : " HH:mm");
    }

    /** A text that sorts as the date does, for the first of the ways. */
    public static String sortable(int ways, String text) {
        Matcher time = TIME.matcher(text);
        boolean timed = time.matches();
        String date = timed ? time.group(1) : text;
        for (int k = 0; k < WAYS.size(); k++) {
            Way way = WAYS.get(k);
            Matcher match = way.pattern.matcher(date);
            if ((ways & 1 << k) != 0 && match.matches()) {
                int month = way.month == 0 ? 0 : month(match.group(way.month));
                int day = way.day == 0 ? 0 : Integer.parseInt(match.group(way.day));
                return String.format(Locale.ROOT, "%s%02d%02d", match.group(way.year), month, day)
                        + (timed ? text.substring(date.length()) : "")
                        + text;
            }
        }
        return text;
    }

    /**
     * Days since 1970-01-01 with the time of day as a fraction, read in the first of the ways: months and quarters stand for their first day, a zone
     * for its offset.
     *
     * @throws IllegalArgumentException if {@code text} is no date in these ways
     */
    public static double days(int ways, String text) {
        return moment(ways, text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a date must be written as " + name(ways) + ", got '" + text + "'"))
                .universal();
    }

    /** What is written, read in the first of the ways; empty if it is no date in these ways. */
    public static Optional<Moment> moment(int ways, String text) {
        if (clock(ways)) {
            return CLOCK.matcher(text).matches()
                    ? Optional.of(new Moment(LocalDate.EPOCH, clockHours(text.split(":", -1)), 0))
                    : Optional.empty();
        }
        Matcher time = TIME.matcher(text);
        boolean timed = time.matches();
        String date = timed ? time.group(1) : text;
        for (int k = 0; k < WAYS.size(); k++) {
            if ((ways & 1 << k) != 0) {
                Optional<LocalDate> day = read(WAYS.get(k), date);
                if (day.isPresent()) {
                    return Optional.of(new Moment(day.get(), timed ? hours(time) : 0, timed ? offset(time) : 0));
                }
            }
        }
        return Optional.empty();
    }

    private static double clockHours(String[] parts) {
        double rest = Integer.parseInt(parts[1]) / 60.0 + (parts.length > 2 ? Double.parseDouble(parts[2]) / 3600 : 0);
        return Integer.parseInt(parts[0]) + rest;
    }

    private static double hours(Matcher time) {
        double hours = Integer.parseInt(time.group(2));
        double rest = Integer.parseInt(time.group(3)) / 60.0;
        if (time.group(4) != null) {
            rest += Double.parseDouble(time.group(4).substring(1)) / 3600;
        }
        String half = time.group(7);
        return half != null && half.endsWith("M") ? hours % 12 + (half.startsWith("P") ? 12 : 0) + rest : hours + rest;
    }

    private static double offset(Matcher time) {
        String zone = time.group(7);
        if (zone == null || zone.equals("Z") || zone.endsWith("M")) {
            return 0;
        }
        String digits = zone.substring(1).replace(":", "");
        double offset = Integer.parseInt(digits.substring(0, 2)) + Integer.parseInt(digits.substring(2)) / 60.0;
        return zone.startsWith("-") ? -offset : offset;
    }
}
