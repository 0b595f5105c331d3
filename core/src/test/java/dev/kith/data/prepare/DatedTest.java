package dev.kith.data.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import dev.kith.data.RawInputs;
import dev.kith.data.Recipe;
import dev.kith.linalg.Matrix;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of dates, against java.time in plain loops. */
class DatedTest {
    private static final double ROUNDING = 1e-12;
    private static final List<String> SEASON = List.of("year sin 1", "year cos 1", "year sin 2", "year cos 2");
    private static final List<String> WEEK =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private static RawInputs rows(Recipe.Dated recipe, @Nullable String... cells) {
        return new RawInputs(
                List.of(
                        RawColumn.Texts.of("day", Arrays.asList(cells)),
                        RawColumn.Numbers.of("x", new double[cells.length])),
                Optional.empty(),
                Recipe.of(recipe, new Recipe.Numeric("x")));
    }

    private static RawInputs rows(@Nullable String... cells) {
        return rows(new Recipe.Dated("day"), cells);
    }

    private static String[] dates(LocalDate from, int count, UnaryOperator<LocalDate> next) {
        return Stream.iterate(from, next).limit(count).map(LocalDate::toString).toArray(String[]::new);
    }

    /** The features of the date, without its name. */
    private static List<String> made(String... cells) {
        return Preparation.fit(rows(cells)).features().stream()
                .filter(name -> name.startsWith("day: "))
                .map(name -> name.substring(5))
                .toList();
    }

    private static List<String> all(List<?>... lists) {
        List<String> all = new ArrayList<>(List.of("trend"));
        Arrays.stream(lists).flatMap(List::stream).map(Object::toString).forEach(all::add);
        return all;
    }

    @Test
    void featuresAreThoseOfJavaTime() {
        LocalDateTime first = LocalDateTime.of(2019, 12, 30, 0, 17);
        List<LocalDateTime> times =
                IntStream.range(0, 1200).mapToObj(i -> first.plusHours(29L * i)).toList();
        RawInputs rows = rows(
                times.stream().map(time -> time.toString().replace('T', ' ')).toArray(String[]::new));
        Preparation preparation = Preparation.fit(rows);
        LocalDate middle = times.get(599).toLocalDate();
        assertThat(preparation.words().get(0))
                .isEqualTo("day: yyyy-MM-dd -> years since " + middle + ", season, weekday, month, time of day");
        Matrix features = preparation.apply(rows).values();
        for (int i = 0; i < times.size(); i++) {
            LocalDateTime time = times.get(i);
            List<Double> expected = new ArrayList<>();
            expected.add(ChronoUnit.MINUTES.between(middle.atStartOfDay(), time) / (365.25 * 24 * 60));
            LocalDateTime newYear = LocalDateTime.of(time.getYear(), 1, 1, 0, 0);
            double year = ChronoUnit.MINUTES.between(newYear, time)
                    / (double) ChronoUnit.MINUTES.between(newYear, newYear.plusYears(1));
            pairs(year, expected);
            for (int d = 1; d <= 7; d++) {
                expected.add(time.getDayOfWeek().getValue() == d ? 1.0 : 0);
            }
            for (int m = 1; m <= 12; m++) {
                expected.add(time.getMonthValue() == m ? 1.0 : 0);
            }
            pairs((time.getHour() * 60 + time.getMinute()) / 1440.0, expected);
            expected.add(0.0); // x
            assertThat(features.row(i))
                    .as(time.toString())
                    .containsExactly(expected.stream().mapToDouble(x -> x).toArray(), within(ROUNDING));
        }
    }

    private static void pairs(double turn, List<Double> to) {
        for (int k = 1; k <= 2; k++) {
            to.add(Math.sin(2 * Math.PI * k * turn));
            to.add(Math.cos(2 * Math.PI * k * turn));
        }
    }

