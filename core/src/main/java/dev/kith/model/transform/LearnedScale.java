package dev.kith.model.transform;

import dev.kith.data.Dataset;
import dev.kith.data.transform.TargetTransform;
import dev.kith.data.transform.Transform;
import dev.kith.data.transform.Transforming;
import dev.kith.model.Model;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What models of folds predicted for labels they had not seen, on the scale that labels are learned on: values of the fitted functions, which corrections to
 * means have no part in. Errors of these are what intervals are made of.
 *
 * @param to the scale that is wanted; a fold that learned another one is taken back to labels and from there to it, from the least label
 *     where that scale goes no further
 */
public record LearnedScale(Transform to) {
    /** The scale a model learned labels on; empty where that is their own. */
    public static Optional<LearnedScale> of(Model model) {
        return model.info().schema().transform().map(back -> new LearnedScale(back.transform()));
    }

    /** Labels on this scale. */
    public Dataset labels(Dataset data) {
        return Transforming.learned(data, to);
    }

    /**
     * Values of the functions at the observations, each by the model that had not seen it.
     *
     * @param models one for each split
     * @param splits the split each observation was held out in
     * @param predicted in the labels' units; NaN for those never held out, which stay so
     */
    public double[] predictions(List<? extends Model> models, Dataset data, int[] splits, double[] predicted) {
        double[] learned = new double[predicted.length];
        Arrays.fill(learned, Double.NaN);
        for (int s = 0; s < models.size(); s++) {
            int split = s;
            int[] held = IntStream.range(0, predicted.length)
                    .filter(o -> splits[o] == split && !Double.isNaN(predicted[o]))
                    .toArray();
            if (held.length > 0) {
                put(learned, held, models.get(s), data);
            }
        }
        return learned;
    }

    private void put(double[] learned, int[] held, Model model, Dataset data) {
        double least =
                IntStream.range(0, data.size()).mapToDouble(data::label).min().orElseThrow();
        Optional<Transform> own = model.info().schema().transform().map(TargetTransform::transform);
        double[] z = TransformedTrainer.plain(model)
                .predict(
                        data.inputs().select(Arrays.stream(held).map(data::row).toArray()),
                        Arrays.stream(held).map(data::task).toArray());
        for (int k = 0; k < held.length; k++) {
            double value = z[k];
            if (own.isEmpty() || own.get() != to) {
                double label = own.isPresent() ? own.get().inverse(value) : value;
                value = to.forward(Math.max(least, label));
            }
            learned[held[k]] = value;
        }
    }
}
