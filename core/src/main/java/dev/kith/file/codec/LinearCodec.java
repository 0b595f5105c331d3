package dev.kith.file.codec;

import dev.kith.data.DataException;
import dev.kith.data.StringInputs;
import dev.kith.data.prepare.TaskAttributes;
import dev.kith.linalg.Matrix;
import dev.kith.model.LinearModel;
import dev.kith.model.LinearModel.Common;
import dev.kith.model.LinearModel.Effects;
import dev.kith.model.ModelInfo;
import dev.kith.model.grouping.Grouping;
import dev.kith.structure.ties.WeightParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tensors: weights (d x T), intercepts (T), structure (T x T) where there is one, and the units of the fit where they are
 * known, as {@link ScalingCodec} writes them. Of mixed models, optional: optional_effects_fixed and optional_effects_errors (1 + d),
 * optional_effects_varying (q, 0 for the intercept, 1 + j for feature j), optional_effects_covariance (q x q), and
 * optional_effects_variances (within tasks, between them). What weights are made of, where a method says so: optional_sparse_part (d x T) where they are two
 * parts, optional_factor_basis (d x k) and optional_factor_codes (k x T) where tasks combine latent ones, optional_transfer (T x T) where they
 * lean on each other. What all tasks have in common, where the fit kept it: optional_common (1 + d, the intercept first), and where features
 * are the same in all rows of a task, optional_common_attributes (their numbers) and optional_common_attribute_values (tasks x numbers).
 */
final class LinearCodec implements Codec<LinearModel> {
    private static final String SPARSE = Parts.OPTIONAL + "sparse_part";
    private static final String BASIS = Parts.OPTIONAL + "factor_basis";
    private static final String CODES = Parts.OPTIONAL + "factor_codes";
    private static final String TRANSFER = Parts.OPTIONAL + "transfer";
    private static final String EFFECTS = Parts.OPTIONAL + "effects_";
    private static final String COMMON = Parts.OPTIONAL + "common";
    private static final String ATTRIBUTES = COMMON + "_attributes";
    private static final String ATTRIBUTE_VALUES = COMMON + "_attribute_values";

    @Override
    public String kind() {
        return "linear";
    }

    @Override
    public Class<LinearModel> type() {
        return LinearModel.class;
    }

    @Override
    public void write(LinearModel model, Parts to) {
        to.add("weights", model.weights());
        to.addRow("intercepts", model.intercept());
        StructureCodec.write(model.structure(), to);
        model.scaling().ifPresent(scaling -> ScalingCodec.write(scaling, to));
        model.parts().ifPresent(parts -> write(parts, to));
        model.effects().ifPresent(effects -> write(effects, to));
        model.common().ifPresent(common -> write(common, to));
    }

    private static void write(WeightParts parts, Parts to) {
        if (parts instanceof WeightParts.Own own) {
            to.add(SPARSE, own.weights());
        } else if (parts instanceof WeightParts.Factors factors) {
            to.add(BASIS, factors.basis());
            to.add(CODES, factors.codes());
        } else if (parts instanceof WeightParts.Transfer transfer) {
            to.add(TRANSFER, transfer.given());
        }
    }

    private static Optional<WeightParts> parts(Parts from) {
        if (from.has(SPARSE)) {
            return Optional.of(new WeightParts.Own(from.matrix(SPARSE)));
        }
        if (from.has(BASIS)) {
            return Optional.of(new WeightParts.Factors(from.matrix(BASIS), from.matrix(CODES)));
        }
        return from.has(TRANSFER) ? Optional.of(new WeightParts.Transfer(from.matrix(TRANSFER))) : Optional.empty();
    }

    private static void write(Effects effects, Parts to) {
        to.addRow(EFFECTS + "fixed", effects.fixed());
        to.addRow(EFFECTS + "errors", effects.errors());
        to.add(
                EFFECTS + "varying",
                effects.varying().stream().mapToInt(column -> column).toArray());
        to.add(EFFECTS + "covariance", effects.covariance());
        to.add(EFFECTS + "variances", new double[] {effects.residual(), effects.between()});
    }

    private static Optional<Effects> effects(Parts from) {
        if (!from.has(EFFECTS + "fixed")) {
            return Optional.empty();
        }
        double[] variances = from.doubles(EFFECTS + "variances");
        if (variances.length != 2) {
            throw new DataException("tensor '" + EFFECTS + "variances' must have two entries, got " + variances.length);
        }
        return Optional.of(new Effects(
                from.row(EFFECTS + "fixed"),
                from.row(EFFECTS + "errors"),
                Arrays.stream(from.ints(EFFECTS + "varying")).boxed().toList(),
                from.matrix(EFFECTS + "covariance"),
                variances[0],
                variances[1]));
    }

