package dev.kith.select.grid;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.transform.Transform;
import dev.kith.data.transform.Transforming;
import dev.kith.method.Method;
import dev.kith.method.Methods;
import dev.kith.method.Setup;
import dev.kith.score.CrossValidation;
import dev.kith.score.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The scale of labels on which held-out labels are predicted best, in their own units: of as they are, log (log1p where some label is 0)
 * and sqrt. Judged by one fit per fold and scale, of the method {@value #REFERENCE} at a usual lambda, whatever method is to be trained: so it is cheap,
 * and all methods of a comparison learn on one scale.
 */
public final class TransformChoice {
    static final String REFERENCE = "mean";

    /** A hundredth of the scale of the data. */
    private static final int USUAL = 3;

    /** Labels stay as they are unless the loss is so much less. */
    private static final double LESS = 0.99;

    private static final double COARSE = 1e-3;

    private TransformChoice() {}

    /**
     * The best of those that are possible.
     *
     * @param setup of the method to be trained
     */
    public static Transforming best(Setup setup, CrossValidation folds, Dataset data) {
        data.requireRows("a choice of transform");
        Method method = Methods.named(REFERENCE);
        Setup usual = Setup.usual(method, method.settings().start(data.taskCount()), data)
                .with(setup.losses())
                .with(setup.training().withStopping(COARSE, setup.training().maxIterations()))
                .with(setup.approximation())
                .with(setup.kernel().times(1));
        double lambda = LambdaGrid.decades(data, setup.kernel(), usual.training())[USUAL];
        Validation validation = folds.on(data);
        Transforming best = Transforming.NONE;
        double asTheyAre = validation.score(method.trainer(usual, lambda));
        if (Double.isNaN(asTheyAre)) {
            throw new DataException(
                    "a transform is chosen by cross-validation, which needs a task with at least two labels;"
                            + " name one");
        }
        double least = LESS * asTheyAre;
        for (Transform one : possible(data)) {
            double found = validation.score(method.trainer(usual.with(Transforming.to(one)), lambda));
            if (found < least) {
                least = found;
                best = Transforming.to(one);
            }
        }
        return best;
    }

    private static List<Transform> possible(Dataset data) {
        List<Transform> all = new ArrayList<>();
        double lowest =
                IntStream.range(0, data.size()).mapToDouble(data::label).min().orElse(0);
        if (lowest >= 0) {
            all.add(lowest > 0 ? Transform.LOG : Transform.LOG1P);
            all.add(Transform.SQRT);
        }
        return all;
    }
}
