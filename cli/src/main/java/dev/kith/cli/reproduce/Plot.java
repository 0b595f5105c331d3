package dev.kith.cli.reproduce;

import dev.kith.linalg.Matrix;
import dev.kith.structure.ties.LearnedGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A picture on an experiment's page.
 *
 * @param caption what it shows
 * @param option the chart as the chart library (ECharts) wants it described
 */
public record Plot(String caption, Map<String, Object> option) {
    /** Values in groups: a box for each series and category. */
    public record Boxes(String series, List<List<Double>> perCategory) {}

    /** Points of one series. */
    public record Points(String series, List<List<Double>> xy) {}

    /** Box plots, a category for each x, on a logarithmic axis. */
    public static Plot boxes(String caption, String xName, List<String> categories, String yName, List<Boxes> boxes) {
        List<Object> series = new ArrayList<>();
        for (Boxes box : boxes) {
            List<List<Double>> quartiles =
                    box.perCategory().stream().map(Plot::quartiles).toList();
            series.add(Map.of("type", "boxplot", "name", box.series(), "data", quartiles));
        }
        Map<String, Object> option = frame(boxes.stream().map(Boxes::series).toList(), series);
        option.put("xAxis", Map.of("type", "category", "name", xName, "data", categories));
        option.put("yAxis", Map.of("type", "log", "name", yName));
        return new Plot(caption, option);
    }

    /** A box for each name. */
    public static Plot boxes(String caption, String yName, Map<String, List<Double>> values) {
        List<List<Double>> quartiles =
                values.values().stream().map(Plot::quartiles).toList();
        List<Object> series = List.of(Map.of("type", "boxplot", "name", caption, "data", quartiles));
        Map<String, Object> option = frame(List.of(), series);
        option.put("xAxis", Map.of("type", "category", "data", List.copyOf(values.keySet())));
        option.put("yAxis", Map.of("type", "value", "name", yName, "scale", true));
        return new Plot(caption, option);
    }

    /** Points in the plane. */
    public static Plot scatter(String caption, List<Points> points) {
        List<Object> series = new ArrayList<>();
        for (Points some : points) {
            series.add(Map.of("type", "scatter", "name", some.series(), "symbolSize", 4, "data", some.xy()));
        }
        Map<String, Object> option = frame(points.stream().map(Points::series).toList(), series);
        option.put("xAxis", Map.of("type", "value"));
        option.put("yAxis", Map.of("type", "value"));
        return new Plot(caption, option);
    }

    /** A line for each name through its points. */
    public static Plot lines(String caption, String xName, Map<String, List<List<Double>>> curves) {
        List<Object> series = new ArrayList<>();
        curves.forEach((name, points) -> series.add(Map.of("type", "line", "name", name, "data", points)));
        Map<String, Object> option = frame(List.copyOf(curves.keySet()), series);
        option.put("xAxis", Map.of("type", "value", "name", xName, "scale", true));
        option.put("yAxis", Map.of("type", "value"));
        return new Plot(caption, option);
    }

    /** A matrix with entries from 0 to 1 as shades. */
    public static Plot heat(String caption, List<String> names, Matrix values) {
        List<List<Object>> cells = new ArrayList<>();
        for (int i = 0; i < values.rows(); i++) {
            for (int j = 0; j < values.cols(); j++) {
                cells.add(List.of(j, values.rows() - 1 - i, values.get(i, j)));
            }
        }
        List<String> upwards = new ArrayList<>(names);
        Collections.reverse(upwards);
        Map<String, Object> option =
                frame(List.of(), List.of(Map.of("type", "heatmap", "name", caption, "data", cells)));
        option.put("grid", Map.of("top", 10, "bottom", 60, "containLabel", true));
        Map<String, Object> every = Map.of("interval", 0, "rotate", names.size() > 8 ? 45 : 0);
        option.put("xAxis", Map.of("type", "category", "data", names, "axisLabel", every));
        option.put("yAxis", Map.of("type", "category", "data", upwards, "axisLabel", Map.of("interval", 0)));
        Map<String, Object> place = Map.of("orient", "horizontal", "left", "center", "bottom", 0);
        Map<String, Object> shades = new LinkedHashMap<>(place);
        shades.putAll(Map.of("min", 0, "max", 1, "inRange", Map.of("color", List.of("#f4f5f7", "#1f5a99"))));
        option.put("visualMap", shades);
        return new Plot(caption, option);
    }

    /** Tasks on a circle, joined where they are tied: thicker for stronger ties, dashed for opposite tasks. */
    public static Plot network(String caption, LearnedGraph graph) {
        List<Object> nodes = new ArrayList<>();
        graph.tasks().forEach(task -> nodes.add(Map.of("name", task)));
        double strongest = graph.ties().stream()
                .mapToDouble(tie -> Math.abs(tie.similarity()))
                .max()
                .orElse(1);
        List<Object> links = new ArrayList<>();
        for (LearnedGraph.Tie tie : graph.ties()) {
            double strength = Math.abs(tie.similarity()) / strongest;
            Map<String, Object> line = Map.of(
                    "width",
                    0.5 + 5 * strength,
                    "opacity",
                    0.15 + 0.75 * strength,
                    "color",
                    tie.similarity() < 0 ? "#b35806" : "#1f5a99",
                    "type",
                    tie.similarity() < 0 ? "dashed" : "solid");
            links.add(Map.of("source", tie.a(), "target", tie.b(), "value", tie.similarity(), "lineStyle", line));
        }
        Map<String, Object> series = Map.of(
                "type",
                "graph",
                "layout",
                "circular",
                "symbolSize",
                14,
                "top",
                80,
                "bottom",
                80,
                "circular",
                Map.of("rotateLabel", true),
                "label",
                Map.of("show", true, "position", "right"),
                "data",
                nodes,
                "links",
                links);
        return new Plot(caption, frame(List.of(), List.of(series)));
    }

    private static Map<String, Object> frame(List<String> names, List<Object> series) {
        Map<String, Object> option = new LinkedHashMap<>();
        option.put("animation", false);
        option.put("legend", Map.of("data", names));
        option.put("tooltip", Map.of("trigger", "item"));
        option.put("series", series);
        return option;
    }

    /** Least, lower quartile, median, upper quartile, largest. */
    static List<Double> quartiles(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        List<Double> quartiles = new ArrayList<>();
        for (int q = 0; q <= 4; q++) {
            double place = q * (sorted.length - 1) / 4.0;
            int below = (int) Math.floor(place);
            int above = Math.min(below + 1, sorted.length - 1);
            quartiles.add(sorted[below] + (place - below) * (sorted[above] - sorted[below]));
        }
        return quartiles;
    }
}
