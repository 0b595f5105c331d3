package dev.kith.check;

import dev.kith.check.exact.Dd;
import dev.kith.check.exact.DdMatrix;
import dev.kith.check.exact.Design;
import dev.kith.check.exact.LossKind;
import dev.kith.check.exact.Reference;
import dev.kith.check.exact.Search;
import dev.kith.data.DataException;
import dev.kith.linalg.NumericalException;
import dev.kith.model.FitReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges what a fit claims:
 *
 * <ol>
 *   <li>the reported objective is that of the saved model, to 1e-9 or within the reported gap;
 *   <li>no point has an objective below the saved model's by more than the reported gap: (P - best) &lt;= gap max(|P|, |D|);
 *   <li>a fit that says converged has a finite objective and a gap within its tolerance;
 *   <li>a fit that throws throws one of the announced exceptions, with a message.
 * </ol>
 */
final class Checker {
    /** Objective and gap are doubles: a few units in their last place are nobody's lie. */
    private static final double ROUNDING = 0x1p-50;

    private static final double SAME = 1e-9;

    /** How much finer than the reported gap the search looks. */
    private static final double FINE = 1e-3;

    private Checker() {}

    static Verdict check(Problem problem, Path path) {
        Path.Reported reported;
        try {
            reported = path.fit(problem);
        } catch (DataException | NumericalException | IllegalArgumentException e) {
            boolean said = e.getMessage() != null && !e.getMessage().isBlank();
            return new Verdict(
                    e.getClass().getSimpleName(),
                    Double.NaN,
                    said ? List.of() : List.of("an exception without a message: " + e.getClass()));
        } catch (RuntimeException | IOException | StackOverflowError | AssertionError e) {
            return new Verdict(e.getClass().getSimpleName(), Double.NaN, List.of("unexpected " + e + at(e)));
        }
        return judge(problem, reported);
    }

    private static String at(Throwable e) {
        return e.getStackTrace().length > 0 ? " at " + e.getStackTrace()[0] : "";
    }

    static Verdict judge(Problem problem, Path.Reported reported) {
        List<String> violations = new ArrayList<>();
        boolean converged = reported.status() == FitReport.Status.CONVERGED;
        double gap = reported.gap();
        if (converged && !Double.isFinite(reported.objective())) {
            violations.add("converged with objective " + reported.objective());
        }
        if (converged && !(gap <= problem.setup().tolerance())) {
            violations.add("converged with gap " + gap + " above the tolerance "
                    + problem.setup().tolerance());
        }
        if (gap < 0) {
            violations.add("gap " + gap + " is negative");
        }
        String end = reported.status().toString();
        Saved saved = Saved.of(reported.model());
        Reference reference = problem.method().reference(problem, saved);
        violations.addAll(reference.complaints());
        Dd objective = reference.objective();
        if (!objective.isFinite()) {
            if (converged || Double.isFinite(gap)) {
                violations.add("the saved model's objective is " + objective + ", reported " + reported.objective());
            }
            return new Verdict(end, Double.NaN, violations);
        }
        if (!Double.isFinite(reported.objective()) || !Double.isFinite(gap)) {
            return new Verdict(end, Double.NaN, violations);
        }
        return compare(reported, reference, lastDigits(problem, saved, reference.design()), end, violations);
    }

    /** What a change of every label in its last digit makes of the squared loss: smaller objectives count as 0. */
    private static double lastDigits(Problem problem, Saved saved, Design design) {
        double sum = 0;
        for (int o = 0; o < design.weight.length && problem.loss() == LossKind.SQUARED; o++) {
            double digit = Math.ulp(problem.label()[o]) / saved.labelScale()[problem.task()[o]];
            sum += design.weight[o].hi() * digit * digit;
        }
        return sum;
    }

    private static Verdict compare(
            Path.Reported reported, Reference reference, double nothing, String end, List<String> violations) {
        double claimed = claimed(reported.objective(), reported.gap());
        Dd objective = reference.objective();
        double noise = ROUNDING * Math.max(Math.abs(objective.hi()), Math.abs(reported.objective()))
                + Double.MIN_NORMAL
                + nothing;
        double difference =
                Math.abs(objective.minus(Dd.of(reported.objective())).hi());
        if (!(difference <= Math.max(claimed, SAME * Math.abs(objective.hi())) + noise)) {
            violations.add("objective reported " + reported.objective() + ", of what is saved " + objective.hi()
                    + " (gap reported " + reported.gap() + ")");
        }
        double enough = Math.max(FINE * claimed, 1e-18 * Math.abs(objective.hi()));
        Dd best = search(reference, enough, objective, claimed + noise);
        double found = objective.minus(best).hi();
        if (!(found <= claimed + noise)) {
            violations.add("gap reported " + reported.gap() + " of objective " + objective.hi() + ", but " + best.hi()
                    + " is attainable: " + found / Math.abs(objective.hi()));
        }
        return new Verdict(
                end, claimed > 0 ? Math.max(0, found) / claimed : found > noise ? found / noise : 0, violations);
    }

    /** gap max(|P|, |D|) with P - D = gap max(|P|, |D|); the larger one where two D fit. */
    static double claimed(double p, double gap) {
        if (p < 0) {
            return gap < 1 ? gap * -p / (1 - gap) : Double.POSITIVE_INFINITY;
        }
        return gap <= 1 ? gap * p : gap < 2 ? gap * p / (gap - 1) : Double.POSITIVE_INFINITY;
    }

    /** From the saved model, and, unless that has already shown the claim to be false, from zero. */
    private static Dd search(Reference reference, double enough, Dd objective, double allowed) {
        double scale = reference.start().maxAbs().hi();
        Search search = new Search(reference.design(), reference.penalty(), scale, enough);
        Dd best = search.from(reference.start());
        if (objective.minus(best).hi() > allowed) {
            return best;
        }
        return search.from(new DdMatrix(reference.start().rows, 1));
    }
}
