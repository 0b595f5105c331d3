package dev.kith.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** A report on thousands of tasks has in the page what is looked at, and no more. Skipped where there is no Chromium with its driver. */
@Tag("lengthy")
class ManyTasksBrowserTest {
    private static final int TASKS = 5_000;

    /** Elements that a page of few tasks has, and then some: far fewer than one per task. */
    private static final double ELEMENTS = 2_500;

    private static final String COUNT = "document.querySelectorAll('*').length";
    private static final String DRAWN = "document.querySelectorAll('.chart canvas, .chart svg').length";

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

    /** A comparison of two methods with everything that has a value per task. */
    private static Report report() {
        Report few = Reports.of(20);
        List<String> names =
                IntStream.range(0, TASKS).mapToObj(t -> "shop-" + (t + 1)).toList();
        Report.Comparison compared = Objects.requireNonNull(few.comparison());
        List<Report.TaskVerdict> verdicts = IntStream.range(0, TASKS)
                .mapToObj(t -> {
                    Report.TaskVerdict v =
                            compared.verdicts().get(t % compared.verdicts().size());
                    return new Report.TaskVerdict(
                            names.get(t),
                            v.training(),
                            v.heldOut(),
                            v.baseline(),
                            v.shared(),
                            v.gain(),
                            v.margin(),
                            v.verdict(),
                            List.of());
                })
                .toList();
        List<MethodResult> methods = few.methods().stream()
                .limit(5)
                .map(m -> new MethodResult(
                        m.name(),
                        m.description(),
                        m.error(),
                        m.improvement(),
                        m.counts(),
                        m.accuracy(),
                        IntStream.range(0, TASKS)
                                .mapToObj(t -> m.perTask().get(t % 20))
                                .toList(),
                        m.training()))
                .toList();
        List<Integer> rows =
                IntStream.range(0, TASKS).map(t -> 5 + t % 30).boxed().toList();
        return Report.of("Does sharing help?", "Sharing helps.", names)
                .withComparison(
                        new Report.Comparison(
                                compared.metric(),
                                compared.validation(),
                                compared.level(),
                                compared.margin(),
                                compared.baseline(),
                                compared.chosen(),
                                null,
                                verdicts,
                                null,
                                null),
                        methods)
                .withDetails(DetailReports.numbers(names, 12))
                .withOrigin(
                        new Report.DataSummary("shops.csv", 12, 100_000, 0, 100_000, 100_000, rows, List.of()),
                        few.provenance());
    }

    private static Browser open() throws IOException {
        return Objects.requireNonNull(started).window(1100, false).openAtTop(report());
    }

    @Test
    void onlyWhatIsSeenIsDrawn() throws IOException {
        Browser page = open();
        assertThat(page.ask("document.documentElement.dataset.ready")).isEqualTo("true");
        assertThat(page.find("h1").getText()).isEqualTo("Sharing helps.");
        assertThat(page.all("#methods tbody tr")).hasSize(6);
        double charts = page.number("document.querySelectorAll('.chart').length");
        assertThat(page.number(COUNT)).isLessThan(ELEMENTS);
        assertThat(page.number(DRAWN)).isLessThan(charts / 2);

        page.scrolled();
        assertThat(page.number("document.querySelectorAll('.chart:not(:has(canvas, svg))').length"))
                .as("charts left out")
                .isZero();
        assertThat(page.number(COUNT)).isLessThan(ELEMENTS);
        assertThat(page.console()).isEmpty();
    }

    @Test
    void aTableOfAllTasksIsScrolledSortedAndSearched() throws IOException {
        Browser page = open();
        page.find("#gains details.numbers > summary").click();
        page.painted();
        String rows =
                "[...document.querySelectorAll('#gains details tbody tr:not(.gap) th')].map(th => th.textContent)";
        assertThat(page.number(rows + ".length")).isBetween(50.0, 200.0);
        WebElement region = page.find("#gains details .scroll");
        page.ask("arguments[0].scrollTop = arguments[0].scrollHeight", region);
        page.painted().painted();
        String last = page.ask(rows + ".at(-1)");
        assertThat(page.ask("document.querySelector('#gains details tbody:last-of-type').textContent"))
                .contains(last);
        assertThat(page.number("document.querySelectorAll('#gains details tbody tr:not(.gap)').length"))
                .as("rows in the page at once")
                .isLessThan(200);

        page.find("#gains details thead .sort").click();
        page.ask("arguments[0].scrollTop = 0", region);
        page.painted().painted();
        assertThat(page.ask(rows + "[0]")).isEqualTo("shop-1");
        page.find("#gains details input").sendKeys("shop-499");
        page.painted();
        assertThat(page.ask(rows + ".join()"))
                .isEqualTo("shop-499,shop-4990,shop-4991,shop-4992,shop-4993,shop-4994,"
                        + "shop-4995,shop-4996,shop-4997,shop-4998,shop-4999");
        assertThat(page.find("#gains details output").getText()).isEqualTo("11 of 5,000 rows");
        assertThat(page.number(COUNT)).isLessThan(ELEMENTS);
        assertThat(page.console()).isEmpty();
    }

    @Test
    void aTaskAmongThousandsIsFoundByName() throws IOException {
        Browser page = open().scrolled();
        assertThat(page.number("document.querySelectorAll('#coefficient-task-names option').length"))
                .isLessThanOrEqualTo(20);
        page.find("#coefficient-task").sendKeys("shop-4321");
        assertThat(page.find("#coefficients .readout").getText()).startsWith("shop-4321 ");
        assertThat(page.find("#gains .readout").getText()).startsWith("shop-4321 ");
        assertThat(page.console()).isEmpty();
    }
}
