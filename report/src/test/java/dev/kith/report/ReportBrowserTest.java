package dev.kith.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kith.score.RankingCurve;
import dev.kith.structure.ties.SharedDirections;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The report as a reader meets it. Skipped where there is no Chromium with its driver. */
class ReportBrowserTest {
    private static final String NASTY =
            "</script><script>document.title='broken'</script> \"'&{a|b}\u2028\u202e 👩‍👩‍👧 "
                    + "a_name_without_any_end_".repeat(8);
    private static final String SECTIONS = "methods,gains,errors,similarity,graph,tree,training,data,provenance,words";
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
    @CsvSource({"3, 1100, false", "20, 390, true", "200, 1100, true", "200, 390, false"})
    void everyChartHasContentAndTheConsoleStaysSilent(int tasks, int width, boolean dark) throws IOException {
        Browser page = open(Reports.of(tasks), width, dark);
        assertThat(page.ask("document.documentElement.dataset.ready")).isEqualTo("true");
        assertThat(page.ask("[...document.querySelectorAll('section')].map(s => s.id).join()"))
                .isEqualTo(SECTIONS);
        List<WebElement> charts = page.all(".chart");
        assertThat(charts).hasSize(5);
        for (WebElement chart : charts) {
            assertThat(page.number(CONTENT, chart)).isGreaterThan(2);
        }
        assertThat(page.number("document.getElementById('graph-picture').kith.nodes().length"))
                .isEqualTo(tasks);
        assertThat(page.number("document.documentElement.scrollWidth"))
                .as("nothing sticks out to the right")
                .isLessThanOrEqualTo(width);
        assertThat(page.console()).isEmpty();
    }

    /** Marks in a vector drawing, or colours in a bitmap. */
    private static final String CONTENT = "(node => { const canvas = node.querySelector('canvas');"
            + " if (!canvas) return node.querySelectorAll('svg path').length;"
            + " const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
            + " return new Set(new Uint32Array(pixels.buffer)).size; })(arguments[0])";

    @Test
    void aClickOnATaskShowsItsNeighboursAndErrors() throws IOException {
        Browser page = open(Reports.of(20), DESK, false);
        assertThat(page.find("#graph-panel").getText()).startsWith("Choose a task");
        clickNode(page, 3);
        assertThat(page.find("#graph-panel").getText()).contains("school-4", "neighbours", "Training labels", "mtrl");
        assertThat(page.find("#gains .readout").getText()).startsWith("school-4 ");
        String neighbour = page.find("#graph-panel .link").getText();
        page.find("#graph-panel .link").click();
        assertThat(page.find("#graph-panel h3").getText()).isEqualTo(neighbour);
        page.find("#graph-panel .close").click();
        assertThat(page.find("#graph-panel").getText()).startsWith("Choose a task");
        assertThat(page.console()).isEmpty();
    }

    private static void clickNode(Browser page, int t) {
        WebElement picture = page.find("#graph-picture");
        page.ask("arguments[0].scrollIntoView({ block: 'center' })", picture);
        String node = "arguments[0].kith.getElementById('n" + t + "').renderedPosition()";
        int x = (int) (page.number(node + ".x", picture) - page.number("arguments[0].clientWidth", picture) / 2);
        int y = (int) (page.number(node + ".y", picture) - page.number("arguments[0].clientHeight", picture) / 2);
        page.actions().moveToElement(picture, x, y).click().perform();
    }

    @Test
    void aClickOnAGainChoosesTheTaskToo() throws IOException {
        Browser page = open(Reports.of(200), DESK, false);
        WebElement chart = page.find("#gains .chart");
        page.actions().scrollToElement(chart).moveToElement(chart).click().perform();
        assertThat(page.find("#gains .readout").getText()).contains("gain ", "training label", "Tied to");
        assertThat(page.find("#graph-panel h3").getText()).startsWith("school-");
    }

    @Test
    void theSliderHidesWeakTies() throws IOException {
        Browser page = open(Reports.of(20), DESK, false);
        String shown = "document.getElementById('graph-picture').kith.edges().not('.hidden').length";
        double first = page.number(shown);
        page.find("#ties").sendKeys(Keys.HOME);
        double all = page.number(shown);
        assertThat(all).isGreaterThan(first).isEqualTo(page.number("kith.data.graph.edges.length"));
        page.find("#ties").sendKeys(Keys.END);
        double strongest = page.number(shown);
        assertThat(strongest).isBetween(1.0, first - 1);
        assertThat(page.find("#graph output").getText()).endsWith((int) strongest + " of " + (int) all + " ties");
    }

