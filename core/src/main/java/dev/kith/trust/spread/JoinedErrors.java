package dev.kith.trust.spread;

import dev.kith.linalg.Matrix;
import dev.kith.model.uncertainty.ErrorTable;
import dev.kith.model.uncertainty.HeldOutErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The errors of tasks that joined a calibrated model beside those of the tasks it was trained on, whose scales and tables stay
 * to the bit. A new task's scale is drawn to theirs as they were drawn to each other:
 *
 * <pre>  scale^2 = unit^2 (sum of its squared errors + count variance) / (n + count)  </pre>
 *
 * with the {@link VariancePrior} of the trained tasks' scales, in units of the fit.
 */
public final class JoinedErrors {
    private final VariancePrior prior;

    private JoinedErrors(VariancePrior prior) {
        this.prior = prior;
    }

    /**
     * The errors of all tasks, those that joined behind the trained ones. Whole rows of labels of all tasks are not known any more.
     *
     * @param units 1 x T: what one unit of the fit is in the labels of every task of {@code before}
     * @param newUnits 1 x n: the same of those that joined
     * @param joined their errors on rows that were left out in turn, in units of the fit; a task may have none
     */
    public static HeldOutErrors of(HeldOutErrors before, Matrix units, Matrix newUnits, List<List<Double>> joined) {
        int old = before.tasks().size();
        int[] count = before.tasks().stream().mapToInt(ErrorTable::count).toArray();
        double[] squares = IntStream.range(0, old)
                .mapToDouble(t -> count[t] * Math.pow(before.scale().get(0, t) / units.get(0, t), 2))
                .toArray();
        VariancePrior found = VariancePrior.of(squares, count);
        JoinedErrors errors =
                new JoinedErrors(new VariancePrior(found.count(), Math.max(found.variance(), Double.MIN_NORMAL)));
        Matrix scale = Matrix.zeros(1, old + joined.size());
        List<ErrorTable> tables = new ArrayList<>(before.tasks());
        for (int t = 0; t < scale.cols(); t++) {
            scale.set(
                    0,
                    t,
                    t < old ? before.scale().get(0, t) : newUnits.get(0, t - old) * errors.scale(joined.get(t - old)));
        }
        joined.forEach(task -> tables.add(errors.table(task)));
        return new HeldOutErrors(scale, tables, ErrorTable.of());
    }

    private static double square(List<Double> errors) {
        return errors.stream().mapToDouble(e -> e * e).sum();
    }

    private double size(double squares, int n) {
        return Math.sqrt((squares + prior.count() * prior.variance()) / (n + prior.count()));
    }

    private double scale(List<Double> errors) {
        return size(square(errors), errors.size());
    }

    /** As for trained tasks, every error by the scale without it. */
    private ErrorTable table(List<Double> errors) {
        double all = square(errors);
        return ErrorTable.of(errors.stream()
                .mapToDouble(e -> Math.abs(e) / size(Math.max(0, all - e * e), errors.size() - 1))
                .toArray());
    }
}
