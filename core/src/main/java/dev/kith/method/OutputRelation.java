package dev.kith.method;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Roles;
import dev.kith.data.table.Tables;
import dev.kith.model.decoder.Relaxation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the outputs of all tasks together must obey, before the tasks are named. The method {@code constrained} learns under
 * it; the predictions of any other method can be moved onto it.
 *
 * @param spec as {@link ConstraintSets} reads it, or {@code cloud:FILE}
 * @param relaxation how far predictions may leave the set
 */
public record OutputRelation(String spec, Relaxation relaxation) {
    private static final String CLOUD = "cloud:";

    private static final Parameter CONSTRAINT = Parameter.text(
            "constraint",
            "SPEC",
            "",
            "What the outputs of all tasks together must obey: equations in the tasks' names such as \"y1^2 + y2^2 = 1\""
                    + " (several separated by ;), sphere[:radius], simplex[:total], rotation (the 4 or 9 entries of a matrix), box:lo:hi, cloud:FILE (CSV with a column"
                    + " for each task, a row for each allowed output), dag[:real], ranking, permutation. Any other method's"
                    + " predictions are moved onto it.");
    private static final Parameter ROBUST = Parameter.number(
                    "robust",
                    Parameter.NONE,
                    Range.above(0),
                    "Predictions may stay within this distance of the constraint, in the labels' units.")
            .labelled("D")
            .searched(0.001, 0.01, 0.1, 1, 10, 100);
    private static final Parameter PERTURBED = Parameter.number(
                    "perturbed",
                    Parameter.NONE,
                    Range.above(0),
                    "Predictions pay for their squared distance to the constraint, divided by MU.")
            .labelled("MU")
            .searched(0.01, 0.1, 1, 10);

    /** The parameters that describe such a relation: those of method {@code constrained}, or laid on top of another. */
    public static final List<Parameter> PARAMETERS = List.of(CONSTRAINT, ROBUST, PERTURBED);

    /** Whether a parameter can be laid on top of any method. */
    public static boolean describes(String parameter) {
        return PARAMETERS.stream().anyMatch(p -> p.name().equals(parameter));
    }

    /** From values by parameter; empty when there is no constraint among them. */
    public static Optional<OutputRelation> of(Map<String, String> values) {
        boolean robust = given(values, ROBUST);
        boolean perturbed = given(values, PERTURBED);
        if (!given(values, CONSTRAINT)) {
            if (robust || perturbed) {
                throw new SettingException((robust ? ROBUST : PERTURBED).name(), "needs a constraint");
            }
            return Optional.empty();
        }
        if (robust && perturbed) {
            throw new SettingException(
                    ROBUST.name(), "and perturbed are two ways to leave the constraint: use one of them");
        }
        Relaxation relaxation = robust
                ? Relaxation.robust(number(values, ROBUST))
                : perturbed ? Relaxation.perturbed(number(values, PERTURBED)) : Relaxation.none();
        return Optional.of(
                new OutputRelation(String.valueOf(values.get(CONSTRAINT.name())).strip(), relaxation));
    }

    private static boolean given(Map<String, String> values, Parameter parameter) {
        String value = values.get(parameter.name());
        return value != null && !value.equals(Parameter.NONE);
    }

    private static double number(Map<String, String> values, Parameter parameter) {
        String text = String.valueOf(values.get(parameter.name()));
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new SettingException(parameter.name(), "must be a number, got '" + text + "'");
        }
    }

    /** The set of allowed outputs for these tasks. */
    public ConstraintSet on(List<String> tasks) {
        if (!spec.startsWith(CLOUD)) {
            return ConstraintSets.parse(spec, tasks);
        }
        Path file = Path.of(spec.substring(CLOUD.length()));
        DenseInputs points = (DenseInputs)
                Tables.read(file).rows(Roles.none().features(tasks)).inputs();
        if (points.rows() == 0) {
            throw new DataException(file.getFileName() + ": a point cloud must have at least one point, got none");
        }
        return ConstraintSets.cloud(points.values());
    }
}