    @Override
    public LinearModel read(ModelInfo info, Parts from) {
        return new LinearModel(
                info,
                from.matrix("weights"),
                from.row("intercepts"),
                StructureCodec.read(from, info.tasks().size()),
                ScalingCodec.has(from) ? Optional.of(ScalingCodec.read(from)) : Optional.empty(),
                effects(from),
                parts(from),
                common(from));
    }

    private static void write(Common common, Parts to) {
        double[] all = new double[1 + common.weights().cols()];
        all[0] = common.intercept();
        System.arraycopy(common.weights().row(0), 0, all, 1, all.length - 1);
        to.add(COMMON, all);
        if (!common.attributes().isEmpty()) {
            to.add(
                    ATTRIBUTES,
                    common.attributes().columns().stream()
                            .mapToInt(column -> column)
                            .toArray());
            to.add(ATTRIBUTE_VALUES, common.attributes().values());
        }
    }

    private static Optional<Common> common(Parts from) {
        if (!from.has(COMMON)) {
            return Optional.empty();
        }
        double[] all = from.doubles(COMMON);
        if (all.length == 0) {
            throw new DataException("tensor '" + COMMON + "' must have an intercept, got nothing");
        }
        Common common = new Common(all[0], Matrix.wrap(1, all.length - 1, Arrays.copyOfRange(all, 1, all.length)));
        return Optional.of(
                from.has(ATTRIBUTES)
                        ? common.with(new TaskAttributes(
                                Arrays.stream(from.ints(ATTRIBUTES)).boxed().toList(), from.matrix(ATTRIBUTE_VALUES)))
                        : common);
    }

    /**
     * The tasks as a linear model called tasks, and for further grouping k, which the model's features name last: grouping_k_levels (strings), grouping_k_varying
     * (q, 0 for the intercept, 1 + j for feature j), grouping_k_own (q x levels), and optional_grouping_k_covariance (q x q) and optional_grouping_k_between (1).
     */
    static final class Crossed implements Codec<LinearModel.Crossed> {
        private static final String TASKS = "tasks";

        @Override
        public String kind() {
            return "crossed";
        }

        @Override
        public Class<LinearModel.Crossed> type() {
            return LinearModel.Crossed.class;
        }

        private static String name(int k) {
            return "grouping_" + k;
        }

        @Override
        public void write(LinearModel.Crossed model, Parts to) {
            to.addModel(TASKS, model.tasks());
            for (int k = 0; k < model.further().size(); k++) {
                Grouping grouping = model.further().get(k);
                InputsCodec.writeStrings(name(k) + "_levels", new StringInputs(grouping.levels(), grouping.name()), to);
                to.add(
                        name(k) + "_varying",
                        grouping.varying().stream().mapToInt(column -> column).toArray());
                to.add(name(k) + "_own", grouping.own());
                to.add(Parts.OPTIONAL + name(k) + "_covariance", grouping.covariance());
                to.add(Parts.OPTIONAL + name(k) + "_between", new double[] {grouping.between()});
            }
        }

        @Override
        public LinearModel.Crossed read(ModelInfo info, Parts from) {
            if (!(from.model(TASKS) instanceof LinearModel tasks)) {
                throw new DataException("the model '" + TASKS + "' must be linear");
            }
            int first = tasks.info().features().size();
            List<Grouping> further = new ArrayList<>();
            for (int k = 0; first + k < info.features().size(); k++) {
                further.add(read(info.features().get(first + k), k, from));
            }
            return new LinearModel.Crossed(info, tasks, further);
        }

        private static Grouping read(String column, int k, Parts from) {
            double[] between = from.doubles(Parts.OPTIONAL + name(k) + "_between");
            if (between.length != 1) {
                throw new DataException(
                        "tensor '" + Parts.OPTIONAL + name(k) + "_between' must have one entry, got " + between.length);
            }
            return new Grouping(
                    column,
                    InputsCodec.readStrings(name(k) + "_levels", column, from).values(),
                    Arrays.stream(from.ints(name(k) + "_varying")).boxed().toList(),
                    from.matrix(name(k) + "_own"),
                    from.matrix(Parts.OPTIONAL + name(k) + "_covariance"),
                    between[0]);
        }
    }
}
