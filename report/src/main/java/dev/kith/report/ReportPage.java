package dev.kith.report;

import dev.kith.file.disk.AtomicFile;
import dev.kith.text.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Draws a report as one HTML file that needs nothing else: styles, scripts and the chart library are inside, and the
 * page's security policy forbids everything but these very scripts.
 */
public final class ReportPage {
    private static final String CHARTS = "META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";
    private static final String GRAPHS = "META-INF/resources/webjars/cytoscape/3.33.1/dist/cytoscape.min.js";
    /** First what the sections are made of, then the sections in the order they appear. */
    private static final List<String> SCRIPTS = List.of(
            "parts.js",
            "tables.js",
            "glossary.js",
            "page.js",
            "task.js",
            "layout.js",
            "methods.js",
            "gains.js",
            "worst.js",
            "errors.js",
            "importance.js",
            "coefficients.js",
            "actual.js",
            "rows.js",
            "newtasks.js",
            "similarity.js",
            "graph.js",
            "tree.js",
            "directions.js",
            "ranking.js",
            "curves.js",
            "facts.js");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

    private ReportPage() {}

    /** The page as text; it says which version of Kith made it. */
    public static String html(Report report) {
        List<String> said = new ArrayList<>(report.sentences());
        String headline = report.headline();
        // What a headline adds in brackets is read after it.
        int aside = headline.indexOf(". (");
        if (aside >= 0) {
            said.add(0, headline.substring(aside + 2));
            headline = headline.substring(0, aside + 1);
        }
        return html(report.title(), headline, said, report.json(), scripts(report));
    }

    /** A page of any content: what the scripts read as JSON, the scripts, and what stands above them. */
    static String html(String title, String headline, List<String> sentences, String json, List<String> scripts) {
        StringBuilder elements = new StringBuilder();
        List<String> sources = new ArrayList<>();
        for (String script : scripts) {
            elements.append("<script>").append(script).append("</script>\n");
            sources.add("'sha256-" + sha256(script) + "'");
        }
        String policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
                + " 'none'; script-src " + String.join(" ", sources);
        return fill(
                resource("page.html"),
                Map.of(
                        "policy", policy,
                        "generator", text("kith " + Version.current()),
                        "title", text(title),
                        "headline", text(headline),
                        "lead", paragraphs(sentences),
                        "css", resource("report.css"),
                        "data", script(json),
                        "scripts", elements.toString()));
    }

    /** Writes the page to a file, whole or not at all, in UTF-8. */
    public static void write(Report report, Path file) throws IOException {
        byte[] page = html(report).getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(file, channel -> {
            ByteBuffer left = ByteBuffer.wrap(page);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        });
    }

    /** The libraries are most of the page's weight: only those it uses. */
    private static List<String> scripts(Report report) {
        List<String> scripts = new ArrayList<>();
        if (report.tasks().size() > 1 || !report.methods().isEmpty()) {
            scripts.add(charts());
        }
        TaskStructure.Graph graph = report.structure().graph();
        if (graph != null && !graph.edges().isEmpty()) {
            scripts.add(library(GRAPHS));
        }
        SCRIPTS.forEach(name -> scripts.add(resource(name)));
        return scripts;
    }

    /** The script of the chart library, for other pages that draw with it. */
    public static String charts() {
        return library(CHARTS);
    }

    private static String paragraphs(List<String> sentences) {
        return sentences.stream()
                .map(sentence -> "<p class=\"lead\">" + text(sentence) + "</p>")
                .collect(Collectors.joining("\n"));
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
    public static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** JSON that cannot end, or be read as, markup inside a script element. */
    public static String script(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** A file beside this class. */
    static String resource(String name) {
        return content(name, ReportPage.class.getResourceAsStream(name));
    }

    /** A file of another jar, which on a module path is another module: a class finds those of its own only. */
    private static String library(String name) {
        return content(name, ReportPage.class.getClassLoader().getResourceAsStream(name));
    }

    private static String content(String name, @Nullable InputStream stream) {
        try (InputStream in = stream) {
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
