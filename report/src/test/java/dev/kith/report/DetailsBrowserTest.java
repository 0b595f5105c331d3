package dev.kith.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kith.method.Methods;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What a reader meets beyond verdicts. Skipped where there is no Chromium with its driver. */
class DetailsBrowserTest {
    private static final int DESK = 1100;
    private static final int PHONE = 390;

    @TempDir
    private static Path directory;

    private static @Nullable Browser started;

    @BeforeAll
    static void start() {
        Optional<Browser> found = Browser.find(directory);
        assumeTrue(found.isPresent(), "skipped: chromium and chromedriver are not on the PATH");
        started = found.get();
    }

    @AfterAll
    static void stop() {
        if (started != null) {
            started.close();
        }
    }

    private static Browser open(Report report, int width, boolean dark) throws IOException {
        return Objects.requireNonNull(started).window(width, dark).open(report);
    }

    @ParameterizedTest
    @CsvSource({"3, 1100, false", "20, 390, true", "2000, 1100, true", "2000, 390, false"})
    void everySectionIsDrawnAndNothingSticksOut(int tasks, int width, boolean dark) throws IOException {
        List<String> names =
                IntStream.range(0, tasks).mapToObj(t -> "shop-" + t).toList();
        Report report = Report.of("A title", "A headline.", names)
                .withComparison(
                        new Report.Comparison(
                                new Report.Metric("nmse", "", "less is better", true),
                                "5-fold cross-validation",
                                0.95,
                                "",
                                "stl",
                                "mtrl",
                                null,
                                List.of(),
                                null,
                                null),
                        List.of())
                .withDetails(DetailReports.numbers(names, 30));
        Browser page = open(report, width, dark);
        assertThat(page.ask("[...document.querySelectorAll('section')].map(s => s.id).join()"))
                .isEqualTo("worst,importance,coefficients,actual,rows,words");
        for (WebElement chart : page.all("#importance .chart, #coefficients .chart, #actual .chart, #rows .chart")) {
            assertThat(page.number(DRAWN, chart)).isGreaterThan(5);
        }
        assertThat(page.number("document.documentElement.scrollWidth"))
                .as("nothing sticks out to the right")
                .isLessThanOrEqualTo(width);
        assertThat(page.console()).isEmpty();
    }

    /** Marks in a vector drawing, or colours in a bitmap. */
    private static final String DRAWN = "(node => { const canvas = node.querySelector('canvas');"
            + " if (!canvas) return node.querySelectorAll('svg path').length;"
            + " const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
            + " return new Set(new Uint32Array(pixels.buffer)).size; })(arguments[0])";

    @Test
    void anErrorThatIsTheMeasureStandsOnce() throws IOException {
        Report report = DetailReports.of(20, 30);
        Report.Comparison old = Objects.requireNonNull(report.comparison());
        Report same = report.withComparison(
                new Report.Comparison(
                        new Report.Metric("rmse", "", "less is better", true),
                        old.validation(),
                        old.level(),
                        old.margin(),
                        old.baseline(),
                        old.chosen(),
                        old.majority(),
                        old.verdicts(),
                        old.ensemble(),
                        old.newTasks()),
                report.methods());
        assertThat(open(same, DESK, false).find("#methods table").getText())
                .contains("rmse", "always the mean")
                .doesNotContain("Error in");
    }

    @Test
    void peopleReadWhatMethodsAreCalledAndWhatKnowsNothing() throws IOException {
        Browser page = open(DetailReports.of(20, 30), DESK, false);
        assertThat(page.find("#methods table").getText())
                .contains("few shared directions mtfl", "alone stl", "learned relations mtrl")
                .contains("Error in score", "always the mean", "12.1");
        assertThat(page.find("#methods tbody tr:last-child").getText()).startsWith("always the mean");
        assertThat(page.find("#errors select").getText()).contains("nMSE of alone (stl)");
        for (MethodResult method : Reports.of(3).methods()) {
            assertThat(page.find("#methods table").getText())
                    .contains(Methods.plainName(method.name()).orElseThrow());
        }
    }

    @Test
    void aTaskHasItsOwnImportanceAndCoefficients() throws IOException {
        Browser page = open(DetailReports.of(20, 30), DESK, false);
        String all = page.find("#importance .chart").getText();
        page.find("#importance-task").sendKeys("school-2");
        page.painted();
        assertThat(page.find("#importance .chart").getText()).isNotEqualTo(all);
        assertThat(page.find("#importance").getText())
                .contains("5,000 held-out rows drawn at random from 15,362", "says nothing: feature-30.");

        assertThat(page.find("#coefficients h3").getText()).isEqualTo("The coefficient of feature-1 in each task");
        page.find("#coefficients tbody tr:nth-child(3) .link").click();
        assertThat(page.find("#coefficients h3").getText()).isEqualTo("The coefficient of feature-2 in each task");
        assertThat(page.ask("document.getElementById('coefficient-feature').value"))
                .isEqualTo("2");
        page.find("#coefficient-task").sendKeys("school-7");
        assertThat(page.find("#coefficients .readout").getText())
                .startsWith("school-7 intercept ")
                .contains("feature-1 ", " to ", "; and 19 more.");
        page.find("#coefficients .chart").sendKeys(Keys.HOME);
        assertThat(page.find("#coefficients .readout").getText()).startsWith("school-");
        assertThat(page.console()).isEmpty();
    }

    @Test
    void wordsAreExplainedByPointerKeyboardAndTouch() throws IOException {
        Browser page = open(DetailReports.of(3, 4), PHONE, false);
        assertThat(page.find("#meaning").isDisplayed()).isFalse();
        WebElement word = page.find("#methods .term");
        page.ask("arguments[0].focus()", word);
        assertThat(page.find("#meaning").getText()).startsWith("Held-out rows were kept from the model");
        assertThat(word.getAttribute("aria-describedby")).isEqualTo("meaning");
        assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(PHONE);
        page.actions().sendKeys(Keys.ESCAPE).perform();
        assertThat(page.find("#meaning").isDisplayed()).isFalse();
        WebElement reason = page.find("#worst .term[data-meaning^='fewer than half']");
        assertThat(reason.getText()).isEqualTo("few rows");
        page.ask("arguments[0].scrollIntoView({ block: 'center', inline: 'center' })", reason);
        reason.click();
        assertThat(page.find("#meaning").getText()).startsWith("fewer than half of the training rows");
        page.find("h1").click();
        assertThat(page.find("#meaning").isDisplayed()).isFalse();
        page.find("#words summary").click();
        assertThat(page.find("#words dl").getText()).contains("nMSE", "negative transfer");
        assertThat(page.console()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 1100, false", "15, 390, true"})
    void classesAreATable(int count, int width, boolean dark) throws IOException {
        List<String> names =
                IntStream.range(0, count).mapToObj(c -> "class " + c).toList();
        Browser page = open(Reports.of(3).withDetails(DetailReports.classes(names)), width, dark);
        assertThat(page.all("#confusion .confusion tbody tr")).hasSize(count);
        assertThat(page.all("#confusion .cell.right"))
                .hasSize(count)
                .first()
                .satisfies(cell -> assertThat(cell.getText()).isEqualTo("53"));
        assertThat(page.find("#confusion .note").getText())
                .contains(count == 2 ? "94.6% of 112 rows" : "55.8% of 1,425 rows", "always answering");
        assertThat(page.all("#confusion h3")).hasSize(count == 2 ? 0 : 1);
        assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
        assertThat(page.console()).isEmpty();
    }
}
