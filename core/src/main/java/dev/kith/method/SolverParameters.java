package dev.kith.method;

import static dev.kith.method.Parameter.number;
import static dev.kith.method.Parameter.text;

import dev.kith.convex.Solver;
import dev.kith.structure.penalty.Barrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The algorithms that can solve a method, and the settings of those that take turns between predictors and structure.
 *
 * @param solvers empty where there is no choice
 * @param barred whether those that take turns need a barrier
 */
record SolverParameters(List<Solver> solvers, boolean barred) {
    /** Nothing is learned about the structure: there is nothing to choose from. */
    static final SolverParameters NONE = new SolverParameters(List.of(), false);

    /** For structures that need a barrier. */
    static final SolverParameters BARRED =
            new SolverParameters(List.of(Solver.AUTO, Solver.PROXIMAL, Solver.ALTERNATING, Solver.DESCENT), true);

    /** For sparse relations, whose penalty is a barrier already. */
    static final SolverParameters SPARSE = new SolverParameters(
            List.of(Solver.AUTO, Solver.PROXIMAL, Solver.ALTERNATING, Solver.DESCENT, Solver.SPLITTING), false);

    private static final String SOLVER = "solver";

    private static final Parameter BARRIER = text(
            "barrier",
            "D|FIRST:LAST:FACTOR|auto",
            "auto",
            "Solvers that alternate: delta, as a share of the length of weights, fixed or falling; auto is"
                    + " 0.1:1e-14:0.1.");

    private static final Parameter STOP = number(
            "stop",
            0,
            new Range(0, true, 1, false),
            "Solvers that alternate: also end when a round lowers the objective by no more than this share (the published"
                    + " rule); 0: at the duality gap only.");

    /** A method's own parameters, then these. */
    List<Parameter> after(Parameter... own) {
        List<Parameter> all = new ArrayList<>(List.of(own));
        if (!solvers.isEmpty()) {
            all.add(text(
                    SOLVER,
                    "NAME",
                    "auto",
                    "auto, proximal, or as published: alternating, descent (single first-order steps), for sparse also"
                            + " splitting (alternating with the published structure step); the last two are slow."));
            all.add(STOP);
        }
        if (barred) {
            all.add(BARRIER);
        }
        return all;
    }

    /** The solver asked for; auto where there is no choice. */
    Solver solver(String method, Settings settings) {
        if (solvers.isEmpty()) {
            return Solver.AUTO;
        }
        String name = settings.text(SOLVER);
        return solvers.stream()
                .filter(solver -> name.equals(name(solver)))
                .findFirst()
                .orElseThrow(() -> new SettingException(
                        SOLVER, "must be " + either(solvers) + " with method '" + method + "', got '" + name + "'"));
    }

    /** Barrier and stop, which only solvers that alternate have. */
    Barrier barrier(String method, Settings settings) {
        Solver solver = solver(method, settings);
        for (Parameter parameter : List.of(BARRIER, STOP)) {
            String name = parameter.name();
            if (settings.has(name) && !settings.text(name).equals(parameter.fallback()) && !solver.alternates()) {
                throw new SettingException(
                        name,
                        "is for solvers that alternate (--solver " + either(alternating()) + "), got it with '"
                                + name(solver) + "'");
            }
        }
        Barrier found = Barrier.FALLING;
        try {
            found = barred ? Barrier.parse(settings.text(BARRIER.name())) : found;
        } catch (IllegalArgumentException e) {
            throw new SettingException(
                    BARRIER.name(), String.valueOf(e.getMessage()).replaceFirst("^barrier ", ""));
        }
        return solvers.isEmpty() ? found : found.withStop(settings.number(STOP.name()));
    }

    private List<Solver> alternating() {
        return solvers.stream().filter(Solver::alternates).toList();
    }

    private static String either(List<Solver> solvers) {
        List<String> names = solvers.stream().map(SolverParameters::name).toList();
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    private static String name(Solver solver) {
        return solver.name().toLowerCase(Locale.ROOT);
    }
}
