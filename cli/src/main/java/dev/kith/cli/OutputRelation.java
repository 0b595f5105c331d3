package dev.kith.cli;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.ConstraintSets;
import dev.kith.constraint.PointCloud;
import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Roles;
import dev.kith.data.Tables;
import dev.kith.model.Relaxation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The relation between outputs that {@code --constraint}, {@code --robust} and {@code --perturbed} ask for. */
record OutputRelation(String spec, Relaxation relaxation) {
    private static final String CLOUD = "cloud:";

    /** Empty when no constraint was given. */
    static Optional<OutputRelation> of(Settings settings) {
        boolean robust = settings.has(Setting.ROBUST);
        boolean perturbed = settings.has(Setting.PERTURBED);
        if (!settings.given().containsKey(Setting.CONSTRAINT)) {
            if (robust || perturbed) {
                throw new UsageException((robust ? "--robust" : "--perturbed") + " needs --constraint SPEC");
            }
            return Optional.empty();
        }
        if (robust && perturbed) {
            throw new UsageException("--robust and --perturbed are two ways to leave the constraint: use one of them");
        }
        Relaxation relaxation = robust
                ? Relaxation.robust(settings.number(Setting.ROBUST))
                : perturbed ? Relaxation.perturbed(settings.number(Setting.PERTURBED)) : Relaxation.none();
        return Optional.of(new OutputRelation(settings.text(Setting.CONSTRAINT).strip(), relaxation));
    }

    /** The set of allowed outputs for these tasks. */
    ConstraintSet on(List<String> tasks) {
        if (!spec.startsWith(CLOUD)) {
            return ConstraintSets.parse(spec, tasks);
        }
        Path file = Path.of(spec.substring(CLOUD.length()));
        DenseInputs points = (DenseInputs)
                Tables.read(file).rows(Roles.none().features(tasks)).inputs();
        if (points.rows() == 0) {
            throw new DataException(file.getFileName() + ": a point cloud must have at least one point, got none");
        }
        return new PointCloud(points.values());
    }
}
