package dev.kith.model.decoder;

import dev.kith.constraint.ConstraintSet;
import dev.kith.constraint.Parametrisation;

/** f(x) = theta(h(x)): the base model's scores h are parameters of points of the set. Nothing is minimised. */
public record ParametricDecoder(ConstraintSet set, Parametrisation theta) implements Decoder {
    public ParametricDecoder {
        if (theta.tasks() != set.dimension()) {
            throw new IllegalArgumentException(
                    "the parametrisation must be of " + set.dimension() + " tasks, got " + theta.tasks());
        }
    }

    @Override
    public Relaxation relaxation() {
        return Relaxation.none();
    }

    @Override
    public int scores() {
        return theta.parameters();
    }

    @Override
    public Output decode(double... scores) {
        double[] point = theta.point(scores);
        return new Output(new RelaxedMinimum(point, true), point, false);
    }

    /** The same: there is nothing that the tasks say on their own. */
    @Override
    public double[] undecoded(double... scores) {
        return theta.point(scores);
    }
}
