package dev.kith.serve.metrics;

import dev.kith.data.Rows;
import dev.kith.serve.http.Answer;
import dev.kith.serve.http.Route;
import dev.kith.serve.http.Route.About;
import dev.kith.serve.http.Watch;
import dev.kith.serve.models.ModelDirectory;
import dev.kith.serve.models.ServedModel;
import dev.kith.serve.predict.Meter;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.DoubleStream;

/** {@code GET /metrics}, in the text format of Prometheus. Labels are routes and models there are, never what a request made up. */
public final class Metrics implements Watch, Meter {
    private static final double[] SECONDS = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10
    };

    /** Models of more features say the largest shift only. */
    private static final int MOST_FEATURES = 100;

    private final ModelDirectory models;
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter requests;
    private final Counter rows;
    private final Histogram seconds;
    private final Map<String, Optional<Drift>> drifts = new ConcurrentHashMap<>();

    public Metrics(ModelDirectory models) {
        this.models = models;
        requests = Counter.builder()
                .name("kith_requests_total")
                .help("Requests that were answered.")
                .labelNames("route", "model", "status")
                .register(registry);
        rows = Counter.builder()
                .name("kith_rows_total")
                .help("Rows that were predicted.")
                .labelNames("model", "version")
                .register(registry);
        seconds = Histogram.builder()
                .name("kith_request_seconds")
                .help("From a request's first bytes to its answer.")
                .labelNames("route")
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .register(registry);
        addDrift();
    }

    private void addDrift() {
        GaugeWithCallback.builder()
                .name("kith_input_shift")
                .help("Mean of about the last thousand rows minus that of the training rows, in their deviations.")
                .labelNames("model", "feature")
                .callback(this::shifts)
                .register(registry);
        GaugeWithCallback.builder()
                .name("kith_input_shift_largest")
                .help("The largest absolute kith_input_shift of a model.")
                .labelNames("model")
                .callback(this::largest)
                .register(registry);
    }

    public List<Route> routes() {
        About about = new About(
                "What was counted, for Prometheus.",
                Map.of(),
                List.of(),
                List.of(PrometheusTextFormatWriter.CONTENT_TYPE));
        return List.of(Route.get("/metrics", about, call -> text()));
    }

    private Answer text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(bytes, registry.scrape(), EscapingScheme.DEFAULT);
        return Answer.of(PrometheusTextFormatWriter.CONTENT_TYPE, bytes.toByteArray());
    }

    @Override
    public void answered(String route, String model, int status, double took) {
        String path = route.isEmpty() ? "none" : route;
        String known = models.current(model).isPresent() ? model : "";
        requests.labelValues(path, known, Integer.toString(status)).inc();
        seconds.labelValues(path).observe(took);
    }

    @Override
    public void predicted(ServedModel model, Rows predicted) {
        String id = model.name().id();
        rows.labelValues(id, Integer.toString(model.name().version()))
                .inc(predicted.inputs().rows());
        drifts.compute(
                        id,
                        (name, before) -> before != null
                                        && before.isPresent()
                                        && before.get().model() == model
                                ? before
                                : Drift.of(model))
                .ifPresent(drift -> drift.look(predicted));
    }

    private void shifts(GaugeWithCallback.Callback gauge) {
        drifts.forEach((id, drift) -> {
            double[] all = drift.map(Drift::shifts).orElse(new double[0]);
            for (int j = 0; j < all.length && all.length <= MOST_FEATURES; j++) {
                gauge.call(
                        all[j],
                        id,
                        drift.orElseThrow().model().info().features().get(j));
            }
        });
    }

    private void largest(GaugeWithCallback.Callback gauge) {
        drifts.forEach((id, drift) -> {
            double[] all = drift.map(Drift::shifts).orElse(new double[0]);
            if (all.length > 0) {
                gauge.call(DoubleStream.of(all).map(Math::abs).max().orElse(0), id);
            }
        });
    }
}
