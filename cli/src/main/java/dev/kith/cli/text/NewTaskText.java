package dev.kith.cli.text;

import dev.kith.cli.terminal.Terminal;
import dev.kith.score.Interval;
import dev.kith.score.Scores;
import dev.kith.select.unseen.NewTaskResult;
import dev.kith.select.unseen.NewTaskResult.Curve;
import dev.kith.select.unseen.NewTaskResult.Point;
import dev.kith.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How tasks that nobody has seen fare, for the terminal. */
public record NewTaskText(NewTaskResult found) {
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.addAll(Terminal.wrapped("New tasks: " + Words.count(found.tasks(), "task")
                + " held out whole, in turn, and predicted from so many known rows; "
                + found.measure().key() + ", " + Scores.words(found.measure().inUnits()) + ". Better by ("
                + Math.round(100 * found.level())
                + "% interval over tasks): than alone; from no row than constant, the mean of other tasks."));
        lines.add("");
        StringBuilder head = new StringBuilder(String.format("  %-10s", "method"));
        found.rows().forEach(rows -> head.append(String.format("  %-24s", Words.count(rows, "row"))));
        lines.add(head.toString().stripTrailing());
        for (Curve curve : found.curves()) {
            StringBuilder line = new StringBuilder(String.format("  %-10s", curve.name()));
            curve.points().forEach(point -> line.append(String.format("  %-24s", cell(point))));
            lines.add(line.toString().stripTrailing());
        }
        lines.add("");
        for (Curve curve : found.curves()) {
            curve.refusal()
                    .ifPresent(why ->
                            lines.addAll(Terminal.wrapped(curve.name() + " predicts from no row only: " + why + ".")));
        }
        found.sentences().forEach(sentence -> lines.addAll(Terminal.wrapped(sentence)));
        return lines;
    }

    private static String cell(Point point) {
        if (point.error().isEmpty()) {
            return "-";
        }
        String error = Words.number(point.error().getAsDouble());
        return point.improvement().map(gain -> error + " " + percent(gain)).orElse(error);
    }

    private static String percent(Interval gain) {
        return Double.isFinite(gain.low())
                ? String.format(Locale.ROOT, "(%+.0f%% to %+.0f%%)", 100 * gain.low(), 100 * gain.high())
                : "";
    }
}