    @Test
    void everythingCanBeReachedByKeyboard() throws IOException {
        Browser page = open(Reports.of(20), DESK, false);
        StringBuilder reached = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            page.actions().sendKeys(Keys.TAB).perform();
            reached.append(page.ask("(a => a.id + ' ' + a.className + ' ' + a.tagName)(document.activeElement)"))
                    .append('\n');
        }
        assertThat(reached.toString())
                .contains("skip", "sort", "gain-order", "ties", "graph-picture", "graph-task", "SUMMARY");

        page.find("#graph-picture").sendKeys(Keys.ARROW_RIGHT);
        String first = page.find("#graph-panel h3").getText();
        page.find("#graph-picture").sendKeys(Keys.ARROW_RIGHT);
        assertThat(page.find("#graph-panel h3").getText()).startsWith("school-").isNotEqualTo(first);
        page.find("#graph-picture").sendKeys(Keys.ESCAPE);
        assertThat(page.find("#graph-panel").getText()).startsWith("Choose a task");
        page.find("#gains .chart").sendKeys(Keys.HOME);
        assertThat(page.find("#gains .readout").getText()).startsWith(best(Reports.of(20)));
        page.find("#graph-task").sendKeys("school-17");
        assertThat(page.find("#graph-panel h3").getText()).isEqualTo("school-17");
    }

    private static String best(Report report) {
        return Objects.requireNonNull(report.comparison()).verdicts().stream()
                .max(Comparator.comparingDouble(v -> v.gain().value()))
                .orElseThrow()
                .task();
    }

    @Test
    void everyChartHasItsNumbersInATable() throws IOException {
        Browser page = open(Reports.of(20), PHONE, false);
        List<WebElement> details = page.all("details.numbers > summary");
        assertThat(details).hasSize(7);
        details.forEach(WebElement::click);
        page.painted();
        assertThat(
                        page.ask(
                                "[...document.querySelectorAll('details.numbers')].every(d => d.querySelectorAll('tbody tr').length >= 20)"))
                .isEqualTo("true");
        assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(PHONE);
    }

    @Test
    void hostileNamesStayNames() throws IOException {
        Report report = Reports.of(6, t -> NASTY + t);
        Browser page = open(report, PHONE, false);
        page.find("#graph-picture").sendKeys(Keys.HOME);
        assertThat(page.ask("document.querySelector('#graph-panel h3').textContent"))
                .isIn(report.tasks());
        assertThat(page.ask("document.title")).isEqualTo(report.title());
        assertThat(page.ask("document.scripts.length"))
                .isEqualTo(open(Reports.of(6), PHONE, false).ask("document.scripts.length"));
        assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(PHONE);
        assertThat(page.console()).isEmpty();
    }

    @Test
    void tasksStandInTheSamePlacesEveryTime() throws IOException {
        String places = "JSON.stringify(document.getElementById('graph-picture').kith.nodes().map(n => n.position()))";
        String first = open(Reports.of(30), DESK, false).ask(places);
        assertThat(open(Reports.of(30), DESK, false).ask(places)).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void textStandsOutFromItsBackground(boolean dark) throws IOException {
        Browser page = open(Reports.of(3), DESK, dark);
        for (String name : List.of("text", "muted", "accent", "share", "same", "unclear", "isolate")) {
            for (String background : List.of("surface", "page")) {
                assertThat(contrast(page, name, background))
                        .as(name + " on " + background)
                        .isGreaterThan(4.5);
            }
        }
        assertThat(luminance(page, "page")).isCloseTo(dark ? 0 : 1, within(0.2));
    }

    /** WCAG 2.2: (lighter + 0.05) / (darker + 0.05). */
    private static double contrast(Browser page, String a, String b) {
        double one = luminance(page, a);
        double other = luminance(page, b);
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }

    private static double luminance(Browser page, String name) {
        int rgb = Integer.parseInt(page.ask("kith.color(arguments[0])", name).substring(1), 16);
        double[] linear = new double[3];
        for (int i = 0; i < 3; i++) {
            double value = (rgb >> (16 - 8 * i) & 255) / 255.0;
            linear[i] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    }

    @Test
    void paperIsLightAndHasTheGraph() throws IOException {
        Browser page = open(Reports.of(20), DESK, true);
        page.ask("window.dispatchEvent(new Event('beforeprint'))");
        assertThat(page.ask("kith.color('page')")).isEqualTo("#f6f7f9");
        assertThat(page.number("document.querySelectorAll('.paper svg line').length"))
                .isGreaterThan(10);
        page.ask("window.dispatchEvent(new Event('afterprint'))");
        assertThat(page.ask("kith.color('page')")).isEqualTo("#12161c");
        assertThat(page.number("document.querySelectorAll('.paper svg').length"))
                .isZero();
    }

    /** sqrt(x) against x, and a precision that falls. */
    private static MethodResult.Ranking ranking(double better) {
        List<Double> roc = new ArrayList<>();
        List<Double> precision = new ArrayList<>();
        for (int k = 0; k < RankingCurve.POINTS; k++) {
            double x = k / (RankingCurve.POINTS - 1.0);
            roc.add(Math.pow(x, better));
            precision.add(1 - better * x);
        }
        return new MethodResult.Ranking(
                new RankingCurve(roc, 1 / (1 + better)), new RankingCurve(precision, 1 - better / 2));
    }

    @ParameterizedTest
    @CsvSource({"1100, false", "390, true"})
    void curvesOfClassifiersAreDrawnAndChosen(int width, boolean dark) throws IOException {
        Report plain = Reports.of(3);
        List<MethodResult> ranked = plain.methods().stream()
                .map(m -> m.withRanking(ranking(m.name().equals("stl") ? 0.5 : 0.3)))
                .toList();
        Browser page = open(plain.withComparison(plain.comparison(), ranked), width, dark);
        assertThat(page.find("#ranking h2").getText()).isEqualTo("How well decisions rank the classes");
        assertThat(page.number(CONTENT, page.find("#ranking .chart"))).isGreaterThan(ranked.size());
        assertThat(page.find("#ranking table").getText()).contains("stl 0.667 0.75", "mtrl 0.769 0.85");
        String roc = page.find("#ranking .chart").getText();
        page.find("label[for=ranking-kind-1]").click();
        assertThat(page.find("#ranking .note").getText()).startsWith("Recall is the share");
        assertThat(page.find("#ranking .chart").getText()).isNotEqualTo(roc).contains("recall");
        assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
        assertThat(page.console()).isEmpty();
    }

    private static Directions directions(int features) {
        List<SharedDirections.Part> parts = new ArrayList<>();
        for (int j = 0; j < features; j++) {
            parts.add(new SharedDirections.Part(
                    j == 1 ? NASTY : "feature-" + (j + 1), (j % 2 == 0 ? 0.8 : -0.8) / (j + 1)));
        }
        List<Directions.Direction> shown =
                List.of(new Directions.Direction(0.9, 0.7, parts), new Directions.Direction(0.06, 0.2, parts));
        return new Directions("mtfl lets tasks share directions.", features, shown, 3, 0.0004);
    }

    @ParameterizedTest
    @CsvSource({"2, 390, true", "200, 1100, false", "200, 390, true"})
    void sharedDirectionsAreBarsAndNumbers(int features, int width, boolean dark) throws IOException {
        Browser page =
                open(Reports.of(3).withStructure(TaskStructure.NONE.withDirections(directions(features))), width, dark);
        String text = page.find("#directions").getText();
        assertThat(text)
                .startsWith("Which directions are shared")
                .contains("Direction 1: 90% of the weights", "+0.80", "−0.40")
                .contains("3 other directions have less than 1% of the weights.");
        assertThat(text.contains("and 192 other features")).isEqualTo(features == 200);
        assertThat(page.all("#directions .bar rect")).hasSize(2 * Math.min(8, features));
        page.find("#directions summary").click();
        page.painted();
        if (features < 100) {
            assertThat(page.all("#directions tbody tr")).hasSize(features + 2);
        } else {
            assertThat(page.find("#directions table").getAttribute("aria-rowcount"))
                    .isEqualTo(Integer.toString(features + 3));
        }
        assertThat(page.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
        assertThat(page.console()).isEmpty();
    }

    @Test
    void aReportWithNextToNothingOpens() throws IOException {
        Browser page = open(Report.of("A title", "A headline.", List.of("one")), PHONE, true);
        assertThat(page.find("h1").getText()).isEqualTo("A headline.");
        assertThat(page.ask("document.documentElement.dataset.ready")).isEqualTo("true");
        assertThat(page.console()).isEmpty();
    }
}
