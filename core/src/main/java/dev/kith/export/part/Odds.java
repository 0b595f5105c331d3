package dev.kith.export.part;

import dev.kith.data.DataException;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.Model;
import dev.kith.model.uncertainty.Probabilities;
import dev.kith.model.uncertainty.Sigmoid;
import dev.kith.model.uncertainty.Uncertainty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The probability of the second class behind a decision value z as 1 / (1 + exp(-(slope z + offset))), for each task: as it was calibrated, else as
 * the loss says.
 *
 * @param tasks one per task; empty where a task has no probability
 * @param stranger of rows of tasks that the model does not have
 */
public record Odds(List<Optional<Sigmoid>> tasks, Optional<Sigmoid> stranger) {
    private static final Sigmoid PLAIN = new Sigmoid(1, 0);

    /** Where a loss's probability is compared with the logistic one. */
    private static final double[] PLACES = {-30, -3, -0.5, 0, 0.25, 2, 20};

    private static final double ROUNDING = 1e-12;

    public Odds {
        tasks = List.copyOf(tasks);
    }

    /** Of a model, by what is known beside it. */
    public static Odds of(Model model, Uncertainty known) {
        List<Optional<Sigmoid>> all = new ArrayList<>();
        Optional<Probabilities> curves = known.probabilities();
        for (int t = 0; t < model.info().tasks().size(); t++) {
            int task = t;
            all.add(
                    !model.info().hasClasses(t)
                            ? Optional.empty()
                            : curves.map(each -> each.platt().get(task)).or(() -> ofLoss(model, task)));
        }
        return new Odds(all, model.info().hasClasses(0) ? ofLoss(model, 0) : Optional.empty());
    }

    private static Optional<Sigmoid> ofLoss(Model model, int task) {
        Optional<Loss> loss = Losses.find(model.info().loss(task));
        if (model instanceof ConstrainedModel
                || loss.isEmpty()
                || loss.get().probability(0).isEmpty()) {
            return Optional.empty();
        }
        for (double z : PLACES) {
            OptionalDouble p = loss.get().probability(z);
            if (!(p.isPresent() && Math.abs(p.getAsDouble() - PLAIN.at(z)) <= ROUNDING)) {
                throw new DataException(
                        "the probability of loss '" + loss.get().name()
                                + "' is no logistic curve, which is all that can be exported; calibrate the model (kith fit --calibrate)");
            }
        }
        return Optional.of(PLAIN);
    }

    /** Whether some task has one. */
    public boolean any() {
        return tasks.stream().anyMatch(Optional::isPresent);
    }

    /** Of the tasks and, last, of a stranger; NaN where there is none. */
    public double[] slopes() {
        return numbers(true);
    }

    /** As {@link #slopes}. */
    public double[] offsets() {
        return numbers(false);
    }

    private double[] numbers(boolean slope) {
        double[] numbers = new double[tasks.size() + 1];
        for (int t = 0; t < numbers.length; t++) {
            Optional<Sigmoid> own = t < tasks.size() ? tasks.get(t) : stranger;
            numbers[t] =
                    own.map(curve -> slope ? curve.slope() : curve.offset()).orElse(Double.NaN);
        }
        return numbers;
    }
}
