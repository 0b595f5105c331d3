package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.Names;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.data.StringInputs;
import dev.kith.data.prepare.TaskAttributes;
import dev.kith.data.shape.OwnTask;
import dev.kith.data.shape.Shapes;
import dev.kith.data.transform.TargetTransform;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.loss.TaskLosses;
import dev.kith.model.grouping.Grouping;
import dev.kith.structure.Relation;
import dev.kith.structure.Relations;
import dev.kith.structure.Structure;
import dev.kith.structure.matrix.TaskMatrix;
import dev.kith.structure.penalty.SpectralPenalty;
import dev.kith.structure.ties.SharedDirections;
import dev.kith.structure.ties.WeightParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * f_t(x) = intercept_t + x' weights_t, with weights d x T in the user's units. Serves dense and sparse inputs.
 *
 * @param scaling the units of the fit, in which lambda and the structure are meant; not needed to predict
 * @param effects what tasks have in common and how they vary, where the method estimates that; not needed to predict
 * @param parts what the weights are made of, where the method says so; contained in the weights, not needed to predict
 * @param common what predicts rows of tasks the model does not have, where the fit kept that
 */
public record LinearModel(
        ModelInfo info,
        Matrix weights,
        Matrix intercept,
        Optional<TaskMatrix> structure,
        Optional<Standardizer> scaling,
        Optional<Effects> effects,
        Optional<WeightParts> parts,
        Optional<Common> common)
        implements Model {
    /** What rounding leaves of a zero is below this share of the task's largest weight, each in the units of the fit. */
    private static final double ROUNDING = 1e-12;

    /** What relations beside another penalty have, which their models do not say. */
    private static final Map<String, String> USUAL = Map.of("rho", "lambda", "lambda1", "0");

    public LinearModel {
        int tasks = info.tasks().size();
        Shapes.require("weights", weights, info.features().size(), tasks);
        Shapes.require("intercept", intercept, 1, tasks);
        structure.ifPresent(matrix -> matrix.requireSize(tasks));
        scaling.ifPresent(units -> Shapes.require(units, info.features().size(), tasks));
        effects.ifPresent(effect -> effect.requireFeatures(info.features().size()));
        parts.ifPresent(part -> part.require(info.features().size(), tasks));
        common.ifPresent(shared -> shared.require(info.features().size(), tasks));
        weights = weights.frozen();
        intercept = intercept.frozen();
    }

    /** Weights in the units of the fit: features and labels of deviation 1 unless scaling was off. */
    public Matrix fittedWeights() {
        return fitted(weights);
    }

    private Matrix fitted(Matrix own) {
        return scaling.map(units -> {
                    Matrix fitted = own.copy();
                    for (int j = 0; j < fitted.rows(); j++) {
                        for (int t = 0; t < fitted.cols(); t++) {
                            double scale = units.featureScale().get(0, j)
                                    / units.labelScale().get(0, t);
                            fitted.set(j, t, fitted.get(j, t) * scale);
                        }
                    }
                    return fitted;
                })
                .orElse(own);
    }

    /**
     * Which directions of the features the tasks share, from {@link #fittedWeights()} or the part of them that is shared; empty where the
     * fit did not charge for directions, so that its weights have some but do not share them.
     */
    public Optional<SharedDirections> sharedDirections() {
        return directionPenalty().map(penalty -> SharedDirections.of(info.features(), fitted(sharedPart()), penalty));
    }

    /** What the fit charged for directions of the weights, as many as there are features. */
    private Optional<SpectralPenalty> directionPenalty() {
        return info.lambda().isEmpty()
                ? Optional.empty()
                : learned()
                        .filter(relation -> !relation.namesTasks())
                        .flatMap(this::betweenFeatures)
                        .filter(penalty -> penalty.meanEigenvalue().isEmpty());
    }

    /** Empty where the relation cannot be between so few, as more clusters than there are features. */
    private Optional<SpectralPenalty> betweenFeatures(Relation relation) {
        try {
            return relation.penalty(info.features(), info.lambda().getAsDouble()) instanceof SpectralPenalty penalty
                    ? Optional.of(penalty)
                    : Optional.empty();
        } catch (IllegalArgumentException tooFew) {
            return Optional.empty();
        }
    }

    /** The learned relation of the fit: of its shared part, where weights have two; beside other penalties; or of the method's name. */
    private Optional<Relation> learned() {
        Map<String, String> parameters = info.asked().parameters();
        String beside = parameters.get("relation");
        String name = beside == null ? info.method() : beside;
        if (sparsePart().isPresent()) {
            return Optional.of(Relations.schatten(1));
        }
        try {
            return Relations.names().contains(name)
                    ? Optional.of(Relations.make(name, beside == null ? parameters : USUAL))
                            .filter(relation -> !(relation instanceof Structure))
                    : Optional.empty();
        } catch (DataException | IllegalArgumentException e) {
            return Optional.empty(); // an old file that does not say enough of its relation
        }
    }

    @Override
    public Optional<Matrix> dictionary() {
        return structure.map(a ->
                SharedDirections.dictionary(jointly().isPresent() ? fitted(sharedPart()) : fittedWeights(), a.dense()));
    }

    /**
     * The parts of a mixed model: task t has intercept and slopes fixed + u_t, where u_t varies by task about 0 with this covariance. In the user's units,
     * or those of labels scaled by task where they were.
     *
     * @param fixed 1 x (1 + d): the common intercept, then a slope per feature, 0 where a feature was a combination of others
     * @param errors 1 x (1 + d): their standard errors, 0 where there is none
     * @param varying what varies by task: 0 for the intercept, 1 + j for the slope of feature j
     * @param covariance of what varies, in that order
     * @param residual the variance within tasks
     * @param between the variance of x'u_t, on average over the rows
     */
    public record Effects(
            Matrix fixed, Matrix errors, List<Integer> varying, Matrix covariance, double residual, double between) {
        public Effects {
            Shapes.require("errors", errors, 1, fixed.cols());
            Shapes.require("covariance", covariance, varying.size(), varying.size());
            for (int column : varying) {
                if (!(column >= 0 && column < fixed.cols())) {
                    throw new IllegalArgumentException(
                            "what varies must be a number from 0 to " + (fixed.cols() - 1) + ", got " + column);
                }
            }
            if (!(residual >= 0 && between >= 0)) {
                throw new IllegalArgumentException(
                        "residual and between must be numbers >= 0, got " + residual + " and " + between);
            }
            fixed = fixed.frozen();
            errors = errors.frozen();
            varying = List.copyOf(varying);
            covariance = covariance.frozen();
        }

        private void requireFeatures(int features) {
            Shapes.require("fixed", fixed, 1, 1 + features);
        }

        /** The part of what the common effects leave unexplained that lies between tasks, 0 to 1: the intraclass correlation. */
        public double share() {
            return between + residual > 0 ? between / (between + residual) : 0;
        }
    }

    /**
     * What all tasks have in common: b_0 + x'w_0, in the user's units.
     *
     * @param weights w_0, 1 x d
     * @param attributes features that were the same in all rows of a task when this was learned
     */
    public record Common(double intercept, Matrix weights, TaskAttributes attributes) {
        public Common {
            if (!Double.isFinite(intercept)) {
                throw new IllegalArgumentException("intercept must be a finite number, got " + intercept);
            }
            weights = weights.frozen();
        }

        /** Of data of which no attributes of tasks are known. */
        public Common(double intercept, Matrix weights) {
            this(intercept, weights, TaskAttributes.NONE);
        }

        /** With what tasks are like. */
        public Common with(TaskAttributes known) {
            return new Common(intercept, weights, known);
        }

        /** w_0 of so many tasks, d x T. */
        Matrix repeated(int tasks) {
            Matrix all = Matrix.zeros(weights.cols(), tasks);
            for (int j = 0; j < all.rows(); j++) {
                for (int t = 0; t < tasks; t++) {
                    all.set(j, t, weights.get(0, j));
                }
            }
            return all;
        }

        /** Of a task of which nothing is known: the attributes are what they are on average over the tasks. */
        private Common average() {
            Matrix others = weights.copy();
            double level = intercept;
            for (int a = 0; a < attributes.columns().size(); a++) {
                int j = attributes.columns().get(a);
                level += weights.get(0, j) * attributes.mean(a);
                others.set(0, j, 0);
            }
            return new Common(level, others);
        }

        private void require(int features, int tasks) {
            Shapes.require("common weights", weights, 1, features);
            attributes.require(features, tasks);
        }
    }

    /** With what all tasks have in common. */
    public LinearModel with(Common shared) {
        return new LinearModel(info, weights, intercept, structure, scaling, effects, parts, Optional.of(shared));
    }

    /** With the features that are the same in all rows of a task; as it is where there are none, or the fit kept nothing in common. */
    LinearModel knowing(Dataset data) {
        Optional<Common> shared = commonPart();
        TaskAttributes known = shared.isEmpty() ? TaskAttributes.NONE : TaskAttributes.of(data);
        return known.isEmpty() ? this : with(shared.get().with(known));
    }

    /** What predicts a task the model does not have: kept beside the tasks, or a mixed model's fixed effects. */
    public Optional<Common> commonPart() {
        return common.or(() -> effects.map(effect -> {
            double[] fixed = effect.fixed().row(0);
            return new Common(fixed[0], Matrix.wrap(1, fixed.length - 1, Arrays.copyOfRange(fixed, 1, fixed.length)));
        }));
    }

    /**
     * The common part as a model of one task, {@code common}; empty where the fit kept none, or tasks have losses of their own or units
     * of their own.
     */
    public Optional<LinearModel> commonModel() {
        return alone(commonPart());
    }

    /**
     * What predicts rows of tasks that the model does not have, treated so: with the rows' own attributes of tasks, where it knows such, or with
     * these as they are on average. Empty where nothing does.
     */
    @Override
    public Optional<LinearModel> commonModel(Predictions.Unknown treated) {
        return switch (treated) {
            case ERROR, MISSING -> Optional.empty();
            case COMMON -> alone(commonPart().map(Common::average));
            case ATTRIBUTES -> attributes().isEmpty() ? Optional.empty() : commonModel();
        };
    }

    /** Features that were the same in all rows of a task, by which tasks that the model does not have are told apart. */
    public List<String> attributes() {
        return commonPart()
                .map(shared -> shared.attributes().names(info.features()))
                .orElse(List.of());
    }

    private Optional<LinearModel> alone(Optional<Common> part) {
        return info.loss().equals(TaskLosses.MIXED)
                ? Optional.empty()
                : part.map(shared -> new LinearModel(
                        info.with(commonSchema(info)),
                        shared.weights().transpose(),
                        Matrix.wrap(1, 1, new double[] {shared.intercept()}),
                        Optional.empty()));
    }

    /** One task; where labels were transformed, with the correction of all tasks together. */
    static Schema commonSchema(ModelInfo info) {
        Schema one = info.schema().withTransform(Optional.empty()).withTasks(List.of("common"));
        return one.withTransform(info.schema()
                .transform()
                .map(back -> new TargetTransform(back.transform(), back.common(), List.of(back.common()))));
    }

    /** A model of a method that keeps nothing for tasks it does not have. */
    public LinearModel(
            ModelInfo info,
            Matrix weights,
            Matrix intercept,
            Optional<TaskMatrix> structure,
            Optional<Standardizer> scaling,
            Optional<Effects> effects,
            Optional<WeightParts> parts) {
        this(info, weights, intercept, structure, scaling, effects, parts, Optional.empty());
    }

    /** A model of a method that does not say what weights are made of. */
    public LinearModel(
            ModelInfo info,
            Matrix weights,
            Matrix intercept,
            Optional<TaskMatrix> structure,
            Optional<Standardizer> scaling,
            Optional<Effects> effects) {
        this(info, weights, intercept, structure, scaling, effects, Optional.empty());
    }

    /** A model of a method that has no {@link Effects}. */
    public LinearModel(
            ModelInfo info,
            Matrix weights,
            Matrix intercept,
            Optional<TaskMatrix> structure,
            Optional<Standardizer> scaling) {
        this(info, weights, intercept, structure, scaling, Optional.empty());
    }

    /** A model that does not say in which units it was fitted. */
    public LinearModel(ModelInfo info, Matrix weights, Matrix intercept, Optional<TaskMatrix> structure) {
        this(info, weights, intercept, structure, Optional.empty());
    }

    @Override
    public LinearModel withInfo(ModelInfo changed) {
        return new LinearModel(changed, weights, intercept, structure, scaling, effects, parts, common);
    }

    /** With what weights are made of. */
    public LinearModel with(WeightParts made) {
        return new LinearModel(info, weights, intercept, structure, scaling, effects, Optional.of(made), common);
    }

    /** What of the weights tasks have each for itself, d x T, where the method tells it from what they share. */
    public Optional<Matrix> sparsePart() {
        return parts.flatMap(
                part -> part instanceof WeightParts.Own own ? Optional.of(own.weights()) : Optional.empty());
    }

    /** What the structure is about, d x T: the weights without their {@link #sparsePart}, or without w_0 where that was learned with them. */
    public Matrix sharedPart() {
        return sparsePart()
                .or(() -> jointly().map(shared -> shared.repeated(weights.cols())))
                .map(part -> weights.plus(-1, part))
                .orElse(weights);
    }

    /** What tasks have in common, where it was learned together with what each has of its own: weights are w_0 + v_t. */
    public Optional<Common> jointly() {
        return info.parameters().containsKey(ModelInfo.COMMON_COST) ? common : Optional.empty();
    }

    @Override
    public Matrix predict(Inputs given) {
        Inputs x = info.prepared(given);
        if (x instanceof DenseInputs dense) {
            return Links.applyTo(
                    Shapes.addToRows(LinearAlgebra.best().multiply(dense.values(), weights), intercept), info);
        }
        if (x instanceof SparseInputs sparse) {
            return Links.applyTo(Shapes.addToRows(sparse.values().times(weights), intercept), info);
        }
        throw strings();
    }

    @Override
    public double[] predict(Inputs given, int[] tasks) {
        Inputs x = info.prepared(given);
        OwnTask.require(x, tasks);
        if (Links.together(info)) {
            return Links.chosen(predict(x), tasks);
        }
        double[] z = new double[tasks.length];
        if (x instanceof DenseInputs dense) {
            OwnTask.multiplyInto(z, dense.values(), weights, tasks, 0);
        } else if (x instanceof SparseInputs sparse) {
            OwnTask.multiplyInto(z, sparse.values(), weights, tasks);
        } else {
            throw strings();
        }
        return Links.applyTo(Shapes.addToEach(z, intercept, tasks), info, tasks);
    }

    private static DataException strings() {
        return new DataException("a linear model needs numeric features, got strings");
    }

    @Override
    public Optional<LinearModel> linear() {
        return Optional.of(this);
    }

    @Override
    public boolean predictsRowByRow() {
        return true;
    }

    @Override
    public double[] intercepts() {
        return intercept.row(0);
    }

    /**
     * The weights, features x tasks, as people should see them: with 0 for what is only rounding, where a weight times the spread of
     * its feature is less than 1e-12 of the largest such product of its task. Of models that do not know their features' spread
     * (fitted without standardisation) nothing is taken for rounding. The model itself keeps its bits.
     */
    public Matrix shownWeights() {
        Matrix spread = scaling.map(Standardizer::featureScale).orElse(Matrix.zeros(1, 0));
        if (Arrays.stream(spread.data()).allMatch(scale -> scale == 1)) {
            return weights;
        }
        Matrix shown = Matrix.zeros(weights.rows(), weights.cols());
        for (int t = 0; t < weights.cols(); t++) {
            double largest = 0;
            for (int j = 0; j < weights.rows(); j++) {
                largest = Math.max(largest, Math.abs(weights.get(j, t) * spread.get(0, j)));
            }
            for (int j = 0; j < weights.rows(); j++) {
                boolean noise = Math.abs(weights.get(j, t) * spread.get(0, j)) <= ROUNDING * largest;
                shown.set(j, t, noise ? 0 : weights.get(j, t));
            }
        }
        return shown;
    }

    /**
     * Rows that belong to a task and to a level of each further grouping,
     *
     * <pre>  f_t(x) = tasks_t(x) + sum over groupings of z'u_level  </pre>
     *
     * Inputs are the features and, as text columns after them, the groupings.
     *
     * @param tasks of the features alone; its effects are those of the tasks, which are a grouping too
     * @param further the other groupings
     * @param unknown what becomes of rows of levels that a grouping does not have: refused, without prediction, or without that effect
     */
    public record Crossed(ModelInfo info, LinearModel tasks, List<Grouping> further, Predictions.Unknown unknown)
            implements Model {
        public Crossed {
            further = List.copyOf(further);
            int d = tasks.info.features().size();
            if (further.isEmpty()) {
                throw new IllegalArgumentException("a crossed model must have further groupings, got none");
            }
            further.forEach(grouping -> grouping.requireFeatures(d));
            List<String> features = new ArrayList<>(tasks.info.features());
            further.forEach(grouping -> features.add(grouping.name()));
            if (!tasks.info.tasks().equals(info.tasks()) || !info.features().equals(features)) {
                throw new IllegalArgumentException("a crossed model must have its tasks, and the features " + features
                        + ", got " + info.features());
            }
        }

        /** As fitted: rows of unknown levels are refused. */
        public Crossed(ModelInfo info, LinearModel tasks, List<Grouping> further) {
            this(info, tasks, further, Predictions.Unknown.ERROR);
        }

        @Override
        public Crossed withInfo(ModelInfo changed) {
            List<String> features =
                    changed.features().subList(0, tasks.info.features().size());
            Schema plain = changed.schema().withFeatures(features).withTransform(Optional.empty());
            LinearModel own = tasks.withInfo(changed.with(plain));
            return new Crossed(changed, own, further, unknown);
        }

        @Override
        public Crossed treating(Predictions.Unknown levels) {
            return new Crossed(info, tasks, further, levels);
        }

        @Override
        public BitSet unknownLevels(Inputs given) {
            MixedInputs x = grouped(given);
            BitSet rows = new BitSet();
            further.forEach(grouping -> grouping.markUnknown(x.text(grouping.name()), rows));
            return rows;
        }

        @Override
        public Matrix predict(Inputs given) {
            MixedInputs x = grouped(given);
            Matrix z = tasks.predict(x.numbers());
            double[] effects = effects(x);
            for (int i = 0; i < z.rows(); i++) {
                for (int t = 0; t < z.cols(); t++) {
                    z.add(i, t, effects[i]);
                }
            }
            return Links.applyTo(z, info);
        }

        @Override
        public double[] predict(Inputs given, int[] own) {
            MixedInputs x = grouped(given);
            double[] z = tasks.predict(x.numbers(), own);
            double[] effects = effects(x);
            for (int i = 0; i < z.length; i++) {
                z[i] += effects[i];
            }
            return Links.applyTo(z, info, own);
        }

        private MixedInputs grouped(Inputs given) {
            if (info.prepared(given) instanceof MixedInputs mixed) {
                return mixed;
            }
            throw new DataException("the model needs the columns "
                    + further.stream().map(Grouping::name).toList()
                    + " as texts beside its features, got numbers only");
        }

        /** What the further groupings add to each row. */
        private double[] effects(MixedInputs x) {
            double[] sums = new double[x.rows()];
            for (Grouping grouping : further) {
                StringInputs column = x.text(grouping.name());
                BitSet strange = new BitSet();
                grouping.markUnknown(column, strange);
                if (unknown == Predictions.Unknown.ERROR && !strange.isEmpty()) {
                    String level = column.values().get(strange.nextSetBit(0));
                    throw new DataException(
                            "column '" + grouping.name() + "': " + Names.unknown("task", level, grouping.levels()));
                }
                double[] own = grouping.effects(column, x.numbers().values());
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += unknown == Predictions.Unknown.MISSING && strange.get(i) ? Double.NaN : own[i];
                }
            }
            return sums;
        }

        /** The tasks as a grouping like the further ones, which follow; the further ones alone where nothing is known of what tasks vary by. */
        public List<Grouping> groupings() {
            return tasks.effects.map(this::groupings).orElse(further);
        }

        private List<Grouping> groupings(Effects effects) {
            int q = effects.varying().size();
            Matrix own = Matrix.zeros(q, info.tasks().size());
            for (int a = 0; a < q; a++) {
                int column = effects.varying().get(a);
                for (int t = 0; t < own.cols(); t++) {
                    double all = column == 0 ? tasks.intercept.get(0, t) : tasks.weights.get(column - 1, t);
                    own.set(a, t, all - effects.fixed().get(0, column));
                }
            }
            List<Grouping> all = new ArrayList<>();
            all.add(new Grouping(
                    info.columns().task().orElse("task"),
                    info.tasks(),
                    effects.varying(),
                    own,
                    effects.covariance(),
                    effects.between()));
            all.addAll(further);
            return List.copyOf(all);
        }

        /** The part of what the common effects leave unexplained that lies between the levels of a grouping, 0 to 1: 0 is the tasks, 1 + k further grouping k. */
        public double share(int grouping) {
            Effects effects = tasks.effects.orElseThrow();
            double between = grouping == 0
                    ? effects.between()
                    : further.get(grouping - 1).between();
            double all = effects.between() + effects.residual();
            for (Grouping one : further) {
                all += one.between();
            }
            return all > 0 ? between / all : 0;
        }

        @Override
        public boolean predictsRowByRow() {
            return true;
        }

        @Override
        public Optional<TaskMatrix> structure() {
            return Optional.empty();
        }

        @Override
        public double[] intercepts() {
            return tasks.intercepts();
        }

        /** A row of an unknown task keeps what its levels of the further groupings add. */
        @Override
        public Optional<Crossed> commonModel(Predictions.Unknown treated) {
            return tasks.commonModel(treated)
                    .map(common -> new Crossed(info.with(commonSchema(info)), common, further, treated));
        }
    }
}
