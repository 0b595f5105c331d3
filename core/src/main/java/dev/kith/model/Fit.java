package dev.kith.model;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.RawInputs;
import dev.kith.data.prepare.Preparation;
import java.util.Optional;
import java.util.function.Function;

/** A trained model and how training ended. */
public record Fit<M extends Model>(M model, FitReport report) {
    /**
     * Where every trainer begins: rows as a table has them become features by what these rows say, and the model keeps how. So trainers see
     * features only, and each fold of a cross-validation prepares its own training rows and learns nothing from others.
     *
     * <pre>{@code
     * public Fit<LinearModel> train(Dataset data, Consumer<FitReport.Progress> progress) {
     *     return Fit.prepared(data, features -> fit(features, progress));
     * }
     * }</pre>
     *
     * @param fit makes a model of data with features
     */
    public static <M extends Model> Fit<M> prepared(Dataset data, Function<Dataset, Fit<M>> fit) {
        requireOneGrouping(data);
        return Preparation.fitted(data)
                .map(made -> fit.apply(made.data()).knowing(made.data()).keeping(made.preparation()))
                .orElseGet(() -> fit.apply(data).knowing(data));
    }

    /** The same on a workspace, where the features stay for the next fit to these data. */
    public static <M extends Model> Fit<M> prepared(Workspace workspace, Function<Workspace, Fit<M>> fit) {
        requireOneGrouping(workspace.data());
        if (!(workspace.data().inputs() instanceof RawInputs)) {
            return knowing(fit.apply(workspace), workspace);
        }
        Made made = workspace.reuse(Made.class, Made.class, () -> {
            Preparation.Fitted fitted = Preparation.fitted(workspace.data()).orElseThrow();
            return new Made(fitted.preparation(), workspace.with(fitted.data()));
        });
        return knowing(fit.apply(made.workspace), made.workspace).keeping(made.preparation);
    }

    private static void requireOneGrouping(Dataset data) {
        if (!data.columns().groupings().isEmpty()) {
            throw new DataException("several task columns are for method 'mixed', got '"
                    + String.join("', '", data.columns().groupings()) + "' beside '"
                    + data.columns().task().orElse("task") + "'; name one task column, or use that method");
        }
    }

    /** Fits that are only compared with each other know nothing beside their weights. */
    private static <M extends Model> Fit<M> knowing(Fit<M> fit, Workspace workspace) {
        return workspace.proving() ? fit.knowing(workspace.data()) : fit;
    }

    /** The same with a model that knows what the tasks of these data are like, where it can use that. */
    private Fit<M> knowing(Dataset data) {
        if (!(model instanceof LinearModel linear)) {
            return this;
        }
        @SuppressWarnings("unchecked") // a linear model that knows more is one
        M knowing = (M) linear.knowing(data);
        return new Fit<>(knowing, report);
    }

    private record Made(Preparation preparation, Workspace workspace) {}

    /** The same with a model that makes its features in this way. */
    public Fit<M> keeping(Preparation preparation) {
        ModelInfo info = model.info();
        @SuppressWarnings("unchecked") // a model with other info is of its own kind
        M keeping = (M) model.withInfo(info.with(info.schema().withPreparation(Optional.of(preparation))));
        return new Fit<>(keeping, report);
    }
}