    @Test
    void aFewFiguresByHand() {
        // days 0, 1, 2 of 1970; the middle one is Friday
        Preparation preparation = Preparation.fit(rows("1970-01-01", "1970-01-02", "1970-01-03"));
        assertThat(preparation.features()).containsExactly("day: trend", "x");
        double[] trend = preparation
                .apply(rows("1970-01-02", "1971-01-02", "1970-01-02 12:00"))
                .values()
                .column(0);
        assertThat(trend).containsExactly(new double[] {0, 365 / 365.25, 0.5 / 365.25}, within(ROUNDING));
        Preparation daily = Preparation.fit(rows(dates(LocalDate.of(2023, 1, 1), 730, day -> day.plusDays(1))));
        // 91.25 of 365 days have gone by on 2 April 2023, a Sunday, at six
        double[] quarter = daily.apply(rows("2023-04-02 06:00")).values().row(0);
        assertThat(Arrays.copyOfRange(quarter, 1, 5)).containsExactly(new double[] {1, 0, 0, -1}, within(ROUNDING));
        assertThat(Arrays.copyOfRange(quarter, 5, 12)).containsExactly(0, 0, 0, 0, 0, 0, 1);
    }

    @Test
    void threeMonthsHaveNoSeason() {
        assertThat(made(dates(LocalDate.of(2024, 1, 1), 90, day -> day.plusDays(1))))
                .isEqualTo(all(WEEK));
        assertThat(made(dates(LocalDate.of(2024, 1, 1), 330, day -> day.plusDays(1))))
                .isEqualTo(all(WEEK));
        assertThat(made(dates(LocalDate.of(2024, 1, 1), 331, day -> day.plusDays(1))))
                .isEqualTo(all(SEASON, WEEK));
    }

    @Test
    void summersAloneHaveNoSeason() {
        String[] days = IntStream.range(0, 400)
                .mapToObj(
                        i -> LocalDate.of(2018 + i / 80, 6, 1).plusDays(i % 80).toString())
                .toArray(String[]::new);
        assertThat(made(days)).isEqualTo(all(WEEK));
    }

    @Test
    void monthsHaveNoWeekdays() {
        assertThat(made(dates(LocalDate.of(2022, 1, 1), 24, day -> day.plusMonths(1))))
                .isEqualTo(all(SEASON));
    }

    @Test
    void quartersHaveTheSeasonTheyCanHave() {
        assertThat(made("2021Q1", "2021Q2", "2021Q3", "2021Q4", "2022Q1", "2022Q2", "2022Q3", "2022Q4"))
                .isEqualTo(all(List.of("year sin 1", "year cos 1", "year cos 2")));
    }

    @Test
    void everyMonthInThreeYearsHasAFeatureOfItsOwn() {
        assertThat(made(dates(LocalDate.of(2020, 1, 15), 35, day -> day.plusMonths(1))))
                .isEqualTo(all(SEASON));
        assertThat(made(dates(LocalDate.of(2020, 1, 15), 36, day -> day.plusMonths(1))))
                .contains("January", "December")
                .hasSize(1 + 4 + 12);
    }

