package dev.kith.report;

import static dev.kith.report.ReportContent.object;

import dev.kith.linalg.Matrix;
import dev.kith.score.Confusion;
import dev.kith.score.Interval;
import dev.kith.select.detail.Coefficients;
import dev.kith.select.detail.Details;
import dev.kith.select.detail.ErrorByRows;
import dev.kith.select.detail.ErrorUnit;
import dev.kith.select.detail.Importance;
import dev.kith.select.detail.InUnits;
import dev.kith.select.detail.PredictedActual;
import dev.kith.select.detail.RowsNeeded;
import dev.kith.select.detail.WorstTask;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What {@link Details} say, as the member {@code details} of a report's JSON. */
final class DetailsContent {
    /** Matrices of coefficients are the largest part of many pages: as many digits as anybody reads. */
    private static final MathContext READ = new MathContext(5);

    private static final MathContext ROUGH = new MathContext(3);

    /** Classes whose matrix is written; of more only the mistakes are. */
    private static final int MOST_CLASSES = 60;

    private static final int MISTAKES = 50;

    private DetailsContent() {}

    static Map<String, @Nullable Object> of(Details details) {
        return object(
                "method", details.method().orElse(null),
                "inUnits", optional(details.inUnits(), DetailsContent::inUnits),
                "importance", optional(details.importance(), DetailsContent::importance),
                "coefficients", optional(details.coefficients(), DetailsContent::coefficients),
                "byRows", optional(details.byRows(), DetailsContent::byRows),
                "actual", optional(details.actual(), DetailsContent::actual),
                "confusion", optional(details.confusion(), DetailsContent::confusion),
                "worst", details.worst().stream().map(DetailsContent::worst).toList(),
                "rowsNeeded", optional(details.rowsNeeded(), DetailsContent::rowsNeeded),
                "notes", details.notes());
    }

    private static <P> @Nullable Object optional(Optional<P> part, Function<P, Object> write) {
        return part.map(write).orElse(null);
    }

    private static Map<String, @Nullable Object> unit(ErrorUnit unit) {
        return object(
                "kind", unit.kind().name().toLowerCase(Locale.ROOT),
                "column", unit.column().orElse(null),
                "words", unit.words());
    }

    private static Map<String, @Nullable Object> inUnits(InUnits found) {
        return object(
                "unit", unit(found.unit()),
                "methods", found.methods(),
                "constant",
                        optional(
                                found.constant(),
                                constant ->
                                        object("measure", interval(constant.measure()), "error", constant.error())));
    }

    private static Map<String, @Nullable Object> importance(Importance found) {
        return object(
                "unit", unit(found.unit()),
                "level", found.level(),
                "error", found.error(),
                "rows", found.rows(),
                "of", found.of(),
                "shuffles", found.shuffles(),
                "tasks", found.tasks(),
                "columns",
                        found.columns().stream()
                                .map(column -> object(
                                        "name", column.name(),
                                        "rise", interval(column.rise()),
                                        "even", column.even(),
                                        "perTask",
                                                column.perTask().stream()
                                                        .map(DetailsContent::short3)
                                                        .toList()))
                                .toList());
    }

    /** Estimate, low and high. */
    private static List<Double> short3(Interval interval) {
        return List.of(
                rounded(interval.estimate(), ROUGH), rounded(interval.low(), ROUGH), rounded(interval.high(), ROUGH));
    }

    private static Map<String, @Nullable Object> coefficients(Coefficients found) {
        return object(
                "method", found.method(),
                "common", found.common(),
                "basis", found.basis(),
                "labels", found.labels().orElse(null),
                "level", found.level(),
                "features", found.features(),
                "rows",
                        found.rows().stream()
                                .map(row -> object(
                                        "feature", row.feature(),
                                        "common", interval(row.common()),
                                        "spread", row.spread(),
                                        "effect", row.effect()))
                                .toList(),
                "weights", rounded(found.weights(), READ),
                "halves", rounded(found.halves(), ROUGH));
    }

    private static Map<String, @Nullable Object> byRows(ErrorByRows found) {
        return object(
                "measure", found.measure().key(),
                "baseline", found.baseline(),
                "method", found.method(),
                "groups",
                        found.groups().stream()
                                .map(group -> object(
                                        "fewest", group.fewest(),
                                        "most", group.most(),
                                        "tasks", group.tasks(),
                                        "alone", interval(group.alone()),
                                        "shared", interval(group.shared())))
                                .toList());
    }

    private static Map<String, @Nullable Object> actual(PredictedActual found) {
        return object(
                "column", found.column().orElse(null),
                "oneUnit", found.oneUnit(),
                "labels", found.labels(),
                "points",
                        found.points().stream()
                                .map(point -> List.<Number>of(
                                        point.task(), rounded(point.predicted(), READ), rounded(point.actual(), READ)))
                                .toList(),
                "bins",
                        found.bins().stream()
                                .map(bin -> object(
                                        "labels", bin.labels(),
                                        "predicted", bin.predicted(),
                                        "actual", bin.actual(),
                                        "low", bin.low(),
                                        "high", bin.high()))
                                .toList(),
                "shares", PredictedActual.SHARES,
                "misses", found.misses(),
                "histogram",
                        object(
                                "low", found.histogram().low(),
                                "high", found.histogram().high(),
                                "counts", found.histogram().counts()));
    }

    private static Map<String, @Nullable Object> confusion(Confusion found) {
        return object(
                "classes", found.classes(),
                "rows", found.rows(),
                "right", found.right(),
                "counts", found.classes().size() <= MOST_CLASSES ? found.counts() : null,
                "mistakes",
                        found.mistakes().stream()
                                .limit(MISTAKES)
                                .map(mistake -> object(
                                        "truth", mistake.truth(), "answer", mistake.answer(), "rows", mistake.rows()))
                                .toList());
    }

    private static Map<String, @Nullable Object> worst(WorstTask found) {
        return object(
                "task", found.task(),
                "training", found.training(),
                "heldOut", found.heldOut(),
                "error", found.error(),
                "alone", found.alone().orElse(Double.NaN),
                "inUnits", found.inUnits(),
                "constant", found.constant().orElse(Double.NaN),
                "reasons",
                        found.reasons().stream()
                                .map(reason -> object(
                                        "kind",
                                        reason.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                                        "title",
                                        reason.title(),
                                        "words",
                                        reason.words()))
                                .toList());
    }

    private static Map<String, @Nullable Object> rowsNeeded(RowsNeeded found) {
        return object(
                "method", found.method(),
                "known", found.known(),
                "least", found.least(),
                "rows", found.rows().orElse(null),
                "below", found.below().orElse(null),
                "above", found.above().orElse(null),
                "sentence", found.sentence());
    }

    private static Map<String, @Nullable Object> interval(Interval interval) {
        return object(
                "value", interval.estimate(),
                "low", Double.isFinite(interval.low()) ? interval.low() : Double.NaN,
                "high", Double.isFinite(interval.high()) ? interval.high() : Double.NaN);
    }

    private static Matrix rounded(Matrix values, MathContext digits) {
        return values.map(value -> rounded(value, digits));
    }

    private static double rounded(double value, MathContext digits) {
        return Double.isFinite(value) ? new BigDecimal(value).round(digits).doubleValue() : Double.NaN;
    }
}
