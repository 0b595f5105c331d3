package dev.kith.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Draws a report as one HTML file that needs nothing else: styles, scripts and the chart library are inside, and the
 * page's security policy forbids everything but these very scripts.
 */
public final class ReportPage {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
    /** First the chart library and the page, then the sections in the order they appear. */
    private static final List<String> SCRIPTS =
            List.of(CHARTS, "page.js", "methods.js", "errors.js", "similarity.js", "facts.js");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

    private ReportPage() {}

    /** The page as text. */
    public static String html(Report report, String version) {
        StringBuilder scripts = new StringBuilder();
        List<String> sources = new ArrayList<>();
        for (String name : SCRIPTS) {
            String script = resource(name);
            scripts.append("<script>").append(script).append("</script>\n");
            sources.add("'sha256-" + sha256(script) + "'");
        }
        String policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
                + " 'none'; script-src " + String.join(" ", sources);
        return fill(
                resource("page.html"),
                Map.of(
                        "policy", policy,
                        "generator", text("kith " + version),
                        "title", text(report.title()),
                        "headline", text(report.headline()),
                        "lead", text(String.join(" ", report.sentences())),
                        "css", resource("report.css"),
                        "data", script(report.json()),
                        "scripts", scripts.toString()));
    }

    private static String fill(String template, Map<String, String> parts) {
        return PLACEHOLDER.matcher(template).replaceAll(place -> {
            String part = parts.get(place.group(1));
            if (part == null) {
                throw new IllegalStateException("page.html names an unknown part '" + place.group(1) + "'");
            }
            return Matcher.quoteReplacement(part);
        });
    }

    /** Text for an element's content or a quoted attribute. */
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** JSON that cannot end, or be read as, markup inside a script element. */
    static String script(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
