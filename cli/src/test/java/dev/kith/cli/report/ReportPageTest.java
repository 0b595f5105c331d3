package dev.kith.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.linalg.Matrix;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {
    private static final String NASTY = "</script><script>alert('1')</script>&\u2028\"";

    private static String page() {
        Report report = new Report(
                "title " + NASTY,
                "headline " + NASTY,
                "lead " + NASTY,
                new Report.Metric("error", "%", "less is better"),
                List.of(NASTY, "b"),
                List.of(new Report.MethodResult("stl", "alone", 1.5, List.of(1.0, Double.NaN), 0.1, 1e-12, true)),
                List.of(new Report.Similarity("structure", "what " + NASTY, Matrix.identity(2))),
                new Report.DataSummary("data.csv", 3, 10, 0, List.of(5, 5), 10, 4),
                Map.of("Version", "1"));
        return ReportPage.html(report, "1");
    }

    @Test
    void namesFromTheDataNeverBecomeMarkup() {
        String page = page();
        assertThat(page).doesNotContain("<script>alert");
        assertThat(page).contains("headline &lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)");
        assertThat(page).contains("\\u003c/script\\u003e\\u003cscript\\u003ealert('1')\\u003c/script\\u003e\\u0026");
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
}
