package dev.kith.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.Matrix;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportPageTest {
    private static final String NASTY = "</script><script>alert('1')</script>&\u2028\"";

    private static String page() {
        Report report = Report.of("title " + NASTY, "headline " + NASTY, List.of(NASTY, "b"))
                .withSentences(List.of("lead " + NASTY))
                .withComparison(
                        new Report.Comparison(
                                new Report.Metric("error", "%", "less is better", true),
                                "5-fold cross-validation",
                                0.95,
                                "",
                                "stl",
                                "stl",
                                null,
                                List.of(),
                                null,
                                null),
                        List.of(new MethodResult(
                                "stl",
                                "alone",
                                Report.Estimate.of(1.5),
                                null,
                                null,
                                Double.NaN,
                                List.of(1.0, Double.NaN),
                                new MethodResult.Training(0.1, Map.of(), 1e-12, "converged", 0.1, List.of()))))
                .withStructure(TaskStructure.NONE.withSimilarities(
                        List.of(new TaskStructure.Similarity("structure", "what " + NASTY, Matrix.identity(2)))));
        return ReportPage.html(report);
    }

    @Test
    void namesFromTheDataNeverBecomeMarkup() {
        String page = page();
        assertThat(page).doesNotContain("<script>alert");
        assertThat(page).contains("headline &lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)");
        assertThat(page).contains("\\u003c/script\\u003e\\u003cscript\\u003ealert('1')\\u003c/script\\u003e\\u0026");
    }

    @Test
    void thousandsOfTasksStayBelowFiveMegabytes() {
        List<String> tasks =
                IntStream.range(0, 5_000).mapToObj(t -> "shop-" + t).toList();
        Report report = Report.of("many", "many", tasks).withDetails(DetailReports.numbers(tasks, 29));
        assertThat(ReportPage.html(report).getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(5_000_000);
        assertThat(report.json())
                .contains(
                        "\"details\":{\"method\":\"mtrl\"",
                        "\"reasons\":[{\"kind\":\"few-rows\",\"title\":\"few rows\"");
    }

    @Test
    void loadsNothingFromOutside() {
        String page = page().replaceAll("(?s)<script>.*?</script>", "");
        assertThat(page).doesNotContain(" src=").doesNotContain("<link").contains("default-src 'none'");
        assertThat(page).doesNotContain("{{");
    }

    @Test
    void thePolicyAllowsExactlyTheScriptsOfThePage() throws Exception {
        String page = page();
        Matcher script =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(page);
        int scripts = 0;
        while (script.find()) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(script.group(1).getBytes(StandardCharsets.UTF_8));
            assertThat(page).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
            scripts++;
        }
        assertThat(scripts).isGreaterThan(4);
        assertThat(page.split("'sha256-", -1)).hasSize(scripts + 1);
    }

    @Test
    void aNumberThatIsNoneIsNull() {
        assertThat(page()).contains("\"perTask\":[1.0,null]");
    }

    @Test
    void jsonHasEverythingTheReportHas() {
        String json = Reports.of(6).json();
        assertThat(json)
                .startsWith("{\"title\":\"Does sharing help? schools.csv\",\"headline\":")
                .contains(
                        "\"level\":0.95,\"margin\":\"1% of the error alone\",\"baseline\":\"stl\",\"chosen\":\"mtrl\"")
                .contains("\"verdict\":\"share\"", "\"tiedTo\":[{\"task\":\"school-", "\"gain\":{\"value\":")
                .contains("\"improvement\":null", "\"counts\":{\"share\":3,\"isolate\":1,\"same\":0,\"unclear\":2}")
                .contains("\"history\":[{\"iteration\":0,\"objective\":2.0,\"gap\":1.0}")
                .contains("\"edges\":[{\"a\":\"school-")
                .contains("\"nodes\":[{\"name\":\"all\",\"parent\":-1,\"weight\":0.5,\"tasks\":6}")
                .contains("\"missing\":[0,1,2,3,0,1]", "\"Seed\":\"1\"");
    }

    @Test
    void aReportMayLackEverything() {
        assertThat(Report.of("t", "h", List.of()).json())
                .isEqualTo("{\"title\":\"t\",\"headline\":\"h\",\"sentences\":[],\"tasks\":[],\"comparison\":null,"
                        + "\"methods\":[],\"similarities\":[],\"graph\":null,\"tree\":null,\"directions\":null,\"details\":null,\"data\":null,"
                        + "\"provenance\":{}}");
    }
}