    @Test
    void aWeekdayThatDoesNotOccurHasNoFeature() {
        String[] working = Stream.iterate(LocalDate.of(2024, 1, 1), day -> day.plusDays(1))
                .filter(day -> day.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) < 0)
                .limit(40)
                .map(LocalDate::toString)
                .toArray(String[]::new);
        assertThat(made(working)).isEqualTo(all(WEEK.subList(0, 5)));
        Preparation preparation = Preparation.fit(rows(working));
        assertThat(preparation.apply(rows("2024-01-06")).values().row(0)).endsWith(0, 0, 0, 0, 0, 0);
    }

    @Test
    void yearsAreATrendAndTimesOfDayAreNone() {
        assertThat(made("2001", "2002", "2003")).isEqualTo(all());
        assertThat(made("08:00", "13:00", "19:30"))
                .containsExactly("hour sin 1", "hour cos 1", "hour sin 2", "hour cos 2");
        assertThat(made("2024-05-01", "2024-05-01")).isEmpty();
    }

    @Test
    void aMissingDateIsAnAverageOne() {
        @Nullable String[] cells = new @Nullable String[42];
        for (int i = 0; i < 42; i++) {
            cells[i] = i % 4 == 3 ? null : LocalDate.of(2024, 1, 1).plusDays(i).toString();
        }
        RawInputs rows = rows(cells);
        Preparation preparation = Preparation.fit(rows);
        assertThat(preparation.features()).contains("day is missing");
        double[] missing = preparation.apply(rows).values().row(3);
        double[] mean = new double[7];
        for (int i = 0; i < 42; i++) {
            for (int d = 0; d < 7 && i % 4 != 3; d++) {
                mean[d] += LocalDate.parse(cells[i]).getDayOfWeek().getValue() == d + 1 ? 1 / 32.0 : 0;
            }
        }
        // 32 dates: the trend is 0 on the 16th of them, the median lies half way to the next, a day later
        assertThat(missing[0]).isEqualTo(0.5 / 365.25, within(ROUNDING));
        assertThat(Arrays.copyOfRange(missing, 1, 8)).containsExactly(mean, within(ROUNDING));
        assertThat(missing[8]).isEqualTo(1);
    }

    @Test
    void aWayThatNothingTellsIsAskedFor() {
        String[] unclear = {"03/04/2024", "05/04/2024", "07/04/2024"};
        assertThatThrownBy(() -> Preparation.fit(rows(unclear)))
                .isInstanceOf(DataException.class)
                .hasMessage("column 'day' could be dd/MM/yyyy or MM/dd/yyyy, and nothing in it tells which: say"
                        + " --date day:dd/MM/yyyy or day:MM/dd/yyyy");
        Preparation said = Preparation.fit(rows(new Recipe.Dated("day", Optional.of("MM/dd/yyyy")), unclear));
        // 4 March to 4 July: the middle is 4 May
        assertThat(said.apply(rows("03/04/2024")).values().get(0, 0)).isEqualTo(-61 / 365.25, within(ROUNDING));
    }

    @Test
    void oneCellDecidesForAllRowsAlsoWhereOthersTrain() {
        RawInputs rows = rows("03/04/2024", "05/04/2024", "25/04/2024");
        Preparation preparation = Preparation.fit(rows.select(0, 1));
        assertThat(preparation.apply(rows).values().get(1, 0)).isEqualTo(2 / 365.25, within(ROUNDING));
    }

    @Test
    void otherTextsAreRefused() {
        assertThatThrownBy(() -> Preparation.fit(rows("2024-05-01", "soon")))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(
                        "column 'day': \"soon\" is not a date or time in a way that is known: yyyy-MM-dd;");
        assertThatThrownBy(() -> Preparation.fit(rows("2024-05-01", "1.6.2024")))
                .hasMessage("column 'day': \"2024-05-01\" and \"1.6.2024\" are dates written in two ways; a column must"
                        + " have one");
        Preparation preparation = Preparation.fit(rows("2024-05-01", "2024-05-02"));
        assertThatThrownBy(() -> preparation.apply(rows("2024-05-03", "4.5.2024")))
                .isInstanceOf(DataException.class)
                .hasMessage("input 1, column 'day': \"4.5.2024\" is not written as yyyy-MM-dd, as the dates in training"
                        + " were");
    }

    @Test
    void aColonInTheNameOfAColumnStaysThere() {
        assertThat(Recipe.Dated.parse("a:b")).isEqualTo(new Recipe.Dated("a:b"));
        assertThat(Recipe.Dated.parse("a:b:dd/MM/yyyy")).isEqualTo(new Recipe.Dated("a:b", Optional.of("dd/MM/yyyy")));
        assertThat(Recipe.Dated.parse(":HH:mm")).isEqualTo(new Recipe.Dated(":HH:mm"));
    }
}
